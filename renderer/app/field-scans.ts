import { productBarcodeIn } from "../../contract/catalogue/barcodes.ts";
import { scanKeyOf } from "../counter/charge/scan-keys.ts";
import {
  CODE_GAP_MS,
  codeLengthInField,
  isWithinCode,
  LONGEST_PAUSE_MS,
  PAUSE_IN_CODE_MS,
  type ScannedKey,
  SLOW_GAP_MS,
  suffixGapAfter,
  type Typed,
  textOf,
  usTextOf,
} from "../counter/charge/scanner.ts";
import { isEditable } from "../kit/amount/keys.ts";
import type { Actions } from "../store/store.ts";

/** Time of the last scan's Enter or of the last key after it, in ms; shared with `free-keys.ts`. */
export interface LastScan {
  at: number;
  /** Whether characters followed that Enter and await their own */
  isLine: boolean;
}

/**
 * Detects a scan at its Enter and removes its text from the field.
 * @returns a function that reports whether it handled the key
 */
export function fieldScans(actions: Actions, last: LastScan): (event: KeyboardEvent) => boolean {
  /** Each with the field's previous text */
  let keys: (ScannedKey & { before: string })[] = [];
  const takeEnter = (event: KeyboardEvent) => {
    const length = codeLengthInField(keys, event.timeStamp, takenBy(event.target));
    const code = keys.slice(keys.length - length);
    // Some scanners end a code with two Enters (CR and LF).
    const isOfSuffix = keys.length === 0 && event.timeStamp - last.at <= suffixGapAfter(last.isLine);
    keys = [];
    last.isLine = false;
    if (code.length === 0 && !isOfSuffix) return false;
    takeKey(event);
    if (code[0] === undefined) return true;
    const [text, us] = [textOf(code), usTextOf(code)];
    const isForField = isEditable(event.target) && event.target.closest("[data-barcode]") !== null;
    if (isEditable(event.target)) restore(event.target, isForField ? productBarcodeIn(text, us) : code[0].before);
    if (!isForField) void actions.scanned(text, us);
    return true;
  };
  const takeKey = (event: KeyboardEvent) => {
    stop(event);
    last.at = event.timeStamp;
    return true;
  };
  return (event) => {
    const key = scanKeyOf(event);
    if (key?.text === "Enter" || (event.key === "Tab" && takenBy(event.target) !== "text")) return takeEnter(event);
    if (key === null) return false;
    const sinceScan = event.timeStamp - last.at;
    last.isLine = keys.length === 0 && sinceScan >= 0 && sinceScan <= (last.isLine ? PAUSE_IN_CODE_MS : SLOW_GAP_MS);
    if (last.isLine) return takeKey(event);
    const gapMs = key.isControl ? SLOW_GAP_MS : CODE_GAP_MS;
    const isOfCode = isWithinCode({ keys, scannedAt: last.at }, event.timeStamp, gapMs);
    if (key.isControl && !isOfCode) return false;
    // Space would press a focused button.
    if (key.text === " " && isOfCode && !isEditable(event.target)) stop(event);
    const before = isEditable(event.target) ? event.target.value : "";
    if (event.timeStamp - (keys.at(-1)?.at ?? 0) > LONGEST_PAUSE_MS) keys = [];
    keys.push({ ...key, at: event.timeStamp, before });
    return key.isControl || event.defaultPrevented;
  };
}

function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function takenBy(target: EventTarget | null): Typed {
  if (!isEditable(target)) return "nothing";
  return /^(?:none|numeric|decimal|tel)$/.test(target.inputMode) ? "numbers" : "text";
}

/** Sets a field's value with an input event, so that its component is notified. */
function restore(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
