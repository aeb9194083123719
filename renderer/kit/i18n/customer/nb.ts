/** What customers read on the till's screens, in Norwegian Bokmål. */
import type { CustomersTexts } from "./en.ts";

export const nbCustomers: CustomersTexts = {
  welcome: "Betal her med telefonen.",
  toPay: "Å betale",
  toReserve: "Å reservere",
  code: "QR-kode: {{amount}} til {{shop}}",
  codeOver: "Denne koden er utløpt. Be om en ny.",
  expired: "Koden er utløpt",
  tip: "Du kan legge til tips i appen.",
  steps: {
    open: "Åpne appen",
    openNamed: "Åpne {{app}}",
    scan: "Skann koden",
    approve: "Godkjenn",
  },
  words: "Appen viser de samme ordene",
  link: "Eller åpne denne lenken",
  openOnPhone: "Åpne denne koden på demotelefonen",
  payHere: "Betal her med telefonen",
  payBefore: "Gyldig til {{time}}",
  offer: {
    title: "Vil du gi tips?",
    sale: "{{amount}} å betale",
    none: "Ingen tips",
    own: "Et annet beløp",
    ownTitle: "Hvor mye?",
    field: "Tips",
    onTop: "I tillegg til {{amount}}",
    tooMuch: "Det er mer enn det går an å betale på én gang.",
    back: "Tilbake",
    add: "Legg til {{amount}}",
    addNothing: "Legg til tips",
    total: "{{amount}} å betale med tips",
    thanks: "Takk!",
    chosen: "{{tip}} i tips: {{amount}} å betale",
    chosenNone: "{{amount}} å betale",
  },
  keys: {
    backspace: "Slett siste siffer",
    separator: "Desimalskille",
    clear: "Nullstill",
  },
  sold: "Dette kjøper du",
  someAmount: "Beløp",
  tipLine: "Tips",
  discount: "Rabatt",
  more_one: "og {{count}} til",
  more_other: "og {{count}} til",
  vat: "herav MVA {{rate}}: {{amount}}",
  takeAway: {
    code: "Ta med deg kvitteringen: skann denne koden.",
    label: "Kode med kvitteringen",
    app: "Kvitteringen ligger i appen din.",
    coming: "Kvitteringen er på vei til appen din.",
  },
  timeLeft: "Tid igjen",
  demo: "Demo: ingen ekte penger",
  test: "Test: ingen ekte penger",
  wait: {
    approve: {
      title: "Godkjenn på telefonen",
      text: "Åpne appen, og se på forespørselen.",
    },
    moment: {
      title: "Et øyeblikk",
      text: "Betalingen gjøres klar.",
    },
    queued: {
      title: "Vent litt",
      text: "Det er ingen forbindelse akkurat nå. Ingenting er sendt til telefonen din ennå.",
    },
    sending: {
      title: "Et øyeblikk",
      text: "Telefonen din kan be deg om å godkjenne.",
    },
    finishing: {
      title: "Godkjent",
      text: "Betalingen fullføres.",
    },
    choose: {
      title: "Velg nå",
      text: "Beløpet er reservert. Du betaler bare for det du får.",
    },
    chooseByOrder: {
      title: "Velg nå",
      text: "Beløpet er reservert. Du betaler for det du får. Kan ikke automaten si det, betaler du for det du valgte.",
    },
    dispensing: {
      title: "Varene dine kommer",
      text: "Du betaler bare for det som kommer ut. Resten frigis.",
    },
    dispensingByOrder: {
      title: "Varene dine kommer",
      text: "Du betaler for det som kommer ut. Kan ikke automaten si det, betaler du for det du valgte.",
    },
    cancelling: {
      title: "Et øyeblikk",
      text: "Betalingen avbrytes. Ikke godkjenn noe mer.",
    },
    undoing: {
      title: "Avbrutt",
      text: "Betalingen ble avbrutt. Beløpet frigis: ingenting er betalt.",
    },
    staff: {
      title: "Et øyeblikk",
      text: "Spør de ansatte.",
    },
  },
  outcome: {
    paid: "Betalt",
    reserved: "Reservert",
    not_paid: "Ikke betalt",
  },
  because: {
    paid: "Takk!",
    reserved: "Beløpet er reservert. Det trekkes senere.",
    declined: "Avslått. Velg en annen måte å betale på. Ingen penger er trukket.",
    cancelled: "Betalingen ble avbrutt. Ingen penger ble trukket.",
    expired: "Tiden løp ut. Ingen penger ble trukket.",
  },
  away: {
    title: "Spør de ansatte",
    text: "Denne skjermen har mistet kassen. Den åpnes på nytt fra kassens innstillinger.",
  },
};
