/** Counters for the health page. */
import type { CallbackHealth } from "../../../contract/diagnostics/diagnostics.ts";
import type { Verdict } from "../../service/api/verify-callback.ts";
import type { ReceiverOptions } from "../../service/callbacks/receiver.ts";
import { createRoundTrips } from "./round-trips.ts";

export type VerdictCounts = CallbackHealth["verdicts"];

interface CallbackHandlers {
  onMessage: ReceiverOptions["onMessage"];
  onRepeat?: ReceiverOptions["onRepeat"];
  onVerdict?: ReceiverOptions["onVerdict"];
}

export type Meters = ReturnType<typeof createMeters>;

export function createMeters() {
  const counts: VerdictCounts = { applied: 0, hint: 0, refused: 0, failed: 0 };
  return {
    trips: createRoundTrips(),
    verdicts: () => ({ ...counts }),
    /** Wraps the receiver's handlers and counts results. */
    counted: <W extends CallbackHandlers>(way: W): W => ({
      ...way,
      onMessage: async (...[message, verdict]: Parameters<CallbackHandlers["onMessage"]>) => {
        try {
          const answer = await way.onMessage(message, verdict);
          counts[verdict] += 1;
          return answer;
        } catch (error) {
          counts.failed += 1;
          throw error;
        }
      },
      onRepeat() {
        counts.applied += 1;
        way.onRepeat?.();
      },
      onVerdict(verdict: Verdict) {
        if (verdict.verdict === "refused") counts.refused += 1;
        way.onVerdict?.(verdict);
      },
    }),
  };
}
