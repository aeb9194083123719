/** Norwegian Bokmål: health findings and update reasons, by the contract's codes. */
import type { enHealth } from "../en/health.ts";

export const nbHealthFindings: Pick<
  typeof enHealth,
  "healthFinding" | "healthNext" | "updateReason" | "updateReasonNext"
> = {
  healthFinding: {
    service_online: "Betalingstjenesten svarer.",
    service_not_asked: "Kassen har ikke vært i kontakt med betalingstjenesten ennå.",
    service_slow: "Betalingstjenesten er treg: de tregeste forespørslene tar {{seconds}} s.",
    service_unsteady: "{{percent}} % av de siste forespørslene til betalingstjenesten fikk ikke svar.",
    service_offline: "Betalingstjenesten kan ikke nås.",
    service_refused: "Betalingstjenesten godtar ikke nøkkelen til denne kassen.",
    clock_right: "Klokken går riktig.",
    clock_not_compared: "Klokken er ikke sjekket ennå.",
    clock_too_far: "Klokken på denne maskinen går {{seconds}} s feil, så kiosken kan ikke selge.",
    clock_off: "Klokken på denne maskinen går {{seconds}} s feil. Kassen retter det opp.",
    callbacks_off: "Varsler er ikke satt opp. Kassen spør betalingstjenesten i stedet.",
    callbacks_arriving: "Varsler kommer fram.",
    callbacks_waiting: "Kassen er klar for varsler. Ingen er sendt ennå.",
    callbacks_late: "Varsler kommer fram, men oftest for sent til å være nyttige.",
    callbacks_late_demo: "Varsler kommer fram. I denne demoen er det ofte raskere å spørre.",
    callbacks_in_clear: "Varsler er ikke kryptert: {{address}} bruker ikke https, så andre på nettet kan lese dem.",
    callbacks_no_address: "Kassen kan ikke ta imot varsler ({{detail}}). Den spør betalingstjenesten i stedet.",
    callbacks_silent: "Betalinger endret seg, men ingen varsler kom fram. Kassen fant endringene ved å spørre.",
    callbacks_cut:
      "For mange forbindelser samtidig. Varsler som gikk tapt siden start: {{number}}. Kassen spør i stedet.",
    callbacks_weak_key:
      "Tjenestens offentlige nøkkel er for kort til å bekrefte varsler. Kassen spør etter resultater og skanninger i stedet.",
    callbacks_weak_key_claims:
      "Tjenestens offentlige nøkkel er for kort til å bekrefte varsler. Kassen spør etter resultater og viser en ny kode for hver betaling.",
    callbacks_no_key:
      "Tjenestens offentlige nøkkel mangler, så varsler kan ikke bekreftes. Kassen spør etter resultater og skanninger i stedet.",
    callbacks_no_key_claims:
      "Tjenestens offentlige nøkkel mangler, så varsler kan ikke bekreftes. Kassen spør etter resultater og viser en ny kode for hver betaling.",
    callbacks_refused: "Varsler som ble avvist på grunn av feil signatur: {{number}}.",
    queue_empty: "Alt er sendt.",
    queue_sending: "Venter på betalingstjenesten: {{number}}.",
    queue_old: "Venter på å bli sendt: {{number}}. Den eldste har ventet i {{minutes}} min.",
    queue_paused: "Sendingen er satt på pause: betalingstjenesten godtar ikke nøkkelen til denne kassen.",
    queue_parked: "Forespørsler som må avgjøres av en leder: {{number}}.",
    disk_roomy: "Disken har nok plass.",
    disk_low: "Disken er nesten full: {{megabytes}} MB igjen.",
    disk_full: "Disken er full: {{megabytes}} MB igjen. Kassen tar ikke nye betalinger.",
    disk_unknown: "Det er ukjent hvor mye plass disken har.",
    database_sound: "Kassens data er uskadet.",
    database_unchecked: "Kassens data har ikke hatt en full kontroll på {{days}} dager.",
    database_damaged:
      "Kassens data er skadet. Kassen tar fortsatt betalinger, og betalingstjenesten har alle registrert.",
    database_disagrees:
      "Summene for periode {{period}} stemmer ikke med bokføringen. Dataene i kassen er skadet eller endret.",
    database_copied:
      "En kopi av denne kassen kjører et annet sted: tjenesten har betaling {{number}}, som denne kassen ikke har laget.",
    database_stopped: "Disken i kassen sviktet. Kassen lagrer ingenting og tar ingen betalinger.",
    database_unsafe: "Databasen kan miste data ved strømbrudd: {{mode}}.",
    backups_fresh: "Kassens data er sikkerhetskopiert.",
    backups_none: "Ingen sikkerhetskopi ennå. Den første lages innen en time.",
    backups_overdue: "Siste sikkerhetskopi er {{hours}} t gammel, og nyere data er ikke kopiert.",
    journal_signed: "Journalen er signert.",
    journal_unsigned: "Journalen er ikke signert på {{hours}} t.",
    centre_off: "Denne kassen får ingen innstillinger fra hovedkontoret.",
    centre_none: "Hovedkontoret har ikke sendt innstillinger til denne kassen ennå.",
    centre_current: "Innstillinger fra hovedkontoret er i bruk ({{versions}}).",
    centre_waiting: "Nye innstillinger fra hovedkontoret tas i bruk når kassen er ledig.",
    centre_unreached:
      "Innstillinger fra hovedkontoret kan ikke nås ({{detail}}). Gjeldende innstillinger blir stående.",
    centre_refused: "Innstillinger fra hovedkontoret ble avvist: {{detail}}. Gjeldende innstillinger blir stående.",
    centre_refused_address:
      "Kjedens database tilbød innstillinger for en annen butikk eller kasse. De ble avvist; gjeldende innstillinger blir stående.",
    centre_refused_no_shop:
      "Innstillinger for en butikk ble avvist: kassen er satt opp uten butikknavn. Gjeldende innstillinger blir stående.",
    centre_refused_older:
      "Innstillinger fra hovedkontoret ble avvist: de er eldre enn innstillinger kassen har hatt ({{detail}}). Gjeldende innstillinger blir stående.",
    centre_rolled_back: "Innstillinger fra hovedkontoret ble angret fordi de skapte problemer: {{detail}}.",
    ledger_off: "Denne kassen er ikke koblet til noen kjededatabase.",
    ledger_current: "Kjedens database er oppdatert.",
    ledger_sending: "Oppføringer som sendes til kjedens database: {{number}}.",
    ledger_unreached:
      "Kjedens database kan ikke nås ({{detail}}). Oppføringer som venter: {{number}}. Betalinger er ikke berørt.",
    ledger_denied:
      "Kjedens database godtar ikke denne kassen ({{detail}}). Oppføringer som venter: {{number}}. Betalinger er ikke berørt.",
    ledger_replaced:
      "Kjedens database har en annen historikk for denne kassen ({{detail}}). Sendingen er stoppet. Betalinger er ikke berørt.",
    webhooks_off: "Ingen webhooks er satt opp.",
    webhooks_current: "Webhookene virker.",
    webhooks_failing:
      "Webhooken på {{address}} tar ikke imot varsler ({{detail}}). Betalinger som venter: {{number}}. Betalinger er ikke berørt.",
    webhooks_ended:
      "Webhooken på {{address}} har meldt seg av ({{detail}}) og får ingen flere varsler. Betalinger er ikke berørt.",
    vault_sealed: "Kassens nøkler er kryptert.",
    vault_machine_key:
      "Kassens nøkler er kryptert for denne maskinen. En kryptert disk beskytter dem også hvis maskinen blir stjålet.",
    vault_weak_accepted: "Kassens nøkler er svakt beskyttet på denne maskinen. Eieren har godtatt det.",
    vault_weak: "Kassens nøkler er svakt beskyttet på denne maskinen.",
    logs_written: "Loggfiler til kundestøtte blir skrevet.",
    logs_off: "Denne kassen skriver ingen loggfiler.",
    logs_failing: "Loggfilene kan ikke skrives (linjer mistet: {{number}}). Betalinger er ikke berørt.",
    program_current: "Programmet er oppdatert.",
    program_updates_off: "Denne kassen ser ikke etter oppdateringer.",
    program_updates_off_demo: "Denne demoen ser ikke etter oppdateringer.",
    program_update_by_hand: "Versjon {{version}} er tilgjengelig og må installeres for hånd.",
    program_update_ready: "Versjon {{version}} er klar. Den installeres når kassen er ledig.",
    program_update_waits: "Versjon {{version}} har ventet i {{days}} dager på å bli installert.",
    program_update_failed: "Oppdateringer virker ikke.",
    printer_off: "Ingen kvitteringsskriver er satt opp.",
    printer_unseen: "Kvitteringsskriveren er ikke sjekket ennå.",
    printer_ready: "Kvitteringsskriveren er klar.",
    printer_paper_low: "Det er lite papir igjen i kvitteringsskriveren.",
    printer_unreachable:
      "Kvitteringsskriveren kan ikke nås. Kvitteringer som venter: {{number}}. Betalinger er ikke berørt.",
    printer_no_answer:
      "Kvitteringsskriveren svarer ikke. Kvitteringer som venter: {{number}}. Betalinger er ikke berørt.",
    printer_paper_out:
      "Kvitteringsskriveren er tom for papir. Kvitteringer som venter: {{number}}. Betalinger er ikke berørt.",
    printer_cover_open:
      "Lokket på kvitteringsskriveren er åpent. Kvitteringer som venter: {{number}}. Betalinger er ikke berørt.",
    printer_error:
      "Kvitteringsskriveren melder en feil. Kvitteringer som venter: {{number}}. Betalinger er ikke berørt.",
    printer_no_permission:
      "Kassen har ikke tilgang til USB-skriveren. Kvitteringer som venter: {{number}}. Betalinger er ikke berørt.",
    printer_queue_stopped:
      "Kvitteringsskriverens utskriftskø er satt på pause eller tar ikke imot jobber. Kvitteringer som venter: {{number}}. Betalinger er ikke berørt.",
    printer_interrupted: "Siste utskrift ble avbrutt. Kvitteringer som venter: {{number}}. Betalinger er ikke berørt.",
    printer_required:
      "Kvitteringsskriveren kan ikke skrive, og denne kiosken selger ikke uten den. Kvitteringer som venter: {{number}}.",
    dispenser_unreached: "Salgsautomaten svarer ikke, så ingenting selges fra den.",
    dispenser_unfit: "Salgsautomaten melder at den ikke kan selge nå.",
    dispenser_strange: "Enheten på salgsautomatens adresse svarer ikke som en salgsautomat, så ingenting selges.",
    dispenser_off: "Ingen salgsautomat er satt opp.",
    dispenser_clear: "Resultatet av alle automatsalg er kjent.",
    dispenser_unreadable:
      "Salgsautomaten sendte en melding som ikke kan leses. Automatsalg det gjelder: {{number}}. Det er ikke trukket noe av den grunn.",
    dispenser:
      "Salgsautomaten meldte ikke hva som kom ut i to automatsalg på rad, så ingenting selges fra den. Disse salgene gjøres opp som vanlig.",
    dispenser_slots: "Plasser i salgsautomaten som er ute av salg etter en feil: {{slots}}.",
    dispenser_unknown: "Automatsalg som må sjekkes: {{number}}.",
    customer_off: "Ingen kundeskjerm er åpen.",
    customer_shown: "Kundeskjermen er åpen.",
    customer_window_gone: "Skjermen som kundeskjermen vises på, mangler.",
    customer_page_gone: "Kundeskjermen ble lukket uventet.",
    display_fine: "Skjermen er stor nok.",
    display_not_told: "Størrelsen på skjermen er ukjent.",
    display_small: "Vinduet er for lite: {{width}} × {{height}}. Minst 800 × 600.",
  },
  healthNext: {
    service_slow: "Sjekk nettet i butikken. Er annet raskt, kontakt betalingstjenesten.",
    service_unsteady: "Sjekk nettet i butikken. Kassen prøver igjen automatisk, og ingenting gjøres to ganger.",
    service_offline:
      "Sjekk nettkabelen eller wifi, så internettforbindelsen. Betalinger fortsetter når den er tilbake.",
    service_refused: "Be eieren sjekke nøkkelen under Innstillinger → API-nøkler, og klokken på denne maskinen.",
    clock_too_far: "Slå på automatisk tid på denne maskinen. Salget starter igjen automatisk innen et minutt.",
    clock_off: "Slå på automatisk tid på denne maskinen. Kvitteringer viser maskinens tid.",
    callbacks_late: "Betalinger virker. Spør IT-ansvarlig hvorfor proxyen foran denne kassen er treg.",
    callbacks_in_clear:
      "Betalinger virker, og varsler kan ikke forfalskes. Legg inn en https://-adresse under Innstillinger → Sett opp på nytt, med en TLS-proxy eller et sertifikat.",
    callbacks_no_address:
      "Betalinger virker. Lukk programmet som bruker adressen, eller velg en annen under Innstillinger → Sett opp på nytt. Kassen prøver igjen hvert minutt.",
    callbacks_silent: "Betalinger virker, men tregere. Test varslene under Innstillinger → Sett opp på nytt.",
    callbacks_cut: "Betalinger virker. Fortsetter det, spør IT-ansvarlig hva som kobler seg til adressen for varsler.",
    callbacks_weak_key:
      "Betalinger virker, men tregere. Be tjenesten om en offentlig nøkkel på minst 2048 biter, og legg den inn under Innstillinger → Sett opp på nytt.",
    callbacks_weak_key_claims:
      "Betalinger virker, men tregere. Be tjenesten om en offentlig nøkkel på minst 2048 biter, og legg den inn under Innstillinger → Sett opp på nytt.",
    callbacks_no_key:
      "Betalinger virker, men tregere. Legg inn tjenestens offentlige nøkkel under Innstillinger → Sett opp på nytt.",
    callbacks_no_key_claims:
      "Betalinger virker, men tregere. Legg inn tjenestens offentlige nøkkel under Innstillinger → Sett opp på nytt.",
    callbacks_refused:
      "Sjekk den offentlige adressen og tjenestens offentlige nøkkel under Innstillinger → Sett opp på nytt.",
    queue_old: "Se «Venter på sending». De sendes automatisk når betalingstjenesten svarer.",
    queue_paused: "Be eieren sjekke nøkkelen og klokken.",
    queue_parked: "Åpne «Venter på sending», og velg «Prøv igjen» eller «Forkast…» for hver forespørsel.",
    disk_low: "Lag plass på disken. Når den er full, tar kassen ingen nye betalinger.",
    disk_full: "Lag plass på disken. Betalinger som er i gang, fortsetter.",
    disk_unknown: "Send en supportfil.",
    database_unchecked: "La kassen stå på over natten. Kontrollen kjører når kassen er ledig.",
    database_damaged:
      "Gjør ferdig de åpne betalingene, stopp kassen, og gjenopprett nyeste sikkerhetskopi med kommandoen under.",
    database_disagrees: "Ikke gjør opp dagen. Stopp kassen og gjenopprett en sikkerhetskopi, eller send en supportfil.",
    database_copied:
      "Stopp den ene av dem og sett den opp som en ny kasse. Ta stilling til betalingene som mangler, når du gjør opp dagen.",
    database_stopped: "Start kassen på nytt. Skjer det igjen, må disken byttes.",
    database_unsafe: "Stopp kassen og send en supportfil.",
    backups_overdue: "Sjekk at disken har plass. Fortsetter det, send en supportfil.",
    journal_unsigned: "Sjekk at disken har plass. Fortsetter det, send en supportfil.",
    centre_unreached: "Sjekk nettet. Fortsetter det, kontakt hovedkontoret.",
    centre_refused: "Kontakt hovedkontoret.",
    centre_refused_address: "Be hovedkontoret sjekke databasen sin og hvilken butikk kassen er satt opp for.",
    centre_refused_no_shop:
      "Spør hovedkontoret om navnet på butikken, og legg det inn i oppsettsfilen som centre.shop.",
    centre_refused_older:
      "Be hovedkontoret publisere innstillingene på nytt. Hvis de ikke har gjenopprettet en eldre database, kan noen ha tuklet med den.",
    centre_rolled_back: "Kontakt hovedkontoret. Kassen bruker de forrige innstillingene til det kommer nye.",
    ledger_unreached: "Sjekk nettet. Oppføringene sendes automatisk. Fortsetter det, kontakt hovedkontoret.",
    ledger_denied: "Kontakt hovedkontoret: kassen må legges til i databasen eller trenger et nytt passord.",
    ledger_replaced:
      "Si fra til hovedkontoret om en sikkerhetskopi er gjenopprettet eller kassen er satt opp på nytt. Ellers bruker en annen kasse navnet.",
    webhooks_failing:
      "Spør den som drifter programmet. Kassen prøver igjen automatisk. Du kan teste webhooken under Innstillinger → Kassasystemer.",
    webhooks_ended:
      "Spør den som drifter programmet. Slett webhooken under Innstillinger → Kassasystemer, eller test den for å starte den igjen.",
    vault_weak: "Be eieren velge en passfrase, eller godta det under Innstillinger → API-nøkler.",
    logs_failing: "Sjekk at disken har plass, og at datamappen er skrivbar.",
    program_updates_off: "Oppdateringer må installeres for hånd. Se Innstillinger → Oppdateringer.",
    program_update_by_hand: "Be IT-ansvarlig installere den. Se Innstillinger → Oppdateringer.",
    program_update_waits:
      "La kassen stå på over natten, eller be eieren installere den under Innstillinger → Oppdateringer.",
    program_update_failed: "Se Innstillinger → Oppdateringer for årsaken og hva du kan gjøre.",
    printer_paper_low: "Sett i en ny rull når ingen kunder venter.",
    printer_unreachable:
      "Slå den på, og sjekk kabelen og adressen, enheten eller køen under Innstillinger → Skriver. Kvitteringene skrives da ut automatisk.",
    printer_no_answer: "Slå den av og på. Kvitteringene skrives da ut automatisk.",
    printer_paper_out: "Sett i en ny rull. Kvitteringene skrives da ut automatisk.",
    printer_cover_open: "Lukk lokket. Kvitteringene skrives da ut automatisk.",
    printer_error: "Sjekk lampene, og slå den av og på.",
    printer_no_permission: "Legg kassens bruker til i gruppen lp, og logg inn på maskinen på nytt.",
    printer_queue_stopped: "Sjekk skriveren, og start køen igjen i systemets skriverinnstillinger.",
    printer_interrupted: "Sjekk om siste kvittering ble skrevet ut.",
    printer_required: "Sjekk strøm, kabel, papir og lokk. Salget starter igjen automatisk.",
    dispenser_unreached: "Sjekk strøm, kabel og adresse. Salget starter igjen automatisk.",
    dispenser_unfit: "Sjekk dør, plasser og display. Salget starter igjen automatisk.",
    dispenser_strange: "Sjekk adressen eller porten under Innstillinger → Kiosk. Salget starter igjen automatisk.",
    dispenser_unreadable:
      "Sjekk programmet i automaten: feltet som er feil, står nedenfor for hvert automatsalg. Oppgi så hva som kom ut, eller merk salget som sjekket.",
    dispenser: "Sjekk automaten og automatsalgene nedenfor. Åpne så plassene for salg igjen.",
    dispenser_slots: "Sjekk hver plass, og åpne den for salg igjen nedenfor. Sjekk også automatsalgene som står der.",
    dispenser_unknown:
      "Hvert av dem står nedenfor med årsak og betaling. Sjekk automaten, og oppgi hva som kom ut, eller merk salget som sjekket.",
    customer_window_gone: "Slå på den andre skjermen og sjekk kabelen. Kundeskjermen kommer da tilbake automatisk.",
    customer_page_gone: "Åpne den igjen under Innstillinger → Kundeskjerm, eller slå den av der.",
    display_small: "Gjør vinduet større, eller senk skaleringen på skjermen.",
  },
  updateReason: {
    no_desktop: "Denne kassen kjører ikke som skrivebordsprogram, så den kan ikke oppdatere seg selv.",
    system_package:
      "Denne kassen er installert som en systempakke. Den ser etter oppdateringer, men kan ikke installere dem.",
    started_with_options:
      "Denne kassen ble startet med valg som installasjonen ville mistet. Den ser etter oppdateringer, men installerer dem ikke.",
    passphrase_not_kept:
      "Denne kassen trenger passfrasen sin for å starte, og ville startet uten den etter en oppdatering. Den ser etter oppdateringer, men installerer dem ikke.",
    no_feed: "Denne utgaven av kassen har ingen oppdateringsadresse.",
    no_release_key: "Denne utgaven av kassen har ingen nøkkel å bekrefte oppdateringer med.",
    turned_off: "Eieren har slått av oppdateringer.",
    not_checked: "Kassen har ikke sett etter oppdateringer siden den startet.",
    downloading: "Oppdateringen lastes ned.",
    open_payment: "En betaling er åpen.",
    queue_not_empty: "Forespørsler venter på å bli sendt til betalingstjenesten.",
    not_idle: "Kassen er brukt de siste 15 minuttene.",
    not_quiet_hours: "Oppdateringer installeres i tidsrommet som er valgt under Innstillinger → Oppdateringer.",
    needs_person: "En administrator må bekrefte installasjonen, så den starter ikke automatisk.",
    disk_short: "Disken har for lite plass til oppdateringen.",
    data_damaged: "Kassens data er skadet, så ingenting installeres.",
    not_newer: "Versjonen som tilbys, er ikke nyere enn denne.",
    older_schema: "Versjonen som tilbys, kan ikke lese kassens data: den er laget for en eldre database.",
    unknown_schema: "Versjonen som tilbys, oppgir ikke databaseversjonen sin.",
    not_signed: "Oppdateringen som tilbys, er ikke signert med denne kassens utgivelsesnøkkel.",
    file_differs: "Filen som ble lastet ned, stemmer ikke med signaturen. Den er slettet, og ingenting er installert.",
    check_failed: "Kassen kunne ikke se etter oppdateringer. Betalinger virker.",
    download_failed: "Oppdateringen har ikke kunnet lastes ned de siste 24 timene.",
    install_failed: "En oppdatering mislyktes, og den forrige versjonen kjører igjen.",
  },
  updateReasonNext: {
    no_desktop: "IT-ansvarlig oppdaterer programmet og starter kassen på nytt.",
    system_package:
      "IT-ansvarlig laster ned den nye .deb-filen fra samme sted, installerer den (sudo apt install ./FIL.deb), og starter kassen på nytt.",
    started_with_options:
      "IT-ansvarlig stopper kassen, installerer den nye versjonen, og starter kassen igjen med de samme valgene.",
    passphrase_not_kept:
      "En som kan passfrasen, stopper kassen, bytter programfilen med den nye versjonen, og starter kassen igjen.",
    no_feed: "Installer nye versjoner for hånd, eller bruk en utgave med oppdateringsadresse.",
    no_release_key: "Installer nye versjoner for hånd, eller bruk en utgave med nøkkelen.",
    turned_off: "Slå dem på under Innstillinger → Oppdateringer.",
    open_payment: "Gjør den ferdig først.",
    queue_not_empty: "De sendes automatisk.",
    needs_person: "Be eieren installere den under Innstillinger → Oppdateringer, sammen med en administrator.",
    disk_short: "Lag plass på disken.",
    data_damaged: "Se Innstillinger → Helse.",
    older_schema: "Kontakt kundestøtte: oppdateringen som tilbys, er feil.",
    unknown_schema: "Kontakt kundestøtte: oppdateringen som tilbys, er ikke en offisiell utgivelse.",
    not_signed: "Kontakt kundestøtte med en gang. Ikke installer oppdateringen for hånd.",
    file_differs:
      "Kontakt kundestøtte: noe på denne maskinen kan ha endret filen. «Sjekk nå» under Innstillinger → Oppdateringer laster den ned på nytt.",
    check_failed:
      "Trykk på «Sjekk nå» under Innstillinger → Oppdateringer. Hjelper det ikke, be IT-ansvarlig åpne for adressen under «Fra».",
    download_failed: "Sjekk internettforbindelsen og plassen på disken.",
    install_failed: "Installer den nye versjonen for hånd, eller kontakt kundestøtte. Kassen virker.",
  },
};
