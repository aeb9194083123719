import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useKit } from "../context.ts";

export interface TouchedField {
  element: HTMLElement;
  inputMode: string;
  /** Counts the opened fields */
  opened: number;
}

/** Returns the field focused by touch, or null. Fields with `inputmode="none"` bring their own keys. */
export function useTouchedField(): { field: TouchedField | null; hide: () => void } {
  const [field, setField] = useState<TouchedField | null>(null);
  useEffect(() => {
    let opened = 0;
    let isTouching = false;
    const modes = new WeakMap<HTMLElement, string>();
    // Set before focus, so that the system keyboard stays hidden.
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
    // The keyboard appears after the touch ends: otherwise the layout would move under the finger.
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
      const isSameDate = next !== null && next.parentElement === partOfDate(target)?.parentElement;
      if (isSameDate && !modes.has(next)) take(next);
      // A completed date segment moves to the next one; the keyboard stays.
      if (isSameDate) setField((shown) => shown && { ...shown, element: next });
      else if (!isTouching) setField(null);
      const mode = target instanceof HTMLElement ? modes.get(target) : undefined;
      if (!(target instanceof HTMLElement) || mode === undefined) return;
      target.inputMode = mode;
      modes.delete(target);
    };
    // A physical keyboard is in use.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isTrusted) setField(null);
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    window.addEventListener("pointerdown", onPointerDown, options);
    window.addEventListener("click", onClick, options);
    // A touch that turned into a gesture ends without a click.
    window.addEventListener("pointercancel", onTouched, options);
    window.addEventListener("contextmenu", onTouched, options);
    window.addEventListener("focusout", onFocusOut, options);
    window.addEventListener("keydown", onKeyDown, options);
    return () => listening.abort();
  }, []);
  return { field, hide: useCallback(() => setField(null), []) };
}

const WRITTEN = new Set(["text", "search", "email", "url", "password", "tel", "number"]);

/** Returns the date segment (day, month or year) at the target. */
export function partOfDate(target: EventTarget | null): HTMLElement | null {
  return target instanceof HTMLElement && target.role === "spinbutton" && target.isContentEditable ? target : null;
}

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

const COARSE = "(any-pointer: coarse)";

/** True when touch is available, always in kiosk mode: number fields then need on-screen keys. */
export function useTouch(): boolean {
  const isKiosk = useKit((state) => state.terminal?.mode === "kiosk");
  const isCoarse = useSyncExternalStore(follow, () => matchMedia(COARSE).matches);
  return isKiosk || isCoarse;
}

function follow(onChange: () => void): () => void {
  const query = matchMedia(COARSE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
