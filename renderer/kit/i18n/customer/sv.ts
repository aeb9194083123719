/** What customers read on the till's screens, in Swedish. */
import type { CustomersTexts } from "./en.ts";

export const svCustomers: CustomersTexts = {
  welcome: "Betala här med mobilen.",
  toPay: "Att betala",
  toReserve: "Att reservera",
  code: "QR-kod: {{amount}} till {{shop}}",
  codeOver: "Koden har gått ut. Be om en ny.",
  expired: "Koden har gått ut",
  tip: "Du kan lägga till dricks i appen.",
  steps: {
    open: "Öppna appen",
    openNamed: "Öppna {{app}}",
    scan: "Skanna koden",
    approve: "Godkänn",
  },
  words: "Appen visar samma ord",
  link: "Eller öppna den här länken",
  openOnPhone: "Öppna koden på demomobilen",
  payHere: "Betala här med mobilen",
  payBefore: "Gäller till {{time}}",
  offer: {
    title: "Vill du ge dricks?",
    sale: "{{amount}} att betala",
    none: "Ingen dricks",
    own: "Annat belopp",
    ownTitle: "Hur mycket?",
    field: "Dricks",
    onTop: "Utöver {{amount}}",
    tooMuch: "Det är mer än vad som kan betalas på en gång.",
    back: "Tillbaka",
    add: "Lägg till {{amount}}",
    addNothing: "Lägg till dricks",
    total: "{{amount}} att betala med dricks",
    thanks: "Tack!",
    chosen: "{{tip}} i dricks: {{amount}} att betala",
    chosenNone: "{{amount}} att betala",
  },
  keys: {
    backspace: "Radera sista siffran",
    separator: "Decimaltecken",
    clear: "Rensa",
  },
  sold: "Det här köper du",
  someAmount: "Belopp",
  tipLine: "Dricks",
  discount: "Rabatt",
  more_one: "och {{count}} till",
  more_other: "och {{count}} till",
  vat: "varav moms {{rate}}: {{amount}}",
  takeAway: {
    code: "Ta med dig kvittot: skanna den här koden.",
    label: "Kod med kvittot",
    app: "Kvittot finns i din app.",
    coming: "Kvittot är på väg till din app.",
  },
  timeLeft: "Tid kvar",
  demo: "Demo: inga riktiga pengar",
  test: "Test: inga riktiga pengar",
  wait: {
    approve: {
      title: "Godkänn i mobilen",
      text: "Öppna appen och titta på förfrågan.",
    },
    moment: {
      title: "Ett ögonblick",
      text: "Din betalning förbereds.",
    },
    queued: {
      title: "Vänta lite",
      text: "Det finns ingen anslutning just nu. Inget har skickats till din mobil ännu.",
    },
    sending: {
      title: "Ett ögonblick",
      text: "Mobilen kan be dig att godkänna.",
    },
    finishing: {
      title: "Godkänt",
      text: "Betalningen slutförs.",
    },
    choose: {
      title: "Välj nu",
      text: "Beloppet är reserverat. Du betalar bara för det du får.",
    },
    chooseByOrder: {
      title: "Välj nu",
      text: "Beloppet är reserverat. Du betalar för det du får. Kan automaten inte avgöra det, betalar du för det du valde.",
    },
    dispensing: {
      title: "Dina varor kommer",
      text: "Du betalar bara för det som kommer ut. Resten frigörs.",
    },
    dispensingByOrder: {
      title: "Dina varor kommer",
      text: "Du betalar för det som kommer ut. Kan automaten inte avgöra det, betalar du för det du valde.",
    },
    cancelling: {
      title: "Ett ögonblick",
      text: "Betalningen avbryts. Godkänn inget mer.",
    },
    undoing: {
      title: "Avbrutet",
      text: "Betalningen avbröts. Beloppet frigörs: inget är betalt.",
    },
    staff: {
      title: "Ett ögonblick",
      text: "Fråga personalen.",
    },
  },
  outcome: {
    paid: "Betalt",
    reserved: "Reserverat",
    not_paid: "Inte betalt",
  },
  because: {
    paid: "Tack!",
    reserved: "Beloppet är reserverat. Det dras senare.",
    declined: "Nekad. Välj ett annat sätt att betala. Inga pengar har dragits.",
    cancelled: "Betalningen avbröts. Inga pengar har dragits.",
    expired: "Tiden gick ut. Inga pengar har dragits.",
  },
  away: {
    title: "Fråga personalen",
    text: "Skärmen har tappat kontakten med kassan. Den öppnas igen från kassans inställningar.",
  },
};
