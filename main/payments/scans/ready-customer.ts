/**
 * The customer who scanned a sticker before there was a sale. In memory alone: a till that stops forgets them, and they
 * scan again.
 */
import { type ReadyCustomer as ReadyCustomerView, SCAN_COUNTS_MS } from "../../../contract/stickers.ts";
import { iso } from "../../lib/iso-time.ts";
import { startLoop } from "../../lib/loop.ts";
import type { StorageContext } from "../../storage/context.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";

/** Who is ready: as what the next sale asks for them by. */
interface Ready {
  /** G3's identifier: a secret of the customer's, which no window, log or row ever has */
  scanToken: string;
  /** What their match words follow from, until their sale has a `posTid` */
  wordsOf: string;
}

export interface ReadyCustomer {
  /** A customer is waited for. @param ageMs how long ago they scanned @returns what their match words follow from */
  keep(scanToken: string, ageMs: number): string;
  /** Who the next sale is for; null: no customer, or no longer */
  now(): Ready | null;
  /** They are asked by this payment: no other sale is for them, unless it never gets on disk. `forget` follows when it is. */
  takeFor(posTid: string): void;
  /** They are not waited for any more. @returns whether there was one */
  forget(): boolean;
  view(): ReadyCustomerView | null;
  close(): Promise<void>;
}

/**
 * Waits for no customer yet. That one is waited for, or is not any more, it signals.
 * @param isPayment whether there is a payment of this id
 */
export function openReadyCustomer(
  { clock, log, signals }: Pick<StorageContext, "clock" | "log" | "signals">,
  isPayment: (posTid: string) => boolean,
): ReadyCustomer {
  const onChange = () => signals.emit("terminal.stale");
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
      const until = clock.monotonic() + SCAN_COUNTS_MS - ageMs;
      kept = { scanToken, wordsOf: randomIdentifier(8), until, takenFor: null };
      loop.wake();
      onChange();
      return kept.wordsOf;
    },
    now,
    takeFor(posTid) {
      // A later sale that goes back alone must not give away whom an earlier one asks.
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
