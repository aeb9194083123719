import { ExternalLink, Smartphone } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PhoneCheck } from "../../../contract/people/staff-phones.ts";
import { browse } from "../browser.ts";
import { type CommandApproval, type PhoneAsk, useKit, useKitActions } from "../context.ts";
import { QrCode } from "../qr/qr-code.tsx";
import { Button } from "../ui/button.tsx";
import { useReasonText } from "../ui/use-reason-text.ts";
import { ManagerPin, type ManagerPinProps } from "./manager-pin.tsx";
import styles from "./phone-step.module.css";
import { lockedUntil, useLockLeft } from "./pin.ts";

export interface ApproverStepProps extends ManagerPinProps {
  ask: PhoneAsk | null;
  byPhone: boolean;
  setByPhone: (byPhone: boolean) => void;
  onPhone: (approval: CommandApproval) => void;
}

/** Asks for a PIN or, where a phone is linked, for its approval. The phone comes first while the PIN is locked. */
export function ApproverStep({ ask, byPhone, setByPhone, onPhone, ...pin }: ApproverStepProps) {
  const { t } = useTranslation();
  const actions = useKitActions();
  const hasPhones = useKit(({ terminal }) => terminal?.people.phones === true);
  const isOffline = useKit(({ terminal }) => terminal?.connectivity === "offline");
  const isLocked = useLockLeft(useKit(({ managerProblem }) => lockedUntil(managerProblem))) > 0;
  if (ask === null || !hasPhones) return <ManagerPin {...pin} />;
  if (byPhone) {
    return (
      <PhoneStep onAgain={() => void actions.askPhone(ask)} onPin={() => setByPhone(false)} onApproved={onPhone} />
    );
  }
  const phone = (
    <>
      {isLocked && !isOffline && <p className={styles.hint}>{t("staff.phone.meanwhile")}</p>}
      {isOffline ? (
        <p className={styles.quiet}>{t(isLocked ? "staff.phone.offlineLocked" : "staff.phone.offline")}</p>
      ) : (
        <Button
          Icon={Smartphone}
          onPress={() => {
            setByPhone(true);
            void actions.askPhone(ask);
          }}
        >
          {t("staff.phone.use")}
        </Button>
      )}
    </>
  );
  return (
    <div className={styles.choice}>
      {isLocked && phone}
      <ManagerPin {...pin} />
      {!isLocked && phone}
    </div>
  );
}

interface PhoneStepProps {
  onAgain: () => void;
  onPin: () => void;
  onApproved: (approval: CommandApproval) => void;
}

/** The code for the approver's phone and its progress. Leaving the step stops waiting. */
function PhoneStep({ onAgain, onPin, onApproved }: PhoneStepProps) {
  const { t } = useTranslation();
  const actions = useKitActions();
  const { check, isAsking } = useKit(({ phoneCheck, busy }) => ({ check: phoneCheck, isAsking: busy.phone === true }));
  const approved = check?.state === "done" ? check.id : null;
  const usedApproval = useRef<string | null>(null);
  useEffect(() => {
    // An approval is valid for one command: it is passed on once, however often the step renders.
    if (approved === null || usedApproval.current === approved) return;
    usedApproval.current = approved;
    onApproved({ phone: approved });
  }, [approved, onApproved]);
  useEffect(() => () => actions.dropPhone(), [actions]);
  const isEnded = !isAsking && (check === null || check.state === "refused" || check.state === "over");
  return (
    <div className={styles.step} data-testid="phone-step">
      <PhoneProgress check={check} />
      <div className={styles.keys}>
        {isEnded && (
          <Button kind="primary" onPress={onAgain}>
            {t("staff.phone.again")}
          </Button>
        )}
        <Button onPress={onPin}>{t("staff.phone.usePin")}</Button>
      </div>
    </div>
  );
}

export function PhoneProgress({ check }: { check: PhoneCheck | null }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  if (check?.way === "browser") return <BrowserProgress check={check} />;
  if (check === null) return <p role="status">{t("staff.phone.preparing")}</p>;
  if (check.qr !== null) {
    return (
      <>
        <div className={styles.code}>
          <QrCode text={check.qr.text} label={t("staff.phone.scan")} testId="phone-qr" />
        </div>
        <p role="status">{t("staff.phone.scan")}</p>
      </>
    );
  }
  switch (check.state) {
    case "refused":
      return <p role="alert">{reasonText(check.because ?? undefined, undefined)}</p>;
    case "over":
      return <p role="alert">{t("staff.phone.over")}</p>;
    case "done":
      return <p role="status">{t("staff.phone.done")}</p>;
    default:
      return <p role="status">{t("staff.phone.asked")}</p>;
  }
}

function BrowserProgress({ check: { because, state, url } }: { check: PhoneCheck }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  if (state === "refused") return <p role="alert">{reasonText(because ?? undefined, undefined)}</p>;
  if (state === "over") return <p role="alert">{t("staff.account.over")}</p>;
  if (state === "done") return <p role="status">{t("staff.account.done")}</p>;
  return (
    <>
      <p role="status">{t("staff.account.asked")}</p>
      {url !== null && (
        <Button kind="primary" Icon={ExternalLink} onPress={() => browse(url)}>
          {t("staff.account.open")}
        </Button>
      )}
    </>
  );
}
