import { CircleCheck, LockKeyhole, type LucideIcon, Phone, QrCode, ScanLine, Send, Smartphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../contract/views.ts";
import { countdown } from "../format/time.ts";
import { isShut, msLeft } from "../store/select.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { useFormat } from "../ui/use-format.ts";
import type { CounterStage } from "./present.tsx";
import styles from "./side.module.css";
import { requestedAt, type Step, type StepKey, stepsOf } from "./steps.ts";

/** The cashier's column: how far it is, how long it lasts, what else can be done. */
export function PresentSide({ stage }: { stage: CounterStage }) {
  const { payment } = stage;
  return (
    <aside className={styles.side}>
      <div className={styles.progress}>
        <StepList steps={stepsOf(stage)} />
        <TimeLeft payment={payment} isCode={stage.kind === "code"} />
      </div>
      <OtherWays stage={stage} />
      <Cancel payment={payment} />
    </aside>
  );
}

const STEP_ICONS: Record<StepKey, LucideIcon> = {
  code: QrCode,
  scan: ScanLine,
  scanned: ScanLine,
  sent: Send,
  sending: Send,
  approve: Smartphone,
  approved: Smartphone,
  paid: CircleCheck,
  reserved: LockKeyhole,
};

function StepList({ steps }: { steps: Step[] }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  return (
    <ol className={styles.steps} aria-label={t("present.steps.label")} aria-live="polite" data-tone="waiting">
      {steps.map(({ key, state, at }) => {
        const Icon = STEP_ICONS[key];
        return (
          <li key={key} data-state={state} aria-current={state === "now" ? "step" : undefined}>
            <span className={styles.stepIcon}>
              <Icon aria-hidden size={18} />
            </span>
            <span>{t(`present.steps.${key}`)}</span>
            {at !== null && <time dateTime={at}>{exact(at)}</time>}
          </li>
        );
      })}
    </ol>
  );
}

/** Only what the service itself said about expiry is shown; while it has said nothing, there is nothing. */
function TimeLeft({ payment, isCode }: { payment: Payment; isCode: boolean }) {
  const { t } = useTranslation();
  const left = useTill((state) => msLeft(state, payment));
  if (left === null || payment.expiresAt === null) return null;
  // The time runs from the request, which may be long after the code was first shown.
  const whole = Date.parse(payment.expiresAt) - Date.parse(requestedAt(payment) ?? payment.createdAt);
  const share = Math.max(0, Math.min(1, left / Math.max(whole, 1)));
  return (
    <div className={styles.timeLeft} data-tone={left > 0 ? "waiting" : "closed"}>
      <span>{t(isCode ? "present.goodFor" : "present.timeLeft")}</span>
      <span className={styles.countdown} role="timer">
        {countdown(left)}
      </span>
      <span className={styles.bar} aria-hidden>
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
    </div>
  );
}

function OtherWays({ stage }: { stage: CounterStage }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { isBusy, isLocked } = useTill((state) => ({
    isBusy: Object.keys(state.busy).length > 0,
    isLocked: isShut(state),
  }));
  const { payment } = stage;
  const hasCode = stage.kind === "code";
  // Asking anybody for money takes somebody who is signed in.
  if (isLocked) return null;
  return (
    <>
      {payment.steps.includes("identify") && hasCode && !stage.expired && (
        <Button fill Icon={Phone} onPress={() => actions.open({ kind: "phone", posTid: payment.posTid })}>
          {t("present.sendToPhone")}
        </Button>
      )}
      {hasCode && (
        <Button
          fill
          kind={stage.expired ? "primary" : "secondary"}
          Icon={QrCode}
          isDisabled={isBusy}
          onPress={() => void actions.showNewCode(payment)}
        >
          {t("present.newCode")}
        </Button>
      )}
    </>
  );
}

function Cancel({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  if (payment.abortRequested) {
    return (
      <div className={styles.leaving} role="status" data-cancel>
        <p>
          <strong>{t("present.cancelling")}</strong> {t("present.leaveText")}
        </p>
        <Button fill onPress={actions.newSale}>
          {t("present.leave")}
        </Button>
      </div>
    );
  }
  if (!payment.steps.includes("abort")) return null;
  return (
    <div className={styles.cancel} data-cancel>
      <Button kind="quiet" fill isDisabled={isBusy} onPress={() => void actions.takeStep(payment.posTid, "abort")}>
        {t("present.cancel")}
      </Button>
    </div>
  );
}
