/** Keyboard, scanner and clipboard: every key passes the scanner's sieve before anything else sees it. */

import { shelfView } from "../counter/charge/shelf-view.ts";
import { entryActionOf, isEditable } from "../kit/amount/keys.ts";
import { receiptPayment } from "../settings/receipts/binding.ts";
import { isElsewhere, isForStaff, isKioskNow, isModal, isUnderWay, openedId, stageOf } from "../store/select.ts";
import type { Route } from "../store/state.ts";
import type { Actions } from "../store/store.tsx";
import type { TillStore } from "../store/till-store.ts";
import { fieldScans } from "./field-scans.ts";
import { followFocus, MODIFIERS } from "./follow-focus.ts";
import { freeKeys } from "./free-keys.ts";

const ROUTE_KEYS: Record<string, Route> = { F2: "charge", F3: "payments", F4: "reserved", F5: "inbox", F6: "reports" };

/** Where the keyboard goes on when a key has led to a list: what is typed is looked for, or the rows are walked through. */
const ENTRANCES: Partial<Record<Route, string>> = {
  payments: "[data-payments] [data-search] input",
  reserved: "[data-reserved] [role=row][data-key]",
};

const PHONE = "[data-phone] input";

type Prepare = (store: TillStore, actions: Actions, leaves: boolean) => void;

/**
 * What is chosen before charging, from wherever the focus is. A key that leaves a result chooses for a sale that was not in
 * sight, and may have been begun already: it turns nothing off there.
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

/** Listens for keys and pasted text until the returned function is called. */
export function bindKeyboard(store: TillStore, actions: Actions): () => void {
  const lastScan = { at: Number.NEGATIVE_INFINITY, isLine: false };
  const field = fieldScans(actions, lastScan);
  const focus = followFocus();
  // Enter presses what has the focus. Only a key of the keypad that a touch has left focused is not pressed again:
  // there, and where nothing has the focus, Enter charges.
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
    if (event.isComposing || MODIFIERS.has(event.key) || isElsewhere(store.getState())) return;
    // A part of a day (the day, the month, the year) takes its own keys, and no scan can be undone in it.
    if (isDayPart(event.target)) return commandKey(event, store, actions);
    // What is secret is typed, however fast: as a scan it would be read aloud as an unknown code.
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
  // What is copied by keys needs no permission of main's: a kiosk's window gives nothing away by them either.
  const onCopy = (event: ClipboardEvent) => {
    if (!isKioskNow(store.getState())) return;
    event.preventDefault();
    actions.sayKeptHere("copy");
  };
  window.addEventListener("keydown", onKeyDown, { capture: true });
  window.addEventListener("paste", onPaste);
  window.addEventListener("copy", onCopy);
  window.addEventListener("cut", onCopy);
  return () => {
    focus.release();
    window.removeEventListener("keydown", onKeyDown, { capture: true });
    window.removeEventListener("paste", onPaste);
    window.removeEventListener("copy", onCopy);
    window.removeEventListener("cut", onCopy);
  };
}

function isDayPart(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.isContentEditable;
}

const OPERABLE = "button, a, input, summary, [role=radio], [role=tab], [role=row], [role=gridcell], [role=option]";
const KEYPAD_KEY = "[data-keypad-key]";
/** A choice that is made already: there is nothing to press, so that there, too, Enter charges. */
const CHOSEN = "[role=radio][aria-checked=true]";

function acceptsAmount(store: TillStore): boolean {
  const state = store.getState();
  return state.route === "charge" && stageOf(state).kind === "charge" && state.terminal !== null && !isElsewhere(state);
}

/** @param isFirst whether no other character came in the half second before: a slash in a scanned address opens nothing */
function typeCharacter(character: string, isFirst: boolean, store: TillStore, actions: Actions): void {
  const action = entryActionOf(character);
  if (character === "/" && isFirst) openSearch(store, actions);
  if (action === null) return;
  if (action.type === "digit") leaveResult(store, actions);
  if (!acceptsAmount(store)) return;
  actions.enter(action);
  letGoOfFocus();
}

/** The result stays until the next touch; a key that says something of the next sale is that touch. @returns whether it was */
function leaveResult(store: TillStore, actions: Actions): boolean {
  const state = store.getState();
  const isResult = state.route === "charge" && stageOf(state).kind === "result";
  if (isResult) actions.newSale();
  return isResult;
}

/** No key that was pressed for the screen before takes a result away unread. */
function prepareSale(prepare: Prepare, store: TillStore, actions: Actions): void {
  const leaves = !store.getState().isFresh && leaveResult(store, actions);
  if (acceptsAmount(store)) prepare(store, actions, leaves);
}

/** Where a result offers it, the number's key asks another number for the same sale. @returns whether it did */
function pressAnotherNumber({ key }: KeyboardEvent, store: TillStore): boolean {
  const button = document.querySelector<HTMLButtonElement>("[data-other-number]");
  if (key !== "F10" || button === null || store.getState().isFresh) return false;
  button.click();
  return true;
}

/** Who types an amount has left the control that had the focus: the Enter that ends the amount is for the amount. */
function letGoOfFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function pressEnter(store: TillStore, actions: Actions): void {
  const state = store.getState();
  if (state.route !== "charge") return;
  const stage = stageOf(state);
  if (stage.kind === "charge") void actions.charge();
  // The Enter that ended the screen before, pressed twice, is not the one that leaves this one.
  if (stage.kind === "result" && !state.isFresh) actions.newSale();
}

/** Keys that are never part of a code. */
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
  if (event.key === "/" && isSearch(event.target)) beginAnew(event, event.target);
  if (route) focusIn(route, store);
  // Back from the number to the amount, and no further.
  if (event.key === "Escape" && event.target instanceof Element && event.target.matches(PHONE))
    return void letGoOfFocus();
  if (isEditable(event.target) && !(event.key === "Escape" && isEmptySearch(event.target))) return;
  if (event.key === "Escape" && !isInPopover(event.target)) goBack(store, actions);
  const isErasing = event.key === "Backspace" || event.key === "Delete";
  const action = isErasing ? entryActionOf(event.key) : null;
  if (action && acceptsAmount(store)) actions.enter(action);
  if (isFindKey(event) && acceptsAmount(store)) findProduct(event, store, actions);
  if (event.ctrlKey && event.key === "z" && acceptsAmount(store)) actions.bringBack();
}

/** Without a modifier, with which it is the system's key or another one of the till's. */
function isPlain({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return !(altKey || ctrlKey || metaKey || shiftKey);
}

/** Shift with one of the first eight F-keys opens a sale that waits, Shift+F9 the latest. @returns whether it is such a key */
function openSale(event: KeyboardEvent, store: TillStore, actions: Actions): boolean {
  const place = /^F([1-9])$/.exec(event.key)?.[1];
  if (place === undefined) return false;
  event.preventDefault();
  if (!isModal(store.getState()) && !isForStaff(store.getState()))
    actions.presentOpen(place === "9" ? -1 : Number(place) - 1);
  return true;
}

/** Whether a customer is waited for on the screen: the key that leads to the amount leads to the next one's. */
function isWaitingHere(store: TillStore): boolean {
  const state = store.getState();
  return state.route === "charge" && isUnderWay(state) && !isForStaff(state);
}

/** Ctrl+F: on a page that shows all there is, it is the products that are looked for. */
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

/** Whether products are looked for in sight: in a narrow window the shelf may be behind the keys. */
function isLookingFor(): boolean {
  return document.querySelector(FIND)?.checkVisibility() ?? false;
}

/** Ctrl+L, also where the keyboard's letters are others: the signed-in user is signed out. */
function isLockKey({ key, code, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey && !altKey && !metaKey && (key.toLowerCase() === "l" || code === "KeyL");
}

/** What lies over the screen closes by itself: the Escape that closes it must not clear the amount below. */
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
  else if (openedId(state) !== null) actions.select(null);
  else if (state.route !== "charge") actions.goTo("charge");
  else if (stage.kind === "result") {
    if (!state.isFresh) actions.newSale();
  } else if (stage.kind === "charge") {
    if (isLookingFor()) actions.findProduct(null);
    else actions.clearSale();
  } else focusCancel();
}

/** A payment under way is never cancelled by one key: Escape leads to the button, and Enter is the decision. */
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
      // What was looked for last is written over by what is looked for now.
      if (found instanceof HTMLInputElement) found.select();
    }),
  );
}

/** A part may be on its way: for so many frames it is waited for. */
const FRAMES_TO_DRAW = 60;

/** Does it with an element as soon as that is there, while it is wanted. */
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

/** The key that leads to the search begins another one there: no reference has a stroke in it. */
function beginAnew(event: KeyboardEvent, field: HTMLInputElement): void {
  event.preventDefault();
  field.select();
}

function isSecret(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "password";
}

/** In a search for nothing there is nothing to clear: the Escape is for the screen. */
function isEmptySearch(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return field.matches(SEARCH) && field.value === "";
}
