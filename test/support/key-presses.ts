/** A counter that receives the keys of a keyboard or scanner, with a simulated clock. */
import { afterEach, beforeEach, vi } from "vitest";
import { bindKeyboard } from "../../renderer/app/keyboard.ts";
import { openCounter } from "./counter.ts";
import { type Layout, usKeys } from "./keyboard-layouts.ts";

let now: number;
let release: () => void = () => undefined;

export function withKeyboard(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    now = 1000;
    class None {}
    vi.stubGlobal("window", new EventTarget());
    vi.stubGlobal("document", { activeElement: null, querySelector: () => null });
    for (const name of ["HTMLElement", "HTMLInputElement", "HTMLTextAreaElement", "Element"]) vi.stubGlobal(name, None);
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 16));
    vi.spyOn(performance, "now").mockImplementation(() => now);
  });

  afterEach(() => {
    release();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

export async function pass(ms: number): Promise<void> {
  for (const until = now + ms; now < until; ) {
    now++;
    await vi.advanceTimersByTimeAsync(1);
  }
}

/**
 * Presses a key so many ms after the previous one.
 * @param held modifiers and other fields of the event
 * @param target the focused element
 * @returns whether the key keeps its default action
 */
export async function press(
  key: string,
  afterMs: number,
  held: Partial<KeyboardEventInit> = {},
  target: unknown = null,
): Promise<boolean> {
  await pass(afterMs);
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key, code: key, repeat: false, ...held });
  Object.defineProperty(event, "timeStamp", { value: now });
  Object.defineProperty(event, "target", { value: target });
  return window.dispatchEvent(event);
}

/** Types what a scanner set to a US keyboard types on another layout, and Enter. */
export async function scanAs(layout: Layout, text: string, gapMs = 10): Promise<void> {
  for (const { key, ...more } of usKeys(text, layout)) await press(key, gapMs, more);
  await press("Enter", gapMs);
}

export async function paste(text: string): Promise<void> {
  const event = Object.assign(new Event("paste", { cancelable: true }), { clipboardData: { getData: () => text } });
  Object.defineProperty(event, "timeStamp", { value: now });
  window.dispatchEvent(event);
}

export async function pressAll(text: string, gapMs: number): Promise<void> {
  for (const key of text) await press(key, gapMs);
}

/** Opens a counter that receives keys until the end of the test, or the next counter. */
export function listen(...how: Parameters<typeof openCounter>) {
  const counter = openCounter(...how);
  release();
  // After a garbage collection Node may keep the listeners of an aborted signal: the next counter has its own window.
  vi.stubGlobal("window", new EventTarget());
  release = bindKeyboard(counter.store, counter.actions);
  return counter;
}
