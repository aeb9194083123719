/**
 * Shifts: a user's work since the last hand-over, and its acceptance by the next user. No money moves, and all figures
 * are counted from bookings. Amounts in minor units of the till's currency, times ISO 8601 in UTC.
 */
import type { Reserved } from "./reports-totals.ts";

/** A user's figures in one shift. The shifts of a period add up to the user's figures in its report. */
export interface ShiftFigures {
  /** Captured payments, each counted at its first capture in the period */
  payments: number;
  captured: number;
  /** The additional part of `captured` */
  tips: number;
  /** Refunded payments, each counted at its first refund in the period */
  refunds: number;
  refunded: number;
  /** `captured` − `refunded` */
  net: number;
}

/** Checks whether no money moved. A later capture of the rest is money, but no additional payment. */
export function hasNoMovements({ payments, captured, refunds, refunded }: ShiftFigures): boolean {
  return payments === 0 && captured === 0 && refunds === 0 && refunded === 0;
}

/** Unfinished work that the accepting user takes over. */
export interface UnfinishedWork {
  reserved: Reserved;
  parked: number;
  waiting: number;
}

export interface ShiftTally {
  payments: number;
  net: number;
}

/** Stored unchanged and included in the period's Z. */
export interface HandOver extends ShiftFigures {
  id: string;
  period: number;
  person: string;
  /** Stable across renames; absent in older hand-overs */
  personId?: string;
  /** The user's last hand-over, or the start of the period */
  from: string;
  at: string;
  currency: string;
  left: UnfinishedWork;
  /** The user's count, if the shop requires one; null: none */
  tally: ShiftTally | null;
  acceptedBy: string | null;
  acceptedAt: string | null;
}

export const LATEST_HAND_OVERS = 10;

export interface Shift extends ShiftFigures {
  /** null: no signed-in user; figures are of such sales */
  person: string | null;
  from: string;
  currency: string;
  left: UnfinishedWork;
  /** Last included booking, 0: none. `shift.handOver` fails if another one was added */
  through: number;
  /** The shop requires a count before a hand-over */
  counting: boolean;
  /** Newest first, of this period and the previous one, at most {@link LATEST_HAND_OVERS} */
  latest: HandOver[];
}
