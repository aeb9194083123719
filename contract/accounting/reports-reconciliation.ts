/** Reconciliation of bookings with the service. Amounts in minor units, times ISO 8601 in UTC. */

import type { Reason } from "../reasons/reasons.ts";

export interface ReconciliationSummary {
  id: string;
  state: "running" | "waiting" | "done" | "stopped";
  period: number;
  startedAt: string;
  finishedAt: string | null;
  by: string | null;
  /** Payments to compare, and compared so far */
  total: number;
  compared: number;
  equal: number;
  /** Updated from the service, and then identical */
  updated: number;
  /** With a capture or refund that the service has accepted but not confirmed. Absent in Zs of older tills */
  confirming?: number;
  differences: number;
  /** Search of the service's list for unknown requests (G23); `partly_read`: the next one continues */
  list: "pending" | "read" | "partly_read" | "not_offered";
  /** Requests before this time were checked; null: unknown. Absent in Zs of older tills */
  listReadTo?: string | null;
  /** Why it is `waiting` or `stopped`, in English; `waiting` continues automatically */
  because: string | null;
  /** Code of the same text; absent in Zs of older tills */
  becauseReason?: Reason | null;
}

/**
 * `compared`: every payment's outcome was read after its last booking; see `reconciliation`. `confirming`: as
 * `compared`, but the service has not confirmed some captures or refunds. They belong to the Z of the period in which
 * they are confirmed. `not_compared`: not all were compared; see `because`.
 */
export interface Comparison {
  state: "compared" | "confirming" | "nothing_to_compare" | "not_compared";
  /** In English: why `not_compared`, or that the service's list was not fully read; null: fully read */
  because: string | null;
  /** Code of the same text; absent in Zs of older tills */
  becauseReason?: Reason | null;
  /** For `not_compared`: payments to compare again after a change or a restored backup. Absent in Zs of older tills */
  outdated?: number;
}

export interface Reconciliation extends ReconciliationSummary {
  /** At most 500 */
  found: Difference[];
}

/**
 * `missing_at_service`: unknown to the service, or its id is another payment's. `missing_here`: under this POS, but not
 * made by this till. `amounts`: sums or requested amounts differ. `state`: statuses differ. `unreadable`: the service's
 * response is invalid.
 */
export type DifferenceKind = "missing_at_service" | "missing_here" | "amounts" | "state" | "unreadable";

export interface Difference {
  /** Stable while payment, kind and both sides stay the same */
  id: string;
  kind: DifferenceKind;
  posTid: string | null;
  number: string | null;
  tid: string | null;
  here: ComparedSide | null;
  there: ComparedSide | null;
}

export interface ComparedSide {
  status: string | null;
  currency: string;
  amount?: number;
  /** As above, including the customer's change */
  additionalAmount?: number;
  captured: number;
  refunded: number;
  tips: number;
  tipsRefunded: number;
  /** Transaction fees and interchange */
  fees: number;
}

/** Sent after every compared payment and at the end. Details: `report.reconciliation`. */
export interface ReconciliationEvent {
  type: "reconciliation.changed";
}
