/** Norwegian: see `contract/reasons/mail.ts`. */
import type { MAIL_REASONS } from "../../../../contract/reasons/mail.ts";

export const nbMailReasons: Record<keyof typeof MAIL_REASONS, string> = {
  mail_not_set_up:
    "E-post er ikke satt opp i denne kassen. Eieren setter opp en e-postserver under Innstillinger → E-post. Skriv ut kvitteringen i stedet.",
  mail_no_receipt:
    "Det finnes ingen kvittering å sende: ingenting er betalt, eller noe av beløpet er fortsatt reservert.",
  mail_no_address: "Kunden har ikke delt noen e-postadresse. Ingenting er sendt.",
  mail_under_way: "Kvitteringen er allerede på vei til denne kunden.",
  mail_test_failed: "Testen ble ikke sendt: {{cause}}",
  mail_no_server: "E-postserveren svarer ikke.",
  mail_tls:
    "Forbindelsen til e-postserveren er ikke sikker: sertifikatet er ugyldig, eller den tilbyr ikke kryptering.",
  mail_auth: "E-postserveren godtar ikke brukernavnet og passordet til denne kassen.",
  mail_later: "E-postserveren tar ikke imot e-post nå ({{code}}).",
  mail_refused: "E-postserveren avviste e-posten ({{code}}). Adressen finnes kanskje ikke.",
  mail_bad_address: "Kunden delte ikke en gyldig e-postadresse.",
  mail_too_old: "Den kunne ikke sendes innen tre dager.",
  mail_unreadable: "Adressen kan ikke lenger dekrypteres.",
};
