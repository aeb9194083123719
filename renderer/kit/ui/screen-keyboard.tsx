import { createPortal } from "react-dom";
import { Loaded } from "../lazy-module.ts";
import { SCREEN_KEYS } from "../lazy-parts.ts";
import { useTouchedField } from "./use-touched-field.ts";

/** An on-screen keyboard for fields opened by touch. A mouse or a physical key never shows it. */
export function ScreenKeyboard() {
  const { field, hide } = useTouchedField();
  if (field === null) return null;
  return createPortal(
    <Loaded from={SCREEN_KEYS}>
      {({ ScreenKeys }) => <ScreenKeys key={field.opened} field={field} onHide={hide} />}
    </Loaded>,
    document.body,
  );
}
