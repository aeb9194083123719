/** A till may insert its own rows in order and read its own last numbers, and nothing else. */
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { ledgerConnection } from "../../../contract/integration/ledger.ts";
import { initLedger, type Ledger, missingLimits, openLedger } from "../../../ledger/database.ts";
import { addTill, revokeTill } from "../../../ledger/tills.ts";
import { openLedgerClient } from "../../../main/integration/ledger/client.ts";
import { packPage } from "../../../main/integration/ledger/parcel.ts";
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

describe("a till's role", () => {
  it("inserts its own rows and ignores repeats", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("own");
    await enter(till.sql, "own", [1, 2, 3]);
    await enter(till.sql, "own", [2, 3, 4]);
    const rows = await till.sql`SELECT till, last_number FROM till`;
    expect(rows).toEqual([{ till: "own", last_number: "4" }]);
    expect(await admin`SELECT number::int FROM journal_entry WHERE till = 'own' ORDER BY number`).toHaveLength(4);
  });

  it("leaves no gap and writes no number twice", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("gaps");
    await expect(enter(till.sql, "gaps", [2])).rejects.toThrow("after 0 of gaps comes 1, not 2");
    await enter(till.sql, "gaps", [1, 2]);
    await expect(enter(till.sql, "gaps", [3, 5])).rejects.toThrow("after 2 of gaps");
    const other = till.sql`INSERT INTO journal_entry (till, number, at, event, data, hash)
      VALUES ('gaps', 2, '2026-03-02T11:00:00Z', 'x', '{}', '\\x00')`;
    await expect(other).rejects.toThrow("after 2 of gaps");
  });

  it("cannot send for another till", async (context) => {
    needsRoles(context);
    await using one = await connectAsTill("one");
    await using _two = await connectAsTill("two");
    await expect(enter(one.sql, "two", [1])).rejects.toThrow("row-level security");
    await expect(put(one.sql, "two", [{ ...STATE, change: 1 }])).rejects.toThrow("not the till two");
    await expect(one.sql`SELECT tell_state('two', '{}', NULL)`).rejects.toThrow("not the till two");
    await expect(one.sql`SELECT refuse_till('two', 1, 'x')`).rejects.toThrow("not the till two");
    await expect(one.sql`SELECT tell_pos('two', 'x')`).rejects.toThrow("not the till two");
  });

  it("learns which service requests are its own, but cannot read them", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("asks");
    await using _other = await connectAsTill("asks-not");
    const request = { pos_tid: "x", status: "pending", currency: "NOK", captured: 0, refunded: 0 };
    const requests = [
      { ...request, tid: "own-1", pos_id: "asks" },
      { ...request, tid: "its-1", pos_id: "asks-not" },
      { ...request, tid: "no-1", pos_id: "nowhere" },
    ];
    await admin`SELECT put_requests(${JSON.stringify(requests)}::json)`;
    const [row] = await till.sql<{ part: object }>`SELECT requests_of('asks', 0) AS part`;
    expect(row?.part).toMatchObject({ own: ["own-1"], list: null });
    const [others] = await till.sql`SELECT requests_of_others('asks', '["own-1", "its-1", "no-1", "new"]') AS tids`;
    expect(others).toEqual({ tids: ["its-1", "no-1"] });
    await expect(till.sql`SELECT requests_of('asks-not', 0)`).rejects.toThrow("not the till asks-not");
    await expect(till.sql`SELECT requests_of_others('asks-not', '[]')`).rejects.toThrow("not the till asks-not");
    for (const table of ["service_request", "service_list", "settlement", "settlement_difference"]) {
      await expect(till.sql.run(`SELECT * FROM ${table}`), table).rejects.toThrow("permission denied");
    }
    await expect(till.sql`SELECT put_requests('[]')`).rejects.toThrow("permission denied");
  });

  it("cannot read the settings of a shop of its own choice: head office assigns the shop", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("roams");
    await admin`INSERT INTO configuration (scope, version, text, signature) VALUES ('shop:Vika', 1, 'for Vika', 's')`;
    const state = { version: "1", timeZone: "UTC", cutOff: "04:00", queueDepth: 0, behind: 0, key: "k", shop: "Vika" };
    await till.sql`SELECT tell_state('roams', ${JSON.stringify(state)}, NULL)`;
    const settings = () => till.sql`SELECT json_array_length(configurations_of('roams')) AS n`;
    const shop = () => admin`SELECT shop FROM till_health WHERE till = 'roams'`;
    expect([await settings(), await shop()]).toEqual([[{ n: 0 }], [{ shop: "Vika" }]]);
    await addTill(admin, { id: "roams", shop: "Vika", replaces: null, renew: true }, server.url);
    expect(await settings()).toEqual([{ n: 1 }]);
    await addTill(admin, { id: "roams", shop: "Frogner", replaces: null, renew: true }, server.url);
    expect([await settings(), await shop()]).toEqual([[{ n: 0 }], [{ shop: "Frogner" }]]);
  });

  it("reads nothing: no own row, no other till, no figure", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("blind");
    await enter(till.sql, "blind", [1]);
    await put(till.sql, "blind", [{ ...STATE, change: 1 }]);
    for (const name of [
      "journal_entry",
      "payment",
      "booking",
      "z_report",
      "journal_head",
      "sales_per_hour",
      "till_health",
    ]) {
      await expect(till.sql.run(`SELECT * FROM ${name}`), name).rejects.toThrow("permission denied");
    }
    await expect(till.sql`SELECT head_key FROM till`).rejects.toThrow("permission denied");
    expect(await till.sql`SELECT till FROM till`).toEqual([{ till: "blind" }]);
  });

  it("cannot update, delete or create anything", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("meek");
    await enter(till.sql, "meek", [1]);
    const attempts = [
      "UPDATE journal_entry SET event = 'x'",
      "DELETE FROM journal_entry",
      "TRUNCATE journal_entry",
      "UPDATE payment SET amount = 1",
      "UPDATE till SET last_number = 9",
      "INSERT INTO payment SELECT",
      "CREATE TABLE mine (x int)",
      "INSERT INTO journal_entry_other (till) VALUES ('meek')",
      "SET ROLE postgres",
    ];
    for (const attempt of attempts) {
      await expect(till.sql.run(attempt), attempt).rejects.toThrow(/permission denied|must be/);
    }
  });

  it("runs no ledger function through its own trigger, and has no temporary tables", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("sly");
    await expect(till.sql`CREATE TEMPORARY TABLE mine (till text, number bigint, hash bytea)`).rejects.toThrow(
      "permission denied to create temporary tables",
    );
    // The ledger's owner cannot revoke this in another owner's database: the functions are restricted anyway.
    const [{ database } = { database: "" }] = await admin<{ database: string }>`SELECT current_database() AS database`;
    await admin.run(`GRANT TEMPORARY ON DATABASE "${database}" TO PUBLIC`);
    try {
      for (const follow of ["follow_journal", "follow_bookings", "follow_reports", "keep_rows"]) {
        const attempt = till.sql.begin(async (sql) => {
          await sql.run("CREATE TEMPORARY TABLE mine (till text, number bigint, hash bytea)");
          await sql.run(`CREATE TRIGGER mine AFTER INSERT ON mine REFERENCING NEW TABLE AS added
            FOR EACH STATEMENT EXECUTE FUNCTION public.${follow}()`);
          await sql.run("INSERT INTO mine VALUES ('sly', 1, '\\x00')");
        });
        await expect(attempt, follow).rejects.toThrow(`permission denied for function public.${follow}`);
      }
    } finally {
      await admin.run(`REVOKE TEMPORARY ON DATABASE "${database}" FROM PUBLIC`);
    }
    await enter(till.sql, "sly", [1, 2]);
    expect(await till.sql`SELECT last_number FROM till`).toEqual([{ last_number: "2" }]);
  });

  it("finds no ledger function that is executable by PUBLIC", async (context) => {
    needsRoles(context);
    const open = await admin`SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      AND EXISTS (SELECT 1 FROM aclexplode(coalesce(proacl, acldefault('f', proowner))) WHERE grantee = 0)`;
    expect(open).toEqual([]);
  });

  it("sends a payment with a mark in place of texts that PostgreSQL cannot store", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("nul");
    const client = await openLedgerClient(ledgerConnection(till.url, null), "nul");
    const at = Date.parse(NOW);
    const payment = {
      ...STATE,
      unlisted: 0,
      attention: null,
      late: null,
      late_since: null,
      tid: null,
      taken_by: "\ud800",
    };
    const payments = [{ ...payment, reference: "a\0b", created_at: at, modified_at: at }];
    const reaches = { entries: 0, bookings: 0, reports: 0 };
    await client.send(packPage("nul", { entries: [], bookings: [], reports: [], payments, change: 1, reaches }));
    client.close();
    const stored = await admin`SELECT reference, taken_by FROM payment WHERE till = 'nul'`;
    expect(stored).toEqual([{ reference: "a\ufffdb", taken_by: "\ufffd" }]);
  });

  it("loses access when it is revoked", async (context) => {
    needsRoles(context);
    await using till = await connectAsTill("gone");
    await enter(till.sql, "gone", [1]);
    await revokeTill(admin, "gone");
    await expect(enter(till.sql, "gone", [2])).rejects.toThrow();
    const later = openLedger(till.url, null);
    await expect(later`SELECT 1`).rejects.toThrow("not permitted to log in");
    await later.end();
  });
});

/** Another ledger on the same server, whose owner may create roles and is not a superuser. */
async function ledgerOfOwner(name: string) {
  await admin.run(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD 'for-tests'`);
  await admin.run(`CREATE DATABASE ${name} OWNER ${name}`);
  const url = new URL(server.url);
  Object.assign(url, { pathname: `/${name}`, username: name, password: "for-tests" });
  const owner = openLedger(url.href, null);
  await initLedger(owner);
  return { owner, url: url.href, [Symbol.asyncDispose]: () => owner.end() };
}

describe("a ledger whose owner is not a superuser", () => {
  it("lists the limits that a superuser must set, which init sets for a superuser", async (context) => {
    needsRoles(context);
    await using chain = await ledgerOfOwner("chain_c");
    await addTill(chain.owner, { id: "of-c", shop: null, replaces: null, renew: false }, chain.url);
    expect(await missingLimits(chain.owner)).toEqual([
      "Tills can create large objects.",
      "Tills can fill the disk with temporary files.",
    ]);
    const superuser = openLedger(Object.assign(new URL(server.url), { pathname: "/chain_c" }).href, null);
    await initLedger(superuser);
    await superuser.end();
    expect(await missingLimits(chain.owner)).toEqual([]);
    expect(await initLedger(chain.owner)).toEqual([]);
  });

  it("locks out a connected till although its connection cannot be ended", async (context) => {
    needsRoles(context);
    await using chain = await ledgerOfOwner("chain_a");
    const at = await addTill(chain.owner, { id: "busy", shop: null, replaces: null, renew: false }, chain.url);
    const till = openLedger(at, null);
    await enter(till, "busy", [1]);
    await revokeTill(chain.owner, "busy");
    const revoked = await chain.owner`SELECT revoked_at IS NOT NULL AS revoked FROM till`;
    expect(revoked).toEqual([{ revoked: true }]);
    await expect(enter(till, "busy", [2])).rejects.toThrow("row-level security");
    await till.end();
    const later = openLedger(at, null);
    await expect(later`SELECT 1`).rejects.toThrow("not permitted to log in");
    await later.end();
  });

  it("takes over no role of another ledger on the same server", async (context) => {
    needsRoles(context);
    await using chain = await ledgerOfOwner("chain_b");
    await using till = await connectAsTill("twin");
    const secondLedger = { id: "twin", shop: null, replaces: null, renew: false };
    await expect(addTill(chain.owner, secondLedger, chain.url)).rejects.toThrow(
      /^<id>: expected an id that no other ledger of this server has: the role till_twin_\S+ already exists$/,
    );
    await enter(till.sql, "twin", [1]);
    const again = openLedger(till.url, null);
    expect(await again`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    await again.end();
  });
});

describe("the ledger", () => {
  it("keeps the newest state of a payment, in whatever order states arrive", async () => {
    await addTill(admin, { id: "order", shop: null, replaces: null, renew: false }, server.url);
    await put(admin, "order", [{ ...STATE, change: 5, phase: "captured" }]);
    await put(admin, "order", [{ ...STATE, change: 4, phase: "waiting" }]);
    await put(admin, "order", [{ ...STATE, change: 5, phase: "waiting" }]);
    const phase = () => admin`SELECT phase FROM payment WHERE till = 'order'`;
    expect(await phase()).toEqual([{ phase: "captured" }]);
    await put(admin, "order", [{ ...STATE, change: 6, phase: "refunded" }]);
    expect(await phase()).toEqual([{ phase: "refunded" }]);
  });

  it("prevents every user from changing written rows", async () => {
    await addTill(admin, { id: "kept", shop: null, replaces: null, renew: false }, server.url);
    await enter(admin, "kept", [1]);
    await expect(admin`UPDATE journal_entry SET event = 'x' WHERE till = 'kept'`).rejects.toThrow("append-only");
    await expect(admin`DELETE FROM journal_entry WHERE till = 'kept'`).rejects.toThrow("append-only");
    await expect(admin`TRUNCATE journal_entry`).rejects.toThrow("append-only");
  });

  it("shows a till's password only to the user who adds the till", async (context) => {
    needsRoles(context);
    const url = new URL(await addTill(admin, { id: "secret", shop: null, replaces: null, renew: false }, server.url));
    const [role] = await admin`SELECT rolpassword FROM pg_authid WHERE rolname = ${url.username}`;
    expect(role?.rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/);
    url.password = "other";
    const wrong = openLedger(url.href, null);
    await expect(wrong`SELECT 1`).rejects.toThrow("password authentication failed");
    await wrong.end();
  });

  it("is upgraded once, also by two concurrent runs", async () => {
    expect(await Promise.all([initLedger(admin), initLedger(admin)])).toEqual([[], []]);
  });
});
