/** Shortlinks and their scans (2.5, G13, G14). */
import type { ShortlinkInput } from "../../contract/wire/wire.ts";
import { all, type Db, one, run } from "./database.ts";
import { makeId, randomName } from "./tokens.ts";

export interface ShortlinkRow {
  id: string;
  merchant_id: string;
  callback_uri: string | null;
  description: string | null;
  serial_number: string | null;
}

export interface ScanRow {
  token: string;
  merchant_id: string;
  customer: string;
  argstring: string | null;
  scanned_at: number;
  expires_at: number;
}

/** Lifetime of a scan token (2.5, section 8). */
export const SCAN_TOKEN_MS = 24 * 3600 * 1000;

export function createShortlink(db: Db, merchantId: string, input: ShortlinkInput): string {
  const id = makeId();
  const sql = `INSERT INTO shortlink (merchant_id, id, callback_uri, description, serial_number) VALUES (?, ?, ?, ?, ?)`;
  run(db, sql, merchantId, id, input.callback_uri, input.description, input.serial_number);
  return id;
}

/** Finds a shortlink of a merchant, or of any merchant if null, because a phone does not know the merchant. */
export function findShortlink(db: Db, merchantId: string | null, id: string): ShortlinkRow | undefined {
  return one(db, "SELECT * FROM shortlink WHERE id = ? AND merchant_id = coalesce(?, merchant_id)", id, merchantId);
}

export function listSerialShortlinks(db: Db): ShortlinkRow[] {
  return all(db, "SELECT * FROM shortlink WHERE serial_number IS NOT NULL ORDER BY seq");
}

export function updateShortlink(db: Db, merchantId: string, id: string, input: ShortlinkInput): boolean {
  const sql = `UPDATE shortlink SET callback_uri = ?, description = ?, serial_number = ? WHERE merchant_id = ? AND id = ?`;
  return run(db, sql, input.callback_uri, input.description, input.serial_number, merchantId, id) === 1;
}

export function deleteShortlink(db: Db, merchantId: string, id: string): boolean {
  return run(db, "DELETE FROM shortlink WHERE merchant_id = ? AND id = ?", merchantId, id) === 1;
}

export function recordScan(
  db: Db,
  shortlink: ShortlinkRow,
  customer: string,
  argstring: string | null,
  now: number,
): ScanRow {
  const scan = {
    token: `token:${randomName(18)}`,
    merchant_id: shortlink.merchant_id,
    customer,
    argstring,
    scanned_at: now,
    expires_at: now + SCAN_TOKEN_MS,
  };
  const sql = `INSERT INTO scan (token, merchant_id, shortlink_id, customer, argstring, scanned_at, expires_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`;
  run(db, sql, scan.token, scan.merchant_id, shortlink.id, customer, argstring, now, scan.expires_at);
  return scan;
}

/** Returns the latest scan since a time (G14). */
export function lastScan(db: Db, shortlinkId: string, since: number): ScanRow | undefined {
  const sql = "SELECT * FROM scan WHERE shortlink_id = ? AND scanned_at >= ? ORDER BY seq DESC LIMIT 1";
  return one(db, sql, shortlinkId, since);
}

export function findScan(db: Db, token: string): ScanRow | undefined {
  return one(db, "SELECT * FROM scan WHERE token = ?", token);
}
