/**
 * Reports: X any time, Z at the close of a period, Today, reconciliation with the service, and its settlement files.
 * Types alone, and pure functions that screens need as values; the commands' rows are in `reports-commands.ts`.
 *
 * What a figure counts. The service gives no time for a capture or a refund (2.3 has one date for the whole payment),
 * so a capture, refund, fee or end *happened* when this till learned of it; it is booked then, once, and never changed.
 * A correction by the service is booked as the difference, when it is learned. Every booking is in exactly one Z: that
 * of the period which was open then. Amounts are integers in minor units, times ISO 8601 in UTC.
 */
import type { Phase } from "./phases.ts";
import type { Reason } from "./reasons.ts";
import type { Comparison, Difference, Reconciliation, ReconciliationSummary } from "./reports-reconciliation.ts";
import type { SettlementMatch, SettlementSummary } from "./reports-settlement.ts";
import type { HandOver } from "./reports-shifts.ts";
import type { Today } from "./reports-today.ts";
import type { Reserved, Totals } from "./reports-totals.ts";
import type { VatTotal } from "./vat.ts";

export type * from "./reports-reconciliation.ts";
export * from "./reports-settlement.ts";
export * from "./reports-shifts.ts";
export * from "./reports-today.ts";
export * from "./reports-totals.ts";

/**
 * How many payments came to each of these in the period. A payment that was captured in two parts within a period
 * counts once there; a payment that was captured in one period and refunded in another counts in each.
 */
export interface ReportCounts {
  captured: number;
  refunded: number;
  released: number;
  aborted: number;
  rejected: number;
  expired: number;
  /** Approved by the customer: sales and reservations */
  approved: number;
  /** Single captures and refunds, also several of one payment */
  captures: number;
  refunds: number;
}

/** One row of the table of outcomes, in {@link OUTCOMES}' order. */
export interface OutcomeTotal {
  outcome: Outcome;
  /** Payments */
  count: number;
  /**
   * What was moved (captured, refunded), asked for (aborted, rejected, expired), approved or given up (released); of a
   * reservation that was captured in part and released or expired, the rest
   */
  amount: number;
}

export const OUTCOMES = ["captured", "refunded", "approved", "released", "aborted", "rejected", "expired"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * One bar of the hours. A period that lies within one business day has that day's real hours, oldest first: 24, or 23
 * and 25 on the nights when clocks change (a half-hour change makes a bar of half an hour). A longer period is laid
 * over itself: 24 bars by the clock's hour, from the cut-off's hour on, and `startsAt` is null.
 */
export interface HourBar {
  /** By the shop's clock, 0 to 23 */
  hour: number;
  /** `06:00`, or `02:00 +01:00` where the clock shows the same hour twice: unique among the bars */
  label: string;
  startsAt: string | null;
  endsAt: string | null;
  captured: number;
  refunded: number;
  net: number;
  tips: number;
  /** Payments captured; in a report their sum is `counts.captured` */
  count: number;
}

/** What one person did. A capture that the till made by itself is the work of whoever started the sale. */
export interface PersonTotal extends Totals {
  /** The name that the journal has; null: nobody was signed in */
  person: string | null;
  /** Payments started by this person that were approved, and that were captured and refunded by them */
  counts: Omit<ReportCounts, "captures" | "refunds"> & {
    /** Single captures and refunds; missing in a Z of an older till */
    captures?: number;
    refunds?: number;
  };
}

/** Captures and refunds that the service accepted and does not list yet: they are in no figure before it does. */
export interface UnderWay {
  /** Single captures and refunds */
  count: number;
  captured: number;
  refunded: number;
}

/** The journal's rows of the period, and whether each follows from the one before (from the period's first row on). */
export interface ReportJournal {
  /** Sequence numbers; null in a period without a row */
  first: number | null;
  last: number | null;
  /** SHA-256 of the last row, hex: all rows before it in 32 bytes */
  hash: string | null;
  /** Null in an X of a long period while it is still being checked: a later X has the result */
  check: { ok: boolean; firstBadAt: number | null } | null;
}

/** The bookings of a period: how many, and SHA-256 (hex) over them in their order, each a line of JSON. */
export interface SealedBookings {
  count: number;
  hash: string;
}

export interface Report extends Totals {
  kind: "x" | "z";
  /** Of a Z: 1, 2, 3 … without gaps, but for {@link Report.afterRestore}; null for an X */
  number: number | null;
  /** The number that this period's Z has or will have */
  period: number;
  /** The end of the period before; of the first: when the till first started */
  from: string;
  to: string;
  /** The business day (`2026-03-02`) that `to` belongs to, by the shop's cut-off and time zone */
  businessDay: string;
  timeZone: string;
  /** When a business day begins, in whole hours: `04:00` */
  cutOff: string;
  merchant: string;
  pos: { id: string; name: string };
  currency: string;
  counts: ReportCounts;
  byOutcome: OutcomeTotal[];
  reserved: Reserved;
  /** Null in a Z of an older till */
  underWay: UnderWay | null;
  byHour: HourBar[];
  byPerson: PersonTotal[];
  /** What people handed over at the end of their shifts, oldest first; empty in a Z of an older till */
  handOvers: HandOver[];
  /** What was captured and refunded by VAT rate, without tips; null in a Z of an older till */
  byVat: Record<"captured" | "refunded", VatTotal[]> | null;
  /** Since the first sale, this period included; never reset */
  grandTotals: GrandTotals & { since: string | null };
  /** Money in other currencies than the till's present one: of payments from before it was changed */
  otherCurrencies: OtherCurrency[];
  /**
   * Whether a backup was restored since the Z before. Zs that were made between that backup and its restoring are not
   * here: where the replaced data could still be read their numbers are left out, and nowhere else is one. This Z also
   * counts what they counted.
   */
  afterRestore: boolean;
  /** What was booked of payments that a restored backup had lost, included in the totals above; missing: of none */
  recovered?: { payments: number; captured: number; refunded: number };
  /** Of a Z: all that was booked in it, in one hash; null for an X, and in a Z of an older till */
  bookings: SealedBookings | null;
  journal: ReportJournal;
  /** The last reconciliation of this period; null when there was none */
  reconciliation: ReconciliationSummary | null;
  /** Of a Z: whether all of it was compared with the service when it was made; null for an X, and in a Z of an older till */
  comparison: Comparison | null;
  /** Of a Z: what was unresolved, and what was decided about each; empty in an X */
  decisions: RecordedDecision[];
  /** Of a Z: who closed it; null for an X, and where nobody was signed in */
  by: string | null;
  /** Of a Z: its own hash and that of the Z before (64 zeros before the first), hex; null for an X */
  seal: { hash: string; previous: string } | null;
}

/** `count`: payments captured, each once per period in which it was */
export type GrandTotals = Totals & { count: number };

export interface OtherCurrency {
  currency: string;
  period: Totals;
  grandTotals: GrandTotals;
}

/** What keeps a period from being closed: finish it first. */
export type Blocker = PaymentBlocker | RestoredBlocker;

/** A backup was restored, and its payments have yet to be compared with the service: the till does that by itself. */
export interface RestoredBlocker {
  because: "restored";
  /** When it was restored */
  since: string;
}

export interface PaymentBlocker {
  because: "open_sale" | "late_money";
  posTid: string;
  number: string;
  phase: Phase;
  amount: number;
  currency: string;
  since: string;
}

export const DECISIONS = ["carry_over", "release", "accept"] as const;
/**
 * `carry_over`: it stays as it is and is asked about again at the next close. `release`: the reservation is given back
 * (after the Z, by the queue). `accept`: a difference with the service is explained (a note is required) and is not
 * asked about again.
 */
export type Decision = (typeof DECISIONS)[number];

/**
 * `parked_operation`: a capture, refund, release, renewal or cancellation that waits for a person. `open_operation`: a
 * capture or refund that the service has not answered yet, or has not listed yet. `attention`: a payment that a person
 * must look at, for another reason than an operation of it. `reserved`: money reserved and not captured. `difference`:
 * one that reconciliation found.
 */
export const UNRESOLVED_KINDS = ["parked_operation", "open_operation", "attention", "reserved", "difference"] as const;
export type UnresolvedKind = (typeof UNRESOLVED_KINDS)[number];

/** Something that is not settled at the close, and about which a person decides. */
export interface Unresolved {
  /** What a decision names: stable as long as the matter is the same one */
  subject: string;
  kind: UnresolvedKind;
  posTid: string | null;
  number: string | null;
  tid: string | null;
  operation: "capture" | "refund" | "release" | "abort" | "reauth" | "create" | null;
  amount: number;
  currency: string;
  since: string;
  /** Of a reservation: when it ends by itself */
  expiresAt: string | null;
  /** Of a difference: what differs */
  difference: Difference | null;
  /** Why, in English, for staff; null where the kind says it all */
  detail: string | null;
  /** The same as a code; a Z of an earlier version has none */
  detailReason?: Reason | null;
  /** What may be decided; the first is what happens without a decision where none is `required` */
  decisions: Decision[];
  /** Whether the close is refused without a decision. Not of a sound reservation with more than a day left. */
  required: boolean;
}

export interface RecordedDecision extends Unresolved {
  decision: Decision;
  note: string | null;
  /** Nobody decided: it is carried over because nothing else was said. Missing in a Z of an older till. */
  byDefault?: boolean;
}

/** What a close would meet now. */
export interface ClosingPreview {
  /** The number that the Z would get; `report.z` with it is refused when somebody else closed meanwhile */
  number: number;
  report: Report;
  blockers: Blocker[];
  unresolved: Unresolved[];
  reconciliation: Reconciliation | null;
  /** As it is now: what is missing of it is done by the close itself */
  comparison: Comparison;
}

/** When the shop's days begin: of the running period, of Today, and of what is exported. A closed period has its own. */
export interface BusinessDay {
  timeZone: string;
  /** In whole hours: `04:00` */
  cutOff: string;
  /** The business day that it is now */
  businessDay: string;
  /** The number of the running period, which will have this cut-off */
  period: number;
}

export interface ReportPage {
  /** Newest first */
  items: Report[];
  /** For the next page; null: this was the last */
  next: number | null;
  /** Whether each Z follows from the one before by its seal, over all of them */
  chain: { entries: number; ok: boolean; firstBadAt: number | null };
}

export interface ReportValues {
  /** Figures of the open period until now; changes nothing */
  "report.x": Report;
  /**
   * Closes the period, after it was compared with the service: what was booked since the last comparison is read back
   * first, for as long as the service answers: a call takes some seconds for some hundred payments. Where it leaves two
   * questions unanswered, or says nothing for 10 seconds, `offline` names the field `uncompared`; where something else
   * keeps the comparison from its end, `illegal_state` does. With that field the period is closed all the same, and
   * the Z says that it was not compared, and why. `illegal_state` also while a sale is open or late money waits (`details.reason` says what and
   * where), while payments are compared after a backup was restored, when the sums do not agree with the bookings, or when a decision is missing (`details.fields` names each subject with what may be decided);
   * `invalid_input` for a decision that is not offered; `conflict` while another close is under way, when `number` is
   * not the next one, or when something that was to be released or accepted has changed meanwhile.
   */
  "report.z": Report;
  "report.preview": ClosingPreview;
  "report.list": ReportPage;
  /** The same figures, taken by a person: an event of the cash register, written down with its number */
  "report.takeX": Report;
  /** A Z by its number */
  "report.get": Report;
  "report.day": BusinessDay;
  /** From now on, the running period included; no closed period changes */
  "report.setDay": BusinessDay;
  "report.today": Today;
  /** Starts reading back, or returns the one under way. `offline` when the service cannot be reached: nothing started. */
  "report.reconcile": Reconciliation;
  "report.stopReconciling": Reconciliation;
  /** The last one, whatever its state; `not_found` before the first */
  "report.reconciliation": Reconciliation;
  /** A file that is too large for one request comes in pieces, in order; one upload at a time, given up after 10 min */
  "settlement.begin": { uploadId: string; pieceLength: number };
  "settlement.append": { received: number };
  /** `invalid_input` names the line and column that cannot be read; nothing was kept then */
  "settlement.finish": SettlementMatch;
  "settlement.list": { items: SettlementSummary[] };
  "settlement.get": SettlementMatch;
}

/** Told when a period was closed. */
export interface ReportEvent {
  type: "report.closed";
  number: number;
}
