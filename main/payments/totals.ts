import type { CommandInput } from "../../contract/bridge/commands.ts";
import { done, type Result } from "../../contract/calls/errors.ts";
import type { BookedSums, PaymentSums, PaymentTotals } from "../../contract/payments/views.ts";
import type { Database } from "../storage/database/database.ts";
import { openSearch, preparedQuery } from "./search.ts";
import {
  amongPhases,
  type Booked,
  bookedValues,
  bookings,
  IS_POSITIVE,
  narrowing,
  type SearchWindow,
} from "./search-queries.ts";
import { termsOf } from "./search-terms.ts";

/** A filter for the database. `found`: JSON array of the sequences that match a search text. */
interface TotalsFilter {
  window: SearchWindow;
  phases: CommandInput<"payment.totals">["phases"];
  found: string | null;
}

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Counts and sums the payments of a filter. Without a search text this reads one index that contains all sums. */
export function totalsOfPayments(
  { database, currency }: { database: Database; currency: string },
  filter: CommandInput<"payment.totals">,
): Result<PaymentTotals> {
  const search = openSearch(database);
  const window = search.window(filter, currency, NO_LIMIT);
  const { phases } = filter;
  const query = filter.query?.trim() ?? "";
  const queryFilter = { ...window, phases: phases ?? null, limit: NO_LIMIT };
  const find = () => termsOf(query, search.context(currency)).flatMap((term) => search.find(term, queryFilter));
  const found = query === "" ? null : JSON.stringify([...new Set(find().map(({ sequence }) => sequence))]);
  const totalsFilter: TotalsFilter = { window, phases, found };
  const { booked } = window;
  return done(
    booked === null
      ? totalsByPayment(database, currency, totalsFilter)
      : totalsByBooking(database, booked, totalsFilter),
  );
}

function conditionsOf({ window, phases, found }: TotalsFilter) {
  const { after, before } = window;
  const narrowed = narrowing(window);
  const conditions = [
    found === null ? "sequence > @after AND sequence < @before" : "sequence IN (SELECT value FROM json_each(@found))",
    ...amongPhases(phases ?? null),
    ...narrowed.conditions,
  ];
  return { where: conditions.join(" AND "), values: { ...narrowed.values, after, before, found } };
}

function totalsByPayment(database: Database, currency: string, filter: TotalsFilter): PaymentTotals {
  const { where, values } = conditionsOf(filter);
  const sum = (column: string) => `coalesce(sum(${column}) FILTER (WHERE currency = @currency), 0)`;
  const [row] = preparedQuery<PaymentSums & { count: number }>(database)(
    `SELECT count(*) AS count, ${sum("captured_total")} AS captured, ${sum("refunded_total")} AS refunded,
       ${sum("captured_additional")} AS tips, ${sum("reserved")} AS reserved
     FROM payment INDEXED BY payment_sums WHERE ${where}`,
    { ...values, currency },
  );
  const { count = 0, captured = 0, refunded = 0, tips = 0, reserved = 0 } = row ?? {};
  return { count, sums: { captured, refunded, tips, reserved }, booked: null };
}

function totalsByBooking(database: Database, booked: Booked, filter: TotalsFilter): PaymentTotals {
  const isNarrowed = filter.found !== null || filter.phases !== undefined || filter.window.posTids !== null;
  const { where, values } = conditionsOf({ ...filter, window: { ...filter.window, booked: null } });
  const among = isNarrowed ? `AND pos_tid IN (SELECT pos_tid FROM payment WHERE ${where})` : "";
  const [row] = preparedQuery<{ payments: number } & BookedSums>(database)(
    `SELECT count(DISTINCT pos_tid) FILTER (WHERE ${IS_POSITIVE}) AS payments, count(*) FILTER (WHERE ${IS_POSITIVE}) AS count,
       coalesce(sum(amount + additional_amount), 0) AS amount, coalesce(sum(additional_amount), 0) AS tips
     ${bookings(booked)} ${among}`,
    { ...values, ...bookedValues(booked) },
  );
  const { payments = 0, count = 0, amount = 0, tips = 0 } = row ?? {};
  return { count: payments, sums: null, booked: { count, amount, tips } };
}

/** Returns all users with payments or bookings, read from the few sums of the bookings. */
export function peopleOfPayments(database: Database): Result<{ people: (string | null)[] }> {
  const rows = preparedQuery<{ actor: string }>(database)("SELECT DISTINCT actor FROM tally", {});
  const names = rows.map(({ actor }) => actor).filter((actor) => actor !== "");
  const people = names.sort((left, right) => left.localeCompare(right));
  return done({ people: rows.length > names.length ? [...people, null] : people });
}
