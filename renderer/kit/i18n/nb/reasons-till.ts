/** Norwegian Bokmål: why the till itself did not do something, by the contract's codes. */
import type { TILL_REASONS } from "../../../../contract/reasons-till.ts";

export const nbTillReasons: Record<keyof typeof TILL_REASONS, string> = {
  storage_stopped:
    "Disken til kassen sviktet, så kassen skriver ikke mer. Ingenting ble skrevet eller sendt, og ingen penger er flyttet. Start kassen på nytt; skjer det igjen, må disken byttes.",
  storage_full:
    "Disken til kassen er full. Ingenting ble skrevet eller sendt, og ingen penger er flyttet. Lag plass på denne maskinen, og prøv igjen.",
  storage_sync:
    "Disken til kassen sviktet mens dette ble skrevet. Ingenting ble sendt, og ingen penger er flyttet. Start kassen på nytt og se om dette er der før du gjentar det.",
  storage_failed:
    "Disken til kassen sviktet mens dette ble skrevet. Ingenting ble sendt, og ingen penger er flyttet. Start kassen på nytt; skjer det igjen, må disken byttes.",
  storage_damaged:
    "Dataene til kassen er skadet. Ingenting ble skrevet eller sendt, og ingen penger er flyttet. Start kassen på nytt: da sier den hvilken sikkerhetskopi som kan gjenopprettes.",
  storage_busy:
    "Et annet program holder dataene til kassen. Ingenting ble skrevet eller sendt, og ingen penger er flyttet. Lukk det programmet, og prøv igjen.",
  storage_gone:
    "Kassen når ikke dataene sine. Ingenting ble skrevet eller sendt, og ingen penger er flyttet. Se om datamappen fortsatt er der, og start kassen på nytt.",
  reservations_changed:
    "Disse reservasjonene er endret i mellomtiden. Ingenting ble gjort: se på dem, og bestem deg på nytt.",
  reservations_sum: "{{sum}}, det som disse reservasjonene utgjør nå",
  export_busy: "En annen eksport lages allerede. Ingenting ble skrevet; vent til den er ferdig.",
  export_disk_full:
    "Disken til kassen er full: ingen eksport blir skrevet. Lag plass på denne maskinen, og prøv igjen.",
  export_saft_decimals:
    "SAF-T har færre desimaler enn beløp i {{currency}}. Ingen fil ble skrevet, og ingen penger ble flyttet. Eksporter CSV eller JSON i stedet.",
  export_none: "Den eksporten finnes ikke, eller den har ingen slik fil.",
  export_gone: "Filene til denne eksporten er ikke lenger på kassen. Lag den på nytt.",
  export_stopped: "Kassen ble stoppet mens eksporten ble laget. Ingenting av den ble tatt vare på.",
  export_no_room:
    "Disken er full: eksporten ble ikke laget, og ingenting av den ble tatt vare på. Lag plass, og prøv igjen.",
  export_no_access: "Kassen har ikke lov til å skrive i sin egen datamappe: eksporten ble ikke laget.",
  export_period: "ikke før begynnelsen",
  kiosk_offline:
    "Betalingstjenesten kan ikke nås, så her selges det ikke noe. Ingen penger ble flyttet: prøv igjen når den kan.",
  kiosk_credentials:
    "Betalingstjenesten godtar ikke kassens nøkkel, så her selges det ikke noe. Ingen penger ble flyttet: ring eieren.",
  kiosk_damaged:
    "Kassens data er skadet, så her selges det ikke noe. Ingen penger ble flyttet: de ansatte må se på kassen.",
  kiosk_clock:
    "Klokken på denne maskinen er feil, så her selges det ikke noe. Ingen penger ble flyttet: de ansatte må stille den.",
  kiosk_printer:
    "Ingen kvittering kan skrives ut, så her selges det ikke noe. Ingen penger ble flyttet: de ansatte må se på skriveren.",
  kiosk_machine_sells:
    "Salgsautomaten selger her, så ingen betaling begynner uten den. Ingen penger er flyttet: velg blant produktene i den.",
  kiosk_number_again:
    "Dette telefonnummeret er spurt to ganger her uten å godkjenne: det kan spørres igjen etter ti minutter. Ingenting ble sendt, og ingen penger er flyttet. Bruk et annet nummer, eller koden hvis den vises.",
  kiosk_numbers:
    "For mange telefonnumre er spurt her i løpet av en time. Ingenting ble sendt, og ingen penger er flyttet. Bruk koden hvis den vises, eller prøv igjen senere.",
  kiosk_none: "Denne kassen er ikke i kioskmodus: vinduet kan forlates som det er. Ingen penger er flyttet.",
  kiosk_asking:
    "En betaling er åpen hos kunden og blir ikke avbrutt. La den ta slutt eller avbryt den, og prøv igjen. Dette flyttet ingen penger.",
  tip_not_asked: "Det spørres ikke om tips nå. Ingenting ble lagt til, og ingen penger ble flyttet.",
  shell_no_window_yet: "Vinduet til kassen er ikke åpent ennå.",
  shell_no_window:
    "Denne kassen åpnet ikke noe eget vindu, så det er ikke noe å ta ut av kioskmodus. Lukk siden der den ble åpnet.",
  shell_no_program:
    "Denne kassen kjører i en nettleser eller uten vindu: bare den installerte kassen kan starte av seg selv.",
  shell_no_pages: "Denne kassen viser ingen sider.",
  shell_not_installed: "Bare en installert kasse kan starte av seg selv.",
  shell_platform: "Denne plattformen kan ikke starte et program sammen med økten.",
  shell_not_taken:
    "Systemet tok det ikke imot. Ingenting ble endret: se i innstillingene for programmer ved pålogging.",
  bundle_no_folder: "Dette vinduet kan ikke åpne en mappe: last ned pakken i stedet.",
  bundle_kiosk: "En kiosk åpner ingen mappe: støttepakken ligger på disken til denne maskinen.",
  bundle_disk_full: "Disken er full: lag plass på den først. Ingen penger er flyttet.",
  bundle_not_written: "Støttepakken kunne ikke skrives ({{code}}). Ingen penger er flyttet.",
  bundle_gone: "Denne støttepakken er ikke lenger der. Lag en ny.",
  print_no_printer:
    "Ingen kvitteringsskriver er satt opp. Ingenting ble skrevet ut, og ingen penger er flyttet. Skriv ut fra dette vinduet, eller be eieren sette opp en.",
  print_none: "Den utskriften finnes ikke. Ingen penger er flyttet.",
  print_under_way: "Den skrives ut akkurat nå og kan ikke tas tilbake. Ingen penger er flyttet. Se på skriveren.",
  catalogue_changed: "En annen bruker endret varene i mellomtiden. Endringen din ble ikke lagret.",
  picture_room:
    "Alle bildene kan til sammen ta {{most}} MiB, og dette blir for mye. Det ble ikke lagt inn: fjern bilder fra varer først. Plassen blir ledig et døgn senere.",
  picture_unknown: "Dette bildet finnes ikke lenger.",
};
