import { createPortal } from "react-dom";
import { Loaded, lazyModule } from "../lazy-module.tsx";
import { useTouchedField } from "./use-touched-field.ts";

/** The keys are loaded with the first touch of a field, or earlier when idle. */
export const SCREEN_KEYS = lazyModule(() => import("./screen-keys.tsx"));

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
