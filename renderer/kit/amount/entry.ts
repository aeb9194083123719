/**
 * Amount entry as a pure reducer: a tape of lines and what is being typed. Amounts are integers in minor units from
 * the first key on; nothing here ever holds an amount as text.
 *
 * Minor units come first (`149` is 1,49); a separator turns what was typed into whole units (`149,` is 149,00). Where
 * whole units come first `149` is 149,00, and a separator begins the decimals.
 */
import { MAX_LINES } from "../../../contract/lines.ts";
import { MAX_AMOUNT, minorDigits, parseAmountText } from "../../../contract/money.ts";

/** One line of the tape: `amount` (minor units) taken `times` times. */
export interface Line {
  amount: number;
  times: number;
}

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
export type EntryProblem = "too_large" | "ambiguous" | "not_a_number";

export interface Entry {
  lines: readonly Line[];
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
  | { type: "paste"; text: string };

export const EMPTY_ENTRY: Entry = { lines: [], typing: { kind: "nothing" }, problem: null };

/** The most that a line can be multiplied by. */
export const MAX_TIMES = 999;

const NOTHING: Typing = { kind: "nothing" };

/** What would be charged: every line and what is being typed, in minor units. */
export function totalOf({ lines, typing }: Entry): number {
  const sum = lines.reduce((total, line) => total + line.amount * line.times, 0);
  if (typing.kind === "amount") return sum + typing.amount;
  const last = lines.at(-1);
  return typing.kind === "times" && typing.times > 0 && last ? sum + last.amount * (typing.times - 1) : sum;
}

/** What was sold, as the till is told it: nothing where it is no more than one amount. */
export function soldLines(entry: Entry): { quantity: number; unitAmount: number }[] | undefined {
  const lines = settled(entry).lines.map(({ amount, times }) => ({ quantity: times, unitAmount: amount }));
  if (lines.length === 0 || (lines.length === 1 && lines[0]?.quantity === 1)) return undefined;
  if (lines.length <= MAX_LINES) return lines;
  // A tape that is longer than a receipt ends with the sum of what does not stand on it.
  const kept = lines.slice(0, MAX_LINES - 1);
  const rest = lines.slice(MAX_LINES - 1).reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
  return [...kept, { quantity: 1, unitAmount: rest }];
}

/**
 * Applies one key, or one pasted text.
 * @returns the entry after it; unchanged but for `problem` when the key would take the total over eight digits
 */
export function entryReducer(entry: Entry, action: EntryAction, currency: string, first: UnitsFirst = "minor"): Entry {
  const next = applied({ ...entry, problem: null }, action, currency, first);
  return totalOf(next) > MAX_AMOUNT ? { ...entry, problem: "too_large" } : next;
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
      return pasted(entry, action.text, currency, first);
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
  return times > MAX_TIMES ? { ...entry, problem: "too_large" } : { ...entry, typing: { kind: "times", times } };
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
function settled(entry: Entry): Entry {
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

function pasted(entry: Entry, text: string, currency: string, first: UnitsFirst): Entry {
  const parsed = parseAmountText(text, currency);
  if (parsed.ok) {
    const settledEntry = entry.typing.kind === "times" ? settled(entry) : entry;
    return { ...settledEntry, typing: typedAmount(parsed.amount, currency, first).typing };
  }
  return { ...entry, problem: parsed.problem === "empty" ? "not_a_number" : parsed.problem };
}
