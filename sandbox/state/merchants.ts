/** Merchants, integrators and merchants' users (5.2, G22). */
import { createHash } from "node:crypto";
import type { UserInput } from "../../contract/wire/wire.ts";
import { canonical } from "./canonical.ts";
import { all, type Db, one, run } from "./database.ts";

export interface MerchantRow {
  id: string;
  name: string;
}

export interface UserRow {
  seq: number;
  merchant_id: string;
  id: string;
  roles: string;
  netmask: string | null;
  secret_digest: Buffer | null;
  pubkey: string | null;
  created_from: string;
}

export function putMerchant(db: Db, merchant: MerchantRow): void {
  const sql = "INSERT INTO merchant (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name";
  run(db, sql, merchant.id, merchant.name);
}

export function findMerchant(db: Db, id: string): MerchantRow | undefined {
  return one(db, "SELECT id, name FROM merchant WHERE id = ?", id);
}

export function listMerchants(db: Db): MerchantRow[] {
  return all(db, "SELECT id, name FROM merchant ORDER BY seq");
}

export function putIntegrator(db: Db, id: string, pubkey: string): void {
  const sql =
    "INSERT INTO integrator (id, pubkey) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET pubkey = excluded.pubkey";
  run(db, sql, id, pubkey);
}

export function findIntegratorKey(db: Db, id: string): string | undefined {
  return one<{ pubkey: string }>(db, "SELECT pubkey FROM integrator WHERE id = ?", id)?.pubkey;
}

export function findUser(db: Db, merchantId: string, id: string): UserRow | undefined {
  return one(db, "SELECT * FROM merchant_user WHERE merchant_id = ? AND id = ?", merchantId, id);
}

/** Adds a user. Returns false if the id exists. */
export function createUser(db: Db, merchantId: string, input: UserInput): boolean {
  const sql = `INSERT INTO merchant_user (merchant_id, id, roles, netmask, secret_digest, pubkey, created_from)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
  return run(db, sql, merchantId, input.id, ...userColumns(input), userFingerprint(input)) === 1;
}

/**
 * Replaces a user.
 * @param keptSecret digest of the current secret, if the input's is ignored
 * @returns false if there is no such user
 */
export function updateUser(db: Db, merchantId: string, input: UserInput, keptSecret?: Buffer | null): boolean {
  const sql = `UPDATE merchant_user SET roles = ?, netmask = ?, secret_digest = ?, pubkey = ?
    WHERE merchant_id = ? AND id = ?`;
  const [roles, netmask, secret, pubkey] = userColumns(input);
  return run(db, sql, roles, netmask, keptSecret ?? secret, pubkey, merchantId, input.id) === 1;
}

export function putUser(db: Db, merchantId: string, input: UserInput): void {
  if (!createUser(db, merchantId, input)) updateUser(db, merchantId, input);
}

export function deleteUser(db: Db, merchantId: string, id: string): boolean {
  return run(db, "DELETE FROM merchant_user WHERE merchant_id = ? AND id = ?", merchantId, id) === 1;
}

/** Returns whether a create request matches the original request or the current user (4.1 rule 4). */
export function isSameUser(user: UserRow, input: UserInput): boolean {
  const fingerprint = userFingerprint(input);
  return fingerprint === user.created_from || fingerprint === rowFingerprint(user);
}

/** Returns SHA-256 of a secret; the secret itself is never stored. */
export function digestSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

function userColumns(input: UserInput): [string, string | null, Buffer | null, string | null] {
  const digest = input.secret === null ? null : digestSecret(input.secret);
  return [JSON.stringify(input.roles), input.netmask, digest, input.pubkey];
}

function userFingerprint(input: UserInput): string {
  const secret = input.secret === null ? null : digestSecret(input.secret).toString("hex");
  return canonical({ ...input, secret });
}

function rowFingerprint(user: UserRow): string {
  return canonical({
    id: user.id,
    roles: JSON.parse(user.roles),
    netmask: user.netmask,
    secret: user.secret_digest?.toString("hex") ?? null,
    pubkey: user.pubkey,
  });
}
