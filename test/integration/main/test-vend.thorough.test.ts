/** A test vend: one item that a person with the right orders from a slot, without a payment. */
import { describe, expect, it } from "vitest";
import { BY_PHONE, ORDER, type Shop, shop } from "../../support/vend-shop.ts";

const dispenserOf = ({ machine }: Shop) => ({ driver: "http", url: machine.url }) as const;
const testVend = (kept: Shop, slot = "A1") =>
  kept.world.must("kiosk.testMachine", { dispenser: dispenserOf(kept), slot });
const ordered = ({ machine }: Shop) => machine.heard.filter((request) => request.startsWith("PUT "));

describe("a test vend", () => {
  it("drops one item, moves no money, and is in the journal with the person", async () => {
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
    ["the machine counts fewer", { says: '{"state":"done","dropped":[]}' }, "vend_test_nothing"],
    ["the machine counts more", { extra: 1 }, "vend_unreadable"],
    ["the report cannot be read", { says: '{"state":"DONE"}' }, "vend_unreadable"],
    ["the machine does not know", { isUnsure: true }, "vend_machine_unsure"],
    ["the machine refuses", { refuse: 409 }, "vend_test_refused"],
    ["the machine never reports", { waits: true }, "vend_test_silent"],
    ["the machine is unfit", { fitness: 503 }, "vend_machine_unfit"],
  ] as const)("returns why it failed when %s", async (_, faults, code) => {
    await using kept = await shop({ faults });
    expect(await testVend(kept)).toMatchObject({ problem: { code } });
    const { items } = await kept.world.must("journal.list", { event: "vend.tested" });
    expect(items).toHaveLength(code === "vend_machine_unfit" ? 0 : 1);
  });

  it("is refused while a vend or another test is in progress, and orders nothing then", async () => {
    await using kept = await shop({ faults: { waits: true } });
    const input = { dispenser: dispenserOf(kept), slot: "A1" };
    const refused = { error: { code: "illegal_state", details: { because: { code: "vend_test_busy" } } } };
    const { posTid } = await kept.world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    expect(await kept.world.call("kiosk.testMachine", input)).toMatchObject(refused);
    expect(ordered(kept)).toEqual([]);
    await kept.world.must("vend.cancel", { posTid });
    const first = kept.world.call("kiosk.testMachine", input);
    await kept.machine.hears("PUT ");
    expect(await kept.world.call("kiosk.testMachine", input)).toMatchObject(refused);
    kept.machine.drop(ordered(kept)[0]?.replace("PUT ", "") ?? "");
    expect(await first).toEqual({ ok: true, value: { problem: null } });
    expect(ordered(kept)).toHaveLength(1);
  });

  it("ends when the till stops", async () => {
    await using kept = await shop({ faults: { waits: true } });
    const running = kept.world.call("kiosk.testMachine", { dispenser: dispenserOf(kept), slot: "A1" });
    await kept.machine.hears("GET test-");
    await kept.world.restart();
    expect(await running).toMatchObject({ value: { problem: { code: "vend_test_silent" } } });
  });
});
