/** Norwegian Bokmål: reasons why the till did not execute a command, by the contract's codes. */
import type { TILL_REASONS } from "../../../../contract/reasons/till.ts";

export const nbTillReasons: Record<keyof typeof TILL_REASONS, string> = {
  storage_stopped:
    "Disken til kassen sviktet, så kassen skriver ikke mer. Ingenting ble skrevet eller sendt, og det er ikke trukket noe. Start kassen på nytt. Skjer det igjen, må disken byttes.",
  storage_full:
    "Disken til kassen er full. Ingenting ble skrevet eller sendt, og det er ikke trukket noe. Lag plass på denne maskinen, og prøv igjen.",
  storage_sync:
    "Disken til kassen sviktet mens dette ble skrevet. Ingenting ble sendt, og det er ikke trukket noe. Start kassen på nytt, og sjekk om dette er lagret før du gjentar det.",
  storage_failed:
    "Disken til kassen sviktet mens dette ble skrevet. Ingenting ble sendt, og det er ikke trukket noe. Start kassen på nytt. Skjer det igjen, må disken byttes.",
  storage_damaged:
    "Dataene til kassen er skadet. Ingenting ble skrevet eller sendt, og det er ikke trukket noe. Start kassen på nytt for å se hvilken sikkerhetskopi du kan gjenopprette.",
  storage_busy:
    "Et annet program bruker dataene til kassen. Ingenting ble skrevet eller sendt, og det er ikke trukket noe. Lukk programmet, og prøv igjen.",
  storage_gone:
    "Kassen når ikke dataene sine. Ingenting ble skrevet eller sendt, og det er ikke trukket noe. Sjekk at datamappen finnes, og start kassen på nytt.",
  reservations_changed: "Disse reservasjonene er endret. Ingenting ble gjort. Sjekk dem, og bestem deg på nytt.",
  reservations_sum: "{{sum}}, som er summen av disse reservasjonene nå",
  export_busy: "En annen eksport pågår. Vent til den er ferdig.",
  export_disk_full:
    "Disken til kassen er full, så ingen eksport ble skrevet. Lag plass på denne maskinen, og prøv igjen.",
  export_saft_decimals:
    "SAF-T har færre desimaler enn beløp i {{currency}}. Ingen fil ble skrevet. Eksporter CSV eller JSON i stedet.",
  export_none: "Denne eksporten, eller en fil i den, finnes ikke.",
  export_gone: "Filene til denne eksporten er ikke lenger på kassen. Lag den på nytt.",
  export_stopped: "Kassen ble stoppet under eksporten. Ingenting ble lagret.",
  export_no_room: "Disken er full, så eksporten ble ikke lagret. Lag plass, og prøv igjen.",
  export_no_access: "Kassen kan ikke skrive i datamappen sin, så eksporten ble ikke laget.",
  export_period: "en dato som ikke er før starten",
  kiosk_offline:
    "Betalingstjenesten kan ikke nås, så denne kiosken kan ikke selge. Det er ikke trukket noe. Prøv igjen senere.",
  kiosk_credentials:
    "Betalingstjenesten godtar ikke kassens nøkkel, så denne kiosken kan ikke selge. Det er ikke trukket noe. Ring eieren.",
  kiosk_damaged:
    "Kassens data er skadet, så denne kiosken kan ikke selge. Det er ikke trukket noe. Be de ansatte sjekke kassen.",
  kiosk_clock:
    "Klokken på denne maskinen er feil, så denne kiosken kan ikke selge. Det er ikke trukket noe. Be de ansatte stille klokken.",
  kiosk_printer:
    "Kvitteringer kan ikke skrives ut, så denne kiosken kan ikke selge. Det er ikke trukket noe. Be de ansatte sjekke skriveren.",
  kiosk_machine_sells:
    "Denne kiosken selger gjennom salgsautomaten. Ingen betaling er startet, og det er ikke trukket noe. Velg en vare fra automaten.",
  kiosk_number_again:
    "Dette telefonnummeret har fått to forespørsler uten å godkjenne, og kan få en ny om ti minutter. Ingenting ble sendt, og det er ikke trukket noe. Bruk et annet nummer, eller koden hvis den vises.",
  kiosk_numbers:
    "For mange telefonnumre har fått forespørsel her den siste timen. Ingenting ble sendt, og det er ikke trukket noe. Bruk koden hvis den vises, eller prøv igjen senere.",
  kiosk_none: "Denne kassen er ikke i kioskmodus.",
  kiosk_asking:
    "En kunde betaler. Vent til betalingen er ferdig eller avbryt den, og prøv igjen. Dette trakk ikke noe.",
  tip_not_asked: "Kunden blir ikke spurt om tips nå. Ingenting ble lagt til, og det er ikke trukket noe.",
  shell_no_window_yet: "Vinduet til kassen er ikke åpent ennå.",
  shell_no_window: "Denne kassen har ikke noe eget vindu å ta ut av kioskmodus. Lukk siden der den ble åpnet.",
  shell_no_program:
    "Denne kassen kjører i en nettleser eller uten vindu. Bare den installerte kassen kan starte automatisk.",
  shell_no_pages: "Denne kassen har ingen sider.",
  shell_not_installed: "Bare en installert kasse kan starte automatisk.",
  shell_platform: "Dette systemet kan ikke starte programmer ved innlogging.",
  shell_not_taken:
    "Systemet avviste endringen. Ingenting ble endret. Sjekk systemets innstillinger for programmer ved innlogging.",
  bundle_no_folder: "Dette vinduet kan ikke åpne en mappe. Last ned filen i stedet.",
  bundle_kiosk: "En kiosk kan ikke åpne mapper. Supportfilen ligger på disken til denne maskinen.",
  bundle_disk_full: "Disken er full. Lag plass først.",
  bundle_not_written: "Supportfilen kunne ikke skrives ({{code}}).",
  bundle_gone: "Denne supportfilen finnes ikke lenger. Lag en ny.",
  print_no_printer:
    "Ingen kvitteringsskriver er satt opp, så ingenting ble skrevet ut. Skriv ut fra dette vinduet, eller be eieren sette opp en.",
  print_none: "Denne utskriften finnes ikke.",
  print_under_way: "Dette skrives ut nå og kan ikke lenger avbrytes. Sjekk skriveren.",
  catalogue_changed: "En annen bruker endret varene i mellomtiden. Endringen din ble ikke lagret.",
  picture_room:
    "Bildene kan bruke høyst {{most}} MiB til sammen, så dette ble ikke lagt inn. Fjern bilder fra varer først; plassen blir ledig et døgn senere.",
  picture_unknown: "Dette bildet finnes ikke lenger.",
};
