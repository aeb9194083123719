/** Keyboard of a kiosk: six keys operate everything. Browser and staff shortcuts are disabled. */
import { type Direction, nextPlace } from "./focus.ts";

const ARROWS: Record<string, Direction> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const PANE = "[data-pane]";
const TYPED = "[data-kiosk] [data-typed]";
const CONTROLS = "button, input, [role=button], [tabindex='0']";
const TAPS = 5;
const TAPS_WITHIN_MS = 3000;
/** Holding the up arrow starts reading aloud. No other of the six keys is free for holding. */
const HELD_MS = 2000;
/** Starts reading aloud with one press, for keyboards and for keypads that send it when headphones are plugged in. */
const READ_ALOUD = "F8";
const CORNER_PX = 96;

export interface KioskKeys {
  touch(): void;
  back(): void;
  exit(): void;
  readAloud(): void;
}

export function bindKioskKeys({ touch, back, exit, readAloud }: KioskKeys): () => void {
  const held = holding(readAloud);
  const onKeyDown = (event: KeyboardEvent) => {
    touch();
    held.down(event);
    if (event.ctrlKey && event.shiftKey && event.key === "F12") exit();
    if (event.key === READ_ALOUD && !event.repeat) readAloud();
    const direction = ARROWS[event.key];
    if (isBrowsers(event)) return stop(event);
    if (isTyped(event.target)) return;
    if (direction !== undefined) {
      stop(event);
      return move(direction);
    }
    const openDialog = dialog();
    // Backspace deletes a typed digit; without input it goes back.
    if (event.key === "Backspace" && openDialog === null && document.querySelector(TYPED) !== null)
      return event.preventDefault();
    if (event.key === "Backspace" && openDialog !== null)
      openDialog.querySelector<HTMLElement>("[data-close]")?.click();
    if ((event.key === "Escape" || event.key === "Backspace") && openDialog === null) {
      stop(event);
      back();
    }
  };
  const taps = countTaps(exit);
  const listeners = new AbortController();
  const { signal } = listeners;
  const capture = { capture: true, signal };
  const refuse = (event: Event) => event.preventDefault();
  // Disables the back and forward buttons of a mouse.
  const onSideKey = (event: MouseEvent) => event.button > 2 && stop(event);
  // Prevents zooming by pinch or Ctrl and wheel.
  const onWheel = (event: WheelEvent) => event.ctrlKey && event.preventDefault();
  window.addEventListener("keydown", onKeyDown, capture);
  window.addEventListener("keyup", held.up, capture);
  window.addEventListener("pointerdown", touch, capture);
  window.addEventListener("click", taps, capture);
  window.addEventListener("wheel", onWheel, { passive: false, signal });
  for (const name of REFUSED) document.addEventListener(name, refuse, { signal });
  for (const name of SIDE_KEYS) window.addEventListener(name, onSideKey, capture);
  return () => {
    held.up();
    listeners.abort();
  };
}

const REFUSED = [
  "contextmenu",
  "selectstart",
  "dragstart",
  "dragenter",
  "dragover",
  "drop",
  "gesturestart",
  "copy",
  "cut",
  "paste",
] as const;
const SIDE_KEYS = ["pointerdown", "pointerup", "mousedown", "mouseup", "auxclick"] as const;
const OF_BROWSERS = /^(F\d+|(Browser|Launch|Media|Audio)[A-Z]\w*|ContextMenu|\/|')$/;

/** Detects a held up arrow, with or without key repeat. */
function holding(onHeld: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const up = () => clearTimeout(timer);
  return {
    up,
    down({ key, repeat }: KeyboardEvent) {
      if (repeat) return;
      up();
      if (key === "ArrowUp") timer = setTimeout(onHeld, HELD_MS);
    },
  };
}

/** True for browser shortcuts such as print, find, zoom and reload. Tab, Enter and Space stay. */
function isBrowsers({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || OF_BROWSERS.test(key);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Counts five successive taps in the top right corner. */
function countTaps(exit: () => void): (event: MouseEvent) => void {
  let at: number[] = [];
  return ({ clientX, clientY, timeStamp }) => {
    if (clientX < window.innerWidth - CORNER_PX || clientY > CORNER_PX) {
      at = [];
      return;
    }
    at = [...at, timeStamp].filter((tap) => timeStamp - tap <= TAPS_WITHIN_MS);
    if (at.length < TAPS) return;
    at = [];
    // Deferred, because this tap would close the sheet as an outside press.
    setTimeout(exit);
  };
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement;
}

export function dialog(): Element | null {
  return [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1) ?? null;
}

function move(direction: Direction): void {
  const container = dialog() ?? document.querySelector("[data-kiosk]");
  if (container === null) return;
  const controls = [...container.querySelectorAll<HTMLElement>(CONTROLS)].filter(isReachable);
  const { activeElement } = document;
  const focused = activeElement !== null && container.contains(activeElement) ? activeElement : null;
  const isControl = focused !== null && controls.some((control) => control === focused);
  // Long text scrolls before the focus moves on.
  if (focused?.matches(PANE) && scroll(focused, direction)) return;
  const otherControls = controls.filter((control) => control !== focused);
  // From a heading or without focus, the first key focuses the primary control.
  const primaryControl = container.querySelector<HTMLElement>("[data-first]");
  const index = isControl ? nextPlace(focused.getBoundingClientRect(), otherControls.map(placeOf), direction) : 0;
  const next = isControl ? (index === null ? null : otherControls[index]) : (primaryControl ?? otherControls[0]);
  if (next == null) [...container.querySelectorAll(PANE)].some((pane) => scroll(pane, direction));
  next?.focus();
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/**
 * Scrolls a pane by most of its height.
 * @returns false at its end
 */
function scroll(pane: Element, direction: Direction): boolean {
  if (direction === "left" || direction === "right") return false;
  const before = pane.scrollTop;
  pane.scrollBy({ top: pane.clientHeight * (direction === "up" ? -0.7 : 0.7) });
  return pane.scrollTop !== before;
}

function placeOf(control: HTMLElement): DOMRect {
  return control.getBoundingClientRect();
}

function isReachable(control: HTMLElement): boolean {
  const { width, height } = control.getBoundingClientRect();
  return width > 1 && height > 1 && !control.matches(":disabled, [tabindex='-1'], [aria-hidden=true] *");
}
