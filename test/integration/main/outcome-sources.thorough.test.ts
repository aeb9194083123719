/**
 * The source of news: a callback without its object (section 6, rule 5) makes the till poll, and still counts as a
 * callback.
 */
import { describe, expect, it } from "vitest";
import type { PaymentOutcome } from "../../../contract/wire/wire.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

const SELDOM = { polling: { activeMs: 60_000, idleMs: 600_000 } };

/** The customer has received the request. */
async function requestedSale(world: TestTill): Promise<{ posTid: string; tid: string }> {
  const customer = { kind: "phone", value: CUSTOMER } as const;
  const { posTid } = await world.must("payment.start", { action: "AUTH", amount: 10_000, customer });
  const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
  return { posTid, tid: tid ?? "" };
}

/** The customer has approved, and the till has the callback. */
async function approveSale(world: TestTill, tid: string): Promise<void> {
  await world.phone.approve(tid);
  await world.sandbox.settled();
}

describe("an approval", () => {
  it("from a callback without its object counts as known by callback", async () => {
    await using world = await createTestTill({ provisioning: SELDOM });
    const first = world.sandbox.faults.hold("OUTCOME");
    const { posTid, tid } = await requestedSale(world);
    await first.arrived;
    await approveSale(world, tid);
    first.release();
    const { arrivals } = await world.waitForPhase(posTid, "authorised");
    expect(arrivals).toMatchObject({ callback: 1, poll: 0, first: "callback" });
  });

  it("also counts as known by callback when an earlier poll returns the old state afterwards", async () => {
    await using world = await createTestTill({ provisioning: SELDOM });
    const [first, second] = [world.sandbox.faults.hold("OUTCOME"), world.sandbox.faults.hold("OUTCOME")];
    const outcomes: PaymentOutcome[] = [];
    world.sandbox.faults.overrideOutcome = (truth) => {
      outcomes.push(truth);
      return outcomes.length === 2 ? (outcomes[0] ?? truth) : truth;
    };
    const { posTid, tid } = await requestedSale(world);
    first.release();
    await second.arrived;
    await approveSale(world, tid);
    second.release();
    const { arrivals } = await world.waitForPhase(posTid, "authorised");
    expect(arrivals).toMatchObject({ callback: 1, poll: 1, first: "callback" });
  });

  it("that a poll discovered counts as known by polling", async () => {
    await using world = await createTestTill({ callbacks: false });
    const { posTid } = await world.pay("AUTH", 10_000);
    const { arrivals } = await world.must("payment.get", { posTid });
    expect(arrivals).toMatchObject({ callback: 0, first: "poll" });
  });
});
