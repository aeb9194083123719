import { Download, FolderOpen, LifeBuoy, PackageCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SupportBundle as Bundle } from "../../../contract/diagnostics/diagnostics.ts";
import { ManagerPin, PinStepProblem } from "../../kit/approval/manager-pin.tsx";
import { hasPermission } from "../../kit/approval/permissions.ts";
import { formatBytes } from "../../kit/format/bytes.ts";
import { LANGUAGE_LOCALES } from "../../kit/i18n/index.ts";
import { Button } from "../../kit/ui/button.tsx";
import message from "../../kit/ui/message.module.css";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { isInKioskMode } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./health.module.css";

export function SupportBundle() {
  const { t } = useTranslation();
  const actions = useActions();
  const [asksPin, setAsksPin] = useState(false);
  const { isAllowed, isBusy, bundle } = useTill((state) => ({
    isAllowed: hasPermission(state.terminal, "reports"),
    isBusy: state.busy.makeBundle === true,
    bundle: state.diagnostics.bundle,
  }));
  return (
    <section className={styles.support} aria-labelledby="support-title" data-testid="support">
      <div className={styles.supportText}>
        <h3 id="support-title">{t("support.title")}</h3>
        <p>{t("support.text")}</p>
      </div>
      <div className={styles.supportForm}>
        <Button
          Icon={LifeBuoy}
          isDisabled={isBusy}
          onPress={() => (isAllowed ? void actions.makeBundle(null) : setAsksPin(true))}
        >
          {t(isBusy ? "support.making" : "support.make")}
        </Button>
      </div>
      {asksPin && !isAllowed && bundle === null && (
        <Sheet title={t("support.title")} onClose={() => setAsksPin(false)}>
          <PinStepProblem />
          <ManagerPin opens submit={t("support.make")} onPin={(pin) => void actions.makeBundle(pin)} />
        </Sheet>
      )}
      {bundle && <Made bundle={bundle} />}
    </section>
  );
}

function Made({ bundle }: { bundle: Bundle }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { language, isKept } = useTill((state) => ({
    language: state.language,
    isKept: state.terminal?.shell === "electron" && isInKioskMode(state),
  }));
  const [isLoading, setLoading] = useState(false);
  const { ticket, name, path, files, bytes, canShow } = bundle;
  return (
    <div className={`${message.note} ${styles.made}`} role="status" data-testid="support-made">
      <PackageCheck aria-hidden />
      <div className={styles.madeText}>
        <p>
          <strong>{t("support.done", { size: formatBytes(bytes, LANGUAGE_LOCALES[language]) })}</strong>{" "}
          {t("support.contents", { count: files.length })}
        </p>
        <p className={styles.path} data-testid="support-path">
          {path}
        </p>
        {isKept && <p>{t("support.kept")}</p>}
      </div>
      {isKept ? null : canShow ? (
        <Button Icon={FolderOpen} onPress={() => void actions.showBundle(ticket)}>
          {t("support.show")}
        </Button>
      ) : (
        <Button
          Icon={Download}
          isDisabled={isLoading}
          onPress={() => {
            setLoading(true);
            void actions.downloadBundle(ticket, name).finally(() => setLoading(false));
          }}
        >
          {t(isLoading ? "support.downloading" : "support.download")}
        </Button>
      )}
    </div>
  );
}
