/** The payments that are not over: what a window asks for first, before its other actions are there. */
import type { Payment } from "../../contract/views.ts";
import { type ActionPorts, keepAll } from "../store/ports.ts";

/** As many as one answer may hold; a till with more open payments than this is asked again. */
const OPEN_PAGE = 200;

export function openPaymentsActions({ store, client }: ActionPorts) {
  return {
    /** Reads every payment that is not over: the one at the counter, and all reservations. */
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
      keepAll(store, all);
      return all;
    },
  };
}
