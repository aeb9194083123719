/**
 * Reports: X (any time), Z (closing a period), Today, reconciliation with the service, and settlement files.
 * Figures count bookings. The service gives no time for a capture or refund (2.3 has one date per payment). Captures,
 * refunds, fees and ends are therefore booked when this till learns of them, once and unchangeably. A correction is
 * booked as a difference. Every booking belongs to exactly one Z: that of the period open at the time. Amounts are in
 * minor units, times ISO 8601 in UTC.
 */

import type { Reason } from "../reasons/reasons.ts";
import type { Phase } from "../values/phases.ts";
import type { VatTotal } from "../values/vat.ts";
import type { Comparison, Difference, Reconciliation, ReconciliationSummary } from "./reports-reconciliation.ts";
import type { HandOver } from "./reports-shifts.ts";
import type { Reserved, Totals } from "./reports-totals.ts";

export type * from "./reports-reconciliation.ts";
export * from "./reports-settlement.ts";
export * from "./reports-shifts.ts";
export * from "./reports-today.ts";
export * from "./reports-totals.ts";

/** Payments by outcome. A payment counts once per outcome and period. */
export interface ReportCounts {
  captured: number;
  refunded: number;
  released: number;
  aborted: number;
  rejected: number;
  expired: number;
  /** Sales and reservations approved by the customer */
  approved: number;
  /** Number of captures and refunds, several per payment included */
  captures: number;
  refunds: number;
}

export interface OutcomeTotal {
  outcome: Outcome;
  count: number;
  /** Moved, requested, approved or given up, by outcome; the rest of a partly captured reservation */
  amount: number;
}

export const OUTCOMES = ["captured", "refunded", "approved", "released", "aborted", "rejected", "expired"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * A bar of the hourly chart. Within one business day, bars are that day's hours, oldest first: 24, or 23 and 25 when
 * clocks change. Longer periods are summed by hour of the clock into 24 bars from the cut-off, and `startsAt` is null.
 */
export interface HourBar {
  hour: number;
  /** `06:00`, or `02:00 +01:00` if the hour occurs twice */
  label: string;
  startsAt: string | null;
  endsAt: string | null;
  captured: number;
  refunded: number;
  net: number;
  tips: number;
  /** Captured payments; in a report they add up to `counts.captured` */
  count: number;
}

/** A user's work. Automatic captures count for the user who started the sale. */
export interface PersonTotal extends Totals {
  person: string | null;
  /** Payments started by the user and approved, and payments captured and refunded by the user */
  counts: Omit<ReportCounts, "captures" | "refunds"> & {
    /** Number of captures and refunds; absent in Zs of older tills */
    captures?: number;
    refunds?: number;
  };
}

/** Captures and refunds accepted but not confirmed by the service. No figure includes them. */
export interface UnconfirmedTotal {
  count: number;
  captured: number;
  refunded: number;
}

/** Journal rows of the period, and whether their hash chain is intact. */
export interface ReportJournal {
  /** Sequence numbers; null: no rows */
  first: number | null;
  last: number | null;
  /** SHA-256 of the last row, hex; covers all earlier rows */
  hash: string | null;
  /** Null while an X of a long period is still being checked; a later X has the result */
  check: { ok: boolean; firstBadAt: number | null } | null;
}

/** Number of bookings, and SHA-256 (hex) over them in order, each as a line of JSON. */
export interface SealedBookings {
  count: number;
  hash: string;
}

export interface Report extends Totals {
  kind: "x" | "z";
  /** Z: 1, 2, 3 … without gaps, except after {@link Report.afterRestore}; X: null */
  number: number | null;
  /** Number of the period's Z, also before the close */
  period: number;
  /** End of the previous period, or the till's first start */
  from: string;
  to: string;
  businessDay: string;
  timeZone: string;
  /** Start of a business day, in whole hours: `04:00` */
  cutOff: string;
  merchant: string;
  pos: { id: string; name: string };
  currency: string;
  counts: ReportCounts;
  byOutcome: OutcomeTotal[];
  reserved: Reserved;
  /** Null in Zs of older tills */
  underWay: UnconfirmedTotal | null;
  byHour: HourBar[];
  byPerson: PersonTotal[];
  /** Hand-overs, oldest first; empty in Zs of older tills */
  handOvers: HandOver[];
  /** Captured and refunded by VAT rate, without tips; null in Zs of older tills */
  byVat: Record<"captured" | "refunded", VatTotal[]> | null;
  /** Totals since the first sale, including this period; never reset */
  grandTotals: GrandTotals & { since: string | null };
  /** Payments from before the till's currency was changed */
  otherCurrencies: OtherCurrency[];
  /**
   * A backup was restored since the previous Z. Zs made after that backup are missing; their numbers are skipped if the
   * replaced data was readable. This Z includes their bookings.
   */
  afterRestore: boolean;
  /** Bookings of payments lost with a restored backup, included in the totals; absent: none */
  recovered?: { payments: number; captured: number; refunded: number };
  /** Hash of all bookings of a Z; null for an X, and in Zs of older tills */
  bookings: SealedBookings | null;
  journal: ReportJournal;
  reconciliation: ReconciliationSummary | null;
  /** Comparison with the service at the close; null for an X, and in Zs of older tills */
  comparison: Comparison | null;
  decisions: RecordedDecision[];
  /** Who closed the Z; null for an X, and with no user signed in */
  by: string | null;
  /** Hashes of this Z and the previous one (64 zeros before the first), hex; null for an X */
  seal: { hash: string; previous: string } | null;
}

export type GrandTotals = Totals & { count: number };

export interface OtherCurrency {
  currency: string;
  period: Totals;
  grandTotals: GrandTotals;
}

export type ClosingBlocker = PaymentBlocker | RestoredBlocker;

/** Payments are being compared with the service after a restored backup; this finishes automatically. */
export interface RestoredBlocker {
  because: "restored";
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
 * `carry_over`: unchanged, asked again at the next close. `release`: the queue releases the reservation after the Z.
 * `accept`: the difference is explained in a required note and not asked again.
 */
export type Decision = (typeof DECISIONS)[number];

/**
 * `parked_operation`: an operation that waits for a person. `open_operation`: a capture or refund without a response or
 * confirmation. `attention`: a payment that needs a person for another reason. `reserved`: not captured. `difference`:
 * found by reconciliation.
 */
export const UNRESOLVED_KINDS = ["parked_operation", "open_operation", "attention", "reserved", "difference"] as const;
export type UnresolvedKind = (typeof UNRESOLVED_KINDS)[number];

/** An unsettled item that needs a decision at the close. */
export interface Unresolved {
  /** Id for decisions; stable while the item is the same */
  subject: string;
  kind: UnresolvedKind;
  posTid: string | null;
  number: string | null;
  tid: string | null;
  operation: "capture" | "refund" | "release" | "abort" | "reauth" | "create" | null;
  amount: number;
  currency: string;
  since: string;
  expiresAt: string | null;
  difference: Difference | null;
  /** For staff, in English; null if the kind says enough */
  detail: string | null;
  /** Code of the same text; absent in Zs of older tills */
  detailReason?: Reason | null;
  /** Allowed decisions; the first is the default if none is `required` */
  decisions: Decision[];
  /** True if the close needs a decision; false for a sound reservation with more than a day left */
  required: boolean;
}

export interface RecordedDecision extends Unresolved {
  decision: Decision;
  note: string | null;
  /** Carried over without a decision. Absent in Zs of older tills */
  byDefault?: boolean;
}

export interface ClosingPreview {
  /** Number of the next Z; `report.z` with it fails after another close */
  number: number;
  report: Report;
  blockers: ClosingBlocker[];
  unresolved: Unresolved[];
  reconciliation: Reconciliation | null;
  /** Current state; the close itself completes the comparison */
  comparison: Comparison;
}

/** The cut-off of the open period, Today and exports. Closed periods keep their own. */
export interface BusinessDay {
  timeZone: string;
  cutOff: string;
  businessDay: string;
  period: number;
}

export interface ReportPage {
  /** Newest first */
  items: Report[];
  next: number | null;
  /** True if all Zs' seals form an intact chain */
  chain: { entries: number; ok: boolean; firstBadAt: number | null };
}

export interface ReportEvent {
  type: "report.closed";
  number: number;
}
