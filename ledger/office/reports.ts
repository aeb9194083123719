/** Z reports of all tills: list, file for accountants, and reports with differences. */

import { usualSeparator } from "../../contract/accounting/exports.ts";
import {
  type HeadOfficeQueries,
  type HeadOfficeResponses,
  MAX_REQUEST_DIFFERENCES,
  type ZDifference,
  type ZLine,
} from "../../contract/head-office/head-office.ts";
import { BYTE_ORDER_MARK, csvLines, guardCell } from "../../contract/values/csv.ts";
import { decimalSeparator, decimalText } from "../../contract/values/money.ts";
import type { Sql } from "../database.ts";
import { listReading, openDifferences } from "../reconcile.ts";

type Asked = HeadOfficeQueries["reports"];

/** Returns the Zs closed in a month, in each shop's own days, by shop, till and number. */
export async function readReports(sql: Sql, { month, shop }: Asked): Promise<ZLine[]> {
  const first = `${month}-01`;
  return await sql<ZLine>`
    SELECT z.till, coalesce(t.shop, t.told_shop, z.till) AS shop, z.number::float8 AS number,
      to_char(z.from_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS from, to_char(z.to_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS to,
      to_char(z.from_at AT TIME ZONE t.time_zone, 'YYYY-MM-DD HH24:MI:SS') AS "fromLocal",
      to_char(z.to_at AT TIME ZONE t.time_zone, 'YYYY-MM-DD HH24:MI:SS') AS "toLocal", z.currency,
      z.captured::float8 AS captured, z.refunded::float8 AS refunded, z.net::float8 AS net,
      coalesce(report_figure(z.data, 'tips'), 0) AS tips, coalesce(report_figure(z.data, 'fees'), 0) AS fees,
      CASE WHEN (report_part(z.data, 'comparison') -> 'state')::text IN ('"compared"', '"confirming"', '"nothing_to_compare"') THEN
        CASE coalesce((report_part(z.data, 'comparison') -> 'because')::text, 'null') WHEN 'null' THEN 'whole' ELSE 'part' END
      ELSE 'none' END AS compared
    FROM plausible_z_report z JOIN till t USING (till)
    WHERE t.replaced_by IS NULL AND (${shop}::text IS NULL OR coalesce(t.shop, t.told_shop, z.till) = ${shop})
      AND (z.to_at AT TIME ZONE t.time_zone - t.cut_off)::date >= ${first}::date
      AND (z.to_at AT TIME ZONE t.time_zone - t.cut_off)::date < ${first}::date + interval '1 month'
    ORDER BY 2, z.till, z.number`;
}

const COLUMNS = ["captured", "refunded", "net", "tips", "fees"] as const;

/** Returns the same as CSV, with decimal amounts for people and minor units for programs, like the till's exports. */
export async function reportsFile(
  sql: Sql,
  { locale, ...asked }: HeadOfficeQueries["reportsFile"],
): Promise<HeadOfficeResponses["reportsFile"]> {
  const decimal = decimalSeparator(locale) === "," ? "," : ".";
  const head = ["shop", "till", "z", "from_utc", "from_local", "to_utc", "to_local", "currency"];
  const rows = (await readReports(sql, asked)).map((row) => [
    guardCell(row.shop),
    guardCell(row.till),
    String(row.number),
    row.from,
    row.fromLocal,
    row.to,
    row.toLocal,
    row.currency,
    ...COLUMNS.flatMap((column) => [decimalText(row[column], row.currency).replace(".", decimal), String(row[column])]),
  ]);
  const all = [[...head, ...COLUMNS.flatMap((column) => [column, `${column}_minor`])], ...rows];
  return { name: `z-${asked.month}.csv`, content: BYTE_ORDER_MARK + csvLines(all, usualSeparator(locale)) };
}

interface Booked {
  till: string;
  number: number;
  currency: string;
  captured: number;
  refunded: number;
  decided: number;
}

/**
 * Returns requests that differ from the service, of a shop or all. Requests without an owner are in every shop's list.
 */
export async function readRequests(
  sql: Sql,
  { shop }: HeadOfficeQueries["requests"],
): Promise<HeadOfficeResponses["requests"]> {
  const all = await openDifferences(sql);
  const shopDifferences = all.filter((one) => shop === null || one.shop === null || one.shop === shop);
  return {
    differing: shopDifferences.slice(0, MAX_REQUEST_DIFFERENCES),
    total: shopDifferences.length,
    list: await listReading(sql),
  };
}

/**
 * Returns a month's Zs that differ from their bookings or differed from the service when closed, newest first. Same
 * result as the view `z_difference`, but reads each booking only once.
 */
export async function readDifferences(sql: Sql, asked: Asked): Promise<HeadOfficeResponses["differences"]> {
  const reports = await readReports(sql, asked);
  const count = (compared: ZLine["compared"]) => reports.filter((report) => report.compared === compared).length;
  const differing = reports.length === 0 ? [] : await differingReports(sql, reports);
  return { differing, zs: reports.length, whole: count("whole"), partly: count("part") };
}

async function differingReports(sql: Sql, reports: readonly ZLine[]): Promise<ZDifference[]> {
  const from = reports.map((report) => report.from).sort()[0];
  const to = reports
    .map((report) => report.to)
    .sort()
    .at(-1);
  const booked = await sql<Booked>`
    SELECT z.till, z.number::float8 AS number, z.currency, coalesce(b.captured, 0) AS captured,
      coalesce(b.refunded, 0) AS refunded, coalesce(json_array_length(report_decided(z.data)), 0) AS decided
    FROM z_report z LEFT JOIN (
      SELECT till, period, currency, coalesce(sum(gross) FILTER (WHERE kind = 'capture'), 0)::float8 AS captured,
        coalesce(sum(gross) FILTER (WHERE kind = 'refund'), 0)::float8 AS refunded
      FROM counted_booking WHERE at >= ${from}::timestamptz - interval '1 day' AND at < ${to}::timestamptz + interval '1 day'
      GROUP BY till, period, currency) b ON b.till = z.till AND b.period = z.number AND b.currency = z.currency
    WHERE z.to_at >= ${from} AND z.to_at <= ${to}::timestamptz + interval '1 second'`;
  const sums = new Map(booked.map((row) => [`${row.number} ${row.till}`, row]));
  return reports
    .map((report): ZDifference => {
      const sealedSums = sums.get(`${report.number} ${report.till}`);
      const bookedCaptured = sealedSums?.captured ?? 0;
      return {
        ...report,
        bookedCaptured,
        bookedRefunded: sealedSums?.refunded ?? 0,
        decided: sealedSums?.decided ?? 0,
      };
    })
    .filter(
      ({ captured, refunded, bookedCaptured, bookedRefunded, decided }) =>
        captured !== bookedCaptured || refunded !== bookedRefunded || decided > 0,
    )
    .sort((left, right) => right.to.localeCompare(left.to));
}
