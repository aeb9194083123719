/** Stored payment requests. Transitions are in payment-machine.ts. */
import type { PaymentRequestInput, PaymentStatus } from "../../contract/wire/wire.ts";
import { canonical } from "./canonical.ts";
import type { Spent } from "./customers.ts";
import { all, type Db, one, run } from "./database.ts";
import { CODES, heldAmount, type Movement, type PaymentState, type Refund } from "./payment-machine.ts";
import { makeId, randomName } from "./tokens.ts";

export interface Payment extends PaymentState {
  readonly tid: string;
  readonly merchantId: string;
  readonly posId: string;
  readonly posTid: string;
  readonly request: PaymentRequestInput;
  /** Last part of the claim link, if any (G5) */
  readonly claim: string | null;
  /** Phone number of the customer; null until claimed */
  readonly customer: string | null;
  readonly currency: string;
  readonly credit: boolean;
  readonly createdAt: number;
  readonly acceptedAt: number | null;
}

interface PaymentRow {
  tid: string;
  merchant_id: string;
  pos_id: string;
  pos_tid: string;
  request: string;
  claim: string | null;
  customer: string | null;
  action: "AUTH" | "SALE";
  currency: string;
  amount: number;
  additional_amount: number;
  additional_edit: 0 | 1;
  status: PaymentStatus;
  status_code: number;
  credit: 0 | 1;
  created_at: number;
  accepted_at: number | null;
  modified_at: number;
  expires_at: number | null;
}

interface MovementRow {
  kind: "capture" | "refund";
  id: string | null;
  amount: number;
  additional_amount: number;
  text: string | null;
}

export function insertPayment(
  db: Db,
  merchantId: string,
  request: PaymentRequestInput,
  customer: string | null,
  now: number,
  expiresAt: number,
): string {
  const tid = makeId();
  const sql = `INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, request, claim, customer, action, currency, amount,
      additional_amount, additional_edit, status, status_code, created_at, modified_at, expires_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?)`;
  const parts = [request.action, request.currency, request.amount, request.additional_amount ?? 0];
  const claim = request.customer === null ? randomName(12) : null;
  run(
    db,
    sql,
    ...[tid, merchantId, request.pos_id, request.pos_tid, canonical(request), claim, customer, ...parts],
    ...[request.additional_edit ? 1 : 0, CODES.pending, now, now, expiresAt],
  );
  return tid;
}

/** Stores a new state. Captures and refunds are append-only. */
export function savePayment(db: Db, before: Payment, after: Payment): void {
  const sql = `UPDATE payment SET customer = ?, additional_amount = ?, status = ?, status_code = ?, credit = ?,
    accepted_at = ?, modified_at = ?, expires_at = ?, held = ? WHERE tid = ?`;
  const state = [after.status, after.statusCode, after.credit ? 1 : 0, after.acceptedAt, after.modifiedAt];
  run(db, sql, after.customer, after.additionalAmount, ...state, after.expiresAt, heldAmount(after), after.tid);
  for (const movement of after.captures.slice(before.captures.length))
    addMovement(db, after.tid, "capture", movement, null);
  for (const movement of after.refunds.slice(before.refunds.length))
    addMovement(db, after.tid, "refund", movement, movement.text);
}

export function findPayment(db: Db, merchantId: string | null, tid: string): Payment | undefined {
  const sql = "SELECT * FROM payment WHERE tid = ? AND merchant_id = coalesce(?, merchant_id)";
  return toPayment(db, one(db, sql, tid, merchantId));
}

export function findPaymentByPosTid(db: Db, merchantId: string, posId: string, posTid: string): Payment | undefined {
  const sql = "SELECT * FROM payment WHERE merchant_id = ? AND pos_id = ? AND pos_tid = ?";
  return toPayment(db, one(db, sql, merchantId, posId, posTid));
}

export function findPaymentByClaim(db: Db, claim: string): Payment | undefined {
  return toPayment(db, one(db, "SELECT * FROM payment WHERE claim = ?", claim));
}

export function listCustomerPayments(db: Db, customer: string): Payment[] {
  return toPayments(db, "SELECT * FROM payment WHERE customer = ? ORDER BY seq DESC LIMIT 200", customer);
}

/** Returns all payments, newest first. @param maxRows limit; -1 for none */
export function listPayments(db: Db, maxRows = -1): Payment[] {
  return toPayments(db, "SELECT * FROM payment ORDER BY seq DESC LIMIT ?", maxRows);
}

export function listWaiting(db: Db, customer: string): Payment[] {
  return toPayments(db, "SELECT * FROM payment WHERE customer = ? AND status = 'pending' ORDER BY seq DESC", customer);
}

export function listClaimable(db: Db): Payment[] {
  const sql =
    "SELECT * FROM payment WHERE status = 'pending' AND customer IS NULL AND claim IS NOT NULL ORDER BY seq DESC";
  return toPayments(db, sql);
}

export function listExpiring(db: Db): { tid: string; expiresAt: number }[] {
  const sql = "SELECT tid, expires_at AS expiresAt FROM payment WHERE expires_at IS NOT NULL ORDER BY expires_at";
  return all(db, sql);
}

/**
 * Returns what a customer's accepted payments hold since the start of the day and of the month (ms since the epoch).
 */
export function spentSince(db: Db, customer: string, today: number, month: number): Spent {
  const sql = `SELECT coalesce(sum(held) FILTER (WHERE accepted_at >= ?), 0) AS today, coalesce(sum(held), 0) AS month
    FROM payment WHERE customer = ? AND accepted_at >= ?`;
  return one<Spent>(db, sql, today, customer, month) ?? { today: 0, month: 0 };
}

function addMovement(db: Db, tid: string, kind: MovementRow["kind"], made: Movement, text: string | null): void {
  const sql = "INSERT INTO movement (tid, kind, id, amount, additional_amount, text) VALUES (?, ?, ?, ?, ?, ?)";
  run(db, sql, tid, kind, made.id, made.amount, made.additionalAmount, text);
}

function toPayments(db: Db, sql: string, ...values: unknown[]): Payment[] {
  return all<PaymentRow>(db, sql, ...values).flatMap((row) => toPayment(db, row) ?? []);
}

function toPayment(db: Db, row: PaymentRow | undefined): Payment | undefined {
  if (!row) return undefined;
  const movements = all<MovementRow>(db, "SELECT * FROM movement WHERE tid = ? ORDER BY seq", row.tid);
  return {
    tid: row.tid,
    merchantId: row.merchant_id,
    posId: row.pos_id,
    posTid: row.pos_tid,
    request: JSON.parse(row.request) as PaymentRequestInput,
    claim: row.claim,
    customer: row.customer,
    action: row.action,
    currency: row.currency,
    amount: row.amount,
    additionalAmount: row.additional_amount,
    additionalEdit: row.additional_edit === 1,
    status: row.status,
    statusCode: row.status_code,
    credit: row.credit === 1,
    createdAt: row.created_at,
    acceptedAt: row.accepted_at,
    modifiedAt: row.modified_at,
    expiresAt: row.expires_at,
    captures: movements.filter(({ kind }) => kind === "capture").map(readMovement),
    refunds: movements.filter(({ kind }) => kind === "refund").map(readRefund),
  };
}

function readMovement(row: MovementRow): Movement {
  return { id: row.id, amount: row.amount, additionalAmount: row.additional_amount };
}

function readRefund(row: MovementRow): Refund {
  return { ...readMovement(row), text: row.text };
}
