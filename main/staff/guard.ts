/** The counter of wrong PINs and the wait that they cost; the wait runs on the monotonic clock, whatever the wall clock does. */
import type { Clock } from "../clock.ts";
import { type Database, transact } from "../store/database.ts";
import { waitAfter } from "./lockout.ts";

export interface PinGuard {
  /** How long nobody gets in, in ms; 0: a PIN may be tried */
  waitLeft(): number;
  /** A try, written down before the PIN is looked at: pulling the plug does not buy another one. */
  count(): void;
  /** The PIN was right. */
  clear(): void;
  close(): void;
}

/** The till's one guard, over the `pin_guard` table. */
export function createPinGuard({ database, clock }: { database: Database; clock: Clock }): PinGuard {
  const read = database.prepare<[], { failures: number; wait_left_ms: number }>(
    "SELECT failures, wait_left_ms FROM pin_guard",
  );
  const write = database.prepare(
    `INSERT INTO pin_guard (one, failures, wait_left_ms, written_at) VALUES (1, @failures, @waitMs, @now)
     ON CONFLICT (one) DO UPDATE SET failures = excluded.failures, wait_left_ms = excluded.wait_left_ms, written_at = excluded.written_at`,
  );
  const put = (failures: number, waitMs: number) =>
    transact(database, () => write.run({ failures, waitMs, now: clock.now() }));
  const closed = new AbortController();
  let waitUntil = clock.monotonic();
  const shut = (waitMs: number) => {
    const until = clock.monotonic() + waitMs;
    waitUntil = until;
    if (waitMs === 0) return;
    // A wait that is over is over after a restart too; one that is not runs again in full: the wall clock proves nothing.
    void clock.sleep(waitMs, closed.signal).then(() => {
      if (!closed.signal.aborted && waitUntil === until) put(read.get()?.failures ?? 0, 0);
    });
  };
  shut(read.get()?.wait_left_ms ?? 0);
  return {
    waitLeft: () => Math.max(0, waitUntil - clock.monotonic()),
    count() {
      const failures = (read.get()?.failures ?? 0) + 1;
      const waitMs = waitAfter(failures);
      put(failures, waitMs);
      shut(waitMs);
    },
    clear() {
      put(0, 0);
      shut(0);
    },
    close: () => closed.abort(),
  };
}
