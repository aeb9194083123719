import { describe, expect, it } from "vitest";
import { callbackUri } from "../../support/callback-requests.ts";
import { answerOutcome } from "../../support/sandbox.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

async function inbox(world: TestTill): Promise<string[]> {
  return (await world.must("inbox.list", {})).items.map((payment) => payment.posTid);
}

describe("money that arrives after the cashier moved on", () => {
  it("is not captured automatically: it waits in the inbox until a user keeps it", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.startWaiting("SALE", 10_000);
    await world.must("payment.leave", { posTid });
    await world.phone.approve(tid ?? "");
    const late = await world.waitForPayment(posTid, (payment) => payment.late !== null);
    expect(late).toMatchObject({ phase: "authorised", late: { because: "moved_on" }, capturedTotal: 0 });
    expect(late.steps).toEqual(expect.arrayContaining(["attach", "release"]));
    expect(await inbox(world)).toEqual([posTid]);
    expect((await world.must("terminal.get", {})).inbox).toBe(1);
    await world.must("payment.attach", { posTid, note: "came back for it" });
    expect(await world.waitForPhase(posTid, "captured")).toMatchObject({ late: null, capturedTotal: 10_000 });
    expect(await inbox(world)).toEqual([]);
  });

  it("is released when a user releases it", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.startWaiting("SALE", 10_000);
    await world.must("payment.leave", { posTid });
    await world.phone.approve(tid ?? "");
    await world.waitForPayment(posTid, (payment) => payment.late !== null);
    await world.must("payment.release", { posTid });
    expect(await world.waitForPhase(posTid, "released")).toMatchObject({ late: null });
    expect(await inbox(world)).toEqual([]);
  });

  it("stays in the inbox over a restart", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.startWaiting("SALE", 10_000);
    await world.must("payment.leave", { posTid });
    await world.phone.approve(tid ?? "");
    await world.waitForPayment(posTid, (payment) => payment.late !== null);
    await world.restart();
    expect(await inbox(world)).toEqual([posTid]);
    expect(world.sandbox.captures(tid ?? "")).toEqual([]);
  });

  it("leaves no inbox entry when it never arrives", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.startWaiting("SALE", 10_000);
    await world.must("payment.leave", { posTid });
    await world.phone.reject(tid ?? "");
    expect(await world.waitForPhase(posTid, "rejected")).toMatchObject({ late: null });
    expect(await inbox(world)).toEqual([]);
  });
});

describe("money that arrives after a cancel", () => {
  it("and was captured by the service waits in the inbox to be refunded or kept", async () => {
    await using world = await createTestTill({
      callbacks: false,
      sandbox: { saleCapturesItself: true },
      provisioning: { polling: { activeMs: 60_000, idleMs: 60_000 } },
    });
    const { posTid, tid } = await world.startWaiting("SALE", 10_000);
    await world.phone.approve(tid ?? "");
    await world.must("payment.abort", { posTid });
    const late = await world.waitForPayment(posTid, (payment) => payment.late !== null);
    expect(late).toMatchObject({ phase: "captured", late: { because: "after_abort" } });
    await world.asManager();
    await world.must("payment.refund", { posTid, reason: "cancelled" });
    expect(await world.waitForPhase(posTid, "refunded")).toMatchObject({ late: null });
  });
});

describe("money that arrives after the end", () => {
  it("reported by the service goes to the inbox and is not captured", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.startWaiting("SALE", 10_000);
    const uri = callbackUri(world);
    world.sandbox.faults.callbacks = false;
    const outcome = (status: string, code: number, modified: string) => ({
      currency: "NOK",
      amount: 10_000,
      additional_amount: 0,
      auth_amount: status === "auth" ? 10_000 : 0,
      status,
      status_code: code,
      customer: CUSTOMER,
      date_modified: modified,
      pos_id: "counter-1",
      pos_tid: posTid,
      tid,
    });
    /** Anyone who knows the path may send a hint: the till then polls the service itself (G27). */
    const hint = (id: string) =>
      fetch(uri, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          meta: {
            id,
            event: "payment_authorized",
            uri: `https://service.example/merchant/v1/payment_request/${tid}/outcome/`,
          },
        }),
      });
    answerOutcome(world, outcome("fail", 5011, "2030-01-01 10:00:00"), 1);
    await hint("1");
    await world.waitForPhase(posTid, "expired");
    answerOutcome(world, outcome("auth", 3008, "2030-01-01 10:00:05"), 1000);
    await hint("2");
    const late = await world.waitForPayment(posTid, (payment) => payment.late !== null);
    expect(late).toMatchObject({ phase: "authorised", late: { because: "after_end" } });
    expect(late.operations.map((operation) => operation.kind)).toEqual(["create"]);
    expect(await inbox(world)).toEqual([posTid]);
  });
});

describe("the source of a payment's news", () => {
  it("is stored per payment, with the first source", async () => {
    await using world = await createTestTill();
    const paid = await world.pay("SALE", 5000);
    const { callback, poll, answer, first } = paid.arrivals;
    expect(callback + poll + answer).toBeGreaterThanOrEqual(2);
    expect(["callback", "poll", "answer"]).toContain(first);
  });
});
