/** Keyboard, scanner and clipboard. Scanner detection sees every key first. */

import { shelfView } from "../counter/charge/shelf-view.ts";
import { entryActionOf, isEditable } from "../kit/amount/keys.ts";
import { receiptPayment } from "../settings/receipts/binding.ts";
import {
  hasOwnKeyboard,
  isInKioskMode,
  isModal,
  isPaymentInProgress,
  openPaymentId,
  requiresStaff,
  stageOf,
} from "../store/select.ts";
import type { Route } from "../store/state.ts";
import type { Actions, TillStore } from "../store/store.ts";
import { fieldScans } from "./field-scans.ts";
import { followFocus, MODIFIERS } from "./follow-focus.ts";
import { freeKeys } from "./free-keys.ts";

const ROUTE_KEYS: Record<string, Route> = { F2: "charge", F3: "payments", F4: "reserved", F5: "inbox", F6: "reports" };

/** The element focused after a shortcut to a list: its search field or rows. */
const ENTRANCES: Partial<Record<Route, string>> = {
  payments: "[data-payments] [data-search] input",
  reserved: "[data-reserved] [role=row][data-key]",
};

const PHONE = "[data-phone] input";

type Prepare = (store: TillStore, actions: Actions, leaves: boolean) => void;

/**
 * Shortcuts for options of the next sale. After a result they only turn options on, because the draft was not visible.
 */
const PREPARE_KEYS: Record<string, Prepare> = {
  F7: (store, actions, leaves) => {
    actions.setAction(leaves || store.getState().draft.action === "SALE" ? "AUTH" : "SALE");
  },
  F8: (store, actions, leaves) => actions.setTipOnPhone(leaves || !store.getState().draft.tipOnPhone),
  F10: (store) =>
    whenDrawn(
      PHONE,
      () => acceptsAmount(store) && !isModal(store.getState()),
      (field) => field.focus(),
    ),
};

export function bindKeyboard(store: TillStore, actions: Actions): () => void {
  const lastScan = { at: Number.NEGATIVE_INFINITY, isLine: false };
  const field = fieldScans(actions, lastScan);
  const focus = followFocus();
  // Enter presses the focused element. A keypad key focused by touch is not pressed again: there, and without focus,
  // Enter charges.
  const isPressed = (target: EventTarget | null) =>
    target instanceof Element &&
    target.matches(OPERABLE) &&
    !target.matches(CHOSEN) &&
    (!target.matches(KEYPAD_KEY) || focus.reached(target));
  const keys = {
    isPressed,
    type: (character: string, isFirst: boolean) => typeCharacter(character, isFirst, store, actions),
    pressEnter: () => pressEnter(store, actions),
    command: (event: KeyboardEvent) => commandKey(event, store, actions),
  };
  const free = freeKeys(store, actions, keys, lastScan);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || MODIFIERS.has(event.key) || hasOwnKeyboard(store.getState())) return;
    // Date segments handle their own keys, and scans cannot be undone in them.
    if (isDayPart(event.target)) return commandKey(event, store, actions);
    // Secrets may be typed at any speed: a scan would be shown as an unknown code.
    if (isSecret(event.target)) return commandKey(event, store, actions);
    if (isEditable(event.target) || isModal(store.getState())) {
      if (!field(event)) commandKey(event, store, actions);
      return;
    }
    free.press(event);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (isEditable(event.target) || isModal(store.getState()) || !acceptsAmount(store)) return;
    event.preventDefault();
    free.paste(event.clipboardData?.getData("text") ?? "", event.timeStamp);
  };
  // The clipboard needs no permission of the main process, so copying is blocked in a kiosk here.
  const onCopy = (event: ClipboardEvent) => {
    if (!isInKioskMode(store.getState())) return;
    event.preventDefault();
    actions.sayKeptHere("copy");
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  window.addEventListener("keydown", onKeyDown, { capture: true, signal });
  window.addEventListener("paste", onPaste, { signal });
  window.addEventListener("copy", onCopy, { signal });
  window.addEventListener("cut", onCopy, { signal });
  return () => {
    focus.release();
    listeners.abort();
  };
}

function isDayPart(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.isContentEditable;
}

const OPERABLE = "button, a, input, summary, [role=radio], [role=tab], [role=row], [role=gridcell], [role=option]";
const KEYPAD_KEY = "[data-keypad-key]";
/** A selected option has nothing to press, so Enter charges there, too. */
const CHOSEN = "[role=radio][aria-checked=true]";

function acceptsAmount(store: TillStore): boolean {
  const state = store.getState();
  return (
    state.route === "charge" && stageOf(state).kind === "charge" && state.terminal !== null && !hasOwnKeyboard(state)
  );
}

/**
 * @param isFirst false within 500 ms of another character, so that the slash of a scanned URL does not open the search
 */
function typeCharacter(character: string, isFirst: boolean, store: TillStore, actions: Actions): void {
  const action = entryActionOf(character);
  if (character === "/" && isFirst) openSearch(store, actions);
  if (action === null) return;
  if (action.type === "digit") leaveResult(store, actions);
  if (!acceptsAmount(store)) return;
  actions.enter(action);
  blurActiveElement();
}

/**
 * Leaves a result when a key belongs to the next sale.
 * @returns whether it did
 */
function leaveResult(store: TillStore, actions: Actions): boolean {
  const state = store.getState();
  const isResult = state.route === "charge" && stageOf(state).kind === "result";
  if (isResult) actions.newSale();
  return isResult;
}

/** A key pressed for the previous screen must not dismiss an unseen result. */
function prepareSale(prepare: Prepare, store: TillStore, actions: Actions): void {
  const leaves = !store.getState().isFresh && leaveResult(store, actions);
  if (acceptsAmount(store)) prepare(store, actions, leaves);
}

/**
 * Presses the result's "another number" button.
 * @returns whether it exists
 */
function pressAnotherNumber({ key }: KeyboardEvent, store: TillStore): boolean {
  const button = document.querySelector<HTMLButtonElement>("[data-other-number]");
  if (key !== "F10" || button === null || store.getState().isFresh) return false;
  button.click();
  return true;
}

/** Clears the focus when an amount is typed, so that Enter charges. */
function blurActiveElement(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function pressEnter(store: TillStore, actions: Actions): void {
  const state = store.getState();
  if (state.route !== "charge") return;
  const stage = stageOf(state);
  if (stage.kind === "charge") void actions.charge();
  // A double Enter must not dismiss the result.
  if (stage.kind === "result" && !state.isFresh) actions.newSale();
}

function commandKey(event: KeyboardEvent, store: TillStore, actions: Actions): void {
  if (isLockKey(event)) {
    event.preventDefault();
    return void actions.signOut();
  }
  if (event.shiftKey && openSale(event, store, actions)) return;
  const route = isPlain(event) ? ROUTE_KEYS[event.key] : undefined;
  const prepare = isPlain(event) ? PREPARE_KEYS[event.key] : undefined;
  if (event.key === "F1" || event.key === "F9" || route || prepare) event.preventDefault();
  if (event.key === "F1") toggleKeyMap(store, actions);
  if (isModal(store.getState())) return;
  if (route === "charge" && isWaitingHere(store)) actions.nextCustomer();
  if (route) actions.goTo(route);
  if (event.key === "F9") showReceipt(store, actions);
  if (prepare && !pressAnotherNumber(event, store)) prepareSale(prepare, store, actions);
  if (event.key === "/" && isSearch(event.target)) startNewSearch(event, event.target);
  if (route) focusIn(route, store);
  // Returns from the phone number to the amount only.
  if (event.key === "Escape" && event.target instanceof Element && event.target.matches(PHONE))
    return void blurActiveElement();
  if (isEditable(event.target) && !(event.key === "Escape" && isEmptySearch(event.target))) return;
  if (event.key === "Escape" && !isInPopover(event.target)) goBack(store, actions);
  const isErasing = event.key === "Backspace" || event.key === "Delete";
  const action = isErasing ? entryActionOf(event.key) : null;
  if (action && acceptsAmount(store)) actions.enter(action);
  if (isFindKey(event) && acceptsAmount(store)) findProduct(event, store, actions);
  if (event.ctrlKey && event.key === "z" && acceptsAmount(store)) actions.bringBack();
}

function isPlain({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return !(altKey || ctrlKey || metaKey || shiftKey);
}

/**
 * Shift+F1 to F8 open an open sale, Shift+F9 the latest.
 * @returns whether the key matched
 */
function openSale(event: KeyboardEvent, store: TillStore, actions: Actions): boolean {
  const place = /^F([1-9])$/.exec(event.key)?.[1];
  if (place === undefined) return false;
  event.preventDefault();
  if (!isModal(store.getState()) && !requiresStaff(store.getState()))
    actions.presentOpen(place === "9" ? -1 : Number(place) - 1);
  return true;
}

/** True while the current payment waits for its customer; the amount key then starts the next sale. */
function isWaitingHere(store: TillStore): boolean {
  const state = store.getState();
  return state.route === "charge" && isPaymentInProgress(state) && !requiresStaff(state);
}

/** Ctrl+F searches the products instead of the page. */
function isFindKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && key.toLowerCase() === "f";
}

function findProduct(event: KeyboardEvent, store: TillStore, actions: Actions): void {
  if (!shelfView(store.getState()).hasSearch) return;
  event.preventDefault();
  actions.showOnShelf("products");
  actions.findProduct("");
  const isWanted = () => acceptsAmount(store) && !isModal(store.getState());
  whenDrawn(`${FIND} input`, isWanted, (field) => field.focus());
}

const FIND = "[data-find]";

function isLookingFor(): boolean {
  return document.querySelector(FIND)?.checkVisibility() ?? false;
}

/** Ctrl+L on any keyboard layout signs the user out. */
function isLockKey({ key, code, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey && !altKey && !metaKey && (key.toLowerCase() === "l" || code === "KeyL");
}

/** Escape closes a popover itself and must not clear the amount below. */
function isInPopover(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [role=alertdialog], [role=listbox]") !== null;
}

function showReceipt(store: TillStore, actions: Actions): void {
  const payment = receiptPayment(store.getState());
  if (payment !== null) actions.openReceipt(payment);
}

function toggleKeyMap(store: TillStore, actions: Actions): void {
  const state = store.getState();
  if (state.dialog?.kind === "keys") actions.closeDialog();
  else if (!isModal(state)) actions.open({ kind: "keys" });
}

const SEARCH = "[data-search] input";

function goBack(store: TillStore, actions: Actions): void {
  const state = store.getState();
  const stage = stageOf(state);
  if (state.notice) actions.dismissNotice();
  else if (openPaymentId(state) !== null) actions.select(null);
  else if (state.route !== "charge") actions.goTo("charge");
  else if (stage.kind === "result") {
    if (!state.isFresh) actions.newSale();
  } else if (stage.kind === "charge") {
    if (isLookingFor()) actions.findProduct(null);
    else actions.clearSale();
  } else focusCancel();
}

/** One key never cancels a payment: Escape focuses the button, Enter confirms. */
function focusCancel(): void {
  document.querySelector<HTMLButtonElement>("[data-cancel] button")?.focus();
}

function openSearch(store: TillStore, actions: Actions): void {
  actions.goTo("payments");
  focusIn("payments", store);
}

function focusIn(route: Route, store: TillStore): void {
  const entrance = ENTRANCES[route];
  if (entrance === undefined) return;
  const isWanted = () => store.getState().route === route && !isModal(store.getState());
  requestAnimationFrame(() =>
    whenDrawn(entrance, isWanted, (found) => {
      found.focus();
      // Typing replaces the last search.
      if (found instanceof HTMLInputElement) found.select();
    }),
  );
}

const FRAMES_TO_DRAW = 60;

/** Runs an action on an element as soon as it is rendered. */
function whenDrawn(
  selector: string,
  isWanted: () => boolean,
  then: (found: HTMLElement) => void,
  frames = FRAMES_TO_DRAW,
): void {
  if (!isWanted()) return;
  const found = document.querySelector<HTMLElement>(selector);
  if (found !== null) then(found);
  else if (frames > 0) requestAnimationFrame(() => whenDrawn(selector, isWanted, then, frames - 1));
}

function isSearch(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.matches(SEARCH);
}

/** The search key starts a new search; references contain no slash. */
function startNewSearch(event: KeyboardEvent, field: HTMLInputElement): void {
  event.preventDefault();
  field.select();
}

function isSecret(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "password";
}

function isEmptySearch(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return field.matches(SEARCH) && field.value === "";
}
