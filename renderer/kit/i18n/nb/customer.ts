/** Norwegian Bokmål: texts about the customer screen, kiosk mode and start-up. */
import type { enCustomer } from "../en/customer.ts";

type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export const nbCustomer: Texts<typeof enCustomer> = {
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
    dialogTitle: "Forlat kioskmodus",
    dialogText:
      "Vinduet kan da flyttes, gjøres mindre og lukkes, og det som ligger bak det, kan nås. I det installerte programmet kan tekster også kopieres og filer lagres. Bli ved kassen: alle som står der, kan gjøre det samme.",
    dialogUntil:
      "Den er en kiosk igjen når kassen har startet på nytt, eller når noen går tilbake. Ingen penger flyttes.",
    browser: "Nettleservinduet lukkes og åpnes på nytt.",
    yes: "Forlat kioskmodus",
    left: "Dette vinduet er ute av kioskmodus til kassen starter på nytt. Den som står her, kan komme forbi det.",
    enter: "Gå tilbake til kioskmodus",
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
