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
import { headOfficeActions } from "./actions.ts";
import { bindHeadOffice } from "./binding.ts";
import { headOfficeClient } from "./client.ts";
import { HeadOffice } from "./head-office.tsx";
import { createHeadOfficeStore, HeadOfficeContext } from "./state.ts";

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
