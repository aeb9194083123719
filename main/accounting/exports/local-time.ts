import { offsetText, QUARTER_MS, wallClock } from "../../../contract/reports-time.ts";

/** A moment as the shop's clock shows it. */
export interface LocalTime {
  /** `2026-11-20` */
  date: string;
  /** `14:32:08` */
  time: string;
  /** `+01:00` */
  offset: string;
}

/** Quarters of an hour that are remembered: two years of them. */
const MOST_KEPT = 70_000;

/**
 * Makes the function that tells the shop's time, for a million rows: a zone's offset changes on a quarter of an hour
 * or not at all, and asking for it is what takes long.
 */
export function localTimes(timeZone: string): (at: number) => LocalTime {
  const offsets = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const offsetMs = offsets.get(quarter) ?? wallClock(at, timeZone).offsetMs;
    if (offsets.size >= MOST_KEPT) offsets.clear();
    offsets.set(quarter, offsetMs);
    const shown = new Date(at + offsetMs).toISOString();
    return { date: shown.slice(0, 10), time: shown.slice(11, 19), offset: offsetText(offsetMs) };
  };
}
