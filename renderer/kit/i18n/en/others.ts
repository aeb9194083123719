/** English: texts for the screens that load after the first one. Every other catalogue has the same keys and placeholders; the compiler and a test check this. */
import { REASONS, type ReasonCode } from "../../../../contract/reasons/reasons.ts";
import { enCatalogue } from "./catalogue.ts";
import { enCustomer } from "./customer.ts";
import { enExports } from "./exports.ts";
import type { Texts } from "./first.ts";
import { enHealth } from "./health.ts";
import { enJournal } from "./journal.ts";
import { enKeys } from "./keys.ts";
import { enKioskSettings } from "./kiosk-settings.ts";
import { enMessages } from "./messages.ts";
import { enPayments } from "./payments.ts";
import { enReceipts } from "./receipts.ts";
import { enRefundKey } from "./refund-key.ts";
import { enRegisters } from "./registers.ts";
import { enReports } from "./reports.ts";
import { enReservations } from "./reservations.ts";
import { enSetup } from "./setup.ts";
import { enVends } from "./vends.ts";
import { enWaiting } from "./waiting.ts";

/** Texts from the main process. The contract holds their English. */
const reason: Record<ReasonCode, string> = REASONS;

export const enOthers = {
  reason,
  ...enMessages,
  ...enCatalogue,
  ...enCustomer,
  ...enPayments,
  ...enReceipts,
  ...enRegisters,
  ...enReports,
  ...enReservations,
  ...enKeys,
  ...enRefundKey,
  ...enJournal,
  ...enExports,
  ...enKioskSettings,
  ...enHealth,
  ...enSetup,
  ...enVends,
  ...enWaiting,
};

export type OtherTexts = Texts<typeof enOthers>;
