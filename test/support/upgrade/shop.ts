/**
 * A till's database at an earlier version, written like the tills of that version. Hashes and signatures are computed
 * independently of the program that checks them after the upgrade.
 */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { Database } from "../../../main/storage/database/database.ts";

/** Columns by name; SQLite stores neither booleans nor objects, so those are type errors. */
export type Row = Record<string, string | number | Buffer | null>;

export interface Shop {
  database: Database;
  /** Key of SAF-T transactions */
  key: KeyObject;
  /** Expected totals of the service's books in minor units */
  service: { captured: number; refunded: number; tips: number };
  /** A moment after the previous one, in ms since the epoch */
  now(): number;
  /** 1, 2, 3 …: unique in names and ids */
  next(): number;
  has(table: string, column?: string): boolean;
  insert(table: string, row: Row): void;
  journal(event: string, row?: JournalRow): void;
}

const MINUTE = 60_000;
const OPENED_AT = Date.UTC(2026, 2, 2, 9);

/** Opens a shop on a database that the caller migrates step by step. */
export function openShop(database: Database): Shop {
  let [moment, serial] = [OPENED_AT, 0];
  let previous: Buffer = Buffer.alloc(32);
  let entries = 0;
  const columnsOf = (table: string) =>
    database.prepare<[string], string>("SELECT name FROM pragma_table_xinfo(?)").pluck().all(table);
  const shop: Shop = {
    database,
    key: generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey,
    service: { captured: 0, refunded: 0, tips: 0 },
    now() {
      moment += 7 * MINUTE;
      return moment;
    },
    next() {
      serial += 1;
      return serial;
    },
    has(table, column) {
      const columns = columnsOf(table);
      return column === undefined ? columns.length > 0 : columns.includes(column);
    },
    insert(table, row) {
      const names = Object.keys(row);
      const values = names.map((name) => `@${name}`);
      database.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${values.join(", ")})`).run(row);
    },
    journal(event, { posTid = null, actor = null, data = {} }: JournalRow = {}) {
      entries += 1;
      const row = {
        sequence: entries,
        at: shop.now(),
        event,
        pos_tid: posTid,
        actor,
        data: canonicalJson(data),
      };
      const text = JSON.stringify([row.sequence, row.at, row.event, row.pos_tid, row.actor, row.data]);
      previous = createHash("sha256").update(previous).update(text).digest();
      shop.insert("journal", { ...row, hash: previous });
    },
  };
  return shop;
}

interface JournalRow {
  posTid?: string | null;
  actor?: string | null;
  data?: Record<string, unknown>;
}

/** Adds a new payment. @returns its `pos_tid` */
export function addPayment(shop: Shop, columns: Row = {}): string {
  const number = shop.next();
  const posTid = `SHOP-${String(number).padStart(4, "0")}-ABCDEFGH`;
  const at = shop.now();
  shop.insert("payment", {
    ...{ pos_tid: posTid, sequence: number, number: `SHOP-${String(number).padStart(4, "0")}`, action: "SALE" },
    ...{ currency: "NOK", amount: 10_000, additional_amount: 0, additional_edit: 0, phase: "draft" },
    ...{ created_at: at, modified_at: at },
    ...(shop.has("payment", "taken_by") && { taken_by: "Owner" }),
    ...columns,
  });
  shop.journal("payment.started", { posTid, actor: "Owner", data: { amount: 10_000 } });
  return posTid;
}

/** Adds an operation to a payment. @returns its id */
export function addOperation(shop: Shop, posTid: string, kind: string, state: string, columns: Row = {}): string {
  const number = shop.next();
  const id = `OPERATION-${String(number).padStart(6, "0")}`;
  const body = Buffer.from(JSON.stringify({ pos_tid: posTid, kind, number }));
  const at = shop.now();
  const isSettled = state === "done" || state === "refused";
  shop.insert("operation", {
    ...{ id, pos_tid: posTid, sequence: number, kind, state, body },
    fingerprint: createHash("sha256").update(body).digest(),
    ...{ attempts: state === "ready" ? 0 : 1, due_at: at, created_at: at, settled_at: isSettled ? at : null },
    ...columns,
  });
  shop.journal("operation.requested", { posTid, actor: "Owner", data: { id, kind } });
  return id;
}

/** Returns the service's outcome of a payment as stored by all versions. */
export function outcomeOf(posTid: string, status: string, differs: Record<string, unknown> = {}): string {
  return JSON.stringify({
    ...{ tid: `t-${posTid}`, posTid, status, statusCode: status === "auth" ? 3008 : 2000, currency: "NOK" },
    ...{ amount: 10_000, additionalAmount: 0, authAmount: status === "auth" ? 10_000 : 0, authAdditionalAmount: 0 },
    ...{ captures: [], refunds: [], customer: "•••4567", credit: false, interchangeFee: 0, transactionFee: 0 },
    ...{ modifiedAt: OPENED_AT, expiresAt: null },
    ...differs,
  });
}

interface Money {
  /** null: a single step (G12) */
  id: string | null;
  /** Whether the service confirms it as a capture or refund; true by default */
  isListed?: boolean;
  amount: number;
  tip?: number;
  actor?: string | null;
}

/** Moves money: the service confirms it, and versions with books book it with VAT and sign it. */
export function addMoney(shop: Shop, posTid: string, kind: "capture" | "refund", money: Money): void {
  const { id, amount, tip = 0, isListed = true } = money;
  const { database, service } = shop;
  const at = shop.now();
  if (isListed) {
    const position = database.prepare("SELECT count(*) FROM movement WHERE pos_tid = ? AND kind = ?").pluck();
    shop.insert("movement", {
      ...{ pos_tid: posTid, kind, position: Number(position.get(posTid, kind)), id, seen_at: at },
      ...{ amount, additional_amount: tip, text: kind === "refund" ? "Returned" : null },
    });
  }
  const total = kind === "capture" ? "captured_total" : "refunded_total";
  database.prepare(`UPDATE payment SET ${total} = ${total} + ? WHERE pos_tid = ?`).run(amount + tip, posTid);
  if (kind === "capture" && shop.has("payment", "captured_additional"))
    database
      .prepare("UPDATE payment SET captured_additional = captured_additional + ? WHERE pos_tid = ?")
      .run(tip, posTid);
  if (kind === "capture") service.captured += amount + tip;
  else service.refunded += amount + tip;
  if (kind === "capture") service.tips += tip;
  shop.journal(kind === "capture" ? "money.captured" : "money.refunded", { posTid, data: { amount, id } });
  if (!shop.has("booking")) return;
  const booking = addBooking(shop, posTid, kind, { ...money, id });
  const vat = shop.has("booking_vat") ? Math.round(amount / 5) : 0;
  if (vat > 0) shop.insert("booking_vat", { booking, rate: 2500, gross: amount, vat });
  if (shop.has("saft_transaction")) signBooking(shop, booking, { kind, at, total: amount + tip, vat });
}

/** Adds a booking to the open period. @returns its sequence number */
export function addBooking(
  shop: Shop,
  posTid: string,
  kind: string,
  { id, amount, tip = 0, actor = "Owner" }: Money,
): number {
  const { database } = shop;
  const open = shop.has("open_period")
    ? "SELECT number FROM open_period"
    : "SELECT coalesce(max(number), 0) + 1 FROM z_report";
  const sequence = 1 + Number(database.prepare("SELECT coalesce(max(sequence), 0) FROM booking").pluck().get());
  shop.insert("booking", {
    ...{ sequence, period: Number(database.prepare(open).pluck().get()), at: shop.now(), pos_tid: posTid, kind, id },
    ...{ currency: "NOK", amount, additional_amount: tip, transaction_fee: kind === "capture" ? 100 : 0 },
    ...{ interchange_fee: 0, actor },
  });
  return sequence;
}

/**
 * Signs a booking as in SAF-T: RSA-SHA1 over the previous signature, date, time, number, and amount with and without
 * VAT.
 */
function signBooking(shop: Shop, booking: number, row: { kind: string; at: number; total: number; vat: number }): void {
  const { database, key } = shop;
  if (database.prepare("SELECT 1 FROM saft_key").get() === undefined) {
    const pem = createPublicKey(key).export({ type: "spki", format: "pem" }).toString();
    shop.insert("saft_key", { version: 1, public_key: pem, since: shop.now() });
  }
  const last = database
    .prepare<[], { nr: number; signature: string }>(
      "SELECT nr, signature FROM saft_transaction ORDER BY nr DESC LIMIT 1",
    )
    .get() ?? { nr: 0, signature: "0" };
  const sum = row.kind === "refund" ? -row.total : row.total;
  const vat = row.kind === "refund" ? -row.vat : row.vat;
  const [date = "", time = ""] = new Date(row.at).toISOString().slice(0, 19).split("T");
  const nr = last.nr + 1;
  const text = [last.signature, date, time, nr, (sum / 100).toFixed(2), ((sum - vat) / 100).toFixed(2)].join(";");
  const signature = sign("RSA-SHA1", Buffer.from(text), key).toString("base64");
  shop.insert("saft_transaction", {
    ...{ nr, booking, at: row.at, trans_date: date, trans_time: time, amount: sum, signature, key_version: 1 },
  });
}

/** Returns the Z of the earliest tills; later ones contain more. */
function contentOf(shop: Shop, period: number, through: number): Record<string, unknown> {
  const { database } = shop;
  const sum = (kind: string, column: string) =>
    Number(
      database
        .prepare(`SELECT coalesce(sum(${column}), 0) FROM booking WHERE kind = ? AND sequence <= ? AND period = ?`)
        .pluck()
        .get(kind, through, period),
    );
  const [captured, refunded] = (["capture", "refund"] as const).map((kind) => sum(kind, "amount + additional_amount"));
  const [tips, fees] = [sum("capture", "additional_amount"), sum("capture", "transaction_fee")];
  const net = (captured ?? 0) - (refunded ?? 0);
  const totals = { captured, refunded, net, tips, tipsRefunded: 0, fees, transactionFees: fees, interchangeFees: 0 };
  const counts = { captured: 1, refunded: 1, released: 0, aborted: 0, rejected: 0, expired: 0, approved: 1 };
  const iso = new Date(shop.now()).toISOString();
  return {
    ...{ kind: "z", number: period, period, from: new Date(OPENED_AT).toISOString(), to: iso, currency: "NOK" },
    ...{
      ...totals,
      payout: net - fees,
      counts: { ...counts, captures: sum("capture", "1"), refunds: sum("refund", "1") },
    },
    byPerson: [{ ...totals, payout: net - fees, person: "Owner", counts }],
    grandTotals: { ...totals, payout: net - fees, count: 1, since: iso },
    journal: { first: 1, last: 1, hash: null, check: { ok: true, firstBadAt: null } },
  };
}

/** Closes the open period with a Z sealed over the previous one, and over its bookings where this version does. */
export function closePeriod(shop: Shop): void {
  const { database } = shop;
  const last = database
    .prepare<[], { number: number; through: number; hash: Buffer }>(
      "SELECT number, through, hash FROM z_report ORDER BY number DESC LIMIT 1",
    )
    .get() ?? { number: 0, through: 0, hash: Buffer.alloc(32) };
  const through = Number(database.prepare("SELECT coalesce(max(sequence), 0) FROM booking").pluck().get());
  const content = canonicalJson({
    ...contentOf(shop, last.number + 1, through),
    ...(shop.has("x_report") && { afterRestore: false, bookings: bookingsHash(shop, last.through, through) }),
  });
  shop.insert("z_report", {
    ...{ number: last.number + 1, at: shop.now(), through, content },
    journal_through: Number(database.prepare("SELECT max(sequence) FROM journal").pluck().get()),
    hash: createHash("sha256").update(last.hash).update(content).digest(),
  });
  shop.journal("report.closed", { actor: "Owner", data: { number: last.number + 1 } });
}

function bookingsHash({ database }: Shop, after: number, through: number): { count: number; hash: string } {
  const columns =
    "sequence, period, at, pos_tid, kind, id, currency, amount, additional_amount, transaction_fee, interchange_fee, actor";
  const rows = database.prepare(
    `SELECT ${columns} FROM booking WHERE sequence > ? AND sequence <= ? ORDER BY sequence`,
  );
  const lines = rows.raw().all(after, through) as unknown[][];
  const hash = createHash("sha256").update(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return { count: lines.length, hash: hash.digest("hex") };
}
