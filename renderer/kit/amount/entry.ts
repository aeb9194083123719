/**
 * Amount entry as a pure reducer: a basket of lines and what is being typed. Amounts are integers in minor units from
 * the first key on; nothing here ever holds an amount as text.
 *
 * Minor units come first (`149` is 1,49); a separator turns what was typed into whole units (`149,` is 149,00). Where
 * whole units come first `149` is 149,00, and a separator begins the decimals.
 */
import { MAX_LINES, MAX_QUANTITY, spreadDiscount } from "../../../contract/lines.ts";
import { MAX_AMOUNT, minorDigits, parseAmountText } from "../../../contract/money.ts";
import { cleanName } from "../../../contract/plain-text.ts";
import {
  type Discount,
  discountOn,
  type Goods,
  grossOfLine,
  isPlain,
  type Line,
  netOfLines,
  type SoldLine,
  soldLine,
  withGoods,
  withinReceipt,
  withLine,
} from "./basket.ts";

/** What is being typed. */
export type Typing =
  | { kind: "nothing" }
  /** `decimals` is null while what comes first is typed - minor units, or whole ones -, else how many decimals have been typed after the separator */
  | { kind: "amount"; amount: number; decimals: number | null }
  /** The multiplier of the last line; 0 while no digit has been typed */
  | { kind: "times"; times: number };

/** What the digits of an amount count before any separator: the wish of this window, at the counter and in its dialogs. */
export type UnitsFirst = "minor" | "whole";

/** Why a key or a pasted text was not taken. */
export type EntryProblem = "too_large" | "too_many" | "ambiguous" | "not_a_number";

export interface Entry {
  lines: readonly Line[];
  /** What is taken off the whole sale */
  discount?: Discount;
  typing: Typing;
  problem: EntryProblem | null;
}

export type EntryAction =
  | { type: "digit"; digit: number }
  | { type: "double_zero" }
  | { type: "separator" }
  | { type: "add" }
  | { type: "multiply" }
  | { type: "backspace" }
  | { type: "clear" }
  | { type: "remove"; index: number }
  /** `decimal`: the decimal separator where it was written */
  | { type: "paste"; text: string; decimal?: string }
  | { type: "goods"; goods: Goods }
  | { type: "quantity"; index: number; times: number }
  /** Of a line that was keyed in; an empty name is none */
  | { type: "rename"; index: number; name: string }
  /** `index` null: off the whole sale; `discount` null: none */
  | { type: "discount"; index: number | null; discount: Discount | null };

export const EMPTY_ENTRY: Entry = { lines: [], typing: { kind: "nothing" }, problem: null };

const NOTHING: Typing = { kind: "nothing" };

/** What would be charged: every line and what is being typed, less all that is taken off, in minor units. */
export function totalOf(entry: Entry): number {
  const { lines } = settled(entry);
  const sum = netOfLines(lines);
  return sum - discountOn(sum, entry.discount);
}

/** What is taken off the whole sale, in minor units: besides what is taken off its lines. */
export function saleDiscountOf(entry: Entry): number {
  return discountOn(netOfLines(settled(entry).lines), entry.discount);
}

/**
 * What was sold, as the till is told it, the discount of the whole sale shared out among its lines.
 * @param keyedVatRate of amounts that were keyed in, in hundredths of a percent; null: nothing is known
 * @returns nothing where it is no more than one amount, of which no VAT is known
 */
export function soldLines(entry: Entry, keyedVatRate: number | null = null): SoldLine[] | undefined {
  const { lines } = settled(entry);
  const [first] = lines;
  if (first === undefined) return undefined;
  const isAmount = lines.length === 1 && first.times === 1 && isPlain(first) && entry.discount === undefined;
  if (isAmount && keyedVatRate === null) return undefined;
  const sold = withinReceipt(lines).map((line) => soldLine(line, keyedVatRate));
  return spreadDiscount(sold, saleDiscountOf(entry));
}

/**
 * Applies one key, one product or one pasted text.
 * @returns the entry after it; unchanged but for `problem` when the key would take the sale over eight digits, or over
 *   what stands on a receipt
 */
export function entryReducer(entry: Entry, action: EntryAction, currency: string, first: UnitsFirst = "minor"): Entry {
  const next = withoutIdleDiscount(applied({ ...entry, problem: null }, action, currency, first));
  const { lines } = settled(next);
  // Before anything is taken off: a discount that goes again must never be what makes a sale too large.
  const gross = lines.reduce((sum, line) => sum + grossOfLine(line), 0);
  if (gross > MAX_AMOUNT) return { ...entry, problem: "too_large" };
  // One place is left for the sum of what was only keyed in.
  const named = lines.filter((line) => !isPlain(line)).length;
  return named >= MAX_LINES ? { ...entry, problem: "too_many" } : next;
}

/** Applies several, or none of them where one is refused: then only `problem` is another. */
export function entryAfter(
  entry: Entry,
  actions: readonly EntryAction[],
  currency: string,
  first: UnitsFirst = "minor",
): Entry {
  let after = entry;
  for (const action of actions) {
    after = entryReducer(after, action, currency, first);
    if (after.problem !== null) return { ...entry, problem: after.problem };
  }
  return after;
}

/** What was taken off one sale is never taken off the next. */
function withoutIdleDiscount(entry: Entry): Entry {
  const isEmpty = entry.lines.length === 0 && entry.typing.kind === "nothing";
  return isEmpty && entry.discount !== undefined ? { ...entry, discount: undefined } : entry;
}

/** An amount that stands there as if it had been typed. @param amount in minor units */
export function typedAmount(amount: number, currency: string, first: UnitsFirst): Entry {
  return { ...EMPTY_ENTRY, typing: amountTyping(amount, first === "whole" ? minorDigits(currency) : null) };
}

/** How much one digit more or less before the separator moves, as a power of ten: what is typed first is a multiple of it. */
function unitOf(currency: string, first: UnitsFirst): number {
  return first === "whole" ? 10 ** minorDigits(currency) : 1;
}

function applied(entry: Entry, action: EntryAction, currency: string, first: UnitsFirst): Entry {
  const digits = minorDigits(currency);
  const unit = unitOf(currency, first);
  switch (action.type) {
    case "digit":
      return typed(entry, action.digit, digits, unit);
    case "double_zero":
      return doubleZero(entry, digits, unit);
    case "separator":
      return separated(entry, digits, unit);
    case "add":
      return settled(entry);
    case "multiply":
      return multiplied(settled(entry));
    case "backspace":
      return { ...entry, typing: shortened(entry.typing, digits, unit) };
    case "clear":
      return entry.typing.kind === "nothing" ? EMPTY_ENTRY : { ...entry, typing: NOTHING };
    case "remove":
      return removed(entry, action.index);
    case "paste":
      return pasted(entry, action, currency, first);
    default:
      return changed(entry, action);
  }
}

type BasketAction = Extract<EntryAction, { type: "goods" | "quantity" | "rename" | "discount" }>;

/** What is done to the basket besides keying in. An unfinished multiplier is finished by it, and a typed amount is a line. */
function changed(entry: Entry, action: BasketAction): Entry {
  if (action.type === "goods") {
    const before = settled(entry);
    const lines = withGoods(before.lines, action.goods);
    return lines === null ? { ...entry, problem: "too_large" } : { ...before, lines };
  }
  const before = entry.typing.kind === "times" ? settled(entry) : entry;
  const { lines } = before;
  switch (action.type) {
    case "quantity":
      if (action.times < 1) return entry;
      if (action.times > MAX_QUANTITY) return { ...entry, problem: "too_large" };
      return { ...before, lines: withLine(lines, action.index, { times: action.times }) };
    case "rename":
      return { ...before, lines: withLine(lines, action.index, { name: cleanName(action.name) || undefined }) };
    case "discount": {
      const discount = action.discount ?? undefined;
      if (action.index === null) return { ...before, discount };
      return { ...before, lines: withLine(lines, action.index, { discount }) };
    }
  }
}

function typed(entry: Entry, digit: number, digits: number, unit: number): Entry {
  const { typing } = entry;
  if (typing.kind === "times") return multipliedBy(entry, typing.times * 10 + digit);
  const amount = typing.kind === "amount" ? typing.amount : 0;
  const decimals = typing.kind === "amount" ? typing.decimals : null;
  if (decimals !== null) {
    if (decimals >= digits) return entry;
    return {
      ...entry,
      typing: { kind: "amount", amount: amount + digit * 10 ** (digits - 1 - decimals), decimals: decimals + 1 },
    };
  }
  const larger = amount * 10 + digit * unit;
  return larger === 0 ? entry : { ...entry, typing: { kind: "amount", amount: larger, decimals: null } };
}

/** One key is taken whole or not at all: half of it would be another amount than anybody typed. */
function doubleZero(entry: Entry, digits: number, unit: number): Entry {
  const next = typed(typed(entry, 0, digits, unit), 0, digits, unit);
  return next.problem === null ? next : { ...entry, problem: next.problem };
}

function multipliedBy(entry: Entry, times: number): Entry {
  return times > MAX_QUANTITY ? { ...entry, problem: "too_large" } : { ...entry, typing: { kind: "times", times } };
}

/** A separator counts what was typed in whole units; a second one, or one in a multiplier, changes nothing. */
function separated(entry: Entry, digits: number, unit: number): Entry {
  const { typing } = entry;
  if (digits === 0 || typing.kind === "times") return entry;
  if (typing.kind === "nothing") return { ...entry, typing: { kind: "amount", amount: 0, decimals: 0 } };
  if (typing.decimals !== null) return entry;
  return { ...entry, typing: { kind: "amount", amount: (typing.amount / unit) * 10 ** digits, decimals: 0 } };
}

/** Puts what was typed onto the tape. */
export function settled(entry: Entry): Entry {
  const { typing, lines } = entry;
  if (typing.kind === "nothing") return entry;
  if (typing.kind === "amount") {
    const settledLines = typing.amount > 0 ? [...lines, { amount: typing.amount, times: 1 }] : lines;
    return { ...entry, lines: settledLines, typing: NOTHING };
  }
  const last = lines.at(-1);
  if (!last || typing.times === 0) return { ...entry, typing: NOTHING };
  return { ...entry, lines: [...lines.slice(0, -1), { ...last, times: typing.times }], typing: NOTHING };
}

function multiplied(entry: Entry): Entry {
  return entry.lines.length > 0 ? { ...entry, typing: { kind: "times", times: 0 } } : entry;
}

function shortened(typing: Typing, digits: number, unit: number): Typing {
  if (typing.kind === "nothing") return typing;
  if (typing.kind === "times") {
    return typing.times === 0 ? NOTHING : { kind: "times", times: Math.trunc(typing.times / 10) };
  }
  const { amount, decimals } = typing;
  if (decimals === null) return amountTyping(Math.trunc(amount / (10 * unit)) * unit);
  if (decimals === 0) return amountTyping(Math.trunc(amount / 10 ** digits) * unit);
  const kept = 10 ** (digits - decimals + 1);
  return { kind: "amount", amount: Math.trunc(amount / kept) * kept, decimals: decimals - 1 };
}

function amountTyping(amount: number, decimals: number | null = null): Typing {
  return amount === 0 ? NOTHING : { kind: "amount", amount, decimals };
}

function removed(entry: Entry, index: number): Entry {
  const lines = entry.lines.filter((_, at) => at !== index);
  // A multiplier belongs to the last line: with that line it goes.
  const orphaned = entry.typing.kind === "times" && index === entry.lines.length - 1;
  return { ...entry, lines, typing: orphaned ? NOTHING : entry.typing };
}

function pasted(
  entry: Entry,
  { text, decimal }: Extract<EntryAction, { type: "paste" }>,
  currency: string,
  first: UnitsFirst,
): Entry {
  const parsed = parseAmountText(text, currency, decimal);
  if (parsed.ok) {
    const settledEntry = entry.typing.kind === "times" ? settled(entry) : entry;
    return { ...settledEntry, typing: typedAmount(parsed.amount, currency, first).typing };
  }
  return { ...entry, problem: parsed.problem === "empty" ? "not_a_number" : parsed.problem };
}
