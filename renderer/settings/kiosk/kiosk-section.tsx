import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { KioskView } from "../../../contract/kiosk/kiosk-settings.ts";
import { Gate } from "../../kit/approval/gate.tsx";
import { Button } from "../../kit/ui/button.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { KioskChoice } from "./kiosk-choice.tsx";
import { KioskForm } from "./kiosk-form.tsx";

export function KioskSection() {
  return (
    <Section>
      <Mode />
      <Gate permission="settings">
        <Chosen />
      </Gate>
    </Section>
  );
}

/** Returning to kiosk mode needs no permission: locking is always allowed. */
function Mode() {
  const { t } = useTranslation();
  const actions = useActions();
  const { isKiosk, isLeft } = useTill(({ terminal }) => ({
    isKiosk: terminal?.mode === "kiosk",
    isLeft: terminal?.kioskLeft === true,
  }));
  if (isKiosk && isLeft) return <KioskChoice />;
  return (
    <div className={`${layout.row} ${layout.oneHeight}`}>
      <p className={layout.prose}>{t(isKiosk ? "kioskSettings.isKiosk" : "kioskSettings.isCounter")}</p>
      {!isKiosk && <Button onPress={() => actions.openSettings("setup")}>{t("kioskSettings.toSetup")}</Button>}
    </div>
  );
}

function Chosen() {
  const actions = useActions();
  const [view, setView] = useState<KioskView | null>(null);
  useEffect(() => {
    void actions.readKiosk().then(setView);
  }, [actions]);
  return view && <KioskForm view={view} />;
}
