import { List, Phone, Plus, QrCode, UserRoundCheck } from "lucide-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import type { Operation, Payment } from "../../../contract/payments/views.ts";
import { lookOf } from "../../kit/appearance.ts";
import { needsMainMessage, reasonOf } from "../../kit/result-reason.ts";
import { Button, GuardedButton } from "../../kit/ui/button.tsx";
import { Money } from "../../kit/ui/money.tsx";
import { ParkedChoices } from "../../kit/ui/parked-choices.tsx";
import { Quote } from "../../kit/ui/quote.tsx";
import solid from "../../kit/ui/solid.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useReason } from "../../kit/ui/use-reason.ts";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { canCharge } from "../../store/ports.ts";
import { canChargeAgain, isLockedOut, knowsCustomer, shownAmount } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import { ResultConnectivity } from "../banners.tsx";
import styles from "./result.module.css";
import { MailedReceipt, ReceiptButton, ResultReceipt, SharedData, TakeAwayReceipt } from "./result-receipt.tsx";

export function Result({ payment }: { payment: Payment }) {
  const actions = useActions();
  const { t } = useTranslation();
  const { word, tone, Icon } = lookOf(payment);
  const isFresh = useTill((state) => state.isFresh);
  const isFailure = tone === "failed" || tone === "attention";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: New sale has the focus, and digits start a sale
    // biome-ignore lint/a11y/noStaticElementInteractions: a touch anywhere is a convenience in addition to the button
    <div
      className={`${solid.screen} ${styles.screen}`}
      data-tone={tone}
      onClick={(event) => {
        const onBackground = !(event.target instanceof Element && event.target.closest("a, button, figure"));
        if (onBackground && !isFresh) actions.newSale();
      }}
    >
      <div className={styles.what} role={isFailure ? "alert" : "status"}>
        <h1 className={`${solid.word} ${styles.word}`}>
          <Icon aria-hidden className={solid.shape} />
          {t(`state.${word}`)}
        </h1>
        <Amount payment={payment} />
        {payment.register !== null && <p>{t("present.register", { register: payment.register })}</p>}
        <Explanation payment={payment} />
      </div>
      <TakeAwayReceipt payment={payment} />
      <NextSteps payment={payment} />
    </div>
  );
}

/** Sized by its length: an amount never wraps or is cut. */
function Amount({ payment }: { payment: Payment }) {
  const { money } = useFormat();
  const shown = shownAmount(payment);
  const characters = money(shown, payment.currency).length;
  return (
    <div style={{ "--characters": characters } as CSSProperties}>
      <Money amount={shown} currency={payment.currency} className={styles.amount} />
    </div>
  );
}

function Explanation({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money, exact } = useFormat();
  const reasonText = useReasonText();
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
      {payment.attention !== null && needsMainMessage(payment) && !parkedOf(payment) && (
        <Quote>{reasonText(payment.attentionReason, payment.attention)}</Quote>
      )}
      <p className={styles.reference}>
        <span>{payment.number}</span>
        <span>{exact(payment.modifiedAt)}</span>
        {payment.customer && <span>{payment.customer}</span>}
      </p>
      <ResultConnectivity />
      <SharedData payment={payment} />
      <ResultReceipt payment={payment} />
      <MailedReceipt payment={payment} />
    </div>
  );
}

function parkedOf({ operations }: Payment): Operation | undefined {
  return operations.find(({ state }) => state === "attention");
}

function NextSteps({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isLocked = useTill(isLockedOut);
  const again = canChargeAgain(payment) && !isLocked;
  // The draft from before this result is kept.
  const next = t(useTill((state) => canCharge(state.draft)) ? "openSales.back" : "result.newSale");
  const parked = isLocked ? undefined : parkedOf(payment);
  return (
    <div className={`${solid.actions} ${styles.actions}`}>
      {again && (payment.codeMissing ? <ByPhone payment={payment} /> : <SameAgain payment={payment} />)}
      {!isLocked && (
        <>
          {parked && <ParkedChoices isFirst operation={parked} payment={payment} onOpen={actions.open} />}
          <Button fill Icon={List} onPress={() => actions.select(payment.posTid)}>
            {t("result.view")}
          </Button>
          {payment.permission !== null && (
            <Button fill Icon={UserRoundCheck} onPress={() => void actions.openPermission(payment.posTid)}>
              {t("customerData.open")}
            </Button>
          )}
          <ReceiptButton payment={payment} />
        </>
      )}
      {again || parked ? (
        <GuardedButton fill Icon={Plus} onPress={actions.newSale}>
          {next}
        </GuardedButton>
      ) : (
        <Button kind="primary" size="large" fill autoFocus onPress={actions.newSale}>
          {next}
        </Button>
      )}
    </div>
  );
}

/** Offers the phone number when the service issues no code. */
function ByPhone({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <GuardedButton
      kind="primary"
      size="large"
      fill
      autoFocus
      Icon={Phone}
      onPress={() => void actions.askAnotherNumber(payment)}
    >
      {t("result.enterNumber")}
    </GuardedButton>
  );
}

function SameAgain({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { isBusy, isKept } = useTill((state) => ({
    isBusy: state.busy.start === true,
    // A number unknown to the service stays unknown.
    isKept: knowsCustomer(state, payment) && reasonOf(payment) !== "notKnown",
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
          <Button
            fill
            Icon={Phone}
            isDisabled={isBusy}
            onPress={() => void actions.askAnotherNumber(payment)}
            data-other-number
          >
            {t("result.otherNumber")}
          </Button>
        </>
      )}
    </>
  );
}
