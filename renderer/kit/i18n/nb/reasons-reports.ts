/** Norwegian Bokmål: why a period was not closed or compared, or a settlement file not read, by the contract's codes. */
import type { REPORT_REASONS } from "../../../../contract/reasons-reports.ts";

export const nbReportReasons: Record<keyof typeof REPORT_REASONS, string> = {
  compare_stopping: "Kassen stopper.",
  compare_changing: "Tjenesten sier noe annet hver gang den blir spurt.",
  compare_list_unread:
    "Listen over betalingsforespørsler hos tjenesten ble ikke lest i sin helhet: slutten ble ikke nådd, eller en forespørsel på den kunne ikke leses. Betalinger der som denne kassen ikke kjenner, kan være oversett. Kassen leser den videre av seg selv.",
  compare_out_of_reach: "Kassen når ikke betalingstjenesten.",
  compare_so_far: "Betalinger avstemt så langt: {{compared}} av {{total}}.",
  compare_stopped: "Den ble stoppet.",
  compare_closed: "Perioden ble avsluttet før den var ferdig.",
  compare_restored: "En sikkerhetskopi ble gjenopprettet.",
  compare_one_left: "1 betaling er ikke avstemt.",
  compare_left: "Betalinger som ikke er avstemt: {{number}}.",
  compare_offline: "Kassen når ikke betalingstjenesten, så ingenting kan avstemmes. Ingenting ble endret.",
  compare_nothing_yet: "Ingenting er avstemt ennå.",
  close_under_way: "Perioden blir nettopp avsluttet. Ingenting ble avsluttet to ganger: se på listen over Z-er.",
  close_other_number:
    "Neste Z er nummer {{next}}, ikke {{asked}}: perioden er avsluttet i mellomtiden. Ingenting ble avsluttet.",
  close_not_compared:
    "Perioden ble ikke avsluttet: den er ikke avstemt mot betalingstjenesten. {{why}} Ingen penger er flyttet. Prøv igjen, eller bestem deg for å avslutte uten å avstemme.",
  close_disagrees:
    "Perioden ble ikke avsluttet: summene for periode {{period}} stemmer ikke med bokføringen, så dataene i kassen er endret eller skadet. Ingen penger er flyttet. Stopp kassen og gå tilbake til en sikkerhetskopi, eller ring kundestøtte.",
  close_restored:
    "Perioden ble ikke avsluttet: en sikkerhetskopi er gjenopprettet, og betalingene avstemmes fortsatt mot tjenesten. La kassen bli ferdig med det først. Ingen penger er flyttet.",
  close_late_money:
    "Perioden ble ikke avsluttet: sene penger venter i innboksen ({{which}}). Behold dem eller gi dem tilbake først. Ingen penger er flyttet.",
  close_open_sale:
    "Perioden ble ikke avsluttet: et salg er åpent ({{which}}, {{phase}}). Fullfør eller avbryt det først. Ingen penger er flyttet.",
  close_changed:
    "Det som skulle avgjøres om {{subject}}, er endret i mellomtiden. Ingenting ble avsluttet: se på det igjen.",
  close_changed_many:
    "Det som skulle avgjøres under ett, er endret i mellomtiden. Ingenting ble avsluttet: se på det igjen.",
  close_undecided: "Perioden ble ikke avsluttet: avgjør først {{what}}. Ingen penger er flyttet.",
  and_more: "{{first}} og {{more}} til",
  matter_parked: "det som venter på en person i {{payment}} ({{kind}})",
  matter_open: "det som har et ukjent utfall i {{payment}} ({{kind}})",
  matter_attention: "{{payment}}, som noen må se på",
  matter_reserved: "reservasjonen {{payment}}, som snart utløper",
  matter_difference: "{{payment}}, som tjenesten sier noe annet om",
  matter_no_number: "en betaling",
  field_uncompared: "true, for å avslutte perioden uten å avstemme",
  field_each_matter_once: "hver sak én gang",
  report_no_z: "Det finnes ingen Z {{number}} ennå.",
  shift_nobody: "Ingen er innlogget: logg inn først, og overlever så. Ingenting ble overlevert.",
  shift_count: "det du telte: butikken vil ha det før en vakt overleveres",
  shift_changed: "Noe ble bokført i mellomtiden. Ingenting ble overlevert: se på de nye tallene, og overlever på nytt.",
  shift_none: "Denne vakten finnes ikke i denne kassen.",
  shift_own: "{{name}} overleverte denne vakten: en annen overtar den, med sin egen PIN. Ingenting ble overtatt.",
  shift_accepted: "Noen har overtatt denne vakten allerede. Ingenting ble endret.",
  settlement_next_piece: "Del {{next}} av filen er neste, ikke {{given}}. Ingenting av den ble tatt vare på.",
  settlement_too_large: "Filen er større enn 16 MiB: del den opp etter dager. Ingenting av den ble tatt vare på.",
  settlement_not_here: "Denne filen finnes ikke i denne kassen.",
  settlement_gone: "Denne filen tas ikke imot lenger: velg den på nytt. Ingenting av den ble tatt vare på.",
  settlement_columns: "de {{wanted}} kolonnene i overskriften (denne linjen har {{given}})",
  settlement_amount: "et beløp i {{currency}}, som 149.50",
  settlement_amount_marks: "et beløp i {{currency}}, som 149.50, med det samme desimaltegnet overalt",
  settlement_time: "et tidspunkt i UTC, ÅÅÅÅ-MM-DD tt:mm:ss",
  settlement_tid: "transaksjons-id-en hos tjenesten",
  settlement_currency: "{{currency}}, valutaen til denne kassen",
  settlement_future: "et tidspunkt som ikke er i fremtiden",
  settlement_stray: "et tidspunkt innen to år fra de andre linjene ({{middle}})",
  settlement_header: "en overskrift som har {{names}}",
  settlement_header_once: "en overskrift som har {{name}} én gang",
};
