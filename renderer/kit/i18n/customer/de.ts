/** What customers read on the till's screens, in German. */
import type { CustomersTexts } from "./en.ts";

export const deCustomers: CustomersTexts = {
  welcome: "Bezahlen Sie hier mit dem Handy.",
  toPay: "Zu zahlen",
  toReserve: "Zu reservieren",
  code: "QR-Code: {{amount}} an {{shop}}",
  codeOver: "Dieser Code ist abgelaufen. Bitten Sie um einen neuen.",
  expired: "Dieser Code ist abgelaufen",
  tip: "In der App können Sie Trinkgeld geben.",
  steps: {
    open: "App öffnen",
    openNamed: "{{app}} öffnen",
    scan: "Code scannen",
    approve: "Bestätigen",
  },
  words: "Die App zeigt dieselben Wörter",
  link: "Oder öffnen Sie diesen Link",
  openOnPhone: "Diesen Code auf dem Demo-Handy öffnen",
  payHere: "Hier mit dem Handy bezahlen",
  payBefore: "Gültig bis {{time}}",
  offer: {
    title: "Möchten Sie Trinkgeld geben?",
    sale: "{{amount}} zu zahlen",
    none: "Kein Trinkgeld",
    own: "Anderer Betrag",
    ownTitle: "Wie viel?",
    field: "Trinkgeld",
    onTop: "Zusätzlich zu {{amount}}",
    tooMuch: "Das ist mehr, als auf einmal bezahlt werden kann.",
    back: "Zurück",
    add: "{{amount}} geben",
    addNothing: "Trinkgeld geben",
    total: "{{amount}} zu zahlen mit Trinkgeld",
    thanks: "Vielen Dank!",
    chosen: "{{tip}} Trinkgeld: {{amount}} zu zahlen",
    chosenNone: "{{amount}} zu zahlen",
  },
  keys: {
    backspace: "Letzte Ziffer löschen",
    separator: "Dezimaltrennzeichen",
    clear: "Löschen",
  },
  sold: "Ihr Einkauf",
  someAmount: "Betrag",
  tipLine: "Trinkgeld",
  discount: "Rabatt",
  more_one: "und {{count}} weiterer Artikel",
  more_other: "und {{count}} weitere Artikel",
  vat: "davon MwSt. {{rate}}: {{amount}}",
  takeAway: {
    code: "Beleg mitnehmen: Scannen Sie diesen Code.",
    label: "Code mit dem Beleg",
    app: "Der Beleg ist in Ihrer App.",
    coming: "Der Beleg ist auf dem Weg in Ihre App.",
  },
  timeLeft: "Verbleibende Zeit",
  demo: "Demo: kein echtes Geld",
  test: "Test: kein echtes Geld",
  wait: {
    approve: {
      title: "Auf dem Handy bestätigen",
      text: "Öffnen Sie die App und prüfen Sie die Anfrage.",
    },
    moment: {
      title: "Einen Moment",
      text: "Ihre Zahlung wird vorbereitet.",
    },
    queued: {
      title: "Bitte warten",
      text: "Zurzeit besteht keine Verbindung. An Ihr Handy wurde noch nichts gesendet.",
    },
    sending: {
      title: "Einen Moment",
      text: "Ihr Handy bittet Sie eventuell um Bestätigung.",
    },
    finishing: {
      title: "Bestätigt",
      text: "Die Zahlung wird abgeschlossen.",
    },
    choose: {
      title: "Jetzt wählen",
      text: "Der Betrag ist reserviert. Bezahlt wird nur Ihre Ware.",
    },
    chooseByOrder: {
      title: "Jetzt wählen",
      text: "Der Betrag ist reserviert. Sie bezahlen, was Sie bekommen. Kann der Automat das nicht feststellen, bezahlen Sie, was Sie gewählt haben.",
    },
    dispensing: {
      title: "Ihre Ware kommt",
      text: "Bezahlt wird nur ausgegebene Ware. Der Rest wird freigegeben.",
    },
    dispensingByOrder: {
      title: "Ihre Ware kommt",
      text: "Sie bezahlen, was herauskommt. Kann der Automat das nicht feststellen, bezahlen Sie, was Sie gewählt haben.",
    },
    cancelling: {
      title: "Einen Moment",
      text: "Die Zahlung wird abgebrochen. Bestätigen Sie bitte nichts mehr.",
    },
    undoing: {
      title: "Abgebrochen",
      text: "Die Zahlung wurde abgebrochen. Der Betrag wird freigegeben: Es ist nichts bezahlt.",
    },
    staff: {
      title: "Einen Moment",
      text: "Bitte wenden Sie sich an das Personal.",
    },
  },
  outcome: {
    paid: "Bezahlt",
    reserved: "Reserviert",
    not_paid: "Nicht bezahlt",
  },
  because: {
    paid: "Vielen Dank!",
    reserved: "Der Betrag ist reserviert. Er wird später abgebucht.",
    declined: "Abgelehnt. Bitte zahlen Sie auf andere Weise. Es wurde kein Geld abgebucht.",
    cancelled: "Die Zahlung wurde abgebrochen. Es wurde kein Geld abgebucht.",
    expired: "Die Zeit ist abgelaufen. Es wurde kein Geld abgebucht.",
  },
  away: {
    title: "Bitte wenden Sie sich an das Personal",
    text: "Dieser Bildschirm hat keine Verbindung zur Kasse. Er wird in den Einstellungen der Kasse wieder geöffnet.",
  },
};
