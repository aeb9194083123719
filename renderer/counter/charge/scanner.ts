/**
 * Tells a barcode scanner from a person. A scanner types like a keyboard and ends a code with Enter. Keys are held
 * until they are known to be typed, so that a fast scan shows no digits. Keys of a slow scanner may pass; they are
 * recognised at the Enter or a second later, and undone. An Enter of a scan never charges. For codes shorter than
 * {@link SCAN_LENGTH}, speed is the only evidence.
 *
 * Pure: takes keys and time, returns outputs. The binding owns the timer.
 */
import { expandUpcE, isGtin } from "../../../contract/catalogue/barcodes.ts";
import { entryActionOf } from "../../kit/amount/keys.ts";

/** No person types {@link SCAN_LENGTH} keys with gaps this short. */
export const SCAN_GAP_MS = 30;
export const SCAN_LENGTH = 6;
/** Longest gap before a scan's Enter in a text field, where programs type, too. */
const TEXT_ENTER_MS = 120;
/** Elsewhere, an Enter this soon after a code belongs to it: some scanners pause before the suffix. */
export const STRAY_ENTER_MS = 1000;
/** No person keeps these gaps over {@link SLOW_SCAN_LENGTH} characters. */
export const SLOW_GAP_MS = 50;
export const SLOW_SCAN_LENGTH = 8;
/** The longest single pause in a code. */
export const PAUSE_IN_CODE_MS = 300;
/** Longest gap in a code that cannot be an amount: the slowest scanners need 100 ms per character. */
export const CODE_GAP_MS = 110;
/**
 * Longest gaps (Enter included) of codes with one, two and three characters and nothing before. A person can press two
 * keys within 20 ms, but not repeatedly.
 */
const SHORT_GAPS_MS: readonly number[] = [15, SCAN_GAP_MS, SLOW_GAP_MS];
/** No person presses two keys this fast. */
const SURE_GAP_MS = 15;
/** Shortest code recognised by speed right after other keys. */
const BURST_LENGTH = SHORT_GAPS_MS.length + 1;
/** Gap between the characters of a `00` or `000` key. */
const REPEAT_GAP_MS = 10;
/** Longest gap before the Enter of a short code with gaps within {@link SCAN_GAP_MS}. */
const SHORT_SUFFIX_GAP_MS = 3 * SCAN_GAP_MS;
/** The longest pause in a code with a valid check digit. */
export const LONGEST_PAUSE_MS = 500;

const TOO_LONG = /\d{9,}$/;
/** Input that a person may type: amounts, sums and quantities of up to three digits. */
const ENTRY = /^(?:\d*(?:[.,]+\d*)?|[*×xX]+\d{0,3})(?:\++\d*(?:[.,]+\d*)?|[*×xX]+\d{0,3})*$/;
/** The same character at both ends, like the stars of Code 39. */
const SURROUNDED = /^([+*×xX]).*\1$/;
/** Keys next to Enter on a US keyboard. */
const SLIP = /^[;'[\]\\]$/;

/** GTIN lengths by likelihood. A valid code has one length, apart from leading zeros and chance matches of EAN-8. */
const GTIN_LENGTHS = [13, 14, 12, 8];
const SHORTEST_GTIN = 8;

const MOST_KEYS = 512;

interface Run {
  text: string;
  /** Keys that a person would press for it */
  pressed: number;
  /** Times of the first and last key in ms (event time stamps) */
  firstAt: number;
  lastAt: number;
}

const NO_RUN: Run = { text: "", pressed: 0, firstAt: Number.NEGATIVE_INFINITY, lastAt: Number.NEGATIVE_INFINITY };

function runAfter(run: Run, text: string, at: number): Run {
  const gap = at - run.lastAt;
  const continuesRun = gap <= SLOW_GAP_MS || (gap <= PAUSE_IN_CODE_MS && run.pressed > 2 && paceOf(run) <= SLOW_GAP_MS);
  const isRepeat = gap <= REPEAT_GAP_MS && run.text.endsWith(text);
  return continuesRun
    ? { ...run, text: run.text + text, pressed: run.pressed + (isRepeat ? 0 : 1), lastAt: at }
    : { text, pressed: 1, firstAt: at, lastAt: at };
}

function isOfScanner(run: Run): boolean {
  const { length } = run.text;
  return paceOf(run) <= (length >= SLOW_SCAN_LENGTH ? SLOW_GAP_MS : SCAN_GAP_MS) && length >= SCAN_LENGTH;
}

/** The mean gap in ms. */
function paceOf({ text, firstAt, lastAt }: Run): number {
  return (lastAt - firstAt) / Math.max(1, text.length - 1);
}

/** Counts key presses; the zeros of a `000` key are one press. */
function pressedCount(keys: readonly ScannedKey[]): number {
  const isRepeat = ({ text, at }: ScannedKey, next?: ScannedKey) =>
    next?.text === text && next.at - at <= REPEAT_GAP_MS;
  return keys.filter((key, index) => !isRepeat(key, keys[index + 1])).length;
}

/** A character and the time of its key in ms (event time stamp). */
export interface ScannedKey {
  text: string;
  /** The key's character on a US keyboard, which many scanners use */
  us: string;
  at: number;
}

interface RecentKeys {
  /** The keys held, and those passed on before them without a pause */
  keys: readonly ScannedKey[];
  /** Time of the last scan's Enter, or of the last key that followed it directly */
  scannedAt: number;
}

export interface ScannerState extends RecentKeys {
  held: string;
  /** Number of keys of a long code before `keys` */
  cut: number;
  /**
   * Keys right after a scan's Enter: a further line or another code. They are never typed. After a pause, `keys` starts
   * with them.
   */
  line: readonly ScannedKey[];
  /** The line's longest gap in ms, including the one after Enter */
  lineGapMs: number;
}

/**
 * Of a scan, `typed` counts the characters passed on earlier, which must be undone. `us` is the text on a US keyboard
 * if it differs.
 */
export type ScannerOutput =
  | { kind: "typed"; text: string }
  | { kind: "enter" }
  | { kind: "scan"; text: string; us?: string | undefined; typed: number };

export interface ScannerStep {
  state: ScannerState;
  out: ScannerOutput[];
  /** When to call {@link passTime} if no key comes; null: not needed */
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

/**
 * Handles a printable key or `Enter` at `at` (ms).
 * @param us its character on a US keyboard
 */
export function pressKey(state: ScannerState, text: string, at: number, us = text): ScannerStep {
  return text === "Enter" ? pressEnter(state, at) : pressCharacter(state, { text, us, at });
}

function pressCharacter(state: ScannerState, key: ScannedKey): ScannerStep {
  const sinceScan = key.at - state.scannedAt;
  if (state.keys.length === 0 && sinceScan >= 0 && sinceScan <= state.lineGapMs)
    return { state: { ...state, scannedAt: key.at, line: [...state.line, key] }, out: [], wakeAt: null };
  if (state.keys.length === 0 && state.line.length > 0 && sinceScan <= PAUSE_IN_CODE_MS)
    return hold({ ...state, keys: state.line }, key);
  const gap = key.at - lastAt(state.keys);
  if (gap > LONGEST_PAUSE_MS) return { ...hold(SCANNER_IDLE, key), out: ended(state) };
  const isTyped = state.held !== "" && gap > SCAN_GAP_MS;
  return { ...hold(isTyped ? { ...state, held: "" } : state, key), out: isTyped ? typed(state.held) : [] };
}

function pressEnter(state: ScannerState, at: number): ScannerStep {
  const isOfSuffix = state.keys.length === 0 && at - state.scannedAt <= suffixGapAfter(state.line.length > 0);
  const next = state.line.length > 0 ? [scanOf(state.line, 0)] : [];
  if (isOfSuffix) return { state: { ...state, scannedAt: at, line: [] }, out: next, wakeAt: null };
  const gap = at - lastAt(state.keys);
  // Keys after a pause continue the line when they keep its speed or are a code of their own.
  const afterPause = state.keys.slice(state.line.length);
  const keepsPace = lastWithin(afterPause, state.lineGapMs).length === afterPause.length;
  const isEndOfLine = state.line.length > 0 && (keepsPace || lengthBeforeEnter(afterPause, gap) > 0);
  const length = isEndOfLine ? state.keys.length : lengthBeforeEnter(state.keys, gap);
  const isOfCode = length > 0 && gap <= STRAY_ENTER_MS;
  const out: ScannerOutput[] = isOfCode ? ended(state, length) : [...ended(state, length), { kind: "enter" }];
  const scanned = { ...SCANNER_IDLE, scannedAt: at, lineGapMs: lineGapAfter(state.keys.slice(-length)) };
  return { state: isOfCode ? scanned : SCANNER_IDLE, out, wakeAt: null };
}

/**
 * Returns the time after a scan in which an Enter belongs to it, in ms.
 * @param isLine whether a further line followed
 */
export function suffixGapAfter(isLine: boolean): number {
  return isLine ? STRAY_ENTER_MS : PAUSE_IN_CODE_MS;
}

/** One and a half times the gap of the code. */
function lineGapAfter(code: readonly ScannedKey[]): number {
  const pace = (lastAt(code) - (code[0]?.at ?? 0)) / Math.max(1, code.length - 1);
  return Math.min(CODE_GAP_MS, Math.max(SCAN_GAP_MS, 1.5 * pace));
}

/**
 * True when a shortcut key at `at` (ms) is part of a code, such as a GS1 separator.
 * @param gapMs longest gap after another key
 */
export function isWithinCode({ keys, scannedAt }: RecentKeys, at: number, gapMs = SLOW_GAP_MS): boolean {
  const gap = at - Math.max(lastAt(keys), scannedAt);
  return gap <= gapMs || (gap <= CODE_GAP_MS && codeLength(keys) > 0);
}

/** What a person types into the focused element, which is no evidence of a scan. */
export type Typed = "text" | "numbers" | "nothing";

/** Returns how many keys before an Enter in a field or dialog are a code; 0: none. */
export function codeLengthInField(keys: readonly ScannedKey[], enterAt: number, takes: Typed): number {
  const gap = enterAt - lastAt(keys);
  if (gap > (takes === "text" ? TEXT_ENTER_MS : STRAY_ENTER_MS)) return 0;
  if (takes === "nothing") return lengthBeforeEnter(keys, gap);
  return Math.max(burstLength(keys, gap), takes === "numbers" ? codeLength(keys, 0) : fastLength(keys));
}

/** Handles the absence of keys until `at` (ms): held keys were typed, unless they are a code that awaits its Enter. */
export function passTime(state: ScannerState, at: number): ScannerStep {
  if (at - lastAt(state.keys) > STRAY_ENTER_MS) return { state: SCANNER_IDLE, out: ended(state), wakeAt: null };
  const due = dueAt(state);
  if (due === null || at < due) return { state, out: [], wakeAt: due };
  return { state: { ...state, held: "" }, out: typed(state.held), wakeAt: null };
}

function hold({ held, keys, cut, scannedAt, line, lineGapMs }: ScannerState, key: ScannedKey): ScannerStep {
  const isFull = keys.length === MOST_KEYS;
  const nextKeys = { keys: [...keys.slice(isFull ? 1 : 0), key], cut: cut + (isFull ? 1 : 0) };
  const state = { held: held + key.text, ...nextKeys, scannedAt, line, lineGapMs };
  return { state, out: [], wakeAt: dueAt(state) };
}

function dueAt(state: ScannerState): number | null {
  if (codeLength(state.keys) > 0) return lastAt(state.keys) + STRAY_ENTER_MS + 1;
  return state.held === "" ? null : lastAt(state.keys) + SCAN_GAP_MS + 1;
}

function lastAt(keys: readonly ScannedKey[]): number {
  return keys.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
}

/**
 * Returns the outputs of completed keys.
 * @param length number of trailing keys that are a code
 */
function ended({ held, keys, cut, line }: ScannerState, length = codeLength(keys)): ScannerOutput[] {
  if (length === 0) return typed(held);
  const codeKeyCount = Math.min(length === keys.length ? length + cut : length, keys.length + cut - line.length);
  const typedBefore = held.slice(0, Math.max(0, held.length - codeKeyCount));
  return [...typed(typedBefore), scanOf(keys.slice(-length), Math.max(0, codeKeyCount - held.length))];
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

/** True for a barcode, as typed or on a US keyboard. UPC-E needs a leading zero, which no amount has. */
function isBarcode(keys: readonly ScannedKey[]): boolean {
  const isBarcodeText = (text: string) => isGtin(text) || (text.startsWith("0") && expandUpcE(text) !== null);
  return isBarcodeText(textOf(keys)) || isBarcodeText(usTextOf(keys));
}

/** Returns how many trailing keys, followed by Enter after `gap` ms, are a code; 0: none. */
function lengthBeforeEnter(keys: readonly ScannedKey[], gap: number): number {
  return Math.max(codeLength(keys), burstLength(keys, gap), lettersLength(keys, gap));
}

/**
 * Returns how many trailing keys are a code; 0: none.
 * @param other how many cannot be an amount
 */
function codeLength(keys: readonly ScannedKey[], other = noAmountLength(keys)): number {
  const fast = fastLength(keys);
  if (fast > SHORTEST_GTIN && isBarcode(keys.slice(keys.length - fast))) return fast;
  const gtin = GTIN_LENGTHS.find((length) => isSlowGtin(keys.slice(-length), length)) ?? 0;
  const longer = /\D/.test(textOf(keys.slice(keys.length - other))) ? other : 0;
  // One in ten longer codes ends in a valid EAN-8 by chance.
  return gtin > Math.max(fast, SHORTEST_GTIN, longer) ? gtin : Math.max(fast, other, gtin);
}

/** Returns how many trailing keys are too fast for a person. */
function fastLength(keys: readonly ScannedKey[]): number {
  const run = keys.reduce((before, { text, at }) => runAfter(before, text, at), NO_RUN);
  if (isOfScanner(run)) return run.text.length;
  const fastKeyCount = lastWithin(keys, SCAN_GAP_MS).length;
  return fastKeyCount >= SCAN_LENGTH ? fastKeyCount : 0;
}

/** Returns how many trailing keys, followed by Enter after `gap` ms, are too fast for a person. */
function burstLength(keys: readonly ScannedKey[], gap: number): number {
  const slowKeys = lastWithin(keys, SLOW_GAP_MS);
  if (pressedCount(slowKeys) >= BURST_LENGTH && gap <= SLOW_GAP_MS) return slowKeys.length;
  const fast = lastWithin(keys, SCAN_GAP_MS);
  if (pressedCount(fast) >= BURST_LENGTH && gap <= SHORT_SUFFIX_GAP_MS) return fast.length;
  const certainKeys = lastWithin(keys, SURE_GAP_MS);
  if (certainKeys.length >= BURST_LENGTH && gap <= STRAY_ENTER_MS) return certainKeys.length;
  const unbrokenKeys = lastWithin(keys, LONGEST_PAUSE_MS);
  const longest = SHORT_GAPS_MS[pressedCount(unbrokenKeys) - 1] ?? 0;
  return gap <= longest && lastWithin(keys, longest).length === unbrokenKeys.length ? unbrokenKeys.length : 0;
}

/** Returns how many trailing keys are a code that cannot be an amount. The last one may be a slip next to Enter. */
function lettersLength(keys: readonly ScannedKey[], gap: number): number {
  const slowKeys = lastWithin(keys, CODE_GAP_MS);
  const isSlip = entryActionOf(slowKeys.at(-1)?.text ?? "") === null;
  const isNotAnAmount = gap <= CODE_GAP_MS && !ENTRY.test(textOf(isSlip ? slowKeys.slice(0, -1) : slowKeys));
  // After other keys a person may be adding to a sum.
  const isSurrounded = gap <= STRAY_ENTER_MS && slowKeys.length === keys.length && SURROUNDED.test(textOf(slowKeys));
  return slowKeys.length >= 3 && (isNotAnAmount || isSurrounded) ? slowKeys.length : 0;
}

/** True for a valid GTIN at scanner speed with one pause. */
function isSlowGtin(keys: readonly ScannedKey[], length: number): boolean {
  const pauses = keys.filter(({ at }, index) => index > 0 && at - (keys[index - 1]?.at ?? at) > CODE_GAP_MS);
  return keys.length === length && pauses.length <= 1 && isBarcode(keys);
}

/** Returns how many trailing keys, at slow scanner speed, cannot be an amount. */
function noAmountLength(keys: readonly ScannedKey[]): number {
  const slowKeys = lastWithin(keys, CODE_GAP_MS);
  const isSlip = SLIP.test(slowKeys.at(-1)?.us ?? "");
  const isNotAnAmount =
    slowKeys.length >= SCAN_LENGTH && !ENTRY.test(textOf(isSlip ? slowKeys.slice(0, -1) : slowKeys));
  return isNotAnAmount ? slowKeys.length : (TOO_LONG.exec(textOf(slowKeys))?.[0].length ?? 0);
}

/** Returns the trailing keys with gaps of at most `gapMs`. */
function lastWithin(keys: readonly ScannedKey[], gapMs: number): readonly ScannedKey[] {
  const start = keys.findLastIndex(({ at }, index) => at - (keys[index - 1]?.at ?? Number.NEGATIVE_INFINITY) > gapMs);
  return keys.slice(Math.max(0, start));
}
