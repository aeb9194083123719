import "../kit/tokens.css";
import "../kit/base.css";
import "../kit/ui/key-material.module.css";
import "../kit/ui/layout.module.css";
import "../kit/ui/message.module.css";
import "../kit/ui/print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { ConnectedClient } from "../kit/client/connection.ts";
import { httpClient, takeToken } from "../kit/client/http.ts";
import { ipcClient } from "../kit/client/ipc.ts";
import { initTexts, type Language } from "../kit/i18n/index.ts";
import { type LazyModule, loadWhenIdle } from "../kit/lazy-module.ts";
import { keepKeyboardModality } from "../kit/ui/enter-modality.ts";
import { loadPreferences, savePreferences } from "../store/preferences.ts";
import { isCustomerWindow } from "../store/select.ts";
import { createTillStore, type TillStore } from "../store/store.ts";
import { TillProvider } from "../store/till-provider.tsx";
import { createActionsProxy, firstScreenPainted } from "./actions-proxy.ts";
import { App } from "./app.tsx";
import { bind } from "./binding.ts";
import { COUNTER_PARTS } from "./parts.ts";

const NOT_LOADED: Record<Language, string> = {
  en: "Till could not load. It tries again in a few seconds.",
  nb: "Kassen kunne ikke lastes. Den prøver igjen om noen sekunder.",
};
const RELOAD_AFTER_MS = 5000;

/** Shows a message without translations and reloads, because browsers cache a failed import. */
function reloadLater(root: HTMLElement, language: Language): void {
  const message = document.createElement("p");
  message.role = "alert";
  message.textContent = NOT_LOADED[language];
  document.documentElement.lang = language;
  root.replaceChildren(message);
  setTimeout(() => location.reload(), RELOAD_AFTER_MS);
}

async function mount(root: HTMLElement, client: ConnectedClient): Promise<void> {
  const preferences = loadPreferences();
  try {
    await initTexts(preferences.language);
  } catch {
    return reloadLater(root, preferences.language);
  }
  const store = createTillStore(Date.now(), preferences);
  const { actions, lazy } = createActionsProxy({ store, client, now: Date.now, savePreferences });
  bind(store, client, actions);
  void fetchTheRest(store, lazy);
  keepKeyboardModality();
  createRoot(root).render(
    <StrictMode>
      <TillProvider value={{ store, actions }}>
        <App client={client} />
      </TillProvider>
    </StrictMode>,
  );
}

/** Loads the other screens one by one, so that no press waits for them. */
async function fetchTheRest(store: TillStore, lazy: LazyModule<object>): Promise<void> {
  await firstScreenPainted(store);
  if (isCustomerWindow(store.getState())) return;
  // Warms up the list format, whose first use is slow.
  requestIdleCallback(() => new Intl.ListFormat(store.getState().terminal?.locale));
  loadWhenIdle([lazy, ...COUNTER_PARTS]);
}

const root = document.getElementById("root");
if (root) void mount(root, window.till ? ipcClient(window.till) : httpClient(takeToken()));
