/** Norwegian Bokmål: texts about the customer screen, kiosk mode and start-up. */
import type { enCustomer } from "../en/customer.ts";

type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export const nbCustomer: Texts<typeof enCustomer> = {
  customerScreen: {
    title: "Kundeskjerm",
    intro: "En egen skjerm for kunden, med varer, kode, beløp, tips og resultat.",
    open: "Åpne kundeskjermen",
    openPage: "Åpne i en nettleser",
    pageText: "Åpnes i et nytt vindu. Flytt det til skjermen som vender mot kunden, og vis det i fullskjerm (F11).",
    windowText: "Åpnes på den andre skjermen, også hver gang kassen starter.",
    oneDisplay: "Bare én skjerm er koblet til, så den åpnes som et vindu.",
    close: "Lukk kundeskjermen",
    isOpen: "Kundeskjermen er åpen.",
    language: "Språk for kundene",
    blocked: "Nettleseren blokkerte vinduet. Tillat sprettoppvinduer for denne siden, og prøv igjen.",
  },
  kioskMode: {
    title: "Kioskmodus",
    dialogTitle: "Forlat kioskmodus",
    dialogText:
      "Vinduet kan da flyttes og lukkes, og andre programmer kan åpnes. Bli ved kassen så lenge den er ulåst.",
    dialogUntil: "Kioskmodus slås på igjen når kassen starter på nytt, eller når du slår den på selv.",
    browser: "Nettleservinduet lukkes og åpnes på nytt.",
    yes: "Forlat kioskmodus",
    left: "Kioskmodus er av til kassen starter på nytt. Ikke gå fra kassen.",
    enter: "Gå tilbake til kioskmodus",
    paymentOpen: "En kunde holder på å betale, så ingenting ble endret. Vent eller avbryt betalingen, og prøv igjen.",
  },
  startScreen: {
    title: "Oppstart",
    switch: "Start når denne brukeren logger inn",
    text: "Bruker de samme valgene som nå, unntatt valg for oppsett.",
    options:
      "Dette systemet kan ikke ta vare på oppstartsvalg (--kiosk, --data). Start kassen for hånd hvis du trenger dem.",
    shell: "Bare den installerte kassen kan starte automatisk. Denne kjører i en nettleser eller uten vindu.",
    installed: "Bare en installert kasse kan starte automatisk. Denne kjører fra kildekoden.",
    platform: "Automatisk start er ikke tilgjengelig på dette systemet.",
  },
};
