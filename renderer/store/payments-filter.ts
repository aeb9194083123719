/** Which payments the list shows: what the chips above it say. What that means in times is in `payments-asked.ts`. Pure. */
import type { Outcome } from "../../contract/reports.ts";
import type { Tone } from "../kit/appearance.ts";

/** What payments are now; `refunded`, in part or in full, is one of the things that make them paid or closed. */
export type StateFilter = "all" | Tone | "refunded";

/** Business days by the shop's cut-off: those that move on with the clock by name, others by their first and last. */
export type Days =
  | { kind: "all" | "today" | "yesterday" | "week" }
  /** `2026-11-20`, both included */
  | { kind: "days"; first: string; last: string }
  /** What a report covers, to the millisecond. ISO 8601; the end is left out */
  | { kind: "times"; from: string; to: string };

export interface PaymentsFilter {
  query: string;
  days: Days;
  state: StateFilter;
  /** What happened in those days, as reports count it; null: the payments that began in them */
  booked: Outcome | null;
  /** With `booked`: the period that it was booked in, by the number of its Z; null: in any */
  period: number | null;
  /** Whose work; null: not asked about. Its name is null where there was no signed-in user */
  person: { name: string | null } | null;
}

/**
 * What a figure elsewhere asks for when it is opened. `outcome`: what happened between `from` and `to` (ISO 8601, the end
 * left out), or in a period, so that as many payments are listed as the figure counts. `state`: what payments are now,
 * of those that began then. `person`: null for what no known person did.
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

/** Whether anything but the days narrows it. */
export function isNarrowed({ query, state, booked, person }: PaymentsFilter): boolean {
  return query.trim() !== "" || state !== "all" || booked !== null || person !== null;
}
