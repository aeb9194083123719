/**
 * Shifts: what a person took since they last handed over, and the next person's acceptance. Nothing of it moves money,
 * and no figure is a person's to choose: they are counted from the bookings. Amounts in minor units of the till's
 * currency, times ISO 8601 in UTC.
 */
import type { Reserved } from "./reports-totals.ts";

/** What a person took and gave back in one shift. Those of a period add up to its figures of that person. */
export interface ShiftFigures {
  /** Payments captured, each where it first was in the period */
  payments: number;
  captured: number;
  /** The additional part of `captured` */
  tips: number;
  /** Payments refunded, each where it first was in the period */
  refunds: number;
  refunded: number;
  /** `captured` − `refunded` */
  net: number;
}

/** Whether no money moved: a rest that is captured later is no payment more, but is money. */
export function isNothingTaken({ payments, captured, refunds, refunded }: ShiftFigures): boolean {
  return payments === 0 && captured === 0 && refunds === 0 && refunded === 0;
}

/** What of a person's work is not finished: who accepts it goes on with it. */
export interface ShiftLeft {
  reserved: Reserved;
  /** Operations that wait for a manager */
  parked: number;
  /** Operations that wait to be sent, or for their answer */
  waiting: number;
}

/** What a person counted themselves, from their own receipts. */
export interface ShiftTally {
  payments: number;
  net: number;
}

/** A shift that was handed over: kept as it was then, and in the Z of its period. */
export interface HandOver extends ShiftFigures {
  id: string;
  /** The number of the Z that it is in, or will be */
  period: number;
  /** The name that the journal has */
  person: string;
  /** Their id, which another name does not change; left out: handed over before the till kept it */
  personId?: string;
  /** When this person last handed over, or the period began */
  from: string;
  at: string;
  currency: string;
  left: ShiftLeft;
  /** What they counted, where the shop wants that; null: nothing */
  tally: ShiftTally | null;
  acceptedBy: string | null;
  acceptedAt: string | null;
}

export const LATEST_HAND_OVERS = 10;

/** The shift of the signed-in user so far, and what was handed over before. */
export interface Shift extends ShiftFigures {
  /** Null: no signed-in user, and the figures are of none */
  person: string | null;
  from: string;
  currency: string;
  left: ShiftLeft;
  /** The last of the bookings in it, 0 without one: `shift.handOver` is refused when there is another by then */
  through: number;
  /** Whether the shop wants people to count before they hand over */
  counting: boolean;
  /** What was handed over last, newest first; of this period and the one before, at most {@link LATEST_HAND_OVERS} */
  latest: HandOver[];
}

export interface ShiftValues {
  "shift.get": Shift;
  /**
   * Hands the signed-in user's shift over. `not_allowed` without a signed-in user, `conflict` when something was booked
   * since `through`, `invalid_input` without a tally where the shop wants one.
   */
  "shift.handOver": HandOver;
  /** By the PIN of another person than who handed it over; `conflict` when it was accepted already */
  "shift.accept": HandOver;
  /** Whether people count before they hand over, from now on */
  "shift.setCounting": Shift;
}
