/** A simulated customer that approves, rejects or ignores every payment request on the phone at once. */
import type { Sandbox } from "../../sandbox/service.ts";
import { CUSTOMER, phoneOf } from "./test-till.ts";

export interface AutomaticCustomer extends AsyncDisposable {
  /** Number of answered requests */
  answered(): number;
}

/**
 * Answers the default customer's payment requests as they arrive.
 * @param answer the decision for each request: approve, reject, or leave pending
 */
export async function startAutomaticCustomer(
  sandbox: Sandbox,
  answer: (tid: string) => "approve" | "reject" | "ignore" = () => "approve",
): Promise<AutomaticCustomer> {
  const phone = phoneOf(sandbox);
  const seen = new Set<string>();
  const stop = new AbortController();
  let count = 0;

  const look = async () => {
    for (const { tid } of sandbox.waiting(CUSTOMER)) {
      if (seen.has(tid)) continue;
      seen.add(tid);
      const decision = answer(tid);
      if (decision === "ignore") continue;
      // The request may have been aborted or have expired in the meantime; the phone then refuses the answer.
      await (decision === "approve" ? phone.approve(tid) : phone.reject(tid)).catch(() => undefined);
      count += 1;
    }
  };

  const events = await fetch(`${sandbox.phoneUrl}/api/events`, { signal: stop.signal });
  const watching = (async () => {
    for await (const _change of events.body ?? []) await look();
  })().catch(() => undefined);
  return {
    answered: () => count,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await watching;
    },
  };
}
