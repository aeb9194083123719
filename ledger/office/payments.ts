/** Search for payments across the chain, and their history from the till's journal. */
import {
  type ChainPayment,
  type HeadOfficeQueries,
  MAX_HISTORY_ROWS,
  MAX_SEARCH_RESULTS,
  type PaymentLine,
  type SearchResult,
} from "../../contract/head-office/head-office.ts";
import type { JournalLine } from "../../contract/journal/journal.ts";
import { minorDigits, parseAmountText } from "../../contract/values/money.ts";
import { stripInvisible } from "../../contract/values/plain-text.ts";
import type { Sql } from "../database.ts";

/** Represents all currencies with two decimals. */
const COMMON_CURRENCY = "NOK";
/** Currencies with other decimals, where a written amount is a different sum. */
const UNCOMMON_CURRENCIES = Intl.supportedValuesOf("currency").filter(
  (currency) => minorDigits(currency) !== minorDigits(COMMON_CURRENCY),
);

/** A written amount in minor units; null if it is invalid in that currency. */
interface WrittenAmount {
  usual: number | null;
  /** Minor units by currency, for currencies with other decimals */
  unusual: Readonly<Record<string, number | null>>;
}

const NO_AMOUNT: WrittenAmount = { usual: null, unusual: {} };

/** Finds payments by number, reference, id or amount, with or without the tip. Newest first. */
export async function findPayments(sql: Sql, { text, day, shop }: HeadOfficeQueries["find"]): Promise<SearchResult> {
  const name = stripInvisible(text).trim();
  const rows = await select(sql, { name, amount: amountIn(name), day, shop, till: null, isWaiting: false });
  return foundOf(rows);
}

function amountIn(text: string): WrittenAmount {
  const read = (currency: string) => {
    const amount = parseAmountText(text, currency);
    return amount.ok ? amount.amount : null;
  };
  return {
    usual: read(COMMON_CURRENCY),
    unusual: Object.fromEntries(UNCOMMON_CURRENCIES.map((currency) => [currency, read(currency)])),
  };
}

function foundOf(rows: readonly PaymentLine[]): SearchResult {
  return { payments: rows.slice(0, MAX_SEARCH_RESULTS), hasMore: rows.length > MAX_SEARCH_RESULTS };
}

/** Payments of the views `money_at_risk` and `late_money`, newest first. */
export async function waitingPayments(sql: Sql): Promise<SearchResult> {
  return foundOf(
    await select(sql, { name: "", amount: NO_AMOUNT, day: null, shop: null, till: null, isWaiting: true }),
  );
}

/** Returns a payment with its history; null if the till has no such id. */
export async function readPayment(
  sql: Sql,
  { till, posTid }: HeadOfficeQueries["payment"],
): Promise<ChainPayment | null> {
  const [row] = await select(sql, { name: posTid, amount: NO_AMOUNT, day: null, shop: null, till, isWaiting: false });
  if (row === undefined) return null;
  const story = await sql<JournalLine>`
    SELECT number::float8 AS sequence, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, event, pos_tid AS "posTid",
      actor AS person, data AS values, encode(hash, 'hex') AS hash
    FROM journal_entry WHERE till = ${till} AND pos_tid = ${posTid} ORDER BY number LIMIT ${MAX_HISTORY_ROWS}`;
  return { payment: row, story };
}

interface Wanted {
  /** Number, reference or id */
  name: string;
  amount: WrittenAmount;
  day: string | null;
  shop: string | null;
  /** If set, `name` is an id of this till; null searches all tills and all kinds of names */
  till: string | null;
  /** Also includes all payments whose money needs attention */
  isWaiting: boolean;
}

/**
 * A replacement till reports the payments of the replaced one, so duplicates are removed. Indexes find sums in any
 * currency; the payment's currency then decides the match.
 */
async function select(sql: Sql, { name, amount, day, shop, till, isWaiting }: Wanted): Promise<PaymentLine[]> {
  const { usual } = amount;
  const unusual = JSON.stringify(amount.unusual);
  const amounts = [...new Set([usual, ...Object.values(amount.unusual)])].filter((sum) => sum !== null);
  const numberOfOneTill = till === null ? name : "";
  const number = till === null ? numberIn(name) : "";
  return await sql<PaymentLine>`
    SELECT p.till, coalesce(t.shop, t.told_shop, p.till) AS shop, p.pos_tid AS "posTid", p.number, p.currency,
      (p.amount + p.additional_amount)::float8 AS amount, p.phase, p.captured_total::float8 AS "capturedTotal",
      p.refunded_total::float8 AS "refundedTotal", p.reserved::float8 AS reserved, p.reference, p.taken_by AS person,
      to_char(p.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
      to_char(p.modified_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "modifiedAt"
    FROM plausible_payment p JOIN till t USING (till)
    WHERE (p.number = ${number} OR p.reference = ${numberOfOneTill} OR p.tid = ${numberOfOneTill} OR p.amount = ANY(${amounts}::bigint[])
        OR (p.amount + p.additional_amount = ANY(${amounts}::bigint[]) AND p.additional_amount > 0)
        OR (p.captured_total = ANY(${amounts}::bigint[]) AND p.captured_total > 0 AND p.captured_total <> p.amount)
        OR (p.till = ${till} AND p.pos_tid = ${name})
        OR (${isWaiting} AND (p.reserved > 0 OR p.unlisted OR p.late IS NOT NULL OR p.phase = 'attention')))
      AND (p.number = ${number} OR p.reference = ${numberOfOneTill} OR p.tid = ${numberOfOneTill} OR p.till = ${till} OR ${isWaiting}
        OR CASE WHEN ${unusual}::jsonb ? p.currency THEN (${unusual}::jsonb ->> p.currency)::bigint ELSE ${usual}::bigint END
          IN (p.amount, p.amount + p.additional_amount, p.captured_total))
      AND t.replaced_by IS NULL AND (${shop}::text IS NULL OR coalesce(t.shop, t.told_shop, p.till) = ${shop})
      AND (${day}::date IS NULL OR ((p.created_at AT TIME ZONE t.time_zone - t.cut_off)::date = ${day}::date
        AND p.created_at >= ${day}::date - interval '1 day' AND p.created_at < ${day}::date + interval '3 days'))
    ORDER BY p.created_at DESC, p.till LIMIT ${MAX_SEARCH_RESULTS + 1}`;
}

/** A till's payment ids begin with the payment number: `K7Q2-0142-…` */
function numberIn(text: string): string {
  return (/^[^-]+-\d+(?=-)/.exec(text)?.[0] ?? text).toUpperCase();
}
