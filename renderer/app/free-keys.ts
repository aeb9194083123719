/** Keys and pasted text outside fields. Keys are delayed until their speed shows that a person typed them. */
import { decimalSeparator } from "../../contract/values/money.ts";
import { type ScanKey, scanKeyOf } from "../counter/charge/scan-keys.ts";
import {
  CODE_GAP_MS,
  isWithinCode,
  PAUSE_IN_CODE_MS,
  passTime,
  pressKey,
  SCANNER_IDLE,
  type ScannerState,
  type ScannerStep,
  SLOW_GAP_MS,
  STRAY_ENTER_MS,
} from "../counter/charge/scanner.ts";
import type { Entry } from "../kit/amount/entry.ts";
import type { Actions, TillStore } from "../store/store.ts";
import type { LastScan } from "./field-scans.ts";

interface TypedKeys {
  isPressed(target: EventTarget | null): boolean;
  type(character: string, isFirst: boolean): void;
  pressEnter(): void;
  command(event: KeyboardEvent): void;
}

/** Pasted text, or text sent as ALT codes. An Enter within `enterMs` belongs to the scanner. */
const NO_TEXT = { text: "", at: Number.NEGATIVE_INFINITY, enterMs: SLOW_GAP_MS };

/** Digits of two ALT codes: no person types two of them and Enter. */
const TWO_ALT_CODES = 4;

function withAltDigit(given: typeof NO_TEXT, { code, timeStamp }: KeyboardEvent): typeof NO_TEXT {
  const text = (timeStamp - given.at > PAUSE_IN_CODE_MS ? "" : given.text) + code.slice("Numpad".length);
  return { text, at: timeStamp, enterMs: text.length < TWO_ALT_CODES ? SLOW_GAP_MS : STRAY_ENTER_MS };
}

const ENTER: ScanKey = { text: "Enter", us: "Enter", isControl: false };

/** Some scanners end a code with Tab. */
function isTabOfCode({ key, timeStamp }: KeyboardEvent, state: ScannerState): boolean {
  return key === "Tab" && pressKey(state, ENTER.text, timeStamp).out.every(({ kind }) => kind !== "enter");
}

/**
 * Separates scans from typed text.
 * @param last shared with the fields
 */
export function freeKeys(store: TillStore, actions: Actions, keys: TypedKeys, last: LastScan) {
  let state = SCANNER_IDLE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingText = NO_TEXT;
  const passedEntries = typedEntries(store, actions, keys);
  const take = (step: ScannerStep) => {
    const isFirst = state.held.length === state.keys.length;
    state = step.state;
    [last.at, last.isLine] = [Math.max(last.at, state.scannedAt), state.line.length > 0];
    clearTimeout(timer);
    if (step.wakeAt !== null) timer = setTimeout(onTimer, Math.max(0, step.wakeAt - performance.now()));
    for (const output of step.out) {
      if (output.kind === "typed") passedEntries.type(output.text, isFirst);
      else if (output.kind === "scan") passedEntries.takeScan(output, output.typed);
      else keys.pressEnter();
    }
    passedEntries.keepLast(state.keys.length);
  };
  // After a delay the timer fires before the queued key events: handle those first.
  const onTimer = () => {
    timer = setTimeout(() => take(passTime(state, performance.now())));
  };
  const endRun = () => take(passTime(state, Number.POSITIVE_INFINITY));
  const takePasted = (at: number) => {
    passedEntries.takeScan(pendingText, 1);
    [pendingText, last.at] = [NO_TEXT, at];
  };
  const command = (event: KeyboardEvent) => {
    endRun();
    if (event.altKey && /^Numpad\d$/.test(event.code)) pendingText = withAltDigit(pendingText, event);
    keys.command(event);
  };
  const press = (event: KeyboardEvent) => {
    if (state.keys.length === 0) state = { ...state, scannedAt: last.at };
    const key = isTabOfCode(event, state) ? ENTER : scanKeyOf(event);
    if (key === null || (key.isControl && !isWithinCode(state, event.timeStamp))) return command(event);
    const { text } = key;
    // Space presses the focused element; no code starts with a space.
    if (text === " " && !isWithinCode(state, event.timeStamp, CODE_GAP_MS) && keys.isPressed(event.target)) return;
    const step = pressKey(state, text, event.timeStamp, key.us);
    const isEnter = text === "Enter" && step.out.some(({ kind }) => kind === "enter");
    if (isEnter && keys.isPressed(event.target))
      return take({ ...step, out: step.out.filter(({ kind }) => kind !== "enter") });
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isEnter && state.keys.length === 0 && event.timeStamp - pendingText.at <= pendingText.enterMs)
      return takePasted(event.timeStamp);
    if (!event.repeat) return take(step);
    // Scanners do not repeat keys.
    endRun();
    if (text !== "Enter") keys.type(text, false);
  };
  const paste = (text: string, at: number) => {
    endRun();
    pendingText = { ...NO_TEXT, text: text.trim(), at };
    const decimal = decimalSeparator(store.getState().terminal?.locale ?? "en");
    passedEntries.remember(() => actions.enter({ type: "paste", text, decimal }));
  };
  return { press, paste };
}

/** Remembers the entries before the last characters, to undo those of a scan. */
function typedEntries(store: TillStore, actions: Actions, keys: TypedKeys) {
  const entry = () => store.getState().draft.entry;
  let steps: { before: Entry; after: Entry }[] = [];
  const remember = (type: () => void) => {
    const before = entry();
    type();
    steps.push({ before, after: entry() });
  };
  return {
    remember,
    type(text: string, isFirst: boolean) {
      for (const [index, character] of [...text].entries())
        remember(() => keys.type(character, isFirst && index === 0));
    },
    /**
     * Handles a scan and undoes its characters. Stops where the amount changed otherwise, such as a new sale or user.
     */
    takeScan({ text, us }: { text: string; us?: string | undefined }, count: number) {
      let restored = entry();
      for (const { before, after } of steps.slice(Math.max(0, steps.length - count)).reverse()) {
        if (after !== restored) break;
        restored = before;
      }
      if (restored !== entry()) actions.restoreEntry(restored);
      void actions.scanned(text, us);
    },
    keepLast(count: number) {
      steps = steps.slice(Math.max(0, steps.length - count));
    },
  };
}
