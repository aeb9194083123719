/** Scans into a field, which has the keys that are typed into it at once. */

import { shownCode } from "../../contract/barcodes.ts";
import { scanKeyOf } from "../counter/charge/scan-keys.ts";
import {
  codeLengthInField,
  HICCUP_MS,
  isWithinCode,
  type ScannedKey,
  textOf,
  usTextOf,
} from "../counter/charge/scanner.ts";
import { isEditable } from "../kit/amount/keys.ts";
import type { Actions } from "../store/store.tsx";

/** Longer than any code. */
const MOST_KEYS = 256;

/**
 * A scan into a field: what a person types there is theirs at once, so a scan is only known at its Enter. It is then
 * taken out of the field again. @returns a function that says whether it took the key
 */
export function fieldScans(actions: Actions): (event: KeyboardEvent) => boolean {
  /** Each with the field's text before it */
  let keys: (ScannedKey & { before: string })[] = [];
  let scannedAt = Number.NEGATIVE_INFINITY;
  const takeEnter = (event: KeyboardEvent) => {
    const length = codeLengthInField(keys, event.timeStamp);
    const code = keys.slice(keys.length - length);
    // Some scanners end a code by two Enters (CR and LF).
    const isOfSuffix = keys.length === 0 && event.timeStamp - scannedAt <= HICCUP_MS;
    keys = [];
    if (code.length === 0 && !isOfSuffix) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    scannedAt = event.timeStamp;
    if (code[0] === undefined) return true;
    const [text, us] = [textOf(code), usTextOf(code)];
    const isForField = isEditable(event.target) && event.target.closest("[data-barcode]") !== null;
    if (isEditable(event.target)) restore(event.target, isForField ? shownCode(text, us) : code[0].before);
    if (!isForField) void actions.scanned(text, us);
    return true;
  };
  return (event) => {
    const key = scanKeyOf(event);
    if (key?.text === "Enter") return takeEnter(event);
    if (key === null || (key.isControl && !isWithinCode(keys, event.timeStamp))) return false;
    const before = isEditable(event.target) ? event.target.value : "";
    keys = [...keys, { ...key, at: event.timeStamp, before }].slice(-MOST_KEYS);
    return key.isControl;
  };
}

/** Sets a field's value as if it had been typed, so that its owner component hears of it. */
function restore(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
