/** Whether the service can be reached, told from real traffic alone: no pings. */
import type { Connectivity } from "../../contract/views.ts";
import type { Exchange } from "../api/client.ts";

/** A single lost request is not yet an outage. */
const FAILURES_TO_BE_OFFLINE = 2;

export interface ConnectivityState {
  now: Connectivity;
  /** Since when, ms since the epoch; null before the first exchange */
  since: number | null;
  failures: number;
}

export const UNKNOWN_YET: ConnectivityState = { now: "online", since: null, failures: 0 };

/** The state after one more exchange: pure. */
export function afterExchange(state: ConnectivityState, exchange: Exchange): ConnectivityState {
  if (exchange.outcome === "credentials" && exchange.status === 401) return turn(state, "auth_failed", 0, exchange.at);
  // Any answer at all, a refusal too, proves that the service is there.
  const reached = exchange.status !== null && exchange.status < 500;
  if (reached) return turn(state, "online", 0, exchange.at);
  const failures = state.failures + 1;
  return turn(state, failures >= FAILURES_TO_BE_OFFLINE ? "offline" : state.now, failures, exchange.at);
}

function turn(state: ConnectivityState, now: Connectivity, failures: number, at: number): ConnectivityState {
  return { now, failures, since: now === state.now && state.since !== null ? state.since : at };
}
