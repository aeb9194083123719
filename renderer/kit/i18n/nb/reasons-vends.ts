/** Norwegian Bokmål: why a vend is not begun, cannot be changed, or is to be looked at. */
import type { VEND_REASONS } from "../../../../contract/reasons-vends.ts";

export const nbVendReasons: Record<keyof typeof VEND_REASONS, string> = {
  vend_no_machine: "Denne kassen har ingen salgsautomat. Ingen penger er flyttet.",
  vend_no_deposit: "Denne automaten reserverer ikke noe beløp før valget: velg først. Ingen penger er flyttet.",
  vend_offline: "Betalingstjenesten kan ikke nås, og varer gis ikke ut uten den. Ingen penger er flyttet.",
  vend_machine_unreached: "Salgsautomaten svarer ikke. Ingen penger er flyttet: prøv igjen når den svarer.",
  vend_machine_unfit: "Salgsautomaten sier at den ikke kan selge nå. Ingen penger er flyttet.",
  vend_machine_strange:
    "Salgsautomaten svarer slik ingen salgsautomat gjør. Ingen penger er flyttet: kontroller adressen.",
  vend_machine_slot:
    "Salgsautomaten har ikke noe ord for plassen {{slot}}: gi den et annet navn i katalogen og i automaten. Ingen penger er flyttet.",
  vend_too_long:
    "Salgsautomaten kan ikke få beskjed om så mange ulike varer i tide. Ingen penger er flyttet: kjøp dem i to omganger.",
  vend_over_deposit: "De reserverte {{deposit}} rekker ikke til dette valget på {{sum}}. Ingenting ble bestilt.",
  vend_not_chosen_now: "Det kan ikke velges noe for denne betalingen nå. Ikke noe mer ble bestilt.",
  vend_not_cancelled_now: "Automaten har fått beskjed om å gi ut varene: det som kommer ut, betales, og resten frigis.",
  vend_over: "Dette automatsalget er over og kan ikke avbrytes lenger. Det som er betalt, står på kvitteringen.",
  vend_restored:
    "En sikkerhetskopi fra før dette automatsalget var over, er gjenopprettet: automaten spørres om hva som kom ut, og pengene flyttes etter det. Ingenting ble endret.",
  vend_unauthenticated:
    "Automatsalget er fra en sikkerhetskopi som ikke kunne bekreftes, så kassen avsluttet det. Ingen penger er flyttet. Sjekk automaten, og frigjør eller refunder betalingen.",
  vend_not_silent:
    "Automaten svarer, eller gjorde det nettopp, og skal selv si hva som kom ut. Ingenting ble endret: prøv igjen når den har vært taus i to minutter.",
  vend_not_resolved_now: "Pengene for dette automatsalget er allerede avgjort. Ingenting ble endret.",
  vend_not_acknowledged_now: "Det er ingenting å se på for dette automatsalget. Ingenting ble endret.",
  vend_silent: "Automaten fikk beskjed om å gi ut varene, og har ikke sagt hva som kom ut. Den spørres igjen og igjen.",
  vend_unanswered: "Automaten sa aldri hva som kom ut.",
  vend_other_machine:
    "En annen automat ble satt opp mens dette automatsalget var åpent, og ingenting sa hva som kom ut.",
  vend_forgotten: "Automaten tok imot bestillingen, og kjenner den ikke lenger.",
  vend_machine_unsure: "Automaten sier at den ikke vet hva som kom ut.",
  vend_unreadable:
    "Meldingen fra automaten kan ikke leses: {{field}} ({{found}}). Ingen penger ble flyttet av den grunn. Sjekk programmet i automaten.",
  vend_missing: "mangler",
  vend_short: "Automaten ga ut færre varer enn bestilt: {{dropped}}. {{captured}} belastes for dem, og resten frigis.",
  vend_part: "[{{slot}}: {{quantity}} av {{ordered}}]",
  vend_other_drop:
    "Automaten meldte at den ga ut {{dropped}}, og det er ikke det som ble bestilt. Belastet for de bestilte varene som kom ut: {{captured}}. Resten frigis. Sjekk plassene i automaten.",
  vend_contradiction: "Automatens melding stemmer ikke med bestillingen, eller med seg selv: den teller {{dropped}}.",
  vend_second_report: "Automaten sa først at den ga ut {{dropped}}, og deretter {{second}}.",
  vend_capture_refused: "Det som kom ut, kunne ikke belastes.",
  vend_release_refused: "Det som ikke kom ut, kunne ikke frigis.",
  vend_money_gone: "Reservasjonen tok slutt før det som kom ut, ble belastet.",
  vend_captured_unordered: "Betalingen ble belastet, og ingenting var bestilt for den.",
  vend_slot_off_sale: "{{name}} (plass {{slot}}) er utsolgt. Ingen penger er flyttet: velg noe annet.",
  vend_slot_not_blocked: "Plass {{slot}} er allerede i salg. Ingenting er endret.",
  vend_slot_short: "Det kom {{dropped}} i stedet for {{ordered}} fra plassen.",
  vend_slot_refused: "Automaten nektet å gi ut noe fra plassen.",
  vend_slot_empty: "Automaten meldte at plassen er tom.",
  vend_slot_silent: "Automaten sier ikke hva som kom ut av plassen.",
  vend_machine_stopped:
    "Salgsautomaten sa ikke hva som kom ut i to automatsalg på rad, så det selges ikke noe fra den. Ingen penger er flyttet: sjekk automaten, og åpne plassene for salg igjen under Innstillinger, Helse.",
  vend_also: "{{first}} {{second}}",
  vend_nothing: "ingenting",
  vend_test_busy:
    "Automaten er opptatt med et automatsalg eller en annen test. Testen startet ikke, og ingen penger ble flyttet. Prøv igjen når det er over.",
  vend_test_refused:
    "Automaten avviste testsalget fra plassen {{slot}}. Ingen penger ble flyttet. Sjekk navnet på plassen og om den er tom.",
  vend_test_empty:
    "Automaten meldte at plassen {{slot}} er tom. Ingen penger ble flyttet. Fyll plassen, og test igjen.",
  vend_test_silent:
    "Automaten meldte ikke i tide hvordan testsalget fra plassen {{slot}} gikk. Ingen penger ble flyttet. Se etter om en vare kom ut.",
  vend_test_nothing:
    "Ingen vare kom ut fra plassen {{slot}}. Ingen penger ble flyttet. Se etter om den sitter fast, og fyll på plassen.",
  vend_slot: "[{{slot}}: {{quantity}}]",
};
