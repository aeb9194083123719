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

const TRIES = 12;
/** Limits concurrent requests for unknown tids, so that forged callbacks cannot amplify traffic. */
const AT_ONCE = 8;

/**
 * Matches an unknown tid from a callback with a payment whose creation was never answered. Reads the outcome from the
 * till's configured base URL and matches it by `pos_tid`.
 */
export function createAdoption({ api, store, posId, clock, log, random, pollSoon, closing }: AdoptionPorts): {
  adopt(tid: string): void;
} {
  const inProgress = new Set<string>();
  const lookUp = async (tid: string) => {
    let answer = await getOutcome(api, tid);
    // The callback was acknowledged and will not be repeated.
    for (let tries = 1; !answer.ok && answer.error.kind === "try_again" && tries < TRIES; tries += 1) {
      await clock.sleep(pauseAfter(tries, random()), closing);
      if (closing.aborted) return;
      answer = await getOutcome(api, tid);
    }
    const outcome = answer.ok ? readOutcome(answer.value) : null;
    if (!answer.ok || outcome === null || answer.value.pos_id !== posId) return;
    const row = store.rows.find(outcome.posTid);
    if (row?.tid !== null) return;
    const applied = store.commit(row.posTid, (now) => store.takeIn(row.posTid, outcome, "callback", now));
    if (applied.ask) pollSoon(row.posTid);
  };
  return {
    adopt(tid) {
      if (inProgress.has(tid) || inProgress.size >= AT_ONCE) return;
      inProgress.add(tid);
      void lookUp(tid)
        .catch((err) => log.error({ err }, "a callback could not be applied"))
        .finally(() => inProgress.delete(tid));
    },
  };
}
