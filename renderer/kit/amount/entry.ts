/**
 * Amount entry as a pure reducer over the basket lines and the current input. Amounts are integers in minor units.
 *
 * With minor units first, `149` is 1.49 and `149,` is 149.00. With whole units first, `149` is 149.00 and a separator
 * starts the decimals.
 */
import { MAX_LINES, MAX_QUANTITY, spreadDiscount } from "../../../contract/values/lines.ts";
import { MAX_AMOUNT, minorDigits, parseAmountText } from "../../../contract/values/money.ts";
import { cleanName } from "../../../contract/values/plain-text.ts";
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

export type Typing =
  | { kind: "nothing" }
  /** `decimals` is null until a separator is typed, then the number of decimals typed */
  | { kind: "amount"; amount: number; decimals: number | null }
  /** The quantity typed for the last line; 0 until a digit is typed */
  | { kind: "times"; times: number };

/** Whether typed digits count minor or whole units before a separator. A setting of this window. */
export type UnitsFirst = "minor" | "whole";

export type EntryProblem = "too_large" | "too_many" | "ambiguous" | "not_a_number";

export interface Entry {
  lines: readonly Line[];
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
  /** `decimal`: the decimal separator of the pasted text */
  | { type: "paste"; text: string; decimal?: string }
  | { type: "goods"; goods: Goods }
  | { type: "quantity"; index: number; times: number }
  /** Renames a keyed-in line; an empty name removes the name */
  | { type: "rename"; index: number; name: string }
  /** `index` null: the whole sale; `discount` null: removes the discount */
  | { type: "discount"; index: number | null; discount: Discount | null };

export const EMPTY_ENTRY: Entry = { lines: [], typing: { kind: "nothing" }, problem: null };

const NOTHING: Typing = { kind: "nothing" };

/** Returns the amount to charge in minor units: all lines and the current input, less discounts. */
export function totalOf(entry: Entry): number {
  const { lines } = commitInput(entry);
  const sum = netOfLines(lines);
  return sum - discountOn(sum, entry.discount);
}

/** Returns the sale discount in minor units, without the lines' own discounts. */
export function saleDiscountOf(entry: Entry): number {
  return discountOn(netOfLines(commitInput(entry).lines), entry.discount);
}

/**
 * Returns the sold lines for the main process, with the sale discount spread over them.
 * @param keyedVatRate of keyed-in amounts, in hundredths of a percent; null: unknown
 * @returns undefined for a single amount without VAT
 */
export function soldLines(entry: Entry, keyedVatRate: number | null = null): SoldLine[] | undefined {
  const { lines } = commitInput(entry);
  const [first] = lines;
  if (first === undefined) return undefined;
  const isAmount = lines.length === 1 && first.times === 1 && isPlain(first) && entry.discount === undefined;
  if (isAmount && keyedVatRate === null) return undefined;
  const sold = withinReceipt(lines).map((line) => soldLine(line, keyedVatRate));
  return spreadDiscount(sold, saleDiscountOf(entry));
}

/**
 * Applies a key, a product or a pasted text.
 * @returns the next entry; only `problem` changes when the sale would exceed eight digits or the receipt's length
 */
export function entryReducer(entry: Entry, action: EntryAction, currency: string, first: UnitsFirst = "minor"): Entry {
  const next = withoutIdleDiscount(applyAction({ ...entry, problem: null }, action, currency, first));
  const { lines } = commitInput(next);
  // The limit applies before discounts: removing a discount must not make the sale too large.
  const gross = lines.reduce((sum, line) => sum + grossOfLine(line), 0);
  if (gross > MAX_AMOUNT) return { ...entry, problem: "too_large" };
  // Reserves one line for the sum of the keyed-in amounts.
  const named = lines.filter((line) => !isPlain(line)).length;
  return named >= MAX_LINES ? { ...entry, problem: "too_many" } : next;
}

/** Applies several actions, or none when one is rejected; then only `problem` changes. */
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

/** Removes the sale discount with the last line, so that it never carries over to the next sale. */
function withoutIdleDiscount(entry: Entry): Entry {
  const isEmpty = entry.lines.length === 0 && entry.typing.kind === "nothing";
  return isEmpty && entry.discount !== undefined ? { ...entry, discount: undefined } : entry;
}

/**
 * Returns an amount as if it had been typed.
 * @param amount in minor units
 */
export function typedAmount(amount: number, currency: string, first: UnitsFirst): Entry {
  return { ...EMPTY_ENTRY, typing: amountTyping(amount, first === "whole" ? minorDigits(currency) : null) };
}

/** Returns the value of one digit before the separator in minor units, a power of ten. */
function unitOf(currency: string, first: UnitsFirst): number {
  return first === "whole" ? 10 ** minorDigits(currency) : 1;
}

function applyAction(entry: Entry, action: EntryAction, currency: string, first: UnitsFirst): Entry {
  const digits = minorDigits(currency);
  const unit = unitOf(currency, first);
  switch (action.type) {
    case "digit":
      return typeDigit(entry, action.digit, digits, unit);
    case "double_zero":
      return typeDoubleZero(entry, digits, unit);
    case "separator":
      return typeSeparator(entry, digits, unit);
    case "add":
      return commitInput(entry);
    case "multiply":
      return startMultiplier(commitInput(entry));
    case "backspace":
      return { ...entry, typing: deleteDigit(entry.typing, digits, unit) };
    case "clear":
      return entry.typing.kind === "nothing" ? EMPTY_ENTRY : { ...entry, typing: NOTHING };
    case "remove":
      return removeLine(entry, action.index);
    case "paste":
      return pasteAmount(entry, action, currency, first);
    default:
      return changeBasket(entry, action);
  }
}

type BasketAction = Extract<EntryAction, { type: "goods" | "quantity" | "rename" | "discount" }>;

function changeBasket(entry: Entry, action: BasketAction): Entry {
  if (action.type === "goods") {
    const before = commitInput(entry);
    const lines = withGoods(before.lines, action.goods);
    return lines === null ? { ...entry, problem: "too_large" } : { ...before, lines };
  }
  const before = entry.typing.kind === "times" ? commitInput(entry) : entry;
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

function typeDigit(entry: Entry, digit: number, digits: number, unit: number): Entry {
  const { typing } = entry;
  if (typing.kind === "times") return typeMultiplier(entry, typing.times * 10 + digit);
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

/** The `00` key applies both zeros or none: a single zero would be a different amount. */
function typeDoubleZero(entry: Entry, digits: number, unit: number): Entry {
  const next = typeDigit(typeDigit(entry, 0, digits, unit), 0, digits, unit);
  return next.problem === null ? next : { ...entry, problem: next.problem };
}

function typeMultiplier(entry: Entry, times: number): Entry {
  return times > MAX_QUANTITY ? { ...entry, problem: "too_large" } : { ...entry, typing: { kind: "times", times } };
}

function typeSeparator(entry: Entry, digits: number, unit: number): Entry {
  const { typing } = entry;
  if (digits === 0 || typing.kind === "times") return entry;
  if (typing.kind === "nothing") return { ...entry, typing: { kind: "amount", amount: 0, decimals: 0 } };
  if (typing.decimals !== null) return entry;
  return { ...entry, typing: { kind: "amount", amount: (typing.amount / unit) * 10 ** digits, decimals: 0 } };
}

export function commitInput(entry: Entry): Entry {
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

function startMultiplier(entry: Entry): Entry {
  return entry.lines.length > 0 ? { ...entry, typing: { kind: "times", times: 0 } } : entry;
}

function deleteDigit(typing: Typing, digits: number, unit: number): Typing {
  if (typing.kind === "nothing") return typing;
  if (typing.kind === "times") {
    return typing.times === 0 ? NOTHING : { kind: "times", times: Math.trunc(typing.times / 10) };
  }
  const { amount, decimals } = typing;
  if (decimals === null) return amountTyping(Math.trunc(amount / (10 * unit)) * unit);
  if (decimals === 0) return amountTyping(Math.trunc(amount / 10 ** digits) * unit);
  const keptDigits = 10 ** (digits - decimals + 1);
  return { kind: "amount", amount: Math.trunc(amount / keptDigits) * keptDigits, decimals: decimals - 1 };
}

function amountTyping(amount: number, decimals: number | null = null): Typing {
  return amount === 0 ? NOTHING : { kind: "amount", amount, decimals };
}

function removeLine(entry: Entry, index: number): Entry {
  const lines = entry.lines.filter((_, at) => at !== index);
  // A pending quantity belongs to the last line and is removed with it.
  const orphaned = entry.typing.kind === "times" && index === entry.lines.length - 1;
  return { ...entry, lines, typing: orphaned ? NOTHING : entry.typing };
}

function pasteAmount(
  entry: Entry,
  { text, decimal }: Extract<EntryAction, { type: "paste" }>,
  currency: string,
  first: UnitsFirst,
): Entry {
  const parsed = parseAmountText(text, currency, decimal);
  if (parsed.ok) {
    const settledEntry = entry.typing.kind === "times" ? commitInput(entry) : entry;
    return { ...settledEntry, typing: typedAmount(parsed.amount, currency, first).typing };
  }
  return { ...entry, problem: parsed.problem === "empty" ? "not_a_number" : parsed.problem };
}
