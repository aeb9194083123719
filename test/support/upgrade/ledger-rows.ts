/** Rows written by tills and head office into the chain's ledger, migration by migration. */
import type { Sql } from "../../../ledger/database.ts";
import { type LedgerRows, rowsOf } from "../ledger-rows.ts";

/** A ledger at an earlier version. */
export interface Chain {
  sql: Sql;
  alpha: LedgerRows;
  /** Captured and refunded by the counted tills, in minor units */
  sold: { captured: number; refunded: number };
  /** 1, 2, 3 …: unique in ids */
  next(): number;
}

/** Adds a revoked till, its replacement, and one with invalid rows. */
async function addTills(sql: Sql): Promise<void> {
  await sql`INSERT INTO till (till, role, shop, time_zone, cut_off) VALUES ('alpha', 'till_alpha', 'Storgata', 'Europe/Oslo', '4h')`;
  await sql`INSERT INTO till (till, role, revoked_at, replaced_by) VALUES ('beta', 'till_beta', now(), 'alpha')`;
  await sql`INSERT INTO till (till, role, time_zone, cut_off, queue_oldest)
    VALUES ('odd', 'till_odd', 'Mars/Olympus', '30h', '-infinity')`;
}

/** Opens a chain on a ledger that the caller migrates step by step. */
export function openChain(sql: Sql): Chain {
  let serial = 0;
  return {
    sql,
    alpha: rowsOf(sql, "alpha"),
    sold: { captured: 0, refunded: 0 },
    next() {
      serial += 1;
      return serial;
    },
  };
}

const AT = "2026-03-02T10:00:00Z";
/** Amounts of each captured payment: with a tip, and partly refunded. */
const [CAPTURED, TIP, REFUNDED] = [1050, 50, 300];

async function book(chain: Chain, till: string, posTid: string, kind: "capture" | "refund" | "fee"): Promise<void> {
  const amount = { capture: CAPTURED - TIP, refund: REFUNDED, fee: 0 }[kind];
  const [row] = await chain.sql<{
    last: string;
  }>`SELECT coalesce(max(number), 0) AS last FROM booking WHERE till = ${till}`;
  await chain.sql`INSERT INTO booking (till, number, period, at, pos_tid, kind, id, currency, amount, additional_amount,
      transaction_fee, interchange_fee, actor)
    VALUES (${till}, ${Number(row?.last) + 1}, 1, ${AT}, ${posTid}, ${kind}, 'c1', 'NOK', ${amount},
      ${kind === "capture" ? TIP : 0}, 0, 0, 'Kari')`;
}

async function addPayment(chain: Chain, till: string, phase: string, tid: string): Promise<void> {
  const number = chain.next();
  const posTid = `PAYMENT-${number}`;
  const isCaptured = phase === "captured";
  const isLate = phase === "released";
  await chain.sql`INSERT INTO payment (till, pos_tid, number, action, amount, additional_amount, currency, phase,
      captured_total, captured_additional, refunded_total, reserved, unlisted, attention, late, late_since, tid, reference,
      taken_by, created_at, modified_at, change)
    VALUES (${till}, ${posTid}, ${`N-${number}`}, 'SALE', 1000, 50, 'NOK', ${phase}, ${isCaptured ? CAPTURED : 0},
      ${isCaptured ? TIP : 0}, ${isCaptured ? REFUNDED : 0}, ${phase === "authorised" ? 1050 : 0}, ${isCaptured},
      ${phase === "attention" ? "unknown" : null}, ${isLate ? "after_end" : null}, ${isLate ? AT : null}, ${tid}, 'R-1',
      'Kari', ${AT}, ${AT}, 1)`;
  if (!isCaptured) return;
  for (const kind of ["capture", "refund", "fee"] as const) await book(chain, till, posTid, kind);
  // A replaced till is not counted in any figure.
  if (till !== "alpha") return;
  chain.sold.captured += CAPTURED;
  chain.sold.refunded += REFUNDED;
}

/** Writes data that every version accepts from a till: journal, bookings, payments and Zs. */
export async function sellInChain(chain: Chain): Promise<void> {
  await chain.alpha.grow(2);
  for (const till of ["alpha", "beta"])
    for (const phase of ["captured", "authorised", "attention", "released"])
      await addPayment(chain, till, phase, `tid-${chain.next()}`);
  await chain.alpha.close();
}

/** Adds the service's requests, one per kind of difference that a version knows. */
async function putRequests(chain: Chain, requests: readonly object[]): Promise<void> {
  await chain.sql`SELECT put_requests(${JSON.stringify(requests)}::json)`;
}

const request = (chain: Chain, row: object) => ({
  ...{
    tid: `tid-${chain.next()}`,
    pos_id: "alpha",
    pos_tid: "P",
    status: "ok",
    currency: "NOK",
    captured: 5,
    refunded: 0,
  },
  ...row,
});

async function addSettlement({ sql }: Chain): Promise<void> {
  await sql`INSERT INTO settlement (fingerprint, name, currency, lines, passed_over, gross, fee, net, matched)
    VALUES ('f1', 'file.csv', 'NOK', 2, 0, 1000, 10, 990, 1)`;
  for (const till of ["alpha", null])
    await sql`INSERT INTO settlement_till (fingerprint, till, lines, gross, fee, net) VALUES ('f1', ${till}, 1, 500, 5, 495)`;
  for (const kind of ["only_in_file", "only_here", "amount", "fee", "net"])
    await sql`INSERT INTO settlement_difference (fingerprint, kind, till, action, at, at_edge)
      VALUES ('f1', ${kind}, 'alpha', 'capture', now(), false)`;
}

/** By migration number: writes to new features before the next migration runs. */
export const LEDGER_ROWS: Readonly<Record<number, (chain: Chain) => Promise<void>>> = {
  async 1({ sql }) {
    await addTills(sql);
    await sql`SELECT make_month('2026-03-01')`;
    // No month's partition accepts these; later versions exclude them from every figure.
    await sql`INSERT INTO booking (till, number, period, at, pos_tid, kind, currency, amount, additional_amount, transaction_fee,
      interchange_fee) VALUES ('odd', 1, 1, '1999-01-01Z', 'P', 'capture', 'nok', 9223372036854775807, 0, 0, 0)`;
  },
  async 2(chain) {
    await chain.alpha.signHead();
    await chain.sql`SELECT refuse_till('beta', 3, 'another file')`;
  },
  3: async () => undefined, // views of existing rows
  async 4(chain) {
    await chain.sql`SELECT tell_pos('alpha', 'counter-1')`;
    await addPayment(chain, "alpha", "captured", "tid-amounts");
    await putRequests(chain, [
      request(chain, { pos_id: "of nobody" }),
      request(chain, { pos_id: "counter-1" }),
      request(chain, { tid: "tid-amounts", pos_id: "counter-1" }),
      request(chain, { status: null }),
    ]);
    await chain.sql`UPDATE service_list SET version = 3, told = '{"page":null,"near":[]}'`;
    await addSettlement(chain);
  },
  async 5({ sql }) {
    for (const scope of ["all", "shop:Storgata", "till:alpha"])
      await sql`INSERT INTO configuration (scope, version, text, signature) VALUES (${scope}, 1, '{}', 'signed')`;
  },
  async 6({ sql }) {
    await sql`UPDATE till SET former_keys = '{PEM}' WHERE till = 'beta'`;
  },
  7: async () => undefined, // a faster function
  8: async () => undefined, // indexes of existing rows
  async 9(chain) {
    await addPayment(chain, "alpha", "captured", "tid-unknown");
    await putRequests(chain, [{ tid: "tid-unknown", unknown: true }]);
  },
  async 10(chain) {
    await putRequests(chain, [request(chain, { pos_id: "counter-1", listed: true })]);
  },
  async 11({ sql }) {
    await sql`UPDATE till SET told_shop = 'Torget', claimed_pos = 'counter-1' WHERE till = 'beta'`;
  },
  async 12({ sql }) {
    await sql`INSERT INTO settlement (fingerprint, name, currency, lines, passed_over, gross, others, fee, net, payout, matched)
      VALUES ('f2', 'others.csv', 'NOK', 2, 0, 1000, -200, 10, 790, 790, 1)`;
    await sql`INSERT INTO settlement_till (fingerprint, till, lines, gross, others, fee, net) VALUES ('f2', NULL, 2, 1000, -200, 10, 790)`;
  },
};
