/**
 * The shop's time: business days and their hours, in any time zone, whatever its clocks do at night. Pure, over what
 * the machine knows of zones. A business day begins at its cut-off by the wall clock and ends where the next one begins:
 * so days follow one another without a gap or an overlap, and one has 23 or 25 hours when clocks change in it.
 */

import {
  fromAbsolute,
  parseDate,
  parseDateTime,
  toCalendarDate,
  toCalendarDateTime,
  toZoned,
} from "@internationalized/date";

/** Bookings are summed by quarters of an hour: every zone's hours, and every change of its clocks, begin on one. */
export const QUARTER_MS = 15 * 60_000;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** When and where a shop's days begin. */
export interface ShopTime {
  timeZone: string;
  /** Whole hours: `04:00` */
  cutOff: string;
}

/** What a wall clock in the zone shows. */
export interface WallClock {
  /** `2026-03-02` */
  date: string;
  hour: number;
  minute: number;
  /** East of UTC */
  offsetMs: number;
}

/** One hour of a business day, as the shop's clock counts it. Times in ms since the epoch. */
export interface HourSlot {
  hour: number;
  /**
   * `06:00`, or `02:00 +01:00` where the clock shows that hour twice, or `02:00 2026-04-06` where the day also ends with
   * it: unique within the day
   */
  label: string;
  startsAt: number;
  endsAt: number;
}

/** What the wall clock shows. @param at ms since the epoch */
export function wallClock(at: number, timeZone: string): WallClock {
  const shown = fromAbsolute(at, timeZone);
  return { date: toCalendarDate(shown).toString(), hour: shown.hour, minute: shown.minute, offsetMs: shown.offset };
}

/** A stretch of time in which a zone's clocks do not change. */
export interface Stretch {
  /** Both on a quarter of an hour, ms since the epoch */
  from: number;
  to: number;
  offsetMs: number;
}

/** The stretches between two moments, oldest first, without a gap. @param from on a quarter of an hour, like `to` */
export function stretches(from: number, to: number, timeZone: string): Stretch[] {
  const found: Stretch[] = [];
  const add = (until: number, offsetMs: number) => {
    const last = found.at(-1);
    if (last?.offsetMs === offsetMs) last.to = until;
    else found.push({ from: last?.to ?? from, to: until, offsetMs });
  };
  for (let at = from; at < to; ) {
    const dayLater = Math.min(at + DAY_MS, to);
    const { offset } = fromAbsolute(at, timeZone);
    // Two changes within a day do not happen; one does, and then its quarters are looked at.
    const until = offset === fromAbsolute(dayLater, timeZone).offset ? dayLater : at + QUARTER_MS;
    add(until, offset);
    at = until;
  }
  return found;
}

/**
 * When a business day begins: the first moment at which the wall clock shows its cut-off, or, on a night in which that
 * time is skipped, something later.
 * @param businessDay `2026-03-02`
 * @returns ms since the epoch
 */
export function startOfDay(businessDay: string, { timeZone, cutOff }: ShopTime): number {
  const wall = parseDateTime(`${businessDay}T${cutOff}`);
  let first = toZoned(wall, timeZone, "earlier");
  // Where that time is skipped, this is before the clocks change: on to the first quarter of an hour at which it has come.
  while (toCalendarDateTime(first).compare(wall) < 0) first = first.add({ minutes: 15 });
  return first.toDate().getTime();
}

/** The business day that a moment belongs to. @param at ms since the epoch */
export function businessDayOf(at: number, shop: ShopTime): string {
  let day = wallClock(at, shop.timeZone).date;
  while (at < startOfDay(day, shop)) day = shiftDay(day, -1);
  while (at >= startOfDay(shiftDay(day, 1), shop)) day = shiftDay(day, 1);
  return day;
}

/** The day so many days later (or earlier). */
export function shiftDay(day: string, days: number): string {
  return parseDate(day).add({ days }).toString();
}

/** A business day's hours, oldest first: 24, or as many as there are when clocks change in it. */
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
    const twice = slots.filter((slot) => slot.hour === hour);
    if (twice.length === 1) return clockText(hour);
    const isAlike = twice.filter((slot) => slot.offsetMs === offsetMs).length > 1;
    return `${clockText(hour)} ${isAlike ? date : offsetText(offsetMs)}`;
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
