import { CircleCheck, CircleSlash, LoaderCircle, type LucideIcon, OctagonX, RotateCcw } from "lucide-react";
import type { Payment } from "../../contract/payments/views.ts";
import { QrCode } from "../kit/qr/qr-code.tsx";
import { useDispatch, useKiosk, useTexts } from "./context.ts";
import { Title, Utilities } from "./frame.tsx";
import { KioskButton } from "./kiosk-button.tsx";
import { Pane } from "./pane.tsx";
import styles from "./result.module.css";
import { type Outcome, outcomeOf } from "./select.ts";
import { hasPurchase } from "./session.ts";
import { ChargeStatusText, StaffCode } from "./staff-code.tsx";

const LOOKS: Record<Outcome["kind"], { tone: string; Icon: LucideIcon }> = {
  paid: { tone: "paid", Icon: CircleCheck },
  part: { tone: "paid", Icon: CircleCheck },
  nothing: { tone: "closed", Icon: CircleSlash },
  unsure: { tone: "closed", Icon: CircleSlash },
  not_paid: { tone: "failed", Icon: OctagonX },
  cancelled: { tone: "closed", Icon: CircleSlash },
  undone: { tone: "closed", Icon: CircleSlash },
  checking: { tone: "attention", Icon: LoaderCircle },
};

export function Result({ payment }: { payment: Payment }) {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const outcome = outcomeOf(payment);
  const { tone, Icon } = LOOKS[outcome.kind];
  const words = useResultText(outcome);
  // After a failure the primary action is to retry; after the customer's cancel it is Done.
  const isKnown = useKiosk(({ session }) => hasPurchase(session));
  const canRetry = outcome.kind === "not_paid" && isKnown;
  const isCancelled = outcome.kind === "cancelled";
  const isPaid = outcome.kind === "paid" || outcome.kind === "part";
  return (
    <div className={styles.result} data-tone={tone} data-testid="kiosk-result" data-outcome={outcome.kind}>
      <Pane className={styles.what}>
        <div className={styles.words} role={isPaid || isCancelled ? "status" : "alert"}>
          <Title className={styles.word}>
            <Icon aria-hidden />
            <span>{words.title}</span>
          </Title>
          {words.amount !== null && <p className={styles.amount}>{words.amount}</p>}
          <p className={styles.text}>{words.text}</p>
          {isPaid && <p className={styles.reference}>{t("request.reference", { number: payment.number })}</p>}
        </div>
        {isPaid ? <Receipt /> : <ForStaff payment={payment} />}
      </Pane>
      <footer className={styles.below}>
        <Utilities />
        <div className={styles.actions}>
          {isCancelled && isKnown && (
            <KioskButton Icon={RotateCcw} onPress={() => dispatch({ type: "again" })}>
              {t("refused.again")}
            </KioskButton>
          )}
          <KioskButton isFirst={!canRetry} isEnd onPress={() => dispatch({ type: "reset" })}>
            {t("result.done")}
          </KioskButton>
          {canRetry && (
            <KioskButton isFirst kind="primary" Icon={RotateCcw} onPress={() => dispatch({ type: "again" })}>
              {t("refused.again")}
            </KioskButton>
          )}
        </div>
      </footer>
    </div>
  );
}

function useResultText(outcome: Outcome): { title: string; amount: string | null; text: string } {
  const { t, c, money } = useTexts();
  switch (outcome.kind) {
    case "paid":
      return { title: c("outcome.paid"), amount: money(outcome.amount), text: c("because.paid") };
    case "part": {
      const { dropped, ordered, amount } = outcome;
      return {
        title: t("result.part", { dropped, ordered, amount: money(amount) }),
        amount: null,
        text: t("result.partText"),
      };
    }
    case "nothing":
      return { title: t("result.nothing"), amount: null, text: t("result.nothingText") };
    case "unsure":
      return { title: t("result.unsure"), amount: null, text: t("result.unsureText") };
    case "not_paid":
      return { title: c("outcome.not_paid"), amount: null, text: c(`because.${outcome.because}`) };
    case "cancelled":
      return { title: t("result.undone"), amount: null, text: c("because.cancelled") };
    case "undone":
      return { title: t("result.undone"), amount: null, text: t("result.undoneText") };
    case "checking":
      return { title: t("result.checking"), amount: null, text: t("result.checkingText") };
  }
}

function ForStaff({ payment }: { payment: Payment }) {
  return (
    <div className={styles.forStaff}>
      <ChargeStatusText />
      <StaffCode payment={payment} />
    </div>
  );
}

function Receipt() {
  const { c } = useTexts();
  const how = useKiosk(({ receipt }) => receipt);
  if (how === null) return null;
  if (how.way !== "code")
    return <p className={styles.text}>{c(how.way === "app" ? "takeAway.app" : "takeAway.coming")}</p>;
  return (
    <div className={styles.receipt}>
      <div className={styles.tile}>
        <QrCode text={how.text} label={c("takeAway.label")} isDense testId="receipt-qr" />
      </div>
      <p className={styles.text}>{c("takeAway.code")}</p>
    </div>
  );
}
