/**
 * When the till starts again by itself at night: within two hours from the time that is set, once, as soon as it is in
 * no one's way. Pure: the clock and the till are handed in.
 */
import { businessDayOf, startOfDay } from "../../../contract/reports-time.ts";

/** Later than this the shop may be about to open: it is left for the next night. */
export const WINDOW_MS = 2 * 60 * 60_000;
/** For how long the till was not used. */
export const IDLE_MS = 15 * 60_000;

/** Spans in ms, times in ms since the epoch. */
export interface RestartFacts {
  now: number;
  timeZone: string;
  /** `04:00`, by the shop's clock */
  at: string;
  /** For how long the till has run, on the monotonic clock: setting the machine's clock is no new start */
  runsForMs: number;
  idleMs: number;
  openPayments: number;
  toSend: number;
}

/** What a planned restart waits for. */
export type RestartObstacle = "open_payment" | "queue_not_empty" | "not_idle";

export type RestartStep =
  | { do: "restart" }
  /** In its window; `since` is when that began */
  | { do: "hold"; because: RestartObstacle; since: number }
  | { do: "wait" };

/** The next step. The night's window begins when the wall clock first shows the time, also where clocks change. */
export function restartStep(facts: RestartFacts): RestartStep {
  const { now, timeZone, at, runsForMs } = facts;
  const wall = { timeZone, cutOff: at };
  const since = startOfDay(businessDayOf(now, wall), wall);
  if (now >= since + WINDOW_MS || now - runsForMs >= since) return { do: "wait" };
  const because = obstacle(facts);
  return because === null ? { do: "restart" } : { do: "hold", because, since };
}

function obstacle({ openPayments, toSend, idleMs }: RestartFacts): RestartObstacle | null {
  if (openPayments > 0) return "open_payment";
  if (toSend > 0) return "queue_not_empty";
  return idleMs >= IDLE_MS ? null : "not_idle";
}
