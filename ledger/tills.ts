/** The tills of a ledger: each with a role of its own, made by head office and by nobody else. */
import { createHash } from "node:crypto";
import type { TillLine } from "../contract/head-office.ts";
import { type Ledger, limitTills, type Sql } from "./database.ts";
import { newPassword, scramVerifier } from "./scram.ts";

/** Something that a person asked for and that cannot be; the message says what is expected. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** How a till is added. */
export interface NewTill {
  id: string;
  /** The shop it stands in, as the figures are to name it; null: as the till says */
  shop: string | null;
  /** The till whose place it takes, whose figures count no more; null: none */
  replaces: string | null;
  /** Give a till that is there already another password */
  renew: boolean;
}

const MAX_ID = 100;
/** PostgreSQL's code for what a role may not do. */
const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Adds a till with its role, and gives it a password.
 * @param at the address of head office: the till's is the same but for user and password
 * @returns the till's address, which is known nowhere else
 * @throws Refusal  where the id is no id, is taken here or in another ledger of the server, or `replaces` names no till in force
 */
export async function addTill(ledger: Ledger, { id, shop, replaces, renew }: NewTill, at: string): Promise<string> {
  if (!/^\P{Cc}+$/u.test(id) || id.length > MAX_ID) throw new Refusal(`<id>: expected 1 to ${MAX_ID} characters`);
  const role = roleOf(id);
  const password = newPassword();
  await ledger.begin(async (sql) => {
    const [known] = await sql<
      { revoked: boolean }[]
    >`SELECT revoked_at IS NOT NULL AS revoked FROM till WHERE till = ${id}`;
    if (known && !renew) throw new Refusal(`<id>: the till ${id} is there already; --renew gives it another password`);
    if (!known && renew) throw new Refusal(`<id>: there is no till ${id} to renew`);
    const [made] = await sql`SELECT 1 FROM pg_roles WHERE rolname = ${role}`;
    if (made && !known) {
      throw new Refusal(
        `<id>: expected an id that no other ledger of this server has: the role ${role} is there already`,
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
    const taken = await sql`UPDATE till SET replaced_by = ${id}, revoked_at = coalesce(revoked_at, now())
      WHERE till = ${replaces} AND till <> ${id} AND replaced_by IS NULL RETURNING 1`;
    if (taken.length === 0) throw new Refusal(`--replaces: there is no till ${replaces} that nothing has replaced`);
  });
  const url = new URL(at);
  url.username = role;
  url.password = password;
  return url.href;
}

/** A role's name, 63 bytes at the most: what people recognise of the id, and what tells it from every other. */
function roleOf(id: string): string {
  const readable = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 40);
  return `till_${readable}_${createHash("sha256").update(id).digest("hex").slice(0, 8)}`;
}

/**
 * Takes a till's right to send away; what it has sent stays.
 * @throws Refusal where there is no such till
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
    // Not every owner may end others' connections. One that is left has no right any more: it is refused with its next row.
    if (!(error instanceof Error && "code" in error && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
  }
}

/**
 * Takes back that a till was refused, and the key that it signs with: for when the right file is back in its place, or
 * its keys were made anew. The next that it tells is pinned.
 * @throws Refusal where there is no such till
 */
export async function acceptTill(ledger: Ledger, id: string): Promise<void> {
  const accepted = await ledger`UPDATE till SET refused_at = NULL, refused_number = NULL, refused_because = NULL,
    former_keys = array_remove(array_remove(former_keys, head_key) || head_key, NULL), head_key = NULL WHERE till = ${id} RETURNING 1`;
  if (accepted.length === 0) throw new Refusal(`<id>: there is no till ${id}`);
}

/** Every till, by shop and name. */
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
