/** Norwegian Bokmål: texts of the frame and the first screen. */
import type { FirstTexts } from "../en/first.ts";
import { nbBasket } from "./basket.ts";
import { nbCounter } from "./counter.ts";
import { nbSafety } from "./safety.ts";
import { nbSettings } from "./settings.ts";
import { nbStaff } from "./staff.ts";
import { nbStickers } from "./stickers.ts";

export const nbFirst: FirstTexts = {
  ...nbBasket,
  ...nbCounter,
  ...nbSafety,
  ...nbSettings,
  ...nbStaff,
  ...nbStickers,
  app: { name: "Till", loading: "Starter…" },
  nav: {
    label: "Skjermer",
    charge: "Ta betalt",
    reserved: "Reservert",
    payments: "Betalinger",
    reservedCount_one: "{{count}} åpen reservasjon",
    reservedCount_other: "{{count}} åpne reservasjoner",
    reservedSoon_one: "{{count}} utløper innen et døgn",
    reservedSoon_other: "{{count}} utløper innen et døgn",
    reservedRests_one: "{{count}} er resten av et salg: trekk eller frigi den",
    reservedRests_other: "{{count}} er resten av salg: trekk eller frigi dem",
    inbox: "Innboks",
    inboxCount_one: "{{count}} sen betaling må avgjøres",
    inboxCount_other: "{{count}} sene betalinger må avgjøres",
    inProgress: "En betaling er åpen",
    reports: "Rapporter",
    settings: "Innstillinger",
  },
  state: {
    noCode: "Ingen kode",
    draft: "Venter",
    queued: "Venter",
    waiting: "Venter",
    authorised: "Reservert",
    partly_captured: "Delvis trukket",
    captured: "Betalt",
    partly_refunded: "Delvis refundert",
    attention: "Hent leder",
    rejected: "Ikke betalt",
    notReserved: "Ikke reservert",
    aborted: "Avbrutt",
    expired: "Utløpt",
    released: "Frigitt",
    refunded: "Refundert",
    checking: "Sjekker",
  },
  bar: {
    label: "Status",
    online: "På nett",
    offlineSince: "Uten nett siden {{time}}",
    offline: "Uten nett",
    authFailed: "Nøkkelen godtas ikke",
    degraded: "Ustabilt nett",
    queue_one: "{{count}} venter",
    queue_other: "{{count}} venter",
    parked_one: "{{count}} venter på leder",
    parked_other: "{{count}} venter på leder",
    diskLow: "Disken er nesten full",
    diskFull: "Disken er full",
    paused_one: "{{count}} venter, på pause",
    paused_other: "{{count}} venter, på pause",
    printer: {
      unreachable: "Skriveren er av",
      no_answer: "Skriveren svarer ikke",
      paper_out: "Skriver: tom for papir",
      cover_open: "Skriver: lokket er åpent",
      printer_error: "Skriver: feil",
      no_permission: "Skriver: ingen tilgang",
      queue_stopped: "Skriver: køen er på pause",
      interrupted: "Sjekk skriveren",
      look: "Sjekk skriveren",
      paperLow: "Skriver: lite papir",
    },
    keys: "Hurtigtaster",
    settings: "Dette vinduet: tema, språk, lyder",
  },
  settings: {
    theme: "Tema",
    system: "System",
    light: "Lyst",
    dark: "Mørkt",
    language: "Språk",
    english: "English",
    norwegian: "Norsk bokmål",
    sound: "Lyder",
    amounts: "Inntasting av beløp",
    amountExample: "149 er {{amount}}",
    version: "Till {{version}}",
  },
  common: { cancel: "Avbryt", close: "Lukk", ok: "OK", back: "Tilbake", next: "Videre", dismiss: "Fjern" },
  unsaved: {
    title: "Forkaste endringene?",
    text: "Det du endret, er ikke lagret.",
    discard: "Forkast",
    keep: "Fortsett å redigere",
  },
  scan: {
    unknown: "Ukjent kode: {{text}}. Det er ikke trukket noe.",
    customer: "Kundens kode er skannet.",
    productNotNow: "{{text}} er en vare. Skann den når dette salget er ferdig.",
    notNow: "Kundens kode er skannet, men det er ingenting å betale nå.",
  },
  connection: {
    awayTitle: "Kassen svarer ikke",
    awayText:
      "Betalinger som er i gang, er trygge: kassen fullfører dem når den kjører igjen. Ikke ta betalt en gang til.",
    awayNext:
      "Vinduet fortsetter automatisk når kassen svarer. Tar det mer enn ett minutt, starter du Till på nytt på denne maskinen og fortsetter i vinduet som åpnes.",
    lostTitle: "Dette vinduet er ikke lenger tilkoblet",
    lostText: "Kassen er startet på nytt, eller adressen er gammel. Ingen betaling er berørt.",
    lostNext:
      "Till åpner et nytt vindu hver gang den startes, eller skriver ut en ny adresse. Fortsett der, og lukk dette vinduet.",
  },
  environment: {
    label: "Ikke ekte penger",
    demo: "Demo – lekepenger",
    test: "Test – ingen ekte penger",
    live: "Ekte penger",
    phone: "Åpne kundens telefon",
    pin: "Eierens PIN {{pin}}",
  },
  keptHere: {
    copy: "Ingenting ble kopiert, fordi kassen er i kioskmodus. Be de ansatte forlate kioskmodus først.",
    save: "Ingenting ble lagret, fordi kassen er i kioskmodus. Be de ansatte forlate kioskmodus først.",
  },
  damage: {
    banner:
      "Kassens data har vært skadet siden {{time}}. Gjør ferdig de åpne betalingene, og ring den som har ansvar for kassen.",
    open: "Dette kan du gjøre",
  },
  ownKeys: {
    banner:
      "Betalingstjenesten godtar ikke kassens nye nøkkel ennå. Kassen bruker den forrige, også etter {{time}} om nødvendig. Eieren bør registrere den nye.",
  },
  notFetched: {
    title: "Dette kunne ikke lastes",
    text: "En del av vinduet til Till kunne ikke lastes. Ingen betaling er berørt.",
    next: "Last vinduet på nytt. Salget du holder på med, blir tatt vare på.",
    again: "Last på nytt",
  },
};
