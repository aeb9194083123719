/** Norwegian Bokmål: the settings screen and its own sections. */
import type { enSettings } from "../en/settings.ts";

export const nbSettings: typeof enSettings = {
  settingsScreen: {
    title: "Innstillinger",
    sections: "Deler",
    open: "Alle innstillinger",
    window: "Dette vinduet",
    about: "Om denne kassen",
    unlock: "Åpne",
    headOffice: {
      title: "Fra hovedkontoret",
      from: "Fra hovedkontoret: {{parts}}",
      limit: "refusjonsgrense for {{role}} {{limit}}",
      since: "Versjon {{version}} for {{whom}}, i bruk siden {{time}}.",
      for: { all: "alle kasser", shop: "denne butikken", till: "denne kassen" },
      changed: "Innstillingene er siden endret på denne kassen.",
      effect: "Endringer her gjelder til hovedkontoret publiserer nye innstillinger.",
    },
    gate: {
      manager: "Bare for ledere. Skriv PIN-koden din.",
      owner: "Bare for eieren. Skriv PIN-koden din.",
      instead: "Da logges {{name}} ut.",
    },
    tooLittle: {
      manager: "{{name}} er logget inn, men bare en leder kan åpne dette.",
      owner: "{{name}} er logget inn, men bare eieren kan åpne dette.",
    },
    pin: { manager: "Lederens PIN-kode", owner: "Eierens PIN-kode" },
  },
  keyboard: {
    label: "Tastatur",
    shift: "Store bokstaver",
    symbols: "Tall og tegn",
    letters: "Bokstaver",
    erase: "Slett",
    space: "Mellomrom",
    enter: "Linjeskift",
    hide: "Skjul tastaturet",
  },
  about: {
    version: "Versjon",
    shell: "Kjører som",
    shells: {
      electron: "Skrivebordsprogram",
      browser: "Nettleservindu",
      none: "Bakgrunnstjeneste, åpnes i en nettleser",
    },
    works: {
      title: "Lisenser",
      text: "Skrifter og biblioteker i programmet, med lisenser. Lisensene for Electron og Chromium ligger i installasjonsmappen.",
      show: "Vis lisenser",
      failed: "Lisensene kunne ikke hentes.",
    },
    environment: "Modus",
    environments: { demo: "Demo: ingen ekte penger", test: "Test: ingen ekte penger", live: "Ekte penger" },
    merchant: "Butikk",
    pos: "Kasse",
    money: "Valuta og format",
    timeZone: "Tidssone",
  },
};
