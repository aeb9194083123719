/** Connectivity state machine (online, degraded, offline, auth failed), fed by real traffic alone. Pure. */
import type { Exchange } from "../api/client.ts";

/**
 * - `online`: the last exchange was answered
 * - `degraded`: answers are missing, not yet enough of them to call it an outage
 * - `offline`: the service cannot be reached
 * - `auth_failed`: it answers, and does not accept the till's credentials
 */
export type Link = "online" | "degraded" | "offline" | "auth_failed";

export interface ConnectivityState {
  link: Link;
  /** Since when, ms since the epoch; null before the first exchange */
  since: number | null;
  /** Exchanges without an answer, in a row */
  failures: number;
}

/** A single lost request is not yet an outage. */
export const FAILURES_TO_BE_OFFLINE = 2;

export const UNKNOWN_YET: ConnectivityState = { link: "online", since: null, failures: 0 };

/** The state after one more exchange. */
export function afterExchange(state: ConnectivityState, exchange: Exchange): ConnectivityState {
  if (exchange.status === 401) return turn(state, "auth_failed", 0, exchange.at);
  // Any answer at all, a refusal too, proves that the service is there; 5xx proves only that something is.
  if (exchange.status !== null && exchange.status < 500) return turn(state, "online", 0, exchange.at);
  const failures = state.failures + 1;
  return turn(state, failures >= FAILURES_TO_BE_OFFLINE ? "offline" : "degraded", failures, exchange.at);
}

function turn(state: ConnectivityState, link: Link, failures: number, at: number): ConnectivityState {
  return { link, failures, since: link === state.link && state.since !== null ? state.since : at };
}

const QUIET_PROBE_MS = 30_000;
const FIRST_PROBE_MS = 1000;
const LONGEST_PROBE_MS = 60_000;

/**
 * How long after the last exchange to probe the service: rarely while all is well, soon after a failure, then with
 * exponential backoff.
 */
export function probeAfter(state: ConnectivityState): number {
  if (state.link === "online") return QUIET_PROBE_MS;
  if (state.link === "auth_failed") return LONGEST_PROBE_MS;
  return Math.min(FIRST_PROBE_MS * 2 ** Math.max(0, state.failures - 1), LONGEST_PROBE_MS);
}
