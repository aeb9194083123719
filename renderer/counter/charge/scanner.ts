/**
 * Tells a barcode scanner from a person. A scanner types like a keyboard: six or more characters at 30 ms or less
 * each, ended by Enter. Until a key is known to be a person's, it is held back, so that no digit of a scan is ever
 * shown and no Enter of a scan ever charges anyone.
 *
 * Pure: keys and the passing of time go in, what came of them comes out. The binding owns the timer.
 */
export const SCAN_GAP_MS = 30;
export const SCAN_LENGTH = 6;
/** A burst that no person could type waits longer for its Enter: some scanners pause before their suffix. */
export const SUFFIX_GAP_MS = 120;
/** An Enter this soon after a burst without one belongs to the burst, and charges nobody. */
export const STRAY_ENTER_MS = 500;

export interface ScannerState {
  held: string;
  /** When the last held key went down, by the event's own time stamp, in ms */
  lastAt: number;
  /** Until when an Enter is a late suffix */
  deafToEnterUntil: number;
}

export type ScannerOutput = { kind: "typed"; text: string } | { kind: "enter" } | { kind: "scan"; text: string };

export interface ScannerStep {
  state: ScannerState;
  out: ScannerOutput[];
  /** When to call {@link passTime} if no further key comes; null when nothing is held */
  wakeAt: number | null;
}

export const SCANNER_IDLE: ScannerState = {
  held: "",
  lastAt: Number.NEGATIVE_INFINITY,
  deafToEnterUntil: Number.NEGATIVE_INFINITY,
};

/** A printable key (one character), or `Enter`, went down at `at` (ms). */
export function pressKey(state: ScannerState, text: string, at: number): ScannerStep {
  return text === "Enter" ? pressEnter(state, at) : pressCharacter(state, text, at);
}

function pressCharacter(state: ScannerState, text: string, at: number): ScannerStep {
  if (state.held !== "" && at - state.lastAt > SCAN_GAP_MS) {
    const letGo = release(state, at);
    return { ...hold(letGo.state, text, at), out: letGo.out };
  }
  return hold(state, text, at);
}

function pressEnter(state: ScannerState, at: number): ScannerStep {
  const isBurst = state.held.length >= SCAN_LENGTH;
  if (isBurst && at - state.lastAt <= SUFFIX_GAP_MS) {
    return { state: SCANNER_IDLE, out: [{ kind: "scan", text: state.held }], wakeAt: null };
  }
  const { state: after, out } = release(state, at);
  if (at < after.deafToEnterUntil) return { state: SCANNER_IDLE, out, wakeAt: null };
  return { state: after, out: [...out, { kind: "enter" }], wakeAt: null };
}

/** No key came until `at` (ms): what is held was typed by a person, unless it is still a burst awaiting its Enter. */
export function passTime(state: ScannerState, at: number): ScannerStep {
  if (state.held === "") return { state, out: [], wakeAt: null };
  const due = dueAt(state);
  return at >= due ? { ...release(state, at), wakeAt: null } : { state, out: [], wakeAt: due };
}

function hold(state: ScannerState, text: string, at: number): ScannerStep {
  const held = { ...state, held: state.held + text, lastAt: at };
  return { state: held, out: [], wakeAt: dueAt(held) };
}

function dueAt(state: ScannerState): number {
  return state.lastAt + (state.held.length >= SCAN_LENGTH ? SUFFIX_GAP_MS : SCAN_GAP_MS) + 1;
}

function release(state: ScannerState, at: number): { state: ScannerState; out: ScannerOutput[] } {
  if (state.held === "") return { state, out: [] };
  const deafToEnterUntil = state.held.length >= SCAN_LENGTH ? at + STRAY_ENTER_MS : state.deafToEnterUntil;
  return { state: { ...SCANNER_IDLE, deafToEnterUntil }, out: [{ kind: "typed", text: state.held }] };
}
