/** Norwegian Bokmål: hva helsesiden kan finne, og hva en oppdatering venter på. Kodene er kontraktens. */
import type { enHealth } from "../en/health.ts";

export const nbHealthFindings: Pick<
  typeof enHealth,
  "healthFinding" | "healthNext" | "updateReason" | "updateReasonNext"
> = {
  healthFinding: {
    service_online: "Betalingstjenesten svarer.",
    service_not_asked: "Betalingstjenesten er ikke spurt om noe ennå.",
    service_slow: "Betalingstjenesten svarer tregt: de tregeste forespørslene tar {{seconds}} s.",
    service_unsteady: "Svar fra betalingstjenesten blir borte: {{percent}} % av de siste forespørslene fikk ikke noe.",
    service_offline: "Betalingstjenesten kan ikke nås.",
    service_refused: "Betalingstjenesten godtar ikke nøkkelen til denne kassen.",
    clock_right: "Klokken stemmer med betalingstjenestens.",
    clock_not_compared: "Klokken er ikke sammenlignet med betalingstjenestens ennå.",
    clock_too_far:
      "Klokken på denne maskinen er {{seconds}} s unna betalingstjenestens. Kiosken selger ikke noe med den.",
    clock_off: "Klokken på denne maskinen er {{seconds}} s unna betalingstjenestens. Kassen retter for det.",
    callbacks_off: "Kassen spør betalingstjenesten om nytt. Den er ikke satt opp til å få meldinger.",
    callbacks_arriving: "Nytt om betalinger kommer som meldinger.",
    callbacks_waiting: "Kassen er klar for meldinger. Det har ikke vært grunn til noen ennå.",
    callbacks_late: "Meldinger kommer frem, men oftest etter at kassen har spurt selv.",
    callbacks_late_demo: "Meldinger kommer frem. I en demo på denne maskinen er kassen ofte raskere med å spørre.",
    callbacks_in_clear: "Meldinger går ukryptert: {{address}} nås ikke over https, så andre på veien kan lese dem.",
    callbacks_no_address:
      "Kassen kan ikke ta imot meldinger ({{detail}}). Den spør betalingstjenesten om nytt i stedet.",
    callbacks_silent: "Ingen melding kom frem, selv om betalinger endret seg. Kassen fant det ut ved å spørre.",
    callbacks_cut:
      "Det kom flere forbindelser enn kassen tar imot. Meldinger som ble brutt siden start: {{number}}. Den spør selv.",
    callbacks_weak_key:
      "Tjenestens offentlige nøkkel er for kort til å vise hvem som sender en melding. Hver av dem får bare kassen til å spørre, og den spør hvem som har skannet koden.",
    callbacks_weak_key_claims:
      "Tjenestens offentlige nøkkel er for kort til å vise hvem som sender en melding. Hver av dem får bare kassen til å spørre, og den viser en ny kode for hver betaling, siden den ikke får vite hvem som har skannet.",
    callbacks_no_key:
      "Kassen har ikke tjenestens offentlige nøkkel. En melding får den bare til å spørre, og den spør hvem som har skannet koden.",
    callbacks_no_key_claims:
      "Kassen har ikke tjenestens offentlige nøkkel. En melding får den bare til å spørre, og den viser en ny kode for hver betaling, siden den ikke får vite hvem som har skannet.",
    callbacks_refused: "Meldinger som ble avvist fordi signaturen ikke stemte: {{number}}.",
    queue_empty: "Alt er sendt.",
    queue_sending: "Venter på betalingstjenesten: {{number}}.",
    queue_old: "Venter på å bli sendt: {{number}}, den eldste i {{minutes}} min.",
    queue_paused: "Sendingen er satt på pause: betalingstjenesten godtar ikke nøkkelen til denne kassen.",
    queue_parked: "Venter på en leders avgjørelse: {{number}}.",
    disk_roomy: "Det er plass på disken.",
    disk_low: "Disken er nesten full: {{megabytes}} MB igjen.",
    disk_full: "Disken er full: {{megabytes}} MB igjen. Kassen tar ikke nye betalinger.",
    disk_unknown: "Det er ikke kjent hvor mye plass disken har.",
    database_sound: "Kassens data er hele.",
    database_unchecked: "Kassens data er ikke kontrollert i sin helhet på {{days}} dager.",
    database_damaged: "Kassens data er skadet. Den tar fortsatt betalinger; betalingstjenesten kjenner hver av dem.",
    database_disagrees:
      "Summene for periode {{period}} stemmer ikke med posteringene: dataene i kassen er endret eller skadet.",
    database_copied:
      "En kopi av dataene i denne kassen er i bruk ved siden av den: tjenesten har betaling {{number}}, som denne kassen ikke har laget.",
    database_stopped: "Disken i kassen sviktet: ingenting skrives lenger, og ingen betaling tas.",
    database_unsafe: "Databasen tar ikke vare på alt som skrives: {{mode}}.",
    backups_fresh: "Kassens data er sikkerhetskopiert.",
    backups_none: "Det er ingen sikkerhetskopi ennå: den første lages innen en time.",
    backups_overdue: "Siste sikkerhetskopi er {{hours}} t gammel, og det er noe nytt å ta vare på.",
    journal_signed: "Journalen er signert.",
    journal_unsigned: "Journalen er ikke signert på {{hours}} t.",
    centre_off: "Denne kassen tar ingen innstillinger fra hovedkontoret.",
    centre_none: "Hovedkontoret har ikke sagt noe om innstillingene til denne kassen ennå.",
    centre_current: "Innstillinger fra hovedkontoret gjelder ({{versions}}).",
    centre_waiting: "Nye innstillinger fra hovedkontoret venter til kassen er ledig.",
    centre_unreached: "Innstillinger fra hovedkontoret kan ikke nås ({{detail}}). De som gjelder, blir stående.",
    centre_refused: "Det kom innstillinger som ikke blir tatt inn: {{detail}}. De som gjelder, blir stående.",
    centre_refused_address:
      "Kjedens database tilbyr innstillinger for en annen butikk eller kasse. De avvises; innstillingene her blir stående.",
    centre_refused_no_shop:
      "Innstillinger for en butikk avvises: kassen ble satt opp uten navnet på butikken sin. Innstillingene her blir stående.",
    centre_refused_older:
      "Det kom innstillinger som er eldre enn dem kassen har hatt ({{detail}}). De avvises; innstillingene her blir stående.",
    centre_rolled_back:
      "Innstillinger fra hovedkontoret ble tatt tilbake, siden kassen var dårligere med dem: {{detail}}.",
    ledger_off: "Denne kassen er ikke med i noen kjededatabase.",
    ledger_current: "Kjedens database har alt fra denne kassen.",
    ledger_sending: "På vei til kjedens database: {{number}} oppføringer.",
    ledger_unreached:
      "Kjedens database kan ikke nås ({{detail}}). Oppføringer som venter på den: {{number}}. Betalinger er ikke berørt.",
    ledger_denied:
      "Kjedens database godtar ikke denne kassen ({{detail}}). Oppføringer som venter på den: {{number}}. Betalinger er ikke berørt.",
    ledger_replaced:
      "Kjedens database kjenner en annen historie for denne kassen ({{detail}}). Ingenting sendes til den; betalinger er ikke berørt.",
    webhooks_off: "Ingen programmer får beskjed med webhook om det som skjer.",
    webhooks_current: "Webhookene tar imot det de får.",
    webhooks_failing:
      "Webhooken på {{address}} tar ikke imot det den får ({{detail}}). Betalinger den ikke har hørt det siste om: {{number}}. Betalinger er ikke berørt.",
    webhooks_ended:
      "Webhooken på {{address}} har svart at den ikke vil ha mer ({{detail}}), og får ikke mer. Betalinger er ikke berørt.",
    vault_sealed: "Kassens nøkler er forseglet.",
    vault_machine_key:
      "Kassens nøkler er forseglet til denne maskinen: en kopiert datamappe åpnes ikke andre steder. Den som kan lese filene på denne maskinen, kan åpne den her; en kryptert disk, eller en passfrase (TILL_PASSPHRASE, fra første oppsett), hindrer det.",
    vault_weak_accepted: "Kassens nøkler er svakt beskyttet på denne maskinen, og eieren har godtatt det.",
    vault_weak: "Kassens nøkler er svakt beskyttet på denne maskinen.",
    logs_written: "Kassen fører logg for kundestøtte.",
    logs_off: "Kassen fører ingen loggfiler her.",
    logs_failing: "Loggfilene kan ikke skrives (linjer mistet: {{number}}). Betalinger påvirkes ikke.",
    program_current: "Programmet er oppdatert.",
    program_updates_off: "Denne kassen ser ikke etter nye versjoner av programmet.",
    program_updates_off_demo: "Denne demoen ser ikke etter nye versjoner av programmet.",
    program_update_by_hand: "Versjon {{version}} finnes, og må installeres for hånd her.",
    program_update_ready: "Versjon {{version}} er klar. Den installeres når ingen bruker kassen.",
    program_update_waits: "Versjon {{version}} har ventet i {{days}} dager på å bli installert.",
    program_update_failed: "Oppdateringer virker ikke.",
    printer_off: "Ingen kvitteringsskriver er satt opp.",
    printer_unseen: "Kvitteringsskriveren er ikke spurt ennå.",
    printer_ready: "Kvitteringsskriveren er klar.",
    printer_paper_low: "Rullen i kvitteringsskriveren er snart brukt opp.",
    printer_unreachable:
      "Kvitteringsskriveren kan ikke nås. Kvitteringer som venter på den: {{number}}. Betalinger er ikke berørt.",
    printer_no_answer:
      "Kvitteringsskriveren svarer ikke. Kvitteringer som venter på den: {{number}}. Betalinger er ikke berørt.",
    printer_paper_out:
      "Kvitteringsskriveren er tom for papir. Kvitteringer som venter på den: {{number}}. Betalinger er ikke berørt.",
    printer_cover_open:
      "Lokket på kvitteringsskriveren er åpent. Kvitteringer som venter på den: {{number}}. Betalinger er ikke berørt.",
    printer_error:
      "Kvitteringsskriveren melder en feil. Kvitteringer som venter på den: {{number}}. Betalinger er ikke berørt.",
    printer_no_permission:
      "Systemet lar ikke kassen bruke USB-skriveren. Kvitteringer som venter på den: {{number}}. Betalinger er ikke berørt.",
    printer_queue_stopped:
      "Kvitteringsskriverens utskriftskø er satt på pause eller tar ikke imot jobber. Kvitteringer som venter på den: {{number}}. Betalinger er ikke berørt.",
    printer_interrupted:
      "Siste utskrift ble brutt. Kvitteringer som venter på skriveren: {{number}}. Betalinger er ikke berørt.",
    printer_required:
      "Kvitteringsskriveren kan ikke skrive, og denne kiosken er satt opp til å ikke selge uten. Kvitteringer som venter: {{number}}.",
    dispenser_unreached: "Salgsautomaten svarer ikke. Imens selges det ikke noe fra den, og ingen penger flyttes.",
    dispenser_unfit:
      "Salgsautomaten sier at den ikke kan selge nå. Imens selges det ikke noe fra den, og ingen penger flyttes.",
    dispenser_strange:
      "Det som svarer på salgsautomatens adresse, er ingen salgsautomat. Det selges ikke noe, og ingen penger flyttes.",
    dispenser_off: "Ingen salgsautomat er satt opp.",
    dispenser_clear: "For hvert automatsalg er det kjent hva som kom ut.",
    dispenser_unreadable:
      "Salgsautomaten sendte en melding som ikke kan leses. Automatsalg: {{number}}. Ingen penger ble flyttet av den grunn.",
    dispenser:
      "Salgsautomaten sa ikke hva som kom ut i to automatsalg på rad. Det selges ikke noe fra den. Pengene for disse salgene gjøres opp som vanlig.",
    dispenser_slots: "Plasser i salgsautomaten er tatt ut av salg etter en feil. Plasser: {{slots}}.",
    dispenser_unknown: "Automatsalg der det ikke er kjent hva som kom ut, eller som ikke er som de skal: {{number}}.",
    customer_off: "Ingen kundeskjerm er åpen.",
    customer_shown: "Kundens skjerm er åpen.",
    customer_window_gone: "Kundens skjerm skulle vært åpen, og det er ingen skjerm nummer to til den.",
    customer_page_gone: "Kundens skjerm ble åpnet, og siden er borte.",
    display_fine: "Skjermen er stor nok.",
    display_not_told: "Ingen vinduer har sagt hvor stor skjermen er.",
    display_small: "Vinduet er mindre enn denne kassen er laget for: {{width}} × {{height}}, minst 800 × 600.",
  },
  healthNext: {
    service_slow: "Sjekk nettet i butikken. Er annet også tregt, er det nettet; ellers spør betalingstjenesten.",
    service_unsteady: "Sjekk nettet i butikken. Kassen gjentar det som ikke fikk svar; ingenting skjer to ganger.",
    service_offline:
      "Sjekk nettkabelen eller det trådløse nettet, så internettforbindelsen. Betalinger fortsetter når den er tilbake.",
    service_refused: "Be eieren sjekke nøkkelen, butikken og klokken under Innstillinger.",
    clock_too_far: "La maskinen stille klokken fra nettet. Salget går videre av seg selv innen et minutt etter det.",
    clock_off: "La maskinen stille klokken fra nettet. Kvitteringer viser maskinens tid.",
    callbacks_late: "Betalinger virker. Spør den som drifter proxyen foran denne kassen hvorfor den er treg.",
    callbacks_in_clear:
      "Betalinger virker, og ingen kan forfalske en melding: hver av dem er signert. Gi kassen en https://-adresse under Innstillinger, Sett opp på nytt, med en proxy som avslutter TLS eller med et eget sertifikat.",
    callbacks_no_address:
      "Betalinger virker. Lukk programmet som bruker adressen, eller velg en annen under Innstillinger, Sett opp på nytt. Kassen prøver igjen hvert minutt.",
    callbacks_silent: "Betalinger virker, litt tregere. Test meldingene under Innstillinger, Sett opp på nytt.",
    callbacks_cut:
      "Betalinger virker. Fortsetter det, spør den som drifter nettverket hvem som kobler seg til kassens adresse for meldinger.",
    callbacks_weak_key:
      "Betalinger virker, litt tregere. Be tjenesten om en offentlig nøkkel på minst 2048 biter, under Innstillinger, Sett opp på nytt.",
    callbacks_weak_key_claims:
      "Betalinger virker, litt tregere. Be tjenesten om en offentlig nøkkel på minst 2048 biter, under Innstillinger, Sett opp på nytt.",
    callbacks_no_key:
      "Betalinger virker, litt tregere. Gi kassen tjenestens offentlige nøkkel under Innstillinger, Sett opp på nytt.",
    callbacks_no_key_claims:
      "Betalinger virker, litt tregere. Gi kassen tjenestens offentlige nøkkel under Innstillinger, Sett opp på nytt.",
    callbacks_refused:
      "Sjekk den offentlige adressen og tjenestens offentlige nøkkel under Innstillinger, Sett opp på nytt.",
    queue_old: "Se på dem under «Venter på sending». De går av seg selv når betalingstjenesten svarer.",
    queue_paused: "Be eieren sjekke nøkkelen og klokken.",
    queue_parked: "Åpne «Venter på sending», og prøv hver av dem på nytt eller gi dem opp.",
    disk_low: "Lag plass på disken før nye betalinger blir avvist.",
    disk_full: "Lag plass på disken. Betalinger som er i gang, går videre.",
    disk_unknown: "Send pakken til kundestøtte.",
    database_unchecked: "La kassen stå på over natten: den kontrollerer når ingen bruker den.",
    database_damaged:
      "Gjør ferdig de åpne betalingene, stopp kassen, og gå tilbake til nyeste sikkerhetskopi med kommandoen under.",
    database_disagrees:
      "Ikke avslutt perioden. Stopp kassen og gå tilbake til en sikkerhetskopi, eller send pakken til kundestøtte.",
    database_copied:
      "Stopp den ene av de to, og sett den opp på nytt som en egen kasse. Betalingene som mangler her, avgjøres når perioden avsluttes.",
    database_stopped: "Start kassen på nytt. Kommer det igjen, må disken byttes.",
    database_unsafe: "Stopp kassen og send pakken til kundestøtte.",
    backups_overdue: "Se til at disken har plass. Blir det slik, send pakken til kundestøtte.",
    journal_unsigned: "Se til at disken har plass. Blir det slik, send pakken til kundestøtte.",
    centre_unreached: "Sjekk nettverket. Blir det ved, si fra til hovedkontoret.",
    centre_refused: "Si fra til hovedkontoret.",
    centre_refused_address: "Be hovedkontoret sjekke databasen sin, og hvilken butikk denne kassen ble satt opp for.",
    centre_refused_no_shop: "Spør hovedkontoret om navnet på butikken, og skriv det i oppsettsfilen som centre.shop.",
    centre_refused_older:
      "Be hovedkontoret publisere innstillingene på nytt. Har de ikke hentet tilbake en eldre database, har noen endret den.",
    centre_rolled_back:
      "Si fra til hovedkontoret. Kassen har innstillingene den hadde før; andre prøves når de kommer.",
    ledger_unreached:
      "Sjekk nettet. Det som venter, sendes av seg selv når den svarer; blir det værende slik, si fra til hovedkontoret.",
    ledger_denied: "Si fra til hovedkontoret: kassen må legges til i databasen, eller trenger et nytt passord.",
    ledger_replaced:
      "Si fra til hovedkontoret om en sikkerhetskopi ble lagt tilbake eller kassen ble satt opp på nytt. Er ingen av delene tilfelle, bruker noen andre navnet.",
    webhooks_failing:
      "Spør den som drifter programmet. Det får beskjed igjen av seg selv; under Innstillinger, Kassasystemer kan det prøves.",
    webhooks_ended:
      "Spør den som drifter programmet. Fjern den under Innstillinger, Kassasystemer; eller prøv den der, så går det videre.",
    vault_weak: "Be eieren sette en passfrase, eller godta det under Innstillinger.",
    logs_failing: "Se til at disken har plass, og at datamappen kan skrives til.",
    program_updates_off:
      "Den som har ansvar for maskinen, må installere dem for hånd: Innstillinger, Oppdateringer sier hvorfor, og hva som må gjøres.",
    program_update_by_hand:
      "Be den som har ansvar for maskinen, installere den: Innstillinger, Oppdateringer sier hvordan.",
    program_update_waits:
      "La kassen stå på over natten, eller la eieren installere under Innstillinger, Oppdateringer.",
    program_update_failed: "Se under Innstillinger, Oppdateringer: der står hvorfor, siden når, og hva som må gjøres.",
    printer_paper_low: "Sett i en ny rull når ingen venter.",
    printer_unreachable:
      "Slå den på, og sjekk kabelen og adressen, enheten eller køen i innstillingene. Det som venter, skrives ut så snart den er der.",
    printer_no_answer: "Slå den av og på. Det som venter, skrives ut så snart den svarer.",
    printer_paper_out: "Sett i en ny rull. Det som venter, skrives ut da.",
    printer_cover_open: "Lukk lokket. Det som venter, skrives ut da.",
    printer_error: "Se på lampene, og slå den av og på.",
    printer_no_permission: "Legg kassens bruker til i gruppen lp, og logg inn på maskinen på nytt.",
    printer_queue_stopped: "Se til skriveren, og start køen igjen i systemets skriverinnstillinger.",
    printer_interrupted: "Se etter om siste kvittering kom ut.",
    printer_required: "Se etter strøm, kabel, papir og deksel. Salget går videre av seg selv så snart den kan skrive.",
    dispenser_unreached:
      "Se etter automatens strøm, kabel og adresse. Salget går videre av seg selv så snart den svarer.",
    dispenser_unfit: "Se etter dør, rader og display. Salget går videre av seg selv så snart den kan.",
    dispenser_strange:
      "Se etter adressen eller porten under Innstillinger, Kiosk. Salget går videre av seg selv så snart en automat svarer.",
    dispenser_unreadable:
      "Sjekk programmet i automaten: feltet som er feil, står nedenfor for hvert automatsalg. Si så hva som kom ut, eller at du har sett på det.",
    dispenser: "Sjekk automaten og automatsalgene nedenfor. Åpne så plassene for salg igjen.",
    dispenser_slots: "Sjekk hver plass, og åpne den for salg igjen nedenfor. Der står også automatsalg å se på.",
    dispenser_unknown:
      "Hvert av dem står nedenfor med grunnen, og hvor pengene er. Se i automaten, og si så hva som kom ut, eller at du har sett på det.",
    customer_window_gone: "Slå på skjerm nummer to og se etter kabelen: skjermen kommer tilbake av seg selv.",
    customer_page_gone: "Åpne den igjen under Innstillinger, Kundens skjerm, eller lukk den der.",
    display_small: "Gjør vinduet større, eller senk skjermens skalering.",
  },
  updateReason: {
    no_desktop: "Denne kassen kjører ikke som skrivebordsprogram: den oppdateres der den startes fra.",
    system_package:
      "Denne kassen er installert som en pakke i systemet: den ser etter nye versjoner, og kan ikke installere dem.",
    started_with_options:
      "Denne kassen ble startet med egne valg, som installasjonen ikke ville startet den med igjen: den ser etter nye versjoner, og installerer dem ikke.",
    passphrase_not_kept:
      "Denne kassen fikk passfrasen sin da den ble startet, og ville kommet tilbake fra en oppdatering uten den: den ser etter nye versjoner, og installerer dem ikke.",
    no_feed: "Denne utgaven av kassen har ikke noe sted å hente oppdateringer fra.",
    no_release_key: "Denne utgaven av kassen har ingen nøkkel å kontrollere en oppdaterings signatur med.",
    turned_off: "Eieren har slått av oppdateringer.",
    not_checked: "Kassen har ikke sett etter oppdateringer siden den startet.",
    downloading: "Oppdateringen lastes ned.",
    open_payment: "En betaling er åpen.",
    queue_not_empty: "Forespørsler venter på å bli sendt til betalingstjenesten.",
    not_idle: "Kassen ble brukt i løpet av de siste 15 minuttene.",
    not_quiet_hours: "Oppdateringer installeres i de stille timene.",
    needs_person: "Her må en administrator bekrefte installasjonen, så kassen begynner ikke av seg selv.",
    disk_short: "Disken har for liten plass til en oppdatering.",
    data_damaged: "Kassens data er skadet: ingenting installeres oppå dem.",
    not_newer: "Versjonen som tilbys, er ikke nyere enn denne.",
    older_schema: "Versjonen som tilbys, kan ikke lese kassens data: den er laget for en eldre database.",
    unknown_schema: "Versjonen som tilbys, sier ikke hvilken database den virker på.",
    not_signed: "Oppdateringen som tilbys, er ikke signert med denne kassens utgivelsesnøkkel.",
    file_differs:
      "Filen som ble lastet ned, er ikke den som ble signert: den er fjernet fra maskinen, og ingenting er installert.",
    check_failed: "Kassen kunne ikke se etter oppdateringer. Betalinger virker.",
    download_failed: "Oppdateringen har ikke kunnet lastes ned de siste 24 timene.",
    install_failed: "En oppdatering ble påbegynt, og kassen kom tilbake som den var.",
  },
  updateReasonNext: {
    no_desktop: "Den som har ansvar for maskinen, oppdaterer programmet der, og starter kassen på nytt.",
    system_package:
      "Den som har ansvar for maskinen, laster ned .deb-filen til den nye versjonen derfra denne kom, installerer den (sudo apt install ./FIL.deb), og starter kassen på nytt.",
    started_with_options:
      "Den som har ansvar for maskinen, stopper kassen, kjører installasjonen til den nye versjonen, og starter kassen igjen som før.",
    passphrase_not_kept:
      "Den som kan passfrasen, stopper kassen, legger filen til den nye versjonen i stedet for den gamle, og starter kassen med den igjen.",
    no_feed: "Installer nye versjoner for hånd, eller bruk en utgave som har en oppdateringsadresse.",
    no_release_key: "Installer nye versjoner for hånd, eller bruk en utgave som har nøkkelen.",
    turned_off: "Slå dem på under Innstillinger, Oppdateringer.",
    open_payment: "Gjør den ferdig først.",
    queue_not_empty: "De går av seg selv.",
    needs_person: "La eieren installere under Innstillinger, Oppdateringer, med en administrator til stede.",
    disk_short: "Lag plass på disken.",
    data_damaged: "Se under Innstillinger, Helse.",
    older_schema: "Si fra til kundestøtte: oppdateringen som tilbys, er feil.",
    unknown_schema: "Si fra til kundestøtte: oppdateringen som tilbys, er ikke laget av dette prosjektet.",
    not_signed: "Si fra til kundestøtte med en gang, og installer ingenting derfra for hånd.",
    file_differs:
      "Si fra til kundestøtte: noe på denne maskinen kan ha endret den. «Se etter nå» under Innstillinger, Oppdateringer henter den på nytt.",
    check_failed:
      "Trykk på «Se etter nå» under Innstillinger, Oppdateringer. Hjelper det ikke, be den som har ansvar for nettet, slippe denne maskinen frem til adressen under «Fra».",
    download_failed: "Sjekk internettforbindelsen og plassen på disken.",
    install_failed: "Installer den nye versjonen for hånd, eller si fra til kundestøtte. Kassen virker videre.",
  },
};
