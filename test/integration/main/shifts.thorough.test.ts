import { describe, expect, it } from "vitest";
import { hasNoMovements } from "../../../contract/accounting/reports.ts";
import { fakePrinter } from "../../support/fake-printer.ts";
import { createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

const OLA = { name: "Ola", pin: "735192" };
const KARI = { name: "Kari", pin: "864209" };

/** A till with an owner and two cashiers; Ola is signed in. */
async function staffed(): Promise<TestTill> {
  const world = await createTestTill();
  await world.must("staff.signIn", { pin: MANAGER_PIN });
  for (const { name, pin } of [OLA, KARI]) await world.must("staff.add", { name, role: "cashier", pin });
  await world.must("staff.signIn", { pin: OLA.pin });
  return world;
}

describe("a shift", () => {
  it("is handed over as shown, accepted by another person's PIN, and in the Z", async () => {
    await using world = await staffed();
    await world.pay("SALE", 10_000);
    await world.pay("AUTH", 30_000);
    const shift = await world.must("shift.get", {});
    expect(shift).toMatchObject({
      person: "Ola",
      payments: 1,
      captured: 10_000,
      refunds: 0,
      net: 10_000,
      currency: "NOK",
      counting: false,
      left: { reserved: { count: 1, amount: 30_000 }, parked: 0, waiting: 0 },
      latest: [],
    });
    await world.pay("SALE", 5000);
    const late = await world.call("shift.handOver", { through: shift.through });
    expect(late).toMatchObject({ ok: false, error: { code: "conflict" } });
    const { through } = await world.must("shift.get", {});
    const handed = await world.must("shift.handOver", { through });
    expect(handed).toMatchObject({ person: "Ola", period: 1, payments: 2, net: 15_000, acceptedBy: null });
    expect(await world.must("shift.get", {})).toMatchObject({
      payments: 0,
      net: 0,
      from: handed.at,
      latest: [handed],
    });
    const own = await world.call("shift.accept", { id: handed.id, pin: OLA.pin });
    expect(own).toMatchObject({ ok: false, error: { code: "not_allowed" } });
    const wrong = await world.call("shift.accept", { id: handed.id, pin: "999999" });
    expect(wrong).toMatchObject({ ok: false, error: { code: "not_allowed" } });
    const accepted = await world.must("shift.accept", { id: handed.id, pin: KARI.pin });
    expect(accepted).toEqual({ ...handed, acceptedBy: "Kari", acceptedAt: expect.any(String) });
    const again = await world.call("shift.accept", { id: handed.id, pin: KARI.pin });
    expect(again).toMatchObject({ ok: false, error: { code: "conflict" } });
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    const z = await world.must("report.z", {});
    expect(z.handOvers).toEqual([accepted]);
    expect((await world.must("report.x", {})).handOvers).toEqual([]);
    const journaled = await world.must("journal.list", { query: "shift." });
    expect(journaled.items.map(({ event, person }) => [event, person])).toEqual([
      ["shift.accepted", "Kari"],
      ["shift.handedOver", "Ola"],
    ]);
    expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
  });

  it("has something to hand over when only the rest of a reservation was captured since", async () => {
    await using world = await staffed();
    const handOver = async () => {
      const { through } = await world.must("shift.get", {});
      await world.must("shift.handOver", { through });
      expect(hasNoMovements(await world.must("shift.get", {}))).toBe(true);
    };
    const { posTid } = await world.pay("AUTH", 30_000);
    await world.must("payment.capture", { posTid, amount: 10_000 });
    await world.waitForPayment(posTid, ({ captures }) => captures.length === 1);
    await handOver();
    await world.must("payment.capture", { posTid, amount: 20_000 });
    await world.waitForPayment(posTid, ({ captures }) => captures.length === 2);
    const shift = await world.must("shift.get", {});
    expect(shift).toMatchObject({ payments: 0, refunds: 0, captured: 20_000, net: 20_000 });
    expect(hasNoMovements(shift)).toBe(false);
    await handOver();
    expect(hasNoMovements({ ...shift, captured: 0, refunded: 500 })).toBe(false);
  });

  it("shows its undecided and in-progress work", async () => {
    await using world = await staffed();
    const { posTid } = await world.pay("SALE", 10_000);
    const put = world.database.prepare(
      "UPDATE operation SET state = ?, settled_at = NULL WHERE pos_tid = ? AND kind = 'create'",
    );
    for (const [state, left] of [
      ["parked", { parked: 1, waiting: 0 }],
      ["sending", { parked: 0, waiting: 1 }],
    ] as const) {
      put.run(state, posTid);
      expect((await world.must("shift.get", {})).left).toMatchObject(left);
    }
  });

  it("is accepted by another person of any name, but not by the same one under a new name", async () => {
    await using world = await staffed();
    const handed = await world.must("shift.handOver", { through: 0 });
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    const { items } = await world.must("staff.names", {});
    const idOf = (wanted: string) => items.find(({ name }) => name === wanted)?.id ?? "";
    await world.must("staff.change", { id: idOf("Ola"), name: "Ola N." });
    await world.must("staff.change", { id: idOf("Kari"), name: "Ola" });
    expect(await world.call("shift.accept", { id: handed.id, pin: OLA.pin })).toMatchObject({
      error: { code: "not_allowed", details: { because: { code: "shift_own" } } },
    });
    expect(await world.must("shift.accept", { id: handed.id, pin: KARI.pin })).toMatchObject({ acceptedBy: "Ola" });
  });

  it("has no owner without a signed-in user, and is counted first when the shop requires it", async () => {
    await using world = await staffed();
    expect(await world.call("shift.setCounting", { counting: true })).toMatchObject({
      ok: false,
      error: { code: "not_allowed" },
    });
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    await world.must("shift.setCounting", { counting: true });
    await world.must("staff.signIn", { pin: OLA.pin });
    await world.pay("SALE", 10_000);
    const { through, counting } = await world.must("shift.get", {});
    expect(counting).toBe(true);
    expect(await world.call("shift.handOver", { through })).toMatchObject({
      ok: false,
      error: { code: "invalid_input", details: { fields: [{ field: "tally" }] } },
    });
    const tally = { payments: 1, net: 9000 };
    expect(await world.must("shift.handOver", { through, tally })).toMatchObject({ net: 10_000, tally });
    await world.must("staff.signOut", {});
    expect(await world.call("shift.handOver", { through: 0 })).toMatchObject({
      ok: false,
      error: { code: "not_allowed" },
    });
  });

  it("is printed as a slip, which is no receipt, when there is a printer", async () => {
    await using world = await staffed();
    await using printer = await fakePrinter();
    await world.pay("SALE", 10_000);
    const { through } = await world.must("shift.get", {});
    const { id } = await world.must("shift.handOver", { through, tally: { payments: 1, net: 9950 } });
    expect(await world.call("printer.slip", { id })).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    await world.must("receipt.settings.set", { printer: printer.settings() });
    await world.must("printer.slip", { id });
    const [paper] = await printer.printed(1);
    expect(printer.problems).toEqual([]);
    for (const words of ["Vaktbytte", "Ola", "100,00", "99,50", "0,50", "Overtatt av"])
      expect(paper?.text).toContain(words);
    expect(paper?.pulses).toBe(0);
    const printedEntries = async () => (await world.must("journal.list", { query: "shift.printed" })).items;
    await expect.poll(printedEntries).toMatchObject([{ event: "shift.printed", values: { end: "done" } }]);
    expect(await world.call("printer.slip", { id: "none" })).toMatchObject({ ok: false, error: { code: "not_found" } });
  });

  it("is handed over completely or not at all, and only with its journal entry", async () => {
    await using world = await staffed();
    await world.pay("SALE", 10_000);
    world.database.exec(
      "CREATE TEMP TRIGGER full BEFORE INSERT ON journal WHEN NEW.event = 'shift.handedOver' BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    const before = await world.must("shift.get", {});
    expect(await world.call("shift.handOver", { through: before.through })).toMatchObject({ ok: false });
    expect(await world.must("shift.get", {})).toEqual(before);
    world.database.exec("DROP TRIGGER full");
    const handed = await world.must("shift.handOver", { through: before.through });
    await world.restart();
    expect((await world.must("shift.get", {})).latest).toEqual([handed]);
  });
});
