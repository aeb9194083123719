/** Norwegian Bokmål: why something waits, was refused or cannot be sent, by the contract's codes. */
import type { QUEUE_REASONS } from "../../../../contract/reasons-queue.ts";

export const nbQueueReasons: Record<keyof typeof QUEUE_REASONS, string> = {
  kind_create: "forespørsel",
  kind_capture: "trekk",
  kind_release: "frigivelse",
  kind_abort: "avbryting",
  kind_reauth: "fornyelse",
  kind_refund: "refusjon",
  kind_permission: "spørsmål om opplysninger",
  queue_service_has_it: "Tjenesten har den.",
  queue_service_has_payment: "Tjenesten har denne betalingen.",
  queue_customer_asked:
    "Kunden kan være spurt allerede. Avbryt betalingen i stedet: da får kassen avgjort begge deler.",
  queue_sent_recently: "Dette ble sendt for under et halvt minutt siden, og kan fortsatt bli gjort. Prøv igjen straks.",
  queue_cannot_ask: "Det er ukjent om dette ble gjort, og tjenesten kan ikke spørres nå. Det blir stående i køen.",
  queue_unauthenticated:
    "Dette ventet på å bli sendt i en sikkerhetskopi som ikke kunne bekreftes. Det er ikke sendt på nytt, og ingen penger er flyttet siden. Sammenlign med betalingen, og prøv igjen eller gi det opp.",
  queue_damaged: "Den lagrede forespørselen er skadet. Den ble ikke sendt.",
  queue_asked_unknown: "Det går ikke an å finne ut om kunden ble spurt. Se på telefonen.",
  queue_never_had: "Tjenesten har aldri hatt denne betalingen.",
  queue_doubtful: "Svaret var ikke et som tjenesten gir, og endringen står ikke hos den.",
  queue_not_known: "Tjenesten sier at den ikke kjenner denne betalingen.",
  queue_needs_pin_unknown:
    "Denne refusjonen trenger PIN-koden til en leder for å fortsette. Det er ukjent om den ble gjort; et nytt forsøk gjør den aldri to ganger.",
  queue_needs_pin_unsent:
    "Denne refusjonen trenger PIN-koden til en leder for å fortsette. Ingenting ble sendt, og ingen penger er flyttet.",
  queue_needs_pin:
    "Denne refusjonen fortsetter bare med PIN-koden til en leder, uansett hvem som er logget inn: den låser opp refusjonsnøkkelen. Ingenting ble sendt.",
  queue_no_refund_key:
    "Denne kassen logger inn med en hemmelighet og har ikke lenger noen refusjonsnøkkel: eieren må lage en, eller gi opp refusjonen. Ingenting ble sendt.",
  queue_refund_key_refused:
    "Tjenesten godtar ikke refusjonsnøkkelen. Den offentlige delen må registreres hos tjenesten, på brukeren til denne kassen; prøv så igjen. Dette forsøket flyttet ingen penger.",
  queue_id_taken: "Tjenesten har allerede en annen forespørsel under id-en til denne betalingen.",
  queue_other_amounts: "Tjenesten har dette med andre beløp enn kassen ba om.",
  queue_capture_late: "Reservasjonen var over før beløpet kunne trekkes: ingenting ble tatt. {{cause}}",
  queue_rule_refused:
    "Regelen i kassen var å trekke denne reservasjonen før den utløper, og tjenesten avviste det: ingenting ble tatt. Prøv igjen, eller gi det opp og trekk eller frigi reservasjonen selv. {{cause}}",
  queue_not_settled: "Kassen klarte ikke å avgjøre dette.",
  queue_never_sent: "Den ventet for lenge og ble aldri sendt. Ingen ble bedt om å betale.",
  queue_cancel_later: "Ingen svar på for lang tid: når det kommer ett, blir betalingen avbrutt.",
  queue_no_answer_for_a_day: "Det har ikke kommet svar på 24 timer på dette: {{kind}}. Det er ukjent om det ble gjort.",
  queue_not_shown:
    "Tjenesten tok imot dette for 24 timer siden og viser det ikke: {{kind}}. Prøver du igjen, sendes det samme én gang til.",
  queue_taken_back:
    "Tjenesten viste dette som gjort og tok det så tilbake. Ingen penger er flyttet; kassen sender det på nytt av seg selv.",
  queue_listed_now: "Tjenesten viser det nå.",
  queue_anothers_id: "Tjenesten svarte med en annen betalings id.",
  queue_settled_already: "Dette var avgjort allerede. Ingenting ble sendt på nytt.",
  queue_settled_or_sent: "Dette er avgjort eller i ferd med å bli sendt: det kan ikke gis opp nå.",
  queue_sent_again: "Dette ble nettopp sendt på nytt. Se på betalingen før du bestemmer deg.",
  queue_given_up: "Gitt opp: {{words}}",
  queue_cancelled_unsent: "Avbrutt før den ble sendt.",
};
