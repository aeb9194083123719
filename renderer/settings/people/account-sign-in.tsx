import { Globe, Smartphone } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PhoneCheck } from "../../../contract/people/staff-phones.ts";
import { PinStepProblem } from "../../kit/approval/manager-pin.tsx";
import { PhoneProgress } from "../../kit/approval/phone-step.tsx";
import { lockedUntil, useLockLeft } from "../../kit/approval/pin.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./staff.module.css";

/** Alternatives to the PIN: the service's sign-in page if allowed, and the linked phone while the PIN is locked. */
export function AccountSignIn({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { isPossible, hasAccounts, isAsking, until } = useTill(({ terminal, busy, people, phoneCheck }) => ({
    isPossible: terminal?.people.phones === true && terminal.connectivity !== "offline",
    hasAccounts: terminal?.people.accounts === true,
    isAsking: busy.phone === true || phoneCheck?.purpose === "signIn",
    until: lockedUntil(people.problem),
  }));
  const isLocked = useLockLeft(until) > 0;
  const [way, setWay] = useState<Way>("browser");
  const ask = (by: Way) => {
    setWay(by);
    void (by === "phone" ? actions.askPhoneToSignIn() : actions.askAccount());
  };
  const [byPhone, byBrowser] = [isPossible && isLocked, isPossible && hasAccounts];
  if (!byPhone && !byBrowser && !isAsking) return null;
  return (
    <div className={styles.account} data-first={byPhone || undefined}>
      {byPhone && (
        <>
          <p>{t("staff.phone.meanwhile")}</p>
          <Button Icon={Smartphone} onPress={() => ask("phone")}>
            {t("staff.phone.signIn")}
          </Button>
        </>
      )}
      {byBrowser && (
        <Button Icon={Globe} onPress={() => ask("browser")}>
          {t("staff.account.signIn")}
        </Button>
      )}
      <PinStepProblem />
      {isAsking && <Asked way={way} onAgain={() => ask(way)} onDone={onDone} />}
    </div>
  );
}

type Way = PhoneCheck["way"];

function Asked({ way, onAgain, onDone }: { way: Way; onAgain: () => void; onDone: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const check = useTill((state) => state.phoneCheck);
  const proven = check?.state === "done" ? check.id : null;
  const used = useRef<string | null>(null);
  useEffect(() => {
    // A proof opens one session, however often this renders.
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
      title={t(`staff.${way === "phone" ? "phone" : "account"}.signIn`)}
      onClose={actions.dropPhone}
      footer={
        isEnded && (
          <Button kind="primary" onPress={onAgain}>
            {t("staff.account.again")}
          </Button>
        )
      }
    >
      <div className={styles.asked} data-testid="account-sign-in">
        {check === null && way === "browser" ? (
          <p role="status">{t("staff.account.preparing")}</p>
        ) : (
          <PhoneProgress check={check} />
        )}
      </div>
    </Sheet>
  );
}
