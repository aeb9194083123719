/**
 * The journal as people read it, and a payment's story: what happened, in what order, with the raw record of each
 * thing one level deeper. Everything raw was redacted when it was written. Rows are in `journal-commands.ts`.
 */
import type { Reason } from "./reasons.ts";
import type { TimelineEntry } from "./views.ts";

export type JournalValues = TimelineEntry["values"];

/** A row of the journal. */
export interface JournalLine {
  sequence: number;
  at: string;
  /** What happened: `payment.started`, `staff.signedIn`, … */
  event: string;
  posTid: string | null;
  /** Who did it; null: the till itself, or whoever stood at it */
  person: string | null;
  values: JournalValues;
  /** Of this row and the one before it, in hexadecimal digits */
  hash: string;
}

/**
 * What people did, and the money that came of it: with this a journal opens. Everything else is how the till and the
 * service got there.
 */
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
  /** Newest first: by the order of writing, or by time when the search names one */
  items: JournalLine[];
  /** Where the search goes on; null: it is at its end. A page may be short, or empty, and not the last. */
  next: string | null;
  /** How far back was looked; null: to the end */
  searchedTo: string | null;
}

/** What there is to filter by. */
export interface JournalNames {
  events: string[];
  people: string[];
}

/** How far a check of the chain has come. */
export interface JournalProgress {
  checked: number;
  total: number;
}

/** A request to the service with its answer, or a message from it, as it was kept: redacted, for 90 days. */
export interface ExchangeEvidence {
  kind: "request" | "callback";
  at: string;
  method: string | null;
  path: string | null;
  /** JSON text of the request's body, or of the message */
  sent: string | null;
  /** Null: no answer came */
  status: number | null;
  /** JSON text of the answer's body */
  received: string | null;
  /** Why there was no answer, or why it could not be read, as a code for technicians: `ECONNRESET`, … */
  problem: string | null;
  /** What it came to, for everybody, where that was not what was asked for */
  problemReason: Reason | null;
  ms: number | null;
  /** How often the same thing happened in a row, the last time at `lastAt` */
  times: number;
  lastAt: string;
}

/** A row of the journal, as it is chained. */
export interface JournalEvidence extends JournalLine {
  kind: "journal";
}

export type Evidence = ExchangeEvidence | JournalEvidence;

/** One line of a payment's story, with what proves it. */
export interface StoryEntry extends TimelineEntry {
  /** Whether it is of this payment, or only happened around it: somebody signed in, the till was started */
  about: "payment" | "till";
  evidence: Evidence[];
}

export interface PaymentStory {
  /** Oldest first */
  entries: StoryEntry[];
}

/** One JSON file about one payment, to send to support. */
export interface PaymentFile {
  name: string;
  content: string;
}

export interface JournalCommandValues {
  "journal.list": JournalPage;
  "journal.names": JournalNames;
  "payment.story": PaymentStory;
  "payment.file": PaymentFile;
}
