/** Norwegian Bokmål. */
import type { Catalogue } from "../en/index.ts";
import { nbBasket } from "./basket.ts";
import { nbCatalogue } from "./catalogue.ts";
import { nbCounter } from "./counter.ts";
import { nbCustomer } from "./customer.ts";
import { nbExports } from "./exports.ts";
import { nbHealth } from "./health.ts";
import { nbJournal } from "./journal.ts";
import { nbKeys } from "./keys.ts";
import { nbKioskSettings } from "./kiosk-settings.ts";
import { nbMessages } from "./messages.ts";
import { nbPayments } from "./payments.ts";
import { nbReasons } from "./reasons.ts";
import { nbReceipts } from "./receipts.ts";
import { nbRefundKey } from "./refund-key.ts";
import { nbReports } from "./reports.ts";
import { nbReservations } from "./reservations.ts";
import { nbSafety } from "./safety.ts";
import { nbSettings } from "./settings.ts";
import { nbSetup } from "./setup.ts";
import { nbStaff } from "./staff.ts";
import { nbStickers } from "./stickers.ts";
import { nbVends } from "./vends.ts";

export const nb: Catalogue = {
  reason: nbReasons,
  ...nbMessages,
  ...nbBasket,
  ...nbCatalogue,
  ...nbCounter,
  ...nbCustomer,
  ...nbPayments,
  ...nbReceipts,
  ...nbReports,
  ...nbReservations,
  ...nbKeys,
  ...nbRefundKey,
  ...nbJournal,
  ...nbExports,
  ...nbSafety,
  ...nbSettings,
  ...nbKioskSettings,
  ...nbHealth,
  ...nbSetup,
  ...nbStaff,
  ...nbStickers,
  ...nbVends,
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
    inbox: "Innboks",
    inboxCount_one: "{{count}} betaling venter på en avgjørelse",
    inboxCount_other: "{{count}} betalinger venter på en avgjørelse",
    inProgress: "En betaling er åpen",
    reports: "Rapporter",
    settings: "Innstillinger",
  },
  state: {
    draft: "Venter",
    queued: "Venter",
    waiting: "Venter",
    authorised: "Reservert",
    partly_captured: "Delvis trukket",
    captured: "Betalt",
    partly_refunded: "Delvis refundert",
    attention: "Trenger en leder",
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
    parked_one: "{{count}} trenger en leder",
    parked_other: "{{count}} trenger en leder",
    diskLow: "Disken er nesten full",
    diskFull: "Disken er full",
    paused_one: "{{count}} venter, på pause",
    paused_other: "{{count}} venter, på pause",
    keys: "Taster",
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
    amounts: "Å taste inn et beløp",
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
    unknown: "Ukjent kode: {{text}}. Ingenting ble belastet.",
    customer: "Kundens kode er lest.",
    productNotNow: "{{text}} er en av varene: skann den når dette salget er ferdig.",
    notNow: "En kundes kode ble lest, og det er ikke noe å betale med den nå.",
  },
  connection: {
    awayTitle: "Kassen kjører ikke",
    awayText: "Betalinger som var i gang, er trygge: kassen fullfører dem når den starter.",
    awayNext:
      "Start Till på nytt på denne maskinen. Da åpner den et nytt vindu, eller skriver ut en ny adresse: fortsett der, og lukk dette vinduet. Kommer kassen tilbake på samme adresse, fortsetter dette vinduet av seg selv.",
    lostTitle: "Dette vinduet er ikke lenger tilkoblet",
    lostText: "Kassen er startet på nytt, eller adressen er gammel. Ingen betaling er berørt.",
    lostNext:
      "Till åpner et nytt vindu hver gang den startes, eller skriver ut en ny adresse. Fortsett der, og lukk dette vinduet.",
  },
};
