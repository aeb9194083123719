/** The ledger's PostgreSQL database: connections and migrations. */
// biome-ignore lint/plugin/connections: with the options of contract/integration/ledger.ts
import pg from "pg";
import { ledgerConnection, statement } from "../contract/integration/ledger.ts";

export interface Sql {
  <T extends object = Record<string, unknown>>(parts: TemplateStringsArray, ...values: unknown[]): Promise<T[]>;
  /** Runs SQL without parameters; only for SQL of this program. Returns the number of changed rows. */
  run(text: string): Promise<number>;
}

export interface Ledger extends Sql {
  /** Runs `work` in one transaction */
  begin<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs `work` in one read-only snapshot with the rights of `ledger_reader`, whatever the user's rights */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

const CONNECT_MS = 10_000;

/**
 * Creates a pool that connects on demand.
 * @param url a URL that passed `ledgerAddressProblem`
 * @param ca PEM of the authorities that verify the server's certificate; null for the system's
 */
export function openLedger(url: string, ca: string | null): Ledger {
  const pool = new pg.Pool({
    ...ledgerConnection(url, ca),
    max: 4,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: "till-ledger",
    options: "-c TimeZone=UTC",
  });
  // An idle connection failed. The next query opens another one, or reports the error.
  pool.on("error", () => undefined);
  return Object.assign(sqlOver(pool), {
    begin: <T>(work: (sql: Sql) => Promise<T>) => runTransaction(pool, ["BEGIN"], work),
    read: <T>(work: (sql: Sql) => Promise<T>) => runTransaction(pool, BEGIN_READ_ONLY, work),
    end: () => pool.end(),
  });
}

const BEGIN_READ_ONLY = [
  "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
  "SET LOCAL ROLE ledger_reader",
  "SET LOCAL statement_timeout = '30s'",
];

async function runTransaction<T>(
  pool: pg.Pool,
  beginSql: readonly string[],
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // The query reports the error; without a listener the process would exit.
  const lost = (failure: Error) => {
    broken = failure;
  };
  client.on("error", lost);
  try {
    for (const text of beginSql) await client.query(text);
    const result = await work(sqlOver(client));
    await client.query("COMMIT");
    return result;
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
  const runQuery = async <T extends object>(parts: TemplateStringsArray, ...values: unknown[]): Promise<T[]> =>
    (await client.query<T & pg.QueryResultRow>(statement(parts, values))).rows;
  return Object.assign(runQuery, { run: async (text: string) => (await client.query(text)).rowCount ?? 0 });
}

export interface SchemaStep {
  version: number;
  sql: string;
}

export function schemaSteps(): SchemaStep[] {
  return Object.entries(
    import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true }),
  )
    .map(([path, sql]) => ({ version: Number(/(\d{4})-[^/]*\.sql$/.exec(path)?.[1]), sql }))
    .sort((left, right) => left.version - right.version);
}

const MONTHS_AHEAD = 2;

/**
 * Applies all missing migrations or none, and creates the partitions of this month and the next two. Concurrent calls
 * run one after the other.
 * @param steps the migrations; fewer create an older schema
 * @returns the versions that were applied
 * @throws an error of PostgreSQL, or if the database is newer than this program
 */
export async function initLedger(ledger: Ledger, steps: readonly SchemaStep[] = schemaSteps()): Promise<number[]> {
  return await ledger.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('till ledger: init'))`;
    await sql`CREATE TABLE IF NOT EXISTS ledger_version (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`;
    const [row] = await sql<{ version: number }>`SELECT coalesce(max(version), 0) AS version FROM ledger_version`;
    const from = row?.version ?? 0;
    const newest = steps.at(-1)?.version ?? 0;
    if (from > newest) {
      throw new Error(
        `unsupported ledger version ${from}; this program supports versions up to ${newest}: use the newer program`,
      );
    }
    const missing = steps.filter(({ version }) => version > from);
    for (const step of missing) {
      await sql.run(step.sql);
      await sql`INSERT INTO ledger_version (version) VALUES (${step.version})`;
    }
    await sql`SELECT make_month((now() + n * interval '1 month')::date) FROM generate_series(0, ${MONTHS_AHEAD}::integer) n`;
    // Months of rows in the default partitions, which `make_month` moves.
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
 * Limits the database resources of one till. A ledger of an older program lacks the function; the next `init` limits
 * all tills.
 * @param till null for all tills
 */
export async function limitTills(sql: Sql, till: string | null): Promise<void> {
  const [row] = await sql<{ canLimit: boolean }>`SELECT to_regproc('limit_tills') IS NOT NULL AS "canLimit"`;
  if (row?.canLimit === true) await sql`SELECT limit_tills(${till}::text)`;
}

/** Returns a sentence for each missing limit that only a superuser can set. */
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

/** Returns the version of a ledger's schema; null before `init`. */
export async function ledgerVersion(ledger: Ledger): Promise<number | null> {
  const [found] = await ledger<{ there: boolean }>`SELECT to_regclass('ledger_version') IS NOT NULL AS there`;
  if (!found?.there) return null;
  const [row] = await ledger<{ version: number | null }>`SELECT max(version) AS version FROM ledger_version`;
  return row?.version ?? null;
}

/**
 * Returns the error message of PostgreSQL, the network or this program. Never includes the URL, which contains a
 * password.
 */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? `${error.message} (${error.code})` : error.message;
}
