/** Innstillingene og deres egne deler. */
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
      since: "Gjelder fra {{time}}, med versjon {{version}} for {{whom}}.",
      for: { all: "alle kasser", shop: "denne butikken", till: "denne kassen" },
      changed: "Det er endret her siden: det som står her nå, er kassens eget.",
      effect: "Det som endres her, gjelder til hovedkontoret publiserer noe annet om det.",
    },
    gate: {
      manager: "For en leder. PIN-koden din åpner, og Ferdig logger deg ut igjen.",
      owner: "For eieren. PIN-koden din åpner, og Ferdig logger deg ut igjen.",
      instead: "{{name}} logges ut imens, og logger inn igjen etterpå.",
    },
    tooLittle: {
      manager: "{{name}} er logget inn nå, men dette er for en leder.",
      owner: "{{name}} er logget inn nå, men dette er bare for eieren.",
    },
    pin: { manager: "Lederens PIN", owner: "Eierens PIN" },
  },
  keyboard: {
    label: "Tastatur",
    shift: "Store bokstaver",
    symbols: "Sifre og tegn",
    letters: "Bokstaver",
    erase: "Visk ut",
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
      none: "I bakgrunnen; sidene åpnes i en nettleser",
    },
    works: {
      title: "Andres verk i denne kassen",
      text: "Programmet inneholder skrifter og biblioteker laget av andre. Her står hvert av dem med lisensen sin. Det som hører til selve skrivebordsprogrammet, Electron og Chromium, ligger ved siden av det installerte programmet.",
      show: "Vis dem",
      failed: "Listen kunne ikke leses. Betalinger er ikke berørt.",
    },
    environment: "Penger",
    environments: { demo: "Demo: ingen ekte penger", test: "Test: ingen ekte penger", live: "Ekte penger" },
    merchant: "Butikk",
    pos: "Kasse",
    money: "Valuta og format",
    timeZone: "Tidssone",
  },
};
