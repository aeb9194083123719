/**
 * Tells a barcode scanner from a person. A scanner types like a keyboard, and ends a code by Enter. Until a key is known
 * to be a person's, it is held back, so that no digit of a fast scan is shown. A slow scanner, or a window that was busy,
 * lets some of them through: by their pace and by what they are, they are known at the Enter or after a second without
 * one, and taken back. No Enter of a scan ever charges anyone. The only evidence for a code of fewer than
 * {@link SCAN_LENGTH} characters is its pace, the Enter included.
 *
 * Pure: keys and the passing of time go in, what came of them comes out. The binding owns the timer.
 */
import { isGtin, upcAOf } from "../../../contract/barcodes.ts";
import { entryActionOf } from "../../kit/amount/keys.ts";

/** So fast, over {@link SCAN_LENGTH} keys, is no person, whatever is typed. */
export const SCAN_GAP_MS = 30;
export const SCAN_LENGTH = 6;
/** In a field for text the Enter of a scan comes this soon: programs type there, too. */
const TEXT_ENTER_MS = 120;
/** Elsewhere an Enter this soon after a code belongs to the code: some scanners pause before their suffix. */
export const STRAY_ENTER_MS = 1000;
/** No person keeps this pace over {@link SLOW_SCAN_LENGTH} characters. */
export const SLOW_GAP_MS = 50;
export const SLOW_SCAN_LENGTH = 8;
/** The longest single pause within a code that else keeps its pace. */
export const HICCUP_MS = 300;
/** What is no amount is a code at this pace, too: the slowest scanners need 100 ms for a character. */
export const CODE_GAP_MS = 110;
/**
 * Longest gaps, the Enter's included, of a code of one, two and three characters with nothing typed before it. A person
 * who presses two keys in one movement can be as fast as 20 ms, but never twice in a row.
 */
const SHORT_GAPS_MS: readonly number[] = [15, SCAN_GAP_MS, SLOW_GAP_MS];
/** Two keys of one movement are never this fast. */
const SURE_GAP_MS = 15;
/** Shortest code that is recognised by its pace right after other keys. */
const BURST_LENGTH = SHORT_GAPS_MS.length + 1;
/** Keyboards have keys for `00` and `000`, whose characters come this fast. */
const REPEAT_GAP_MS = 10;
/** Longest gap before the Enter of a short code whose characters come within {@link SCAN_GAP_MS}. */
const SHORT_SUFFIX_GAP_MS = 3 * SCAN_GAP_MS;
/** The longest pause within a code whose last digit says that it is whole. */
export const LONGEST_PAUSE_MS = 500;

/** Longer than any amount. */
const TOO_LONG = /\d{9,}$/;
/** What a person can type for a sale: amounts, sums, and a quantity of up to three digits. */
const ENTRY = /^(?:\d*(?:[.,]+\d*)?|[*×xX]+\d{0,3})(?:\++\d*(?:[.,]+\d*)?|[*×xX]+\d{0,3})*$/;
/** One sign on both ends, as the stars of Code 39. */
const SURROUNDED = /^([+*×xX]).*\1$/;
/** The keys next to Enter, on a US keyboard. */
const SLIP = /^[;'[\]\\]$/;

/** By length, the likeliest first: of one that is right no other is, but for zeros in front, and by chance EAN-8. */
const GTIN_LENGTHS = [13, 14, 12, 8];
const SHORTEST_GTIN = 8;

/** As many keys are looked at together. */
const MOST_KEYS = 512;

/** Characters that came one after the other, whether they were held back or let through. */
interface Run {
  text: string;
  /** How many keys a person needs for it */
  pressed: number;
  /** When its first and its last key went down, by the events' own time stamps, in ms */
  firstAt: number;
  lastAt: number;
}

const NO_RUN: Run = { text: "", pressed: 0, firstAt: Number.NEGATIVE_INFINITY, lastAt: Number.NEGATIVE_INFINITY };

/** The run with one more character: another one where a person would have made a pause. */
function runAfter(run: Run, text: string, at: number): Run {
  const gap = at - run.lastAt;
  const goesOn = gap <= SLOW_GAP_MS || (gap <= HICCUP_MS && run.pressed > 2 && paceOf(run) <= SLOW_GAP_MS);
  const isRepeat = gap <= REPEAT_GAP_MS && run.text.endsWith(text);
  return goesOn
    ? { ...run, text: run.text + text, pressed: run.pressed + (isRepeat ? 0 : 1), lastAt: at }
    : { text, pressed: 1, firstAt: at, lastAt: at };
}

/** Whether no person could have typed it. */
function isOfScanner(run: Run): boolean {
  const { length } = run.text;
  return paceOf(run) <= (length >= SLOW_SCAN_LENGTH ? SLOW_GAP_MS : SCAN_GAP_MS) && length >= SCAN_LENGTH;
}

/** The mean gap in ms. */
function paceOf({ text, firstAt, lastAt }: Run): number {
  return (lastAt - firstAt) / Math.max(1, text.length - 1);
}

/** How many keys a person needs for these: the zeros of a key for `000` are of one. */
function pressedCount(keys: readonly ScannedKey[]): number {
  const isRepeat = ({ text, at }: ScannedKey, next?: ScannedKey) =>
    next?.text === text && next.at - at <= REPEAT_GAP_MS;
  return keys.filter((key, index) => !isRepeat(key, keys[index + 1])).length;
}

/** A character, and when its key went down, by the event's own time stamp, in ms. */
export interface ScannedKey {
  text: string;
  /** The same key's character on a US keyboard, which many scanners are set to */
  us: string;
  at: number;
}

interface RecentKeys {
  /** What is held, and what was let through before it, without a pause that no code has */
  keys: readonly ScannedKey[];
  /** When the last Enter of a scan, or the last key after it, came: what comes right after it is of that scan, too */
  scannedAt: number;
}

export interface ScannerState extends RecentKeys {
  held: string;
  /** How many keys of a long code came before `keys` */
  cut: number;
  /**
   * Keys right after the Enter of a scan: a further line of its code, or one of several codes that are sent at once.
   * They are never typed. After a pause `keys` begins with them, too.
   */
  line: readonly ScannedKey[];
  /** A line's longest gap in ms, the first one's from Enter */
  lineGapMs: number;
}

/**
 * Of a scan, `typed` counts the characters that were let through before it was recognised: they are undone.
 * `us` is its text on a US keyboard where that differs.
 */
export type ScannerOutput =
  | { kind: "typed"; text: string }
  | { kind: "enter" }
  | { kind: "scan"; text: string; us?: string | undefined; typed: number };

export interface ScannerStep {
  state: ScannerState;
  out: ScannerOutput[];
  /** When to call {@link passTime} if no further key comes; null when nothing is waited for */
  wakeAt: number | null;
}

export const SCANNER_IDLE: ScannerState = {
  held: "",
  keys: [],
  cut: 0,
  scannedAt: Number.NEGATIVE_INFINITY,
  line: [],
  lineGapMs: SCAN_GAP_MS,
};

/** A printable key (one character), or `Enter`, went down at `at` (ms). @param us the key's character on a US keyboard */
export function pressKey(state: ScannerState, text: string, at: number, us = text): ScannerStep {
  return text === "Enter" ? pressEnter(state, at) : pressCharacter(state, { text, us, at });
}

function pressCharacter(state: ScannerState, key: ScannedKey): ScannerStep {
  const sinceScan = key.at - state.scannedAt;
  if (state.keys.length === 0 && sinceScan >= 0 && sinceScan <= state.lineGapMs)
    return { state: { ...state, scannedAt: key.at, line: [...state.line, key] }, out: [], wakeAt: null };
  if (state.keys.length === 0 && state.line.length > 0 && sinceScan <= HICCUP_MS)
    return hold({ ...state, keys: state.line }, key);
  const gap = key.at - lastAt(state.keys);
  if (gap > LONGEST_PAUSE_MS) return { ...hold(SCANNER_IDLE, key), out: ended(state) };
  const isLetGo = state.held !== "" && gap > SCAN_GAP_MS;
  return { ...hold(isLetGo ? { ...state, held: "" } : state, key), out: isLetGo ? typed(state.held) : [] };
}

function pressEnter(state: ScannerState, at: number): ScannerStep {
  const isOfSuffix = state.keys.length === 0 && at - state.scannedAt <= suffixGapAfter(state.line.length > 0);
  const next = state.line.length > 0 ? [scanOf(state.line, 0)] : [];
  if (isOfSuffix) return { state: { ...state, scannedAt: at, line: [] }, out: next, wakeAt: null };
  const gap = at - lastAt(state.keys);
  // Keys after a pause are the end of the line when they keep its pace or are a code alone.
  const afterPause = state.keys.slice(state.line.length);
  const keepsPace = lastWithin(afterPause, state.lineGapMs).length === afterPause.length;
  const isEndOfLine = state.line.length > 0 && (keepsPace || lengthBeforeEnter(afterPause, gap) > 0);
  const length = isEndOfLine ? state.keys.length : lengthBeforeEnter(state.keys, gap);
  const isOfCode = length > 0 && gap <= STRAY_ENTER_MS;
  const out: ScannerOutput[] = isOfCode ? ended(state, length) : [...ended(state, length), { kind: "enter" }];
  const scanned = { ...SCANNER_IDLE, scannedAt: at, lineGapMs: lineGapAfter(state.keys.slice(-length)) };
  return { state: isOfCode ? scanned : SCANNER_IDLE, out, wakeAt: null };
}

/** Returns the time after a scan in which Enter belongs to the scan, in ms. @param isLine whether a further line came */
export function suffixGapAfter(isLine: boolean): number {
  return isLine ? STRAY_ENTER_MS : HICCUP_MS;
}

/** Half as slow again as the code. */
function lineGapAfter(code: readonly ScannedKey[]): number {
  const pace = (lastAt(code) - (code[0]?.at ?? 0)) / Math.max(1, code.length - 1);
  return Math.min(CODE_GAP_MS, Math.max(SCAN_GAP_MS, 1.5 * pace));
}

/**
 * Whether a key that is a command elsewhere, pressed at `at` (ms), belongs to a code, as the separators of GS1 codes do.
 * @param gapMs so soon after another key it is no command of a person
 */
export function isWithinCode({ keys, scannedAt }: RecentKeys, at: number, gapMs = SLOW_GAP_MS): boolean {
  const gap = at - Math.max(lastAt(keys), scannedAt);
  return gap <= gapMs || (gap <= CODE_GAP_MS && codeLength(keys) > 0);
}

/** What a person types into the focused element: that is no evidence of a scan. */
export type Typed = "text" | "numbers" | "nothing";

/** Returns how many of the keys before an Enter in a field or dialog are a code; 0: a person typed them. */
export function codeLengthInField(keys: readonly ScannedKey[], enterAt: number, takes: Typed): number {
  const gap = enterAt - lastAt(keys);
  if (gap > (takes === "text" ? TEXT_ENTER_MS : STRAY_ENTER_MS)) return 0;
  if (takes === "nothing") return lengthBeforeEnter(keys, gap);
  return Math.max(burstLength(keys, gap), takes === "numbers" ? codeLength(keys, 0) : fastLength(keys));
}

/** No key came until `at` (ms): what is held was typed by a person, unless it is a code that still awaits its Enter. */
export function passTime(state: ScannerState, at: number): ScannerStep {
  if (at - lastAt(state.keys) > STRAY_ENTER_MS) return { state: SCANNER_IDLE, out: ended(state), wakeAt: null };
  const due = dueAt(state);
  if (due === null || at < due) return { state, out: [], wakeAt: due };
  return { state: { ...state, held: "" }, out: typed(state.held), wakeAt: null };
}

function hold({ held, keys, cut, scannedAt, line, lineGapMs }: ScannerState, key: ScannedKey): ScannerStep {
  const isFull = keys.length === MOST_KEYS;
  const kept = { keys: [...keys.slice(isFull ? 1 : 0), key], cut: cut + (isFull ? 1 : 0) };
  const state = { held: held + key.text, ...kept, scannedAt, line, lineGapMs };
  return { state, out: [], wakeAt: dueAt(state) };
}

function dueAt(state: ScannerState): number | null {
  if (codeLength(state.keys) > 0) return lastAt(state.keys) + STRAY_ENTER_MS + 1;
  return state.held === "" ? null : lastAt(state.keys) + SCAN_GAP_MS + 1;
}

function lastAt(keys: readonly ScannedKey[]): number {
  return keys.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
}

/** What came of keys after which no more belongs to them. @param length how many of the last ones are a code */
function ended({ held, keys, cut, line }: ScannerState, length = codeLength(keys)): ScannerOutput[] {
  if (length === 0) return typed(held);
  const whole = Math.min(length === keys.length ? length + cut : length, keys.length + cut - line.length);
  const before = held.slice(0, Math.max(0, held.length - whole));
  return [...typed(before), scanOf(keys.slice(-length), Math.max(0, whole - held.length))];
}

function scanOf(code: readonly ScannedKey[], typed: number): ScannerOutput {
  const [text, us] = [textOf(code), usTextOf(code)];
  return { kind: "scan", text, us: us === text ? undefined : us, typed };
}

function typed(text: string): ScannerOutput[] {
  return text === "" ? [] : [{ kind: "typed", text }];
}

export function textOf(keys: readonly ScannedKey[]): string {
  return keys.map(({ text }) => text).join("");
}

export function usTextOf(keys: readonly ScannedKey[]): string {
  return keys.map(({ us }) => us).join("");
}

/** Whether keys are a barcode, as typed or on a US keyboard. UPC-E counts with a leading zero, which no amount has. */
function isBarcode(keys: readonly ScannedKey[]): boolean {
  const isOne = (text: string) => isGtin(text) || (text.startsWith("0") && upcAOf(text) !== null);
  return isOne(textOf(keys)) || isOne(usTextOf(keys));
}

/** How many of the last keys, with an Enter `gap` ms after them, are a scanner's code; 0: a person typed them. */
function lengthBeforeEnter(keys: readonly ScannedKey[], gap: number): number {
  return Math.max(codeLength(keys), burstLength(keys, gap), lettersLength(keys, gap));
}

/** How many of the last keys are a scanner's code; 0: a person typed them. @param other how many of them are no amount */
function codeLength(keys: readonly ScannedKey[], other = noAmountLength(keys)): number {
  const fast = fastLength(keys);
  if (fast > SHORTEST_GTIN && isBarcode(keys.slice(keys.length - fast))) return fast;
  const gtin = GTIN_LENGTHS.find((length) => isSlowGtin(keys.slice(-length), length)) ?? 0;
  const longer = /\D/.test(textOf(keys.slice(keys.length - other))) ? other : 0;
  // Eight digits are right by chance in one of ten longer codes.
  return gtin > Math.max(fast, SHORTEST_GTIN, longer) ? gtin : Math.max(fast, other, gtin);
}

/** How many of the last keys no person could have typed as fast. */
function fastLength(keys: readonly ScannedKey[]): number {
  const run = keys.reduce((before, { text, at }) => runAfter(before, text, at), NO_RUN);
  if (isOfScanner(run)) return run.text.length;
  const burst = lastWithin(keys, SCAN_GAP_MS).length;
  return burst >= SCAN_LENGTH ? burst : 0;
}

/** Returns how many of the last keys, with an Enter `gap` ms after them, are faster than a person types. */
function burstLength(keys: readonly ScannedKey[], gap: number): number {
  const slow = lastWithin(keys, SLOW_GAP_MS);
  if (pressedCount(slow) >= BURST_LENGTH && gap <= SLOW_GAP_MS) return slow.length;
  const fast = lastWithin(keys, SCAN_GAP_MS);
  if (pressedCount(fast) >= BURST_LENGTH && gap <= SHORT_SUFFIX_GAP_MS) return fast.length;
  const sure = lastWithin(keys, SURE_GAP_MS);
  if (sure.length >= BURST_LENGTH && gap <= STRAY_ENTER_MS) return sure.length;
  const all = lastWithin(keys, LONGEST_PAUSE_MS);
  const longest = SHORT_GAPS_MS[pressedCount(all) - 1] ?? 0;
  return gap <= longest && lastWithin(keys, longest).length === all.length ? all.length : 0;
}

/** Returns how many of the last keys are a code that no person types as an amount. The last may be a slip on the way to Enter. */
function lettersLength(keys: readonly ScannedKey[], gap: number): number {
  const slow = lastWithin(keys, CODE_GAP_MS);
  const isSlip = entryActionOf(slow.at(-1)?.text ?? "") === null;
  const isOther = gap <= CODE_GAP_MS && !ENTRY.test(textOf(isSlip ? slow.slice(0, -1) : slow));
  // After other keys a person may be adding to a sum.
  const isSurrounded = gap <= STRAY_ENTER_MS && slow.length === keys.length && SURROUNDED.test(textOf(slow));
  return slow.length >= 3 && (isOther || isSurrounded) ? slow.length : 0;
}

/** A code for goods, its last digit right, at a scanner's pace but for one pause. */
function isSlowGtin(keys: readonly ScannedKey[], length: number): boolean {
  const pauses = keys.filter(({ at }, index) => index > 0 && at - (keys[index - 1]?.at ?? at) > CODE_GAP_MS);
  return keys.length === length && pauses.length <= 1 && isBarcode(keys);
}

/** How many of the last keys, at a slow scanner's pace, are of no amount: too many digits, or no possible entry. */
function noAmountLength(keys: readonly ScannedKey[]): number {
  const slow = lastWithin(keys, CODE_GAP_MS);
  const isSlip = SLIP.test(slow.at(-1)?.us ?? "");
  const isOther = slow.length >= SCAN_LENGTH && !ENTRY.test(textOf(isSlip ? slow.slice(0, -1) : slow));
  return isOther ? slow.length : (TOO_LONG.exec(textOf(slow))?.[0].length ?? 0);
}

/** The last keys that came no more than `gapMs` after each other. */
function lastWithin(keys: readonly ScannedKey[], gapMs: number): readonly ScannedKey[] {
  const start = keys.findLastIndex(({ at }, index) => at - (keys[index - 1]?.at ?? Number.NEGATIVE_INFINITY) > gapMs);
  return keys.slice(Math.max(0, start));
}
