import { useSyncExternalStore } from "react";
import { useKit } from "../context.ts";

const COARSE = "(any-pointer: coarse)";

/** True when touch is available, always in kiosk mode: number fields then need on-screen keys. */
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
