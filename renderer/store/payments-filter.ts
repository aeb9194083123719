/** Filter of the payments list. `payments-asked.ts` computes its times. Pure. */
import type { Outcome } from "../../contract/accounting/reports.ts";
import type { Tone } from "../kit/appearance.ts";

/** The current state of a payment; `refunded` overlaps paid and closed. */
export type StateFilter = "all" | Tone | "refunded";

/** Business days by the shop's cut-off: relative ones by name, others by first and last day. */
export type Days =
  | { kind: "all" | "today" | "yesterday" | "week" }
  /** `2026-11-20`, both inclusive */
  | { kind: "days"; first: string; last: string }
  /** The range of a report. ISO 8601, end exclusive */
  | { kind: "times"; from: string; to: string };

export interface PaymentsFilter {
  query: string;
  days: Days;
  state: StateFilter;
  /** What happened in those days, as in reports; null: payments created in them */
  booked: Outcome | null;
  /** Number of the Z report of `booked`; null: any */
  period: number | null;
  /** The user; null: no filter. The name is null for payments without a user */
  person: { name: string | null } | null;
}

/**
 * The payments behind a figure. `outcome` lists what happened between `from` and `to` (ISO 8601, end exclusive) or in a
 * period. `state` lists payments by current state. `person` null: no known user.
 */
export interface PaymentsToOpen {
  from?: string | undefined;
  to?: string | undefined;
  period?: number | undefined;
  outcome?: Outcome | undefined;
  state?: StateFilter | undefined;
  person?: string | null | undefined;
}

export const TODAYS_PAYMENTS: PaymentsFilter = {
  query: "",
  days: { kind: "today" },
  state: "all",
  booked: null,
  period: null,
  person: null,
};

export const ALL_PAYMENTS: PaymentsFilter = { ...TODAYS_PAYMENTS, days: { kind: "all" } };

/** True when a filter other than the days is set. */
export function hasActiveFilter({ query, state, booked, person }: PaymentsFilter): boolean {
  return query.trim() !== "" || state !== "all" || booked !== null || person !== null;
}
