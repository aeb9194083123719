/** A used number is never issued again, not even after an older backup replaced the database. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settingStore } from "../../../main/storage/database/settings.ts";
import { USED_SETTINGS } from "../../../main/storage/database/used-numbers.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { backUp, maintained } from "../../support/restoring.ts";
import { merchantClient } from "../../support/sandbox.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

/** Every number on paper or in accounts, by kind, once the bookings are signed. */
async function numbers(world: TestTill): Promise<Record<string, number[]>> {
  const all = (sql: string) => world.database.prepare<[], number>(sql).pluck().all();
  const unsigned = `SELECT sequence FROM booking LEFT JOIN saft_transaction ON booking = sequence
    WHERE kind IN ('capture', 'refund') AND nr IS NULL`;
  while (all(unsigned).length > 0) await new Promise((resolve) => setImmediate(resolve));
  return {
    // A recovered payment has its own number again.
    payment: all("SELECT sequence FROM payment WHERE recovered_at IS NULL"),
    receipt: all("SELECT number FROM receipt"),
    z: all("SELECT number FROM z_report"),
    saft: all("SELECT nr FROM saft_transaction"),
  };
}

async function sell(world: TestTill): Promise<void> {
  const { posTid } = await world.pay("SALE", 1000);
  await world.must("receipt.print", { posTid, on: "page" });
}

describe("a till whose database was replaced with an older backup", () => {
  it.each([
    ["the replaced database is readable", () => undefined],
    ["the replaced database is missing", (database: string) => rmSync(database)],
    [
      "the replaced database was an older copy",
      (database: string, older: string) => {
        copyFileSync(older, database);
        for (const beside of ["-wal", "-shm"]) rmSync(`${database}${beside}`, { force: true });
      },
    ],
    ["the replaced database was damaged", (database: string) => writeFileSync(database, "no database at all")],
  ])("issues no number twice: %s", async (_how, harm) => {
    await using world = await createTestTill({ clock: fastClock(2) });
    await world.asManager();
    await sell(world);
    const backup = await backUp(world);
    await sell(world);
    await sell(world);
    await world.must("report.z", {});
    const before = await numbers(world);
    expect(Object.values(before).map((list) => list.length)).toEqual([3, 3, 1, 3]);

    await world.restart(async (database) => {
      harm(database, backup);
      await maintained(world, ["restore", backup]);
    });
    await world.asManager();
    const restored = await numbers(world);
    await sell(world);
    await world.waitForPayment(
      (await world.must("payment.list", {})).items[0]?.posTid ?? "",
      ({ phase }) => phase === "captured",
    );
    const after = await numbers(world);
    for (const kind of ["payment", "receipt", "saft"] as const) {
      const fresh = (after[kind] ?? []).filter((number) => !restored[kind]?.includes(number));
      expect(fresh.length, kind).toBeGreaterThan(0);
      expect(
        fresh.filter((number) => before[kind]?.includes(number)),
        kind,
      ).toEqual([]);
    }
    expect((await world.must("report.preview", {})).number).toBe(2);
  });

  it("issues no number twice after a second restore", async () => {
    await using world = await createTestTill({ clock: fastClock(2) });
    await world.asManager();
    await sell(world);
    const backup = await backUp(world);
    await sell(world);
    await sell(world);
    const before = await numbers(world);
    await world.restart(() => maintained(world, ["restore", backup]));
    // An orderly stop without a sale: only the file shows the numbers used before the first restore.
    await world.restart(async (database) => {
      for (const suffix of ["", "-wal", "-shm"]) rmSync(`${database}${suffix}`, { force: true });
      await maintained(world, ["restore", backup]);
    });
    await world.asManager();
    const restored = await numbers(world);
    await sell(world);
    const after = await numbers(world);
    for (const kind of ["payment", "receipt", "saft"] as const) {
      const fresh = (after[kind] ?? []).filter((number) => !restored[kind]?.includes(number));
      expect(
        fresh.filter((number) => before[kind]?.includes(number)),
        kind,
      ).toEqual([]);
    }
  });

  it("reports a running copy of the till in Health, but no payment that the backup lacks", async () => {
    await using world = await createTestTill({ clock: fastClock(2) });
    await world.asManager();
    const { number } = await world.pay("SALE", 1000);
    const otherClient = merchantClient(world.sandbox.provision());
    const asked = { action: "SALE", allow_credit: true, amount: 700, currency: "NOK", customer: CUSTOMER };
    const copys = async (sequence: string) => {
      const posTid = `${number.slice(0, 5)}${sequence}-ABCDEFGH`;
      const made = await otherClient.post("/payment_request/", { ...asked, pos_id: "counter-1", pos_tid: posTid });
      await world.phone.approve(made.body.id);
    };
    settingStore(world.database).set(USED_SETTINGS.payment, 7);
    await copys("0007");
    await world.call("report.z", {});
    expect(await world.must("diagnostics.health", {})).toMatchObject({
      findings: { database: { code: "database_sound" } },
    });
    await copys("0008");
    // Something new to compare: the list is read again.
    await world.pay("SALE", 100);
    expect(await world.call("report.z", {})).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    const { findings, status } = await world.must("diagnostics.health", {});
    expect(findings.database).toEqual({ code: "database_copied", values: { number: `${number.slice(0, 5)}0008` } });
    expect(status).toBe("bad");
  });

  it("continues with the next numbers after an orderly stop, and skips a few after a kill", async () => {
    await using world = await createTestTill({ clock: fastClock(2) });
    await world.asManager();
    await sell(world);
    const storedNumbers = () => JSON.parse(readFileSync(join(world.folder, "numbers.json"), "utf8"));
    const ahead = storedNumbers();
    expect(ahead.payment).toBeGreaterThan(1);
    let stopped: unknown;
    await world.restart(() => {
      stopped = storedNumbers();
    });
    expect(stopped).toEqual({ payment: 1, receipt: 1, z: null, saft: 1 });
  });
});
