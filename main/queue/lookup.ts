/**
 * Finding out whether the service has a payment of which it never gave us the tid: by its own list, by our `pos_tid`.
 * Needed only when an answer was lost and the repeat is refused.
 */
import type { ApiClient } from "../api/client.ts";
import { getOutcome, listPaymentRequests } from "../api/payment-request.ts";

/** More requests than this are not read through: a person is faster. */
const MOST_READ = 200;

/**
 * - `found`: the service has it, as `tid`
 * - `absent`: the whole list was read, and it is not there
 * - `unknown`: the list could not be read, or is too long
 */
export type LookUp = { found: string } | "absent" | "unknown";

/**
 * Looks for a payment by `pos_id` and `pos_tid`.
 * @param isKnown whether a tid is another payment's already: those are not read
 */
export async function lookUpPayment(
  api: ApiClient,
  wanted: { posId: string; posTid: string },
  isKnown: (tid: string) => boolean,
): Promise<LookUp> {
  let read = 0;
  for await (const page of listPaymentRequests(api)) {
    if (!page.ok) return "unknown";
    for (const tid of page.value.filter((candidate) => !isKnown(candidate))) {
      read += 1;
      if (read > MOST_READ) return "unknown";
      const outcome = await getOutcome(api, tid);
      if (!outcome.ok) return "unknown";
      if (outcome.value.pos_tid === wanted.posTid && outcome.value.pos_id === wanted.posId) return { found: tid };
    }
  }
  return "absent";
}
