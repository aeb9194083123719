import type { LastWeek, Today, TodayHour, TodayPerson } from "../../../contract/accounting/reports.ts";
import {
  businessDayOf,
  type HourSlot,
  hoursOfDay,
  type ShopTime,
  shiftDay,
  startOfDay,
  wallClock,
} from "../../../contract/accounting/reports-time.ts";
import type { CatalogueContent } from "../../../contract/catalogue/catalogue.ts";
import { EXPIRING_SOON_MS } from "../../../contract/payments/reservations.ts";
import { iso } from "../../lib/iso-time.ts";
import { countsOf, personsOf, totalsOf } from "./figures.ts";
import { type ReportPorts, reservedNow } from "./report.ts";
import { attentionNow, lapsedSince, productsBetween, reservedUntil } from "./today-payments.ts";

export type TodayPorts = ReportPorts & { catalogue(): Pick<CatalogueContent, "products"> };

interface Hour extends HourSlot {
  captured: number;
  count: number;
}

type Day = ReturnType<typeof dayOf>;

/** Both times are in milliseconds since the epoch. Reservations expire by the service's clock. */
export function todayAt(ports: TodayPorts, now: number, serviceNow = now): Today {
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
    currency: shop.currency,
    sold: totals.captured,
    net: totals.net,
    count,
    average: average(totals.captured, count),
    tips: totals.tips,
    declined: { count: counts.rejected, outOf },
    refunds: {
      count: ports.tally.firstBookings("refund", shop.currency, today.from, today.to).length,
      amount: totals.refunded,
    },
    reserved: reservedNow(database, shop.currency),
    soon: reservedUntil(database, shop.currency, serviceNow + EXPIRING_SOON_MS),
    attention: attentionNow(database),
    lapsed: lapsedSince(database, shop.currency, Math.min(today.from, ports.seals.latest()?.at ?? today.from)),
    lastWeek: lastWeekUntil(ports, before, now),
    hours: pairHours(today.hours, before.hours),
    persons: personsToday(today),
    products: productsBetween(database, { currency: shop.currency, ...ports.catalogue() }, today),
  };
}

function lastWeekUntil({ tally, shop }: ReportPorts, before: Day, now: number): LastWeek {
  const byNow = tally.moneyBetween(shop.currency, before.from, Math.min(sameTimeLastWeek(now, shop), before.to));
  const firstBookingAt = tally.firstBookingAt();
  return {
    businessDay: before.businessDay,
    known: firstBookingAt !== null && firstBookingAt < before.to,
    netByNow: byNow.captured - byNow.refunded,
  };
}

/** Amounts come from the tally. Payments are counted once per day, even across several periods. */
function personsToday({ rows, captures }: Pick<Day, "rows" | "captures">): TodayPerson[] {
  return personsOf(rows.filter(({ kind }) => kind === "capture" || kind === "refund"))
    .map(({ person, captured, refunded }) => ({
      person,
      count: captures.filter(({ actor }) => actor === person).length,
      captured,
      refunded,
    }))
    .sort((one, other) => other.captured - one.captured);
}

function sameTimeLastWeek(now: number, { timeZone }: ShopTime): number {
  const { date, hour, minute } = wallClock(now, timeZone);
  const cutOff = [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
  return startOfDay(shiftDay(date, -7), { timeZone, cutOff });
}

function average(sum: number, count: number): number | null {
  if (count === 0) return null;
  return Number((BigInt(sum) * 2n + BigInt(count)) / (BigInt(count) * 2n));
}

function dayOf({ tally, shop }: ReportPorts, businessDay: string) {
  const [from, to] = [startOfDay(businessDay, shop), startOfDay(shiftDay(businessDay, 1), shop)];
  const rows = tally.rowsBetween(from, to).filter((row) => row.currency === shop.currency);
  const captures = tally.firstBookings("capture", shop.currency, from, to);
  const hours = hoursOfDay(businessDay, shop).map((slot) => {
    const isInSlot = (at: number) => at >= slot.startsAt && at < slot.endsAt;
    const { captured } = totalsOf(rows.filter(({ at }) => isInSlot(at)));
    return { ...slot, captured, count: captures.filter(({ at }) => isInSlot(at)).length };
  });
  return { businessDay, from, to, rows, captures, hours };
}

/** Pairs the hours of both days by their clock hour. An hour that only one day has, when clocks change, has no pair. */
function pairHours(today: readonly Hour[], before: readonly Hour[]): TodayHour[] {
  const rest = [...before];
  const paired = today.map((hour) => {
    const at = rest.findIndex((other) => other.hour === hour.hour);
    return { hour, other: at < 0 ? undefined : rest.splice(at, 1)[0] };
  });
  const own = paired.map(({ hour, other }) => hourView(hour, other));
  for (const other of rest) {
    const after = own.findLastIndex(({ hour }) => hour === other.hour || hour === (other.hour + 23) % 24);
    own.splice(after + 1, 0, hourView(undefined, other));
  }
  return own;
}

function hourView(hour: Hour | undefined, other: Hour | undefined): TodayHour {
  const shown = hour ?? other;
  return {
    hour: shown?.hour ?? 0,
    label: shown?.label ?? "",
    captured: hour?.captured ?? null,
    count: hour?.count ?? null,
    lastWeek: other?.captured ?? null,
  };
}
