import "../renderer/kit/tokens.css";
import "../renderer/kit/base.css";
import "../renderer/kit/ui/key-material.module.css";
import "../renderer/kit/ui/layout.module.css";
import "../renderer/kit/ui/message.module.css";
import "../renderer/kit/ui/print.css";
import "./gallery.css";
import type { Preview } from "@storybook/react-vite";
import { COUNTER_PARTS, KIOSK, SETUP } from "../renderer/app/parts.ts";
import { loadCustomersTexts } from "../renderer/kit/i18n/customers.ts";
import { initHeadOfficeTexts } from "../renderer/kit/i18n/head-office.ts";
import type { Language } from "../renderer/kit/i18n/index.ts";
import { loadKioskTexts } from "../renderer/kit/i18n/kiosks.ts";
import { coverage } from "./coverage.ts";
import { SIZES } from "./sizes.ts";

window.coverage = coverage;

/** Loads all texts and lazy parts, so that a story is complete at once. */
async function load(language: Language): Promise<void> {
  await initHeadOfficeTexts(language);
  await Promise.all([
    ...(["en", "nb"] as const).flatMap((one) => [loadCustomersTexts(one), loadKioskTexts(one)]),
    ...[...COUNTER_PARTS, SETUP, KIOSK].map((part) => part.load()),
  ]);
}

const toolbar = (title: string, items: readonly string[]) => ({
  toolbar: { title, items: [...items], dynamicTitle: true },
});

export default {
  globalTypes: {
    theme: toolbar("Theme", ["light", "dark"]),
    language: toolbar("Language", ["en", "nb"]),
  },
  initialGlobals: { theme: "light", language: "en" },
  parameters: {
    viewport: {
      options: Object.fromEntries(
        SIZES.map((size) => {
          const [width, height] = size.split("x").map((side) => `${side}px`);
          return [size, { name: size, styles: { width, height } }];
        }),
      ),
    },
  },
  async beforeEach({ globals: { theme, language } }) {
    document.documentElement.dataset.theme = theme;
    document.documentElement.lang = language;
    await load(language);
  },
  /** The story is complete: the pictures wait for this. */
  afterEach() {
    document.body.dataset.played = "";
  },
} satisfies Preview;
