/** Det kundens skjerm sier, og det kassen sier om den. */
import type { enCustomer } from "../en/customer.ts";

type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export const nbCustomer: Texts<typeof enCustomer> = {
  customer: {
    welcome: "Betal her med telefonen.",
    toPay: "Å betale",
    toReserve: "Å reservere",
    code: "QR-kode: {{amount}} til {{shop}}",
    codeOver: "Denne koden er utløpt. Be om en ny.",
    tip: "Du kan legge til tips i appen.",
    offer: {
      title: "Vil du gi tips?",
      sale: "{{amount}} å betale",
      none: "Ingen tips",
      own: "Et annet beløp",
      ownTitle: "Hvor mye?",
      back: "Tilbake",
      add: "Legg til {{amount}}",
      addNothing: "Legg til tips",
      total: "{{amount}} å betale med tips",
      thanks: "Takk!",
      chosen: "{{tip}} i tips: {{amount}} å betale",
      chosenNone: "{{amount}} å betale",
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
      approve: { title: "Godkjenn på telefonen", text: "Åpne appen, og se på forespørselen." },
      moment: { title: "Et øyeblikk", text: "Betalingen gjøres klar." },
      queued: {
        title: "Vent litt",
        text: "Det er ingen forbindelse akkurat nå. Ingenting er sendt til telefonen din ennå.",
      },
      sending: { title: "Et øyeblikk", text: "Telefonen din kan be deg om å godkjenne." },
      finishing: { title: "Godkjent", text: "Betalingen fullføres." },
      cancelling: { title: "Et øyeblikk", text: "Betalingen avbrytes. Ikke godkjenn noe mer." },
      undoing: {
        title: "Avbrutt",
        text: "Du godkjente etter at betalingen ble avbrutt. Beløpet frigis: ingenting er betalt.",
      },
      staff: { title: "Et øyeblikk", text: "Spør de ansatte." },
    },
    outcome: { paid: "Betalt", reserved: "Reservert", not_paid: "Ikke betalt" },
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
  },
  customerScreen: {
    title: "Kundens skjerm",
    intro:
      "En skjerm som vender mot kunden: det som selges, koden, beløpet og resultatet. Den spør om tips når kassen gjør det.",
    open: "Åpne kundens skjerm",
    openPage: "Åpne den i en nettleser",
    pageText:
      "Den åpnes som en egen side. Flytt den til skjermen som vender mot kunden, og la den fylle skjermen (F11).",
    windowText: "Den åpnes på den andre skjermen, og kommer tilbake hver gang kassen starter.",
    oneDisplay: "Denne maskinen har én skjerm nå: den åpnes som et vindu til det kommer en til.",
    close: "Lukk den",
    isOpen: "Den er åpen.",
    language: "Språk for kundene",
    blocked: "Nettleseren åpnet den ikke. Tillat vinduer fra denne siden, og prøv igjen.",
  },
  kioskMode: {
    title: "Kioskmodus",
    text: "Kundene står ved denne kassen: vinduet fyller skjermen.",
    leave: "Forlat kioskmodus til neste oppstart…",
    dialogTitle: "Forlat kioskmodus",
    dialogText:
      "Vinduet kan da flyttes, gjøres mindre og lukkes, og det som ligger bak det, kan nås. I det installerte programmet kan tekster også kopieres og filer lagres. Bli ved kassen: alle som står der, kan gjøre det samme.",
    dialogUntil:
      "Den er en kiosk igjen når kassen har startet på nytt, eller når noen går tilbake. Ingen penger flyttes.",
    browser: "Nettleservinduet lukkes og åpnes på nytt.",
    yes: "Forlat kioskmodus",
    left: "Dette vinduet er ute av kioskmodus til kassen starter på nytt. Den som står her, kan komme forbi det.",
    enter: "Gå tilbake til kioskmodus",
    noWindow:
      "Kassen åpnet ikke noe eget vindu: den som åpnet denne siden, kan lukke den. For ikke å være i kioskmodus lenger: sett opp kassen på nytt, eller start den uten --kiosk.",
    paymentOpen:
      "En betaling er åpen hos kunden og avbrytes ikke: ingenting ble endret. Ingen penger ble flyttet av dette. La den bli ferdig eller avbryt den, og prøv igjen.",
  },
  startScreen: {
    title: "Oppstart",
    switch: "Start når denne brukeren logger inn",
    text: "Den starter med de samme valgene som nå, unntatt dem for klargjøring.",
    options: "På dette systemet starter den uten sine valg (--kiosk, --data): start den for hånd der den trenger dem.",
    shell: "Denne kassen kjører i en nettleser, eller uten vindu: bare den installerte kassen kan starte av seg selv.",
    installed: "Bare en installert kasse kan starte av seg selv: denne kjører fra kildekoden.",
    platform: "Dette systemet kan ikke starte et program når noen logger inn.",
  },
};
