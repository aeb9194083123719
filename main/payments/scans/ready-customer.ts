/**
 * The customer who scanned a sticker before the sale. Kept in memory only: after a restart the customer scans again.
 */
import { type ReadyCustomer as ReadyCustomerView, SCAN_VALID_MS } from "../../../contract/stickers.ts";
import { iso } from "../../lib/iso-time.ts";
import { startLoop } from "../../lib/loop.ts";
import type { StorageContext } from "../../storage/context.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";

interface Ready {
  /** The customer's identifier (G3): a secret, never shown, logged or stored */
  scanToken: string;
  /** Determines the match words before the sale has a `posTid` */
  wordsOf: string;
}

export interface ReadyCustomer {
  /** Keeps a customer. @param ageMs time since the scan @returns what determines their match words */
  keep(scanToken: string, ageMs: number): string;
  now(): Ready | null;
  /** Assigns the customer to a payment, unless its transaction is rolled back. Call `forget` after the commit. */
  takeFor(posTid: string): void;
  forget(): boolean;
  view(): ReadyCustomerView | null;
  close(): Promise<void>;
}

/**
 * Creates it without a customer. Emits a signal on changes.
 * @param isPayment true when a payment with this id exists
 */
export function openReadyCustomer(
  { clock, log, signals }: Pick<StorageContext, "clock" | "log" | "signals">,
  isPayment: (posTid: string) => boolean,
): ReadyCustomer {
  const onChange = () => signals.emit("terminal.outdated");
  let kept: (Ready & { until: number; takenFor: string | null }) | null = null;
  const isTaken = (takenFor: string | null) => takenFor !== null && isPayment(takenFor);
  const now = () => (kept !== null && clock.monotonic() < kept.until && !isTaken(kept.takenFor) ? kept : null);
  const forget = () => {
    if (kept === null) return false;
    kept = null;
    onChange();
    return true;
  };
  const loop = startLoop({ clock, log }, () => {
    if (now() === null) forget();
    return kept === null ? null : kept.until - clock.monotonic();
  });
  return {
    keep(scanToken, ageMs) {
      const until = clock.monotonic() + SCAN_VALID_MS - ageMs;
      kept = { scanToken, wordsOf: randomIdentifier(8), until, takenFor: null };
      loop.wake();
      onChange();
      return kept.wordsOf;
    },
    now,
    takeFor(posTid) {
      // A later sale that is rolled back must not release an earlier sale's customer.
      if (kept !== null && !isTaken(kept.takenFor)) kept.takenFor = posTid;
    },
    forget,
    view() {
      const ready = now();
      if (ready === null || kept === null) return null;
      return { until: iso(clock.now() + kept.until - clock.monotonic()), wordsOf: ready.wordsOf };
    },
    close: loop.close,
  };
}
