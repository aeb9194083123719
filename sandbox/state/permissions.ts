/** Permission requests and access tokens (2.4, G15, G16). */
import type { PermissionRequestInput } from "../../contract/wire/wire.ts";
import { canonical } from "./canonical.ts";
import { all, type Db, one, run } from "./database.ts";
import { makeId } from "./tokens.ts";

export interface Permission {
  rid: string;
  merchant_id: string;
  pos_id: string;
  pos_tid: string;
  /** The combined payment (2.3), or null */
  payment_tid: string | null;
  customer: string | null;
  scope: string;
  text: string | null;
  request: string;
  callback_uri: string | null;
  status: "pending" | "ok" | "fail";
  granted: 0 | 1;
  created_at: number;
  expires_at: number;
}

export interface AccessToken {
  token: string;
  refresh_token: string;
  id_token: string | null;
  rid: string;
  merchant_id: string;
  customer: string;
  scope: string;
  issued_at: number;
  expires_at: number;
}

/** Data of a new permission request; a combined one uses the payment's. */
export interface NewPermission {
  merchantId: string;
  posId: string;
  posTid: string;
  paymentTid: string | null;
  customer: string | null;
  scope: string;
  text: string | null;
  callbackUri: string | null;
  request: PermissionRequestInput | null;
}

export function insertPermission(db: Db, made: NewPermission, now: number, expiresAt: number): string {
  const rid = makeId();
  const sql = `INSERT INTO permission (rid, merchant_id, pos_id, pos_tid, payment_tid, customer, scope, text, request,
      callback_uri, status, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)`;
  const names = [rid, made.merchantId, made.posId, made.posTid, made.paymentTid, made.customer];
  const content = [made.scope, made.text, canonical(made.request ?? {}), made.callbackUri];
  run(db, sql, ...names, ...content, now, expiresAt);
  return rid;
}

export function findPermission(db: Db, merchantId: string | null, rid: string): Permission | undefined {
  const sql = "SELECT * FROM permission WHERE rid = ? AND merchant_id = coalesce(?, merchant_id)";
  return one(db, sql, rid, merchantId);
}

export function findPermissionByPosTid(db: Db, merchantId: string, posId: string, posTid: string) {
  const sql = `SELECT * FROM permission
    WHERE merchant_id = ? AND pos_id = ? AND pos_tid = ? AND payment_tid IS NULL`;
  return one<Permission>(db, sql, merchantId, posId, posTid);
}

export function findPermissionOfPayment(db: Db, tid: string): Permission | undefined {
  return one(db, "SELECT * FROM permission WHERE payment_tid = ?", tid);
}

export function listCustomerPermissions(db: Db, customer: string): Permission[] {
  const sql = "SELECT * FROM permission WHERE customer = ? AND payment_tid IS NULL ORDER BY seq DESC LIMIT 200";
  return all(db, sql, customer);
}

/** Returns all requests, newest first, without tokens. */
export function listPermissions(db: Db): Permission[] {
  return all(db, "SELECT * FROM permission ORDER BY seq DESC LIMIT 1000");
}

/** Returns requests that expire; a combined one ends with its payment. */
export function listOpenPermissions(db: Db): Permission[] {
  return all(db, "SELECT * FROM permission WHERE status = 'pending' AND payment_tid IS NULL");
}

/** Answers or ends a pending request. Returns false if it was not pending. */
export function settlePermission(
  db: Db,
  rid: string,
  status: "ok" | "fail",
  granted: boolean,
  customer: string | null,
): boolean {
  const sql = `UPDATE permission SET status = ?, granted = ?, customer = coalesce(customer, ?)
    WHERE rid = ? AND status = 'pending'`;
  return run(db, sql, status, granted ? 1 : 0, customer, rid) === 1;
}

export function insertAccessToken(db: Db, made: AccessToken): void {
  const sql = `INSERT INTO access_token (token, refresh_token, id_token, rid, merchant_id, customer, scope, issued_at,
      expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
  const whom = [made.rid, made.merchant_id, made.customer, made.scope];
  run(db, sql, made.token, made.refresh_token, made.id_token, ...whom, made.issued_at, made.expires_at);
}

export function listAccessTokens(db: Db): AccessToken[] {
  return all(db, "SELECT * FROM access_token ORDER BY seq");
}

export function findAccessToken(db: Db, token: string): AccessToken | undefined {
  return one(db, "SELECT * FROM access_token WHERE token = ?", token);
}

export function findByRefreshToken(db: Db, refreshToken: string): AccessToken | undefined {
  return one(db, "SELECT * FROM access_token WHERE refresh_token = ? ORDER BY seq DESC LIMIT 1", refreshToken);
}

/** Ends the tokens of a permission request. Returns whether any was active. */
export function endAccessTokens(db: Db, rid: string, now: number): boolean {
  return run(db, "UPDATE access_token SET expires_at = ? WHERE rid = ? AND expires_at > ?", now, rid, now) > 0;
}

export function findTokenOf(db: Db, rid: string): AccessToken | undefined {
  return one(db, "SELECT * FROM access_token WHERE rid = ? ORDER BY seq DESC LIMIT 1", rid);
}
