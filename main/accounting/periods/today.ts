/** The business day so far, against the same weekday of last week. */

import type { Today, TodayHour } from "../../../contract/reports.ts";
import {
  businessDayOf,
  type HourSlot,
  hoursOfDay,
  type ShopTime,
  shiftDay,
  startOfDay,
  wallClock,
} from "../../../contract/reports-time.ts";
import { iso } from "../../lib/iso-time.ts";
import { countsOf, totalsOf } from "./figures.ts";
import { type ReportPorts, reservedNow } from "./report.ts";
import type { TallyRow } from "./tally.ts";

/** One hour with what was booked in it. */
interface Hour extends HourSlot {
  captured: number;
  count: number;
}

/** One business day: its money, and the moments at which its payments were first captured. */
interface Day {
  businessDay: string;
  from: number;
  to: number;
  rows: TallyRow[];
  captures: number[];
  hours: Hour[];
}

/** What the screen shows now. @param now ms since the epoch */
export function todayAt(ports: ReportPorts, now: number): Today {
  const { shop, database } = ports;
  const today = dayOf(ports, businessDayOf(now, shop));
  const before = dayOf(ports, shiftDay(today.businessDay, -7));
  const totals = totalsOf(today.rows);
  const counts = countsOf(today.rows);
  const count = today.captures.length;
  const outOf = counts.approved + counts.rejected;
  return {
    businessDay: today.businessDay,
    from: iso(today.from),
    to: iso(today.to),
    asOf: iso(now),
    timeZone: shop.timeZone,
    currency: shop.currency,
    sold: totals.captured,
    count,
    average: average(totals.captured, count),
    tips: totals.tips,
    declined: { count: counts.rejected, outOf, share: outOf === 0 ? null : counts.rejected / outOf },
    refunds: {
      count: ports.tally.firstsBetween("refund", shop.currency, today.from, today.to).length,
      amount: totals.refunded,
    },
    reserved: reservedNow(database, shop.currency),
    lastWeek: {
      businessDay: before.businessDay,
      sold: totalsOf(before.rows).captured,
      count: before.captures.length,
      soldByNow: totalsOf(before.rows.filter(({ at }) => at < aWeekBefore(now, shop))).captured,
    },
    hours: pairHours(today.hours, before.hours, now),
  };
}

/** The moment at which the shop's clock showed the same a week ago. */
function aWeekBefore(now: number, { timeZone }: ShopTime): number {
  const { date, hour, minute } = wallClock(now, timeZone);
  const cutOff = [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
  return startOfDay(shiftDay(date, -7), { timeZone, cutOff });
}

/** In minor units, rounded half up; integers alone, however large. */
function average(sum: number, count: number): number | null {
  if (count === 0) return null;
  return Number((BigInt(sum) * 2n + BigInt(count)) / (BigInt(count) * 2n));
}

function dayOf({ tally, shop }: ReportPorts, businessDay: string): Day {
  const [from, to] = [startOfDay(businessDay, shop), startOfDay(shiftDay(businessDay, 1), shop)];
  const rows = tally.between(from, to).filter((row) => row.currency === shop.currency);
  const captures = tally.firstsBetween("capture", shop.currency, from, to);
  const hours = hoursOfDay(businessDay, shop).map((slot) => {
    const within = (at: number) => at >= slot.startsAt && at < slot.endsAt;
    const { captured } = totalsOf(rows.filter(({ at }) => within(at)));
    return { ...slot, captured, count: captures.filter(within).length };
  });
  return { businessDay, from, to, rows, captures, hours };
}

/** Hours that look alike on the clock stand side by side; what only one day has, on a night when clocks change, stands alone. */
function pairHours(today: readonly Hour[], before: readonly Hour[], now: number): TodayHour[] {
  const rest = [...before];
  const paired = today.map((hour) => {
    const at = rest.findIndex((other) => other.hour === hour.hour);
    return { hour, other: at < 0 ? undefined : rest.splice(at, 1)[0] };
  });
  const own = paired.map(({ hour, other }) => hourView(hour, other, now));
  // An hour that only last week had goes where the clock would have shown it.
  for (const other of rest) {
    const after = own.findLastIndex(({ hour }) => hour === other.hour || hour === (other.hour + 23) % 24);
    own.splice(after + 1, 0, hourView(undefined, other, now));
  }
  return own;
}

function hourView(hour: Hour | undefined, other: Hour | undefined, now: number): TodayHour {
  const shown = hour ?? other;
  return {
    hour: shown?.hour ?? 0,
    label: shown?.label ?? "",
    startsAt: hour ? iso(hour.startsAt) : null,
    captured: hour?.captured ?? null,
    count: hour?.count ?? null,
    lastWeek: other?.captured ?? null,
    lastWeekCount: other?.count ?? null,
    toCome: hour !== undefined && hour.startsAt > now,
  };
}
