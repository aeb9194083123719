/** The till's rule without staff: failures are reported, and no wrong clock makes it act. */
import { describe, expect, it } from "vitest";
import type { ReservationRule } from "../../../contract/payments/reservations.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { createTestTill, isSettled, type TestTill } from "../../support/test-till.ts";

const HOUR = 3_600_000;
const RULE: ReservationRule = { enabled: true, beforeHours: 12, renewUntilHours: 0, atEnd: "capture" };

/** Advances the service's clock, and lets the till learn the time. */
async function advanceServiceClock(world: TestTill, hours: number): Promise<void> {
  await world.sandbox.clock.advance(hours * HOUR);
  await world.pay("SALE", 100);
}

describe("a rule's capture that the service refused", () => {
  it("is reported to a user, renewed so that nothing is lost, and retried", async () => {
    await using world = await createTestTill();
    const { posTid, expiresAt } = await world.pay("AUTH", 1000);
    await world.asManager();
    await advanceServiceClock(world, 65);
    world.sandbox.faults.refuse("CAPTURE", 400, 1);
    await world.must("reservation.setRule", RULE);
    const flagged = await world.waitForPhase(posTid, "attention");
    expect(flagged.attention).toContain("No money was taken");
    expect((await world.must("queue.list", {})).items).toMatchObject([{ posTid, kind: "capture", state: "attention" }]);
    const renewed = await world.waitForPayment(
      posTid,
      (payment) => payment.expiresAt !== expiresAt && payment.operations.at(-1)?.state === "done",
    );
    expect(renewed).toMatchObject({ phase: "attention", authorisedLeft: 1000, capturedTotal: 0 });
    // An hour later; the till's clock is independent.
    world.database.prepare("UPDATE operation SET sent_at = sent_at - ? WHERE kind = 'capture'").run(2 * HOUR);
    await world.must("reservation.setRule", RULE);
    expect(await world.waitForPhase(posTid, "captured")).toMatchObject({ attention: null, capturedTotal: 1000 });
    const captures = world.sandbox.captures(flagged.tid ?? "");
    expect(captures.map(({ id }) => id)).toEqual([flagged.operations.find(({ kind }) => kind === "capture")?.id]);
  });

  it("keeps needing an operator when the reservation ends, also over a restart", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.pay("AUTH", 1000);
    await world.asManager();
    await advanceServiceClock(world, 65);
    world.sandbox.faults.refuse("CAPTURE", 400, 1);
    world.sandbox.faults.refuse("REAUTH", 400, 1);
    await world.must("reservation.setRule", RULE);
    await world.waitForPayment(
      posTid,
      ({ operations }) => operations.at(-1)?.kind === "reauth" && operations.at(-1)?.state === "refused",
    );
    await advanceServiceClock(world, 8);
    await world.waitForPayment(posTid, ({ status }) => status === "fail");
    await world.restart();
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "attention", capturedTotal: 0 });
    expect(world.sandbox.captures(tid ?? "")).toEqual([]);
    await world.asManager();
    const [parked] = (await world.must("queue.list", {})).items;
    await world.must("queue.discard", { operationId: parked?.id ?? "", reason: "the guest has left" });
    await world.waitForPhase(posTid, "expired");
  });
});

describe("expired reservations", () => {
  it("are counted and summed, including the rest of partly captured ones, excluding released amounts", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const fullAuthorisation = await world.pay("AUTH", 20_000);
    const [lapsed, released] = [await world.pay("AUTH", 30_000), await world.pay("AUTH", 40_000)];
    for (const { posTid } of [lapsed, released]) {
      await world.must("payment.capture", { posTid, amount: 10_000 });
      // The outcome may arrive before the capture's own response: until then no other operation starts.
      await world.waitForPayment(posTid, (payment) => payment.captures.length === 1 && isSettled(payment));
    }
    await world.must("payment.release", { posTid: released.posTid });
    await world.waitForPayment(released.posTid, ({ authorisedLeft }) => authorisedLeft === 0);
    await advanceServiceClock(world, 73);
    await world.waitForPhase(fullAuthorisation.posTid, "expired");
    await world.waitForPayment(lapsed.posTid, ({ authorisedLeft }) => authorisedLeft === 0);
    const today = await world.must("report.today", {});
    expect(today.lapsed).toMatchObject({ count: 2, amount: 40_000 });
    expect(today.lapsed.items.map(({ amount }) => amount)).toEqual([20_000, 20_000]);
    const rests = { booked: "expired" as const, phases: ["captured" as const] };
    expect(await world.must("payment.totals", rests)).toMatchObject({ count: 1, booked: { amount: 20_000 } });
    expect((await world.must("payment.list", rests)).items).toMatchObject([{ posTid: lapsed.posTid }]);
    const { byOutcome } = await world.must("report.x", {});
    expect(byOutcome.find(({ outcome }) => outcome === "expired")).toMatchObject({ count: 2, amount: 40_000 });
    expect(byOutcome.find(({ outcome }) => outcome === "released")).toMatchObject({ count: 1, amount: 30_000 });
  });
});

describe("the rule at a till with a wrong wall clock", () => {
  const wrong = () => {
    const off = { ms: 0 };
    return { off, clock: { ...systemClock, now: () => Date.now() + off.ms } };
  };
  const release: ReservationRule = { ...RULE, atEnd: "release" };

  async function expectNothingDone(world: TestTill, posTid: string): Promise<void> {
    expect((await world.must("payment.get", { posTid })).operations.map(({ kind }) => kind)).toEqual(["create"]);
    expect(world.database.prepare("SELECT count(*) FROM rule_firing").pluck().get()).toBe(0);
  }

  /** Expects no action of the rule before the service's time is due. */
  async function expectActsOnTime(world: TestTill, posTid: string): Promise<void> {
    await world.asManager();
    await world.must("reservation.setRule", release);
    await world.pay("SALE", 100);
    await world.must("reservation.setRule", release);
    await expectNothingDone(world, posTid);
    await advanceServiceClock(world, 65);
    await world.must("reservation.setRule", release);
    await world.waitForPhase(posTid, "released");
  }

  it.each([65, -65])(
    "that moved %s hours during a restart makes the rule act on time, and not early",
    async (hours) => {
      const { off, clock } = wrong();
      await using world = await createTestTill({ clock, sandbox: { now: Date.now } });
      await world.asManager();
      const { posTid } = await world.pay("AUTH", 50_000);
      await world.must("reservation.setRule", release);
      await world.restart(() => {
        off.ms = hours * HOUR;
      });
      await expectActsOnTime(world, posTid);
    },
  );

  it.each([65, -65])(
    "that moves %s hours while the till runs makes the rule act on time, and not early",
    async (hours) => {
      const { off, clock } = wrong();
      await using world = await createTestTill({ clock, sandbox: { now: Date.now } });
      await world.asManager();
      const { posTid } = await world.pay("AUTH", 50_000);
      off.ms = hours * HOUR;
      await expectActsOnTime(world, posTid);
    },
  );
});
