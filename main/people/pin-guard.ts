/** The lockout after wrong PINs: counters and waits. Waits use the monotonic clock. */
import type { Clock } from "../lib/clock.ts";
import { type Database, transact } from "../storage/database/database.ts";
import { CHANGES } from "./pin-changes.ts";

/** The fifth wrong PIN locks for a minute, each further one for longer. */
const FREE_TRIES = 4;
const WAITS_MS = [1, 5, 15, 30].map((minutes) => minutes * 60_000);

export const LONGEST_WAIT_MS = Math.max(...WAITS_MS);

/** Counters without a person: tries without a name, at the kiosk's exit, and others at a kiosk. */
export const ANONYMOUS = "";
export const KIOSK_EXIT = "at:exit";
export const KIOSK = "at:kiosk";

const isPerson = (subject: string) => ![ANONYMOUS, KIOSK_EXIT, KIOSK].includes(subject);

/**
 * Interval after which one wrong try without a person is forgotten. An attacker gains no tries over the longest wait,
 * and typing errors do not add up.
 */
const FORGET_ONE_MS = LONGEST_WAIT_MS;

interface Tries {
  failures: number;
  wait_left_ms: number;
}

export function createPinGuard({ database, clock }: { database: Database; clock: Clock }) {
  const read = database.prepare<[string], Tries>("SELECT failures, wait_left_ms FROM pin_try WHERE subject = ?");
  const pendingWaits = database.prepare<[], Tries & { subject: string }>(
    `SELECT * FROM pin_try WHERE wait_left_ms > 0 AND subject NOT GLOB '${CHANGES}*'`,
  );
  const write = database.prepare(
    `INSERT INTO pin_try (subject, failures, wait_left_ms, written_at) VALUES (@subject, @failures, @waitMs, @now)
     ON CONFLICT (subject) DO UPDATE SET failures = excluded.failures, wait_left_ms = excluded.wait_left_ms, written_at = excluded.written_at`,
  );
  const storeTries = (subject: string, failures: number, waitMs: number) =>
    transact(database, () => write.run({ subject, failures, waitMs, now: clock.now() }));
  // Stored tries start to expire now: the wall clock cannot prove how long the till was off.
  const startedAt = clock.monotonic();
  const decayedAt = new Map<string, number>();
  const failuresOf = (subject: string) => {
    const failures = read.get(subject)?.failures ?? 0;
    if (isPerson(subject)) return failures;
    const since = decayedAt.get(subject) ?? startedAt;
    const forgotten = Math.floor((clock.monotonic() - since) / FORGET_ONE_MS);
    decayedAt.set(subject, forgotten < failures ? since + forgotten * FORGET_ONE_MS : clock.monotonic());
    return Math.max(0, failures - forgotten);
  };
  const closed = new AbortController();
  const lockedUntil = new Map<string, number>();
  const lockOut = (subject: string, waitMs: number) => {
    const until = clock.monotonic() + waitMs;
    lockedUntil.set(subject, until);
    if (waitMs === 0) return;
    // A finished wait is stored. An unfinished one restarts in full, because the wall clock proves nothing.
    void clock.sleep(waitMs, closed.signal).then(() => {
      if (!closed.signal.aborted && lockedUntil.get(subject) === until) storeTries(subject, failuresOf(subject), 0);
    });
  };
  for (const { subject, wait_left_ms } of pendingWaits.all()) lockOut(subject, wait_left_ms);
  return {
    waitLeft: (subject: string) => Math.max(0, (lockedUntil.get(subject) ?? 0) - clock.monotonic()),
    triesLeft: (subject: string) => triesLeft(failuresOf(subject)),
    /** Writes the counter before a PIN is checked. @throws if the disk is full, since a failure could not be counted */
    prepare: (subject: string) => storeTries(subject, failuresOf(subject), 0),
    /** Commits a wrong PIN and `alongside` before its answer. If the commit fails, the longest wait starts. */
    count(subject: string, alongside: () => void) {
      const failures = failuresOf(subject) + 1;
      const waitMs = waitAfter(failures);
      try {
        transact(database, () => {
          storeTries(subject, failures, waitMs);
          alongside();
        });
      } catch (error) {
        lockOut(subject, LONGEST_WAIT_MS);
        throw error;
      }
      lockOut(subject, waitMs);
    },
    /** Resets a person's counter after a correct PIN. Counters without a person stay. */
    // Always written, so that a correct PIN is not answered faster than a wrong one.
    clear: (subject: string) => storeTries(subject, isPerson(subject) ? 0 : failuresOf(subject), 0),
    close: () => closed.abort(),
  };
}

/**
 * Returns how many wrong PINs are left, including the one that starts the lockout. @param failures consecutive wrong
 * PINs
 */
export function triesLeft(failures: number): number {
  return Math.max(0, FREE_TRIES + 1 - failures);
}

/** Returns the wait in ms after a number of wrong PINs. */
export function waitAfter(failures: number): number {
  if (failures <= FREE_TRIES) return 0;
  return WAITS_MS[Math.min(failures - FREE_TRIES, WAITS_MS.length) - 1] ?? 0;
}
