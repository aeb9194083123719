/**
 * The customer who scanned a sticker before the sale. In memory only: after a restart the customer scans again.
 */
import { type ReadyCustomer as ReadyCustomerView, SCAN_VALID_MS } from "../../../contract/payments/stickers.ts";
import { iso } from "../../lib/iso-time.ts";
import { startLoop } from "../../lib/loop.ts";
import type { StorageContext } from "../../storage/context.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";

interface Ready {
  /** The customer's identifier (G3): a secret, never shown, logged or stored */
  scanToken: string;
  /** Seed of the match words before the sale has a `posTid` */
  matchWordsSeed: string;
}

export type ReadyCustomer = ReturnType<typeof openReadyCustomer>;

/**
 * Creates an empty holder. Emits a signal on changes.
 * @param isPayment true when a payment with this id exists
 */
export function openReadyCustomer(
  { clock, log, signals }: Pick<StorageContext, "clock" | "log" | "signals">,
  isPayment: (posTid: string) => boolean,
) {
  const onChange = () => signals.emit("terminal.outdated");
  let waiting: (Ready & { until: number; assignedTo: string | null }) | null = null;
  const isAssigned = (assignedTo: string | null) => assignedTo !== null && isPayment(assignedTo);
  const now = (): Ready | null =>
    waiting !== null && clock.monotonic() < waiting.until && !isAssigned(waiting.assignedTo) ? waiting : null;
  const forget = () => {
    if (waiting === null) return false;
    waiting = null;
    onChange();
    return true;
  };
  const loop = startLoop({ clock, log }, () => {
    if (now() === null) forget();
    return waiting === null ? null : waiting.until - clock.monotonic();
  });
  return {
    /** Stores a customer. @param ageMs time since the scan @returns the seed of the match words */
    store(scanToken: string, ageMs: number): string {
      const until = clock.monotonic() + SCAN_VALID_MS - ageMs;
      waiting = { scanToken, matchWordsSeed: randomIdentifier(8), until, assignedTo: null };
      loop.wake();
      onChange();
      return waiting.matchWordsSeed;
    },
    now,
    /** Assigns the customer to a payment, unless its transaction is rolled back. Call `forget` after the commit. */
    assignTo(posTid: string) {
      // A later sale that is rolled back must not release an earlier sale's customer.
      if (waiting !== null && !isAssigned(waiting.assignedTo)) waiting.assignedTo = posTid;
    },
    forget,
    view(): ReadyCustomerView | null {
      const ready = now();
      if (ready === null || waiting === null) return null;
      return { until: iso(clock.now() + waiting.until - clock.monotonic()), wordsOf: ready.matchWordsSeed };
    },
    close: loop.close,
  };
}
