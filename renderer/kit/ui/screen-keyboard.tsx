import { createPortal } from "react-dom";
import { Fetched, part } from "../part.tsx";
import { useTouchedField } from "./use-touched-field.ts";

/** The keys themselves come with the first touch of a field, or before it. */
export const SCREEN_KEYS = part(() => import("./screen-keys.tsx"));

/**
 * Keys on the screen for a field that a finger has opened: many a till has no other keyboard, and many a system brings
 * none. A mouse or a key of a real keyboard never shows it.
 */
export function ScreenKeyboard() {
  const { field, hide } = useTouchedField();
  if (field === null) return null;
  return createPortal(
    <Fetched from={SCREEN_KEYS}>
      {({ ScreenKeys }) => <ScreenKeys key={field.opened} field={field} onHide={hide} />}
    </Fetched>,
    document.body,
  );
}
