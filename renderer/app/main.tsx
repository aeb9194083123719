/** Entry of the page: chooses the carrier, connects the store to it, and shows the screens. */
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
import { startTexts } from "../kit/i18n/index.ts";
import { loadPreferences, savePreferences } from "../store/preferences.ts";
import { TillProvider } from "../store/store.tsx";
import { createTillStore } from "../store/till-store.ts";
import { createActions } from "./actions.ts";
import { App } from "./app.tsx";
import { bind } from "./binding.ts";

/** Shows the till in an element. */
export function mount(root: HTMLElement, client: ConnectedClient): void {
  const preferences = loadPreferences();
  startTexts(preferences.language);
  const store = createTillStore(Date.now(), preferences);
  const actions = createActions({ store, client, now: Date.now, savePreferences });
  bind(store, client, actions);
  createRoot(root).render(
    <StrictMode>
      <TillProvider value={{ store, actions }}>
        <App client={client} />
      </TillProvider>
    </StrictMode>,
  );
}

const root = document.getElementById("root");
if (root) mount(root, window.till ? ipcClient(window.till) : httpClient(takeToken()));
