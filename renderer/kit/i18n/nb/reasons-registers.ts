import type { REGISTER_REASONS } from "../../../../contract/reasons/registers.ts";

export const nbRegisterReasons: Record<keyof typeof REGISTER_REASONS, string> = {
  register_no_right: "Nøkkelen til {{register}} har ikke rett til dette. Det er ikke trukket noe.",
  register_others:
    "{{register}} har ikke startet denne betalingen, og kan ikke lese eller avbryte andres betalinger. Det er ikke trukket noe.",
  register_busy:
    "{{holder}} har brukt skjermen på kassen siden {{since}}. Ingen betaling er startet, og det er ikke trukket noe.",
  register_other_content:
    "Denne Idempotency-Key er allerede brukt til en annen forespørsel. Ingenting ble gjort. Bruk en ny nøkkel til en ny forespørsel.",
  register_reference_taken:
    "{{register}} har ikke startet betalingen med denne referansen. Ingen betaling er startet, og det er ikke trukket noe. Bruk en annen referanse.",
  register_too_many_waiting:
    "{{register}} har nådd grensen for salg som venter. Ingen betaling er startet, og det er ikke trukket noe. Prøv igjen når noen av dem er ferdige.",
  register_no_reference: "Denne kassen har ingen betaling med denne referansen. Det er ikke trukket noe.",
  register_gone: "Dette kassasystemet har ingen nøkkel lenger. Ingenting ble endret.",
  register_no_drawer: "Det er ikke satt opp noen pengeskuff ved skriveren til kassen.",
  register_drawer_shut: "Pengeskuffen ble ikke åpnet: {{cause}}",
  register_drawer_unknown: "Pengeskuffen åpnet seg kanskje ikke: {{cause}}",
  register_prints_waiting:
    "{{register}} har nådd grensen for utskrifter som venter. Ingenting ble skrevet ut. Sjekk skriveren, og prøv igjen.",
  register_webhook_gone: "Denne webhooken finnes ikke lenger. Ingenting ble endret.",
  register_webhooks_full: "Denne kassen kan ikke ha flere webhooks. Slett en først. Ingenting ble endret.",
  screen_none_open:
    "Ingen kundeskjerm er åpen på denne kassen, så ingenting ble vist. Åpne den under Innstillinger → Kundeskjerm, og prøv igjen.",
  screen_many_waiting:
    "For mange meldinger venter på kundeskjermen. Ingenting ble vist. Prøv igjen når noen av dem er ferdige.",
  screen_none:
    "Dette kassasystemet har ingen melding med denne id-en på kundeskjermen, eller den ble avsluttet for over et døgn siden.",
  screen_not_asked: "Dette spørsmålet er ikke lenger åpent. Ikke noe svar ble lagret.",
  register_refunds_waiting:
    "For mange refusjoner av denne betalingen venter på godkjenning. Det er ikke refundert noe. Prøv igjen når en av dem er godkjent eller avslått.",
  register_refund_decided: "Denne refusjonen venter ikke lenger på godkjenning.",
};
