import "../kit/tokens.css";
import "../kit/base.css";
import "../kit/ui/layout.module.css";
import "../kit/ui/message.module.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { KitContext } from "../kit/context.ts";
import { initHeadOfficeTexts } from "../kit/i18n/head-office.ts";
import { keepKeyboardModality } from "../kit/ui/enter-modality.ts";
import { loadPreferences, savePreferences } from "../store/preferences.ts";
import { type HeadOfficeActions, headOfficeActions } from "./actions.ts";
import { headOfficeClient } from "./client.ts";
import { HeadOfficeContext } from "./context.ts";
import { HeadOffice } from "./head-office.tsx";
import { createHeadOfficeStore, type HeadOfficeStore } from "./state.ts";

/** Refresh interval: tills report sales within a second, and their status every minute. */
const REFRESH_MS = 10_000;

function bindHeadOffice(store: HeadOfficeStore, actions: HeadOfficeActions): void {
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

async function mount(root: HTMLElement): Promise<void> {
  const client = headOfficeClient();
  const preferences = loadPreferences();
  await initHeadOfficeTexts(preferences.language);
  const store = createHeadOfficeStore(Date.now(), preferences);
  const actions = headOfficeActions({
    store,
    client,
    savePreferences: ({ theme, language }) => savePreferences({ ...preferences, theme, language }),
  });
  bindHeadOffice(store, actions);
  keepKeyboardModality();
  createRoot(root).render(
    <StrictMode>
      <HeadOfficeContext value={{ store, actions }}>
        <KitContext value={{ store, actions: null }}>
          <HeadOffice />
        </KitContext>
      </HeadOfficeContext>
    </StrictMode>,
  );
}

const root = document.getElementById("root");
if (root) void mount(root);
