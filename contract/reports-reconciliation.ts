/** Reconciliation: what was booked here against what the service says. Amounts in minor units, times ISO 8601 in UTC. */

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
  /** Differences that stand */
  differences: number;
  /**
   * Whether the service's own list of payment requests was read for what this till does not know (G23); `partly_read`:
   * it is long, or was not answered at a close, and the next reconciliation looks at what this one did not
   */
  list: "pending" | "read" | "partly_read" | "not_offered";
  /** Of `waiting` and `stopped`: why, in English; it goes on by itself when `waiting` */
  because: string | null;
}

/**
 * `compared`: the service's own outcome of every payment of the period was read back since the last booking of it;
 * `reconciliation` has when, and what came of it. `not_compared`: it was not, or not of all, and `because` says why.
 */
export interface Comparison {
  state: "compared" | "nothing_to_compare" | "not_compared";
  /** In English. Of `not_compared`: why; of `compared`: that the service's list was not read to its end, null if it was */
  because: string | null;
}

export interface Reconciliation extends ReconciliationSummary {
  /** At most the first 500 */
  found: Difference[];
}

/**
 * `missing_at_service`: the service does not know this payment. `missing_here`: the service has one under this POS that
 * the till never made. `amounts`: sums differ. `state`: statuses differ.
 */
export type DifferenceKind = "missing_at_service" | "missing_here" | "amounts" | "state";

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
