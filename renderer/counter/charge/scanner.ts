/**
 * Tells a barcode scanner from a person. A scanner types like a keyboard, and ends a code by Enter. Until a key is known
 * to be a person's, it is held back, so that no digit of a fast scan is shown. A slow scanner, or a window that was busy,
 * lets some of them through: by their pace and by what they are, they are known at the Enter or after a second without
 * one, and taken back. No Enter of a scan ever charges anyone.
 *
 * Pure: keys and the passing of time go in, what came of them comes out. The binding owns the timer.
 */
import { isGtin } from "../../../contract/barcodes.ts";
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
export interface Run {
  text: string;
  /** When its first and its last key went down, by the events' own time stamps, in ms */
  firstAt: number;
  lastAt: number;
}

export const NO_RUN: Run = { text: "", firstAt: Number.NEGATIVE_INFINITY, lastAt: Number.NEGATIVE_INFINITY };

/** The run with one more character: another one where a person would have made a pause. */
export function runAfter(run: Run, text: string, at: number): Run {
  const gap = at - run.lastAt;
  const goesOn = gap <= SLOW_GAP_MS || (gap <= HICCUP_MS && run.text.length > 2 && paceOf(run) <= SLOW_GAP_MS);
  return goesOn ? { ...run, text: run.text + text, lastAt: at } : { text, firstAt: at, lastAt: at };
}

/** Whether no person could have typed it. */
export function isOfScanner(run: Run): boolean {
  const { length } = run.text;
  return paceOf(run) <= (length >= SLOW_SCAN_LENGTH ? SLOW_GAP_MS : SCAN_GAP_MS) && length >= SCAN_LENGTH;
}

/** The mean gap in ms. */
function paceOf({ text, firstAt, lastAt }: Run): number {
  return (lastAt - firstAt) / Math.max(1, text.length - 1);
}

/** A character, and when its key went down, by the event's own time stamp, in ms. */
interface Key {
  text: string;
  at: number;
}

export interface ScannerState {
  held: string;
  /** What is held, and what was let through before it, without a pause that no code has */
  keys: readonly Key[];
  /** When the Enter of a scan came: another one right after it is of its suffix, too (CR and LF) */
  scannedAt: number;
}

/** Of a scan, `typed` says how many of its characters were let through before it was known: they are to be taken back. */
export type ScannerOutput =
  | { kind: "typed"; text: string }
  | { kind: "enter" }
  | { kind: "scan"; text: string; typed: number };

export interface ScannerStep {
  state: ScannerState;
  out: ScannerOutput[];
  /** When to call {@link passTime} if no further key comes; null when nothing is waited for */
  wakeAt: number | null;
}

export const SCANNER_IDLE: ScannerState = { held: "", keys: [], scannedAt: Number.NEGATIVE_INFINITY };

/** A printable key (one character), or `Enter`, went down at `at` (ms). */
export function pressKey(state: ScannerState, text: string, at: number): ScannerStep {
  return text === "Enter" ? pressEnter(state, at) : pressCharacter(state, text, at);
}

function pressCharacter(state: ScannerState, text: string, at: number): ScannerStep {
  const gap = at - lastAt(state);
  if (gap > LONGEST_PAUSE_MS) return { ...hold(SCANNER_IDLE, text, at), out: ended(state) };
  const isLetGo = state.held !== "" && gap > SCAN_GAP_MS;
  return { ...hold(isLetGo ? { ...state, held: "" } : state, text, at), out: isLetGo ? typed(state.held) : [] };
}

function pressEnter(state: ScannerState, at: number): ScannerStep {
  const isOfSuffix = state.keys.length === 0 && at - state.scannedAt <= HICCUP_MS;
  if (isOfSuffix) return { state: { ...SCANNER_IDLE, scannedAt: at }, out: [], wakeAt: null };
  const isOfCode = codeLength(state.keys) > 0 && at - lastAt(state) <= STRAY_ENTER_MS;
  const out: ScannerOutput[] = isOfCode ? ended(state) : [...ended(state), { kind: "enter" }];
  return { state: isOfCode ? { ...SCANNER_IDLE, scannedAt: at } : SCANNER_IDLE, out, wakeAt: null };
}

/** No key came until `at` (ms): what is held was typed by a person, unless it is a code that still awaits its Enter. */
export function passTime(state: ScannerState, at: number): ScannerStep {
  if (at - lastAt(state) > STRAY_ENTER_MS) return { state: SCANNER_IDLE, out: ended(state), wakeAt: null };
  const due = dueAt(state);
  if (due === null || at < due) return { state, out: [], wakeAt: due };
  return { state: { ...state, held: "" }, out: typed(state.held), wakeAt: null };
}

function hold({ held, keys, scannedAt }: ScannerState, text: string, at: number): ScannerStep {
  const state = { held: held + text, keys: [...keys, { text, at }].slice(-MOST_KEYS), scannedAt };
  return { state, out: [], wakeAt: dueAt(state) };
}

function dueAt(state: ScannerState): number | null {
  if (codeLength(state.keys) > 0) return lastAt(state) + STRAY_ENTER_MS + 1;
  return state.held === "" ? null : lastAt(state) + SCAN_GAP_MS + 1;
}

function lastAt({ keys }: ScannerState): number {
  return keys.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
}

/** What came of keys after which no more belongs to them. */
function ended({ held, keys }: ScannerState): ScannerOutput[] {
  const length = codeLength(keys);
  if (length === 0) return typed(held);
  const text = textOf(keys.slice(-length));
  const before = held.slice(0, Math.max(0, held.length - length));
  return [...typed(before), { kind: "scan", text, typed: Math.max(0, length - held.length) }];
}

function typed(text: string): ScannerOutput[] {
  return text === "" ? [] : [{ kind: "typed", text }];
}

function textOf(keys: readonly Key[]): string {
  return keys.map(({ text }) => text).join("");
}

/** How many of the last keys are a scanner's code; 0: a person typed them. */
function codeLength(keys: readonly Key[]): number {
  const fast = fastLength(keys);
  if (isGtin(textOf(keys.slice(keys.length - fast)))) return fast;
  const gtin = GTIN_LENGTHS.find((length) => isSlowGtin(keys.slice(-length), length)) ?? 0;
  // Eight digits are right by chance in one of ten longer codes.
  return gtin > Math.max(fast, SHORTEST_GTIN) ? gtin : Math.max(fast, noAmountLength(keys), gtin);
}

/** How many of the last keys no person could have typed as fast. */
function fastLength(keys: readonly Key[]): number {
  const run = keys.reduce((before, { text, at }) => runAfter(before, text, at), NO_RUN);
  if (isOfScanner(run)) return run.text.length;
  const burst = lastWithin(keys, SCAN_GAP_MS).length;
  return burst >= SCAN_LENGTH ? burst : 0;
}

/** A code for goods, its last digit right, at a scanner's pace but for one pause. */
function isSlowGtin(keys: readonly Key[], length: number): boolean {
  const pauses = keys.filter(({ at }, index) => index > 0 && at - (keys[index - 1]?.at ?? at) > CODE_GAP_MS);
  return keys.length === length && pauses.length <= 1 && isGtin(textOf(keys));
}

/** How many of the last keys, at a slow scanner's pace, are of no amount: too many digits, or another character. */
function noAmountLength(keys: readonly Key[]): number {
  const slow = lastWithin(keys, CODE_GAP_MS);
  const isOther = slow.length >= SCAN_LENGTH && slow.some(({ text }) => entryActionOf(text) === null);
  return isOther ? slow.length : (TOO_LONG.exec(textOf(slow))?.[0].length ?? 0);
}

/** The last keys that came no more than `gapMs` after each other. */
function lastWithin(keys: readonly Key[], gapMs: number): readonly Key[] {
  const start = keys.findLastIndex(({ at }, index) => at - (keys[index - 1]?.at ?? Number.NEGATIVE_INFINITY) > gapMs);
  return keys.slice(Math.max(0, start));
}
