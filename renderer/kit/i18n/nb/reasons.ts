/** Norwegian Bokmål: texts of the main process's reasons, by the contract's codes; see `contract/reasons/reasons.ts`. */

import type { MAIL_REASONS } from "../../../../contract/reasons/mail.ts";
import type { ReasonCode } from "../../../../contract/reasons/reasons.ts";
import type { STICKER_REASONS } from "../../../../contract/reasons/stickers.ts";
import { updateSentences } from "../../../../contract/reasons/updates.ts";
import { isUrgentReason } from "../../../../contract/values/updates.ts";
import { nbHealthFindings } from "./health-findings.ts";
import { nbFieldReasons } from "./reasons-fields.ts";
import { nbKeyReasons } from "./reasons-keys.ts";
import { nbPaymentReasons } from "./reasons-payments.ts";
import { nbPermissionReasons } from "./reasons-permissions.ts";
import { nbQueueReasons } from "./reasons-queue.ts";
import { nbRegisterReasons } from "./reasons-registers.ts";
import { nbReportReasons } from "./reasons-reports.ts";
import { nbServiceReasons } from "./reasons-service.ts";
import { nbSetupReasons } from "./reasons-setup.ts";
import { nbStaffReasons } from "./reasons-staff.ts";
import { nbTillReasons } from "./reasons-till.ts";
import { nbVendReasons } from "./reasons-vends.ts";

const { updateReason, updateReasonNext } = nbHealthFindings;

const nbMailReasons: Record<keyof typeof MAIL_REASONS, string> = {
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

const nbStickerReasons: Record<keyof typeof STICKER_REASONS, string> = {
  sticker_too_many: "Kassen har allerede {{most}} klistremerker og kan ikke ha flere. Trekk tilbake ett først.",
  sticker_name_taken: "Et annet klistremerke har dette navnet. Velg et annet navn.",
  sticker_not_in_use: "Dette klistremerket er ikke i bruk. Ingenting ble endret.",
};

export const nbReasons: Record<ReasonCode, string> = {
  as_stored: "{{text}}",
  quoted_words: "«{{words}}»",
  ...nbFieldReasons,
  ...nbServiceReasons,
  ...nbQueueReasons,
  ...nbPaymentReasons,
  ...nbReportReasons,
  ...nbRegisterReasons,
  ...nbKeyReasons,
  ...nbSetupReasons,
  ...nbStaffReasons,
  ...nbTillReasons,
  ...nbVendReasons,
  ...nbStickerReasons,
  ...nbPermissionReasons,
  ...nbMailReasons,
  ...updateSentences(
    (reason) => ({
      staff: updateReason[reason],
      next: isUrgentReason(reason) ? updateReasonNext[reason] : null,
    }),
    "Det er ikke trukket noe.",
  ),
};
