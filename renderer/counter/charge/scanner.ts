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
/** In a field the Enter of a scan comes this soon: some scanners pause before their suffix. */
export const SUFFIX_GAP_MS = 120;
/** Outside fields an Enter this soon after a code belongs to the code. */
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
/** Shortest code that is recognised by its pace right after other keys. */
const BURST_LENGTH = SHORT_GAPS_MS.length + 1;
/** Longest gap before the Enter of a short code whose characters come within {@link SCAN_GAP_MS}. */
const SHORT_SUFFIX_GAP_MS = 3 * SCAN_GAP_MS;
/** The longest pause within a code whose last digit says that it is whole. */
export const LONGEST_PAUSE_MS = 500;

/** Longer than any amount. */
const TOO_LONG = /\d{9,}$/;

/** By length, the likeliest first: of one that is right no other is, but for zeros in front, and by chance EAN-8. */
const GTIN_LENGTHS = [13, 14, 12, 8];
const SHORTEST_GTIN = 8;

/** As many keys are looked at together. */
const MOST_KEYS = 256;

/** Characters that came one after the other, whether they were held back or let through. */
interface Run {
  text: string;
  /** When its first and its last key went down, by the events' own time stamps, in ms */
  firstAt: number;
  lastAt: number;
}

const NO_RUN: Run = { text: "", firstAt: Number.NEGATIVE_INFINITY, lastAt: Number.NEGATIVE_INFINITY };

/** The run with one more character: another one where a person would have made a pause. */
function runAfter(run: Run, text: string, at: number): Run {
  const gap = at - run.lastAt;
  const goesOn = gap <= SLOW_GAP_MS || (gap <= HICCUP_MS && run.text.length > 2 && paceOf(run) <= SLOW_GAP_MS);
  return goesOn ? { ...run, text: run.text + text, lastAt: at } : { text, firstAt: at, lastAt: at };
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

/** A character, and when its key went down, by the event's own time stamp, in ms. */
export interface ScannedKey {
  text: string;
  /** The same key's character on a US keyboard, which many scanners are set to */
  us: string;
  at: number;
}

export interface ScannerState {
  held: string;
  /** What is held, and what was let through before it, without a pause that no code has */
  keys: readonly ScannedKey[];
  /** When the Enter of a scan came: another one right after it is of its suffix, too (CR and LF) */
  scannedAt: number;
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

export const SCANNER_IDLE: ScannerState = { held: "", keys: [], scannedAt: Number.NEGATIVE_INFINITY };

/** A printable key (one character), or `Enter`, went down at `at` (ms). @param us the key's character on a US keyboard */
export function pressKey(state: ScannerState, text: string, at: number, us = text): ScannerStep {
  return text === "Enter" ? pressEnter(state, at) : pressCharacter(state, { text, us, at });
}

function pressCharacter(state: ScannerState, key: ScannedKey): ScannerStep {
  const gap = key.at - lastAt(state.keys);
  if (gap > LONGEST_PAUSE_MS) return { ...hold(SCANNER_IDLE, key), out: ended(state) };
  const isLetGo = state.held !== "" && gap > SCAN_GAP_MS;
  return { ...hold(isLetGo ? { ...state, held: "" } : state, key), out: isLetGo ? typed(state.held) : [] };
}

function pressEnter(state: ScannerState, at: number): ScannerStep {
  const isOfSuffix = state.keys.length === 0 && at - state.scannedAt <= HICCUP_MS;
  if (isOfSuffix) return { state: { ...SCANNER_IDLE, scannedAt: at }, out: [], wakeAt: null };
  const gap = at - lastAt(state.keys);
  const length = Math.max(codeLength(state.keys), burstLength(state.keys, gap), lettersLength(state.keys, gap));
  const isOfCode = length > 0 && gap <= STRAY_ENTER_MS;
  const out: ScannerOutput[] = isOfCode ? ended(state, length) : [...ended(state, length), { kind: "enter" }];
  return { state: isOfCode ? { ...SCANNER_IDLE, scannedAt: at } : SCANNER_IDLE, out, wakeAt: null };
}

/** Whether a control key, pressed at `at` (ms), belongs to a code, as the separators of GS1 codes do. */
export function isWithinCode(keys: readonly ScannedKey[], at: number): boolean {
  const gap = at - lastAt(keys);
  return gap <= SLOW_GAP_MS || (gap <= CODE_GAP_MS && codeLength(keys) > 0);
}

/** Returns how many of the keys before an Enter in a field are a code; 0: a person typed them. */
export function codeLengthInField(keys: readonly ScannedKey[], enterAt: number): number {
  const gap = enterAt - lastAt(keys);
  return Math.max(gap <= SUFFIX_GAP_MS ? fastLength(keys) : 0, burstLength(keys, gap));
}

/** No key came until `at` (ms): what is held was typed by a person, unless it is a code that still awaits its Enter. */
export function passTime(state: ScannerState, at: number): ScannerStep {
  if (at - lastAt(state.keys) > STRAY_ENTER_MS) return { state: SCANNER_IDLE, out: ended(state), wakeAt: null };
  const due = dueAt(state);
  if (due === null || at < due) return { state, out: [], wakeAt: due };
  return { state: { ...state, held: "" }, out: typed(state.held), wakeAt: null };
}

function hold({ held, keys, scannedAt }: ScannerState, key: ScannedKey): ScannerStep {
  const state = { held: held + key.text, keys: [...keys, key].slice(-MOST_KEYS), scannedAt };
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
function ended({ held, keys }: ScannerState, length = codeLength(keys)): ScannerOutput[] {
  if (length === 0) return typed(held);
  const code = keys.slice(-length);
  const [text, us] = [textOf(code), usTextOf(code)];
  const before = held.slice(0, Math.max(0, held.length - length));
  const scan = { text, us: us === text ? undefined : us, typed: Math.max(0, length - held.length) };
  return [...typed(before), { kind: "scan", ...scan }];
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

/** How many of the last keys are a scanner's code; 0: a person typed them. */
function codeLength(keys: readonly ScannedKey[]): number {
  const fast = fastLength(keys);
  if (isBarcode(keys.slice(keys.length - fast))) return fast;
  const gtin = GTIN_LENGTHS.find((length) => isSlowGtin(keys.slice(-length), length)) ?? 0;
  // Eight digits are right by chance in one of ten longer codes.
  return gtin > Math.max(fast, SHORTEST_GTIN) ? gtin : Math.max(fast, noAmountLength(keys), gtin);
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
  const slow = lastWithin(keys, SLOW_GAP_MS).length;
  if (slow >= BURST_LENGTH && gap <= SLOW_GAP_MS) return slow;
  const fast = lastWithin(keys, SCAN_GAP_MS).length;
  if (fast >= BURST_LENGTH && gap <= SHORT_SUFFIX_GAP_MS) return fast;
  const { length } = lastWithin(keys, LONGEST_PAUSE_MS);
  const longest = SHORT_GAPS_MS[length - 1] ?? 0;
  return gap <= longest && lastWithin(keys, longest).length === length ? length : 0;
}

/** Returns how many of the last keys are a code with a letter or sign. The last may be a slip on the way to Enter. */
function lettersLength(keys: readonly ScannedKey[], gap: number): number {
  const slow = lastWithin(keys, CODE_GAP_MS);
  const isOther = slow.length >= 3 && slow.slice(0, -1).some(({ text }) => entryActionOf(text) === null);
  return isOther && gap <= CODE_GAP_MS ? slow.length : 0;
}

/** A code for goods, its last digit right, at a scanner's pace but for one pause. */
function isSlowGtin(keys: readonly ScannedKey[], length: number): boolean {
  const pauses = keys.filter(({ at }, index) => index > 0 && at - (keys[index - 1]?.at ?? at) > CODE_GAP_MS);
  return keys.length === length && pauses.length <= 1 && isBarcode(keys);
}

/** How many of the last keys, at a slow scanner's pace, are of no amount: too many digits, or another character. */
function noAmountLength(keys: readonly ScannedKey[]): number {
  const slow = lastWithin(keys, CODE_GAP_MS);
  const isOther = slow.length >= SCAN_LENGTH && slow.some(({ text }) => entryActionOf(text) === null);
  return isOther ? slow.length : (TOO_LONG.exec(textOf(slow))?.[0].length ?? 0);
}

/** The last keys that came no more than `gapMs` after each other. */
function lastWithin(keys: readonly ScannedKey[], gapMs: number): readonly ScannedKey[] {
  const start = keys.findLastIndex(({ at }, index) => at - (keys[index - 1]?.at ?? Number.NEGATIVE_INFINITY) > gapMs);
  return keys.slice(Math.max(0, start));
}
