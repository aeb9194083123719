/** One day across the chain: captures and refunds by hour, and money that needs attention. */

import { shiftDay } from "../../contract/accounting/reports-time.ts";
import type { ChainDay, ChainHour, CurrencyDay, ShopDay } from "../../contract/head-office/head-office.ts";
import type { Sql } from "../database.ts";
import { lateMoney, moneyAtRisk, presentDay } from "../report.ts";

type ShopRow = ShopDay & { currency: string };

interface HourRow {
  currency: string;
  hour: number;
  isBefore: boolean;
  captured: number;
  payments: number;
}

const HOURS = 24;

/**
 * Reads a day.
 * @param wanted `2026-03-02`; null for today
 */
export async function readDay(sql: Sql, wanted: string | null): Promise<ChainDay> {
  const present = await presentDay(sql);
  const day = wanted ?? present.day;
  const shops = await shopsOf(sql, day);
  const hours = await hoursOf(sql, day);
  return {
    day,
    isPresent: day === present.day,
    asOf: new Date().toISOString(),
    sales: salesOf(shops, hours, present.begins),
    atRisk: await moneyAtRisk(sql),
    late: await lateMoney(sql),
  };
}

/**
 * Counts payments by grouping, because counting distinct ones would sort each shop's rows. A business day lies between
 * one day before and three days after its UTC midnight in every time zone, so few partitions are read.
 */
function shopsOf(sql: Sql, day: string): Promise<ShopRow[]> {
  return sql<ShopRow>`
    WITH open AS MATERIALIZED (
      SELECT till, coalesce(shop, told_shop, till) AS shop, (${day}::date + cut_off) AT TIME ZONE time_zone AS begins,
        (${day}::date + 1 + cut_off) AT TIME ZONE time_zone AS ends FROM till WHERE replaced_by IS NULL),
    by_payment AS (
      SELECT b.till, b.currency, sum(CASE b.kind WHEN 'capture' THEN b.amount + b.additional_amount ELSE 0 END) AS captured,
        sum(CASE b.kind WHEN 'refund' THEN b.amount + b.additional_amount ELSE 0 END) AS refunded,
        sum(CASE b.kind WHEN 'capture' THEN b.additional_amount ELSE 0 END) AS tips
      FROM plausible_booking b JOIN open o ON o.till = b.till AND b.at >= o.begins AND b.at < o.ends
      WHERE b.kind IN ('capture', 'refund') AND b.at >= ${day}::date - interval '1 day' AND b.at < ${day}::date + interval '3 days'
      GROUP BY b.till, b.pos_tid, b.currency),
    by_till AS (
      SELECT till, currency, sum(captured) AS captured, sum(refunded) AS refunded, sum(tips) AS tips,
        count(*) FILTER (WHERE captured > 0) AS payments, count(*) FILTER (WHERE refunded > 0) AS refunds
      FROM by_payment GROUP BY till, currency)
    SELECT shop, currency, count(*) FILTER (WHERE payments > 0)::float8 AS tills, sum(captured)::float8 AS captured,
      sum(refunded)::float8 AS refunded, sum(tips)::float8 AS tips, sum(payments)::float8 AS payments,
      sum(refunds)::float8 AS refunds
    FROM by_till JOIN open USING (till) GROUP BY shop, currency ORDER BY captured DESC, shop`;
}

/** Sums per hour of each shop's local time, for the day and the same day a week before. */
async function hoursOf(sql: Sql, day: string): Promise<HourRow[]> {
  const [own, before] = [await hoursOfDay(sql, day), await hoursOfDay(sql, shiftDay(day, -7))];
  return [...own.map((row) => ({ ...row, isBefore: false })), ...before.map((row) => ({ ...row, isBefore: true }))];
}

function hoursOfDay(sql: Sql, day: string): Promise<Omit<HourRow, "isBefore">[]> {
  return sql`
    WITH open AS MATERIALIZED (
      SELECT till, time_zone, (${day}::date + cut_off) AT TIME ZONE time_zone AS begins,
        (${day}::date + 1 + cut_off) AT TIME ZONE time_zone AS ends FROM till WHERE replaced_by IS NULL),
    by_payment AS (
      SELECT b.currency, extract(hour FROM b.at AT TIME ZONE o.time_zone)::integer AS hour,
        sum(b.amount + b.additional_amount) AS captured
      FROM plausible_booking b JOIN open o ON o.till = b.till AND b.at >= o.begins AND b.at < o.ends
      WHERE b.kind = 'capture' AND b.at >= ${day}::date - interval '1 day' AND b.at < ${day}::date + interval '3 days'
      GROUP BY b.pos_tid, 2, b.currency)
    SELECT currency, hour, sum(captured)::float8 AS captured, count(*) FILTER (WHERE captured > 0)::float8 AS payments
    FROM by_payment GROUP BY currency, hour`;
}

function salesOf(shops: readonly ShopRow[], hours: readonly HourRow[], begins: number): CurrencyDay[] {
  const currencies = [...new Set([...shops, ...hours].map(({ currency }) => currency))];
  const days = currencies.map((currency): CurrencyDay => {
    const shopsInCurrency = shops.filter((shop) => shop.currency === currency);
    const sum = (of: (shop: ShopRow) => number) => shopsInCurrency.reduce((all, shop) => all + of(shop), 0);
    return {
      currency,
      captured: sum(({ captured }) => captured),
      refunded: sum(({ refunded }) => refunded),
      tips: sum(({ tips }) => tips),
      payments: sum(({ payments }) => payments),
      refunds: sum(({ refunds }) => refunds),
      shops: shopsInCurrency.map(({ currency: _currency, ...shop }) => shop),
      hours: chartOf(
        hours.filter((row) => row.currency === currency),
        begins,
      ),
    };
  });
  return days.sort((left, right) => right.captured - left.captured);
}

/**
 * Returns every hour from the first sale to the last. The day begins at its cut-off, so hours after midnight come last.
 */
function chartOf(rows: readonly HourRow[], firstHour: number): ChainHour[] {
  const all = Array.from({ length: HOURS }, (_, index): ChainHour => {
    const hour = (firstHour + index) % HOURS;
    const of = (isBefore: boolean) => rows.find((row) => row.hour === hour && row.isBefore === isBefore);
    return {
      label: String(hour).padStart(2, "0"),
      captured: of(false)?.captured ?? 0,
      payments: of(false)?.payments ?? 0,
      lastWeek: of(true)?.captured ?? 0,
    };
  });
  const hasSold = ({ captured, lastWeek }: ChainHour) => captured > 0 || lastWeek > 0;
  const first = all.findIndex(hasSold);
  return first < 0 ? [] : all.slice(first, all.findLastIndex(hasSold) + 1);
}
