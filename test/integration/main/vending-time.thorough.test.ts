/** Vends with lost orders, restarts and clock changes: a machine's silence decides nothing too early. */
import { describe, expect, it } from "vitest";
import { vendRows } from "../../../main/kiosk/vends/rows.ts";
import { BY_PHONE, captured, ORDER, type Shop, shop, vendEvents } from "../../support/vend-shop.ts";

/** Returns how often the machine was polled for vends. */
function questions({ machine }: Shop): number {
  return machine.receivedRequests.filter((request) => request.startsWith("GET ")).length;
}

/** An approved vend that the machine is polled for. @returns `id`: the machine's id */
async function ordered(kept: Shop) {
  const { posTid, tid } = await kept.bought();
  const { vend } = await kept.world.waitForPayment(posTid, (payment) => payment.vend?.state === "dispensing");
  return { posTid, tid, id: vend?.id ?? "" };
}

const DAY_MS = 24 * 3_600_000;
const SLOTS = [
  { slot: "A1", quantity: 2 },
  { slot: "B2", quantity: 1 },
];

describe("a vend", () => {
  it("is not taken as empty while an order before a refused one may still arrive", async () => {
    await using kept = await shop({ faults: { loseOrdersBefore: 1, refuse: 409 } });
    const { world, machine } = kept;
    const { posTid, tid } = await kept.bought();
    await machine.waitForRequests("GET ", 2);
    expect((await world.must("payment.get", { posTid })).vend?.state).toBe("dispensing");
    machine.faults.refuse = null;
    const path = `vends/${(await world.must("payment.get", { posTid })).vend?.id}`;
    await fetch(new URL(path, machine.url), { method: "PUT", body: JSON.stringify({ items: SLOTS }) });
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([11_000]);
  });

  it("whose till was off for a day is polled first, and captured", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { posTid, tid, id } = await ordered(kept);
    await kept.machine.waitForRequests("GET ", 2);
    await kept.world.restart(() => {
      kept.machine.drop(id);
      kept.clock.pass(DAY_MS + 3_600_000);
    });
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([11_000]);
  });

  it("is not decided while the wall clock is set forward", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { posTid, tid, id } = await ordered(kept);
    await kept.machine.waitForRequests("GET ", 2);
    kept.clock.setBy(2 * DAY_MS);
    await kept.machine.waitForRequests("GET ", 5);
    expect(vendEvents(kept)).not.toContain("vend.doubted");
    kept.machine.drop(id);
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([11_000]);
  });

  it("is not ordered repeatedly by a wall clock that is set back", async () => {
    await using kept = await shop();
    const started = await kept.world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    kept.machine.faults.isOff = true;
    await kept.approved(started.posTid);
    await kept.machine.waitForRequests("PUT ", 2);
    kept.clock.setBy(-DAY_MS);
    kept.clock.pass(61_000);
    await kept.machine.waitForRequests("GET ", 1);
    const orders = () => kept.machine.receivedRequests.filter((request) => request.startsWith("PUT ")).length;
    const before = orders();
    await kept.machine.waitForRequests("GET ", 3);
    expect(orders()).toBe(before);
  });

  it("that an earlier run sent to the machine is polled before it is sent again", async () => {
    await using kept = await shop({ faults: { loseOrdersBefore: 1000 } });
    const { posTid, tid } = await kept.bought();
    await kept.machine.waitForRequests("PUT ");
    let requestCount = 0;
    await kept.world.restart(() => {
      kept.machine.faults.loseOrdersBefore = 0;
      requestCount = kept.machine.receivedRequests.length;
    });
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([11_000]);
    const since = kept.machine.receivedRequests.slice(requestCount).map((request) => request.slice(0, 4));
    expect(since.indexOf("GET ")).toBeLessThan(since.indexOf("PUT "));
  });

  it("is not decided by this machine's clock, whatever its view of the reservation's end", async () => {
    await using kept = await shop({ faults: { delaysOrders: true }, serviceKeepsTime: true });
    const { posTid, tid, id } = await ordered(kept);
    await kept.machine.waitForRequests("GET ", 2);
    kept.clock.setBy(60 * DAY_MS);
    kept.clock.pass(80_000);
    await kept.machine.waitForRequests("GET ", questions(kept) + 3);
    expect(vendEvents(kept)).not.toContain("vend.doubted");
    kept.machine.drop(id);
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([11_000]);
  });

  it("does not wait for another vend whose response is missing", async () => {
    await using kept = await shop({ faults: { delaysOrders: true, holdsPolls: true } });
    const first = await kept.bought();
    await kept.machine.waitForRequests("GET ");
    Object.assign(kept.machine.faults, { delaysOrders: false, holdsPolls: false });
    const second = await kept.bought();
    expect(await kept.waitForEnd(second.posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    const { vend } = await kept.world.must("payment.get", { posTid: first.posTid });
    expect(kept.machine.receivedRequests.filter((request) => request === `GET ${vend?.id}`)).toHaveLength(1);
    kept.machine.releasePolls();
    kept.machine.drop(vend?.id ?? "");
    expect(await kept.waitForEnd(first.posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
  });

  it("stays open when the machine reports it as unknown once and reports the drop later", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { machine } = kept;
    const { posTid, tid, id } = await ordered(kept);
    await machine.waitForRequests("GET ");
    kept.clock.pass(75_000);
    machine.faults.reportsUnknownVend = true;
    await machine.waitForRequests("GET ", questions(kept) + 3);
    expect(vendEvents(kept)).not.toContain("vend.doubted");
    machine.faults.reportsUnknownVend = false;
    await machine.waitForRequests("GET ", questions(kept) + 3);
    kept.clock.pass(75_000);
    machine.faults.reportsUnknownVend = true;
    await machine.waitForRequests("GET ", questions(kept) + 3);
    machine.faults.reportsUnknownVend = false;
    machine.drop(id);
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([11_000]);
  });

  it("stays open when the machine reports it as unknown, is unreachable, and reports it as unknown once more as it starts", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { machine } = kept;
    const { posTid, tid, id } = await ordered(kept);
    machine.faults.reportsUnknownVend = true;
    await machine.waitForRequests("GET ", questions(kept) + 3);
    machine.faults.isOff = true;
    await machine.waitForRequests("GET ", questions(kept) + 3);
    kept.clock.pass(75_000);
    machine.faults.isOff = false;
    await machine.waitForRequests("GET ", questions(kept) + 3);
    expect(vendEvents(kept)).not.toContain("vend.doubted");
    machine.drop(id);
    machine.faults.reportsUnknownVend = false;
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([11_000]);
  });

  it("that was approved while the till was off is not ordered when its clock starts behind", async () => {
    await using kept = await shop();
    const { posTid } = await kept.world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    const { tid } = await kept.world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
    await kept.world.restart(async () => {
      await kept.world.phone.approve(tid ?? "");
      kept.clock.setBy(-DAY_MS);
    });
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 0, vend: { state: "cancelled" } });
    expect(kept.machine.motor.size).toBe(0);
  });

  it("whose order was lost is not sent again by a till whose clock starts behind", async () => {
    await using kept = await shop({ faults: { loseOrdersBefore: 1000 } });
    const { posTid, tid } = await kept.bought();
    await kept.machine.waitForRequests("PUT ");
    let requestCount = 0;
    await kept.world.restart(() => {
      kept.machine.faults.loseOrdersBefore = 0;
      requestCount = kept.machine.receivedRequests.length;
      kept.clock.setBy(-DAY_MS);
    });
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 0 });
    expect(captured(kept, tid)).toEqual([]);
    expect(kept.machine.receivedRequests.slice(requestCount).filter((request) => request.startsWith("PUT "))).toEqual(
      [],
    );
  });

  it("gives a deposit's customer another five minutes after the approval", async () => {
    await using kept = await shop({ kiosk: { deposit: 20_000 } });
    const { posTid } = await kept.world.must("vend.start", { customer: BY_PHONE });
    kept.clock.pass(4 * 60_000);
    const { tid } = await kept.approved(posTid);
    const rows = vendRows(kept.world.database);
    await kept.world.waitForPayment(posTid, () => (rows.find(posTid)?.approvedAt ?? null) !== null);
    kept.clock.pass(4 * 60_000);
    await kept.world.must("vend.choose", { posTid, items: [{ productId: "water", quantity: 1 }] });
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 2500, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([2500]);
  });

  it("is shown after a restart to its waiting customer, and not to the next one hours later", async () => {
    await using kept = await shop({ mode: "kiosk", faults: { delaysOrders: true } });
    await kept.world.must("staff.signOut", {});
    await ordered(kept);
    await kept.world.restart();
    expect(await kept.world.must("display.get", {})).toMatchObject({ text: "dispensing", amount: 11_000 });
    await kept.world.restart(() => kept.clock.pass(3 * 3_600_000));
    expect(await kept.world.must("display.get", {})).toMatchObject({ state: "idle", amount: null });
    await kept.world.restart(() => kept.clock.setBy(-DAY_MS));
    expect(await kept.world.must("display.get", {})).toMatchObject({ state: "idle", amount: null });
  });

  it("is no longer an open sale when its customer must have left", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    await ordered(kept);
    const open = () => vendRows(kept.world.database).countOpen(kept.clock.now() - 10 * 60_000);
    expect(open()).toBe(1);
    kept.clock.pass(10 * 60_000);
    expect(open()).toBe(0);
  });
});
