/** Who opened a section by their PIN goes out again when the section is left, in whatever way it is. */
import { isInside } from "../store/operator-change.ts";
import type { Opened } from "../store/settings-state.ts";
import type { TillStore } from "../store/till-store.ts";
import type { settingsActions } from "./actions.ts";

const KEY = "till.opened";

/**
 * Signs out on leaving, also when the window is closed, and keeps who opened a section while the page is loaded anew: main's
 * session outlives the page. The page that comes back shows another screen, and signs them out, if they are in still, as
 * soon as it knows the till.
 */
export function followSettings(
  store: TillStore,
  actions: Pick<ReturnType<typeof settingsActions>, "leavePage" | "lockSettings">,
): () => void {
  const kept = keptOpened();
  if (kept !== null) store.setState(({ settings }) => ({ settings: { ...settings, opened: kept } }));
  const goAway = () => void actions.leavePage();
  globalThis.addEventListener?.("pagehide", goAway);
  const unsubscribe = store.subscribe((state, before) => {
    if (state.settings.opened !== before.settings.opened) keepOpened(state.settings.opened);
    // The set-up may have come back with the page, and is still inside: what is open is read, not what was told.
    const comesBack = before.terminal === null && state.terminal !== null && !isInside(store.getState());
    if (comesBack || (isInside(before) && !isInside(state))) void actions.lockSettings(comesBack);
  });
  return () => {
    unsubscribe();
    globalThis.removeEventListener?.("pagehide", goAway);
  };
}

function keepOpened(opened: Opened | null): void {
  try {
    if (opened === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(opened));
  } catch {
    // A browser that keeps nothing: what it opened is known as long as the page.
  }
}

function keptOpened(): Opened | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (typeof value !== "object" || value === null || !("name" in value) || !("before" in value)) return null;
    const { name, before } = value;
    if (typeof name !== "string" || (before !== null && typeof before !== "string")) return null;
    return { name, before };
  } catch {
    return null;
  }
}
