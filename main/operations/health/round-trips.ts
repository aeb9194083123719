import type { Exchange } from "../../service/api/client.ts";
import { FAILURES_TO_BE_OFFLINE } from "../../service/connection/connectivity-state.ts";

/** Number of requests in the statistics: minutes of a busy till, half an hour of a quiet one. */
const SAMPLE_SIZE = 50;

export type RoundTrips = ReturnType<typeof createRoundTrips>;

export function createRoundTrips() {
  const samples: { ms: number; answered: boolean }[] = [];
  let lastAnswerAt: number | null = null;
  /** Consecutive requests without a response */
  let silent = 0;
  return {
    record({ status, outcome, ms, at }: Exchange) {
      if (status !== null) lastAnswerAt = at;
      silent = status === null ? silent + 1 : 0;
      // Connection outages are reported separately; the statistics describe a reachable service.
      if (silent >= FAILURES_TO_BE_OFFLINE) {
        samples.splice(samples.length - (silent === FAILURES_TO_BE_OFFLINE ? silent - 1 : 0));
        return;
      }
      // A refusal is a response; "try again" is not.
      samples.push({ ms, answered: outcome !== "try_again" });
      if (samples.length > SAMPLE_SIZE) samples.shift();
    },
    figures() {
      const answered = samples.filter((sample) => sample.answered).map(({ ms }) => ms);
      return {
        requests: samples.length,
        medianMs: quantile(answered, 0.5),
        slowMs: quantile(answered, 0.95),
        errorShare: samples.length === 0 ? null : 1 - answered.length / samples.length,
      };
    },
    /** Time of the service's last response, ms since the epoch; null before the first */
    lastAnswerAt: () => lastAnswerAt,
  };
}

/** Returns the smallest value that is at least as large as this share of all values; null for an empty list. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
