import {
  CircleCheck,
  LockKeyhole,
  type LucideIcon,
  Phone,
  QrCode,
  ScanLine,
  Send,
  Smartphone,
  TimerReset,
  X,
} from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { countdown } from "../../kit/format/time.ts";
import { useSecondTask } from "../../kit/second-task.ts";
import { Button, GuardedButton, IconButton } from "../../kit/ui/button.tsx";
import layout from "../../kit/ui/layout.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import { type CounterStage, canExtendCode, isLockedOut, msToAnswer } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import { NoticeBar } from "../notice-bar.tsx";
import { NextCustomer } from "../open-sales.tsx";
import { LinkTools } from "./link-tools.tsx";
import styles from "./side.module.css";
import { requestedAt, type Step, type StepKey, stepsOf } from "./steps.ts";

export function PresentSide({ stage }: { stage: CounterStage }) {
  const { payment } = stage;
  const hasWays = useSecondTask();
  return (
    <aside className={styles.side} data-late={!hasWays || undefined}>
      <Cancel payment={payment} />
      <div className={styles.progress}>
        <StepList steps={stepsOf(stage)} />
        <TimeLeft payment={payment} isCode={stage.kind === "code"} />
      </div>
      {hasWays && (
        <>
          <OtherWays stage={stage} />
          {!payment.abortRequested && <NextCustomer />}
          {stage.kind === "code" && payment.qr && !stage.expired && (
            <LinkTools payment={payment} link={payment.qr.text} />
          )}
        </>
      )}
      <NoticeBar isInner />
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

/** Time left of the code or the request. Its space is reserved, so that nothing below moves. */
function TimeLeft({ payment, isCode }: { payment: Payment; isCode: boolean }) {
  const { t } = useTranslation();
  const left = useTill((state) => msToAnswer(state, payment));
  const fullDurationMs = useFullDuration(payment, left);
  const share = Math.max(0, Math.min(1, (left ?? 0) / Math.max(fullDurationMs, 1)));
  return (
    <div
      className={styles.timeLeft}
      data-tone={left === null || left > 0 ? "waiting" : "closed"}
      data-unknown={left === null || undefined}
    >
      <span>{t(isCode ? "present.goodFor" : "present.timeLeft")}</span>
      <span className={styles.countdown} role="timer">
        {countdown(left ?? 0)}
      </span>
      <MoreTime payment={payment} />
      <span className={styles.bar} aria-hidden>
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
    </div>
  );
}

/** The duration of the full bar in ms: the request's own, or the most seen of a code. */
function useFullDuration({ createdAt, expiresAt, codeUntil, operations }: Payment, left: number | null): number {
  const fullDuration = useRef({ codeUntil, left: left ?? 0 });
  if (fullDuration.current.codeUntil !== codeUntil) fullDuration.current = { codeUntil, left: left ?? 0 };
  if (codeUntil !== null || expiresAt === null) return fullDuration.current.left;
  // The request may be much later than the first code.
  return Date.parse(expiresAt) - Date.parse(requestedAt({ operations }) ?? createdAt);
}

function MoreTime({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { isOffered, isBusy } = useTill((state) => ({
    isOffered: canExtendCode(state, payment) && !isLockedOut(state),
    isBusy: Object.keys(state.busy).length > 0,
  }));
  if (!isOffered) return null;
  return (
    <IconButton
      label={t("present.moreTime")}
      Icon={TimerReset}
      isDisabled={isBusy}
      onPress={() => void actions.moreTime(payment.posTid)}
    />
  );
}

function OtherWays({ stage }: { stage: CounterStage }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { isBusy, isLocked } = useTill((state) => ({
    isBusy: Object.keys(state.busy).length > 0,
    isLocked: isLockedOut(state),
  }));
  const { payment } = stage;
  const hasCode = stage.kind === "code";
  if (isLocked) return null;
  return (
    <>
      {payment.steps.includes("identify") && hasCode && !stage.expired && (
        <GuardedButton fill Icon={Phone} onPress={() => actions.open({ kind: "phone", posTid: payment.posTid })}>
          {t("present.sendToPhone")}
        </GuardedButton>
      )}
      {hasCode && (
        <GuardedButton
          fill
          kind={stage.expired ? "primary" : "secondary"}
          Icon={QrCode}
          isDisabled={isBusy}
          onPress={() => void actions.showNewCode(payment)}
        >
          {t("present.newCode")}
        </GuardedButton>
      )}
    </>
  );
}

/** At the top, because the Charge button was elsewhere. */
function Cancel({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  if (payment.abortRequested) {
    return (
      <div className={layout.stack} role="status" data-cancel>
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
    <div data-cancel>
      <GuardedButton
        fill
        kind="quiet"
        Icon={X}
        isDisabled={isBusy}
        onPress={() => void actions.takeStep(payment.posTid, "abort")}
      >
        {t("present.cancel")}
      </GuardedButton>
    </div>
  );
}
