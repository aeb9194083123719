/** Connectivity state machine (online, degraded, offline, auth failed), driven by real requests only. */
import type { Exchange } from "../api/client.ts";

/**
 * - `online`: the last request got a response
 * - `degraded`: too few failures in a row to call it an outage
 * - `offline`: the service cannot be reached
 * - `auth_failed`: the service rejects the till's credentials
 */
export type Link = "online" | "degraded" | "offline" | "auth_failed";

export interface ConnectivityState {
  link: Link;
  /** ms since the epoch; null before the first request */
  since: number | null;
  /** Consecutive requests without a response */
  failures: number;
}

export const FAILURES_TO_BE_OFFLINE = 2;

export const INITIAL_STATE: ConnectivityState = { link: "online", since: null, failures: 0 };

/** Returns the connectivity after an exchange with the service. */
export function nextState(state: ConnectivityState, exchange: Exchange): ConnectivityState {
  if (exchange.status === 401) return withLink(state, "auth_failed", 0, exchange.at);
  // Any response below 500, even a refusal, proves that the service works; a 5xx may come from a gateway.
  if (exchange.status !== null && exchange.status < 500) return withLink(state, "online", 0, exchange.at);
  const failures = state.failures + 1;
  return withLink(state, failures >= FAILURES_TO_BE_OFFLINE ? "offline" : "degraded", failures, exchange.at);
}

function withLink(state: ConnectivityState, link: Link, failures: number, at: number): ConnectivityState {
  return { link, failures, since: link === state.link && state.since !== null ? state.since : at };
}

const QUIET_PROBE_MS = 30_000;
const FIRST_PROBE_MS = 1000;
const LONGEST_PROBE_MS = 60_000;

/** Returns the next probe's delay in ms: long while online, short after a failure, then exponential backoff. */
export function probeAfter(state: ConnectivityState): number {
  if (state.link === "online") return QUIET_PROBE_MS;
  if (state.link === "auth_failed") return LONGEST_PROBE_MS;
  return Math.min(FIRST_PROBE_MS * 2 ** Math.max(0, state.failures - 1), LONGEST_PROBE_MS);
}
