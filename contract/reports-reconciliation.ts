/** Reconciliation: what was booked here against what the service says. Amounts in minor units, times ISO 8601 in UTC. */

import type { Reason } from "./reasons.ts";

/** What is read back and compared, and what was found. */
export interface ReconciliationSummary {
  id: string;
  state: "running" | "waiting" | "done" | "stopped";
  /** The period that it is about: the number of the Z to come */
  period: number;
  startedAt: string;
  finishedAt: string | null;
  by: string | null;
  /** Payments to compare, and compared so far */
  total: number;
  compared: number;
  /** Of those: the same here as there */
  equal: number;
  /** Of those: the service told something new, which was taken in; the rest was equal then */
  updated: number;
  /** Of those: the service accepted a capture or refund and does not list it yet. Missing in a Z of an older till. */
  confirming?: number;
  /** Differences that stand */
  differences: number;
  /**
   * Whether the service's own list of payment requests was read for what this till does not know (G23); `partly_read`:
   * it is long, or was not answered at a close, and the next reconciliation looks at what this one did not
   */
  list: "pending" | "read" | "partly_read" | "not_offered";
  /** Requests that were made before this were looked at there; null: not known. Missing in a Z of an older till. */
  listReadTo?: string | null;
  /** Of `waiting` and `stopped`: why, in English; it goes on by itself when `waiting` */
  because: string | null;
  /** The same as a code; a Z of an earlier version has none */
  becauseReason?: Reason | null;
}

/**
 * `compared`: the service's own outcome of every payment of the period was read back since the last booking of it;
 * `reconciliation` has when, and what came of it. `confirming`: so it was, and of some the service accepted a capture or
 * refund that it does not list yet: that is under way, and in the Z of the period in which it is listed.
 * `not_compared`: it was not, or not of all, and `because` says why.
 */
export interface Comparison {
  state: "compared" | "confirming" | "nothing_to_compare" | "not_compared";
  /** In English. Of `not_compared`: why; of the first two: that the service's list was not read whole, null if it was */
  because: string | null;
  /** The same as a code; a Z of an earlier version has none */
  becauseReason?: Reason | null;
  /**
   * Of `not_compared`: payments that the last reconciliation compared and that need comparing again, since they changed
   * or a backup was restored. Missing in a Z of an older till.
   */
  outdated?: number;
}

export interface Reconciliation extends ReconciliationSummary {
  /** At most the first 500 */
  found: Difference[];
}

/**
 * `missing_at_service`: the service does not know this payment, or has another one under its id. `missing_here`: the service has one under this POS that
 * the till never made. `amounts`: sums, or the requested amounts, differ. `state`: statuses differ. `unreadable`: the service's answers about this
 * payment cannot be read.
 */
export type DifferenceKind = "missing_at_service" | "missing_here" | "amounts" | "state" | "unreadable";

export interface Difference {
  /** Stable while payment, kind and both sides are the same */
  id: string;
  kind: DifferenceKind;
  posTid: string | null;
  number: string | null;
  tid: string | null;
  here: ComparedSide | null;
  there: ComparedSide | null;
}

/** One side's view of a payment. */
export interface ComparedSide {
  status: string | null;
  currency: string;
  /** What the payment requests. Missing in a difference that an older till found. */
  amount?: number;
  /** The same of the additional amount, as the customer may have changed it */
  additionalAmount?: number;
  captured: number;
  refunded: number;
  tips: number;
  tipsRefunded: number;
  /** Transaction fees and interchange together */
  fees: number;
}

/** Told after every payment compared, and at the end. Every window hears it: `report.reconciliation` says more to who may ask. */
export interface ReconciliationEvent {
  type: "reconciliation.changed";
}
