/** Renders large screens in two tasks, so that a key press waits for one of them at most. */
import { startTransition, useEffect, useState } from "react";

/** Time-sliced rendering restarts on every other update; after this delay it renders synchronously. */
const LATEST_MS = 250;

/**
 * Returns false in the first render and true soon after. The larger part of a screen waits for it and sets `data-late`
 * meanwhile.
 * @param isDrawn true: render everything at once
 */
export function useSecondTask(isDrawn = false): boolean {
  const [isSecond, setSecond] = useState(isDrawn);
  useEffect(() => {
    if (isDrawn) return;
    const sliced = setTimeout(() => startTransition(() => setSecond(true)));
    const latest = setTimeout(() => setSecond(true), LATEST_MS);
    return () => {
      clearTimeout(sliced);
      clearTimeout(latest);
    };
  }, [isDrawn]);
  return isSecond || isDrawn;
}
