import { CircleMinus, StickyNote, Tag, UserRoundCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { type Discount, type Line, netOfLine } from "../../kit/amount/basket.ts";
import { saleDiscountOf } from "../../kit/amount/entry.ts";
import { IconButton } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useSoldName } from "../../store/sold-name.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./tape.module.css";

export function Tape() {
  const { t } = useTranslation();
  const { lines, typing } = useTill((state) => state.draft.entry);
  const end = useRef<HTMLOListElement>(null);
  const length = lines.length + (typing.kind === "nothing" ? 0 : 1);
  const last = lines.at(-1);
  const isKnown = last !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the last line, also when only its quantity changed
  useEffect(() => {
    const tape = end.current;
    if (tape === null || length === 0) return;
    const show = () => showInTape(tape, tape.children.item(length - 1));
    show();
    // Messages above reduce the space.
    const room = new ResizeObserver(show);
    room.observe(tape);
    return () => room.disconnect();
  }, [length, last, isKnown]);
  const lastTimes = typing.kind === "times" ? typing.times : null;
  return (
    <ol className={styles.tape} aria-label={t("charge.tape")} ref={end}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
        <TapeLine key={index} line={line} index={index} times={index === lines.length - 1 ? lastTimes : null} />
      ))}
      {lines.length > 0 && typing.kind === "amount" && <TypedLine amount={typing.amount} />}
      <SaleDiscount />
      <Note />
      <RequestedDataNote />
    </ol>
  );
}

function showInTape(tape: HTMLElement, line: Element | null): void {
  if (line === null) return;
  const top = tape.scrollTop + line.getBoundingClientRect().top - tape.getBoundingClientRect().top;
  tape.scrollTo({ top: Math.min(tape.scrollHeight - tape.clientHeight, top) });
}

/** `times` is the quantity being typed, 0 before its first digit; null: none. */
function TapeLine({ line, index, times }: { line: Line; index: number; times: number | null }) {
  const { t } = useTranslation();
  const { money, decimal } = useFormat();
  const actions = useActions();
  const offWords = useOffWords();
  const name = useSoldName()(line);
  const now = times === null ? line : { ...line, times: Math.max(1, times) };
  const net = netOfLine(now);
  const number = index + 1;
  return (
    <li className={styles.line} data-now={times !== null || undefined}>
      <AriaButton className={styles.change} preventFocusOnPress onPress={() => actions.open({ kind: "line", index })}>
        <span className={styles.what}>
          <span className={styles.name}>{words()}</span>
          {line.discount && <small>{offWords(line.discount)}</small>}
        </span>
        <span className={styles.lineAmount}>{decimal(net)}</span>
      </AriaButton>
      <IconButton
        label={t("charge.removeLine", { number, amount: money(net) })}
        Icon={CircleMinus}
        preventFocusOnPress
        onPress={() => actions.enter({ type: "remove", index })}
      />
    </li>
  );
  function words() {
    const price = decimal(line.amount);
    if (name !== "") return now.times > 1 ? t("basket.product", { name, times: now.times }) : name;
    if (times === 0) return t("charge.timesOpen", { price });
    return now.times > 1 || times !== null
      ? t("charge.times", { price, times: now.times })
      : t("charge.line", { number });
  }
}

/** Formats a discount as `10 % off` or as an amount. */
function useOffWords(): (discount: Discount) => string {
  const { t } = useTranslation();
  const { money, percent } = useFormat();
  return (discount) =>
    discount.kind === "percent"
      ? t("basket.offPercent", { percent: percent(discount.rate) })
      : t("basket.off", { amount: money(discount.amount) });
}

function TypedLine({ amount }: { amount: number }) {
  const { t } = useTranslation();
  const { decimal } = useFormat();
  return (
    <li className={styles.line} data-now>
      <span className={styles.name}>{t("charge.typing")}</span>
      <span className={styles.lineAmount}>{decimal(amount)}</span>
    </li>
  );
}

function SaleDiscount() {
  const { t } = useTranslation();
  const { decimal, percent } = useFormat();
  const actions = useActions();
  const entry = useTill(({ draft }) => (draft.entry.discount === undefined ? null : draft.entry));
  const discount = entry?.discount;
  if (entry === null || discount === undefined) return null;
  return (
    <SaleRow
      amount={t("basket.off", { amount: decimal(saleDiscountOf(entry)) })}
      removal={t("basket.removeDiscount")}
      onRemove={() => actions.enter({ type: "discount", index: null, discount: null })}
    >
      <Tag aria-hidden size={18} />
      {discount.kind === "percent"
        ? t("basket.saleOffPercent", { percent: percent(discount.rate) })
        : t("basket.saleOff")}
    </SaleRow>
  );
}

function RequestedDataNote() {
  const { t } = useTranslation();
  const actions = useActions();
  const preset = useTill(({ draft }) => draft.preset);
  if (preset === null) return null;
  return (
    <SaleRow removal={t("basket.removePreset")} onRemove={actions.removePreset}>
      <UserRoundCheck aria-hidden size={18} />
      {preset.name}
    </SaleRow>
  );
}

function Note() {
  const { t } = useTranslation();
  const actions = useActions();
  const note = useTill(({ draft }) => draft.note);
  if (note === "") return null;
  return (
    <SaleRow removal={t("basket.removeNote")} onRemove={actions.removeNote}>
      <StickyNote aria-hidden size={18} />
      {note}
    </SaleRow>
  );
}

interface SaleRowProps {
  children: ReactNode;
  amount?: string;
  removal: string;
  onRemove: () => void;
}

function SaleRow({ children, amount, removal, onRemove }: SaleRowProps) {
  const actions = useActions();
  return (
    <li className={styles.line}>
      <AriaButton className={styles.change} preventFocusOnPress onPress={() => actions.open({ kind: "sale" })}>
        <span className={styles.ofSale}>{children}</span>
        <span className={styles.lineAmount}>{amount}</span>
      </AriaButton>
      <IconButton label={removal} Icon={CircleMinus} preventFocusOnPress onPress={onRemove} />
    </li>
  );
}
