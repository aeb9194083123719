import { describe, expect, it } from "vitest";
import { fastClock } from "../../support/fast-clock.ts";
import { CUSTOMER, createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

async function asManager(world: TestTill) {
  await world.must("staff.signIn", { pin: MANAGER_PIN });
}

/** A sale with a tip that the customer chooses. */
async function tipped(world: TestTill, amount: number, tip: number) {
  const { posTid } = await world.must("payment.start", {
    action: "SALE",
    amount,
    additionalEdit: true,
    customer: { kind: "phone", value: CUSTOMER },
  });
  const { tid } = await world.waitForPayment(posTid, (payment) => payment.phase === "waiting" && payment.tid !== null);
  await world.phone.approve(tid ?? "", { tip });
  return world.waitForPhase(posTid, "captured");
}

describe("X and Z", () => {
  it("show what was captured, refunded, tipped, deducted and reserved, and by whom", async () => {
    await using world = await createTestTill();
    await world.pay("SALE", 10_000);
    await tipped(world, 20_000, 1500);
    await asManager(world);
    const refunded = await world.pay("SALE", 5000);
    await world.must("payment.refund", { posTid: refunded.posTid, amount: 2000, reason: "broken" });
    await world.waitForPhase(refunded.posTid, "partly_refunded");
    await world.pay("AUTH", 30_000);
    const x = await world.must("report.x", {});
    expect(x).toMatchObject({
      kind: "x",
      number: null,
      period: 1,
      currency: "NOK",
      captured: 36_500,
      refunded: 2000,
      net: 34_500,
      tips: 1500,
      fees: 365,
      payout: 34_135,
      counts: { captured: 3, refunded: 1, released: 0, aborted: 0, rejected: 0, expired: 0, approved: 4 },
      reserved: { count: 1, amount: 30_000 },
      grandTotals: { captured: 36_500, refunded: 2000, count: 3 },
      journal: { first: 1, check: { ok: true, firstBadAt: null } },
      decisions: [],
      seal: null,
    });
    expect(x.byPerson.map(({ person, captured, refunded: back }) => [person, captured, back])).toEqual([
      ["Owner", 5000, 2000],
      [null, 31_500, 0],
    ]);
    expect(x.byHour).toHaveLength(24);
    expect(x.byHour.reduce((sum, hour) => sum + hour.captured, 0)).toBe(36_500);
    const z = await world.must("report.z", {});
    const {
      kind: _kind,
      number: _number,
      to: _to,
      seal: _seal,
      by: _by,
      decisions: _decisions,
      journal: _journal,
      bookings: _bookings,
      reconciliation: _reconciliation,
      comparison: _comparison,
      ...figures
    } = z;
    expect(x).toMatchObject({ ...figures, businessDay: expect.any(String) });
    expect(z).toMatchObject({ kind: "z", number: 1, by: "Owner", seal: { previous: "0".repeat(64) } });
    expect(z.bookings).toEqual({ count: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(x.bookings).toBeNull();
    expect(z.decisions).toMatchObject([{ kind: "reserved", decision: "carry_over", amount: 30_000 }]);
    expect(await world.must("report.get", { number: 1 })).toEqual(z);
    const after = await world.must("report.x", {});
    expect(after).toMatchObject({ period: 2, from: z.to, captured: 0, reserved: z.reserved, counts: { captured: 0 } });
    expect(after.grandTotals).toEqual(z.grandTotals);
    expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
  });

  it("count the released part of a reservation next to the captured, and an expired code as its screen does", async () => {
    const clock = fastClock(1);
    await using world = await createTestTill({ clock });
    await asManager(world);
    const { posTid } = await world.pay("AUTH", 14_900);
    await world.must("payment.capture", { posTid, amount: 5000 });
    await world.waitForPayment(posTid, ({ capturedTotal }) => capturedTotal === 5000);
    await world.must("payment.release", { posTid });
    await world.waitForPhase(posTid, "captured");
    const unscanned = await world.must("payment.start", { action: "SALE", amount: 2500 });
    clock.pass(181_000);
    expect(await world.waitForPhase(unscanned.posTid, "aborted")).toMatchObject({ codeRanOut: true });
    const { counts, byOutcome } = await world.must("report.x", {});
    expect(counts).toMatchObject({ captured: 1, approved: 1, released: 1, aborted: 0, expired: 1 });
    expect(byOutcome).toContainEqual({ outcome: "released", count: 1, amount: 9900 });
    expect(byOutcome).toContainEqual({ outcome: "expired", count: 1, amount: 2500 });
  });

  it("can be closed by the manager only", async () => {
    await using world = await createTestTill();
    expect(await world.call("report.z", {})).toMatchObject({ ok: false, error: { code: "not_allowed" } });
    expect(await world.must("report.list", {})).toMatchObject({
      items: [],
      next: null,
      chain: { entries: 0, ok: true },
    });
  });
});
