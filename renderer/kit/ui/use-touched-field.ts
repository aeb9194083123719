import { useCallback, useEffect, useState } from "react";

/** A field that a finger has opened. */
export interface TouchedField {
  element: HTMLElement;
  /** What it is written with */
  inputMode: string;
  /** Which of those that were opened it is */
  opened: number;
}

/** The field that has the focus by a finger, or null. What brings keys of its own (`inputMode` none) is none. */
export function useTouchedField(): { field: TouchedField | null; hide: () => void } {
  const [field, setField] = useState<TouchedField | null>(null);
  useEffect(() => {
    let opened = 0;
    let isTouching = false;
    const modes = new WeakMap<HTMLElement, string>();
    // Said before it has the focus: then the system shows no keys of its own over ours.
    const take = (element: HTMLElement) => {
      modes.set(element, element.inputMode);
      element.inputMode = "none";
    };
    const onPointerDown = (event: PointerEvent) => {
      isTouching = event.pointerType === "touch";
      const element = event.pointerType === "touch" ? fieldAt(event.target) : null;
      if (element === null || modes.has(element)) return;
      take(element);
    };
    const onTouched = () => {
      isTouching = false;
      setField((shown) => (shown?.element === document.activeElement ? shown : null));
    };
    // The keys come and go when the touch is over, and not before: what moves under a finger would be pressed instead.
    const onClick = (event: MouseEvent) => {
      const element = event.target instanceof HTMLElement ? event.target : null;
      const inputMode = element && modes.get(element);
      if (element === null || inputMode === null || inputMode === undefined || !isTouch(event)) return onTouched();
      isTouching = false;
      opened += 1;
      setField({ element, inputMode, opened });
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      const next = partOfDate(relatedTarget);
      const leadsOn = next !== null && next.parentElement === partOfDate(target)?.parentElement;
      if (leadsOn && !modes.has(next)) take(next);
      // A part of a date that is whole leads to the next one: the keys stay, and write there.
      if (leadsOn) setField((shown) => shown && { ...shown, element: next });
      else if (!isTouching) setField(null);
      const mode = target instanceof HTMLElement ? modes.get(target) : undefined;
      if (!(target instanceof HTMLElement) || mode === undefined) return;
      target.inputMode = mode;
      modes.delete(target);
    };
    // A real keyboard is there after all.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isTrusted) setField(null);
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    window.addEventListener("pointerdown", onPointerDown, options);
    window.addEventListener("click", onClick, options);
    // A touch that became something else ends without a click.
    window.addEventListener("pointercancel", onTouched, options);
    window.addEventListener("contextmenu", onTouched, options);
    window.addEventListener("focusout", onFocusOut, options);
    window.addEventListener("keydown", onKeyDown, options);
    return () => listening.abort();
  }, []);
  return { field, hide: useCallback(() => setField(null), []) };
}

const WRITTEN = new Set(["text", "search", "email", "url", "password", "tel", "number"]);

/** A day, a month or a year of a date that is written part by part. */
export function partOfDate(target: EventTarget | null): HTMLElement | null {
  return target instanceof HTMLElement && target.role === "spinbutton" && target.isContentEditable ? target : null;
}

/** The field at a place that keys can write in, where it has none of its own. */
function fieldAt(target: EventTarget | null): HTMLElement | null {
  const part = partOfDate(target);
  if (part !== null) return part;
  const isField =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && WRITTEN.has(target.type));
  return isField && !target.readOnly && !target.disabled && target.inputMode !== "none" ? target : null;
}

function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === "touch";
}
