import { useEffect, useRef } from "react";
import { dialog } from "./keys.ts";

/**
 * Keys of a real keyboard for the screen, whatever has the focus. What is typed while something lies over the screen, a PIN
 * say, is none of it: the next customer would read it there.
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
