/** A payment found in any till of the chain, and what its till's journal tells of it. */
import {
  type ChainPayment,
  type Found,
  type HeadOfficeQuestions,
  MOST_FOUND,
  MOST_STORY,
  type PaymentLine,
} from "../../contract/head-office.ts";
import type { JournalLine } from "../../contract/journal.ts";
import { parseAmountText } from "../../contract/money.ts";
import type { Sql } from "../database.ts";

/** A currency for each number of decimals that there is: an amount as a person writes it is another sum in each. */
const DECIMALS = ["NOK", "JPY", "KWD"];

/** Looks for a payment by its number, its reference, its ids, or its amount with or without a tip. The newest come first. */
export async function findPayments(sql: Sql, { text, day, shop }: HeadOfficeQuestions["find"]): Promise<Found> {
  const wanted = text.trim();
  const amountIn = (currency: string) => {
    const read = parseAmountText(wanted, currency);
    return read.ok ? read.amount : null;
  };
  const amounts = [...new Set(DECIMALS.map(amountIn))].filter((amount) => amount !== null);
  const rows = await select(sql, { name: wanted, amounts, day, shop, till: null, isWaiting: false });
  const meant = rows.filter(
    ({ isNamed, withoutTip, amount, capturedTotal, currency }) =>
      isNamed || [withoutTip, amount, capturedTotal].includes(amountIn(currency) ?? Number.NaN),
  );
  return { payments: meant.slice(0, MOST_FOUND).map(lineOf), hasMore: rows.length > MOST_FOUND };
}

/** The payments of the views `money_at_risk` and `late_money`, the newest first. */
export async function waitingPayments(sql: Sql): Promise<Found> {
  const rows = await select(sql, { name: "", amounts: [], day: null, shop: null, till: null, isWaiting: true });
  return { payments: rows.slice(0, MOST_FOUND).map(lineOf), hasMore: rows.length > MOST_FOUND };
}

/** A payment with its story; null: that till has none of this id. */
export async function readPayment(
  sql: Sql,
  { till, posTid }: HeadOfficeQuestions["payment"],
): Promise<ChainPayment | null> {
  const [row] = await select(sql, { name: posTid, amounts: [], day: null, shop: null, till, isWaiting: false });
  if (row === undefined) return null;
  const story = await sql<JournalLine>`
    SELECT number::float8 AS sequence, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, event, pos_tid AS "posTid",
      actor AS person, data AS values, encode(hash, 'hex') AS hash
    FROM journal_entry WHERE till = ${till} AND pos_tid = ${posTid} ORDER BY number LIMIT ${MOST_STORY}`;
  return { payment: lineOf(row), story };
}

type Row = PaymentLine & { withoutTip: number; isNamed: boolean };

interface Wanted {
  /** Number, reference or id */
  name: string;
  amounts: readonly number[];
  day: string | null;
  shop: string | null;
  /** Then `name` is that till's own id of one payment; null: any till's, by any name */
  till: string | null;
  /** Also those whose money waits for somebody, whatever their names */
  isWaiting: boolean;
}

/** A payment that a replaced till has told, the till in its place has told too. */
async function select(sql: Sql, { name, amounts, day, shop, till, isWaiting }: Wanted): Promise<Row[]> {
  const own = till === null ? name : "";
  const number = till === null ? numberIn(name) : "";
  return await sql<Row>`
    SELECT p.till, coalesce(t.shop, p.till) AS shop, p.pos_tid AS "posTid", p.number, p.currency,
      (p.amount + p.additional_amount)::float8 AS amount, p.phase, p.captured_total::float8 AS "capturedTotal",
      p.refunded_total::float8 AS "refundedTotal", p.reserved::float8 AS reserved, p.reference, p.taken_by AS person,
      to_char(p.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
      to_char(p.modified_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "modifiedAt", p.amount::float8 AS "withoutTip",
      coalesce(p.number = ${number} OR p.reference = ${own} OR p.tid = ${own}, false) AS "isNamed"
    FROM payment p JOIN till t USING (till)
    WHERE (p.number = ${number} OR p.reference = ${own} OR p.tid = ${own} OR p.amount = ANY(${amounts}::bigint[])
        OR (p.amount + p.additional_amount = ANY(${amounts}::bigint[]) AND p.additional_amount > 0)
        OR (p.captured_total = ANY(${amounts}::bigint[]) AND p.captured_total > 0 AND p.captured_total <> p.amount)
        OR (p.till = ${till} AND p.pos_tid = ${name})
        OR (${isWaiting} AND (p.reserved > 0 OR p.unlisted OR p.late IS NOT NULL OR p.phase = 'attention')))
      AND t.replaced_by IS NULL AND (${shop}::text IS NULL OR coalesce(t.shop, p.till) = ${shop})
      AND (${day}::date IS NULL OR ((p.created_at AT TIME ZONE t.time_zone - t.cut_off)::date = ${day}::date
        AND p.created_at >= ${day}::date - interval '1 day' AND p.created_at < ${day}::date + interval '3 days'))
    ORDER BY p.created_at DESC, p.till LIMIT ${MOST_FOUND + 1}`;
}

function lineOf({ withoutTip: _withoutTip, isNamed: _isNamed, ...line }: Row): PaymentLine {
  return line;
}

/** The till's own id of a payment begins with its number: `K7Q2-0142-…` */
function numberIn(text: string): string {
  return (/^[^-]+-\d+(?=-)/.exec(text)?.[0] ?? text).toUpperCase();
}
