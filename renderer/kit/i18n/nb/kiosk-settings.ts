/** Norwegian Bokmål: settings of a till that customers use by themselves. */
import type { enKioskSettings } from "../en/kiosk-settings.ts";

export const nbKioskSettings: typeof enKioskSettings = {
  kioskSettings: {
    section: "Kiosk",
    intro: "For en kasse som kundene bruker selv, og for salgsautomaten den selger fra.",
    isCounter:
      "Denne kassen betjenes av ansatte. Den blir en kiosk når den settes opp på nytt, for kunder på egen hånd.",
    isKiosk: "Denne kassen er en kiosk. Fem trykk øverst til høyre og en PIN fører ut av den.",
    toSetup: "Sett opp på nytt",
    openVends_one: "Ett automatsalg pågår. Automaten og reglene kan endres når det er over.",
    openVends_other: "{{count}} automatsalg pågår. Automaten og reglene kan endres når de er over.",
    machine: "Salgsautomat",
    drivers: { none: "Ingen", http: "Nettverk", serial: "Seriell port" },
    driverHint: {
      none: "Kundene betaler her, og tar varene selv.",
      http: "Automaten, eller et program ved siden av den, svarer på en adresse på denne maskinen eller i dens eget nett.",
      serial: "Styringen i automaten står på en seriell port på denne maskinen, og snakker i linjer.",
    },
    url: "Adresse",
    urlHint: "Slik som http://127.0.0.1:8090/",
    path: "Seriell port",
    pathHint: "Slik som /dev/ttyUSB0 eller COM3",
    baudRate: "Baudhastighet",
    test: "Test automaten",
    testing: "Spør automaten …",
    isFit: "Automaten svarer, og kan selge. Ingenting ble bestilt.",
    notSaved: "Den er ikke lagret ennå.",
    money: "Penger",
    rule: "Når det ikke kan vites hva som kom ut",
    rules: { release: "Gi pengene tilbake", capture: "Behold pengene" },
    ruleHint: {
      release:
        "Kunden får alle pengene tilbake. Går strømmen mellom motoren og meldingen fra den, for eksempel, tar butikken tapet. Hvert slikt automatsalg står under Helse.",
      capture:
        "Alt som ble bestilt, betales, enten det kom ut eller ikke. Kundene kommer til å spørre etter pengene. Hvert slikt automatsalg står under Helse.",
    },
    deposit: "Kundene godkjenner et depositum først, og velger så",
    depositAmount: "Depositum",
    depositHint: "Det som kommer ut, betales, og resten frigis.",
    depositProblem: "Skriv et beløp.",
    depositTooLarge: "Høyst {{most}}.",
    night: "Om natten",
    restart: "Start på nytt hver natt",
    restartAt: "Fra",
    restartHint: "Etter butikkens klokke, {{zone}}. Bare når ingen bruker den og ingenting venter på å bli sendt.",
    outOfService: "Ute av drift",
    receiptRequired: "Selg ingenting så lenge kvitteringer ikke kan skrives ut",
    phone: "Når kassen er ute av drift, ser kundene nummeret {{phone}}.",
    noPhone: "Det er ikke lagt inn noe telefonnummer: når kassen er ute av drift, ser kundene ikke noe.",
    toPhone: "Endre det under Kvitteringer",
    save: "Lagre",
    saved: "Lagret. Det gjelder fra nå av.",
  },
};
