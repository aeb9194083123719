/** What customers read on the till's screens, in Danish. */
import type { CustomersTexts } from "./en.ts";

export const daCustomers: CustomersTexts = {
  welcome: "Betal her med telefonen.",
  toPay: "At betale",
  toReserve: "At reservere",
  code: "QR-kode: {{amount}} til {{shop}}",
  codeOver: "Koden er udløbet. Bed om en ny.",
  expired: "Koden er udløbet",
  tip: "Du kan give drikkepenge i appen.",
  steps: {
    open: "Åbn appen",
    openNamed: "Åbn {{app}}",
    scan: "Scan koden",
    approve: "Godkend",
  },
  words: "Appen viser de samme ord",
  link: "Eller åbn dette link",
  openOnPhone: "Åbn koden på demotelefonen",
  payHere: "Betal her med telefonen",
  payBefore: "Gælder til kl. {{time}}",
  offer: {
    title: "Vil du give drikkepenge?",
    sale: "{{amount}} at betale",
    none: "Ingen drikkepenge",
    own: "Et andet beløb",
    ownTitle: "Hvor meget?",
    field: "Drikkepenge",
    onTop: "Ud over {{amount}}",
    tooMuch: "Det er mere, end der kan betales på én gang.",
    back: "Tilbage",
    add: "Giv {{amount}}",
    addNothing: "Giv drikkepenge",
    total: "{{amount}} at betale med drikkepenge",
    thanks: "Tak!",
    chosen: "{{tip}} i drikkepenge: {{amount}} at betale",
    chosenNone: "{{amount}} at betale",
  },
  keys: {
    backspace: "Slet sidste ciffer",
    separator: "Decimaltegn",
    clear: "Nulstil",
  },
  sold: "Det køber du",
  someAmount: "Beløb",
  tipLine: "Drikkepenge",
  discount: "Rabat",
  more_one: "og {{count}} mere",
  more_other: "og {{count}} mere",
  vat: "heraf moms {{rate}}: {{amount}}",
  takeAway: {
    code: "Tag kvitteringen med: scan denne kode.",
    label: "Kode med kvitteringen",
    app: "Kvitteringen ligger i din app.",
    coming: "Kvitteringen er på vej til din app.",
  },
  timeLeft: "Tid tilbage",
  demo: "Demo: ingen rigtige penge",
  test: "Test: ingen rigtige penge",
  wait: {
    approve: {
      title: "Godkend på telefonen",
      text: "Åbn appen, og se på anmodningen.",
    },
    moment: {
      title: "Et øjeblik",
      text: "Din betaling gøres klar.",
    },
    queued: {
      title: "Vent venligst",
      text: "Der er ingen forbindelse lige nu. Der er endnu ikke sendt noget til din telefon.",
    },
    sending: {
      title: "Et øjeblik",
      text: "Telefonen kan bede dig om at godkende.",
    },
    finishing: {
      title: "Godkendt",
      text: "Betalingen gennemføres.",
    },
    choose: {
      title: "Vælg nu",
      text: "Beløbet er reserveret. Du betaler kun for det, du får.",
    },
    chooseByOrder: {
      title: "Vælg nu",
      text: "Beløbet er reserveret. Du betaler for det, du får. Kan automaten ikke se det, betaler du for det, du valgte.",
    },
    dispensing: {
      title: "Dine varer kommer",
      text: "Du betaler kun for det, der kommer ud. Resten frigives.",
    },
    dispensingByOrder: {
      title: "Dine varer kommer",
      text: "Du betaler for det, der kommer ud. Kan automaten ikke se det, betaler du for det, du valgte.",
    },
    cancelling: {
      title: "Et øjeblik",
      text: "Betalingen annulleres. Godkend ikke mere.",
    },
    undoing: {
      title: "Annulleret",
      text: "Betalingen blev annulleret. Beløbet frigives: intet er betalt.",
    },
    staff: {
      title: "Et øjeblik",
      text: "Spørg personalet.",
    },
  },
  outcome: {
    paid: "Betalt",
    reserved: "Reserveret",
    not_paid: "Ikke betalt",
  },
  because: {
    paid: "Tak!",
    reserved: "Beløbet er reserveret. Det trækkes senere.",
    declined: "Afvist. Vælg en anden måde at betale på. Der er ikke trukket penge.",
    cancelled: "Betalingen blev annulleret. Der er ikke trukket penge.",
    expired: "Tiden løb ud. Der er ikke trukket penge.",
  },
  away: {
    title: "Spørg personalet",
    text: "Skærmen har mistet forbindelsen til kassen. Den åbnes igen fra kassens indstillinger.",
  },
};
