/** A day across the chain's shops: what was captured and refunded, hour by hour, and what money waits for somebody. */
import type { ChainDay, ChainHour, CurrencyDay, ShopDay } from "../../contract/head-office.ts";
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
 * Reads it.
 * @param wanted `2026-03-02`; null: the present day
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

/** A business day is within a day before and three after its midnight in UTC, wherever its shop is and whenever it cuts off: so few partitions are read. */
function shopsOf(sql: Sql, day: string): Promise<ShopRow[]> {
  // Payments are counted by grouping them: to count distinct ones, each shop's would have to be sorted.
  return sql<ShopRow>`
    WITH by_payment AS (
      SELECT shop, till, currency, coalesce(sum(gross) FILTER (WHERE kind = 'capture'), 0) AS captured,
        coalesce(sum(gross) FILTER (WHERE kind = 'refund'), 0) AS refunded,
        coalesce(sum(tip) FILTER (WHERE kind = 'capture'), 0) AS tips
      FROM counted_booking
      WHERE day = ${day}::date AND at >= ${day}::date - interval '1 day' AND at < ${day}::date + interval '3 days'
      GROUP BY shop, till, currency, pos_tid),
    by_till AS (
      SELECT shop, currency, sum(captured) AS captured, sum(refunded) AS refunded, sum(tips) AS tips,
        count(*) FILTER (WHERE captured > 0) AS payments, count(*) FILTER (WHERE refunded > 0) AS refunds
      FROM by_payment GROUP BY shop, till, currency)
    SELECT shop, currency, count(*) FILTER (WHERE payments > 0)::float8 AS tills, sum(captured)::float8 AS captured,
      sum(refunded)::float8 AS refunded, sum(tips)::float8 AS tips, sum(payments)::float8 AS payments,
      sum(refunds)::float8 AS refunds
    FROM by_till GROUP BY shop, currency ORDER BY captured DESC, shop`;
}

/** By the shops' clocks, of the day and of the one a week before. */
function hoursOf(sql: Sql, day: string): Promise<HourRow[]> {
  return sql<HourRow>`
    WITH by_payment AS (
      SELECT b.currency, extract(hour FROM b.at AT TIME ZONE t.time_zone) AS hour, b.day <> ${day}::date AS before,
        sum(b.gross) AS captured
      FROM counted_booking b JOIN till t USING (till)
      WHERE b.kind = 'capture' AND (
        (b.day = ${day}::date AND b.at >= ${day}::date - interval '1 day' AND b.at < ${day}::date + interval '3 days')
        OR (b.day = ${day}::date - 7 AND b.at >= ${day}::date - interval '8 days' AND b.at < ${day}::date - interval '4 days'))
      GROUP BY 1, 2, 3, b.pos_tid)
    SELECT currency, hour::float8 AS hour, before AS "isBefore", sum(captured)::float8 AS captured,
      count(*) FILTER (WHERE captured > 0)::float8 AS payments
    FROM by_payment GROUP BY currency, hour, before`;
}

function salesOf(shops: readonly ShopRow[], hours: readonly HourRow[], begins: number): CurrencyDay[] {
  const currencies = [...new Set([...shops, ...hours].map(({ currency }) => currency))];
  const days = currencies.map((currency): CurrencyDay => {
    const own = shops.filter((shop) => shop.currency === currency);
    const sum = (of: (shop: ShopRow) => number) => own.reduce((all, shop) => all + of(shop), 0);
    return {
      currency,
      captured: sum(({ captured }) => captured),
      refunded: sum(({ refunded }) => refunded),
      tips: sum(({ tips }) => tips),
      payments: sum(({ payments }) => payments),
      refunds: sum(({ refunds }) => refunds),
      shops: own.map(({ currency: _currency, ...shop }) => shop),
      hours: chartOf(
        hours.filter((row) => row.currency === currency),
        begins,
      ),
    };
  });
  return days.sort((one, other) => other.captured - one.captured);
}

/** Every hour from the first that sold to the last; the day begins with its cut-off, so what was sold past midnight is last. */
function chartOf(rows: readonly HourRow[], begins: number): ChainHour[] {
  const all = Array.from({ length: HOURS }, (_, at): ChainHour => {
    const hour = (begins + at) % HOURS;
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
