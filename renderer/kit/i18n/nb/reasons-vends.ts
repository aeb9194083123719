/** Norwegian Bokmål: reasons why a vend was not started, cannot be changed or needs review. */
import type { VEND_REASONS } from "../../../../contract/reasons/vends.ts";

export const nbVendReasons: Record<keyof typeof VEND_REASONS, string> = {
  vend_no_machine: "Denne kassen har ingen salgsautomat. Det er ikke trukket noe.",
  vend_no_deposit: "Denne automaten reserverer ikke noe beløp på forhånd. Det er ikke trukket noe. Velg en vare først.",
  vend_offline: "Betalingstjenesten kan ikke nås, så automaten kan ikke selge. Det er ikke trukket noe.",
  vend_machine_unreached: "Salgsautomaten svarer ikke. Det er ikke trukket noe. Prøv igjen senere.",
  vend_machine_unfit: "Salgsautomaten melder at den ikke kan selge nå. Det er ikke trukket noe.",
  vend_machine_strange:
    "Enheten på denne adressen svarte ikke som en salgsautomat. Det er ikke trukket noe. Sjekk adressen.",
  vend_machine_slot:
    "Salgsautomaten kan ikke bruke plassnavnet {{slot}}. Det er ikke trukket noe. Gi plassen et annet navn i varelisten og i automaten.",
  vend_too_long:
    "Salgsautomaten kan ikke ta så mange ulike varer i én bestilling. Det er ikke trukket noe. Del det opp i to kjøp.",
  vend_over_deposit:
    "Det er reservert {{deposit}}, og det dekker ikke varene som er valgt ({{sum}}). Ingenting ble bestilt.",
  vend_not_chosen_now: "Det kan ikke velges varer for denne betalingen nå. Ikke noe mer ble bestilt.",
  vend_not_cancelled_now:
    "Bestillingen er allerede sendt til automaten. Kunden betaler for varene som kommer ut; resten frigis.",
  vend_over: "Dette automatsalget er ferdig og kan ikke lenger avbrytes. Kvitteringen viser hva som er betalt.",
  vend_restored:
    "En sikkerhetskopi fra før automatsalget var ferdig, er gjenopprettet. Kassen spør automaten hva som kom ut, og tar betalt for det. Ingenting ble endret.",
  vend_unauthenticated:
    "Automatsalget er fra en sikkerhetskopi som ikke er bekreftet, så kassen avsluttet det. Det er ikke trukket noe. Sjekk automaten, og frigi eller refunder betalingen.",
  vend_not_silent:
    "Automaten svarer fortsatt og må selv melde hva som kom ut. Ingenting ble endret. Prøv igjen når den ikke har svart på to minutter.",
  vend_not_resolved_now: "Betalingen for dette automatsalget er allerede avgjort. Ingenting ble endret.",
  vend_not_acknowledged_now: "Dette automatsalget trenger ikke å sjekkes. Ingenting ble endret.",
  vend_silent: "Automaten har ikke meldt hva som kom ut. Kassen fortsetter å spørre.",
  vend_unanswered: "Automaten meldte aldri hva som kom ut.",
  vend_other_machine: "Automaten ble byttet ut under dette automatsalget, og det er ukjent hva som kom ut.",
  vend_forgotten: "Automaten tok imot bestillingen, men har den ikke lenger.",
  vend_machine_unsure: "Automaten melder at den ikke vet hva som kom ut.",
  vend_unreadable:
    "Meldingen fra automaten kan ikke leses: {{field}} ({{found}}). Det er ikke trukket noe av den grunn. Sjekk programmet i automaten.",
  vend_missing: "mangler",
  vend_short:
    "Automaten ga ut færre varer enn bestilt: {{dropped}}. Kunden betaler {{captured}} for dem; resten frigis.",
  vend_part: "[{{slot}}: {{quantity}} av {{ordered}}]",
  vend_other_drop:
    "Automaten meldte {{dropped}}, som ikke stemmer med bestillingen. Kunden betaler {{captured}} for de bestilte varene som kom ut; resten frigis. Sjekk plassene i automaten.",
  vend_contradiction: "Meldingen fra automaten motsier bestillingen eller seg selv: {{dropped}}.",
  vend_second_report: "Automaten meldte først {{dropped}}, og deretter {{second}}.",
  vend_capture_refused: "Kassen kunne ikke ta betalt for varene som kom ut.",
  vend_release_refused: "Beløpet for varene som ikke kom ut, kunne ikke frigis.",
  vend_money_gone: "Reservasjonen utløp før kassen fikk tatt betalt for varene som kom ut.",
  vend_captured_unordered: "Betalingen ble trukket, men ingenting var bestilt.",
  vend_slot_off_sale: "{{name}} (plass {{slot}}) er utsolgt. Det er ikke trukket noe. Velg noe annet.",
  vend_slot_not_blocked: "Plass {{slot}} er ikke sperret. Ingenting er endret.",
  vend_slot_short: "Det kom ut {{dropped}} i stedet for {{ordered}} fra plassen.",
  vend_slot_refused: "Automaten nektet å gi ut noe fra plassen.",
  vend_slot_empty: "Automaten meldte at plassen er tom.",
  vend_slot_silent: "Automaten meldte ikke hva som kom ut av plassen.",
  vend_machine_stopped:
    "Salgsautomaten meldte ikke hva som kom ut i to automatsalg på rad, så den kan ikke selge. Det er ikke trukket noe. Sjekk automaten, og åpne plassene igjen under Innstillinger → Helse.",
  vend_also: "{{first}} {{second}}",
  vend_nothing: "ingenting",
  vend_test_busy:
    "Automaten er opptatt med et automatsalg eller en annen test. Testen startet ikke. Prøv igjen senere.",
  vend_test_refused: "Automaten avviste testsalget fra plass {{slot}}. Sjekk navnet på plassen og om den er tom.",
  vend_test_empty: "Automaten meldte at plass {{slot}} er tom. Fyll plassen, og test igjen.",
  vend_test_silent: "Automaten meldte ikke i tide hvordan testsalget fra plass {{slot}} gikk. Sjekk om en vare kom ut.",
  vend_test_nothing: "Ingen vare kom ut fra plass {{slot}}. Sjekk om noe sitter fast, og fyll på plassen.",
  vend_slot: "[{{slot}}: {{quantity}}]",
};
