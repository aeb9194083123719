import type { ApiClient } from "../api/client.ts";
import { getOutcome } from "../api/payment-request.ts";
import type { Ledger } from "../payments/ledger.ts";
import { readOutcome } from "../payments/outcome.ts";

/** At most this many questions at once about tids that nobody here knows: callbacks must not make the till a fan. */
const AT_ONCE = 2;

/**
 * Finds out whether a tid that the service told us of belongs to a payment whose creation was never answered: the
 * outcome is read from our own base URL and matched by `pos_tid`.
 */
export function createAdoption({ api, ledger, posId }: { api: ApiClient; ledger: Ledger; posId: string }): {
  adopt(tid: string): void;
} {
  const asking = new Set<string>();
  const ask = async (tid: string) => {
    const answer = await getOutcome(api, tid);
    const outcome = answer.ok ? readOutcome(answer.value) : null;
    if (!answer.ok || outcome === null || answer.value.pos_id !== posId) return;
    const row = ledger.rows.find(outcome.posTid);
    if (row?.tid === null) ledger.commit(row.posTid, (now) => ledger.takeIn(row.posTid, outcome, "callback", now));
  };
  return {
    adopt(tid) {
      if (asking.has(tid) || asking.size >= AT_ONCE) return;
      asking.add(tid);
      void ask(tid).finally(() => asking.delete(tid));
    },
  };
}
