/** Machines that drop fewer items than were ordered, and machines whose reports cannot be read. */
import { describe, expect, it } from "vitest";
import { formatMoney } from "../../../contract/values/money.ts";
import { BY_PHONE, captured, ORDER, type Shop, shop, vendEvents } from "../../support/vend-shop.ts";

const LESS = JSON.stringify({ state: "done", dropped: [{ slot: "A1", quantity: 1 }] });
const NOTHING = JSON.stringify({ state: "done", dropped: [] });
const ALL = JSON.stringify({
  state: "done",
  dropped: [
    { slot: "A1", quantity: 2 },
    { slot: "B2", quantity: 1 },
  ],
});

const listOf = async ({ world }: Shop) => (await world.must("vend.list", {})).items;
const health = async ({ world }: Shop) => (await world.must("diagnostics.health", {})).findings.dispenser;

describe("a vend whose machine reports done with fewer items than ordered", () => {
  it.each([
    ["a part", LESS, 2500, [{ slot: "A1", quantity: 1 }], "captured"],
    ["nothing", NOTHING, 0, [], "released"],
  ] as const)("is captured for %s, whatever the rule, and listed", async (_, says, amount, dropped, phase) => {
    await using kept = await shop({ faults: { reportBody: says }, kiosk: { unknownDrop: "capture" } });
    const { posTid, tid } = await kept.bought();
    const payment = await kept.waitForEnd(posTid);
    expect(payment).toMatchObject({ phase, capturedTotal: amount, vend: { state: "done", short: true, dropped } });
    expect(captured(kept, tid)).toEqual(amount > 0 ? [amount] : []);
    expect(await listOf(kept)).toMatchObject([
      { posTid, rule: null, isOpen: false, becauseReason: { code: "vend_short" } },
    ]);
    expect(kept.logged.filter((line) => line.includes("vend.unreadable"))).toEqual([]);
  });

  it("books and prints only the dropped items, and is listed until an operator's review", async () => {
    await using kept = await shop({ faults: { reportBody: LESS } });
    const { world } = kept;
    const { posTid } = await kept.bought();
    const { lines } = await kept.waitForEnd(posTid);
    expect(lines).toMatchObject([{ name: "Water", quantity: 1, unitAmount: 2500 }]);
    const vat = world.database.prepare("SELECT rate, gross, vat FROM booking_vat").all();
    expect(vat).toEqual([{ rate: 1500, gross: 2500, vat: 326 }]);
    const [listed] = await listOf(kept);
    expect(listed?.because).toBe(
      `The machine dropped fewer items than ordered: [A1: 1 of 2] [B2: 0 of 1]. The customer pays ${formatMoney(2500, "NOK", "en")} for them; the rest is released.`,
    );
    expect(await health(kept)).toEqual({ code: "dispenser_unknown", values: { number: 1 } });
    await world.restart();
    await world.asManager();
    expect(await listOf(kept)).toHaveLength(1);
    await world.must("vend.acknowledge", { posTid });
    expect(await listOf(kept)).toEqual([]);
    expect(await world.must("payment.get", { posTid })).toMatchObject({ vend: { state: "done", short: true } });
    expect(await world.call("vend.acknowledge", { posTid })).toMatchObject({ error: { code: "illegal_state" } });
  });

  it("captures that part of a deposit", async () => {
    await using kept = await shop({ faults: { reportBody: LESS }, kiosk: { deposit: 20_000 } });
    const { posTid } = await kept.world.must("vend.start", { customer: BY_PHONE });
    const { tid } = await kept.approved(posTid);
    await kept.world.waitForPhase(posTid, "authorised");
    await kept.world.must("vend.choose", { posTid, items: ORDER });
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 2500, vend: { state: "done", short: true } });
    expect(captured(kept, tid)).toEqual([2500]);
  });

  it("is listed as unknown with both reasons when the capture is refused", async () => {
    await using kept = await shop({ faults: { reportBody: LESS } });
    kept.world.sandbox.faults.refuse("CAPTURE", 400, 1);
    const { posTid } = await kept.bought();
    await kept.world.waitForPayment(posTid, ({ vend }) => vend?.state === "unknown");
    const [listed] = await listOf(kept);
    expect(listed?.vend.short).toBe(true);
    expect(listed?.because).toMatch(
      /^The machine dropped fewer items .*The items that dropped could not be charged\.$/,
    );
  });

  it("is listed as unknown with both reports when the machine reports more later", async () => {
    await using kept = await shop({ faults: { reportBody: LESS, holdsPolls: true } });
    const { posTid, tid } = await kept.bought();
    await kept.machine.waitForRequests("GET ");
    kept.machine.releasePolls();
    await kept.world.waitForPayment(posTid, ({ vend }) => vend?.state === "settling");
    kept.machine.faults.reportBody = ALL;
    expect(await kept.waitForEnd(posTid)).toMatchObject({
      capturedTotal: 2500,
      vend: { state: "unknown", short: true },
    });
    expect(captured(kept, tid)).toEqual([2500]);
    expect((await listOf(kept))[0]?.because).toContain("then [A1: 2] [B2: 1]");
  });
});

describe("an unreadable report", () => {
  const counted = (slot: string, quantity: unknown) => JSON.stringify({ state: "done", dropped: [{ slot, quantity }] });
  it.each([
    [counted("A1", "1"), "dropped[0].quantity", '"1"'],
    [counted("C9", 1), "dropped[0].slot", '"C9"'],
    ['{"state":"DONE","dropped":[]}', "state", '"DONE"'],
    ['{"state":"done"}', "dropped", null],
    ["<html>", "body", '"<html>"'],
  ])("%s is listed with its field, also after a restart, until a readable one applies", async (says, field, found) => {
    await using kept = await shop({ faults: { reportBody: says } });
    const { machine, world } = kept;
    const { posTid, tid } = await kept.bought();
    await kept.listed(posTid);
    const values = { field, found: found === null ? { code: "vend_missing" } : { quoted: found } };
    const expected = { isOpen: true, rule: null, becauseReason: { code: "vend_unreadable", values } };
    expect(await listOf(kept)).toMatchObject([{ ...expected, vend: { state: "dispensing" } }]);
    await machine.waitForRequests(
      "GET ",
      machine.receivedRequests.filter((request) => request.startsWith("GET ")).length + 2,
    );
    expect(vendEvents(kept).filter((event) => event === "vend.doubted")).toHaveLength(1);
    expect(kept.logged.filter((line) => line.includes("vend.unreadable"))).toHaveLength(1);
    expect(await health(kept)).toEqual({ code: "dispenser_unreadable", values: { number: 1 } });
    await world.restart();
    await world.asManager();
    expect(await listOf(kept)).toMatchObject([expected]);
    expect(captured(kept, tid)).toEqual([]);
    machine.faults.reportBody = ALL;
    const payment = await kept.waitForEnd(posTid);
    expect(payment).toMatchObject({ capturedTotal: 11_000, vend: { state: "done", short: false } });
    expect(captured(kept, tid)).toEqual([11_000]);
    expect(await listOf(kept)).toEqual([]);
  });

  it("is logged and journalled once per field, even when the machine keeps alternating", async () => {
    await using kept = await shop({ faults: { reportBody: "{}" } });
    const { machine } = kept;
    await kept.listed((await kept.bought()).posTid);
    for (const says of ["<html>", "{}", "<html>", "{}"]) {
      machine.faults.reportBody = says;
      const asked = machine.receivedRequests.filter((request) => request.startsWith("GET ")).length;
      await machine.waitForRequests("GET ", asked + 2);
    }
    expect(kept.logged.filter((line) => line.includes("vend.unreadable"))).toHaveLength(2);
    expect(vendEvents(kept).filter((event) => event === "vend.doubted")).toHaveLength(2);
  });

  it("leaves the list when the machine reports that it is still working", async () => {
    await using kept = await shop({ faults: { reportBody: "{}", delaysOrders: true } });
    const { posTid } = await kept.bought();
    await kept.listed(posTid);
    kept.machine.faults.reportBody = null;
    await kept.listed(posTid, false);
    expect(await listOf(kept)).toEqual([]);
  });

  it("is decided by the rule after a day, and keeps its reason", async () => {
    await using kept = await shop({ faults: { reportBody: counted("A1", -1) } });
    const { posTid, tid } = await kept.bought();
    await kept.listed(posTid);
    kept.clock.pass(24 * 3_600_000);
    expect(await kept.waitForEnd(posTid)).toMatchObject({ phase: "released", vend: { state: "unknown" } });
    await kept.world.asManager();
    expect(await listOf(kept)).toMatchObject([{ rule: "release", becauseReason: { code: "vend_unreadable" } }]);
    expect(captured(kept, tid)).toEqual([]);
  });

  it("can be settled by an operator after two minutes, and leaves the list then", async () => {
    await using kept = await shop({ faults: { reportBody: counted("A1", 1.5) } });
    const { posTid, tid } = await kept.bought();
    await kept.listed(posTid);
    kept.clock.pass(121_000);
    // Responses stay unreadable, which counts as silence.
    await kept.machine.waitForRequests(
      "GET ",
      kept.machine.receivedRequests.filter((request) => request.startsWith("GET ")).length + 2,
    );
    await kept.world.must("vend.resolve", { posTid, dropped: [{ slot: "A1", quantity: 1 }] });
    await kept.world.waitForPayment(posTid, ({ capturedTotal }) => capturedTotal === 2500);
    kept.machine.faults.reportBody = LESS;
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 2500, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([2500]);
    expect(await listOf(kept)).toEqual([]);
  });

  it("moves no money after a readable one, and is listed", async () => {
    await using kept = await shop({ faults: { reportBody: ALL, holdsPolls: true } });
    const { posTid, tid } = await kept.bought();
    await kept.machine.waitForRequests("GET ");
    kept.machine.releasePolls();
    await kept.world.waitForPayment(posTid, ({ vend }) => vend?.state === "settling");
    kept.machine.faults.reportBody = "<html>";
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "unknown" } });
    expect(captured(kept, tid)).toEqual([11_000]);
    expect(await listOf(kept)).toMatchObject([{ becauseReason: { code: "vend_unreadable" } }]);
  });
});
