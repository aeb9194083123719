import { List, Phone, QrCode } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../contract/views.ts";
import { lookOf } from "../appearance.ts";
import { ReceiptButton, ResultReceipt } from "../receipts/result-receipt.tsx";
import { ResultLine } from "../shell/banners.tsx";
import { isShut, shownAmount } from "../store/select.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Money } from "../ui/money.tsx";
import { Quote } from "../ui/quote.tsx";
import { useFormat } from "../ui/use-format.ts";
import { wasNotAccepted } from "./reason.ts";
import styles from "./result.module.css";
import { useReason } from "./use-reason.ts";

/** A touch that was meant for the screen before this one is not the next touch. */
const SETTLE_MS = 600;

/** What became of the payment, readable from across the counter. It stays until the next touch. */
export function Result({ payment }: { payment: Payment }) {
  const actions = useActions();
  const { t } = useTranslation();
  const { word, tone, Icon } = lookOf(payment);
  const shownAt = useRef(performance.now());
  const isFailure = tone === "failed" || tone === "attention";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has New sale, which has the focus, and every digit
    // biome-ignore lint/a11y/noStaticElementInteractions: a touch anywhere is a convenience beside the button
    <div
      className={styles.screen}
      data-tone={tone}
      onClick={(event) => {
        const onBackground = !(event.target instanceof Element && event.target.closest("a, button"));
        if (onBackground && event.timeStamp - shownAt.current > SETTLE_MS) actions.newSale();
      }}
    >
      <ResultLine />
      <div className={styles.what} role={isFailure ? "alert" : "status"}>
        <h1 className={styles.word}>
          <Icon aria-hidden className={styles.shape} />
          {t(`state.${word}`)}
        </h1>
        <Money amount={shownAmount(payment)} currency={payment.currency} className={styles.amount} />
        <Explanation payment={payment} />
      </div>
      <NextSteps payment={payment} />
    </div>
  );
}

function Explanation({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money, exact } = useFormat();
  const reason = useReason(payment);
  return (
    <div className={styles.lines}>
      {payment.additionalAmount > 0 && (
        <p>
          {t("result.tip", {
            amount: money(payment.amount, payment.currency),
            tip: money(payment.additionalAmount, payment.currency),
          })}
        </p>
      )}
      {reason && <p className={styles.reason}>{reason}</p>}
      {payment.attention !== null && !wasNotAccepted(payment) && <Quote>{payment.attention}</Quote>}
      <p className={styles.reference}>
        <span>{payment.number}</span>
        <span>{exact(payment.modifiedAt)}</span>
        {payment.customer && <span>{payment.customer}</span>}
      </p>
      <ResultReceipt payment={payment} />
    </div>
  );
}

function NextSteps({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { isBusy, isLocked } = useTill((state) => ({ isBusy: state.busy.start === true, isLocked: isShut(state) }));
  const isRefused = wasNotAccepted(payment);
  const mayTryAgain = payment.phase === "expired" || payment.phase === "rejected" || isRefused;
  return (
    <div className={styles.actions}>
      {!isLocked && (
        <>
          <Button fill Icon={List} onPress={() => actions.select(payment.posTid)}>
            {t("result.view")}
          </Button>
          <ReceiptButton payment={payment} />
        </>
      )}
      {isRefused && payment.customer !== null && !isLocked && (
        <Button fill Icon={Phone} isDisabled={isBusy} onPress={() => void actions.askAnotherNumber(payment)}>
          {t("result.otherNumber")}
        </Button>
      )}
      {mayTryAgain && !isLocked && (
        <Button fill Icon={QrCode} isDisabled={isBusy} onPress={() => void actions.showNewCode(payment)}>
          {t(payment.customer === null ? "result.newCode" : "result.showCode")}
        </Button>
      )}
      <Button kind="primary" size="large" fill autoFocus onPress={actions.newSale}>
        {t("result.newSale")}
      </Button>
    </div>
  );
}
