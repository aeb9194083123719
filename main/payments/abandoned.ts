/** Codes that nobody scanned: a shop's screen forgets them, so does the till. */
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { createStopwatch } from "../queue/stopwatch.ts";
import { createWaker, runLoop } from "../waker.ts";
import type { Ledger } from "./ledger.ts";
import type { PaymentService } from "./service.ts";

/** Longer than anybody stands before a code, shorter than the next customer's patience with an old one. */
const CODE_LIVES_MS = 30 * 60_000;
const LOOK_EVERY_MS = 60_000;

export interface AbandonedPorts {
  ledger: Ledger;
  payments: Pick<PaymentService, "abort">;
  clock: Clock;
  log: Log;
}

/**
 * Cancels drafts whose code was shown for half an hour and never scanned. Nothing was sent for them, so nothing is
 * sent now; a scan that comes later is told that the code has been used.
 */
export function startTidying({ ledger, payments, clock, log }: AbandonedPorts): { close(): Promise<void> } {
  const waker = createWaker();
  const stopwatch = createStopwatch(clock);
  const running = runLoop({ clock, log, waker }, () => {
    const abandoned = ledger.rows
      .inPhases(["draft"])
      .filter(
        (row) =>
          row.qr?.kind === "shortlink" &&
          row.tid === null &&
          stopwatch.ageOf({ id: row.posTid, createdAt: row.createdAt, retriedAt: null }) > CODE_LIVES_MS,
      );
    for (const { posTid } of abandoned) payments.abort({ posTid });
    return waker.sleep(clock, LOOK_EVERY_MS);
  });
  return {
    async close() {
      waker.close();
      await running;
    },
  };
}
