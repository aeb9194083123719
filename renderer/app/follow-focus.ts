/** Keys without an effect of their own. */
export const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock"]);

const NAVIGATION = new Set(["Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]);

/** Tells elements reached by keyboard from those focused by touch or mouse. */
export function followFocus(): { reached(target: EventTarget | null): boolean; release(): void } {
  let navigates = false;
  let reached: EventTarget | null = null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!MODIFIERS.has(event.key)) navigates = NAVIGATION.has(event.key);
  };
  const onPointerDown = () => {
    navigates = false;
    reached = null;
  };
  const onFocus = (event: FocusEvent) => {
    reached = navigates ? event.target : null;
  };
  window.addEventListener("keydown", onKeyDown, { capture: true });
  window.addEventListener("pointerdown", onPointerDown, { capture: true });
  window.addEventListener("focusin", onFocus);
  return {
    reached: (target) => target !== null && target === reached,
    release() {
      window.removeEventListener("keydown", onKeyDown, { capture: true });
      window.removeEventListener("pointerdown", onPointerDown, { capture: true });
      window.removeEventListener("focusin", onFocus);
    },
  };
}
