import { List, QrCode } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../contract/views.ts";
import { appearance } from "../appearance.ts";
import { ReceiptButton, ResultReceipt } from "../receipts/result-receipt.tsx";
import { ResultLine } from "../shell/banners.tsx";
import { shownAmount } from "../store/select.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Money } from "../ui/money.tsx";
import { Quote } from "../ui/quote.tsx";
import { useFormat } from "../ui/use-format.ts";
import { reasonOf } from "./reason.ts";
import styles from "./result.module.css";

/** A touch that was meant for the screen before this one is not the next touch. */
const SETTLE_MS = 600;

/** What became of the payment, readable from across the counter. It stays until the next touch. */
export function Result({ payment }: { payment: Payment }) {
  const actions = useActions();
  const { t } = useTranslation();
  const { word, tone, Icon } = appearance(payment.phase);
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
  const reason = reasonOf(payment);
  const name = payment.statusName ?? t("state.rejected");
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
      {reason && <p className={styles.reason}>{t(`result.${reason}`, { name, code: payment.statusCode })}</p>}
      {payment.attention !== null && <Quote>{payment.attention}</Quote>}
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
  const isBusy = useTill((state) => state.busy.start === true);
  const mayTryAgain = payment.phase === "expired" || payment.phase === "rejected";
  return (
    <div className={styles.actions}>
      <Button
        fill
        Icon={List}
        onPress={() => {
          actions.newSale();
          actions.select(payment.posTid);
        }}
      >
        {t("result.view")}
      </Button>
      <ReceiptButton payment={payment} />
      {mayTryAgain && (
        <Button fill Icon={QrCode} isDisabled={isBusy} onPress={() => void actions.showNewCode(payment)}>
          {t("result.newCode")}
        </Button>
      )}
      <Button kind="primary" size="large" fill autoFocus onPress={actions.newSale}>
        {t("result.newSale")}
      </Button>
    </div>
  );
}
