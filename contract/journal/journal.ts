/** Journal entries and payment histories, with the raw records. Raw data was redacted when it was written. */

import type { TimelineEntry } from "../payments/views.ts";
import type { Reason } from "../reasons/reasons.ts";

export type JournalValues = TimelineEntry["values"];

export interface JournalLine {
  sequence: number;
  at: string;
  event: string;
  posTid: string | null;
  /** null: the till itself, or no user signed in */
  person: string | null;
  values: JournalValues;
  /** Hashes of this row and the previous one, hexadecimal */
  hash: string;
}

/** User actions and resulting money, the journal's default filter. Other events are technical. */
export const PEOPLE_EVENTS: readonly string[] = [
  "customer.erased",
  "difference.accepted",
  "dispenser.outOfService",
  "dispenser.slotBlocked",
  "dispenser.slotUnblocked",
  "export.made",
  "journal.accepted",
  "keys.accepted",
  "keys.activated",
  "keys.discarded",
  "keys.notTaken",
  "keys.offered",
  "keys.prepared",
  "keys.registered",
  "mail.tested",
  "money.captured",
  "money.refunded",
  "operation.discarded",
  "operation.retried",
  "payment.attached",
  "payment.cancelled",
  "payment.late",
  "payment.left",
  "payment.recovered",
  "payment.started",
  "permission.aborted",
  "permission.granted",
  "permission.labelled",
  "permission.requested",
  "permission.revealed",
  "printer.tested",
  "product.priceChanged",
  "receipt.mailAsked",
  "reconciliation.started",
  "refundKey.enrolled",
  "refundKey.imported",
  "refundKey.made",
  "refundKey.removed",
  "report.closed",
  "report.read",
  "reservation.ruleChanged",
  "settings.businessDay",
  "settings.catalogue",
  "settings.counter",
  "settings.kiosk",
  "settings.mail",
  "settings.permissionPresets",
  "settings.provisioned",
  "settings.putBack",
  "settings.receipts",
  "settings.shifts",
  "settlement.matched",
  "setup.began",
  "setup.dismissed",
  "setup.finished",
  "shell.autoStartChanged",
  "shell.kioskEntered",
  "shell.kioskLeft",
  "shift.accepted",
  "shift.handedOver",
  "staff.added",
  "staff.approvalRefused",
  "staff.approved",
  "staff.changed",
  "staff.ownerClaimed",
  "staff.pinChanged",
  "staff.policyChanged",
  "staff.refused",
  "staff.roleChanged",
  "staff.roleRemoved",
  "staff.signedIn",
  "staff.signedOut",
  "support.bundle",
  "update.installing",
  "update.settings",
  "vault.weakAccepted",
  "vend.acknowledged",
  "vend.contradicted",
  "vend.doubted",
  "vend.resolved",
  "vend.tested",
];

export interface JournalPage {
  /** Newest first: in order of writing, or by time if the search names a time */
  items: JournalLine[];
  /** Where to continue; null: the end. A page may be short or empty without being the last. */
  next: string | null;
  /** How far back the search went; null: to the end */
  searchedTo: string | null;
}

export interface JournalNames {
  events: string[];
  people: string[];
}

export interface JournalProgress {
  checked: number;
  total: number;
}

/** A request to the service with its response, or a callback; redacted, kept for 90 days. */
export interface ExchangeEvidence {
  kind: "request" | "callback";
  at: string;
  method: string | null;
  path: string | null;
  sent: string | null;
  status: number | null;
  received: string | null;
  /** Technical code of a missing or unreadable response: `ECONNRESET`, … */
  problem: string | null;
  /** The consequence for the user, if it differs from the request's aim */
  problemReason: Reason | null;
  ms: number | null;
  /** Number of identical exchanges in a row; the last one was at `lastAt` */
  times: number;
  lastAt: string;
}

export interface JournalEvidence extends JournalLine {
  kind: "journal";
}

export type Evidence = ExchangeEvidence | JournalEvidence;

/** An entry of a payment's history with its evidence. */
export interface HistoryEntry extends TimelineEntry {
  /** `till`: happened around the payment, such as a sign-in or a start */
  about: "payment" | "till";
  evidence: Evidence[];
}

export interface PaymentHistory {
  entries: HistoryEntry[];
}

export interface PaymentFile {
  name: string;
  content: string;
}
