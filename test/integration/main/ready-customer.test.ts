/** A customer who scanned a sticker before a sale, and a sale that the disk rejects. */
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { runCommand } from "../../../main/bridge/dispatch.ts";
import { beforeCommit } from "../../../main/storage/database/database.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const SALE = { action: "SALE", amount: 5000 } as const;

async function withReadyCustomer(): Promise<TestTill> {
  const clock = fastClock(1);
  const world = await createTestTill({ clock });
  await world.asManager();
  const { id } = await world.must("sticker.create", { name: "Counter" });
  const active = async () =>
    (await world.must("sticker.list", {})).items.find((one) => one.id === id && one.state === "active");
  let link = (await active())?.link;
  while (link === undefined || link === null) {
    await new Promise((resolve) => setImmediate(resolve));
    link = (await active())?.link;
  }
  // A scan counts once the code is known to be this till's own.
  clock.pass(5000);
  await world.phone.scan(link);
  await world.waitForTerminal(({ scanFirst }) => scanFirst.ready !== null);
  return world;
}

describe("a till with a ready customer", () => {
  it("keeps the customer for the next sale when a start is rolled back, and emits no event for that start", async () => {
    await using world = await withReadyCustomer();
    const inTransaction: string[] = [];
    world.till.events.subscribe(({ event }) => {
      if (world.database.inTransaction) inTransaction.push(event.type);
    });
    const recovers = beforeCommit(world.database, () => {
      throw new Sqlite.SqliteError("database or disk is full", "SQLITE_FULL");
    });
    await expect(runCommand(world.till, "payment.start", SALE)).rejects.toThrow("full");
    recovers();
    expect(world.till.terminal().scanFirst.ready).not.toBeNull();
    // One of two simultaneous sales belongs to the customer.
    const both = await Promise.all([world.must("payment.start", SALE), world.must("payment.start", SALE)]);
    expect(both.map(({ qr }) => qr?.kind ?? null)).toEqual([null, "shortlink"]);
    expect(world.till.terminal().scanFirst.ready).toBeNull();
    expect(inTransaction).toEqual([]);
  });
});
