/** Norwegian Bokmål: reasons for refused payment commands, by the contract's codes. */
import type { PAYMENT_REASONS } from "../../../../contract/reasons/payments.ts";

export const nbPaymentReasons: Record<keyof typeof PAYMENT_REASONS, string> = {
  payment_other_reference:
    "Dette salget (samme referanse) er allerede startet med et annet beløp eller andre varer. Ingen ny betaling ble startet, og det er ikke trukket noe nå. Sjekk betalingen som ble startet, før du tar betalt på nytt.",
  payment_disowned: "Tjenesten kjenner ikke lenger denne betalingen, som den tidligere godtok.",
  payment_unreadable: "Tjenestens svar om denne betalingen kan ikke leses.",
  payment_damaged:
    "Noe av det kassen har lagret om betalingen, er skadet. Kassen henter det fra tjenesten på nytt. Ring kundestøtte hvis meldingen ikke forsvinner.",
  payment_other_answer: "Tjenesten svarte om en annen betaling.",
  payment_changing_answers: "Tjenesten gir ulike og umulige svar om denne betalingen.",
  payment_other_currency: "Kassen ba om {{asked}}, men tjenesten oppgir {{said}}.",
  payment_other_amount: "Kassen ba om {{asked}}, men tjenesten oppgir {{said}}.",
  payment_other_additional: "Kassen ba om {{asked}} i tillegg, men tjenesten oppgir {{said}}.",
  payment_captured_over:
    "Tjenesten oppgir at {{captured}} pluss {{additionalCaptured}} i tillegg er trukket, men betalingen var på {{amount}} pluss {{additional}}.",
  payment_refunded_over: "Tjenesten oppgir at mer er refundert enn trukket.",
  payment_failed_captured: "Tjenesten oppgir at betalingen mislyktes, men også at penger er trukket.",
  payment_listed_twice: "Tjenesten fører opp det samme trekket eller den samme refusjonen to ganger.",
  payment_not_settled: "Dette kunne ikke fullføres: {{kind}}.",
  payment_request_refused: "Tjenesten avviste forespørselen. Det er ikke trukket noe.",
  payment_capture_refused: "Tjenesten avviste å fullføre dette salget.",
  payment_sale_rest_reserved: "En del av salget er trukket; {{rest}} er fortsatt reservert. Trekk eller frigi resten.",
  payment_unproven_reserved:
    "Salget er fra en sikkerhetskopi som ikke er bekreftet, så kassen trekker det ikke. {{rest}} er reservert. Sjekk kvitteringen, og trekk eller frigi beløpet.",
  payment_capture_given_up_done:
    "Trekket av {{sum}} ble forkastet, men tjenesten gjennomførte det: kunden har betalt. Ble det trukket på nytt, refunder det som er for mye. Trykk «Forkast…» for å lukke dette; ingenting sendes.",
  payment_capture_refused_done:
    "Trekket av {{sum}} ble avvist, men tjenesten gjennomførte det: kunden har betalt. Ble det trukket på nytt, refunder det som er for mye. Trykk «Forkast…» for å lukke dette; ingenting sendes.",
  payment_refund_given_up_done:
    "Refusjonen av {{sum}} ble forkastet, men tjenesten gjennomførte den: kunden har fått pengene. Sjekk om det ble refundert på nytt. Trykk «Forkast…» for å lukke dette; ingenting sendes.",
  payment_refund_refused_done:
    "Refusjonen av {{sum}} ble avvist, men tjenesten gjennomførte den: kunden har fått pengene. Sjekk om det ble refundert på nytt. Trykk «Forkast…» for å lukke dette; ingenting sendes.",
  payment_offline: "Kassen når ikke betalingstjenesten. Ingen betaling er startet, og det er ikke trukket noe.",
  payment_offline_amount: "Uten forbindelse kan én betaling være på høyst {{most}}. Det er ikke trukket noe.",
  payment_offline_total:
    "Uten forbindelse kan høyst {{most}} vente til sammen, og {{waiting}} venter allerede. Det er ikke trukket noe.",
  payment_offline_age:
    "Den eldste betalingen uten forbindelse har ventet i mer enn {{minutes}} minutter. Kassen tar ikke flere før tjenesten er tilbake. Det er ikke trukket noe.",
  payment_secret_refund:
    "Tjenesten godtar bare refusjoner med en nøkkel, og denne kassen har en hemmelighet. Det er ikke refundert noe. Be eieren lage en refusjonsnøkkel under Innstillinger → API-nøkler.",
  payment_refund_pin: "Alle refusjoner i denne kassen krever PIN-koden til en leder. Det er ikke refundert noe.",
  payment_refund_repeated:
    "Denne refusjonen er allerede bestilt med et annet beløp eller for en annen betaling. Det er ikke refundert noe denne gangen.",
  payment_refund_limit_manager:
    "Du kan refundere høyst {{most}} av én betaling, og {{given}} er allerede refundert. Ingenting nytt er refundert. Be en leder godkjenne det.",
  payment_refund_limit_owner:
    "Du kan refundere høyst {{most}} av én betaling, og {{given}} er allerede refundert. Ingenting nytt er refundert. Be eieren godkjenne det.",
  payment_being_checked:
    "En sikkerhetskopi er gjenopprettet, og denne betalingen sjekkes fortsatt mot tjenesten. Ingenting ble endret.",
  payment_step_abort: "Denne betalingen kan ikke avbrytes nå: {{phase}}. Det er ikke trukket noe.",
  payment_step_capture: "Denne betalingen kan ikke trekkes nå: {{phase}}. Det er ikke trukket noe.",
  payment_step_release: "Denne betalingen kan ikke frigis nå: {{phase}}. Det er ikke trukket noe.",
  payment_step_reauthorise: "Denne betalingen kan ikke fornyes nå: {{phase}}. Det er ikke trukket noe.",
  payment_step_refund: "Denne betalingen kan ikke refunderes nå: {{phase}}. Det er ikke refundert noe.",
  payment_step_identify: "Denne betalingen kan ikke sendes til en kunde nå: {{phase}}. Det er ikke trukket noe.",
  payment_step_leave: "Du kan ikke gå videre fra denne betalingen nå: {{phase}}. Det er ikke trukket noe.",
  payment_step_attach: "Denne betalingen kan ikke beholdes nå: {{phase}}. Det er ikke trukket noe.",
  payment_no_code: "Det er ingen kode å vise ennå. Kassen har ikke nådd betalingstjenesten. Det er ikke trukket noe.",
  payment_disk_full:
    "Disken til kassen er full, så den tar ingen nye betalinger. Det er ikke trukket noe. Lag plass på disken, eller ring kundestøtte.",
  phase_draft: "ikke skannet ennå",
  phase_queued: "venter på å bli sendt",
  phase_waiting: "venter på kunden",
  phase_authorised: "reservert",
  phase_partly_captured: "delvis trukket",
  phase_captured: "trukket",
  phase_released: "frigitt",
  phase_aborted: "avbrutt",
  phase_rejected: "ikke betalt",
  phase_expired: "utløpt",
  phase_partly_refunded: "delvis refundert",
  phase_refunded: "refundert",
  phase_attention: "må avgjøres av en leder",
};
