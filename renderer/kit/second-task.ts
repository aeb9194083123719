/** Large screens are drawn in two parts: a key that is pressed meanwhile waits for no more than one of them. */
import { startTransition, useEffect, useState } from "react";

/** In slices a part is begun anew whenever something else is drawn: after so long it is drawn at once. */
const LATEST_MS = 250;

/**
 * False while what asks is first drawn; true soon after, in slices: the larger part of it waits for that, and says so
 * meanwhile (`data-late`).
 * @param isDrawn true: it is to be drawn whole, at once
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
