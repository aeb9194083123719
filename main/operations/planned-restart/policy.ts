/**
 * Policy of the planned restart: once a night, within two hours of the configured time, as soon as the till is idle.
 */
import { businessDayOf, startOfDay } from "../../../contract/accounting/reports-time.ts";

/** A later restart could interrupt the shop's opening, so it waits for the next night. */
export const WINDOW_MS = 2 * 60 * 60_000;
export const IDLE_MS = 15 * 60_000;

/** Durations in ms; times in ms since the epoch. */
export interface RestartFacts {
  now: number;
  timeZone: string;
  /** `04:00`, in the shop's time zone */
  at: string;
  /** Uptime on the monotonic clock, so a clock change does not look like a restart */
  runsForMs: number;
  idleMs: number;
  openPayments: number;
  toSend: number;
}

export type RestartObstacle = "open_payment" | "queue_not_empty" | "not_idle";

export type RestartStep =
  | { do: "restart" }
  /** Inside the window, which started at `since` */
  | { do: "postpone"; because: RestartObstacle; since: number }
  | { do: "wait" };

/**
 * Returns the next step. The window opens when the wall clock first shows the time, also on days when the clocks
 * change.
 */
export function restartStep(facts: RestartFacts): RestartStep {
  const { now, timeZone, at, runsForMs } = facts;
  const wall = { timeZone, cutOff: at };
  const dayStart = startOfDay(businessDayOf(now, wall), wall);
  if (now >= dayStart + WINDOW_MS || now - runsForMs >= dayStart) return { do: "wait" };
  const because = obstacle(facts);
  return because === null ? { do: "restart" } : { do: "postpone", because, since: dayStart };
}

function obstacle({ openPayments, toSend, idleMs }: RestartFacts): RestartObstacle | null {
  if (openPayments > 0) return "open_payment";
  if (toSend > 0) return "queue_not_empty";
  return idleMs >= IDLE_MS ? null : "not_idle";
}
