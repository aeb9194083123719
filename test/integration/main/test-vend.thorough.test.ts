/** A test vend: one item that an authorised user orders from a slot, without a payment. */
import { describe, expect, it } from "vitest";
import { BY_PHONE, ORDER, type Shop, shop } from "../../support/vend-shop.ts";

const dispenserOf = ({ machine }: Shop) => ({ driver: "http", url: machine.url }) as const;
const testVend = (kept: Shop, slot = "A1") =>
  kept.world.must("kiosk.testMachine", { dispenser: dispenserOf(kept), slot });
const ordered = ({ machine }: Shop) => machine.receivedRequests.filter((request) => request.startsWith("PUT "));

describe("a test vend", () => {
  it("drops one item, moves no money, and is journalled with the user", async () => {
    await using kept = await shop({ faults: { pendingReports: 2, loseOrders: 1 } });
    expect(await testVend(kept)).toEqual({ problem: null });
    const [id = ""] = kept.machine.motor.keys();
    expect(id).toMatch(/^test-/);
    expect(kept.machine.motor).toEqual(new Map([[id, [{ slot: "A1", quantity: 1 }]]]));
    expect(kept.world.sandbox.payments()).toEqual([]);
    const { items } = await kept.world.must("journal.list", { event: "vend.tested" });
    expect(items.map(({ person, values }) => ({ person, ...values }))).toEqual([{ person: "Owner", id, slot: "A1" }]);
    expect(kept.logged.filter((line) => line.includes("the test vend has ended"))).toHaveLength(1);
  });

  it.each([
    ["nothing drops", { jamAfter: 0 }, "vend_test_nothing"],
    ["the machine counts fewer", { reportBody: '{"state":"done","dropped":[]}' }, "vend_test_nothing"],
    ["the machine counts more", { extra: 1 }, "vend_slot_short"],
    ["the report cannot be read", { reportBody: '{"state":"DONE"}' }, "vend_unreadable"],
    ["the machine reports an unknown result", { reportsUnknownDrop: true }, "vend_machine_unsure"],
    ["the machine refuses", { refuse: 409 }, "vend_test_refused"],
    ["the machine never reports", { delaysOrders: true }, "vend_test_silent"],
    ["the vending machine cannot sell", { healthStatus: 503 }, "vend_machine_unfit"],
  ] as const)("returns why it failed when %s", async (_, faults, code) => {
    await using kept = await shop({ faults });
    expect(await testVend(kept)).toMatchObject({ problem: { code } });
    const { items } = await kept.world.must("journal.list", { event: "vend.tested" });
    expect(items).toHaveLength(code === "vend_machine_unfit" ? 0 : 1);
  });

  it("is refused while a vend or another test is in progress, and orders nothing", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const input = { dispenser: dispenserOf(kept), slot: "A1" };
    const refused = { error: { code: "illegal_state", details: { because: { code: "vend_test_busy" } } } };
    const { posTid } = await kept.world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    expect(await kept.world.call("kiosk.testMachine", input)).toMatchObject(refused);
    expect(ordered(kept)).toEqual([]);
    await kept.world.must("vend.cancel", { posTid });
    const first = kept.world.call("kiosk.testMachine", input);
    await kept.machine.waitForRequests("PUT ");
    expect(await kept.world.call("kiosk.testMachine", input)).toMatchObject(refused);
    kept.machine.drop(ordered(kept)[0]?.replace("PUT ", "") ?? "");
    expect(await first).toEqual({ ok: true, value: { problem: null } });
    expect(ordered(kept)).toHaveLength(1);
  });

  it("returns a blocked slot to sale, and the machine to service", async () => {
    await using kept = await shop({ faults: { reportsUnknownDrop: true } });
    const { machine, world } = kept;
    for (const items of [ORDER.slice(0, 1), ORDER.slice(1)]) await kept.waitForEnd((await kept.bought(items)).posTid);
    const stopped = await world.must("terminal.get", {});
    expect(stopped).toMatchObject({ outOfService: ["dispenser"], soldOutSlots: ["A1", "B2"] });
    machine.faults.reportsUnknownDrop = false;
    expect(await testVend(kept)).toEqual({ problem: null });
    expect(await world.must("terminal.get", {})).toMatchObject({ outOfService: [], soldOutSlots: ["B2"] });
    const { items } = await world.must("journal.list", { limit: 20 });
    const lines = items.filter(({ event, person }) => event.startsWith("dispenser.") && person === "Owner");
    expect(lines.map(({ event }) => event)).toEqual(["dispenser.inService", "dispenser.slotUnblocked"]);
    expect(await kept.waitForEnd((await kept.bought(ORDER.slice(0, 1))).posTid)).toMatchObject({
      vend: { state: "done" },
    });
  });

  it.each([
    ["nothing drops", { jamAfter: 0 }, "blocked", "vend_test_nothing"],
    ["the report cannot be read", { reportBody: "DONE" }, "blocked", "vend_unreadable"],
    ["the machine refuses", { refuse: 422 }, "blocked", "vend_test_refused"],
    ["the slot is empty", { refuse: 409, refusal: '{"problem":"empty"}' }, "sold_out", "vend_test_empty"],
  ] as const)("takes its slot off sale, and returns none to sale, when %s", async (_, faults, state, code) => {
    await using kept = await shop({ faults });
    const { machine, world } = kept;
    const slotsNow = async () => (await world.must("vend.slots", {})).slots;
    expect(await testVend(kept)).toMatchObject({ problem: { code } });
    const failed = { slot: "A1", state, becauseReason: { code } };
    expect(await slotsNow()).toMatchObject([failed, { slot: "B2", state: "on_sale" }]);
    await world.restart();
    await world.asManager();
    expect(await testVend(kept)).toMatchObject({ problem: { code } });
    expect(await slotsNow()).toMatchObject([failed, { slot: "B2", state: "on_sale" }]);
    Object.assign(machine.faults, { jamAfter: null, reportBody: null, refuse: null });
    expect(await testVend(kept)).toEqual({ problem: null });
    expect((await world.must("terminal.get", {})).soldOutSlots).toEqual([]);
  });

  it("takes no slot off sale when the till closes before the machine takes the order", async () => {
    await using kept = await shop({ faults: { loseOrdersBefore: 1000 } });
    const { machine, world } = kept;
    const running = world.call("kiosk.testMachine", { dispenser: dispenserOf(kept), slot: "A1" });
    await machine.waitForRequests("PUT test-");
    await world.restart();
    await running;
    expect((await world.must("terminal.get", {})).soldOutSlots).toEqual([]);
  });

  it("takes its slot off sale when the till closes before the machine reports", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { machine, world } = kept;
    const running = world.call("kiosk.testMachine", { dispenser: dispenserOf(kept), slot: "A1" });
    await machine.waitForRequests("GET test-");
    await world.restart();
    await running;
    expect((await world.must("terminal.get", {})).soldOutSlots).toEqual(["A1"]);
  });

  it("never blocks a slot without a product", async () => {
    await using kept = await shop({ faults: { refuse: 422 } });
    expect(await testVend(kept, "a1")).toMatchObject({ problem: { code: "vend_test_refused" } });
    expect((await kept.world.must("terminal.get", {})).soldOutSlots).toEqual([]);
  });

  it("puts a slot back on sale when its name has several spaces", async () => {
    const products = [{ id: "x", name: "Water", amount: 2500, vatRate: 1500, slot: "A  1" }];
    await using kept = await shop({ provisioning: { products }, faults: { jamAfter: 0 } });
    const { machine, world } = kept;
    await kept.waitForEnd((await kept.bought([{ productId: "x", quantity: 1 }])).posTid);
    expect((await world.must("terminal.get", {})).soldOutSlots).toEqual(["A  1"]);
    machine.faults.jamAfter = null;
    expect(await testVend(kept, "A  1")).toEqual({ problem: null });
    expect((await world.must("terminal.get", {})).soldOutSlots).toEqual([]);
  });

  it("keeps a slot off sale when a customer's vend blocked it during the test", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { machine, world } = kept;
    const running = world.call("kiosk.testMachine", { dispenser: dispenserOf(kept), slot: "A1" });
    await machine.waitForRequests("PUT test-");
    const test = ordered(kept)[0]?.slice(4) ?? "";
    const { posTid } = await kept.bought(ORDER.slice(0, 1));
    await machine.waitForRequests("PUT ", 2);
    machine.faults.jamAfter = 0;
    machine.drop((await world.must("payment.get", { posTid })).vend?.id ?? "");
    await kept.waitForEnd(posTid);
    machine.faults.jamAfter = null;
    machine.drop(test);
    expect(await running).toMatchObject({ value: { problem: null } });
    expect((await world.must("terminal.get", {})).soldOutSlots).toEqual(["A1"]);
  });

  it("puts a stopped machine back in service while old vends are still open", async () => {
    await using kept = await shop({ faults: { delaysOrders: true, reportBody: "{}" } });
    const { machine, world } = kept;
    for (const items of [ORDER.slice(0, 1), ORDER.slice(1)]) await kept.bought(items);
    await world.waitForTerminal(({ outOfService }) => outOfService.includes("dispenser"));
    kept.clock.pass(30 * 60_000);
    await world.asManager();
    Object.assign(machine.faults, { reportBody: null, delaysOrders: false });
    expect(await testVend(kept)).toEqual({ problem: null });
    expect(await world.must("terminal.get", {})).toMatchObject({ outOfService: [], soldOutSlots: ["B2"] });
  });

  it("is possible ten minutes after the order of a vend that is still open", async () => {
    await using kept = await shop({ faults: { reportBody: "DONE" } });
    const { clock, machine, world } = kept;
    const { posTid } = await kept.bought();
    await kept.listed(posTid);
    expect(await world.call("kiosk.testMachine", { dispenser: dispenserOf(kept), slot: "A1" })).toMatchObject({
      error: { details: { because: { code: "vend_test_busy" } } },
    });
    clock.pass(10 * 60_000);
    await world.asManager();
    expect(await testVend(kept)).toMatchObject({ problem: { code: "vend_unreadable" } });
    expect((await world.must("payment.get", { posTid })).vend?.state).toBe("dispensing");
    expect(ordered({ ...kept, machine })).toHaveLength(2);
  });

  it("ends when the till stops", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const running = kept.world.call("kiosk.testMachine", { dispenser: dispenserOf(kept), slot: "A1" });
    await kept.machine.waitForRequests("GET test-");
    await kept.world.restart();
    expect(await running).toMatchObject({ value: { problem: { code: "vend_test_silent" } } });
  });
});
