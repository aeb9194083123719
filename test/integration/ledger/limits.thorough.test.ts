/** Limits on a till's role in the database: months, sizes, time and disk. */
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { initLedger, type Ledger, missingLimits, openLedger } from "../../../ledger/database.ts";
import { addTill } from "../../../ledger/tills.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { enter, NOW, put, STATE } from "../../support/till-rows.ts";

let server: TestPostgres;
let admin: Ledger;

beforeAll(async () => {
  server = await startPostgres();
  admin = openLedger(server.url, null);
  await initLedger(admin);
});

afterAll(async () => {
  await admin.end();
  await server[Symbol.asyncDispose]();
});

function needsRoles({ skip }: TestContext): void {
  if (!server.hasRoles) skip(`${server.is} has one user and no rights`);
}

/** Opens a connection as a new till. */
async function connectAsTill(id: string) {
  const url = await addTill(admin, { id, shop: null, replaces: null, renew: false }, server.url);
  const sql = openLedger(url, null);
  return { sql, url, [Symbol.asyncDispose]: () => sql.end() };
}

/** Removes the partitions of a future month with their rows. */
async function removePartitions(away: number): Promise<{ first: string; name: string }> {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + away)).toISOString().slice(0, 10);
  const name = first.slice(0, 7).replace("-", "_");
  for (const parted of PARTED) await admin.run(`DROP TABLE IF EXISTS ${parted}_${name}`);
  return { first, name };
}

const PARTED = ["journal_entry", "booking", "payment"];

async function partitionsExist(name: string): Promise<boolean[]> {
  const rows = await admin<{ made: boolean }>`
    SELECT to_regclass(parted || ${`_${name}`}) IS NOT NULL AS made FROM unnest(${PARTED}::text[]) parted`;
  return rows.map(({ made }) => made);
}

async function partOf(till: string) {
  const [row] = await admin<{
    part: string;
  }>`SELECT tableoid::regclass::text AS part FROM journal_entry WHERE till = ${till}`;
  return row?.part;
}

describe("a till's role", () => {
  it("can create the partition of the current and the next month only", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("months");
    for (const away of [0, 1]) {
      const { first, name } = await removePartitions(away);
      await till.sql`SELECT make_month(${first})`;
      expect(await partitionsExist(name), first).toEqual([true, true, true]);
      await till.sql`SELECT make_month(${first})`;
    }
    const months = () => admin`SELECT relname FROM pg_class WHERE relname LIKE 'journal_entry_2%' ORDER BY 1`;
    const before = await months();
    for (const away of [-1, 2]) {
      const { first } = await removePartitions(away);
      await till.sql`SELECT make_month(${first})`;
    }
    await till.sql`SELECT make_month('2021-05-20'), make_month('1999-01-01'), make_month('2099-01-01'), make_month(NULL), make_month('infinity')`;
    expect((await months()).length).toBeLessThanOrEqual(before.length);
    expect(await partitionsExist((await removePartitions(2)).name)).toEqual([false, false, false]);
    await expect(till.sql`SELECT make_any_month('2021-05-20')`).rejects.toThrow("permission denied");
    // Rows of another month are kept and move when head office creates the partition.
    await enter(till.sql, "months", [1]);
    expect(await partOf("months")).toBe("journal_entry_other");
    await initLedger(admin);
    expect(await partOf("months")).toBe("journal_entry_2026_03");
  });

  it("gets a new month's partition while another till hangs in the middle of its page", async (context) => {
    needsRoles(context);
    await using hung = await connectAsTill("hung");
    await using till = await connectAsTill("waits");
    const then = `${(await removePartitions(0)).first}T10:00:00Z`;
    await hung.sql`SELECT make_month(${then}::timestamptz::date)`;
    const { first, name } = await removePartitions(1);
    await hung.sql.begin(async (sql) => {
      await sql`INSERT INTO journal_entry (till, number, at, event, data, hash) VALUES ('hung', 1, ${then}, 'x', '{}', '\\x00')`;
      await sql`SELECT put_payments('hung', ${JSON.stringify([{ ...STATE, created_at: then, change: 1 }])})`;
      await till.sql.begin(async (other) => {
        await other.run("SET LOCAL statement_timeout = '1s'");
        await other`SELECT make_month(${first})`;
      });
      await enter(till.sql, "waits", [1]);
    });
    expect(await partitionsExist(name)).toEqual([true, true, true]);
    // The partition behaves like any other: rows are kept, keys are unique, and tills cannot read it.
    await admin`INSERT INTO journal_entry (till, number, at, event, data, hash) VALUES ('waits', 2, ${`${first}T10:00:00Z`}, 'x', '{}', '\\x00')`;
    await expect(admin.run(`DELETE FROM journal_entry_${name}`)).rejects.toThrow("append-only");
    await expect(till.sql.run(`SELECT * FROM journal_entry_${name}`)).rejects.toThrow("permission denied");
    const keys =
      await admin`SELECT count(*)::int AS n FROM pg_index WHERE indrelid = ${`journal_entry_${name}`}::regclass`;
    expect(keys).toEqual([{ n: 3 }]);
  });

  it("keeps a month above the till's limit in the default partition until head office moves it or explains why not", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("many");
    const { first, name } = await removePartitions(1);
    await admin`INSERT INTO journal_entry (till, number, at, event, data, hash)
      SELECT 'many', n, ${`${first}T10:00:00Z`}::timestamptz, 'x', '{}', '\\x00' FROM generate_series(1, 10500) n`;
    await till.sql`SELECT make_month(${first})`;
    expect(await partitionsExist(name)).toEqual([false, false, false]);
    await till.sql.begin(async (sql) => {
      await sql`SELECT pg_advisory_xact_lock(hashtext('till ledger: make_month'))`;
      await expect(initLedger(admin)).rejects.toThrow("lock timeout");
    });
    await initLedger(admin);
    expect(await partitionsExist(name)).toEqual([true, true, true]);
    const [left] = await admin`SELECT count(*)::int AS n FROM journal_entry_other WHERE till = 'many'`;
    expect(left).toEqual({ n: 0 });
  });

  const journalIn = (sql: Ledger, till: string, at: string) => sql`
    INSERT INTO journal_entry (till, number, at, event, data, hash) VALUES (${till}, 1, ${at}, 'x', '{}', '\\x00')`;
  it.for([
    ["who reads", "LOCK TABLE journal_entry_other IN ACCESS SHARE MODE"],
    ["who has the lock of months", "SELECT pg_advisory_xact_lock(hashtext('till ledger: make_month'))"],
  ] as const)(
    "sends without a partition after a two-second wait for the month: blocked by one %s",
    async ([who, holding], context) => {
      needsRoles(context);
      const { first: month, name } = await removePartitions(1);
      const id = `patient of one ${who}`;
      await using till = await connectAsTill(id);
      await admin.begin(async (sql) => {
        await sql.run(holding);
        await till.sql.begin(async (other) => {
          await other.run("SET LOCAL statement_timeout = '8s'");
          await other`SELECT make_month(${month})`;
        });
        await journalIn(till.sql, id, month);
      });
      expect(await partOf(id)).toBe("journal_entry_other");
      // The partition created later keeps the row unchanged, and no role can change it.
      await till.sql`SELECT make_month(${month})`;
      expect(await partOf(id)).toBe(`journal_entry_${name}`);
      await admin`INSERT INTO journal_entry (till, number, at, event, data, hash) VALUES (${id}, 2, '2019-01-01T10:00:00Z', 'x', '{}', '\\x00')`;
      await expect(admin.run("DELETE FROM journal_entry_other")).rejects.toThrow("append-only");
      expect(await admin`SELECT number::int FROM journal_entry WHERE till = ${id} ORDER BY number`).toHaveLength(2);
    },
  );

  it("creates no large objects, which could fill the disk outside the ledger's tables", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("large");
    for (const attempt of [
      "lo_create(0)",
      "lo_creat(-1)",
      "lo_from_bytea(0, '\\x00')",
      "lo_put(1, 0, '\\x00')",
      "lo_open(1, 131072)",
      "lowrite(0, '\\x00')",
    ]) {
      await expect(till.sql.run(`SELECT ${attempt}`), attempt).rejects.toThrow("permission denied for function");
    }
    const open = await admin`SELECT proname FROM pg_proc WHERE proname ~ '^lo_|^lo(read|write)$'
      AND has_function_privilege('ledger_till', oid, 'EXECUTE')`;
    expect(open).toEqual([]);
  });

  it("has limits on time, idle transactions and temporary files, for new and for existing tills", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("limited");
    const limits = async (sql: Ledger) => {
      const [row] = await sql`SELECT current_setting('statement_timeout') AS statement,
        current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('temp_file_limit') AS files`;
      return row;
    };
    const limited = { statement: "1min", idle: "1min", files: "64MB" };
    expect(await limits(till.sql)).toEqual(limited);
    await expect(till.sql.run("SET temp_file_limit = -1")).rejects.toThrow("permission denied to set parameter");
    const spill = "SELECT count(*) FROM (SELECT n FROM generate_series(1, 9000000) n ORDER BY md5(n::text)) sorted";
    await expect(till.sql.run(`SET work_mem = '1MB'; ${spill}`)).rejects.toThrow("temporary file size exceeds");
    // The state of a till that an older program has added.
    await admin.run(`ALTER ROLE "${new URL(till.url).username}" RESET ALL`);
    expect(await missingLimits(admin)).toEqual(["Tills can fill the disk with temporary files."]);
    await initLedger(admin);
    expect(await missingLimits(admin)).toEqual([]);
    const again = openLedger(till.url, null);
    expect(await limits(again)).toEqual(limited);
    await again.end();
  });

  it("cannot insert an oversized row", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("huge");
    const large = (bytes: number) => "x".repeat(bytes);
    const entry = (
      event: string,
      data: object,
    ) => till.sql`INSERT INTO journal_entry (till, number, at, event, data, hash)
      VALUES ('huge', 1, ${NOW}, ${event}, ${JSON.stringify(data)}, '\\x00')`;
    await expect(entry(large(1_100_000), {})).rejects.toThrow('violates check constraint "row_size"');
    await expect(entry("x", { text: large(1_100_000) })).rejects.toThrow('violates check constraint "row_size"');
    await entry("x", { text: large(500_000) });
    await expect(put(till.sql, "huge", [{ ...STATE, change: 1, reference: large(70_000) }])).rejects.toThrow(
      "row_size",
    );
    await expect(till.sql`INSERT INTO booking (till, number, period, at, pos_tid, kind, currency, amount, additional_amount,
      transaction_fee, interchange_fee) VALUES ('huge', 1, 1, ${NOW}, ${large(20_000)}, 'capture', 'NOK', 1, 0, 0, 0)`).rejects.toThrow(
      "row_size",
    );
    const report = JSON.stringify({ decisions: [], tips: 0, fees: 0, text: large(4_200_000) });
    await expect(till.sql`INSERT INTO z_report (till, number, from_at, to_at, currency, captured, refunded, net, data, through, hash)
      VALUES ('huge', 1, ${NOW}, ${NOW}, 'NOK', 0, 0, 0, ${report}, 0, '\\x00')`).rejects.toThrow("row_size");
    await expect(till.sql`SELECT refuse_till('huge', 1, ${large(20_000)})`).rejects.toThrow("row_size");
    await expect(till.sql`SELECT tell_pos('huge', ${large(20_000)})`).rejects.toThrow("row_size");
    const state = { version: "1", timeZone: "UTC", cutOff: "04:00", queueDepth: 0, behind: 0, key: large(20_000) };
    await expect(till.sql`SELECT tell_state('huge', ${JSON.stringify(state)}, NULL)`).rejects.toThrow("row_size");
  });
});
