import { useEffect, useRef } from "react";
import { dialog } from "./keys.ts";

/**
 * Handles a physical keyboard independently of focus. Input under a dialog, such as a PIN, is ignored, so that it never
 * appears on the screen.
 */
export function useTypedKeys(onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (dialog() === null) latest.current(event);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
