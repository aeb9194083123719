import { getOutcome } from "../../service/api/payment-request.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import type { ServiceContext } from "../../service/context.ts";
import { readOutcome } from "../outcome.ts";
import type { PaymentStore } from "../store.ts";

export interface AdoptionPorts extends Pick<ServiceContext, "api" | "clock" | "log" | "random"> {
  store: PaymentStore;
  posId: string;
  pollSoon(posTid: string): void;
  closing: AbortSignal;
}

const MAX_TRIES = 12;
/** Limits concurrent requests for unknown tids, so that forged callbacks cannot amplify traffic. */
const MAX_CONCURRENT = 8;

/**
 * Matches an unknown tid from a callback with a payment whose creation was never answered. Reads the outcome from the
 * till's configured base URL and matches it by `pos_tid`.
 */
export function createAdoption({ api, store, posId, clock, log, random, pollSoon, closing }: AdoptionPorts): {
  adopt(tid: string): void;
} {
  const inProgress = new Set<string>();
  const lookUp = async (tid: string) => {
    let response = await getOutcome(api, tid);
    // The callback was acknowledged and will not be repeated.
    for (let tries = 1; !response.ok && response.error.kind === "try_again" && tries < MAX_TRIES; tries += 1) {
      await clock.sleep(pauseAfter(tries, random()), closing);
      if (closing.aborted) return;
      response = await getOutcome(api, tid);
    }
    const outcome = response.ok ? readOutcome(response.value) : null;
    if (!response.ok || outcome === null || response.value.pos_id !== posId) return;
    const row = store.rows.find(outcome.posTid);
    if (row?.tid !== null) return;
    const applied = store.commit(row.posTid, (now) => store.applyOutcome(row.posTid, outcome, "callback", now));
    if (applied.shouldPoll) pollSoon(row.posTid);
  };
  return {
    adopt(tid) {
      if (inProgress.has(tid) || inProgress.size >= MAX_CONCURRENT) return;
      inProgress.add(tid);
      void lookUp(tid)
        .catch((err) => log.error({ err }, "a callback could not be applied"))
        .finally(() => inProgress.delete(tid));
    },
  };
}
