/** Rate limit for PIN changes, because each answer reveals whether another person has the PIN. */
import type { Clock } from "../lib/clock.ts";
import { type Database, transact } from "../storage/database/database.ts";

const PER_DAY = 3;
const DAY_MS = 24 * 3_600_000;
/** Elapsed time lost at most when the till stops: many tills are off at night. */
const WRITE_EVERY_MS = 15 * 60_000;

/** Prefix of these rows in `pin_try`, before the person's id. */
export const CHANGES = "change:";

export type PinChanges = ReturnType<typeof createPinChanges>;

interface Day {
  used: number;
  /** Monotonic: time while the till is off does not count */
  until: number;
}

export function createPinChanges({ database, clock }: { database: Database; clock: Clock }) {
  const read = database.prepare<[], { subject: string; taken: number; left: number }>(
    `SELECT subject, failures AS taken, wait_left_ms AS left FROM pin_try WHERE subject GLOB '${CHANGES}*'`,
  );
  const write = database.prepare(
    `INSERT INTO pin_try (subject, failures, wait_left_ms, written_at) VALUES (@subject, @taken, @left, @now)
     ON CONFLICT (subject) DO UPDATE SET failures = excluded.failures, wait_left_ms = excluded.wait_left_ms, written_at = excluded.written_at`,
  );
  const days = new Map<string, Day>();
  for (const { subject, taken, left } of read.all())
    days.set(subject, { used: taken, until: clock.monotonic() + left });
  const leftOf = ({ until }: Day) => Math.max(0, Math.ceil(until - clock.monotonic()));
  const keep = (subject: string, day: Day) =>
    write.run({ subject, taken: day.used, left: leftOf(day), now: clock.now() });
  const closed = new AbortController();
  const follow = async () => {
    for (;;) {
      await clock.sleep(WRITE_EVERY_MS, closed.signal);
      if (closed.signal.aborted) return;
      transact(database, () => {
        for (const [subject, day] of days) keep(subject, day);
      });
      for (const [subject, day] of days) if (leftOf(day) === 0) days.delete(subject);
    }
  };
  void follow();
  return {
    /** Counts a change, on disk before its result is known. @returns 0, or the wait in ms if nothing was counted */
    consume(person: string) {
      const subject = CHANGES + person;
      const existing = days.get(subject);
      const day = existing && leftOf(existing) > 0 ? existing : { used: 0, until: clock.monotonic() + DAY_MS };
      if (day.used >= PER_DAY) return leftOf(day);
      const counted = { until: day.until, used: day.used + 1 };
      transact(database, () => keep(subject, counted));
      days.set(subject, counted);
      return 0;
    },
    close: () => closed.abort(),
  };
}
