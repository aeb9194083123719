/** A request without a response may have been carried out: no user can make the till forget or repeat it. */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Payment } from "../../../contract/payments/views.ts";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { RESTORED_AT, settingStore } from "../../../main/storage/database/settings.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

const toPhone = { action: "SALE", amount: 10_000, customer: { kind: "phone", value: CUSTOMER } } as const;
const isUnknown = (payment: Payment) => payment.checkingSince !== null;

function operationOf(payment: Payment, kind: string): string {
  return payment.operations.find((operation) => operation.kind === kind)?.id ?? "";
}

/** Half a minute later, and not due again yet: the service has long sent its lost response. */
function later(world: TestTill, operationId: string): string {
  const dueAt = Date.now() + 600_000;
  world.database.prepare("UPDATE operation SET sent_at = 0, due_at = ? WHERE id = ?").run(dueAt, operationId);
  return operationId;
}

async function paidSale(world: TestTill): Promise<Payment> {
  const paid = await world.pay("SALE", 10_000);
  await world.asManager();
  return paid;
}

describe("a creation whose response was lost", () => {
  it("cannot be discarded, because the customer may have received the request", async () => {
    await using world = await createTestTill();
    world.sandbox.faults.loseAnswerTo("CREATE", 1000);
    const { posTid } = await world.must("payment.start", toPhone);
    const unknown = await world.waitForPayment(posTid, isUnknown);
    await world.asManager();
    const discard = { operationId: operationOf(unknown, "create"), reason: "in a hurry" };
    expect(await world.call("queue.discard", discard)).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    world.sandbox.faults.clear();
    await world.waitForPhase(posTid, "waiting");
  });

  it.each([400, 404, 405])(
    "and whose repeat is refused with %i is found at the service, and cancelled there",
    async (status) => {
      await using world = await createTestTill();
      world.sandbox.faults.loseAnswerTo("CREATE");
      const { posTid } = await world.must("payment.start", toPhone);
      await world.waitForPayment(posTid, isUnknown);
      world.sandbox.faults.refuse("CREATE", status, 1000);
      await world.must("payment.abort", { posTid });
      const ended = await world.waitForPhase(posTid, "aborted");
      expect(ended.tid).not.toBeNull();
      expect(world.sandbox.payment(ended.tid ?? "")).toMatchObject({ status: "fail" });
    },
  );

  it("and that then needs an operator can still be cancelled after it is resumed", async () => {
    await using world = await createTestTill();
    world.sandbox.faults.loseAnswerTo("CREATE");
    const { posTid } = await world.must("payment.start", toPhone);
    await world.waitForPayment(posTid, isUnknown);
    world.sandbox.faults.refuse("CREATE", 403, 2);
    await world.waitForPhase(posTid, "attention");
    await world.must("payment.abort", { posTid });
    await world.waitForPhase(posTid, "aborted");
    expect(world.sandbox.payments().map((payment) => payment.status)).toEqual(["fail"]);
  });

  it("is also found by the callback of its approval", async () => {
    await using world = await createTestTill();
    world.sandbox.faults.loseAnswerTo("CREATE");
    const { posTid } = await world.must("payment.start", toPhone);
    await world.waitForPayment(posTid, isUnknown);
    world.sandbox.faults.breakDown("CREATE", 503, 1000);
    await world.phone.approve(world.sandbox.payments()[0]?.tid ?? "");
    await world.waitForPhase(posTid, "captured");
  });
});

describe("a refund whose response was lost", () => {
  it("is settled, not discarded, when the service has it", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await paidSale(world);
    world.sandbox.faults.loseAnswerTo("REFUND", 1000);
    await world.must("payment.refund", { posTid, amount: 3000, reason: "returned" });
    const unknown = await world.waitForPayment(posTid, isUnknown);
    const discarded = await world.must("queue.discard", {
      operationId: later(world, operationOf(unknown, "refund")),
      reason: "in a hurry",
    });
    expect(discarded.state).toBe("done");
    expect(await world.must("payment.get", { posTid })).toMatchObject({ refundedTotal: 3000, refundable: 7000 });
    expect(world.sandbox.refunds(tid ?? "")).toHaveLength(1);
  });

  it("is discarded when the service provably lacks it", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await paidSale(world);
    world.sandbox.faults.loseRequest("REFUND", 1000);
    await world.must("payment.refund", { posTid, amount: 3000, reason: "returned" });
    const unknown = await world.waitForPayment(posTid, isUnknown);
    const discarded = await world.must("queue.discard", {
      operationId: later(world, operationOf(unknown, "refund")),
      reason: "wrong one",
    });
    expect(discarded.state).toBe("refused");
    expect(world.sandbox.refunds(tid ?? "")).toEqual([]);
  });

  it("is not discarded while the service may still process it", async () => {
    await using world = await createTestTill();
    const { posTid } = await paidSale(world);
    world.sandbox.faults.loseAnswerTo("REFUND", 1000);
    await world.must("payment.refund", { posTid, amount: 3000, reason: "returned" });
    const unknown = await world.waitForPayment(posTid, isUnknown);
    const discard = { operationId: operationOf(unknown, "refund"), reason: "in a hurry" };
    expect(await world.call("queue.discard", discard)).toMatchObject({ ok: false, error: { code: "conflict" } });
  });

  it("is not discarded while the service processes it without showing it yet", async () => {
    await using world = await createTestTill({ timeouts: { totalMs: 300 } });
    const { posTid, tid } = await paidSale(world);
    const held = world.sandbox.faults.hold("REFUND");
    world.sandbox.faults.loseRequest("REFUND", 1000);
    await world.must("payment.refund", { posTid, amount: 3000, reason: "returned" });
    await held.arrived;
    const unknown = await world.waitForPayment(posTid, isUnknown);
    const operationId = operationOf(unknown, "refund");
    // Not due for a while: only its recent sending prevents it from being discarded.
    world.database.prepare("UPDATE operation SET due_at = ? WHERE id = ?").run(Date.now() + 600_000, operationId);
    expect(await world.call("queue.discard", { operationId, reason: "in a hurry" })).toMatchObject({
      ok: false,
      error: { code: "conflict", details: { because: { code: "queue_sent_recently" } } },
    });
    held.release();
    const discard = { operationId: later(world, operationId), reason: "in a hurry" };
    while (world.sandbox.refunds(tid ?? "").length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await world.must("queue.discard", discard)).toMatchObject({ state: "done" });
  });

  it("stays while the service is unreachable", async () => {
    await using world = await createTestTill();
    const { posTid } = await paidSale(world);
    world.sandbox.faults.loseAnswerTo("REFUND", 1000);
    await world.must("payment.refund", { posTid, amount: 3000, reason: "returned" });
    const unknown = await world.waitForPayment(posTid, isUnknown);
    world.sandbox.faults.breakDown("OUTCOME", 503, 1000);
    const discard = { operationId: later(world, operationOf(unknown, "refund")), reason: "in a hurry" };
    expect(await world.call("queue.discard", discard)).toMatchObject({ ok: false, error: { code: "offline" } });
  });
});

describe("a release whose response was lost", () => {
  it("is neither settled nor discarded by an implausible response", async () => {
    await using world = await createTestTill({ callbacks: false });
    const { posTid, tid } = await world.pay("AUTH", 10_000);
    await world.asManager();
    world.sandbox.faults.loseRequest("RELEASE", 1000);
    await world.must("payment.release", { posTid });
    const unknown = await world.waitForPayment(posTid, isUnknown);
    const discard = { operationId: later(world, operationOf(unknown, "release")), reason: "in a hurry" };
    const otherOutcome = {
      pos_tid: "another",
      tid: "another",
      status: "fail",
      status_code: 4019,
      auth_amount: 0,
    } as const;
    world.sandbox.faults.overrideOutcome = (truth) => ({ ...truth, ...otherOutcome });
    expect(await world.call("queue.discard", discard)).toMatchObject({ ok: false, error: { code: "offline" } });
    world.sandbox.faults.clear();
    await world.must("queue.retry", { operationId: discard.operationId });
    await world.waitForPhase(posTid, "released");
    expect(world.sandbox.payment(tid ?? "")).toMatchObject({ status: "fail" });
  });
});

describe("a refund that is sent again while the service is polled for it", () => {
  it("is not discarded", async () => {
    await using world = await createTestTill();
    const { posTid } = await paidSale(world);
    world.sandbox.faults.loseRequest("REFUND", 1000);
    await world.must("payment.refund", { posTid, amount: 3000, reason: "returned" });
    const unknown = await world.waitForPayment(posTid, isUnknown);
    const operationId = later(world, operationOf(unknown, "refund"));
    // The queue claims it at the very moment the service's record was read.
    const sent = world.database.prepare("UPDATE operation SET state = 'sending', attempts = attempts + 1 WHERE id = ?");
    const stop = world.till.events.subscribe(({ event }) => {
      if (event.type === "payment.changed") queueMicrotask(() => sent.run(operationId));
    });
    const discarded = world.call("queue.discard", { operationId, reason: "in a hurry" });
    expect(await discarded).toMatchObject({ ok: false, error: { code: "conflict" } });
    stop();
    const [row] = world.database.prepare("SELECT settled_at AS settledAt FROM operation WHERE id = ?").all(operationId);
    expect(row).toEqual({ settledAt: null });
  });
});

describe("a cancel that a manager discarded", () => {
  it("is not sent again, and the customer can still pay", async () => {
    await using world = await createTestTill();
    const { posTid } = await world.must("payment.start", toPhone);
    const { tid } = await world.waitForPhase(posTid, "waiting");
    world.sandbox.faults.tooManyRequests("ABORT", "600", 1000);
    const asked = await world.must("payment.abort", { posTid });
    await world.waitForPayment(posTid, (payment) =>
      payment.operations.some(({ kind, attempts }) => kind === "abort" && attempts > 0),
    );
    await world.asManager();
    const operationId = operationOf(asked, "abort");
    await world.waitForPayment(posTid, (payment) =>
      payment.operations.some(({ id, state }) => id === operationId && state === "queued"),
    );
    await world.must("queue.discard", { operationId, reason: "the customer pays after all" });
    await world.phone.approve(tid ?? "");
    await world.waitForPhase(posTid, "captured");
  });
});

describe("a backup that is older than the last refund", () => {
  it("does not refund the money again: every payment is compared with the service first", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await paidSale(world);
    const backup = world.database.serialize();
    await world.must("payment.refund", { posTid, amount: 6000, reason: "returned" });
    await world.waitForPhase(posTid, "partly_refunded");
    const held = await world.restart((database) => {
      writeFileSync(database, backup);
      const restored = openDatabase(database);
      settingStore(restored).set(RESTORED_AT, 1);
      closeDatabase(restored);
      // Only now: the stopped till might have polled, too.
      return world.sandbox.faults.hold("OUTCOME");
    });
    await world.asManager();
    await held.arrived;
    const again = { posTid, amount: 6000, reason: "returned" };
    expect(await world.call("payment.refund", again)).toMatchObject({ ok: false, error: { code: "conflict" } });
    held.release();
    expect(await world.waitForPhase(posTid, "partly_refunded")).toMatchObject({ refundable: 4000 });
    expect(world.sandbox.refunds(tid ?? "")).toHaveLength(1);
  });

  it("recovers requests that were sent after the backup", async () => {
    await using world = await createTestTill();
    const draft = await world.must("payment.start", { action: "SALE", amount: 100 });
    const backup = world.database.serialize();
    await world.phone.scan(draft.qr?.text ?? "");
    const { tid } = await world.waitForPhase(draft.posTid, "waiting");
    await world.phone.approve(tid ?? "");
    await world.waitForPhase(draft.posTid, "captured");
    await world.restart((database) => {
      writeFileSync(database, backup);
      const restored = openDatabase(database);
      settingStore(restored).set(RESTORED_AT, 1);
      closeDatabase(restored);
    });
    expect(await world.waitForPhase(draft.posTid, "captured")).toMatchObject({ tid, capturedTotal: 100 });
  });
});

describe("an unreadable outcome after a completed change", () => {
  it.each([false, true])("is read later (after a restart: %s)", async (restart) => {
    await using world = await createTestTill();
    const { posTid } = await paidSale(world);
    world.sandbox.faults.callbacks = false;
    world.sandbox.faults.breakDown("OUTCOME", 503, 1000);
    await world.must("payment.refund", { posTid, reason: "returned" });
    await world.waitForPayment(posTid, (payment) => payment.checkingSince !== null);
    world.sandbox.faults.clear();
    if (restart) await world.restart();
    expect(await world.waitForPhase(posTid, "refunded")).toMatchObject({ refundedTotal: 10_000 });
  });
});

describe("a 2xx response that did not come from the service", () => {
  it("to a capture is not trusted: the capture is sent again until the service has it", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.pay("AUTH", 10_000);
    world.sandbox.faults.add({
      effect: "answer",
      kind: "CAPTURE",
      status: 200,
      contentType: "application/json",
      body: "null",
    });
    await world.must("payment.capture", { posTid });
    await world.waitForPhase(posTid, "captured");
    expect(world.sandbox.captures(tid ?? "")).toHaveLength(1);
  });
});

describe("scans", () => {
  it("reach a till that cannot verify callbacks by polling", async () => {
    await using world = await createTestTill({ service: { publicKeyFile: null } });
    const draft = await world.must("payment.start", { action: "SALE", amount: 100 });
    await world.phone.scan(draft.qr?.text ?? "");
    await world.waitForPhase(draft.posTid, "waiting");
  });

  it("reach a till whose callbacks are lost", async () => {
    await using world = await createTestTill();
    world.sandbox.faults.callbacks = false;
    const draft = await world.must("payment.start", { action: "SALE", amount: 100 });
    await world.phone.scan(draft.qr?.text ?? "");
    await world.waitForPhase(draft.posTid, "waiting");
  });
});

describe("stored customer identifiers", () => {
  it("are masked: the request's bytes are erased once they got a response", async () => {
    await using world = await createTestTill();
    const paid = await world.pay("SALE", 5000);
    const bodies = world.database
      .prepare("SELECT body FROM operation WHERE pos_tid = ? AND kind = 'create'")
      .pluck()
      .all(paid.posTid);
    expect(bodies).toEqual([Buffer.alloc(0)]);
  });
});
