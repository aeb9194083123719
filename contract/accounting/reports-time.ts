/**
 * Business days and their hours in any time zone. A business day begins at its cut-off by the wall clock and ends where
 * the next begins. Days have no gaps or overlaps, and have 23 or 25 hours when clocks change.
 */

import {
  fromAbsolute,
  parseDate,
  parseDateTime,
  toCalendarDate,
  toCalendarDateTime,
  toZoned,
} from "@internationalized/date";

/** Bookings are summed by quarters: all zones' hours and clock changes fall on one. */
export const QUARTER_MS = 15 * 60_000;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export interface ShopTime {
  timeZone: string;
  cutOff: string;
}

export interface WallClock {
  /** `2026-03-02` */
  date: string;
  hour: number;
  minute: number;
  /** East of UTC */
  offsetMs: number;
}

/** Times in ms since the epoch. */
export interface HourSlot {
  hour: number;
  /**
   * `06:00`; `02:00 +01:00` if the hour occurs twice; `02:00 2026-04-06` if the day also ends with it. Unique per day
   */
  label: string;
  startsAt: number;
  endsAt: number;
}

/** Returns the wall clock at `at` (ms since the epoch). */
export function wallClock(at: number, timeZone: string): WallClock {
  const zoned = fromAbsolute(at, timeZone);
  return { date: toCalendarDate(zoned).toString(), hour: zoned.hour, minute: zoned.minute, offsetMs: zoned.offset };
}

/** A span without a clock change. */
export interface OffsetSpan {
  /** Multiples of a quarter, ms since the epoch */
  from: number;
  to: number;
  offsetMs: number;
}

/** Returns the spans between two moments without gaps, oldest first. Both are on a quarter of an hour. */
export function offsetSpans(from: number, to: number, timeZone: string): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  const add = (until: number, offsetMs: number) => {
    const last = spans.at(-1);
    if (last?.offsetMs === offsetMs) last.to = until;
    else spans.push({ from: last?.to ?? from, to: until, offsetMs });
  };
  for (let at = from; at < to; ) {
    const dayLater = Math.min(at + DAY_MS, to);
    const { offset } = fromAbsolute(at, timeZone);
    // At most one change happens per day; that day is searched by quarters.
    const until = offset === fromAbsolute(dayLater, timeZone).offset ? dayLater : at + QUARTER_MS;
    add(until, offset);
    at = until;
  }
  return spans;
}

/** Returns a business day's start (ms since the epoch); later than the cut-off if a clock change skips it. */
export function startOfDay(businessDay: string, { timeZone, cutOff }: ShopTime): number {
  const wall = parseDateTime(`${businessDay}T${cutOff}`);
  let start = toZoned(wall, timeZone, "earlier");
  // The result is too early if the time was skipped: continue to the first quarter at or after it.
  while (toCalendarDateTime(start).compare(wall) < 0) start = start.add({ minutes: 15 });
  return start.toDate().getTime();
}

/** Returns the business day of `at` (ms since the epoch). */
export function businessDayOf(at: number, shop: ShopTime): string {
  let day = wallClock(at, shop.timeZone).date;
  while (at < startOfDay(day, shop)) day = shiftDay(day, -1);
  while (at >= startOfDay(shiftDay(day, 1), shop)) day = shiftDay(day, 1);
  return day;
}

export function shiftDay(day: string, days: number): string {
  return parseDate(day).add({ days }).toString();
}

/** Returns the hours of a business day, oldest first; 24, or 23 and 25 when clocks change. */
export function hoursOfDay(businessDay: string, shop: ShopTime): HourSlot[] {
  const end = startOfDay(shiftDay(businessDay, 1), shop);
  const slots: (Omit<HourSlot, "label"> & { offsetMs: number; date: string })[] = [];
  for (let at = startOfDay(businessDay, shop); at < end; at += QUARTER_MS) {
    const { date, hour, offsetMs } = wallClock(at, shop.timeZone);
    const last = slots.at(-1);
    if (last?.hour === hour && last.offsetMs === offsetMs && last.date === date) last.endsAt = at + QUARTER_MS;
    else slots.push({ hour, offsetMs, date, startsAt: at, endsAt: at + QUARTER_MS });
  }
  const labelOf = ({ hour, offsetMs, date }: (typeof slots)[number]) => {
    const sameHour = slots.filter((slot) => slot.hour === hour);
    if (sameHour.length === 1) return clockText(hour);
    const hasSameOffset = sameHour.filter((slot) => slot.offsetMs === offsetMs).length > 1;
    return `${clockText(hour)} ${hasSameOffset ? date : offsetText(offsetMs)}`;
  };
  return slots.map((slot) => ({
    hour: slot.hour,
    label: labelOf(slot),
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
  }));
}

/** `06:00` */
export function clockText(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

/** `+01:00` */
export function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / MINUTE_MS;
  const parts = [Math.trunc(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${offsetMs < 0 ? "-" : "+"}${parts.join(":")}`;
}
