import { HandCoins, HardDrive, Phone, ScanQrCode, TriangleAlert, Undo2, X } from "lucide-react";
import { type CSSProperties, useEffect, useRef } from "react";
import { ToggleButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { MAX_AMOUNT, moneyParts } from "../../../contract/money.ts";
import { type EntryProblem, type Line, totalOf } from "../../kit/amount/entry.ts";
import { Button, IconButton } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Money } from "../../kit/ui/money.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.tsx";
import { InnerBanners } from "../banners.tsx";
import { NoticeBar } from "../notice-bar.tsx";
import { LONGEST_PHONE } from "./actions.ts";
import styles from "./charge.module.css";
import { useNumberWords, usePhoneProblem, usePhoneReadings } from "./number-choice.tsx";

/** The tape, the amount, and how it is to be paid. */
export function AmountPanel() {
  const { t } = useTranslation();
  return (
    <section className={styles.panel} aria-label={t("charge.total")}>
      <NoticeBar isInner />
      <InnerBanners />
      <Tape />
      <Problem />
      <Recipient />
      <Cleared />
      <Total />
      <Options />
    </section>
  );
}

function Tape() {
  const { t } = useTranslation();
  const { lines, typing } = useTill((state) => state.draft.entry);
  const end = useRef<HTMLOListElement>(null);
  const length = lines.length + (typing.kind === "nothing" ? 0 : 1);
  useEffect(() => {
    if (length > 0) end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [length]);
  const lastTimes = typing.kind === "times" ? typing.times : null;
  return (
    <ol className={styles.tape} aria-label={t("charge.tape")} ref={end}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is nothing but its place on the tape
        <TapeLine key={index} line={line} index={index} times={index === lines.length - 1 ? lastTimes : null} />
      ))}
      {lines.length > 0 && typing.kind === "amount" && <TypedLine number={lines.length + 1} amount={typing.amount} />}
    </ol>
  );
}

/** `times` is the multiplier being typed, 0 before its first digit; null when none is. */
function TapeLine({ line, index, times }: { line: Line; index: number; times: number | null }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const factor = times === null ? line.times : Math.max(1, times);
  const amount = money(line.amount * factor);
  const number = index + 1;
  return (
    <li className={styles.line} data-now={times !== null || undefined}>
      <span>{words()}</span>
      <span className={styles.lineAmount}>{amount}</span>
      <IconButton
        label={t("charge.removeLine", { number, amount })}
        Icon={X}
        preventFocusOnPress
        onPress={() => actions.enter({ type: "remove", index })}
      />
    </li>
  );
  function words() {
    const price = money(line.amount);
    if (times === 0) return t("charge.timesOpen", { number, price });
    return factor > 1 || times !== null
      ? t("charge.times", { number, price, times: factor })
      : t("charge.line", { number });
  }
}

function TypedLine({ number, amount }: { number: number; amount: number }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return (
    <li className={styles.line} data-now>
      <span>{t("charge.typing", { number })}</span>
      <span className={styles.lineAmount}>{money(amount)}</span>
      <span />
    </li>
  );
}

function Total() {
  const { t } = useTranslation();
  const { entry, terminal } = useTill((state) => ({ entry: state.draft.entry, terminal: state.terminal }));
  if (!terminal) return null;
  const amount = totalOf(entry);
  const { number, symbol } = moneyParts(amount, terminal.currency, terminal.locale);
  const alone = entry.lines.length === 0 && entry.typing.kind === "amount" ? entry.typing.decimals : null;
  const style = { "--characters": number.length + symbol.length * 0.45 + 0.2 } as CSSProperties;
  return (
    <output className={styles.total} style={style} aria-label={t("charge.total")} data-testid="total">
      <Money amount={amount} className={styles.amount} typedDecimals={alone ?? undefined} />
    </output>
  );
}

/** Why the Charge button does nothing. */
export const DISK_PROBLEM_ID = "disk-problem";
const PHONE_PROBLEM_ID = "phone-problem";

const PROBLEM_TEXT = {
  too_large: "charge.tooLarge",
  ambiguous: "charge.ambiguous",
  not_a_number: "charge.notANumber",
} as const satisfies Record<EntryProblem, string>;

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
  // Said here, where the tape gives way, and not under the field: the amount must not move.
  if (problem === null && !isPhoneWrong) return null;
  return (
    <p className={styles.problem} data-tone="attention" role="alert" id={isPhoneWrong ? PHONE_PROBLEM_ID : undefined}>
      <TriangleAlert aria-hidden />
      {problem === null ? phoneProblem : t(PROBLEM_TEXT[problem], { most: MAX_AMOUNT })}
    </p>
  );
}

/** Who is going to be asked, as the number was understood: read before it is sent. */
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

/** What Escape, C or a cross has just taken off the amount, and the way back. */
function Cleared() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { entry, cleared } = useTill((state) => ({ entry: state.draft.entry, cleared: state.draft.cleared }));
  if (cleared === null) return null;
  const amount = money(totalOf(cleared) - totalOf(entry));
  return (
    <p className={styles.cleared} role="status">
      <span>{t("charge.cleared", { amount })}</span>
      <Button preventFocusOnPress Icon={Undo2} onPress={actions.bringBack}>
        {t("charge.bringBack")}
      </Button>
    </p>
  );
}

function Options() {
  const { t } = useTranslation();
  const actions = useActions();
  const draft = useTill((state) => state.draft);
  return (
    <div className={styles.options}>
      <Segmented
        keepsNoFocus
        label={t("charge.kind")}
        keys="F7"
        value={draft.action}
        onChange={actions.setAction}
        options={[
          { value: "SALE", label: t("charge.sale") },
          { value: "AUTH", label: t("charge.reserve") },
        ]}
      />
      <ToggleButton
        className={styles.toggle ?? ""}
        preventFocusOnPress
        aria-keyshortcuts="F8"
        isSelected={draft.tipOnPhone}
        onChange={actions.setTipOnPhone}
      >
        <HandCoins aria-hidden />
        {t("charge.tip")}
      </ToggleButton>
      {draft.customer ? <ScannedCustomer /> : <PhoneField />}
    </div>
  );
}

function PhoneField() {
  const { t } = useTranslation();
  const actions = useActions();
  const { phone, problem, keysFor } = useTill(({ draft }) => ({
    phone: draft.phone,
    problem: draft.phoneProblem,
    keysFor: draft.keysFor,
  }));
  return (
    <div className={styles.phone} data-phone>
      <Field
        compact
        label={t("charge.phone")}
        Icon={Phone}
        value={phone}
        onChange={actions.setPhone}
        // A number that is to be corrected has the focus from the start.
        autoFocus={keysFor === "phone"}
        onFocusChange={(hasFocus) => actions.setKeysFor(hasFocus ? "phone" : "amount")}
        onKeyDown={(event) => (event.key === "Enter" ? void actions.charge() : event.continuePropagation())}
        isInvalid={problem}
        aria-describedby={problem ? PHONE_PROBLEM_ID : undefined}
        // The keypad types here: the system's own keys would cover it.
        input={{
          type: "tel",
          inputMode: "none",
          autoComplete: "off",
          maxLength: LONGEST_PHONE,
          "aria-keyshortcuts": "F10",
        }}
      />
    </div>
  );
}

function ScannedCustomer() {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <p className={styles.customer}>
      <ScanQrCode aria-hidden />
      {t("charge.customerRead")}
      <IconButton label={t("charge.removeCustomer")} Icon={X} onPress={() => actions.setDraftCustomer(null)} />
    </p>
  );
}
