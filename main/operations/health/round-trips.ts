import type { ServiceHealth } from "../../../contract/diagnostics.ts";
import type { Exchange } from "../../service/api/client.ts";
import { FAILURES_TO_BE_OFFLINE } from "../../service/connection/connectivity-state.ts";

/** The figures are about so many requests: a few minutes of a busy till, half an hour of a quiet one. */
const KEPT = 50;

export interface RoundTrips {
  note(exchange: Exchange): void;
  figures(): Pick<ServiceHealth, "requests" | "medianMs" | "slowMs" | "errorShare">;
  /** When the service last answered, in ms since the epoch; null before the first time */
  lastAnswerAt(): number | null;
}

/** Remembers how the last requests went. */
export function createRoundTrips(): RoundTrips {
  const kept: { ms: number; answered: boolean }[] = [];
  let lastAnswerAt: number | null = null;
  /** Without an answer, in a row */
  let silent = 0;
  return {
    note({ status, outcome, ms, at }) {
      if (status !== null) lastAnswerAt = at;
      silent = status === null ? silent + 1 : 0;
      // An outage is the line's, and said there: the figures are about a service that can be reached.
      if (silent >= FAILURES_TO_BE_OFFLINE) {
        kept.splice(kept.length - (silent === FAILURES_TO_BE_OFFLINE ? silent - 1 : 0));
        return;
      }
      // A refusal is an answer too; what only says "try again" is none.
      kept.push({ ms, answered: outcome !== "try_again" });
      if (kept.length > KEPT) kept.shift();
    },
    figures() {
      const answered = kept.filter((one) => one.answered).map(({ ms }) => ms);
      return {
        requests: kept.length,
        medianMs: quantile(answered, 0.5),
        slowMs: quantile(answered, 0.95),
        errorShare: kept.length === 0 ? null : 1 - answered.length / kept.length,
      };
    },
    lastAnswerAt: () => lastAnswerAt,
  };
}

/** The smallest value that at least this share of all is not above; null of nothing. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
