/** Norwegian Bokmål: reasons why an operation waits, was refused or cannot be sent, by the contract's codes. */
import type { QUEUE_REASONS } from "../../../../contract/reasons/queue.ts";

export const nbQueueReasons: Record<keyof typeof QUEUE_REASONS, string> = {
  kind_create: "forespørsel",
  kind_capture: "trekk",
  kind_release: "frigivelse",
  kind_abort: "avbryting",
  kind_reauth: "fornyelse",
  kind_refund: "refusjon",
  kind_permission: "forespørsel om opplysninger",
  queue_service_has_it: "Tjenesten har denne forespørselen.",
  queue_service_has_payment: "Tjenesten har denne betalingen.",
  queue_customer_asked: "Kunden kan allerede ha fått forespørselen. Avbryt betalingen i stedet.",
  queue_sent_recently: "Dette ble sendt for under 30 sekunder siden og kan fortsatt bli gjort. Prøv igjen straks.",
  queue_cannot_ask: "Resultatet er ukjent, og tjenesten kan ikke nås. Forespørselen blir stående i køen.",
  queue_unauthenticated:
    "Denne forespørselen er fra en sikkerhetskopi som ikke er bekreftet, og er ikke sendt på nytt. Sjekk betalingen, og prøv igjen eller forkast den.",
  queue_damaged: "Den lagrede forespørselen er skadet og ble ikke sendt.",
  queue_asked_unknown: "Kunden kan ha fått forespørselen. Se på kundens telefon.",
  queue_never_had: "Tjenesten har aldri mottatt denne betalingen.",
  queue_doubtful: "Svaret fra tjenesten var uventet, og endringen er ikke registrert der.",
  queue_not_known: "Tjenesten kjenner ikke denne betalingen.",
  queue_needs_pin_unknown:
    "Refusjonen krever PIN-koden til en leder for å fortsette. Resultatet er ukjent; et nytt forsøk refunderer aldri to ganger.",
  queue_needs_pin_unsent:
    "Refusjonen krever PIN-koden til en leder for å fortsette. Ingenting er sendt, og det er ikke refundert noe.",
  queue_needs_pin: "Refusjonen krever PIN-koden til en leder for å fortsette. Ingenting er sendt.",
  queue_no_refund_key:
    "Denne kassen har ikke lenger noen refusjonsnøkkel. Eieren må lage en, eller forkaste refusjonen. Ingenting er sendt.",
  queue_refund_key_refused:
    "Tjenesten godtar ikke refusjonsnøkkelen. Registrer den offentlige nøkkelen hos tjenesten på kassens bruker, og prøv igjen. Dette forsøket refunderte ikke noe.",
  queue_id_taken: "Tjenesten har allerede en annen forespørsel med id-en til denne betalingen.",
  queue_other_amounts: "Tjenesten har denne forespørselen med andre beløp.",
  queue_capture_late: "Reservasjonen utløp før den ble trukket. Det er ikke trukket noe. {{cause}}",
  queue_rule_refused:
    "Tjenesten avviste å trekke reservasjonen automatisk før den utløper. Det er ikke trukket noe. Prøv igjen, eller forkast dette og trekk eller frigi den selv. {{cause}}",
  queue_not_settled: "Kassen kunne ikke fullføre denne forespørselen.",
  queue_never_sent: "Forespørselen ventet for lenge og ble aldri sendt. Kunden ble ikke bedt om å betale.",
  queue_cancel_later: "Det har ikke kommet svar på lenge. Betalingen blir avbrutt så snart tjenesten svarer.",
  queue_no_answer_for_a_day: "Ikke noe svar på 24 timer: {{kind}}. Resultatet er ukjent.",
  queue_not_shown:
    "Tjenesten godtok dette for 24 timer siden, men viser det ikke: {{kind}}. Et nytt forsøk sender den samme forespørselen på nytt.",
  queue_taken_back:
    "Tjenesten viste dette som gjort, og trakk det tilbake. Det er ikke trukket noe. Kassen prøver igjen automatisk.",
  queue_listed_now: "Tjenesten viser nå denne forespørselen.",
  queue_anothers_id: "Tjenesten svarte med id-en til en annen betaling.",
  queue_settled_already: "Dette var allerede fullført. Ingenting ble sendt på nytt.",
  queue_settled_or_sent: "Dette er fullført eller i ferd med å bli sendt, så det kan ikke forkastes nå.",
  queue_sent_again: "Dette ble nettopp sendt på nytt. Sjekk betalingen før du bestemmer deg.",
  queue_given_up: "Forkastet: {{words}}",
  queue_cancelled_unsent: "Avbrutt før den ble sendt.",
};
