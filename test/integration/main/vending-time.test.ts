/** Vends over lost orders, restarts and clocks that are set: nothing is decided by a machine's silence too early. */
import { describe, expect, it } from "vitest";
import { BY_PHONE, captured, ORDER, shop, told } from "../../support/vend-shop.ts";

const DAY_MS = 24 * 3_600_000;
const SLOTS = [
  { slot: "A1", quantity: 2 },
  { slot: "B2", quantity: 1 },
];

describe("a vend", () => {
  it("is not believed to have dropped nothing while an order before a refused one may still arrive", async () => {
    await using kept = await shop({ faults: { loseOrdersBefore: 1, refuse: 409 } });
    const { world, machine } = kept;
    const { posTid, tid } = await kept.bought();
    await machine.hears("GET ", 2);
    expect((await world.must("payment.get", { posTid })).vend?.state).toBe("dispensing");
    machine.faults.refuse = null;
    const path = `vends/${(await world.must("payment.get", { posTid })).vend?.id}`;
    await fetch(new URL(path, machine.url), { method: "PUT", body: JSON.stringify({ items: SLOTS }) });
    expect(await kept.over(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([11_000]);
  });

  it("whose till was off for a day is asked about first, and paid for", async () => {
    await using kept = await shop({ faults: { waits: true } });
    const { posTid, tid } = await kept.bought();
    const { vend } = await kept.world.until(posTid, (payment) => payment.vend?.state === "dispensing");
    await kept.machine.hears("GET ", 2);
    await kept.world.restart(() => {
      kept.machine.drop(vend?.id ?? "");
      kept.clock.pass(DAY_MS + 3_600_000);
    });
    expect(await kept.over(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([11_000]);
  });

  it("is not decided while the wall clock is set forward", async () => {
    await using kept = await shop({ faults: { waits: true } });
    const { posTid, tid } = await kept.bought();
    const { vend } = await kept.world.until(posTid, (payment) => payment.vend?.state === "dispensing");
    await kept.machine.hears("GET ", 2);
    kept.clock.setBy(2 * DAY_MS);
    await kept.machine.hears("GET ", 5);
    expect(told(kept)).not.toContain("vend.doubted");
    kept.machine.drop(vend?.id ?? "");
    expect(await kept.over(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([11_000]);
  });

  it("is not ordered on and on by a wall clock that is set back", async () => {
    await using kept = await shop();
    const started = await kept.world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    kept.machine.faults.isOff = true;
    await kept.approved(started.posTid);
    await kept.machine.hears("PUT ", 2);
    kept.clock.setBy(-DAY_MS);
    kept.clock.pass(61_000);
    await kept.machine.hears("GET ", 1);
    const orders = () => kept.machine.heard.filter((request) => request.startsWith("PUT ")).length;
    const before = orders();
    await kept.machine.hears("GET ", 3);
    expect(orders()).toBe(before);
  });

  it("that was told to the machine by an earlier run is asked about before it is told again", async () => {
    await using kept = await shop({ faults: { loseOrdersBefore: 1000 } });
    const { posTid, tid } = await kept.bought();
    await kept.machine.hears("PUT ");
    let heard = 0;
    await kept.world.restart(() => {
      kept.machine.faults.loseOrdersBefore = 0;
      heard = kept.machine.heard.length;
    });
    expect(await kept.over(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([11_000]);
    const since = kept.machine.heard.slice(heard).map((request) => request.slice(0, 4));
    expect(since.indexOf("GET ")).toBeLessThan(since.indexOf("PUT "));
  });
});
