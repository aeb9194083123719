/** The first response for a payment's id is implausible, and the money is found anyway. */
import { describe, expect, it } from "vitest";
import type { PaymentOutcome } from "../../../contract/wire/wire.ts";
import type { Hold } from "../../../sandbox/faults.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { backUp, createRestoringTill, restored } from "../../support/restoring.ts";
import { CUSTOMER, createTestTill, type TestTill, type TestTillOptions } from "../../support/test-till.ts";
import { closeDay } from "../../support/z-report-totals.ts";

const toPhone = { action: "SALE", amount: 7900, customer: { kind: "phone", value: CUSTOMER } } as const;

/** A sale whose customer received the request, but whose creation response never reaches the till. */
async function saleWithoutResponse(world: TestTill): Promise<{ posTid: string; tid: string }> {
  world.sandbox.faults.loseAnswerTo("CREATE", 1_000_000);
  const { posTid } = await world.must("payment.start", toPhone);
  await world.waitForPayment(posTid, ({ operations }) => operations[0]?.unknownSince != null);
  return { posTid, tid: world.sandbox.payments().at(-1)?.tid ?? "" };
}

/** Makes the next response for this payment wrong. @returns a promise of that response */
function returnFalseOutcomeOnce(world: TestTill, posTid: string): Promise<void> {
  const responded = Promise.withResolvers<void>();
  world.sandbox.faults.overrideOutcome = (truth: PaymentOutcome) => {
    if (truth.pos_tid !== posTid) return truth;
    world.sandbox.faults.overrideOutcome = null;
    responded.resolve();
    return { ...truth, auth_amount: truth.auth_amount === 1 ? 2 : 1, status: "auth", captures: [] };
  };
  return responded.promise;
}

const quick = (options: TestTillOptions) => createTestTill({ ...options, clock: fastClock(10) });

describe("a payment whose creation got no response", () => {
  it("is polled again and paid when the first response after a callback is wrong", async () => {
    await using world = await quick({});
    const { posTid, tid } = await saleWithoutResponse(world);
    const falseOutcome = returnFalseOutcomeOnce(world, posTid);
    await world.phone.approve(tid);
    await falseOutcome;
    expect(await world.waitForPhase(posTid, "captured")).toMatchObject({
      tid,
      capturedTotal: 7900,
      checkingSince: null,
    });
  });

  it("is booked at a later close when the first response for the listed request is wrong", async () => {
    await using world = await quick({ callbacks: false, sandbox: { saleCapturesItself: true } });
    await world.asManager();
    const { posTid, tid } = await saleWithoutResponse(world);
    await world.phone.approve(tid);
    const falseOutcome = returnFalseOutcomeOnce(world, posTid);
    await world.must("report.reconcile", {});
    await falseOutcome;
    expect(await world.waitForPhase(posTid, "captured")).toMatchObject({ tid, capturedTotal: 7900 });
    expect(await world.must("report.z", {})).toMatchObject({ captured: 7900, comparison: { state: "compared" } });
  });
});

describe("a payment that a restore lost and whose capture differs in each response", () => {
  it("blocks no other payment, is reported, and is adopted when two responses agree, over a restart", async () => {
    // Only the first and the last page are read again.
    await using world = await createRestoringTill({ clock: fastClock(20), sandbox: { pageSize: 1 } });
    await world.asManager();
    await world.pay("SALE", 100);
    const backup = await backUp(world);
    const changing = await world.pay("SALE", 700);
    const { posTid } = await world.pay("SALE", 900);
    let responses = 0;
    world.sandbox.faults.overrideOutcome = (truth) => {
      if (truth.pos_tid !== changing.posTid) return truth;
      responses += 1;
      return { ...truth, captures: [{ id: `capture${responses}`, amount: 700, additional_amount: 0 }] };
    };
    await restored(world, backup);
    expect(responses).toBe(3);
    expect(await world.must("payment.get", { posTid })).toMatchObject({ recovered: true });
    const { unresolved } = await world.must("report.preview", {});
    expect(unresolved).toMatchObject([
      { kind: "difference", difference: { kind: "missing_here", there: { captured: 700 } } },
    ]);

    const second = Promise.withResolvers<Hold>();
    world.sandbox.faults.overrideOutcome = (truth) => {
      if (truth.pos_tid === changing.posTid) second.resolve(world.sandbox.faults.hold("OUTCOME"));
      return truth;
    };
    await world.must("report.reconcile", {});
    const { arrived, release } = await second.promise;
    await arrived;
    world.sandbox.faults.overrideOutcome = null;
    await world.restart(release);
    await world.asManager();
    expect(await closeDay(world)).toMatchObject({ code: null, z: { captured: 1700 } });
    expect(await world.must("payment.get", { posTid: changing.posTid })).toMatchObject({ recovered: true });
  });
});
