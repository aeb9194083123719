/** Norwegian Bokmål: texts for the screens that load after the first one. */
import type { OtherTexts } from "../en/others.ts";
import { nbCatalogue } from "./catalogue.ts";
import { nbCustomer } from "./customer.ts";
import { nbExports } from "./exports.ts";
import { nbHealth } from "./health.ts";
import { nbJournal } from "./journal.ts";
import { nbKeys } from "./keys.ts";
import { nbKioskSettings } from "./kiosk-settings.ts";
import { nbMessages } from "./messages.ts";
import { nbPayments } from "./payments.ts";
import { nbReasons } from "./reasons.ts";
import { nbReceipts } from "./receipts.ts";
import { nbRefundKey } from "./refund-key.ts";
import { nbRegisters } from "./registers.ts";
import { nbReports } from "./reports.ts";
import { nbReservations } from "./reservations.ts";
import { nbSetup } from "./setup.ts";
import { nbVends } from "./vends.ts";
import { nbWaiting } from "./waiting.ts";

export const nbOthers: OtherTexts = {
  reason: nbReasons,
  ...nbMessages,
  ...nbCatalogue,
  ...nbCustomer,
  ...nbPayments,
  ...nbReceipts,
  ...nbRegisters,
  ...nbReports,
  ...nbReservations,
  ...nbKeys,
  ...nbRefundKey,
  ...nbJournal,
  ...nbExports,
  ...nbKioskSettings,
  ...nbHealth,
  ...nbSetup,
  ...nbVends,
  ...nbWaiting,
};
