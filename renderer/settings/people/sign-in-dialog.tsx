import { LogOut } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { ChangePin } from "./change-pin.tsx";
import { NameAndPin } from "./name-and-pin.tsx";
import styles from "./staff.module.css";

export function SignInDialog() {
  const { t } = useTranslation();
  const actions = useActions();
  const staff = useTill((state) => state.terminal?.staff ?? null);
  const [changesPin, setChangesPin] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const close = () => {
    actions.forgetPeopleProblem();
    actions.closeDialog();
  };
  if (changesPin) {
    return (
      <Sheet title={t("staff.signIn.changePin")} onClose={close}>
        <ChangePin onDone={close} />
      </Sheet>
    );
  }
  return (
    <Sheet
      wide
      title={t("staff.signIn.title")}
      onClose={close}
      footer={
        // Next to another user's PIN these would seem to belong to that user.
        staff &&
        (asked === null || asked === staff.name) && (
          <>
            <p className={styles.now}>{t("staff.signIn.now", { name: staff.name })}</p>
            <Button onPress={() => setChangesPin(true)}>{t("staff.signIn.changePin")}</Button>
            <Button Icon={LogOut} onPress={() => void actions.signOut().then(close)}>
              {t("staff.signIn.out")}
            </Button>
          </>
        )
      }
    >
      <NameAndPin onDone={close} onAsked={setAsked} />
    </Sheet>
  );
}
