/** The service's time between responses, independent of this machine's wall clock. */

import type { Clock } from "../../lib/clock.ts";
import type { ApiClient } from "../../service/api/client.ts";
import { SKEW_TOLERANCE_MS } from "../../service/api/skew.ts";

export interface ServiceTime {
  now(): number | null;
  close(): void;
}

interface Told {
  at: number;
  skewMs: number;
  wall: number;
  monotonic: number;
}

export function followServiceTime(
  api: Pick<ApiClient, "correctedNow" | "clockSkewMs" | "isClockSettled" | "onExchange">,
  clock: Clock,
): ServiceTime {
  let told: Told | null = null;
  const close = api.onExchange(({ status }) => {
    // An unconfirmed time must not end a reservation.
    if (status === null || !api.isClockSettled()) return;
    const heard = {
      at: api.correctedNow(),
      skewMs: api.clockSkewMs(),
      wall: clock.now(),
      monotonic: clock.monotonic(),
    };
    if (told === null || !isOnlyOurs(told, heard)) told = heard;
  });
  return { now: () => told && Math.trunc(told.at + clock.monotonic() - told.monotonic), close };
}

/** True when only this machine's clock was set: the response had no date, so its time is wrong. */
function isOnlyOurs(told: Told, heard: Told): boolean {
  const setBy = heard.wall - told.wall - (heard.monotonic - told.monotonic);
  return Math.abs(setBy) > SKEW_TOLERANCE_MS && heard.skewMs === told.skewMs;
}
