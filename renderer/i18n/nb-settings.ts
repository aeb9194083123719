/** Innstillingene og deres egne deler. */
import type { enSettings } from "./en-settings.ts";

export const nbSettings: typeof enSettings = {
  settingsScreen: {
    title: "Innstillinger",
    sections: "Deler",
    open: "Alle innstillinger",
    window: "Dette vinduet",
    about: "Om denne kassen",
    unlock: "Åpne",
    gate: {
      manager: "Dette er for en leder. Det lukkes igjen når du går ut.",
      owner: "Dette er for eieren. Det lukkes igjen når du går ut.",
    },
    tooLittle: {
      manager: "PIN-koden stemmer, men dette er for en leder.",
      owner: "PIN-koden stemmer, men dette er bare for eieren.",
    },
    pin: { manager: "Lederens PIN", owner: "Eierens PIN" },
  },
  about: {
    version: "Versjon",
    shell: "Kjører som",
    shells: { electron: "Skrivebordsprogram", browser: "Nettleservindu", none: "Uten eget vindu" },
    environment: "Penger",
    environments: { demo: "Demo: ingen ekte penger", test: "Test: ingen ekte penger", live: "Ekte penger" },
    merchant: "Butikk",
    pos: "Kasse",
    money: "Valuta og format",
    timeZone: "Tidssone",
  },
};
