/** Loads open payments first, before the other actions are loaded. */
import type { Payment } from "../../contract/payments/views.ts";
import { type ActionPorts, storePayments } from "../store/ports.ts";

/** Maximum of one response; more payments need more calls. */
const OPEN_PAGE = 200;

export function openPaymentsActions({ store, client }: ActionPorts) {
  return {
    async readOpen(): Promise<Payment[]> {
      const all: Payment[] = [];
      let cursor: string | undefined;
      do {
        const result = await client.call("payment.list", {
          phases: ["draft", "queued", "waiting", "authorised", "partly_captured", "attention"],
          limit: OPEN_PAGE,
          cursor,
        });
        if (!result.ok) break;
        all.push(...result.value.items);
        cursor = result.value.next ?? undefined;
      } while (cursor !== undefined);
      storePayments(store, all);
      return all;
    },
  };
}
