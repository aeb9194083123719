import type { REGISTER_REASONS } from "../../../../contract/reasons-registers.ts";

export const nbRegisterReasons: Record<keyof typeof REGISTER_REASONS, string> = {
  register_no_right: "Nøkkelen til {{register}} har ikke rett til dette. Ingen penger er flyttet.",
  register_others:
    "Denne betalingen er ikke fra {{register}}, som ikke kan lese eller avbryte det andre har startet. Ingen penger er flyttet.",
  register_busy:
    "{{holder}} har hatt kassens skjerm siden {{since}}. Ingen penger er flyttet, og ingenting er startet.",
  register_other_content:
    "Denne Idempotency-Key er brukt til en annen forespørsel. Denne gjorde ingenting: en ny forespørsel trenger en ny nøkkel.",
  register_reference_taken:
    "Denne referansen tilhører en betaling som {{register}} ikke har startet. Ingen penger er flyttet, og ingenting er startet: bruk en annen referanse.",
  register_too_many_waiting:
    "{{register}} har så mange salg som venter på kassens skjerm, som det kan ha. Ingen penger er flyttet, og ingenting er startet: prøv igjen når noen av dem er over.",
  register_no_reference: "Ingen betaling i denne kassen har denne referansen. Ingen penger er flyttet.",
  register_gone: "Dette kassasystemet har ingen nøkkel lenger. Ingenting ble endret.",
  register_no_drawer: "Ingen pengeskuff er satt opp ved kassens skriver. Den ble ikke åpnet.",
  register_drawer_shut: "Pengeskuffen ble ikke åpnet: {{cause}}",
  register_drawer_unknown: "Det er ikke kjent om pengeskuffen åpnet seg: {{cause}}",
  register_prints_waiting:
    "{{register}} har så mange utskrifter som venter på kassens skriver, som det kan ha. Ingenting ble skrevet ut: se til skriveren, og prøv igjen når noen av dem er ute.",
  register_webhook_gone: "Denne webhooken finnes ikke lenger. Ingenting ble endret.",
  register_webhooks_full: "Det er så mange webhooks som denne kassen tar. Ingenting ble endret: fjern en først.",
  screen_none_open:
    "Ingen kundeskjerm er åpen ved denne kassen: ingenting ble vist. Åpne den der, under Innstillinger, Kundens skjerm, og spør igjen.",
  screen_many_waiting:
    "Så mange meldinger som kan, venter på kundens skjerm: ingenting ble vist. Prøv igjen når noen av dem er over.",
  screen_none:
    "Ingen melding fra dette kassasystemet på kundens skjerm har denne id-en, eller den var over for mer enn et døgn siden.",
  screen_not_asked: "Det spørres ikke om dette lenger. Ingenting ble svart.",
  register_refunds_waiting:
    "Så mange refusjoner av denne betalingen som kan, venter på noen ved kassen. Ingen penger er flyttet: spør igjen når en av dem er godkjent eller avvist.",
  register_refund_decided: "Denne refusjonen venter ikke på noen lenger.",
};
