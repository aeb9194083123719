/** The ledger's PostgreSQL: connecting to it, and the steps from an empty database to the present schema. */
import postgres from "postgres";
import { ledgerConnection } from "../contract/ledger.ts";

export type Ledger = postgres.Sql;

const CONNECT_SECONDS = 10;

/**
 * Opens connections as they are needed; nothing is asked yet.
 * @param url one that `ledgerAddressProblem` finds nothing wrong with
 * @param ca  PEM of the authorities that the server's certificate is checked by; null: the system's
 */
export function openLedger(url: string, ca: string | null): Ledger {
  return postgres({
    ...ledgerConnection(url, ca),
    max: 4,
    connect_timeout: CONNECT_SECONDS,
    onnotice: () => undefined,
    connection: { application_name: "till-ledger", TimeZone: "UTC" },
  });
}

const STEPS: readonly { version: number; sql: string }[] = Object.entries(
  import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true }),
)
  .map(([path, sql]) => ({ version: Number(/(\d{4})-[^/]*\.sql$/.exec(path)?.[1]), sql }))
  .sort((one, other) => one.version - other.version);

const MONTHS_AHEAD = 2;

/**
 * Brings a database up to the present schema, all missing steps or none, and makes the partitions of this month and
 * the next two. Two at once are one after the other.
 * @returns the versions that were added; empty where nothing was missing
 * @throws what PostgreSQL says; and where the database is of a newer version of this program
 */
export async function initLedger(ledger: Ledger): Promise<number[]> {
  return await ledger.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('till ledger: init'))`;
    await sql`CREATE TABLE IF NOT EXISTS ledger_version (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`;
    const [row] = await sql<{ version: number }[]>`SELECT coalesce(max(version), 0) AS version FROM ledger_version`;
    const from = row?.version ?? 0;
    const newest = STEPS.at(-1)?.version ?? 0;
    if (from > newest) {
      throw new Error(`this ledger has version ${from}, and this program knows ${newest}: use the newer program`);
    }
    const missing = STEPS.filter(({ version }) => version > from);
    for (const step of missing) {
      await sql.unsafe(step.sql);
      await sql`INSERT INTO ledger_version (version) VALUES (${step.version})`;
    }
    await sql`SELECT make_month((now() + n * interval '1 month')::date) FROM generate_series(0, ${MONTHS_AHEAD}::integer) n`;
    return missing.map(({ version }) => version);
  });
}

/** The version of a ledger's schema; null where `init` has not been there. */
export async function ledgerVersion(ledger: Ledger): Promise<number | null> {
  const [found] = await ledger<{ there: boolean }[]>`SELECT to_regclass('ledger_version') IS NOT NULL AS there`;
  if (!found?.there) return null;
  const [row] = await ledger<{ version: number | null }[]>`SELECT max(version) AS version FROM ledger_version`;
  return row?.version ?? null;
}
