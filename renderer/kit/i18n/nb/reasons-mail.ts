/** Norwegian: see `contract/reasons-mail.ts`. */
import type { MAIL_REASONS } from "../../../../contract/reasons-mail.ts";

export const nbMailReasons: Record<keyof typeof MAIL_REASONS, string> = {
  mail_not_set_up:
    "Denne kassen sender ikke e-post ennå. Ingenting er sendt, og betalingen er ikke berørt. Eieren setter opp en e-posttjener i Innstillinger, E-post. Skriv ut kvitteringen så lenge.",
  mail_no_receipt:
    "Det finnes ingen kvittering å sende: ingen penger er tatt imot i betalingen, eller noe av den er fortsatt reservert. Ingenting er sendt.",
  mail_no_address: "Kunden har ikke delt noen e-postadresse. Ingenting er sendt, og betalingen er ikke berørt.",
  mail_under_way: "Kvitteringen er allerede på vei til denne kunden. Betalingen er ikke berørt.",
  mail_test_failed: "Testen ble ikke sendt: {{cause}} Ingen penger er berørt.",
  mail_no_server: "E-posttjeneren svarer ikke, eller svarte ikke helt ut.",
  mail_tls:
    "Forbindelsen til e-posttjeneren er ikke trygg: sertifikatet holder ikke, eller den tilbyr ikke kryptering.",
  mail_auth: "E-posttjeneren godtar ikke brukeren og passordet til denne kassen.",
  mail_later: "E-posttjeneren tar ikke imot noe nå ({{code}}).",
  mail_refused: "E-posttjeneren tar ikke imot den ({{code}}): kanskje finnes ikke adressen.",
  mail_bad_address: "Det kunden delte, er ingen e-postadresse.",
  mail_too_old: "Den kunne ikke sendes på tre dager.",
  mail_unreadable: "Adressen kan ikke åpnes lenger.",
};
