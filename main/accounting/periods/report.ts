/** A report of the open period from its tally, current reservations and earlier Zs. */

import { createHash } from "node:crypto";
import {
  addTotals,
  type Comparison,
  type GrandTotals,
  type OtherCurrency,
  type ReconciliationSummary,
  type RecordedDecision,
  type Report,
  type ReportJournal,
  type Reserved,
  type UnconfirmedTotal,
} from "../../../contract/accounting/reports.ts";
import { businessDayOf, type ShopTime } from "../../../contract/accounting/reports-time.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import { iso, isoOrNull } from "../../lib/iso-time.ts";
import { preparedQuery } from "../../payments/search.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import type { Journal } from "../../storage/journal/journal.ts";
import { openShiftStore } from "../shifts/shift-store.ts";
import { openBookedVat } from "./booked-vat.ts";
import { countsOf, hoursOf, outcomesOf, personsOf, totalsOf } from "./figures.ts";
import type { SealedContent, Seals, StoredZ } from "./seals.ts";
import type { Tally, TallyRow } from "./tally.ts";

export interface Shop extends ShopTime {
  merchant: string;
  pos: { id: string; name: string };
  currency: string;
}

export interface ReportPorts {
  database: Database;
  tally: Tally;
  seals: Seals;
  shop: Shop;
}

export interface ReportFrame {
  /** The till's clock, in milliseconds since the epoch */
  now: number;
  journal: ReportJournal;
  reconciliation: ReconciliationSummary | null;
  comparison: Comparison | null;
  underWay: UnconfirmedTotal | null;
}

export interface Closing {
  decisions: RecordedDecision[];
  by: string | null;
}

/** Creates the report of the open period: an X, or with `closing` the content of a Z. */
export function makeReport(ports: ReportPorts, frame: ReportFrame, closing: Closing | null): SealedContent {
  const { tally, seals, shop } = ports;
  const last = seals.latest();
  const period = seals.openPeriod();
  const { rows, businessDay } = tally.periodAfter(last?.number ?? 0, shop);
  const own = rows.filter((row) => row.currency === shop.currency);
  const from = periodStart(ports, frame.now);
  // The clock may have been set back since the last close. A period never ends before it starts.
  const to = Math.max(frame.now, from);
  const counts = countsOf(own);
  const totals = totalsOf(own);
  const previousTotals = grandTotalsOf(last);
  const firstBookingAt = tally.firstBookingAt();
  return {
    kind: closing ? "z" : "x",
    number: closing ? period : null,
    period,
    from: iso(from),
    to: iso(to),
    businessDay: businessDayOf(to, shop),
    timeZone: shop.timeZone,
    cutOff: shop.cutOff,
    merchant: shop.merchant,
    pos: { id: shop.pos.id, name: shop.pos.name },
    currency: shop.currency,
    ...totals,
    counts,
    byOutcome: outcomesOf(own),
    reserved: reservedNow(ports.database, shop.currency),
    underWay: frame.underWay,
    byHour: hoursOf(own, rows.length === 0 ? businessDayOf(to, shop) : businessDay, shop),
    byPerson: personsOf(own),
    handOvers: openShiftStore(ports.database).ofPeriod(period),
    byVat: openBookedVat(ports.database).after(last?.number ?? 0, shop.currency, {
      captured: totals.captured - totals.tips,
      refunded: totals.refunded - totals.tipsRefunded,
    }),
    grandTotals: { ...grandTotalsWith(previousTotals.get(shop.currency), own), since: isoOrNull(firstBookingAt) },
    otherCurrencies: otherCurrencies(previousTotals, rows, shop.currency),
    afterRestore: seals.restoredSince(),
    ...recoveredSince(ports.database, last?.number ?? 0, shop.currency),
    bookings: closing ? seals.openBookings() : null,
    journal: frame.journal,
    reconciliation: frame.reconciliation,
    comparison: frame.comparison,
    decisions: closing?.decisions ?? [],
    by: closing?.by ?? null,
  };
}

/** Returns the reserved and uncaptured amounts, as the service last returned them. */
export function reservedNow(database: Database, currency: string): Reserved {
  const [sum] = preparedQuery<Reserved>(database)(
    "SELECT count(*) AS count, coalesce(sum(reserved), 0) AS amount FROM payment WHERE reserved > 0 AND currency = @currency",
    { currency },
  );
  return sum ?? { count: 0, amount: 0 };
}

/** Returns bookings since a Z for payments recovered after a restore; empty when there are none. */
function recoveredSince(database: Database, z: number, currency: string): Pick<Report, "recovered"> {
  const [recovered] = preparedQuery<NonNullable<Report["recovered"]>>(database)(
    `SELECT count(DISTINCT pos_tid) AS payments,
       coalesce(sum((kind = 'capture') * (booking.amount + booking.additional_amount)), 0) AS captured,
       coalesce(sum((kind = 'refund') * (booking.amount + booking.additional_amount)), 0) AS refunded
     FROM payment INDEXED BY payment_recovered JOIN booking USING (pos_tid)
     WHERE recovered_at IS NOT NULL AND period > @z AND booking.currency = @currency AND kind IN ('capture', 'refund')`,
    { z, currency },
  );
  return recovered === undefined || recovered.payments === 0 ? {} : { recovered };
}

/** Returns the start of the open period: the last close, or the first journal row. Milliseconds since the epoch. */
export function periodStart({ database, seals }: Pick<ReportPorts, "database" | "seals">, now: number): number {
  const last = seals.latest();
  if (last !== null) return last.at;
  return database.prepare<[], number>("SELECT at FROM journal ORDER BY sequence LIMIT 1").pluck().get() ?? now;
}

function grandTotalsOf(last: StoredZ | null): Map<string, GrandTotals> {
  if (last === null) return new Map();
  const { currency, grandTotals, otherCurrencies: others } = JSON.parse(last.content) as Report;
  const { since: _since, ...own } = grandTotals;
  return new Map([[currency, own], ...others.map((other) => [other.currency, other.grandTotals] as const)]);
}

function grandTotalsWith(before: GrandTotals | undefined, rows: readonly TallyRow[]): GrandTotals {
  const period = totalsOf(rows);
  const { captured } = countsOf(rows);
  return { ...addTotals(before ? [before, period] : [period]), count: (before?.count ?? 0) + captured };
}

function otherCurrencies(
  before: ReadonlyMap<string, GrandTotals>,
  rows: readonly TallyRow[],
  own: string,
): OtherCurrency[] {
  const all = new Set([...before.keys(), ...rows.map((row) => row.currency)]);
  return [...all]
    .filter((currency) => currency !== own)
    .sort()
    .map((currency) => {
      const of = rows.filter((row) => row.currency === currency);
      return { currency, period: totalsOf(of), grandTotals: grandTotalsWith(before.get(currency), of) };
    });
}

/** Stores an X report under its own number. `through` is the last booking in it. */
export function keepXReport(
  { database, journal }: { database: Database; journal: Journal },
  report: Report,
  { through, actor, now }: { through: number; actor: string | null; now: number },
): void {
  const content = canonicalJson(report);
  transact(database, () => {
    const number = database
      .prepare<[number, number, string], number>(
        "INSERT INTO x_report (at, through, content) VALUES (?, ?, ?) RETURNING number",
      )
      .pluck()
      .get(now, through, content);
    const { period, currency, captured, refunded } = report;
    const hash = createHash("sha256").update(content).digest("hex");
    const data = { number: number ?? 0, period, currency, captured, refunded, hash };
    journal.append({ event: "report.read", actor, data }, now);
  });
}
