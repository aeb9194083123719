/** A till and the chain's ledger: everything arrives once, whatever was unreachable meanwhile. */
import { once } from "node:events";
import { copyFileSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LedgerHealth } from "../../../contract/diagnostics/diagnostics.ts";
import { initLedger, type Ledger, openLedger } from "../../../ledger/database.ts";
import { readReport } from "../../../ledger/report.ts";
import { acceptTill, addTill, listTills } from "../../../ledger/tills.ts";
import { verifyLedger } from "../../../ledger/verify.ts";
import { tamper } from "../../support/ledger-rows.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { runningMs } from "../../support/running-time.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

let server: TestPostgres;
let ledger: Ledger;

beforeAll(async () => {
  server = await startPostgres();
  ledger = openLedger(server.url, null);
  await initLedger(ledger);
});

afterAll(async () => {
  await ledger.end();
  await server[Symbol.asyncDispose]();
});

/** A till with this name in the ledger. */
async function tillInLedger(name: string, options: Parameters<typeof createTestTill>[0] = {}) {
  const url = await addTill(ledger, { id: name, shop: null, replaces: null, renew: false }, server.url);
  const till = await createTestTill({ ...options, provisioning: { ledger: { url, till: name } } });
  return { till, url, [Symbol.asyncDispose]: () => till[Symbol.asyncDispose]() };
}

async function healthOf({ must }: TestTill): Promise<LedgerHealth> {
  return (await must("diagnostics.health", {})).ledger;
}

/** Resolves when the ledger has everything that the till has now. */
async function arrived(till: TestTill, name: string): Promise<void> {
  const entries = () => Number(till.database.prepare("SELECT max(sequence) FROM journal").pluck().get());
  const bookings = () => Number(till.database.prepare("SELECT coalesce(max(sequence), 0) FROM booking").pluck().get());
  const wanted = [entries(), bookings()];
  await expect
    .poll(async () => {
      const [row] = await ledger<{
        n: number;
        b: number;
      }>`SELECT last_number::int AS n, last_booking::int AS b FROM till WHERE till = ${name}`;
      return row !== undefined && row.n >= (wanted[0] ?? 0) && row.b >= (wanted[1] ?? 0);
    })
    .toBe(true);
}

async function problemsOf(name: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { problems } of verifyLedger(ledger, [name])) found.push(...problems);
  return found;
}

describe("the ledger feed", () => {
  it("lets a till close when the ledger accepts the connection but does not respond", async () => {
    const connected = Promise.withResolvers<void>();
    const silent = createServer(() => connected.resolve()).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const url = `postgres://kasse:secret@127.0.0.1:${port}/chain`;
    const till = await createTestTill({ provisioning: { ledger: { url, till: "kasse" } } });
    await connected.promise;
    const startedAt = runningMs();
    await till[Symbol.asyncDispose]();
    // The connection timeout alone is ten seconds.
    expect(runningMs() - startedAt).toBeLessThan(8000);
    silent.close();
  });

  it("delivers sales, refunds and the Z, whose sums match", async () => {
    await using world = await tillInLedger("sums");
    const { till } = world;
    const first = await till.pay("SALE", 12_500);
    const second = await till.pay("SALE", 30_000);
    await till.asManager();
    await till.must("payment.refund", { posTid: second.posTid, amount: 5000, reason: "cold" });
    await till.waitForPhase(second.posTid, "partly_refunded");
    const z = await till.must("report.z", {});
    await arrived(till, "sums");

    const [hours] =
      await ledger`SELECT sum(captured)::int AS captured, sum(refunded)::int AS refunded, sum(payments)::int AS payments
      FROM sales_per_hour WHERE till = 'sums'`;
    expect(hours).toEqual({ captured: z.captured, refunded: z.refunded, payments: 2 });
    const [stored] =
      await ledger`SELECT number::int, captured::int, refunded::int, net::int, booked_captured::int, booked_refunded::int
      FROM z_difference WHERE till = 'sums'`;
    expect(stored).toEqual({
      number: 1,
      captured: z.captured,
      refunded: z.refunded,
      net: z.net,
      booked_captured: z.captured,
      booked_refunded: z.refunded,
    });
    const payments =
      await ledger`SELECT pos_tid, number, phase, captured_total::int AS captured, refunded_total::int AS refunded
      FROM payment WHERE till = 'sums' ORDER BY created_at`;
    expect(payments).toEqual([
      { pos_tid: first.posTid, number: first.number, phase: "captured", captured: 12_500, refunded: 0 },
      { pos_tid: second.posTid, number: second.number, phase: "partly_refunded", captured: 30_000, refunded: 5000 },
    ]);
    expect(await problemsOf("sums")).toEqual([]);
    expect(await healthOf(till)).toMatchObject({ behind: 0, detail: null });
    const report = await readReport(ledger, z.businessDay);
    expect(report.shops).toContainEqual(expect.objectContaining({ captured: z.captured, refunded: z.refunded }));
  });

  it("delivers the till's status and a signed journal head", async () => {
    await using world = await tillInLedger("state");
    await arrived(world.till, "state");
    const told =
      () => ledger`SELECT version, queue_depth, length(settings) AS settings, error, head_key IS NOT NULL AS key FROM till
      WHERE till = 'state' AND last_seen > now() - interval '1 minute'`;
    await expect.poll(told).toEqual([{ version: "test", queue_depth: 0, settings: 64, error: null, key: true }]);
    for await (const { signedTo, problems } of verifyLedger(ledger, ["state"])) {
      expect(problems).toEqual([]);
      expect(signedTo).toBeGreaterThan(0);
    }
  });

  it("detects a Z, a booking and a payment that were changed in the ledger", async () => {
    await using world = await tillInLedger("changed");
    const { till } = world;
    const { number } = await till.pay("SALE", 10_000);
    await till.asManager();
    await till.must("report.z", {});
    await arrived(till, "changed");
    const problemsAfter = async (change: string, undo: string) => {
      await tamper(ledger, change);
      const problems = await problemsOf("changed");
      await tamper(ledger, undo);
      return problems;
    };
    const of = "WHERE till = 'changed'";
    expect(
      await problemsAfter(
        `UPDATE z_report SET data = replace(data::text, '10000', '10001')::json ${of}`,
        `UPDATE z_report SET data = replace(data::text, '10001', '10000')::json ${of}`,
      ),
    ).toContainEqual(expect.stringContaining("Z 1 was changed"));
    const booking = `${of} AND kind = 'capture'`;
    expect(
      await problemsAfter(
        `UPDATE booking SET amount = 9000 ${booking}`,
        `UPDATE booking SET amount = 10000 ${booking}`,
      ),
    ).toEqual(["the bookings of Z 1 do not match its seal", `the sums of payment ${number} do not match its bookings`]);
    expect(
      await problemsAfter(
        `UPDATE payment SET captured_total = 1 ${of}`,
        `UPDATE payment SET captured_total = 10000 ${of}`,
      ),
    ).toEqual([`the sums of payment ${number} do not match its bookings`]);
    expect(await problemsOf("changed")).toEqual([]);
  });

  it("keeps sales running while the ledger is unreachable, and loses and duplicates nothing", async () => {
    await using world = await tillInLedger("outage");
    const { till } = world;
    await till.pay("SALE", 1000);
    await arrived(till, "outage");
    await server.kill();
    await till.pay("SALE", 2000);
    await expect.poll(async () => (await healthOf(till)).state).toBe("unreached");
    expect((await healthOf(till)).behind).toBeGreaterThan(0);
    await till.restart();
    await till.pay("SALE", 4000);
    await server.start();
    await arrived(till, "outage");
    const [sums] = await ledger`SELECT sum(captured)::int AS captured FROM sales_per_hour WHERE till = 'outage'`;
    expect(sums?.captured).toBe(7000);
    expect(await problemsOf("outage")).toEqual([]);
  });

  it("recognises a till that was restored to an older state, and sends none of its data", async () => {
    await using world = await tillInLedger("older");
    const { till } = world;
    const older = join(till.folder, "older.db");
    await till.restart((path) => copyFileSync(path, older));
    await till.pay("SALE", 1000);
    await arrived(till, "older");
    await till.restart((path) => copyFileSync(older, path));
    await expect.poll(async () => (await healthOf(till)).state).toBe("replaced");
    await till.pay("SALE", 3000);
    expect((await healthOf(till)).state).toBe("replaced");
    const [sums] = await ledger`SELECT sum(captured)::int AS captured FROM sales_per_hour WHERE till = 'older'`;
    expect(sums?.captured).toBe(1000);
    expect((await listTills(ledger)).find((line) => line.till === "older")?.refused).toMatch(/journal/);
    expect(await problemsOf("older")).toEqual([expect.stringContaining("refused at entry")]);
  });

  it("recognises a till that signs with a different key until head office accepts the key", async () => {
    await using world = await tillInLedger("key");
    const { till } = world;
    await arrived(till, "key");
    const pinned = () => ledger`SELECT head_key FROM till WHERE till = 'key' AND head_key IS NOT NULL`;
    await expect.poll(async () => (await pinned()).length).toBe(1);
    till.vault.change({ ledgerKey: null });
    await till.restart();
    await expect.poll(async () => (await healthOf(till)).state).toBe("replaced");
    expect(await problemsOf("key")).toEqual([expect.stringContaining("signs with a different key")]);
    await acceptTill(ledger, "key");
    await till.restart();
    await arrived(till, "key");
    await expect.poll(async () => (await healthOf(till)).state).toBe("current");
    expect(await problemsOf("key")).toEqual([]);
  });

  it("is refused for a till that uses another till's name", async ({ skip }) => {
    if (!server.hasRoles) skip(`${server.is} has one user and no rights`);
    await using victim = await tillInLedger("victim");
    await arrived(victim.till, "victim");
    const url = await addTill(ledger, { id: "thief", shop: null, replaces: null, renew: false }, server.url);
    await using thief = await createTestTill({ provisioning: { ledger: { url, till: "victim" } } });
    await expect.poll(async () => (await healthOf(thief)).state).toBe("denied");
    expect(await problemsOf("victim")).toEqual([]);
  });

  it("stores the password only in the vault", async () => {
    const lines: string[] = [];
    await using world = await tillInLedger("secret", { log: { write: (line) => void lines.push(line) } });
    const { till, url } = world;
    const { password } = new URL(url);
    await till.pay("SALE", 1000);
    await server.kill();
    await expect.poll(async () => (await healthOf(till)).state).toBe("unreached");
    await server.start();
    expect(till.vault.get("ledgerPassword")).toBe(password);
    if (password === "") return;
    expect(lines.join("\n")).not.toContain(password);
    for (const file of ["till.db", "till.db-wal"]) {
      expect(readFileSync(join(till.folder, file)).includes(password), file).toBe(false);
    }
  });

  it("excludes a replaced till from every figure", async () => {
    await using world = await tillInLedger("before");
    await world.till.pay("SALE", 5000);
    await arrived(world.till, "before");
    await addTill(ledger, { id: "after", shop: null, replaces: "before", renew: false }, server.url);
    expect(await ledger`SELECT 1 FROM sales_per_hour WHERE till = 'before'`).toHaveLength(0);
    expect(await ledger`SELECT 1 FROM payment WHERE till = 'before'`).toHaveLength(1);
  });
});
