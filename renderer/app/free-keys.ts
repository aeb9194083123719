/** Keys and pasted text outside fields. Keys are held back until their pace shows that a person typed them. */
import { decimalSeparator } from "../../contract/money.ts";
import { scanKeyOf } from "../counter/charge/scan-keys.ts";
import {
  isWithinCode,
  passTime,
  pressKey,
  SCANNER_IDLE,
  type ScannerStep,
  SLOW_GAP_MS,
} from "../counter/charge/scanner.ts";
import type { Entry } from "../kit/amount/entry.ts";
import type { Actions } from "../store/store.tsx";
import type { TillStore } from "../store/till-store.ts";

/** Actions of the keys that a person types. */
interface TypedKeys {
  /** Whether Enter and the space bar press the focused element */
  isPressed(target: EventTarget | null): boolean;
  /** @param isFirst whether no other character came in the half second before */
  type(character: string, isFirst: boolean): void;
  pressEnter(): void;
  /** Handles a key that is not part of a code */
  command(event: KeyboardEvent): void;
}

/** Text that was pasted, or sent as ALT codes. An Enter right after it is a scanner's: no person is as fast. */
const NO_TEXT = { text: "", at: Number.NEGATIVE_INFINITY };

/** Tells scans from typed text, and passes both on. */
export function freeKeys(store: TillStore, actions: Actions, keys: TypedKeys) {
  let state = SCANNER_IDLE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let given = NO_TEXT;
  const letThrough = typedEntries(store, actions, keys);
  const take = (step: ScannerStep) => {
    const isFirst = state.held.length === state.keys.length;
    state = step.state;
    clearTimeout(timer);
    if (step.wakeAt !== null) timer = setTimeout(wake, Math.max(0, step.wakeAt - performance.now()));
    for (const output of step.out) {
      if (output.kind === "typed") letThrough.type(output.text, isFirst);
      else if (output.kind === "scan") letThrough.takeScan(output, output.typed);
      else keys.pressEnter();
    }
    letThrough.forgetAllBut(state.keys.length);
  };
  // A window that was busy hears its timer before the keys that were pressed meanwhile: those go first.
  const wake = () => {
    timer = setTimeout(() => take(passTime(state, performance.now())));
  };
  const endRun = () => take(passTime(state, Number.POSITIVE_INFINITY));
  const takeGiven = (at: number) => {
    letThrough.takeScan(given, 1);
    given = NO_TEXT;
    state = { ...SCANNER_IDLE, scannedAt: at };
  };
  const command = (event: KeyboardEvent) => {
    endRun();
    const [, digit] = (event.altKey && /^Numpad(\d)$/.exec(event.code)) || [];
    if (digit)
      given = { text: (event.timeStamp - given.at > SLOW_GAP_MS ? "" : given.text) + digit, at: event.timeStamp };
    keys.command(event);
  };
  const press = (event: KeyboardEvent) => {
    const key = scanKeyOf(event);
    if (key === null || (key.isControl && !isWithinCode(state.keys, event.timeStamp))) return command(event);
    const { text } = key;
    // The space bar presses what has the focus; no code begins with a space.
    if (text === " " && state.held === "" && keys.isPressed(event.target)) return;
    const step = pressKey(state, text, event.timeStamp, key.us);
    const isEnter = text === "Enter" && step.out.some(({ kind }) => kind === "enter");
    if (isEnter && keys.isPressed(event.target))
      return take({ ...step, out: step.out.filter(({ kind }) => kind !== "enter") });
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isEnter && event.timeStamp - given.at <= SLOW_GAP_MS) return takeGiven(event.timeStamp);
    if (!event.repeat) return take(step);
    // Scanners do not hold keys down.
    endRun();
    if (text !== "Enter") keys.type(text, false);
  };
  const paste = (text: string, at: number) => {
    endRun();
    given = { text: text.trim(), at };
    const decimal = decimalSeparator(store.getState().terminal?.locale ?? "en");
    letThrough.remember(() => actions.enter({ type: "paste", text, decimal }));
  };
  return { press, paste };
}

/** Remembers the effect of the last characters on the amount, to undo it where a scanner sent them. */
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
     * Passes on a scan, and undoes the effect of its characters. Stops where the amount changed in between, as in a sale
     * that started since, or one of another person.
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
    forgetAllBut(count: number) {
      steps = steps.slice(Math.max(0, steps.length - count));
    },
  };
}
