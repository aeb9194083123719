/** What happens on head office's page by itself: it is read again and again, and shown as was chosen. */
import type { HeadOfficeActions, HeadOfficeStore } from "./state.ts";

/** Tills tell what they sold within a second, and of themselves every minute. */
const REFRESH_MS = 10_000;

/** Binds the store to the clock and to the document, for as long as the page is there. */
export function bindHeadOffice(store: HeadOfficeStore, actions: HeadOfficeActions): void {
  void actions.refresh();
  setInterval(() => {
    store.setState({ now: Date.now() });
    const { section, connection } = store.getState();
    const isAlive = section === "today" || section === "tills" || connection === "away";
    // What is read on purpose, a month or a search, stays as it was read.
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
