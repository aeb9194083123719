import type { Clock } from "../../lib/clock.ts";
import type { OperationRow } from "./operation.ts";

export type Stopwatch = ReturnType<typeof createStopwatch>;

/** Smaller jumps are drift and corrections by network time. */
const JUMP_MS = 2000;
const MAX_TRACKED = 10_000;

/** Measures jumps of the wall clock, and ages that such jumps do not change. */
export function createStopwatch(clock: Clock) {
  let offset = clock.now() - clock.monotonic();
  const seenById = new Map<string, { age: number; at: number; since: number }>();
  return {
    /** Returns how far the wall clock jumped since the last call, in ms; usually 0. */
    takeClockJumpMs(): number {
      // The monotonic clock has fractions; the database stores integers.
      const jumpMs = Math.round(clock.now() - clock.monotonic() - offset);
      if (Math.abs(jumpMs) < JUMP_MS) return 0;
      offset += jumpMs;
      return jumpMs;
    },
    /** Returns an operation's age in ms, by the monotonic clock since this process first read the operation. */
    ageOf({ id, createdAt, retriedAt }: Pick<OperationRow, "id" | "createdAt" | "retriedAt">): number {
      const previous = seenById.get(id);
      const since = retriedAt ?? createdAt;
      const entry =
        previous?.since === since ? previous : { age: Math.max(0, clock.now() - since), at: clock.monotonic(), since };
      // Clearing only makes the next call read the wall clock again.
      if (seenById.size >= MAX_TRACKED) seenById.clear();
      seenById.set(id, entry);
      return entry.age + clock.monotonic() - entry.at;
    },
  };
}
