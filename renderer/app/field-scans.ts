/** Scans into a field, which has the keys that are typed into it at once. */
import { isOfScanner, NO_RUN, runAfter, SUFFIX_GAP_MS } from "../counter/charge/scanner.ts";
import { isEditable, keyText } from "../kit/amount/keys.ts";
import type { Actions } from "../store/store.tsx";

/**
 * A scan into a field: what a person types there is theirs at once, so a scan is only known at its Enter. It is then
 * taken out of the field again. @returns a function that says whether it took the key
 */
export function fieldScans(actions: Actions): (event: KeyboardEvent) => boolean {
  let run = NO_RUN;
  let before = "";
  return (event) => {
    const text = keyText(event);
    if (text === "Enter" && isOfScanner(run) && event.timeStamp - run.lastAt <= SUFFIX_GAP_MS) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isEditable(event.target)) restore(event.target, before);
      void actions.scanned(run.text);
      run = NO_RUN;
      return true;
    }
    if ([...text].length !== 1) return false;
    run = runAfter(run, text, event.timeStamp);
    if (run.text === text) before = isEditable(event.target) ? event.target.value : "";
    return false;
  };
}

/** Sets a field's value as if it had been typed, so that its owner component hears of it. */
function restore(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
