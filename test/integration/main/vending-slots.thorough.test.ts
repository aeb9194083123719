/** The circuit breaker of the vending machine: slots that fail are off sale, and two doubtful vends stop the machine. */
import { describe, expect, it } from "vitest";
import type { SlotView } from "../../../contract/kiosk/vend.ts";
import { BY_PHONE, ORDER, type Shop, type ShopOptions, shop } from "../../support/vend-shop.ts";
import { type ReceivedMessage, startWebhookReceiver } from "../../support/webhook-receiver.ts";

const WATER = ORDER.slice(0, 1);
const BEER = ORDER.slice(1);

type Kept = Shop & { slot(name: string): Promise<SlotView | undefined> };

async function open(options: ShopOptions = {}): Promise<Kept> {
  const kept = await shop(options);
  const slots = async () => (await kept.world.must("vend.slots", {})).slots;
  return { ...kept, slot: async (name) => (await slots()).find(({ slot }) => slot === name) };
}

/** A failed vend that has ended, after which its machine works again. */
async function failed(
  { bought, machine, waitForEnd: over }: Shop,
  faults: ShopOptions["faults"],
  items = WATER,
): Promise<void> {
  Object.assign(machine.faults, faults);
  await over((await bought(items)).posTid);
  Object.assign(machine.faults, { jamAfter: null, reportsUnknownDrop: false, extra: 0 });
  Object.assign(machine.faults, { refuse: null, reportBody: null });
}

const counted = (slot: string, quantity: number) => JSON.stringify({ state: "done", dropped: [{ slot, quantity }] });
const refusedFor = (code: string) => ({ error: { code: "illegal_state", details: { because: { code } } } });
const OFF_SALE = refusedFor("vend_slot_off_sale");
const STOPPED = refusedFor("vend_machine_stopped");

describe("a slot", () => {
  it("is on sale until it fails", async () => {
    await using kept = await open();
    expect((await kept.world.must("vend.slots", {})).slots).toEqual([
      {
        slot: "A1",
        productId: "water",
        state: "on_sale",
        stock: null,
        reason: null,
        becauseReason: null,
        since: null,
      },
      expect.objectContaining({ slot: "B2", productId: "beer", state: "on_sale" }),
    ]);
  });

  it.each([
    ["jams", { jamAfter: 1 }, "The slot dropped 1 instead of 2."],
    ["drops more than was ordered", { extra: 1 }, "The slot dropped 3 instead of 2."],
    ["refuses the order", { refuse: 422 }, "The machine refused to dispense from the slot."],
    [
      "does not know what dropped",
      { reportsUnknownDrop: true },
      "The machine reports that it does not know what dropped.",
    ],
  ])("that %s is sold once, and then refused before any payment", async (_, faults, reason) => {
    await using kept = await open();
    const { machine, world } = kept;
    await failed(kept, faults);
    const payments = world.sandbox.payments().length;
    for (const items of [WATER, ORDER])
      expect(await world.call("vend.start", { items, customer: BY_PHONE })).toMatchObject(OFF_SALE);
    expect(world.sandbox.payments()).toHaveLength(payments);
    expect(machine.motor.size).toBeLessThanOrEqual(1);
    expect(await kept.slot("A1")).toMatchObject({ state: "blocked", reason, since: expect.any(String) });
    expect(await world.must("terminal.get", {})).toMatchObject({ soldOutSlots: ["A1"], outOfService: [] });
    expect(await kept.waitForEnd((await kept.bought(BEER)).posTid)).toMatchObject({ vend: { state: "done" } });
  });

  it("that failed in an order is off sale, unlike those that dropped", async () => {
    await using kept = await open();
    await failed(kept, { jamAfter: 2 }, ORDER);
    expect(await kept.slot("A1")).toMatchObject({ state: "on_sale" });
    expect(await kept.slot("B2")).toMatchObject({ state: "blocked", reason: "The slot dropped 0 instead of 1." });
  });

  it("that the machine reports as empty is sold out", async () => {
    await using kept = await open({ faults: { refuse: 409, refusal: '{"problem":"empty"}' } });
    await kept.waitForEnd((await kept.bought(BEER)).posTid);
    expect(await kept.slot("B2")).toMatchObject({
      state: "sold_out",
      reason: "The machine reported the slot as empty.",
    });
    expect(await kept.world.call("vend.start", { items: BEER })).toMatchObject(OFF_SALE);
  });

  it.each([
    ["more items than it has", WATER],
    ["several slots, one of which is empty", ORDER],
  ])("stays on sale after an order of %s", async (_, items) => {
    await using kept = await open({ faults: { refuse: 409, refusal: '{"problem":"empty"}' } });
    await kept.waitForEnd((await kept.bought(items)).posTid);
    expect((await kept.world.must("terminal.get", {})).soldOutSlots).toEqual([]);
  });

  it("stays off sale after a restart, until an operator unblocks it, which the journal records", async () => {
    await using kept = await open();
    const { world } = kept;
    await failed(kept, { jamAfter: 0 });
    await world.restart();
    await world.asManager();
    expect(await world.call("vend.start", { items: WATER })).toMatchObject(OFF_SALE);
    expect(await world.must("vend.unblock", { slot: "A1" })).toMatchObject({ slots: [{ state: "on_sale" }, {}] });
    expect(await world.call("vend.unblock", { slot: "A1" })).toMatchObject(refusedFor("vend_slot_not_blocked"));
    const { items } = await world.must("journal.list", { limit: 20 });
    const lines = items.filter(({ event }) => event.startsWith("dispenser."));
    expect(lines).toMatchObject([
      { event: "dispenser.slotUnblocked", person: "Owner", values: { slot: "A1" } },
      {
        event: "dispenser.slotBlocked",
        person: null,
        values: { slot: "A1", because: "The slot dropped 0 instead of 2." },
      },
    ]);
    expect(await kept.waitForEnd((await kept.bought(WATER)).posTid)).toMatchObject({ vend: { state: "done" } });
  });

  it("that fails while others buy from it drops nothing for vends that were not ordered yet", async () => {
    await using kept = await open({ faults: { delaysOrders: true, jamAfter: 0 } });
    const { machine, world } = kept;
    const waiting = await world.must("vend.start", { items: WATER, customer: BY_PHONE });
    const first = await kept.bought(WATER);
    const { vend } = await world.waitForPayment(first.posTid, (payment) => payment.vend?.state === "dispensing");
    const second = await kept.bought(WATER);
    const ordered = await world.waitForPayment(second.posTid, (payment) => payment.vend?.state === "dispensing");
    await machine.waitForRequests("PUT ", 2);
    machine.drop(vend?.id ?? "");
    await kept.waitForEnd(first.posTid);
    await kept.approved(waiting.posTid);
    expect(await kept.waitForEnd(waiting.posTid)).toMatchObject({ phase: "released", vend: { state: "cancelled" } });
    machine.drop(ordered.vend?.id ?? "");
    await kept.waitForEnd(second.posTid);
    expect(machine.receivedRequests.filter((request) => request.startsWith("PUT"))).toHaveLength(2);
  });

  it("that fails while its vend is starting is not sold", async () => {
    await using kept = await open({ faults: { delaysOrders: true, jamAfter: 0 } });
    const { machine, world } = kept;
    const { posTid } = await kept.bought(WATER);
    const { vend } = await world.waitForPayment(posTid, (payment) => payment.vend?.state === "dispensing");
    await machine.waitForRequests("PUT ");
    machine.drop(vend?.id ?? "");
    await world.waitForPayment(posTid, (payment) => payment.vend?.state !== "dispensing");
    const asked = await Promise.all([1, 2, 3].map(() => world.call("vend.start", { items: WATER })));
    for (const answer of asked) expect(answer).toMatchObject(OFF_SALE);
  });

  it("cannot be chosen for a deposit", async () => {
    await using kept = await open({ kiosk: { deposit: 20_000 } });
    const { world } = kept;
    const deposit = async () => (await world.must("vend.start", { customer: BY_PHONE })).posTid;
    const posTid = await deposit();
    await kept.approved(posTid);
    await failed(kept, { jamAfter: 0 });
    await world.waitForPhase(posTid, "authorised");
    expect(await world.call("vend.choose", { posTid, items: WATER })).toMatchObject(OFF_SALE);
    await world.must("vend.choose", { posTid, items: BEER });
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 6000 });
  });

  it.each([
    ["drops from another slot", counted("B2", 1), 'dropped[0].slot (“"B2"”)'],
    ["sends a report that cannot be read", '"1"', 'body (“"1"”)'],
  ])("of a machine that %s is off sale at once, and back when a report confirms all drops", async (_, says, found) => {
    await using kept = await open({ faults: { delaysOrders: true, reportBody: says } });
    const { machine, world } = kept;
    const { posTid } = await kept.bought(WATER);
    await world.waitForTerminal(({ soldOutSlots }) => soldOutSlots.includes("A1"));
    const { vend } = await world.must("payment.get", { posTid });
    expect(vend?.state).toBe("dispensing");
    expect(await kept.slot("A1")).toMatchObject({
      state: "blocked",
      reason: expect.stringContaining(`The machine's report cannot be read: ${found}.`),
    });
    const payments = world.sandbox.payments().length;
    expect(await world.call("vend.start", { items: WATER, customer: BY_PHONE })).toMatchObject(OFF_SALE);
    expect(world.sandbox.payments()).toHaveLength(payments);
    expect((await world.must("terminal.get", {})).outOfService).toEqual([]);
    machine.faults.reportBody = null;
    machine.drop(vend?.id ?? "");
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 5000, vend: { state: "done" } });
    expect(await kept.slot("A1")).toMatchObject({ state: "on_sale" });
  });

  it("is off sale ten seconds into a silent vend, until the machine reports that it dropped", async () => {
    await using kept = await open({ faults: { delaysOrders: true } });
    const { machine, world } = kept;
    const { posTid } = await kept.bought(WATER);
    const { vend } = await world.waitForPayment(posTid, (payment) => payment.vend?.state === "dispensing");
    await machine.waitForRequests("GET ");
    machine.faults.isOff = true;
    await world.waitForTerminal(({ soldOutSlots }) => soldOutSlots.includes("A1"));
    expect(await kept.slot("A1")).toMatchObject({ reason: "The machine did not report what dropped from the slot." });
    machine.faults.isOff = false;
    machine.drop(vend?.id ?? "");
    await kept.waitForEnd(posTid);
    expect(await kept.slot("A1")).toMatchObject({ state: "on_sale" });
  });

  it.each([
    ["differs", counted("A1", 1), "The machine first reported [A1: 2], then [A1: 1]."],
    ["cannot be read", "<html>", "The machine's report cannot be read: body"],
  ])("is taken off sale when the second report of its vend %s", async (_, says, reason) => {
    await using kept = await open({ faults: { holdsPolls: true } });
    const { machine, world } = kept;
    const { posTid } = await kept.bought(WATER);
    await machine.waitForRequests("GET ");
    machine.releasePolls();
    await world.waitForPayment(posTid, ({ vend }) => vend?.state === "settling");
    machine.faults.reportBody = says;
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 5000, vend: { state: "unknown" } });
    expect(await kept.slot("A1")).toMatchObject({ state: "blocked", reason: expect.stringContaining(reason) });
  });

  it("is taken off sale again when its vend becomes unreadable a second time", async () => {
    await using kept = await open({ faults: { reportBody: "DONE", holdsPolls: true } });
    const { machine, world } = kept;
    const { posTid } = await kept.bought(WATER);
    await machine.waitForRequests("GET ");
    machine.releasePolls();
    await world.waitForTerminal(({ soldOutSlots }) => soldOutSlots.includes("A1"));
    machine.faults.reportBody = null;
    await world.waitForPayment(posTid, ({ vend }) => vend?.state === "settling");
    machine.faults.reportBody = "DONE";
    expect(await kept.waitForEnd(posTid)).toMatchObject({ vend: { state: "unknown" } });
    expect(await kept.slot("A1")).toMatchObject({ state: "blocked" });
  });

  it("comes back when the machine confirms an operator's report, and all dropped", async () => {
    await using kept = await open({ faults: { reportBody: "DONE" } });
    const { clock, machine, world } = kept;
    const { posTid } = await kept.bought(WATER);
    await world.waitForTerminal(({ soldOutSlots }) => soldOutSlots.includes("A1"));
    clock.pass(121_000);
    const polls = machine.receivedRequests.filter((request) => request.startsWith("GET "));
    await machine.waitForRequests("GET ", polls.length + 2);
    await world.must("vend.resolve", { posTid, dropped: [{ slot: "A1", quantity: 2 }] });
    await world.waitForPhase(posTid, "captured");
    expect(await kept.slot("A1")).toMatchObject({ state: "blocked" });
    machine.faults.reportBody = null;
    expect(await kept.waitForEnd(posTid)).toMatchObject({ vend: { state: "done" } });
    expect(await kept.slot("A1")).toMatchObject({ state: "on_sale" });
  });

  it.each([
    { order: [0, 1], jammed: 0 },
    { order: [0, 1], jammed: 1 },
    { order: [1, 0], jammed: 0 },
    { order: [1, 0], jammed: 1 },
  ])("stays off sale when one of its two unreadable vends jams: $order, $jammed", async ({ order, jammed }) => {
    await using kept = await open({ faults: { delaysOrders: true } });
    const { machine, world } = kept;
    const vends: { posTid: string; id: string }[] = [];
    for (const _ of [1, 2]) {
      const { posTid } = await kept.bought(WATER);
      const { vend } = await world.waitForPayment(posTid, (payment) => payment.vend?.state === "dispensing");
      vends.push({ posTid, id: vend?.id ?? "" });
    }
    await machine.waitForRequests("PUT ", 2);
    machine.faults.reportBody = "DONE";
    await world.waitForTerminal(({ outOfService }) => outOfService.includes("dispenser"));
    machine.faults.reportBody = null;
    for (const index of order) {
      machine.faults.jamAfter = index === jammed ? 0 : null;
      machine.drop(vends[index]?.id ?? "");
      await kept.waitForEnd(vends[index]?.posTid ?? "");
      expect(await kept.slot("A1")).toMatchObject({ state: "blocked" });
    }
    expect(await kept.slot("A1")).toMatchObject({ reason: "The slot dropped 0 instead of 2." });
  });

  it("that an operator unblocked is not blocked again by the end of the same vend", async () => {
    await using kept = await open({ faults: { delaysOrders: true } });
    const { machine, world } = kept;
    const { posTid } = await kept.bought(WATER);
    const { vend } = await world.waitForPayment(posTid, (payment) => payment.vend?.state === "dispensing");
    machine.faults.reportBody = "DONE";
    await world.waitForTerminal(({ soldOutSlots }) => soldOutSlots.includes("A1"));
    await world.must("vend.unblock", { slot: "A1" });
    Object.assign(machine.faults, { reportBody: null, jamAfter: 0 });
    machine.drop(vend?.id ?? "");
    await kept.waitForEnd(posTid);
    expect(await kept.slot("A1")).toMatchObject({ state: "on_sale" });
  });
});

describe("a vending machine", () => {
  it("is taken out of service by two second reports that contradict the first ones", async () => {
    await using kept = await open({ faults: { changesReport: true } });
    for (const items of [WATER, BEER]) await kept.waitForEnd((await kept.bought(items)).posTid);
    expect((await kept.world.must("terminal.get", {})).outOfService).toEqual(["dispenser"]);
  });

  it("counts a silent vend that ends as unknown, even after a good vend in between", async () => {
    await using kept = await open({ faults: { delaysOrders: true, reportBody: '"1"' } });
    const { machine, world } = kept;
    const [one, two] = [await kept.bought(WATER), await kept.bought(BEER)];
    await machine.waitForRequests("PUT ", 2);
    await world.waitForTerminal(({ outOfService }) => outOfService.includes("dispenser"));
    machine.faults.reportBody = null;
    machine.drop(one.vend?.id ?? "");
    expect(await kept.waitForEnd(one.posTid)).toMatchObject({ vend: { state: "done" } });
    machine.faults.reportsUnknownDrop = true;
    machine.drop(two.vend?.id ?? "");
    expect(await kept.waitForEnd(two.posTid)).toMatchObject({ vend: { state: "unknown" } });
    machine.faults.delaysOrders = false;
    await kept.waitForEnd((await kept.bought(WATER)).posTid);
    expect((await world.must("terminal.get", {})).outOfService).toEqual(["dispenser"]);
  });

  it("stays in service when unblocked vends end as unknown, until the next unknown vend", async () => {
    await using kept = await open({ faults: { delaysOrders: true, reportBody: "{}" } });
    const { machine, world } = kept;
    const vends = [await kept.bought(WATER), await kept.bought(BEER)];
    await world.waitForTerminal(({ outOfService }) => outOfService.includes("dispenser"));
    for (const slot of ["A1", "B2"]) await world.must("vend.unblock", { slot });
    Object.assign(machine.faults, { reportBody: null, reportsUnknownDrop: true });
    for (const { posTid, vend } of vends) {
      machine.drop(vend?.id ?? "");
      expect(await kept.waitForEnd(posTid)).toMatchObject({ vend: { state: "unknown" } });
    }
    expect(await world.must("terminal.get", {})).toMatchObject({ outOfService: [], soldOutSlots: [] });
    machine.faults.delaysOrders = false;
    await kept.waitForEnd((await kept.bought(WATER)).posTid);
    expect((await world.must("terminal.get", {})).outOfService).toEqual(["dispenser"]);
  });

  it.each(["counter", "kiosk"] as const)("is out of service after two unknown vends in a row (%s)", async (mode) => {
    await using kept = await open({ mode });
    const { world } = kept;
    await failed(kept, { reportsUnknownDrop: true }, WATER);
    expect((await world.must("terminal.get", {})).outOfService).toEqual([]);
    await failed(kept, { reportsUnknownDrop: true }, BEER);
    await world.restart();
    await world.asManager();
    expect((await world.must("terminal.get", {})).outOfService).toEqual(["dispenser"]);
    expect(await world.call("vend.start", { items: WATER })).toMatchObject(STOPPED);
    const { findings } = await world.must("diagnostics.health", {});
    expect(findings.dispenser).toEqual({ code: "dispenser", values: {} });
    await world.must("vend.unblock", { slot: "A1" });
    expect((await world.must("terminal.get", {})).outOfService).toEqual([]);
    await world.must("vend.unblock", { slot: "B2" });
    expect(await kept.waitForEnd((await kept.bought(ORDER)).posTid)).toMatchObject({ vend: { state: "done" } });
  });

  it("is out of service while two vends are silent, and back when both report", async () => {
    await using kept = await open({ faults: { delaysOrders: true, reportBody: "-1" } });
    const { machine, world } = kept;
    const vends = [await kept.bought(WATER), await kept.bought(BEER)];
    await world.waitForTerminal(({ outOfService }) => outOfService.includes("dispenser"));
    expect(await world.call("vend.start", { items: WATER })).toMatchObject(STOPPED);
    machine.faults.reportBody = null;
    for (const { vend } of vends) machine.drop(vend?.id ?? "");
    for (const { posTid } of vends) expect(await kept.waitForEnd(posTid)).toMatchObject({ vend: { state: "done" } });
    expect(await world.must("terminal.get", {})).toMatchObject({ outOfService: [], soldOutSlots: [] });
  });

  it("stays in service when a good vend comes between two unknown ones", async () => {
    await using kept = await open();
    for (const items of [WATER, BEER]) {
      await failed(kept, { reportsUnknownDrop: true }, items);
      await kept.world.must("vend.unblock", { slot: items === WATER ? "A1" : "B2" });
      await kept.waitForEnd((await kept.bought(items)).posTid);
    }
    expect((await kept.world.must("terminal.get", {})).outOfService).toEqual([]);
  });

  it("is stopped by the next unknown vend after an operator brought it back", async () => {
    await using kept = await open();
    for (const _ of [1, 2, 3]) {
      await failed(kept, { reportsUnknownDrop: true });
      await kept.world.must("vend.unblock", { slot: "A1" });
    }
    await failed(kept, { reportsUnknownDrop: true });
    expect((await kept.world.must("terminal.get", {})).outOfService).toEqual(["dispenser"]);
  });

  it("orders nothing for a vend that was approved while it went out of service", async () => {
    await using kept = await open();
    const { machine, world } = kept;
    const { posTid } = await world.must("vend.start", { items: BEER, customer: BY_PHONE });
    await failed(kept, { reportsUnknownDrop: true });
    await world.must("vend.unblock", { slot: "A1" });
    await failed(kept, { reportsUnknownDrop: true });
    await kept.approved(posTid);
    expect(await kept.waitForEnd(posTid)).toMatchObject({ phase: "released", vend: { state: "cancelled" } });
    expect(machine.motor.size).toBe(2);
  });
});

describe("webhooks", () => {
  it("receive the machine's status, and payments without delay while they refuse the status", async () => {
    await using receiver = await startWebhookReceiver();
    const isMachine = ({ json }: { json: { type: string } }) => json.type === "dispenser.changed";
    receiver.answer = (message) => ({ status: isMachine(message) ? 422 : 204 });
    const webhooks = [{ url: receiver.url }];
    await using kept = await open({ provisioning: { registers: { webhooks } } });
    await failed(kept, { jamAfter: 0 });
    await receiver.until((all) => all.filter(isMachine).length >= 2);
    await kept.waitForEnd((await kept.bought(BEER)).posTid);
    const isPaid = ({ json }: { json: { data: { payment?: { phase: string } } } }) =>
      json.data.payment?.phase === "captured";
    await receiver.until((all) => all.some(isPaid));
    await kept.world.must("vend.unblock", { slot: "A1" });
    receiver.answer = () => ({ status: 204 });
    const isOnSale = (one: ReceivedMessage) =>
      isMachine(one) && one.status === 204 && one.json.data.dispenser.slots[0].state === "on_sale";
    const all = (await receiver.until((sent) => sent.some(isOnSale))).filter(isMachine);
    const [first, second] = all.map(({ headers }) => headers["webhook-id"]);
    expect(second).toBe(first);
    expect(all[0]?.json.data).toMatchObject({
      dispenser: {
        outOfService: false,
        slots: [
          { slot: "A1", productId: "water", state: "blocked", reason: "The slot dropped 0 instead of 2.", stock: null },
          { slot: "B2", state: "on_sale", since: null },
        ],
      },
    });
  });
});
