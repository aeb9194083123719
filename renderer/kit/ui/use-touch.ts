import { useSyncExternalStore } from "react";
import { useKit } from "../context.ts";

const COARSE = "(any-pointer: coarse)";

/** Whether fingers work here: then a number needs keys on the screen. In kiosk mode there is nothing else. */
export function useTouch(): boolean {
  const isKiosk = useKit((state) => state.terminal?.mode === "kiosk");
  const isCoarse = useSyncExternalStore(follow, () => matchMedia(COARSE).matches);
  return isKiosk || isCoarse;
}

function follow(onChange: () => void): () => void {
  const query = matchMedia(COARSE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
