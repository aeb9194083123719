/** The lockout after wrong PINs: counters, and the waits that they cost; a wait runs on the monotonic clock, whatever the wall clock does. */
import type { Clock } from "../lib/clock.ts";
import { type Database, transact } from "../storage/database/database.ts";
import { LONGEST_WAIT_MS, triesLeft, waitAfter } from "./lockout.ts";
import { CHANGES } from "./pin-changes.ts";

/** Counters that belong to no person: tries without a name, at the kiosk's exit, and anything else at a kiosk. */
export const ANYBODY = "";
export const KIOSK_EXIT = "at:exit";
export const KIOSK = "at:kiosk";

const isPerson = (subject: string) => ![ANYBODY, KIOSK_EXIT, KIOSK].includes(subject);

/**
 * Wrong tries without a person are forgotten by time: one in as long as the longest wait. That gives an attacker no more
 * tries than the wait does, and a month's typing errors do not lock the till.
 */
const FORGET_ONE_MS = LONGEST_WAIT_MS;

export interface PinGuard {
  /** How long this subject is locked out, in ms; 0: a PIN may be tried */
  waitLeft(subject: string): number;
  /** How many more PINs of this subject may be wrong before there is a wait */
  triesLeft(subject: string): number;
  /** Writes the counter as it is, before a PIN is checked. @throws when the disk takes nothing: a failure could not be counted */
  prepare(subject: string): void;
  /**
   * Commits a wrong PIN, before its answer. When the commit fails, the subject waits as long as possible.
   * @param alongside runs in the same transaction
   */
  count(subject: string, alongside: () => void): void;
  /** The PIN was right: a person's failures are forgotten. A right PIN without a person excuses no wrong one. */
  clear(subject: string): void;
  close(): void;
}

interface Tries {
  failures: number;
  wait_left_ms: number;
}

/** The till's lockout guard, over the `pin_try` table. */
export function createPinGuard({ database, clock }: { database: Database; clock: Clock }): PinGuard {
  const read = database.prepare<[string], Tries>("SELECT failures, wait_left_ms FROM pin_try WHERE subject = ?");
  const all = database.prepare<[], Tries & { subject: string }>(
    `SELECT * FROM pin_try WHERE wait_left_ms > 0 AND subject NOT GLOB '${CHANGES}*'`,
  );
  const write = database.prepare(
    `INSERT INTO pin_try (subject, failures, wait_left_ms, written_at) VALUES (@subject, @failures, @waitMs, @now)
     ON CONFLICT (subject) DO UPDATE SET failures = excluded.failures, wait_left_ms = excluded.wait_left_ms, written_at = excluded.written_at`,
  );
  const put = (subject: string, failures: number, waitMs: number) =>
    transact(database, () => write.run({ subject, failures, waitMs, now: clock.now() }));
  // For what is in the table already it begins at the start: how long the till was off, the wall clock does not prove.
  const startedAt = clock.monotonic();
  const forgottenUntil = new Map<string, number>();
  /** What still counts; the caller stores it. */
  const failuresOf = (subject: string) => {
    const failures = read.get(subject)?.failures ?? 0;
    if (isPerson(subject)) return failures;
    const since = forgottenUntil.get(subject) ?? startedAt;
    const forgotten = Math.floor((clock.monotonic() - since) / FORGET_ONE_MS);
    forgottenUntil.set(subject, forgotten < failures ? since + forgotten * FORGET_ONE_MS : clock.monotonic());
    return Math.max(0, failures - forgotten);
  };
  const closed = new AbortController();
  const shutUntil = new Map<string, number>();
  const shut = (subject: string, waitMs: number) => {
    const until = clock.monotonic() + waitMs;
    shutUntil.set(subject, until);
    if (waitMs === 0) return;
    // A wait that is over is over after a restart too; one that is not runs again in full: the wall clock proves nothing.
    void clock.sleep(waitMs, closed.signal).then(() => {
      if (!closed.signal.aborted && shutUntil.get(subject) === until) put(subject, failuresOf(subject), 0);
    });
  };
  for (const { subject, wait_left_ms } of all.all()) shut(subject, wait_left_ms);
  return {
    waitLeft: (subject) => Math.max(0, (shutUntil.get(subject) ?? 0) - clock.monotonic()),
    triesLeft: (subject) => triesLeft(failuresOf(subject)),
    prepare: (subject) => put(subject, failuresOf(subject), 0),
    count(subject, alongside) {
      const failures = failuresOf(subject) + 1;
      const waitMs = waitAfter(failures);
      try {
        transact(database, () => {
          put(subject, failures, waitMs);
          alongside();
        });
      } catch (error) {
        shut(subject, LONGEST_WAIT_MS);
        throw error;
      }
      shut(subject, waitMs);
    },
    // Written even when nothing changes: a right PIN is not answered sooner than a wrong one is stored.
    clear: (subject) => put(subject, isPerson(subject) ? 0 : failuresOf(subject), 0),
    close: () => closed.abort(),
  };
}
