/** The ledger's PostgreSQL: connecting to it, and the steps from an empty database to the present schema. */
import pg from "pg";
import { ledgerConnection, statement } from "../contract/ledger.ts";

/** Asks one statement: a template whose values go apart from its text. @returns its rows */
export interface Sql {
  <T extends object = Record<string, unknown>>(parts: TemplateStringsArray, ...values: unknown[]): Promise<T[]>;
  /** Runs a text that has no values: SQL of this program's own alone. @returns how many rows it changed */
  run(text: string): Promise<number>;
}

export interface Ledger extends Sql {
  /** All that `work` asks as one transaction, or nothing */
  begin<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** All that `work` asks as of one moment, with the rights of `ledger_reader` and no more: whatever the user's are, nothing is changed */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

const CONNECT_MS = 10_000;

/**
 * Opens connections as they are needed; nothing is asked yet.
 * @param url one that `ledgerAddressProblem` finds nothing wrong with
 * @param ca  PEM of the authorities that the server's certificate is checked by; null: the system's
 */
export function openLedger(url: string, ca: string | null): Ledger {
  const pool = new pg.Pool({
    ...ledgerConnection(url, ca),
    max: 4,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: "till-ledger",
    options: "-c TimeZone=UTC",
  });
  // Of connections that nobody uses now: whoever asks next gets another, or hears why not.
  pool.on("error", () => undefined);
  return Object.assign(sqlOver(pool), {
    begin: <T>(work: (sql: Sql) => Promise<T>) => within(pool, ["BEGIN"], work),
    read: <T>(work: (sql: Sql) => Promise<T>) => within(pool, READING, work),
    end: () => pool.end(),
  });
}

const READING = [
  "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
  "SET LOCAL ROLE ledger_reader",
  "SET LOCAL statement_timeout = '30s'",
];

async function within<T>(pool: pg.Pool, beginning: readonly string[], work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // What is asked says so; without a listener the whole program would end.
  const lost = (failure: Error) => {
    broken = failure;
  };
  client.on("error", lost);
  try {
    for (const text of beginning) await client.query(text);
    const made = await work(sqlOver(client));
    await client.query("COMMIT");
    return made;
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off("error", lost);
    client.release(broken);
  }
}

function sqlOver(client: Pick<pg.ClientBase, "query">): Sql {
  const ask = async <T extends object>(parts: TemplateStringsArray, ...values: unknown[]): Promise<T[]> =>
    (await client.query<T & pg.QueryResultRow>(statement(parts, values))).rows;
  return Object.assign(ask, { run: async (text: string) => (await client.query(text)).rowCount ?? 0 });
}

/** A numbered file of `migrations`. */
export interface SchemaStep {
  version: number;
  sql: string;
}

/** The numbered files, which the build puts in here, oldest first. */
export function schemaSteps(): SchemaStep[] {
  return Object.entries(
    import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true }),
  )
    .map(([path, sql]) => ({ version: Number(/(\d{4})-[^/]*\.sql$/.exec(path)?.[1]), sql }))
    .sort((one, other) => one.version - other.version);
}

const MONTHS_AHEAD = 2;

/**
 * Brings a database up to the present schema, all missing steps or none, and makes the partitions of this month and
 * the next two. Two at once are one after the other.
 * @param steps all that there are; fewer make a ledger of an earlier version
 * @returns the versions that were added; empty where nothing was missing
 * @throws what PostgreSQL says; and where the database is of a newer version of this program
 */
export async function initLedger(ledger: Ledger, steps: readonly SchemaStep[] = schemaSteps()): Promise<number[]> {
  return await ledger.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('till ledger: init'))`;
    await sql`CREATE TABLE IF NOT EXISTS ledger_version (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`;
    const [row] = await sql<{ version: number }>`SELECT coalesce(max(version), 0) AS version FROM ledger_version`;
    const from = row?.version ?? 0;
    const newest = steps.at(-1)?.version ?? 0;
    if (from > newest) {
      throw new Error(`this ledger has version ${from}, and this program knows ${newest}: use the newer program`);
    }
    const missing = steps.filter(({ version }) => version > from);
    for (const step of missing) {
      await sql.run(step.sql);
      await sql`INSERT INTO ledger_version (version) VALUES (${step.version})`;
    }
    await sql`SELECT make_month((now() + n * interval '1 month')::date) FROM generate_series(0, ${MONTHS_AHEAD}::integer) n`;
    // What came while a month could not be made, and what was more than a till moves.
    const waiting = await sql<{ month: string }>`
      SELECT date_trunc('month', at AT TIME ZONE 'UTC')::date::text AS month FROM journal_entry_other WHERE isfinite(at)
      UNION SELECT date_trunc('month', at AT TIME ZONE 'UTC')::date::text FROM booking_other WHERE isfinite(at)
      UNION SELECT date_trunc('month', created_at AT TIME ZONE 'UTC')::date::text FROM payment_other WHERE isfinite(created_at)`;
    for (const { month } of waiting) await sql`SELECT make_month(${month}::date)`;
    await limitTills(sql, null);
    return missing.map(({ version }) => version);
  });
}

/**
 * Limits what one till can use of the database. A ledger that an older program has made lacks the function: the next `init`
 * limits all tills.
 * @param till null: all of them
 */
export async function limitTills(sql: Sql, till: string | null): Promise<void> {
  const [row] = await sql<{ canLimit: boolean }>`SELECT to_regproc('limit_tills') IS NOT NULL AS "canLimit"`;
  if (row?.canLimit === true) await sql`SELECT limit_tills(${till}::text)`;
}

/** The limits of tills that only a superuser can set and that are not set yet: a sentence each. */
export async function missingLimits(sql: Sql): Promise<string[]> {
  const [row] = await sql<{ objects: boolean; files: boolean }>`
    SELECT has_function_privilege('ledger_till', 'pg_catalog.lo_create(oid)', 'EXECUTE') AS objects,
      EXISTS (SELECT 1 FROM till JOIN pg_roles ON rolname = role WHERE revoked_at IS NULL
        AND array_to_string(rolconfig, ',') ~ 'temp_file_limit' IS NOT TRUE) AS files`;
  return [
    ...(row?.objects ? ["Tills can create large objects."] : []),
    ...(row?.files ? ["Tills can fill the disk with temporary files."] : []),
  ];
}

/** The version of a ledger's schema; null where `init` has not been there. */
export async function ledgerVersion(ledger: Ledger): Promise<number | null> {
  const [found] = await ledger<{ there: boolean }>`SELECT to_regclass('ledger_version') IS NOT NULL AS there`;
  if (!found?.there) return null;
  const [row] = await ledger<{ version: number | null }>`SELECT max(version) AS version FROM ledger_version`;
  return row?.version ?? null;
}

/** What PostgreSQL, the network or this program says of a failure; never the address, which has a password in it. */
export function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? `${error.message} (${error.code})` : error.message;
}
