import { describe, expect, it } from "vitest";
import type { Exchange } from "../../../../../main/service/api/client.ts";
import {
  type ConnectivityState,
  INITIAL_STATE,
  nextState,
  probeAfter,
} from "../../../../../main/service/connection/connectivity-state.ts";

const exchange = (status: number | null, at: number): Exchange => ({
  outcome: status === 200 ? "ok" : "try_again",
  status,
  at,
  ms: 1,
  error: null,
});

function fed(...statuses: (number | null)[]): ConnectivityState {
  return statuses.reduce<ConnectivityState>(
    (state, status, index) => nextState(state, exchange(status, index + 1)),
    INITIAL_STATE,
  );
}

describe("connectivity", () => {
  it.each([
    [[200], "online"],
    [[null], "degraded"],
    [[null, null], "offline"],
    [[503, 500], "offline"],
    [[null, 200], "online"],
    [[null, null, 404], "online"],
    [[401], "auth_failed"],
    [[401, 200], "online"],
    [[429, 429], "online"],
  ])("after %j is %s", (statuses, link) => {
    expect(fed(...statuses).link).toBe(link);
  });

  it("reports the time of its last change", () => {
    expect(fed(200, 200, 200).since).toBe(1);
    expect(fed(200, null, null, null).since).toBe(3);
  });

  it("polls rarely while idle, soon after a failure, then less and less often", () => {
    expect([fed(200), fed(null), fed(null, null), fed(...Array(20).fill(null))].map(probeAfter)).toEqual([
      30_000, 1000, 2000, 60_000,
    ]);
  });
});
