import { setInteractionModality } from "react-aria-components";

/**
 * Keeps a form submission by Enter a keyboard interaction. The browser submits with a click that has no pointer.
 * react-aria takes it for a screen reader's click and then delays focus until all transitions end.
 */
export function keepKeyboardModality(): void {
  let isEnterDown = false;
  const onKey = (event: KeyboardEvent) => {
    isEnterDown = event.type === "keydown" && event.key === "Enter";
  };
  window.addEventListener("keydown", onKey, { capture: true });
  window.addEventListener("keyup", onKey, { capture: true });
  const onSubmit = () => {
    if (isEnterDown) setInteractionModality("keyboard");
  };
  window.addEventListener("submit", onSubmit, { capture: true });
}
