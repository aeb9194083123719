/** The service's time between its answers: whatever is done to this machine's clock meanwhile. */

import type { Clock } from "../../lib/clock.ts";
import type { ApiClient } from "../../service/api/client.ts";
import { SKEW_TOLERANCE_MS } from "../../service/api/skew.ts";

export interface ServiceTime {
  /** ms since the epoch by the service's clock; null until it has answered for the first time */
  now(): number | null;
  close(): void;
}

/** What an answer told, and what this machine's clocks said then. */
interface Told {
  at: number;
  skewMs: number;
  wall: number;
  monotonic: number;
}

/** Learns the time at every answer that tells it. */
export function followServiceTime(
  api: Pick<ApiClient, "correctedNow" | "clockSkewMs" | "isClockSettled" | "onExchange">,
  clock: Clock,
): ServiceTime {
  let told: Told | null = null;
  const close = api.onExchange(({ status }) => {
    // A time that is not confirmed must not end a reservation.
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

/** This machine's clock was set, and the answer named no time to compare with: what it seems to tell is that clock's. */
function isOnlyOurs(told: Told, heard: Told): boolean {
  const setBy = heard.wall - told.wall - (heard.monotonic - told.monotonic);
  return Math.abs(setBy) > SKEW_TOLERANCE_MS && heard.skewMs === told.skewMs;
}
