/** The keys of a kiosk: six of them do everything, and those of a browser or of staff do nothing. */
import { type Direction, nextPlace } from "./focus.ts";

const ARROWS: Record<string, Direction> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const PANE = "[data-pane]";
const TYPED = "[data-kiosk] [data-typed]";
const CONTROLS = "button, input, [role=button], [tabindex='0']";
/** Taps in the corner, and within which time, that open the sheet for staff. */
const TAPS = 5;
const TAPS_WITHIN_MS = 3000;
/** The up arrow, held for so long, has the screen read aloud: it is the one of six keys that does nothing else when it is held. */
const HELD_MS = 2000;
/** The same with one press, for keyboards, and for pads that send a key when headphones are plugged in. */
const READ_ALOUD = "F8";
const CORNER_PX = 96;

export interface KioskKeys {
  /** Something was touched or pressed */
  touch(): void;
  back(): void;
  /** Staff want out */
  exit(): void;
  /** The screen is to be read aloud, or once more */
  readAloud(): void;
}

/** Listens for keys, taps and gestures until the returned function is called. */
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
    const above = dialog();
    // Of what is typed it takes the last digit, as on every keyboard; where nothing is typed it goes back.
    if (event.key === "Backspace" && above === null && document.querySelector(TYPED) !== null)
      return event.preventDefault();
    // Escape closes a dialog by itself.
    if (event.key === "Backspace" && above !== null) above.querySelector<HTMLElement>("[data-close]")?.click();
    if ((event.key === "Escape" || event.key === "Backspace") && above === null) {
      stop(event);
      back();
    }
  };
  const taps = countTaps(exit);
  const capture = { capture: true };
  const refuse = (event: Event) => event.preventDefault();
  // A mouse with keys for a browser's way back and forth.
  const onSideKey = (event: MouseEvent) => event.button > 2 && stop(event);
  // A pinch, two fingers, or Ctrl with the wheel: the page keeps its size.
  const onWheel = (event: WheelEvent) => event.ctrlKey && event.preventDefault();
  window.addEventListener("keydown", onKeyDown, capture);
  window.addEventListener("keyup", held.up, capture);
  window.addEventListener("pointerdown", touch, capture);
  window.addEventListener("click", taps, capture);
  window.addEventListener("wheel", onWheel, { passive: false });
  for (const name of REFUSED) document.addEventListener(name, refuse);
  for (const name of SIDE_KEYS) window.addEventListener(name, onSideKey, capture);
  return () => {
    held.up();
    window.removeEventListener("keydown", onKeyDown, capture);
    window.removeEventListener("keyup", held.up, capture);
    window.removeEventListener("pointerdown", touch, capture);
    window.removeEventListener("click", taps, capture);
    window.removeEventListener("wheel", onWheel);
    for (const name of REFUSED) document.removeEventListener(name, refuse);
    for (const name of SIDE_KEYS) window.removeEventListener(name, onSideKey, capture);
  };
}

const REFUSED = [
  "contextmenu",
  "selectstart",
  "dragstart",
  // A file that is let go over a page would be opened in its place.
  "dragenter",
  "dragover",
  "drop",
  "gesturestart",
  "copy",
  "cut",
  "paste",
] as const;
const SIDE_KEYS = ["pointerdown", "pointerup", "mousedown", "mouseup", "auxclick"] as const;
/** Keys of their own that some keyboards have for a browser's back and home, and for other programs. */
const OF_BROWSERS = /^(F\d+|(Browser|Launch|Media|Audio)[A-Z]\w*|ContextMenu|\/|')$/;

/** The up arrow held down, with or without a keyboard's own repetition. */
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

/** Keys by which a browser prints, finds, zooms, loads anew or opens something. Tab, Enter and Space stay. */
function isBrowsers({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || OF_BROWSERS.test(key);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Five taps in the top right corner, in a row. */
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
    // Once this very tap is over: it would be one beside the sheet, and close it.
    setTimeout(exit);
  };
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement;
}

/** What lies over the screen; null: nothing does. */
export function dialog(): Element | null {
  return [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1) ?? null;
}

/** Moves the focus as a six-key pad does: within the dialog that lies above, where there is one. */
function move(direction: Direction): void {
  const within = dialog() ?? document.querySelector("[data-kiosk]");
  if (within === null) return;
  const controls = [...within.querySelectorAll<HTMLElement>(CONTROLS)].filter(isReachable);
  const { activeElement } = document;
  const focused = activeElement !== null && within.contains(activeElement) ? activeElement : null;
  const isControl = focused !== null && controls.some((control) => control === focused);
  // Text that is longer than the screen is read before the keys lead on.
  if (focused?.matches(PANE) && scroll(focused, direction)) return;
  const rest = controls.filter((control) => control !== focused);
  // From a heading, or from nowhere, the first key leads to what the screen is for.
  const wished = within.querySelector<HTMLElement>("[data-first]");
  const index = isControl ? nextPlace(focused.getBoundingClientRect(), rest.map(placeOf), direction) : 0;
  const next = isControl ? (index === null ? null : rest[index]) : (wished ?? rest[0]);
  if (next == null) [...within.querySelectorAll(PANE)].some((pane) => scroll(pane, direction));
  next?.focus();
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Scrolls a pane by most of what is seen of it. @returns whether there was anything to scroll to */
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
