/** `report`: a day of the chain, as text or JSON. */

import type { LateMoneyLine, MoneyAtRisk, RequestDifference, TillLine } from "../contract/head-office/head-office.ts";
import { formatMoney } from "../contract/values/money.ts";
import type { Ledger, Sql } from "./database.ts";
import { openDifferences, requestText } from "./reconcile.ts";
import { listTills } from "./tills.ts";

interface Sales {
  captured: number;
  refunded: number;
  payments: number;
  tips: number;
  currency: string;
}

/** Report of one day; amounts in minor units. */
export interface ChainReport {
  /** The business day, from each shop's own cut-off */
  day: string;
  shops: (Sales & { shop: string; tills: number })[];
  tills: TillLine[];
  /** Currently reserved or unconfirmed money, and payments that need attention, of any day */
  atRisk: MoneyAtRisk[];
  late: LateMoneyLine[];
  /** Zs of that day that differ from their bookings, or differed from the service when closed */
  differingReports: {
    till: string;
    shop: string;
    number: number;
    booked: number;
    net: number;
    differences: unknown[];
  }[];
  /** Current differences between the service and the tills, from the last `reconcile` */
  requests: RequestDifference[];
}

/**
 * Reads the report.
 * @param day `2026-03-02`; null for the current business day of most tills
 */
export async function readReport(ledger: Ledger, day: string | null): Promise<ChainReport> {
  const reportDay = day ?? (await presentDay(ledger)).day;
  const shops = await ledger<ChainReport["shops"][number]>`
    SELECT shop, count(DISTINCT till)::float8 AS tills, sum(captured)::float8 AS captured, sum(refunded)::float8 AS refunded,
      sum(payments)::float8 AS payments, sum(tips)::float8 AS tips, currency
    FROM sales_per_day WHERE day = ${reportDay} GROUP BY shop, currency ORDER BY shop, currency`;
  const differingReports = await ledger<ChainReport["differingReports"][number]>`
    SELECT z.till, z.shop, number::float8, (booked_captured - booked_refunded)::float8 AS booked, net::float8,
      coalesce(differences, '[]') AS differences
    FROM z_difference z JOIN till t USING (till)
    WHERE (to_at AT TIME ZONE t.time_zone - t.cut_off)::date = ${reportDay}
      AND (captured <> booked_captured OR refunded <> booked_refunded OR differences IS NOT NULL)
    ORDER BY shop, z.till, number`;
  return {
    day: reportDay,
    shops,
    tills: await listTills(ledger),
    atRisk: await moneyAtRisk(ledger),
    late: await lateMoney(ledger),
    differingReports,
    requests: await openDifferences(ledger),
  };
}

/** Returns the current business day of most tills, and its first hour. */
export async function presentDay(sql: Sql): Promise<{ day: string; begins: number }> {
  const [now] = await sql<{ day: string; begins: number }>`
    SELECT coalesce(mode() WITHIN GROUP (ORDER BY (now() AT TIME ZONE time_zone - cut_off)::date),
        (now() AT TIME ZONE 'UTC')::date)::text AS day,
      coalesce(mode() WITHIN GROUP (ORDER BY extract(hour FROM cut_off)), 0)::float8 AS begins
    FROM till WHERE revoked_at IS NULL AND last_seen IS NOT NULL`;
  return { day: now?.day ?? "", begins: now?.begins ?? 0 };
}

/** Returns currently reserved or unconfirmed money, and payments that need attention, of any day. */
export async function moneyAtRisk(sql: Sql): Promise<MoneyAtRisk[]> {
  return await sql<MoneyAtRisk>`
    SELECT because, currency, count(*)::float8 AS payments,
      sum(CASE because WHEN 'reserved' THEN reserved ELSE amount END)::float8 AS amount
    FROM money_at_risk GROUP BY because, currency ORDER BY because, currency`;
}

/** Returns money that arrived after its sale was over, oldest first. */
export async function lateMoney(sql: Sql): Promise<LateMoneyLine[]> {
  return await sql<LateMoneyLine>`
    SELECT till, shop, pos_tid AS "posTid", number, currency, captured_total::float8 AS captured, reserved::float8 AS reserved,
      to_char(late_since, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since FROM late_money ORDER BY late_since`;
}

export function reportText({ day, shops, tills, atRisk, late, differingReports, requests }: ChainReport): string {
  const money = (amount: number, currency: string) => formatMoney(amount, currency, "en");
  const silent = tills.filter(({ state, refused, error }) => state === "active" && (refused ?? error) !== null);
  const active = tills.filter(({ state }) => state === "active").length;
  const lines = [
    `The chain on ${day}`,
    ...(shops.length === 0 ? ["  no sales yet"] : []),
    ...shops.map(
      ({ shop, captured, refunded, payments, currency }) =>
        `  ${shop}: ${money(captured - refunded, currency)} net, ${money(captured, currency)} captured, ${money(refunded, currency)} refunded, ${payments} payments`,
    ),
    `Tills: ${active}${active < tills.length ? `, and ${tills.length - active} revoked or replaced` : ""}`,
    ...silent.map(({ till, refused, error }) => `  ${till}: ${refused ?? error}`),
    ...atRisk.map(
      ({ because, currency, payments, amount }) =>
        `Money ${because}: ${money(amount, currency)} in ${payments} payments`,
    ),
    ...late.map(
      ({ till, number, captured, currency, since }) =>
        `Late: ${number} of ${till}, ${money(captured, currency)}, ${since}`,
    ),
    ...differingReports.map(({ till, number, differences }) =>
      differences.length > 0
        ? `Z ${number} of ${till}: ${differences.length} differences from the service`
        : `Z ${number} of ${till}: its sums do not match its bookings`,
    ),
    ...requests.map(requestText),
  ];
  return lines.join("\n");
}
