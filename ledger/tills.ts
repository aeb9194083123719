/** The tills of a ledger. Head office creates a database role for each. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import type { TillLine } from "../contract/head-office/head-office.ts";
import { type Ledger, limitTills, type Sql } from "./database.ts";

/** The request cannot be fulfilled; the message says what is expected. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

export interface NewTill {
  id: string;
  /** Name of the shop in reports; null uses the till's own */
  shop: string | null;
  /** The till that it replaces, which no longer counts in figures; null for none */
  replaces: string | null;
  renew: boolean;
}

const MAX_ID = 100;
const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Creates a till's role and password.
 * @param at head office's URL; the till's differs only in user and password
 * @returns the till's URL, which is not stored
 * @throws Refusal if the id is invalid or exists on the server, or `replaces` names no active till
 */
export async function addTill(ledger: Ledger, { id, shop, replaces, renew }: NewTill, at: string): Promise<string> {
  if (!/^\P{Cc}+$/u.test(id) || id.length > MAX_ID) throw new Refusal(`<id>: expected 1 to ${MAX_ID} characters`);
  const role = roleOf(id);
  const password = newPassword();
  await ledger.begin(async (sql) => {
    const [known] = await sql<
      { revoked: boolean }[]
    >`SELECT revoked_at IS NOT NULL AS revoked FROM till WHERE till = ${id}`;
    if (known && !renew) throw new Refusal(`<id>: the till ${id} already exists; --renew gives it a new password`);
    if (!known && renew) throw new Refusal(`<id>: there is no till ${id} to renew`);
    const [made] = await sql`SELECT 1 FROM pg_roles WHERE rolname = ${role}`;
    if (made && !known) {
      throw new Refusal(
        `<id>: expected an id that no other ledger of this server has: the role ${role} already exists`,
      );
    }
    const verb = made ? "ALTER" : "CREATE";
    await sql.run(`${verb} ROLE "${role}" LOGIN INHERIT CONNECTION LIMIT 4 PASSWORD '${scramVerifier(password)}'`);
    await sql.run(`GRANT ledger_till TO "${role}"`);
    await sql`INSERT INTO till (till, role, shop) VALUES (${id}, ${role},
        coalesce(${shop}::text, (SELECT r.shop FROM till r WHERE r.till = ${replaces}::text)))
      ON CONFLICT (till) DO UPDATE SET revoked_at = NULL, shop = coalesce(excluded.shop, till.shop)`;
    await limitTills(sql, id);
    if (replaces === null) return;
    const replacedTills = await sql`UPDATE till SET replaced_by = ${id}, revoked_at = coalesce(revoked_at, now())
      WHERE till = ${replaces} AND till <> ${id} AND replaced_by IS NULL RETURNING 1`;
    if (replacedTills.length === 0)
      throw new Refusal(`--replaces: there is no till ${replaces}, or it was already replaced`);
  });
  const url = new URL(at);
  url.username = role;
  url.password = password;
  return url.href;
}

/** Returns a role name of at most 63 bytes: a readable part of the id and a unique suffix. */
function roleOf(id: string): string {
  const readable = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 40);
  return `till_${readable}_${createHash("sha256").update(id).digest("hex").slice(0, 8)}`;
}

/**
 * Revokes a till's access; its data stays.
 * @throws Refusal if there is no such till
 */
export async function revokeTill(ledger: Ledger, id: string): Promise<void> {
  const role = await ledger.begin(async (sql) => {
    const [row] = await sql<{ role: string }>`UPDATE till SET revoked_at = coalesce(revoked_at, now())
      WHERE till = ${id} RETURNING role`;
    if (!row) throw new Refusal(`<id>: there is no till ${id}`);
    await sql.run(`ALTER ROLE "${row.role}" NOLOGIN`);
    return row.role;
  });
  try {
    await ledger`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = ${role}`;
  } catch (error) {
    // Not every owner can end other connections. A remaining connection has no rights and fails with its next row.
    if (!(error instanceof Error && "code" in error && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
  }
}

/**
 * Accepts a rejected till again and clears its pinned key, after its file was restored or its keys were renewed. The
 * next key is pinned.
 * @throws Refusal if there is no such till
 */
export async function acceptTill(ledger: Ledger, id: string): Promise<void> {
  const accepted = await ledger`UPDATE till SET refused_at = NULL, refused_number = NULL, refused_because = NULL,
    former_keys = array_remove(array_remove(former_keys, head_key) || head_key, NULL), head_key = NULL WHERE till = ${id} RETURNING 1`;
  if (accepted.length === 0) throw new Refusal(`<id>: there is no till ${id}`);
}

export async function listTills(sql: Sql): Promise<TillLine[]> {
  return await sql<TillLine>`
    SELECT till, shop, last_number::float8 AS "lastNumber",
      to_char(last_seen, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "lastSeen",
      trunc(extract(epoch FROM silent_for))::float8 AS "silentFor", version, queue_depth AS "queueDepth",
      trunc(extract(epoch FROM queue_age))::float8 AS "queueAge",
      behind::float8 AS behind, error, refused_because AS refused,
      CASE WHEN replaced_by IS NOT NULL THEN 'replaced' WHEN revoked_at IS NOT NULL THEN 'revoked' ELSE 'active' END AS state
    FROM till_health ORDER BY shop, till`;
}

const ITERATIONS = 4096;
const KEY_BYTES = 32;

/** Returns a random password that is safe in a URL. */
export function newPassword(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * Returns PostgreSQL's SCRAM verifier (RFC 5802, section 3; format of `pg_authid.rolpassword`). The password is ASCII,
 * so SASLprep (RFC 4013) is not needed.
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, "sha256");
  const keyed = (text: string) => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(keyed("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${stored}:${keyed("Server Key").toString("base64")}`;
}
