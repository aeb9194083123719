import { offsetText, QUARTER_MS, wallClock } from "../../../contract/accounting/reports-time.ts";

export interface LocalTime {
  /** `2026-11-20` */
  date: string;
  /** `14:32:08` */
  time: string;
  /** `+01:00` */
  offset: string;
}

/** Cached offsets, one per quarter of an hour: two years. */
const MAX_CACHED_OFFSETS = 70_000;

/** Caches offsets per quarter of an hour: a lookup is slow, and an export has a million rows. */
export function localTimes(timeZone: string): (at: number) => LocalTime {
  const offsets = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const offsetMs = offsets.get(quarter) ?? wallClock(at, timeZone).offsetMs;
    if (offsets.size >= MAX_CACHED_OFFSETS) offsets.clear();
    offsets.set(quarter, offsetMs);
    const shifted = new Date(at + offsetMs).toISOString();
    return { date: shifted.slice(0, 10), time: shifted.slice(11, 19), offset: offsetText(offsetMs) };
  };
}
