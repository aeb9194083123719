import { describe, expect, it } from "vitest";
import type {
  Reconciliation,
  ReconciliationSummary,
  Report,
  Unresolved,
} from "../../../contract/accounting/reports.ts";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { answerOutcome, createdId, merchantClient } from "../../support/sandbox.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

/** A fast till: five requests a second take no time, and no polls interfere. */
async function manager(options: Parameters<typeof createTestTill>[0] = {}): Promise<TestTill> {
  const world = await createTestTill({ clock: fastClock(20), ...options });
  await world.asManager();
  return world;
}

/** Resolves with the reconciliation as soon as the condition holds. */
async function until(world: TestTill, holds: (shown: ReconciliationSummary) => boolean): Promise<Reconciliation> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = async () => {
    const shown = await world.call("report.reconciliation", {});
    if (shown.ok && holds(shown.value)) resolve();
  };
  const unsubscribe = world.till.events.subscribe(({ event }) => {
    if (event.type === "reconciliation.changed") void look();
  });
  await look();
  await promise.finally(unsubscribe);
  return world.must("report.reconciliation", {});
}

const isOver = ({ state }: ReconciliationSummary) => state === "done" || state === "stopped";

async function reconciled(world: TestTill): Promise<Reconciliation> {
  await world.must("report.reconcile", {});
  return until(world, isOver);
}

/** Closes with a decision about everything. The poller may have met the service's 404 too, and needs an operator. */
async function close(world: TestTill, decide: (item: Unresolved) => Decided): Promise<Report> {
  const { unresolved } = await world.must("report.preview", {});
  return world.must("report.z", { decisions: unresolved.map(decide) });
}

type Decided = NonNullable<CommandInput<"report.z">["decisions"]>[number];

/** The service's outcome for a payment that it stores differently. */
function outcome(posTid: string, tid: string | null, captured: number, status = "ok") {
  return {
    currency: "NOK",
    amount: 10_000,
    additional_amount: 0,
    transaction_fee: 100,
    captures: captured > 0 ? [{ id: null, amount: captured, additional_amount: 0 }] : [],
    refunds: [],
    status,
    status_code: status === "ok" ? 2000 : 3008,
    pos_id: "counter-1",
    pos_tid: posTid,
    tid,
  };
}

describe("reconciliation", () => {
  it("reads every payment of the period again, and is part of the Z", async () => {
    await using world = await manager();
    await world.pay("SALE", 10_000);
    await world.pay("AUTH", 3000);
    expect(await world.call("report.reconciliation", {})).toMatchObject({ error: { code: "not_found" } });
    const done = await reconciled(world);
    expect(done).toMatchObject({
      ...{ state: "done", period: 1, total: 2, compared: 2, equal: 2, updated: 0, differences: 0, list: "read" },
      ...{ by: "Owner", found: [], because: null },
    });
    const { found: _found, ...summary } = done;
    expect(await world.must("report.z", {})).toMatchObject({ reconciliation: summary });
    // A comparison belongs to the period that is closed.
    expect((await world.must("report.x", {})).reconciliation).toBeNull();
    const events = world.events.filter(({ type }) => type === "reconciliation.changed");
    expect(events.length).toBeGreaterThanOrEqual(3);
    // Every window receives it, also those whose users may not request it.
    expect(new Set(events.map((event) => JSON.stringify(event)))).toEqual(
      new Set(['{"type":"reconciliation.changed"}']),
    );
  });

  it("applies news that the till had missed, and books it in the current period", async () => {
    const polling = { activeMs: 60_000, idleMs: 600_000 };
    await using world = await manager({ clock: fastClock(1), callbacks: false, provisioning: { polling } });
    const { posTid, tid } = await world.pay("SALE", 10_000);
    const otherClient = merchantClient(world.sandbox.provision());
    const refund = { action: "REFUND", currency: "NOK", amount: 4000, additional_amount: 0, refund_id: "by-phone" };
    expect((await otherClient.put(`/payment_request/${tid}/`, refund)).status).toBe(204);
    expect(await world.must("report.x", {})).toMatchObject({ captured: 10_000, refunded: 0 });
    expect(await reconciled(world)).toMatchObject({ compared: 1, equal: 0, updated: 1, differences: 0 });
    const x = await world.must("report.x", {});
    expect(x).toMatchObject({ captured: 10_000, refunded: 4000 });
    // This till never requested it, so no user is recorded.
    expect(x.byPerson.find(({ refunded }) => refunded > 0)).toMatchObject({ person: null, refunded: 4000 });
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "partly_refunded" });
  });

  it("finds what the service lacks, which is decided at the close and not raised again once explained", async () => {
    await using world = await manager();
    const { posTid, number, tid } = await world.pay("SALE", 10_000);
    world.sandbox.faults.refuse("OUTCOME", 404, 1000);
    const done = await reconciled(world);
    const here = { status: "ok", currency: "NOK", captured: 10_000, refunded: 0, tips: 0, tipsRefunded: 0 };
    expect(done).toMatchObject({ differences: 1, equal: 0 });
    expect(done.found).toMatchObject([{ kind: "missing_at_service", posTid, number, tid, here, there: null }]);
    const preview = await world.must("report.preview", {});
    const item = preview.unresolved.find(({ kind }) => kind === "difference");
    expect(item).toMatchObject({ amount: 10_000, required: true, decisions: ["carry_over", "accept"] });
    expect(await world.call("report.z", {})).toMatchObject({ error: { code: "illegal_state" } });
    const subject = item?.subject ?? "";
    const silent = await world.call("report.z", { decisions: [{ subject, decision: "accept" }] });
    expect(silent).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "decisions[0].note" }] } },
    });
    const carried = await close(world, (one) => ({ subject: one.subject, decision: "carry_over" }));
    expect(carried.decisions).toContainEqual(expect.objectContaining({ subject, decision: "carry_over" }));
    // Polled again with the same result: it is the same difference.
    expect(await reconciled(world)).toMatchObject({ period: 2, total: 1, differences: 1 });
    const note = "a test payment, said the service by telephone";
    const accepted = await close(world, (one) =>
      one.kind === "difference"
        ? { subject, decision: "accept", note }
        : { subject: one.subject, decision: "carry_over" },
    );
    expect(accepted.decisions).toContainEqual(expect.objectContaining({ subject, decision: "accept", note }));
    const after = await world.must("report.preview", {});
    expect(after.unresolved.filter(({ kind }) => kind === "difference")).toEqual([]);
  });

  it("follows the service to other amounts and states, when repeated, and back again", async () => {
    await using world = await manager({ callbacks: false });
    const { posTid, tid } = await world.pay("SALE", 10_000);
    answerOutcome(world, outcome(posTid, tid, 7000), 1000);
    expect(await reconciled(world)).toMatchObject({ found: [] });
    // The booking is corrected in the open period.
    expect(await world.must("report.x", {})).toMatchObject({ captured: 7000 });
    world.sandbox.faults.clear();
    answerOutcome(world, outcome(posTid, tid, 10_000, "auth"), 1000);
    expect(await reconciled(world)).toMatchObject({ found: [] });
    expect(await world.must("report.x", {})).toMatchObject({ captured: 10_000 });
    world.sandbox.faults.clear();
    expect(await reconciled(world)).toMatchObject({ differences: 0, found: [] });
    expect(await world.must("report.z", {})).toMatchObject({ number: 1, decisions: [] });
  });

  it("finds requests in the service's list that this till never made, and ignores other points of sale", async () => {
    // A run has five seconds for the list: at twenty times the pace a busy machine reads half of it.
    await using world = await manager({ clock: fastClock(2), sandbox: { pageSize: 2 } });
    const own = await world.pay("SALE", 10_000);
    const otherClient = merchantClient(world.sandbox.provision());
    const request = async (posId: string, posTid: string) => {
      const body = {
        action: "SALE",
        allow_credit: true,
        amount: 5000,
        currency: "NOK",
        customer: CUSTOMER,
        pos_id: posId,
        pos_tid: posTid,
      };
      const made = await otherClient.post("/payment_request/", body);
      const tid = createdId(made);
      await world.phone.approve(tid);
      return tid;
    };
    createdId(await otherClient.post("/pos/", { id: "counter-2", name: "Counter 2", type: "store" }));
    await request("counter-2", "of-another-till");
    const stranger = await request("counter-1", "of-nobody");
    await request("counter-2", "of-another-till-too");
    const done = await reconciled(world);
    expect(done).toMatchObject({ list: "read", total: 1, equal: 1, differences: 1 });
    expect(done.found).toMatchObject([
      { kind: "missing_here", tid: stranger, posTid: null, here: null, there: { status: "auth", captured: 0 } },
    ]);
    expect(done.found.map(({ tid }) => tid)).not.toContain(own.tid);
    // Another till's request is polled once.
    expect(world.database.prepare("SELECT count(*) FROM foreign_tid").pluck().get()).toBe(2);
    expect(await reconciled(world)).toMatchObject({ differences: 1 });
  });

  it("reports that the service offers no list", async () => {
    await using world = await manager();
    await world.pay("SALE", 10_000);
    world.sandbox.faults.refuse("PAYMENT", 405, 10);
    expect(await reconciled(world)).toMatchObject({ state: "done", list: "not_offered", differences: 0 });
  });

  it("waits while the service is unreachable, reports why, and resumes automatically", async () => {
    await using world = await manager();
    await world.pay("SALE", 10_000);
    await world.pay("SALE", 500);
    world.sandbox.faults.breakDown("OUTCOME", 503, 1000);
    await world.must("report.reconcile", {});
    const waiting = await until(world, ({ state }) => state === "waiting");
    expect(waiting.because).not.toBeNull();
    expect(waiting.compared).toBe(0);
    // The same reconciliation, not another.
    expect(await world.must("report.reconcile", {})).toMatchObject({ id: waiting.id });
    world.sandbox.faults.clear();
    expect(await until(world, isOver)).toMatchObject({
      id: waiting.id,
      state: "done",
      compared: 2,
      equal: 2,
      because: null,
    });
  });

  it("does not start while the till is offline", async () => {
    await using world = await manager();
    await world.pay("SALE", 10_000);
    world.sandbox.faults.breakDown("ANY", 503, 1_000_000);
    await world.call("payment.start", { action: "SALE", amount: 100, customer: { kind: "phone", value: CUSTOMER } });
    await world.waitForTerminal(({ connectivity }) => connectivity === "offline");
    expect(await world.call("report.reconcile", {})).toMatchObject({ ok: false, error: { code: "offline" } });
    expect(await world.call("report.reconciliation", {})).toMatchObject({ error: { code: "not_found" } });
  });

  it("resumes after a restart, and ends when it is stopped or its period is closed", async () => {
    await using world = await manager();
    await world.pay("SALE", 10_000);
    await world.pay("SALE", 500);
    world.sandbox.faults.breakDown("OUTCOME", 503, 1000);
    const { id } = await world.must("report.reconcile", {});
    await until(world, ({ state }) => state === "waiting");
    await world.restart();
    await world.asManager();
    world.sandbox.faults.clear();
    expect(await until(world, isOver)).toMatchObject({ id, state: "done", compared: 2, total: 2 });
    world.sandbox.faults.breakDown("OUTCOME", 503, 1000);
    await world.must("report.reconcile", {});
    expect(await world.must("report.stopReconciling", {})).toMatchObject({
      state: "stopped",
      because: "The reconciliation was stopped.",
    });
    await world.must("report.reconcile", {});
    expect(await world.must("report.z", { uncompared: true })).toMatchObject({
      reconciliation: { state: "running" },
      comparison: { state: "not_compared" },
    });
    expect(await world.must("report.reconciliation", {})).toMatchObject({ period: 1, state: "stopped" });
  });
});
