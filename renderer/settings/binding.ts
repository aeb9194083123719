import { isProtectedScreenOpen } from "../store/operator-change.ts";
import type { Opened } from "../store/settings-state.ts";
import type { TillStore } from "../store/store.ts";
import type { settingsActions } from "./actions.ts";

const KEY = "till.opened";

/**
 * Signs out when the section is left or the window is closed. The session survives a reload, so the reloaded page signs
 * out as soon as it has the terminal.
 */
export function followSettings(
  store: TillStore,
  actions: Pick<ReturnType<typeof settingsActions>, "leavePage" | "lockSettings">,
): () => void {
  const savedUser = readSavedUser();
  if (savedUser !== null) store.setState(({ settings }) => ({ settings: { ...settings, opened: savedUser } }));
  const onPageHide = () => void actions.leavePage();
  globalThis.addEventListener?.("pagehide", onPageHide);
  const unsubscribe = store.subscribe((state, before) => {
    if (state.settings.opened !== before.settings.opened) saveUser(state.settings.opened);
    const isReloaded = before.terminal === null && state.terminal !== null && !isProtectedScreenOpen(store.getState());
    if (isReloaded || (isProtectedScreenOpen(before) && !isProtectedScreenOpen(state)))
      void actions.lockSettings(isReloaded);
  });
  return () => {
    unsubscribe();
    globalThis.removeEventListener?.("pagehide", onPageHide);
  };
}

function saveUser(opened: Opened | null): void {
  try {
    if (opened === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(opened));
  } catch {
    // No storage: remembered only by this page.
  }
}

function readSavedUser(): Opened | null {
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
