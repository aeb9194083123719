import type { HeadOfficeActions, HeadOfficeStore } from "./state.ts";

/** Refresh interval: tills report sales within a second, and their status every minute. */
const REFRESH_MS = 10_000;

export function bindHeadOffice(store: HeadOfficeStore, actions: HeadOfficeActions): void {
  void actions.refresh();
  setInterval(() => {
    store.setState({ now: Date.now() });
    const { section, connection } = store.getState();
    const isAlive = section === "today" || section === "tills" || connection === "away";
    // A month or a search is not reloaded automatically.
    if (isAlive && connection !== "lost" && document.visibilityState === "visible") void actions.refresh();
  }, REFRESH_MS);
  const show = ({ theme, language }: ReturnType<HeadOfficeStore["getState"]>) => {
    document.documentElement.lang = language;
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  show(store.getState());
  store.subscribe(show);
}
