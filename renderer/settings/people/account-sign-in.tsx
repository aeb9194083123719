import { Globe } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { BesidePin } from "../../kit/approval/manager-pin.tsx";
import { PhoneProgress } from "../../kit/approval/phone-step.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.tsx";
import styles from "./staff.module.css";

/** Beside the PIN, where people may sign in with their accounts at the service: the browser is asked, and answers. */
export function AccountSignIn({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { isOffered, isAsking } = useTill(({ terminal, busy, phoneCheck }) => ({
    isOffered: terminal?.people.accounts === true && terminal.people.phones && terminal.connectivity !== "offline",
    isAsking: busy.phone === true || phoneCheck?.purpose === "signIn",
  }));
  if (!isOffered && !isAsking) return null;
  return (
    <div className={styles.account}>
      <Button Icon={Globe} onPress={() => void actions.askAccount()}>
        {t("staff.account.signIn")}
      </Button>
      <BesidePin />
      {isAsking && <Asked onDone={onDone} />}
    </div>
  );
}

function Asked({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const check = useTill((state) => state.phoneCheck);
  const proven = check?.state === "done" ? check.id : null;
  const used = useRef<string | null>(null);
  useEffect(() => {
    // It opens one session, however often this is rendered.
    if (proven === null || used.current === proven) return;
    used.current = proven;
    void actions.signInProven(proven).then((isOpen) => {
      actions.dropPhone();
      if (isOpen) onDone();
    });
  }, [proven, actions, onDone]);
  const isEnded = check?.state === "refused" || check?.state === "over";
  return (
    <Sheet
      title={t("staff.account.signIn")}
      onClose={actions.dropPhone}
      footer={
        isEnded && (
          <Button kind="primary" onPress={() => void actions.askAccount()}>
            {t("staff.account.again")}
          </Button>
        )
      }
    >
      <div className={styles.asked} data-testid="account-sign-in">
        {check === null ? <p role="status">{t("staff.account.preparing")}</p> : <PhoneProgress check={check} />}
      </div>
    </Sheet>
  );
}
