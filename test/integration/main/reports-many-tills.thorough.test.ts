/** A shop with many tills: the service's list contains every till's requests, and a close does not wait for it. */
import { describe, expect, it } from "vitest";
import type { RequestKind } from "../../../sandbox/faults.ts";
import { type FastClock, fastClock } from "../../support/fast-clock.ts";
import { type MerchantClient, merchantClient } from "../../support/sandbox.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const POSITIONS = 16;

async function sellElsewhere(elsewhere: MerchantClient, from: number, to: number): Promise<void> {
  let made = from;
  const sell = async () => {
    for (let index = made++; index < to; index = made++) {
      const body = { action: "SALE", allow_credit: true, amount: 500, currency: "NOK", customer: "4791234567" };
      const posTid = `other-${index}`;
      const answer = await elsewhere.post("/payment_request/", { ...body, pos_id: "counter-2", pos_tid: posTid });
      expect(answer.status).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: POSITIONS }, sell));
}

/** Records the till's requests to the service from now on. */
function recordRequests(world: TestTill): RequestKind[] {
  const { faults } = world.sandbox;
  const asked: RequestKind[] = [];
  const strike = faults.strike;
  faults.strike = (kind) => {
    asked.push(kind);
    return strike(kind);
  };
  return asked;
}

const known = (world: TestTill) => Number(world.database.prepare("SELECT count(*) FROM foreign_tid").pluck().get());

async function timed<T>(clock: FastClock, work: () => Promise<T>): Promise<{ took: number; value: T }> {
  const began = clock.monotonic();
  const value = await work();
  return { took: clock.monotonic() - began, value };
}

describe("one own payment among 1,500 of another till", () => {
  it("is compared at once, and the list is read further while idle, also after a restart, nothing twice", async () => {
    const clock = fastClock(1);
    const polling = { activeMs: 60_000, idleMs: 600_000 };
    await using world = await createTestTill({
      clock,
      callbacks: false,
      sandbox: { pageSize: 100 },
      provisioning: { polling },
    });
    await world.asManager();
    const otherClient = merchantClient(world.sandbox.provision());
    expect((await otherClient.post("/pos/", { id: "counter-2", name: "Counter 2", type: "store" })).status).toBe(201);
    await sellElsewhere(otherClient, 0, 1400);
    await world.pay("SALE", 10_000);
    await sellElsewhere(otherClient, 1400, 1500);

    const first = await timed(clock, () => world.must("report.z", {}));
    expect(first.took).toBeLessThan(10_000);
    expect(first.value).toMatchObject({
      comparison: { state: "compared" },
      reconciliation: { compared: 1, list: "partly_read", listReadTo: null },
    });
    expect(first.value.comparison?.because).toContain("list of payment requests could not be read");
    const looked = known(world);
    expect(looked).toBeGreaterThan(0);

    await world.pay("SALE", 700);
    const asked = recordRequests(world);
    const second = await timed(clock, () => world.must("report.z", {}));
    expect(second.took).toBeLessThan(2000);
    expect(second.value).toMatchObject({ captured: 700, comparison: { state: "compared" } });
    // This till's payment and the unread requests: all are known now, except one in progress.
    expect(asked.filter((kind) => kind === "OUTCOME").length).toBeLessThanOrEqual(2 + known(world) - looked);

    await world.restart();
    const after = known(world);
    const later = recordRequests(world);
    clock.pass(60_000);
    // After a minute of idleness, one request a second: the clock skips the seconds.
    while (known(world) < 1500) {
      clock.pass(1000);
      await clock.sleep(1);
    }
    expect(later.filter((kind) => kind === "OUTCOME").length).toBeLessThanOrEqual(1500 - after + 2);
    // About twenty pages, plus requests already started.
    expect(later.filter((kind) => kind === "PAYMENT").length).toBeLessThan(20);
    await world.asManager();
    await world.pay("SALE", 300);
    const third = await timed(clock, () => world.must("report.z", {}));
    expect(third.took).toBeLessThan(2000);
    expect(third.value).toMatchObject({
      comparison: { state: "compared", because: null },
      reconciliation: { list: "read" },
    });
  });
});

describe("a refund that needs an operator", () => {
  it("does not prevent the list from being read further", async () => {
    const clock = fastClock(10);
    const polling = { activeMs: 60_000, idleMs: 600_000 };
    await using world = await createTestTill({ clock, callbacks: false, provisioning: { polling } });
    await world.asManager();
    const { posTid } = await world.pay("SALE", 10_000);
    world.sandbox.faults.breakDown("REFUND", 503, 1_000_000);
    await world.must("payment.refund", { posTid, amount: 1000, reason: "broken" });
    await world.waitForPayment(posTid, ({ operations }) => operations.at(-1)?.lastError !== null);
    clock.pass(25 * 3_600_000);
    await world.waitForPayment(posTid, ({ operations }) => operations.at(-1)?.state === "attention");
    world.sandbox.faults.clear();
    const otherClient = merchantClient(world.sandbox.provision());
    const now = () => ({ now: world.sandbox.clock.now() });
    await otherClient.post("/pos/", { id: "counter-2", name: "Counter 2", type: "store" }, now());
    const body = { action: "SALE", allow_credit: true, amount: 500, currency: "NOK", customer: "4791234567" };
    const made = await otherClient.post("/payment_request/", { ...body, pos_id: "counter-2", pos_tid: "o-1" }, now());
    expect(made.status).toBe(201);
    await expect
      .poll(() => {
        clock.pass(600_000);
        return known(world);
      })
      .toBe(1);
  });
});
