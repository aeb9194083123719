import { describe, expect, it } from "vitest";
import type { ClosingPreview, Unresolved } from "../../../contract/accounting/reports.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { CUSTOMER, createTestTill, isSettled, type TestTill } from "../../support/test-till.ts";

const HOUR_MS = 3_600_000;
const toPhone = { action: "SALE", amount: 10_000, customer: { kind: "phone", value: CUSTOMER } } as const;

async function manager(): Promise<TestTill> {
  const world = await createTestTill();
  await world.asManager();
  return world;
}

function only(preview: ClosingPreview): Unresolved {
  const [item, ...rest] = preview.unresolved;
  if (!item || rest.length > 0) throw new Error(`${preview.unresolved.length} unresolved`);
  return item;
}

describe("a close is refused", () => {
  it("while a sale is open, which is named", async () => {
    await using world = await manager();
    const draft = await world.must("payment.start", { action: "SALE", amount: 100 });
    const open = await world.startWaiting("SALE", 10_000);
    const refused = await world.call("report.z", {});
    expect(refused).toMatchObject({ ok: false, error: { code: "illegal_state", details: { posTid: draft.posTid } } });
    expect(refused.ok ? "" : refused.error.message).toContain(
      `a sale is open (${draft.number} and 1 more, not scanned yet)`,
    );
    expect((await world.must("report.preview", {})).blockers).toMatchObject([
      { because: "open_sale", posTid: draft.posTid, phase: "draft", amount: 100 },
      { because: "open_sale", posTid: open.posTid, phase: "waiting", amount: 10_000 },
    ]);
    await world.must("payment.abort", { posTid: draft.posTid });
    await world.phone.reject(open.tid ?? "");
    await world.waitForPhase(open.posTid, "rejected");
    expect(await world.must("report.z", {})).toMatchObject({ number: 1, counts: { aborted: 1, rejected: 1 } });
  });

  it("for a request without a response, which is named once and needs no second decision", async () => {
    await using world = await manager();
    world.sandbox.faults.breakDown("CREATE", 503, 1000);
    const { posTid } = await world.must("payment.start", toPhone);
    await world.waitForPayment(posTid, (payment) => payment.operations.some(({ lastError }) => lastError !== null));
    const { blockers, unresolved } = await world.must("report.preview", {});
    expect(blockers).toMatchObject([{ because: "open_sale", posTid }]);
    expect(unresolved).toEqual([]);
  });

  it("for a reservation that is being captured, which is listed once, as the capture", async () => {
    await using world = await manager();
    const { posTid } = await world.pay("AUTH", 10_000);
    world.sandbox.faults.breakDown("CAPTURE", 503, 1000);
    await world.must("payment.capture", { posTid });
    await world.waitForPayment(posTid, (payment) => payment.operations.some(({ lastError }) => lastError !== null));
    expect(only(await world.must("report.preview", {}))).toMatchObject({
      kind: "open_operation",
      operation: "capture",
      amount: 10_000,
    });
  });

  it("while late money waits in the inbox", async () => {
    await using world = await manager();
    const { posTid, tid, number } = await world.startWaiting("SALE", 10_000);
    await world.must("payment.leave", { posTid });
    await world.phone.approve(tid ?? "");
    await world.waitForPayment(posTid, (payment) => payment.late !== null);
    const refused = await world.call("report.z", {});
    expect(refused).toMatchObject({ error: { code: "illegal_state", details: { posTid } } });
    expect(refused.ok ? "" : refused.error.message).toContain(`the inbox has a late payment (${number})`);
    expect((await world.must("report.preview", {})).blockers).toMatchObject([
      { because: "late_money", amount: 10_000 },
    ]);
    await world.must("payment.attach", { posTid });
    await world.waitForPayment(posTid, (payment) => payment.phase === "captured" && isSettled(payment));
    expect(await world.must("report.z", {})).toMatchObject({ captured: 10_000 });
  });

  it("for the second of two at once, which names the other: one Z", async () => {
    await using world = await manager();
    await world.pay("SALE", 5000);
    const closes = await Promise.all([
      world.call("report.z", {}),
      world.call("report.z", {}),
      world.call("report.z", {}),
    ]);
    expect(closes.map((close) => (close.ok ? close.value.number : close.error.code)).sort()).toEqual([
      1,
      "conflict",
      "conflict",
    ]);
    expect((await world.must("report.list", {})).items).toHaveLength(1);
    expect(await world.call("report.z", { number: 1 })).toMatchObject({ error: { code: "conflict" } });
    expect(await world.must("report.z", { number: 2 })).toMatchObject({ number: 2, captured: 0 });
  });

  it("and creates no Z when the journal cannot be written", async () => {
    await using world = await manager();
    await world.pay("SALE", 5000);
    world.database.exec(
      "CREATE TRIGGER no_line BEFORE INSERT ON journal WHEN NEW.event = 'report.closed' BEGIN SELECT RAISE(ABORT, 'no'); END",
    );
    expect(await world.call("report.z", {})).toMatchObject({ ok: false, error: { code: "internal" } });
    expect(await world.must("report.list", {})).toMatchObject({ items: [] });
    world.database.exec("DROP TRIGGER no_line");
    expect(await world.must("report.z", {})).toMatchObject({ number: 1, captured: 5000 });
    expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
  });
});

describe("a completed close", () => {
  it("makes a backup of the day, and notifies every window", async () => {
    const made: string[] = [];
    await using world = await createTestTill({ backUp: async (kind) => void made.push(kind) });
    await world.asManager();
    await world.must("report.z", {});
    expect(made).toEqual(["day"]);
    expect(world.events).toContainEqual({ type: "report.closed", number: 1 });
    expect(await world.call("report.z", { decisions: [], number: 1 })).toMatchObject({ error: { code: "conflict" } });
    expect(made).toEqual(["day"]);
  });

  it("keeps the Z when the backup fails, and does not wait for a slow one", async () => {
    await using world = await createTestTill({
      clock: fastClock(100),
      backUp: () => Promise.reject(new Error("no room")),
    });
    await world.asManager();
    expect(await world.must("report.z", {})).toMatchObject({ number: 1 });
    await using slow = await createTestTill({ clock: fastClock(100), backUp: () => new Promise(() => undefined) });
    await slow.asManager();
    expect(await slow.must("report.z", {})).toMatchObject({ number: 1 });
  });
});

describe("unresolved work at the close", () => {
  it("needs a decision: a refund without a response is carried over, and is in the next Z", async () => {
    await using world = await manager();
    const { posTid } = await world.pay("SALE", 5000);
    world.sandbox.faults.breakDown("REFUND", 503, 1000);
    await world.must("payment.refund", { posTid, amount: 2000, reason: "broken" });
    await world.waitForPayment(posTid, (payment) => payment.operations.some(({ lastError }) => lastError !== null));
    const item = only(await world.must("report.preview", {}));
    expect(item).toMatchObject({
      kind: "open_operation",
      operation: "refund",
      amount: 2000,
      required: true,
      decisions: ["carry_over"],
    });
    const refused = await world.call("report.z", {});
    expect(refused).toMatchObject({
      error: {
        code: "illegal_state",
        details: { fields: [{ field: `decisions.${item.subject}`, expected: "carry_over" }] },
      },
    });
    const decision = { subject: item.subject, decision: "carry_over", note: "the service is down" } as const;
    const first = await world.must("report.z", { decisions: [decision] });
    expect(first).toMatchObject({
      number: 1,
      captured: 5000,
      refunded: 0,
      decisions: [{ ...item, decision: "carry_over", note: "the service is down" }],
    });
    world.sandbox.faults.clear();
    await world.must("queue.retry", { operationId: item.subject.slice("operation:".length) });
    await world.waitForPhase(posTid, "partly_refunded");
    expect(await world.must("report.z", {})).toMatchObject({ number: 2, captured: 0, refunded: 2000, net: -2000 });
  });

  it("shows a refused refund that needs an operator, and accepts only the offered decisions", async () => {
    await using world = await manager();
    const { posTid } = await world.pay("SALE", 5000);
    world.sandbox.faults.breakDown("REFUND", 503, 1000);
    await world.must("payment.refund", { posTid, reason: "broken" });
    const { operations } = await world.waitForPayment(posTid, (payment) =>
      payment.operations.some(({ lastError }) => lastError !== null),
    );
    const id = operations.at(-1)?.id ?? "";
    world.database
      .prepare("UPDATE operation SET state = 'parked', last_error = 'No answer for 24 hours.' WHERE id = ?")
      .run(id);
    const item = only(await world.must("report.preview", {}));
    expect(item).toMatchObject({
      kind: "parked_operation",
      subject: `operation:${id}`,
      detail: "No answer for 24 hours.",
    });
    const wrong = { subject: item.subject, decision: "release" } as const;
    expect(await world.call("report.z", { decisions: [wrong] })).toMatchObject({
      error: {
        code: "invalid_input",
        details: { fields: [{ field: "decisions[0].decision", expected: "carry_over" }] },
      },
    });
    const twice = { subject: item.subject, decision: "carry_over" } as const;
    expect(await world.call("report.z", { decisions: [twice, twice] })).toMatchObject({
      error: { code: "invalid_input" },
    });
    expect((await world.must("report.list", {})).items).toEqual([]);
  });

  it("carries a reservation over, and needs a decision on its last day; a release is in the next Z", async () => {
    const clock = fastClock(1);
    await using world = await createTestTill({ clock, sandbox: { now: clock.now } });
    await world.asManager();
    const { posTid } = await world.pay("AUTH", 30_000);
    expect(only(await world.must("report.preview", {}))).toMatchObject({
      kind: "reserved",
      required: false,
      decisions: ["carry_over", "release"],
    });
    expect(await world.must("report.z", {})).toMatchObject({
      reserved: { count: 1, amount: 30_000 },
      decisions: [{ decision: "carry_over" }],
    });
    clock.pass(49 * HOUR_MS);
    await world.asManager();
    const item = only(await world.must("report.preview", {}));
    expect(item).toMatchObject({ kind: "reserved", posTid, required: true, amount: 30_000 });
    expect(await world.call("report.z", {})).toMatchObject({ error: { code: "illegal_state" } });
    const second = await world.must("report.z", { decisions: [{ subject: item.subject, decision: "release" }] });
    expect(second).toMatchObject({ number: 2, reserved: { count: 1, amount: 30_000 }, counts: { released: 0 } });
    await world.waitForPhase(posTid, "released");
    const x = await world.must("report.x", {});
    expect(x).toMatchObject({ period: 3, reserved: { count: 0, amount: 0 }, counts: { released: 1 } });
    expect(x.byPerson).toMatchObject([{ person: "Owner", counts: { released: 1 } }]);
  });

  it("does not release what a user captured meanwhile", async () => {
    await using world = await manager();
    const { posTid } = await world.pay("AUTH", 30_000);
    const { subject } = only(await world.must("report.preview", {}));
    await world.must("payment.capture", { posTid });
    await world.waitForPhase(posTid, "captured");
    const release = await world.call("report.z", { decisions: [{ subject, decision: "release" }] });
    expect(release).toMatchObject({ error: { code: "conflict" } });
    const carried = await world.must("report.z", { decisions: [{ subject, decision: "carry_over" }] });
    expect(carried).toMatchObject({ captured: 30_000, decisions: [] });
  });
});

describe("a reservation to be released at the close", () => {
  it("and captured in part meanwhile is reviewed again: nothing unseen is released", async () => {
    await using world = await manager();
    const { posTid } = await world.pay("AUTH", 10_000);
    const { subject } = only(await world.must("report.preview", {}));
    await world.must("payment.capture", { posTid, amount: 3000 });
    await world.waitForPhase(posTid, "partly_captured");
    const release = { subject, decision: "release" } as const;
    expect(await world.call("report.z", { decisions: [release] })).toMatchObject({ error: { code: "conflict" } });
    expect(await world.must("payment.get", { posTid })).toMatchObject({
      phase: "partly_captured",
      capturedTotal: 3000,
    });
    const now = only(await world.must("report.preview", {}));
    expect(now).toMatchObject({ amount: 7000, decisions: ["carry_over", "release"] });
    await world.must("report.z", { decisions: [{ ...release, subject: now.subject }] });
    await world.waitForPayment(posTid, ({ operations }) =>
      operations.some(({ kind, state }) => kind === "release" && state === "done"),
    );
  });

  it("is announced when the Z is on disk, and not at all when the close is rolled back", async () => {
    await using world = await manager();
    const first = await world.pay("AUTH", 10_000);
    const second = await world.pay("AUTH", 20_000);
    const { unresolved } = await world.must("report.preview", {});
    const decisions = unresolved.map(({ subject }) => ({ subject, decision: "release" as const }));
    world.database.exec(
      `CREATE TRIGGER no_second BEFORE INSERT ON operation WHEN NEW.kind = 'release' AND NEW.pos_tid = '${second.posTid}'
       BEGIN SELECT RAISE(ABORT, 'no'); END`,
    );
    const within: boolean[] = [];
    const unsubscribe = world.till.events.subscribe(({ event }) => {
      if (event.type !== "payment.changed" || event.payment.operations.every(({ kind }) => kind !== "release")) return;
      within.push(world.database.inTransaction);
    });
    expect(await world.call("report.z", { decisions })).toMatchObject({ error: { code: "internal" } });
    expect(within).toEqual([]);
    expect(
      (await world.must("payment.get", { posTid: first.posTid })).operations.map(({ kind }) => kind),
    ).not.toContain("release");
    world.database.exec("DROP TRIGGER no_second");
    await world.must("report.z", { decisions });
    await world.waitForPhase(first.posTid, "released");
    await world.waitForPhase(second.posTid, "released");
    unsubscribe();
    expect(within.length).toBeGreaterThanOrEqual(2);
    expect(within).not.toContain(true);
  });
});

describe("altered sums", () => {
  it("block the close, and the close and the health page name the period", async () => {
    await using world = await manager();
    await world.pay("SALE", 5000);
    const healthy = await world.must("diagnostics.health", {});
    expect(healthy.database.disagrees).toBeNull();
    world.database.exec("UPDATE tally SET amount = amount - 1000 WHERE kind = 'capture'");
    const refused = await world.call("report.z", {});
    expect(refused).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    expect(refused.ok ? "" : refused.error.message).toContain("the sums of period 1 do not match its bookings");
    const health = await world.must("diagnostics.health", {});
    expect(health.findings.database).toEqual({ code: "database_disagrees", values: { period: 1 } });
    expect((await world.must("report.list", {})).items).toEqual([]);
  });
});

describe("a capture or refund", () => {
  it("belongs to the period in which it happened, whatever day the payment is from", async () => {
    await using world = await manager();
    const { posTid } = await world.pay("AUTH", 30_000);
    await world.must("payment.capture", { posTid, amount: 10_000 });
    await world.waitForPhase(posTid, "partly_captured");
    expect(await world.must("report.z", {})).toMatchObject({
      captured: 10_000,
      counts: { captured: 1, approved: 1 },
      reserved: { amount: 20_000 },
    });
    await world.must("payment.capture", { posTid, amount: 20_000 });
    await world.waitForPhase(posTid, "captured");
    await world.must("payment.refund", { posTid, amount: 12_000, reason: "wrong size" });
    await world.waitForPhase(posTid, "partly_refunded");
    const second = await world.must("report.z", {});
    expect(second).toMatchObject({
      captured: 20_000,
      refunded: 12_000,
      net: 8000,
      counts: { captured: 1, refunded: 1, approved: 0 },
      grandTotals: { captured: 30_000, refunded: 12_000, net: 18_000 },
    });
    expect(await world.must("report.z", {})).toMatchObject({ number: 3, captured: 0, refunded: 0, fees: 0 });
  });

  it("stays where it was booked over a restart, and so do the Zs", async () => {
    await using world = await manager();
    await world.pay("SALE", 5000);
    const z = await world.must("report.z", {});
    await world.pay("SALE", 700);
    await world.restart();
    expect(await world.must("report.x", {})).toMatchObject({
      period: 2,
      captured: 700,
      grandTotals: { captured: 5700 },
    });
    expect((await world.must("report.list", {})).items).toEqual([z]);
    expect(await world.must("report.get", { number: 1 })).toEqual(z);
    expect(await world.call("report.get", { number: 2 })).toMatchObject({ error: { code: "not_found" } });
  });
});

describe("the list of Zs", () => {
  it("starts with the newest, is paged, and shows that the chain of Zs is complete", async () => {
    await using world = await manager();
    for (let number = 1; number <= 5; number += 1) await world.must("report.z", {});
    const numbers = (page: { items: { number: number | null }[] }) => page.items.map(({ number }) => number);
    const first = await world.must("report.list", { limit: 2 });
    expect([numbers(first), first.next, first.chain]).toEqual([[5, 4], 4, { entries: 5, ok: true, firstBadAt: null }]);
    const second = await world.must("report.list", { limit: 2, before: first.next ?? 0 });
    expect([numbers(second), second.next]).toEqual([[3, 2], 2]);
    const third = await world.must("report.list", { limit: 2, before: second.next ?? 0 });
    expect([numbers(third), third.next]).toEqual([[1], null]);
  });
});
