import { setInteractionModality } from "react-aria-components";

/**
 * Keeps a form submitted by Enter a keyboard interaction. The browser submits it with a click on the submit button that
 * has no pointer; react-aria takes such a click for a screen reader's, and then gives no element the focus before all
 * transitions of the page have ended.
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
