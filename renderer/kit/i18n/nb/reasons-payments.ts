/** Norwegian Bokmål: why something about a payment was not done, by the contract's codes. */
import type { PAYMENT_REASONS } from "../../../../contract/reasons-payments.ts";

export const nbPaymentReasons: Record<keyof typeof PAYMENT_REASONS, string> = {
  payment_other_reference:
    "Dette salget (samme referanse) er allerede startet med et annet beløp eller andre varer. Ingen ny betaling ble startet, og dette forsøket flyttet ingen penger. Sjekk betalingen som ble startet, før du tar betalt på nytt.",
  payment_disowned: "Tjenesten sier at den ikke kjenner denne betalingen, som den en gang tok imot.",
  payment_unreadable: "Tjenestens svar om denne betalingen kan ikke leses.",
  payment_damaged:
    "Kassen kan ikke lese alt den har lagret om denne betalingen. Den henter betalingen fra tjenesten på nytt. Ring brukerstøtte hvis dette ikke går over.",
  payment_other_answer: "Svaret fra tjenesten gjelder en annen betaling enn kassen spurte om.",
  payment_changing_answers: "Svarene fra tjenesten om denne betalingen kan ikke stemme, og er forskjellige hver gang.",
  payment_other_currency: "Kassen ba om {{asked}}, tjenesten sier {{said}}.",
  payment_other_amount: "Kassen ba om {{asked}}, tjenesten sier {{said}}.",
  payment_other_additional: "Kassen ba om {{asked}} i tillegg, tjenesten sier {{said}}.",
  payment_captured_over:
    "Tjenesten sier at {{captured}} og {{additionalCaptured}} i tillegg ble trukket av {{amount}} og {{additional}} i tillegg.",
  payment_refunded_over: "Tjenesten sier at det ble refundert mer enn det ble trukket.",
  payment_failed_captured: "Tjenesten sier at betalingen mislyktes, og at penger ble trukket.",
  payment_listed_twice: "Tjenesten fører opp det samme trekket eller den samme refusjonen to ganger.",
  payment_not_settled: "Dette kunne ikke avgjøres: {{kind}}.",
  payment_request_refused: "Tjenesten avviste forespørselen. Ingen penger er flyttet.",
  payment_capture_refused: "Tjenesten avviste å trekke dette salget.",
  payment_sale_rest_reserved:
    "En del av salget er trukket; {{rest}} er fortsatt reservert. Trekk eller frigjør resten.",
  payment_unproven_reserved:
    "Salget er fra en sikkerhetskopi som ikke kunne bekreftes, så kassen trekker det ikke. {{rest}} er reservert. Sammenlign med kvitteringen, og trekk eller frigjør beløpet.",
  payment_capture_given_up_done:
    "Trekket av {{sum}} ble gitt opp i denne kassen, og tjenesten gjorde det likevel: kunden har betalt de pengene. Ble det trukket en gang til i stedet, har kunden betalt to ganger: gi tilbake det som er for mye. Gi opp eller prøv igjen: begge deler noterer bare at det er gjort, og ingenting blir sendt.",
  payment_capture_refused_done:
    "Trekket av {{sum}} ble avvist i denne kassen, og tjenesten gjorde det likevel: kunden har betalt de pengene. Ble det trukket en gang til i stedet, har kunden betalt to ganger: gi tilbake det som er for mye. Gi opp eller prøv igjen: begge deler noterer bare at det er gjort, og ingenting blir sendt.",
  payment_refund_given_up_done:
    "Refusjonen av {{sum}} ble gitt opp i denne kassen, og tjenesten gjorde den likevel: kunden har de pengene. Ble det refundert en gang til i stedet, har kunden dem to ganger: se på refusjonene til betalingen. Gi opp eller prøv igjen: begge deler noterer bare at det er gjort, og ingenting blir sendt.",
  payment_refund_refused_done:
    "Refusjonen av {{sum}} ble avvist i denne kassen, og tjenesten gjorde den likevel: kunden har de pengene. Ble det refundert en gang til i stedet, har kunden dem to ganger: se på refusjonene til betalingen. Gi opp eller prøv igjen: begge deler noterer bare at det er gjort, og ingenting blir sendt.",
  payment_offline: "Kassen når ikke betalingstjenesten. Ingen penger er flyttet, og ingenting ble tatt vare på.",
  payment_offline_amount: "Uten forbindelse kan én betaling være på høyst {{most}}. Ingen penger er flyttet.",
  payment_offline_total:
    "Uten forbindelse kan høyst {{most}} vente til sammen; {{waiting}} venter allerede. Ingen penger er flyttet.",
  payment_offline_age:
    "Den eldste betalingen har ventet i mer enn {{minutes}} minutter: det tas ikke flere før tjenesten er tilbake. Ingen penger er flyttet.",
  payment_secret_refund:
    "Denne kassen logger inn med en hemmelighet, og tjenesten godtar refusjoner bare med en nøkkel. Ingen penger er flyttet: be eieren lage en refusjonsnøkkel i innstillingene.",
  payment_refund_pin:
    "I denne kassen trenger hver refusjon PIN-koden til en leder, uansett hvem som er logget inn: den låser opp refusjonsnøkkelen for den ene refusjonen. Ingen penger er flyttet.",
  payment_refund_repeated:
    "Denne refusjonen er bestilt allerede, med et annet beløp eller for en annen betaling. Denne gangen ble ingen penger flyttet.",
  payment_refund_limit_manager:
    "Av én betaling kan du gi tilbake {{most}} i alt, og {{given}} er gitt tilbake allerede. Ingen penger er flyttet: be en leder godkjenne det.",
  payment_refund_limit_owner:
    "Av én betaling kan du gi tilbake {{most}} i alt, og {{given}} er gitt tilbake allerede. Ingen penger er flyttet: be eieren godkjenne det.",
  payment_being_checked:
    "En sikkerhetskopi er gjenopprettet, og denne betalingen er ikke sammenlignet med tjenesten ennå. Ingenting ble endret.",
  payment_step_abort: "Denne betalingen kan ikke avbrytes nå: {{phase}}. Ingen penger er flyttet.",
  payment_step_capture: "Denne betalingen kan ikke trekkes nå: {{phase}}. Ingen penger er flyttet.",
  payment_step_release: "Denne betalingen kan ikke frigis nå: {{phase}}. Ingen penger er flyttet.",
  payment_step_reauthorise: "Denne betalingen kan ikke fornyes nå: {{phase}}. Ingen penger er flyttet.",
  payment_step_refund: "Denne betalingen kan ikke refunderes nå: {{phase}}. Ingen penger er flyttet.",
  payment_step_identify: "Denne betalingen kan ikke sendes til en kunde nå: {{phase}}. Ingen penger er flyttet.",
  payment_step_leave: "Denne betalingen kan ikke forlates nå: {{phase}}. Ingen penger er flyttet.",
  payment_step_attach: "Denne betalingen kan ikke beholdes nå: {{phase}}. Ingen penger er flyttet.",
  payment_no_code:
    "Kassen har ingen kode å vise ennå: den har ikke fått kontakt med betalingstjenesten. Ingen penger er flyttet.",
  payment_disk_full:
    "Disken til kassen er full: den tar ingen nye betalinger. Ingen penger er flyttet. Lag plass på disken, eller ring kundestøtte.",
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
  phase_attention: "venter på en leder",
};
