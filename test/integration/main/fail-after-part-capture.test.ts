/** An authorisation that was captured in part and ends as `fail`: specification 3 to the letter (G11). */
import { describe, expect, it } from "vitest";
import { packReason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import type { DialectName } from "../../../sandbox/dialect/dialect.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const DAY = 86_400_000;
const strict = () => createTestTill({ sandbox: { dialect: "strict" } });

/** A reservation of 300.00, of which 100.00 are captured. */
async function partlyCaptured(world: TestTill) {
  await world.asManager();
  const { posTid, tid } = await world.pay("AUTH", 30_000);
  await world.must("payment.capture", { posTid, amount: 10_000 });
  await world.waitForPhase(posTid, "partly_captured");
  return { posTid, tid: tid ?? "" };
}

const CAPTURED = { phase: "captured", attention: null, late: null, capturedTotal: 10_000, refundable: 10_000 } as const;

/** Closes two days with refunds in between, and expects that nothing of the payment is carried over. */
async function refundsAndCloses(
  world: TestTill,
  { posTid, tid }: { posTid: string; tid: string },
  end: "released" | "expired",
) {
  expect(await world.must("report.preview", {})).toMatchObject({ blockers: [], unresolved: [] });
  const first = await world.must("report.z", {});
  expect(first).toMatchObject({
    captured: 10_000,
    reserved: { count: 0, amount: 0 },
    counts: { captured: 1, approved: 1, released: 0, expired: 0, [end]: 1 },
    decisions: [],
  });
  await world.must("payment.refund", { posTid, amount: 4000, reason: "wrong size" });
  await world.waitForPhase(posTid, "partly_refunded");
  await world.must("payment.refund", { posTid, reason: "wrong size" });
  expect(await world.waitForPhase(posTid, "refunded")).toMatchObject({ refundable: 0, attention: null });
  expect(world.sandbox.refunds(tid).map(({ amount }) => amount)).toEqual([4000, 6000]);
  const second = await world.must("report.z", {});
  expect(second).toMatchObject({ captured: 0, refunded: 10_000, decisions: [], grandTotals: { net: 0 } });
}

describe("an authorisation that was captured in part", () => {
  it.each<[DialectName, seed: number]>([
    ["house", 0],
    ["strict", 0],
    ["family", 0],
    ["hostile", 1],
    ["hostile", 2],
    ["hostile", 3],
  ])("is captured and refundable after its expiry or release, in the dialect %s (%i)", async (dialect, dialectSeed) => {
    await using world = await createTestTill({ sandbox: { dialect, dialectSeed } });
    const one = await partlyCaptured(world);
    await world.must("payment.release", { posTid: one.posTid });
    expect(await world.waitForPhase(one.posTid, "captured")).toMatchObject(CAPTURED);
    const other = await partlyCaptured(world);
    await world.sandbox.clock.advance(3 * DAY + 1000);
    expect(await world.waitForPhase(other.posTid, "captured")).toMatchObject(CAPTURED);
    await world.must("payment.refund", { posTid: other.posTid, reason: "wrong size" });
    await world.waitForPhase(other.posTid, "refunded");
    expect(world.sandbox.refunds(other.tid)).toMatchObject([{ amount: 10_000 }]);
  });

  it("is in no later Z after the service ended it with 5012", async () => {
    await using world = await strict();
    const part = await partlyCaptured(world);
    await world.sandbox.clock.advance(3 * DAY + 1000);
    expect(await world.waitForPhase(part.posTid, "captured")).toMatchObject({
      ...CAPTURED,
      status: "fail",
      statusCode: 5012,
    });
    await refundsAndCloses(world, part, "expired");
  });

  it("is in no later Z after its release ended it with 4019", async () => {
    await using world = await strict();
    const part = await partlyCaptured(world);
    await world.must("payment.release", { posTid: part.posTid });
    expect(await world.waitForPhase(part.posTid, "captured")).toMatchObject({
      ...CAPTURED,
      status: "fail",
      statusCode: 4019,
    });
    await refundsAndCloses(world, part, "released");
  });

  it("is captured by a capture whose response was lost before the service ended it", async () => {
    await using world = await createTestTill({ sandbox: { dialect: "strict" }, callbacks: false });
    await world.asManager();
    const { posTid, tid } = await world.pay("AUTH", 30_000);
    world.sandbox.faults.add({ effect: "lose_answer", kind: "CAPTURE", times: 1 });
    world.sandbox.faults.add({ effect: "answer", kind: "CAPTURE", status: 503, times: 1 });
    await world.must("payment.capture", { posTid, amount: 10_000 });
    await world.waitForPayment(posTid, ({ checkingSince }) => checkingSince !== null);
    await world.sandbox.clock.advance(3 * DAY + 1000);
    expect(await world.waitForPhase(posTid, "captured")).toMatchObject({ ...CAPTURED, statusCode: 5012 });
    expect(world.sandbox.captures(tid ?? "")).toHaveLength(1);
  });

  it("is captured with its additional amount", async () => {
    await using world = await strict();
    await world.asManager();
    const phone = { kind: "phone", value: "4791234567" } as const;
    const { posTid } = await world.must("payment.start", {
      action: "AUTH",
      amount: 20_000,
      additionalAmount: 1000,
      customer: phone,
    });
    const { tid } = await world.waitForPhase(posTid, "waiting");
    await world.phone.approve((await world.waitForPayment(posTid, (payment) => payment.tid !== null)).tid ?? tid ?? "");
    await world.waitForPhase(posTid, "authorised");
    await world.must("payment.capture", { posTid, amount: 5000, additionalAmount: 1000 });
    await world.waitForPhase(posTid, "partly_captured");
    await world.sandbox.clock.advance(3 * DAY + 1000);
    expect(await world.waitForPhase(posTid, "captured")).toMatchObject({
      capturedTotal: 6000,
      refundableAmount: 5000,
      refundableAdditional: 1000,
    });
  });

  it("no longer needs attention after the next start, when an earlier version flagged it", async () => {
    await using world = await strict();
    const part = await partlyCaptured(world);
    await world.sandbox.clock.advance(3 * DAY + 1000);
    await world.waitForPhase(part.posTid, "captured");
    await world.restart((path) => {
      const database = openDatabase(path);
      database
        .prepare("UPDATE payment SET phase = 'attention', attention = ? WHERE pos_tid = ?")
        .run(packReason(reasonFor("payment_failed_captured")), part.posTid);
      closeDatabase(database);
    });
    expect(await world.must("payment.list", { phases: ["attention"] })).toMatchObject({ items: [] });
    expect(await world.must("payment.get", { posTid: part.posTid })).toMatchObject(CAPTURED);
    await world.asManager();
    await refundsAndCloses(world, part, "expired");
  });

  it("needs attention while the service lists a capture that the till did not request", async () => {
    await using world = await createTestTill({ sandbox: { dialect: "strict" }, callbacks: false });
    const { posTid } = await partlyCaptured(world);
    await world.sandbox.clock.advance(3 * DAY + 1000);
    const foreignCapture = { id: "portal", amount: 500, additional_amount: 0 };
    world.sandbox.faults.overrideOutcome = (truth) => ({
      ...truth,
      captures: [...(truth.captures ?? []), foreignCapture],
    });
    expect(await world.waitForPhase(posTid, "attention")).toMatchObject({
      steps: [],
      attentionReason: { code: "payment_failed_captured" },
    });
    world.sandbox.faults.overrideOutcome = null;
    expect(await world.waitForPhase(posTid, "captured")).toMatchObject(CAPTURED);
  });
});

describe("a till with an unreadable payment", () => {
  it.each([
    ["no JSON", "{"],
    ["no outcome", "{}"],
  ])("starts, assesses the other payments, and logs the unreadable one (%s)", async (_what, stored) => {
    const lines: string[] = [];
    const write = (line: string) => void (line.includes("cannot be assessed") && lines.push(line));
    await using world = await createTestTill({ callbacks: false, log: { write } });
    const [damaged, other] = [await partlyCaptured(world), await partlyCaptured(world)];
    await world.restart((path) => {
      const database = openDatabase(path);
      const change = (column: "outcome" | "phase", value: string, { posTid }: { posTid: string }) =>
        database.prepare(`UPDATE payment SET ${column} = ? WHERE pos_tid = ?`).run(value, posTid);
      change("outcome", stored, damaged);
      change("phase", "attention", other);
      closeDatabase(database);
      world.sandbox.faults.breakDown("OUTCOME", 503, 1000);
    });
    await world.asManager();
    expect(await world.must("payment.list", { phases: ["attention"] })).toMatchObject({
      items: [{ posTid: damaged.posTid, attentionReason: { code: "payment_damaged" }, steps: [] }],
    });
    expect(await world.must("payment.get", { posTid: other.posTid })).toMatchObject({ phase: "partly_captured" });
    expect(lines).toMatchObject([expect.stringContaining(damaged.posTid)]);
    const { unresolved } = await world.must("report.preview", {});
    expect(unresolved).toContainEqual(expect.objectContaining({ kind: "attention", posTid: damaged.posTid }));
    world.sandbox.faults.clear();
    await world.waitForPhase(damaged.posTid, "partly_captured");
    expect(await world.must("report.x", {})).toMatchObject({ captured: 20_000 });
  });

  it.each(["arrivals", "addresses"])(
    "moves its money as usual when only its %s are unreadable, and logs it",
    async (column) => {
      const lines: string[] = [];
      const write = (line: string) => void (line.includes("lines, addresses or arrivals") && lines.push(line));
      await using world = await createTestTill({ callbacks: false, log: { write } });
      const { posTid } = await partlyCaptured(world);
      await world.restart((path) => {
        const database = openDatabase(path);
        database.prepare(`UPDATE payment SET ${column} = '{' WHERE pos_tid = ?`).run(posTid);
        closeDatabase(database);
      });
      await world.asManager();
      expect(lines).toMatchObject([expect.stringContaining(posTid)]);
      expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "partly_captured", attention: null });
      await world.must("payment.capture", { posTid });
      await world.waitForPhase(posTid, "captured");
    },
  );
});
