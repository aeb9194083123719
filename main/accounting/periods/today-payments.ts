import {
  type Lapsed,
  MAX_LAPSED,
  MAX_TODAY_PRODUCTS,
  type Reserved,
  type TodayProduct,
} from "../../../contract/accounting/reports.ts";
import type { Product } from "../../../contract/catalogue/catalogue.ts";
import { iso } from "../../lib/iso-time.ts";
import { preparedQuery } from "../../payments/search.ts";
import type { Database } from "../../storage/database/database.ts";

/** Returns reservations that expire before a moment of the service's clock. */
export function reservedUntil(database: Database, currency: string, until: number): Reserved {
  const [sum] = preparedQuery<Reserved>(database)(
    `SELECT count(*) AS count, coalesce(sum(reserved), 0) AS amount FROM payment INDEXED BY payment_reserved
     WHERE reserved > 0 AND currency = @currency AND json_extract(outcome, '$.expiresAt') < @until`,
    { currency, until },
  );
  return sum ?? { count: 0, amount: 0 };
}

export function attentionNow(database: Database): number {
  const [row] = preparedQuery<{ count: number }>(database)(
    "SELECT count(*) AS count FROM payment WHERE phase = 'attention'",
    {},
  );
  return row?.count ?? 0;
}

/** Returns reservations that expired without a capture since a moment. */
export function lapsedSince(database: Database, currency: string, since: number): Lapsed {
  const all = preparedQuery<{ posTid: string; number: string; amount: number; at: number }>(database)(
    `SELECT pos_tid AS posTid, number, booking.amount + booking.additional_amount AS amount, at
     FROM booking INDEXED BY booking_by_time JOIN payment USING (pos_tid)
     WHERE kind = 'expired' AND at >= @since AND booking.currency = @currency AND authorised_seen = 1
     ORDER BY at DESC, booking.sequence DESC`,
    { currency, since },
  );
  return {
    since: iso(since),
    count: all.length,
    amount: all.reduce((sum, { amount }) => sum + amount, 0),
    items: all.slice(0, MAX_LAPSED).map((one) => ({ ...one, at: iso(one.at) })),
  };
}

/** Payments first captured between two moments. Without this index, SQLite reads all earlier captures. */
const FIRST_CAPTURED = `SELECT DISTINCT pos_tid FROM booking AS taken INDEXED BY booking_by_time
  WHERE kind = 'capture' AND at >= @from AND at < @to AND currency = @currency AND amount + additional_amount > 0
    AND NOT EXISTS (SELECT 1 FROM booking AS earlier INDEXED BY booking_by_payment
      WHERE earlier.pos_tid = taken.pos_tid AND earlier.kind = 'capture' AND earlier.at < @from)`;

const LINE_AMOUNT =
  "(line.value ->> '$.quantity') * (line.value ->> '$.unitAmount') - coalesce(line.value ->> '$.discount', 0)";

/**
 * Returns the products in payments first captured between two moments, without tips. Lines are grouped by product id,
 * because a line's name includes the weight and can change. Unnamed amounts are the last row.
 */
export function productsBetween(
  database: Database,
  { currency, products }: { currency: string; products: readonly Pick<Product, "id" | "name">[] },
  { from, to }: { from: number; to: number },
): TodayProduct[] {
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const queryRange = { from, to, currency };
  const named = preparedQuery<TodayProduct>(database)(
    `SELECT line.value ->> '$.productId' AS productId, line.value ->> '$.name' AS name, max(payment.sequence),
       sum(line.value ->> '$.quantity') AS quantity, sum(${LINE_AMOUNT}) AS amount
     FROM (${FIRST_CAPTURED}) JOIN payment USING (pos_tid), json_each(payment.lines) AS line
     WHERE line.value ->> '$.name' IS NOT NULL
     GROUP BY productId, iif(productId IS NULL, line.value ->> '$.name', NULL) ORDER BY amount DESC, name LIMIT @most`,
    { ...queryRange, most: MAX_TODAY_PRODUCTS },
  );
  const [rest] = preparedQuery<Pick<TodayProduct, "quantity" | "amount">>(database)(
    `SELECT count(*) AS quantity, coalesce(sum(rest), 0) AS amount
     FROM (SELECT iif(coalesce(json_array_length(payment.lines), 0) = 0, payment.amount,
             (SELECT sum(${LINE_AMOUNT}) FROM json_each(payment.lines) AS line
              WHERE line.value ->> '$.name' IS NULL)) AS rest
           FROM (${FIRST_CAPTURED}) JOIN payment USING (pos_tid))
     WHERE rest > 0`,
    queryRange,
  );
  const rows = named.map(({ productId, name, quantity, amount }) => ({
    productId,
    name: names.get(productId ?? "") ?? name,
    quantity,
    amount,
  }));
  const own = rest === undefined || rest.amount === 0 ? [] : [{ productId: null, name: null, ...rest }];
  return [...rows, ...own];
}
