/** Upgrades ledgers of every earlier version, with rows of every kind, to the current schema. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initLedger, type Ledger, openLedger, schemaSteps } from "../../../ledger/database.ts";
import { verifyLedger } from "../../../ledger/verify.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { type Chain, LEDGER_ROWS, openChain, sellInChain } from "../../support/upgrade/ledger-rows.ts";

let server: TestPostgres;
let ledger: Ledger;
let fresh: string[];

const STEPS = schemaSteps();
const VERSIONS = STEPS.map(({ version }) => version);

beforeAll(async () => {
  server = await startPostgres();
  ledger = openLedger(server.url, null);
  await begin();
  await initLedger(ledger);
  fresh = await schemaOf();
});

afterAll(async () => {
  await ledger.end();
  await server[Symbol.asyncDispose]();
});

/** Creates an empty database. */
async function begin(): Promise<void> {
  await ledger.run("DROP SCHEMA public CASCADE");
  await ledger.run("CREATE SCHEMA public");
}

/** Fills a ledger as tills and head office did up to a version. */
async function fill(version: number): Promise<Chain> {
  await begin();
  const chain = openChain(ledger);
  for (const [index, step] of STEPS.entries()) {
    if (step.version > version) break;
    await initLedger(ledger, STEPS.slice(0, index + 1));
    await LEDGER_ROWS[step.version]?.(chain);
    await sellInChain(chain);
  }
  return chain;
}

/** Returns the schema and its rights. Monthly partitions depend on the rows and are left out. */
async function schemaOf(): Promise<string[]> {
  const parts = await ledger<{ part: string }>`
    WITH relations AS (SELECT c.* FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND (NOT relispartition OR relname LIKE '%\_other%'))
    SELECT concat_ws(' ', 'relation', relname, relkind, relrowsecurity, relacl::text) AS part FROM relations
    UNION ALL SELECT concat_ws(' ', 'column', relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attacl::text,
      pg_get_expr(adbin, adrelid)) FROM relations JOIN pg_attribute a ON attrelid = relations.oid
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attnum > 0 AND NOT attisdropped
    UNION ALL SELECT concat_ws(' ', 'constraint', relname, conname, convalidated, pg_get_constraintdef(k.oid))
      FROM relations JOIN pg_constraint k ON conrelid = relations.oid
    UNION ALL SELECT concat_ws(' ', 'index', indexdef) FROM pg_indexes JOIN relations ON relname = tablename WHERE schemaname = 'public'
    UNION ALL SELECT concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) FROM relations WHERE relkind = 'v'
    UNION ALL SELECT concat_ws(' ', 'function', pg_get_functiondef(oid), proacl::text) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', 'trigger', relname, pg_get_triggerdef(t.oid), tgenabled) FROM relations JOIN pg_trigger t ON tgrelid = relations.oid
      WHERE NOT tgisinternal
    UNION ALL SELECT concat_ws(' ', 'policy', tablename, policyname, roles::text, cmd, qual, with_check) FROM pg_policies WHERE schemaname = 'public'
    ORDER BY part`;
  return parts.map(({ part }) => part);
}

async function tables(): Promise<string[]> {
  const found = await ledger<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`;
  return found.map(({ name }) => name);
}

/** Returns a table's rows as texts, with the columns that both versions have. */
async function rowsOf(table: string, columns: readonly string[]): Promise<string[]> {
  const list = columns.map((column) => `'${column}', t."${column}"::text`).join(", ");
  const name = table.replaceAll('"', "");
  const rows = await asked<{ row: string }>(`SELECT json_build_object(${list})::text AS row FROM "${name}" t`);
  return rows.map(({ row }) => row).sort();
}

/** Runs a query that this test builds from names only. */
function asked<T extends object>(text: string): Promise<T[]> {
  return ledger<T>(Object.assign([text], { raw: [text] }));
}

async function columnsOf(table: string): Promise<string[]> {
  const columns = await ledger<{ name: string }>`SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;
  return columns.map(({ name }) => name);
}

/** Implausible values that a migration corrects. */
const CORRECTED = ["time_zone", "cut_off", "queue_oldest"];

async function contents(): Promise<Map<string, { columns: string[]; rows: string[] }>> {
  const found = new Map<string, { columns: string[]; rows: string[] }>();
  for (const table of await tables()) {
    if (table === "ledger_version") continue;
    const columns = (await columnsOf(table)).filter((column) => table !== "till" || !CORRECTED.includes(column));
    found.set(table, { columns, rows: await rowsOf(table, columns) });
  }
  return found;
}

describe("upgrade tests of the ledger", () => {
  it("have rows for every migration", () => {
    const files = readdirSync(join(import.meta.dirname, "../../../ledger/migrations")).map((file) =>
      Number(file.slice(0, 4)),
    );
    expect(VERSIONS).toEqual(files.sort((one, other) => one - other));
    expect(Object.keys(LEDGER_ROWS).map(Number)).toEqual(VERSIONS);
  });
});

describe("a ledger of version", () => {
  it.each(VERSIONS)(
    "%i keeps every row and figure, and gets the schema and rights of a new ledger",
    async (version) => {
      const { sold } = await fill(version);
      const before = await contents();
      const empty = [...before].filter(([, { rows }]) => rows.length === 0).map(([table]) => table);
      expect(empty).toEqual(version === 1 ? ["journal_head"] : []);

      expect(await initLedger(ledger)).toEqual(VERSIONS.filter((other) => other > version));
      for (const [table, { columns, rows }] of before) expect(await rowsOf(table, columns)).toEqual(rows);
      expect(await schemaOf()).toEqual(fresh);

      const [total] =
        await ledger`SELECT sum(captured)::int AS captured, sum(refunded)::int AS refunded FROM sales_per_day`;
      expect(total).toEqual(sold);
      const [odd] = await ledger`SELECT time_zone, cut_off::text, queue_oldest FROM till WHERE till = 'odd'`;
      expect(odd).toEqual({ time_zone: "UTC", cut_off: "00:00:00", queue_oldest: null });
      for await (const { till, problems } of verifyLedger(ledger, ["alpha"]))
        expect([till, problems]).toEqual(["alpha", []]);
    },
  );
});
