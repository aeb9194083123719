/** A create with a 409 response in a shop whose other tills have made hundreds of requests before. */
import { describe, expect, it } from "vitest";
import { fastClock } from "../../support/fast-clock.ts";
import { merchantClient } from "../../support/sandbox.ts";
import { CUSTOMER, createTestTill } from "../../support/test-till.ts";

/** More requests than one attempt reads. */
const OTHERS = 210;

describe("a till", () => {
  it("finds a till's payment behind more requests of other tills than one attempt reads", async () => {
    await using world = await createTestTill({ callbacks: false, clock: fastClock(20) });
    const otherClient = merchantClient(world.sandbox.provision());
    const now = () => ({ now: world.sandbox.clock.now() });
    await otherClient.post("/pos/", { id: "other", name: "Other", type: "store" }, now());
    const request = { action: "SALE", allow_credit: true, amount: 100, currency: "NOK", customer: CUSTOMER };
    for (let other = 0; other < OTHERS; other += 1) {
      const made = await otherClient.post(
        "/payment_request/",
        { ...request, pos_id: "other", pos_tid: `o-${other}` },
        now(),
      );
      expect(made.status).toBe(201);
    }
    world.sandbox.faults.loseAnswerTo("CREATE", 1);
    world.sandbox.faults.refuse("CREATE", 409, 1_000_000);
    const toPhone = { action: "SALE", amount: 7900, customer: { kind: "phone", value: CUSTOMER } } as const;
    const { posTid } = await world.must("payment.start", toPhone);
    const found = await world.waitForPayment(posTid, ({ tid, phase }) => tid !== null || phase === "attention");
    expect(found).toMatchObject({ tid: world.sandbox.payments().find((one) => one.amount === 7900)?.tid });
  });
});
