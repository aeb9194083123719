import { HardDrive, Phone, TriangleAlert, Undo2, UserRoundCheck } from "lucide-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { MAX_AMOUNT, moneyParts } from "../../../contract/values/money.ts";
import { vatByRate } from "../../../contract/values/vat.ts";
import { soldLines, totalOf } from "../../kit/amount/entry.ts";
import { Loaded } from "../../kit/lazy-module.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Money } from "../../kit/ui/money.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import type { Draft } from "../../store/state.ts";
import { useActions, useTill } from "../../store/store.ts";
import { InnerBanners } from "../banners.tsx";
import { NoticeBar } from "../notice-bar.tsx";
import { undoableDraft } from "./actions.ts";
import styles from "./charge.module.css";
import { DISK_PROBLEM_ID, ENTRY_PROBLEM_TEXT, PHONE_PROBLEM_ID } from "./entry-problems.ts";
import { useNumberWords, usePhoneProblem, usePhoneReadings } from "./number-words.ts";
import { Options } from "./options.tsx";
import { READY_CUSTOMER } from "./scan-first.ts";
import { Tape } from "./tape.tsx";

/**
 * Basket, amount and payment options.
 * @param isLineAbove whether the connection is shown above the screen
 */
export function AmountPanel({ isLineAbove }: { isLineAbove: boolean }) {
  const { t } = useTranslation();
  const isAnyoneReady = useTill(({ terminal }) => (terminal?.scanFirst.ready ?? null) !== null);
  return (
    <section className={styles.panel} aria-label={t("charge.total")}>
      <NoticeBar isInner />
      <InnerBanners isLineAbove={isLineAbove} />
      <AskCustomer />
      <Tape />
      <Problem />
      <Recipient />
      {isAnyoneReady && <Loaded from={READY_CUSTOMER}>{({ ReadyCustomer }) => <ReadyCustomer />}</Loaded>}
      <Cleared />
      <Total />
      <Vat />
      <Options />
    </section>
  );
}

/** Requests customer data without a sale. With a sale, the sale sheet offers it. */
function AskCustomer() {
  const isEmpty = useTill(({ draft }) => canAskAlone(draft));
  return (
    <div className={styles.ask} hidden={!isEmpty}>
      {ASK_BUTTON}
    </div>
  );
}

function AskButton() {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <Button kind="quiet" Icon={UserRoundCheck} preventFocusOnPress onPress={() => actions.askCustomer()}>
      {t("customerData.ask")}
    </Button>
  );
}

/** Constant elements: these buttons are hidden instead of unmounted, to keep keys fast. */
const ASK_BUTTON = <AskButton />;
const BRING_BACK_BUTTON = <BringBackButton />;

function canAskAlone({ entry, phone, customer }: Draft): boolean {
  return entry.lines.length === 0 && entry.typing.kind === "nothing" && phone === "" && customer === null;
}

function Total() {
  const { t } = useTranslation();
  const { entry, currency, locale } = useTill(({ draft, terminal }) => ({
    entry: draft.entry,
    currency: terminal?.currency,
    locale: terminal?.locale,
  }));
  if (currency === undefined || locale === undefined) return null;
  const amount = totalOf(entry);
  const { number, symbol } = moneyParts(amount, currency, locale);
  const isSingleAmount = entry.lines.length === 0 && entry.discount === undefined;
  const decimals = isSingleAmount && entry.typing.kind === "amount" ? entry.typing.decimals : null;
  const style = { "--characters": number.length + symbol.length * 0.45 + 0.2 } as CSSProperties;
  return (
    <output className={styles.total} style={style} aria-label={t("charge.total")} data-testid="total">
      <Money amount={amount} className={styles.amount} typedDecimals={decimals ?? undefined} />
    </output>
  );
}

function Problem() {
  const { t } = useTranslation();
  const { problem, isPhoneWrong, isFull } = useTill((state) => ({
    problem: state.draft.entry.problem,
    isPhoneWrong: state.draft.phoneProblem && state.draft.customer === null,
    isFull: state.terminal?.disk === "full",
  }));
  const phoneProblem = usePhoneProblem();
  if (isFull) {
    return (
      <p className={styles.problem} data-tone="failed" id={DISK_PROBLEM_ID}>
        <HardDrive aria-hidden />
        {t("charge.diskFull")}
      </p>
    );
  }
  // Shown above the field, where the basket shrinks: the amount must not move.
  if (problem === null && !isPhoneWrong) return null;
  return (
    <p className={styles.problem} data-tone="attention" role="alert" id={isPhoneWrong ? PHONE_PROBLEM_ID : undefined}>
      <TriangleAlert aria-hidden />
      {problem === null ? phoneProblem : t(ENTRY_PROBLEM_TEXT[problem], { most: MAX_AMOUNT })}
    </p>
  );
}

function Recipient() {
  const { t } = useTranslation();
  const words = useNumberWords();
  const { phone, isQuiet } = useTill(({ draft }) => ({
    phone: draft.phone,
    isQuiet: draft.customer !== null || draft.phoneProblem || draft.entry.problem !== null,
  }));
  const readings = usePhoneReadings(phone);
  if (isQuiet || readings.kind === "none") return null;
  return (
    <p className={styles.recipient} role="status">
      <Phone aria-hidden size={20} />
      {readings.kind === "number" ? t("phones.asks", { number: words(readings.reading) }) : t("phones.which")}
    </p>
  );
}

function Cleared() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const {
    off: discountTotal,
    phone,
    customer,
  } = useTill(({ draft }) => {
    const cleared = undoableDraft(draft);
    return {
      off: cleared && totalOf(cleared.entry) - totalOf(draft.entry),
      phone: cleared?.phone,
      customer: cleared?.customer ?? null,
    };
  });
  const customerLabel = phone || (customer !== null && t("charge.customerRead"));
  const words = (amount: number) => {
    const clearedAmount = amount === 0 && customerLabel ? "" : t("charge.cleared", { amount: money(amount) });
    return [clearedAmount, customerLabel].filter(Boolean).join("\n");
  };
  return (
    <p className={styles.cleared} role="status" hidden={discountTotal === null}>
      <span>{discountTotal !== null && words(discountTotal)}</span>
      {BRING_BACK_BUTTON}
    </p>
  );
}

function BringBackButton() {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <Button kind="quiet" preventFocusOnPress Icon={Undo2} onPress={actions.bringBack}>
      {t("charge.bringBack")}
    </Button>
  );
}

function Vat() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const amount = useTill(({ draft, terminal }) => {
    const totals = vatByRate(soldLines(draft.entry, terminal?.counter.keyedVatRate ?? null) ?? []);
    return totals.every(({ rate }) => rate === null) ? null : totals.reduce((sum, { vat }) => sum + vat, 0);
  });
  if (amount === null) return null;
  return <p className={styles.vat}>{t("basket.vat", { amount: money(amount) })}</p>;
}
