/** Norwegian Bokmål: texts of the main process's reasons, by the contract's codes; see `contract/reasons/reasons.ts`. */
import type { ReasonCode } from "../../../../contract/reasons/reasons.ts";
import { updateSentences } from "../../../../contract/reasons/updates.ts";
import { isUrgentReason } from "../../../../contract/values/updates.ts";
import { nbHealthFindings } from "./health-findings.ts";
import { nbFieldReasons } from "./reasons-fields.ts";
import { nbKeyReasons } from "./reasons-keys.ts";
import { nbMailReasons } from "./reasons-mail.ts";
import { nbPaymentReasons } from "./reasons-payments.ts";
import { nbPermissionReasons } from "./reasons-permissions.ts";
import { nbQueueReasons } from "./reasons-queue.ts";
import { nbRegisterReasons } from "./reasons-registers.ts";
import { nbReportReasons } from "./reasons-reports.ts";
import { nbServiceReasons } from "./reasons-service.ts";
import { nbSetupReasons } from "./reasons-setup.ts";
import { nbStaffReasons } from "./reasons-staff.ts";
import { nbStickerReasons } from "./reasons-stickers.ts";
import { nbTillReasons } from "./reasons-till.ts";
import { nbVendReasons } from "./reasons-vends.ts";

const { updateReason, updateReasonNext } = nbHealthFindings;

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
