import { List, Phone, Plus, QrCode } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/views.ts";
import { lookOf } from "../../kit/appearance.ts";
import { needsAccount } from "../../kit/refused.ts";
import { Button, GuardedButton } from "../../kit/ui/button.tsx";
import { Money } from "../../kit/ui/money.tsx";
import { ParkedChoices } from "../../kit/ui/parked-choices.tsx";
import { Quote } from "../../kit/ui/quote.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useReason } from "../../kit/ui/use-reason.ts";
import { useSay } from "../../kit/ui/use-say.ts";
import { isShut, knowsCustomer, mayAskAgain, shownAmount } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.tsx";
import { ResultConnectivity } from "../banners.tsx";
import styles from "./result.module.css";
import { ReceiptButton, ResultReceipt } from "./result-receipt.tsx";

/** What became of the payment, readable from across the counter. It stays until the next touch. */
export function Result({ payment }: { payment: Payment }) {
  const actions = useActions();
  const { t } = useTranslation();
  const { word, tone, Icon } = lookOf(payment);
  const isFresh = useTill((state) => state.isFresh);
  const isFailure = tone === "failed" || tone === "attention";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has New sale, which has the focus, and every digit
    // biome-ignore lint/a11y/noStaticElementInteractions: a touch anywhere is a convenience beside the button
    <div
      className={styles.screen}
      data-tone={tone}
      onClick={(event) => {
        const onBackground = !(event.target instanceof Element && event.target.closest("a, button"));
        // A touch that was meant for the screen before this one is not the next touch.
        if (onBackground && !isFresh) actions.newSale();
      }}
    >
      <ResultConnectivity />
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
  const say = useSay();
  const reason = useReason(payment, true);
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
      {payment.attention !== null && needsAccount(payment) && (
        <Quote>{say(payment.attentionReason, payment.attention)}</Quote>
      )}
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
  const isLocked = useTill(isShut);
  const again = mayAskAgain(payment) && !isLocked;
  const parked = payment.operations.find(({ state }) => state === "attention");
  return (
    <div className={styles.actions}>
      {again && <SameAgain payment={payment} />}
      {!isLocked && (
        <>
          {parked && <ParkedChoices operation={parked} payment={payment} onOpen={actions.open} />}
          <Button fill Icon={List} onPress={() => actions.select(payment.posTid)}>
            {t("result.view")}
          </Button>
          <ReceiptButton payment={payment} />
        </>
      )}
      {again ? (
        <GuardedButton fill Icon={Plus} onPress={actions.newSale}>
          {t("result.newSale")}
        </GuardedButton>
      ) : (
        <Button kind="primary" size="large" fill autoFocus onPress={actions.newSale}>
          {t("result.newSale")}
        </Button>
      )}
    </div>
  );
}

/** What most people want after a failure: the same sale once more, of the same customer or of another one. */
function SameAgain({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { isBusy, isKept } = useTill((state) => ({
    isBusy: state.busy.start === true,
    isKept: knowsCustomer(state, payment),
  }));
  const amount = money(payment.amount, payment.currency);
  return (
    <>
      {isKept && (
        <GuardedButton
          kind="primary"
          size="large"
          fill
          autoFocus
          isDisabled={isBusy}
          onPress={() => void actions.chargeAgain(payment)}
        >
          {t(payment.action === "AUTH" ? "result.reserveAgain" : "result.again", { amount })}
        </GuardedButton>
      )}
      {payment.customer !== null && (
        <>
          <GuardedButton
            fill
            {...(isKept ? {} : { kind: "primary", size: "large", autoFocus: true })}
            Icon={QrCode}
            isDisabled={isBusy}
            onPress={() => void actions.showNewCode(payment)}
          >
            {t("result.showCode")}
          </GuardedButton>
          <Button fill Icon={Phone} isDisabled={isBusy} onPress={() => void actions.askAnotherNumber(payment)}>
            {t("result.otherNumber")}
          </Button>
        </>
      )}
    </>
  );
}
