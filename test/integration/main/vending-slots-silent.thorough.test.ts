/** Slots of vends without a final report, and slots of a restored till. */
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { connect } from "../../../main/storage/database/database.ts";
import { MIGRATIONS, migrate } from "../../../main/storage/database/migrations.ts";
import { backUp, maintained } from "../../support/restoring.ts";
import { BY_PHONE, ORDER, shop } from "../../support/vend-shop.ts";

const WATER = ORDER.slice(0, 1);
const BEER = ORDER.slice(1);

describe("a slot", () => {
  it("is taken off sale when its vend is still pending after ten minutes", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { clock, machine, world } = kept;
    await kept.bought(WATER);
    const asked = () => machine.receivedRequests.filter((request) => request.startsWith("GET ")).length;
    await machine.waitForRequests("GET ");
    clock.pass(9 * 60_000);
    await machine.waitForRequests("GET ", asked() + 3);
    expect((await world.must("terminal.get", {})).soldOutSlots).toEqual([]);
    clock.pass(2 * 60_000);
    await world.waitForTerminal(({ soldOutSlots }) => soldOutSlots.includes("A1"));
  });

  it("is sold to a customer who paid before its silent vend was reported as dropped", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { machine, world } = kept;
    const one = await kept.bought(WATER);
    await machine.waitForRequests("GET ");
    const next = await world.must("vend.start", { items: WATER, customer: BY_PHONE });
    machine.faults.isOff = true;
    await world.waitForTerminal(({ soldOutSlots }) => soldOutSlots.includes("A1"));
    await kept.approved(next.posTid);
    Object.assign(machine.faults, { isOff: false, delaysOrders: false });
    machine.drop(one.vend?.id ?? "");
    expect(await kept.waitForEnd(next.posTid)).toMatchObject({ vend: { state: "done" } });
  });

  it("gets no order after a vend that stays silent, and the next customer's money is released in time", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { clock, machine, world } = kept;
    await kept.bought(WATER);
    await machine.waitForRequests("GET ");
    const next = await world.must("vend.start", { items: WATER, customer: BY_PHONE });
    machine.faults.isOff = true;
    await world.waitForTerminal(({ soldOutSlots }) => soldOutSlots.includes("A1"));
    await kept.approved(next.posTid);
    await world.waitForPhase(next.posTid, "authorised");
    clock.pass(5 * 60_000);
    expect(await kept.waitForEnd(next.posTid)).toMatchObject({ phase: "released", vend: { state: "cancelled" } });
    expect(machine.receivedRequests.filter((request) => request.startsWith("PUT "))).toHaveLength(1);
  });

  it("stays off sale when a backup from before its fault is restored", async () => {
    await using kept = await shop();
    const { clock, machine, world } = kept;
    const backup = await backUp(world);
    machine.faults.reportsUnknownDrop = true;
    for (const items of [WATER, BEER]) await kept.waitForEnd((await kept.bought(items)).posTid);
    await world.restart(() =>
      maintained({ folder: world.folder, now: clock.now }, ["restore", backup]).then(() => undefined),
    );
    const stopped = { outOfService: ["dispenser"], soldOutSlots: ["A1", "B2"] };
    expect(await world.must("terminal.get", {})).toMatchObject(stopped);
  });

  it("stays off sale when its till's backup is restored on a new machine", async () => {
    await using kept = await shop({ faults: { reportsUnknownDrop: true } });
    const { clock, world } = kept;
    for (const items of [WATER, BEER]) await kept.waitForEnd((await kept.bought(items)).posTid);
    const backup = await backUp(world);
    await world.restart(async (path) => {
      for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
      const empty = connect(path);
      migrate(empty, MIGRATIONS);
      empty.close();
      await maintained({ folder: world.folder, now: clock.now }, ["restore", backup]);
    });
    const stopped = { outOfService: ["dispenser"], soldOutSlots: ["A1", "B2"] };
    expect(await world.must("terminal.get", {})).toMatchObject(stopped);
  });

  it("stays on sale when a backup from before it was unblocked is restored", async () => {
    await using kept = await shop({ faults: { reportsUnknownDrop: true } });
    const { clock, world } = kept;
    await kept.waitForEnd((await kept.bought(WATER)).posTid);
    const backup = await backUp(world);
    await world.must("vend.unblock", { slot: "A1" });
    await world.restart(() =>
      maintained({ folder: world.folder, now: clock.now }, ["restore", backup]).then(() => undefined),
    );
    expect((await world.must("terminal.get", {})).soldOutSlots).toEqual([]);
  });

  it("stays off sale while one of two vends is silent", async () => {
    await using kept = await shop({ faults: { delaysOrders: true, reportBody: '"1"' } });
    const { machine, world } = kept;
    const [one, two] = [await kept.bought(WATER), await kept.bought(WATER)];
    await machine.waitForRequests("PUT ", 2);
    await world.waitForTerminal(({ outOfService }) => outOfService.includes("dispenser"));
    machine.faults.reportBody = null;
    machine.drop(one.vend?.id ?? "");
    await kept.waitForEnd(one.posTid);
    expect((await world.must("payment.get", { posTid: two.posTid })).vend?.state).toBe("dispensing");
    expect((await world.must("terminal.get", {})).soldOutSlots).toEqual(["A1"]);
  });
});
