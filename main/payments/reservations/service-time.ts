/** The service's time between responses, independent of this machine's wall clock. */

import type { Clock } from "../../lib/clock.ts";
import type { ApiClient } from "../../service/api/client.ts";
import { SKEW_TOLERANCE_MS } from "../../service/api/skew.ts";

export type ServiceTime = ReturnType<typeof followServiceTime>;

interface TimeSample {
  at: number;
  skewMs: number;
  wall: number;
  monotonic: number;
}

/** Follows the service's time from its responses. Ignores times from an unconfirmed clock. */
export function followServiceTime(
  api: Pick<ApiClient, "correctedNow" | "clockSkewMs" | "isClockSettled" | "onExchange">,
  clock: Clock,
) {
  let current: TimeSample | null = null;
  const close = api.onExchange(({ status }) => {
    // An unconfirmed time must not end a reservation.
    if (status === null || !api.isClockSettled()) return;
    const sample = {
      at: api.correctedNow(),
      skewMs: api.clockSkewMs(),
      wall: clock.now(),
      monotonic: clock.monotonic(),
    };
    if (current === null || !wasOnlyLocalClockSet(current, sample)) current = sample;
  });
  return { now: (): number | null => current && Math.trunc(current.at + clock.monotonic() - current.monotonic), close };
}

/** True when only this machine's clock was set: the response had no date, so its time is wrong. */
function wasOnlyLocalClockSet(current: TimeSample, sample: TimeSample): boolean {
  const clockSetByMs = sample.wall - current.wall - (sample.monotonic - current.monotonic);
  return Math.abs(clockSetByMs) > SKEW_TOLERANCE_MS && sample.skewMs === current.skewMs;
}
