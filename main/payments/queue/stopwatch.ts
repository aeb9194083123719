import type { Clock } from "../../lib/clock.ts";
import type { OperationRow } from "./operation.ts";

/** Detects jumps of the wall clock, so that stored times can be corrected by monotonic intervals. */
export interface Stopwatch {
  /** By how much the wall clock was set since the last call, in ms: 0 nearly always. */
  jump(): number;
  /** How old an operation is, in ms: by the monotonic clock as long as this process has known it. */
  ageOf(operation: Pick<OperationRow, "id" | "createdAt" | "retriedAt">): number;
}

/** Less than this is the two clocks' ordinary drift and corrections by network time. */
const JUMP_MS = 2000;
const MOST_KNOWN = 10_000;

/** Makes one for one loop. */
export function createStopwatch(clock: Clock): Stopwatch {
  let offset = clock.now() - clock.monotonic();
  const known = new Map<string, { age: number; at: number; since: number }>();
  return {
    jump() {
      // Whole milliseconds: the monotonic clock counts finer, and the database keeps integers.
      const moved = Math.round(clock.now() - clock.monotonic() - offset);
      if (Math.abs(moved) < JUMP_MS) return 0;
      offset += moved;
      return moved;
    },
    ageOf({ id, createdAt, retriedAt }) {
      const before = known.get(id);
      const since = retriedAt ?? createdAt;
      const seen =
        before?.since === since ? before : { age: Math.max(0, clock.now() - since), at: clock.monotonic(), since };
      // Settled operations are not asked about again; forgetting them all only means reading the wall clock once more.
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(id, seen);
      return seen.age + clock.monotonic() - seen.at;
    },
  };
}
