import type { CommandInput } from "../../contract/commands.ts";
import { done, type Result } from "../../contract/errors.ts";
import type { BookedSums, PaymentSums, PaymentTotals } from "../../contract/views.ts";
import type { Database } from "../storage/database/database.ts";
import { asking, openSearch } from "./search.ts";
import { amongPhases, type Booked, bookedValues, bookings, MORE, narrowing, type Window } from "./search-questions.ts";
import { termsOf } from "./search-terms.ts";

export interface TotalsPorts {
  database: Database;
  currency: string;
}

/** A filter for the database. `found`: JSON array of the sequences that match a search text. */
interface Asked {
  window: Window;
  phases: CommandInput<"payment.totals">["phases"];
  found: string | null;
}

const WHOLE = Number.MAX_SAFE_INTEGER;

/** Counts and sums the payments of a filter. Without a search text this reads one index that contains all sums. */
export function totalsOfPayments(
  { database, currency }: TotalsPorts,
  filter: CommandInput<"payment.totals">,
): Result<PaymentTotals> {
  const search = openSearch(database);
  const window = search.window(filter, currency, WHOLE);
  const { phases } = filter;
  const query = filter.query?.trim() ?? "";
  const wanted = { ...window, phases: phases ?? null, limit: WHOLE };
  const find = () => termsOf(query, search.place(currency)).flatMap((term) => search.find(term, wanted));
  const found = query === "" ? null : JSON.stringify([...new Set(find().map(({ sequence }) => sequence))]);
  const asked: Asked = { window, phases, found };
  const { booked } = window;
  return done(booked === null ? asTheyAre(database, currency, asked) : asBooked(database, booked, asked));
}

function conditionsOf({ window, phases, found }: Asked) {
  const { after, before } = window;
  const narrowed = narrowing(window);
  const conditions = [
    found === null ? "sequence > @after AND sequence < @before" : "sequence IN (SELECT value FROM json_each(@found))",
    ...amongPhases(phases ?? null),
    ...narrowed.conditions,
  ];
  return { where: conditions.join(" AND "), values: { ...narrowed.values, after, before, found } };
}

function asTheyAre(database: Database, currency: string, asked: Asked): PaymentTotals {
  const { where, values } = conditionsOf(asked);
  const sum = (column: string) => `coalesce(sum(${column}) FILTER (WHERE currency = @currency), 0)`;
  const [row] = asking<PaymentSums & { count: number }>(database)(
    `SELECT count(*) AS count, ${sum("captured_total")} AS captured, ${sum("refunded_total")} AS refunded,
       ${sum("captured_additional")} AS tips, ${sum("reserved")} AS reserved
     FROM payment INDEXED BY payment_sums WHERE ${where}`,
    { ...values, currency },
  );
  const { count = 0, captured = 0, refunded = 0, tips = 0, reserved = 0 } = row ?? {};
  return { count, sums: { captured, refunded, tips, reserved }, booked: null };
}

function asBooked(database: Database, booked: Booked, asked: Asked): PaymentTotals {
  const isNarrowed = asked.found !== null || asked.phases !== undefined || asked.window.posTids !== null;
  const { where, values } = conditionsOf({ ...asked, window: { ...asked.window, booked: null } });
  const among = isNarrowed ? `AND pos_tid IN (SELECT pos_tid FROM payment WHERE ${where})` : "";
  const [row] = asking<{ payments: number } & BookedSums>(database)(
    `SELECT count(DISTINCT pos_tid) FILTER (WHERE ${MORE}) AS payments, count(*) FILTER (WHERE ${MORE}) AS count,
       coalesce(sum(amount + additional_amount), 0) AS amount, coalesce(sum(additional_amount), 0) AS tips
     ${bookings(booked)} ${among}`,
    { ...values, ...bookedValues(booked) },
  );
  const { payments = 0, count = 0, amount = 0, tips = 0 } = row ?? {};
  return { count: payments, sums: null, booked: { count, amount, tips } };
}

/** Returns all users with payments or bookings, read from the few sums of the bookings. */
export function peopleOfPayments(database: Database): Result<{ people: (string | null)[] }> {
  const rows = asking<{ actor: string }>(database)("SELECT DISTINCT actor FROM tally", {});
  const names = rows.map(({ actor }) => actor).filter((actor) => actor !== "");
  const people = names.sort((one, other) => one.localeCompare(other));
  return done({ people: rows.length > names.length ? [...people, null] : people });
}
