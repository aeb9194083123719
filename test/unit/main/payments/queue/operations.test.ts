import { describe, expect, it } from "vitest";
import { reasonFor, unpackReason } from "../../../../../contract/reasons/reasons.ts";
import type { OperatorWait } from "../../../../../main/payments/queue/operation.ts";
import { operations } from "../../../../../main/payments/queue/operations.ts";
import type { Database } from "../../../../../main/storage/database/database.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

function queue(database: Database) {
  const insert = database.prepare(
    `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, created_at, modified_at)
     VALUES (?, ?, ?, 'SALE', 'NOK', 100, 0, 0, 'queued', 0, 0)`,
  );
  insert.run("p1", 1, "A-1");
  insert.run("p2", 2, "A-2");
  const rows = operations(database);
  const add = (id: string, posTid: string, at = 0) =>
    rows.enqueue({ id, posTid, kind: "capture", body: Buffer.from(`{"${id}":1}`), amount: 1 }, at);
  /** Takes the next due operation, as the worker does. */
  const take = (now: number, busy: ReadonlySet<string> = new Set()) => {
    const next = rows.nextDue(busy);
    return next && next.dueAt <= now ? rows.lease(next.id, now) : null;
  };
  return { rows, add, take };
}

describe("the queue", () => {
  it("reports whether any operation is left that is not being sent", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    expect(rows.anyNotSending()).toBe(false);
    add("a", "p1");
    expect(rows.anyNotSending()).toBe(true);
    take(1);
    expect(rows.anyNotSending()).toBe(false);
    for (const settlement of [
      { state: "unknown", because: reasonFor("queue_doubtful"), dueAt: 9 },
      { state: "parked", because: reasonFor("queue_doubtful") },
    ] as const) {
      rows.settle("a", settlement, 2);
      expect(rows.anyNotSending(), settlement.state).toBe(true);
    }
    rows.settle("a", { state: "done" }, 3);
    expect(rows.anyNotSending()).toBe(false);
  });

  it("returns one operation per payment, in order, next to those of other payments", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    for (const [id, posTid] of [
      ["a", "p1"],
      ["b", "p1"],
      ["c", "p2"],
    ] as const)
      add(id, posTid);
    expect(take(1)?.id).toBe("a");
    expect(take(1)?.id).toBe("c");
    expect(take(1)).toBeNull();
    rows.settle("a", { state: "done" }, 2);
    expect(take(3)).toMatchObject({ id: "b", state: "sending", attempts: 1 });
  });

  it("holds a payment's next operation until the previous one is settled, also while it needs an operator", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1");
    add("b", "p1");
    rows.settle("a", { state: "parked", because: unpackReason("look") }, 1);
    expect(take(2)).toBeNull();
    rows.withdraw("a", unpackReason("given up"), 3);
    expect(take(4)?.id).toBe("b");
  });

  it("counts operations to send, without those that wait for an operator or behind another", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1");
    add("b", "p1");
    expect(rows.toSend()).toBe(1);
    rows.settle("a", { state: "parked", because: unpackReason("look") }, 1);
    expect([rows.toSend(), rows.parked(), rows.state().depth]).toEqual([0, 1, 2]);
    add("c", "p2");
    expect([rows.toSend(), take(2)?.id, rows.toSend()]).toEqual([1, "c", 1]);
    rows.settle("c", { state: "unknown", because: unpackReason("no answer"), dueAt: 500 }, 3);
    expect(rows.toSend()).toBe(1);
    rows.settle("c", { state: "done" }, 4);
    expect(rows.toSend()).toBe(0);
    rows.makeDue("a", 5);
    expect(rows.toSend()).toBe(1);
  });

  it("keeps the bytes of the first attempt, whatever the result of the attempts", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1");
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const leased = take(1_000_000);
      expect(Buffer.from(leased?.body ?? []).toString()).toBe('{"a":1}');
      rows.settle("a", { state: "unknown", because: unpackReason("no answer"), dueAt: attempt }, attempt);
    }
    expect(rows.find("a")).toMatchObject({ attempts: 3, unknownSince: 1 });
  });

  it("leases no operation before it is due, and returns the next due time", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1", 0);
    take(0);
    rows.settle("a", { state: "ready", because: unpackReason("busy"), dueAt: 500 }, 1);
    expect(take(499)).toBeNull();
    expect(rows.nextDue(new Set())?.dueAt).toBe(500);
    expect(take(500)?.id).toBe("a");
  });

  it("marks an operation as unknown and due when the till stopped while sending it", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1");
    take(1);
    expect(rows.recover(10)).toEqual(["p1"]);
    expect(rows.find("a")).toMatchObject({ state: "unknown", unknownSince: 10, attempts: 1 });
    expect(take(10)?.id).toBe("a");
  });

  it("resumes a parked operation as unknown when it was ever sent without a response", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1");
    take(1);
    rows.settle("a", { state: "unknown", because: unpackReason("no answer"), dueAt: 5 }, 1);
    take(5);
    rows.settle("a", { state: "parked", because: unpackReason("404") }, 6);
    rows.makeDue("a", 7);
    expect(rows.find("a")).toMatchObject({ state: "unknown", dueAt: 7, unknownSince: 1 });
  });

  it("keeps its intervals when the wall clock is set", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1", 1_000_000);
    rows.shiftDue(-900_000, 100_000);
    expect(take(100_000)?.id).toBe("a");
  });

  it("shifts only the times of the old clock", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1", 1000);
    const hour = 3_600_000;
    // The clock jumped ahead by an hour while the queue was idle; then an operator made a request.
    add("c", "p2", hour + 2000);
    rows.shiftDue(hour, hour + 2000);
    expect(take(hour + 2000)?.id).toBe("a");
    expect(take(hour + 2000)?.id).toBe("c");
  });

  it("makes operations without a response due when the service is back, and keeps pauses that the service requested", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1");
    add("c", "p2");
    take(1);
    take(1);
    rows.settle("a", { state: "unknown", because: unpackReason("no answer"), dueAt: 300_000 }, 1);
    rows.settle("c", { state: "ready", because: unpackReason("429"), dueAt: 300_000 }, 1);
    rows.makeUnknownDue(2);
    expect(take(2)?.id).toBe("a");
    expect(take(2)).toBeNull();
  });

  it("shortens only its own pauses when the service is back, also after a clock change", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1");
    take(1);
    const because = unpackReason("503");
    rows.settle("a", { state: "unknown", because, dueAt: 300_000, notBefore: 60_000 }, 1);
    rows.makeUnknownDue(2);
    expect(rows.find("a")?.dueAt).toBe(60_000);
    const hour = 3_600_000;
    rows.shiftDue(hour, hour + 3);
    rows.makeUnknownDue(hour + 3);
    expect(rows.find("a")?.dueAt).toBe(hour + 60_000);
    // An operator's retry is sent immediately, and a response without a pause leaves no pause behind.
    rows.makeDue("a", hour + 4);
    expect(take(hour + 4)?.id).toBe("a");
    rows.settle("a", { state: "unknown", because, dueAt: hour + 300_000 }, hour + 4);
    rows.makeUnknownDue(hour + 5);
    expect(take(hour + 5)?.id).toBe("a");
  });

  it("sorts recent requests of an operator first: unsent, then creations, then fewest attempts", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    const asked = (now: number) => rows.nextRequested(new Set(), false, now)?.id;
    add("old", "p1", 0);
    take(1);
    rows.settle("old", { state: "unknown", because: unpackReason("503"), dueAt: 2 }, 1);
    add("new", "p2", 5);
    expect(asked(5)).toBe("new");
    take(2);
    expect(take(5)?.id).toBe("new");
    rows.settle("old", { state: "unknown", because: unpackReason("503"), dueAt: 6 }, 5);
    rows.settle("new", { state: "unknown", because: unpackReason("503"), dueAt: 6 }, 5);
    expect(asked(6)).toBe("new");
    rows.makeDue("old", 7);
    expect(asked(7)).toBe("old");
    expect(rows.nextRequested(new Set(["p1"]), false, 7)?.id).toBe("new");
  });

  const waited = { since: 50, startedAt: 0, untried: true, skipUnaskedCustomers: false };

  it("returns what an operator waits for: recent requests, newest first, once", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    add("backlog", "p1", 0);
    rows.enqueue({ id: "c", posTid: "p2", kind: "create", body: Buffer.from("{}") }, 100);
    const next = (now: number, change: Partial<OperatorWait> = {}) =>
      rows.nextForWaitingOperator(new Set(), { ...waited, ...change, now })?.id;
    expect(next(100)).toBe("c");
    // The clock was set back: operations dated tomorrow are not recent requests.
    expect(next(99)).toBeUndefined();
    expect(next(200, { since: 100 })).toBeUndefined();
    rows.lease("c", 101);
    rows.settle("c", { state: "unknown", because: unpackReason("503"), dueAt: 101 }, 101);
    expect(next(102)).toBeUndefined();
    expect(next(102, { untried: false })).toBe("c");
    rows.makeDue("backlog", 103);
    expect(next(103, { untried: false })).toBe("backlog");
    // A cancel makes the lost creation before it urgent again: a payment's operations keep their order.
    rows.enqueue({ id: "x", posTid: "p2", kind: "abort", body: Buffer.from("{}") }, 104);
    expect(next(104)).toBe("c");
  });

  it("does not treat a capture of a sale from before the start as a recent request", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    add("a", "p1", 100);
    expect(rows.nextForWaitingOperator(new Set(), { ...waited, startedAt: 1, now: 100 })).toBeNull();
    expect(rows.nextForWaitingOperator(new Set(), { ...waited, now: 100 })?.id).toBe("a");
    rows.enqueue({ id: "b", posTid: "p2", kind: "capture", body: Buffer.from("{}"), actor: "ola" }, 100);
    expect(rows.nextForWaitingOperator(new Set(), { ...waited, startedAt: 1, now: 100 })?.id).toBe("b");
  });

  it("does not treat bulk operations as recent requests, unless they are retried", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    add("a", "p1", 100);
    add("c", "p2", 100);
    rows.markBulk("p1");
    rows.markBulk("p2");
    expect(rows.nextForWaitingOperator(new Set(), { ...waited, now: 100 })).toBeNull();
    expect(rows.nextDue(new Set())?.id).toBe("a");
    rows.makeDue("c", 101);
    expect(rows.nextForWaitingOperator(new Set(), { ...waited, now: 101 })?.id).toBe("c");
  });

  it("sends customers' payments before the backlog", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    add("a", "p1", 0);
    rows.enqueue({ id: "c", posTid: "p2", kind: "create", body: Buffer.from("{}") }, 5);
    expect(rows.nextCreation(new Set(), false, 5)?.id).toBe("c");
    expect(rows.nextCreation(new Set(), false, 4)).toBeNull();
    expect(rows.nextCreation(new Set(["p2"]), false, 5)).toBeNull();
    expect(rows.nextCreation(new Set(), true, 5)).toBeNull();
  });

  it("rejects a payment operation without a payment", () => {
    using made = temporaryDatabase();
    const { add } = queue(made.database);
    expect(() => add("x", "unknown")).toThrow(/FOREIGN KEY/);
  });
});
