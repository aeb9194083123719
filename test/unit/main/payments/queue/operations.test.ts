import { describe, expect, it } from "vitest";
import { reasonFor, unpackReason } from "../../../../../contract/reasons.ts";
import type { WaitedFor } from "../../../../../main/payments/queue/operation.ts";
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
  /** As the worker does: the next that is due, if it is due now. */
  const take = (now: number, busy: ReadonlySet<string> = new Set()) => {
    const next = rows.nextDue(busy);
    return next && next.dueAt <= now ? rows.lease(next.id, now) : null;
  };
  return { rows, add, take };
}

describe("the queue", () => {
  it("knows whether any is left that is not being sent", () => {
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

  it("hands out one operation per payment, in order, and others beside it", () => {
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

  it("waits with the next of a payment until the one before is settled, also while that needs a person", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1");
    add("b", "p1");
    rows.settle("a", { state: "parked", because: unpackReason("look") }, 1);
    expect(take(2)).toBeNull();
    rows.withdraw("a", unpackReason("given up"), 3);
    expect(take(4)?.id).toBe("b");
  });

  it("counts what is to be sent: neither what waits for a person, nor what waits behind it", () => {
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
    rows.hurry("a", 5);
    expect(rows.toSend()).toBe(1);
  });

  it("keeps the bytes that were first written, whatever became of the attempts", () => {
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

  it("does not lend what is not due, and knows when it will be", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1", 0);
    take(0);
    rows.settle("a", { state: "ready", because: unpackReason("busy"), dueAt: 500 }, 1);
    expect(take(499)).toBeNull();
    expect(rows.nextDue(new Set())?.dueAt).toBe(500);
    expect(take(500)?.id).toBe("a");
  });

  it("after a stop in the middle: what was being sent is unknown, and due", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1");
    take(1);
    expect(rows.recover(10)).toEqual(["p1"]);
    expect(rows.find("a")).toMatchObject({ state: "unknown", unknownSince: 10, attempts: 1 });
    expect(take(10)?.id).toBe("a");
  });

  it("takes a parked operation up again as unknown when it was ever sent without an answer", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1");
    take(1);
    rows.settle("a", { state: "unknown", because: unpackReason("no answer"), dueAt: 5 }, 1);
    take(5);
    rows.settle("a", { state: "parked", because: unpackReason("404") }, 6);
    rows.hurry("a", 7);
    expect(rows.find("a")).toMatchObject({ state: "unknown", dueAt: 7, unknownSince: 1 });
  });

  it("keeps its intervals when somebody sets the clock", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1", 1_000_000);
    rows.shiftDue(-900_000, 100_000);
    expect(take(100_000)?.id).toBe("a");
  });

  it("shifts only what was made by the old clock", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1", 1000);
    const hour = 3_600_000;
    // The clock jumped ahead by an hour while nothing was to be done; then somebody asked for something.
    add("c", "p2", hour + 2000);
    rows.shiftDue(hour, hour + 2000);
    expect(take(hour + 2000)?.id).toBe("a");
    expect(take(hour + 2000)?.id).toBe("c");
  });

  it("has what waits for an answer due at once when the service is back, and keeps a pause that the service asked for", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1");
    add("c", "p2");
    take(1);
    take(1);
    rows.settle("a", { state: "unknown", because: unpackReason("no answer"), dueAt: 300_000 }, 1);
    rows.settle("c", { state: "ready", because: unpackReason("429"), dueAt: 300_000 }, 1);
    rows.hurryUnknown(2);
    expect(take(2)?.id).toBe("a");
    expect(take(2)).toBeNull();
  });

  it("shortens only its own pause when the service is back, also once somebody has set the clock", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    add("a", "p1");
    take(1);
    const because = unpackReason("503");
    rows.settle("a", { state: "unknown", because, dueAt: 300_000, notBefore: 60_000 }, 1);
    rows.hurryUnknown(2);
    expect(rows.find("a")?.dueAt).toBe(60_000);
    const hour = 3_600_000;
    rows.shiftDue(hour, hour + 3);
    rows.hurryUnknown(hour + 3);
    expect(rows.find("a")?.dueAt).toBe(hour + 60_000);
    // What is asked by a person goes out at once, and an answer that asks for nothing leaves nothing behind.
    rows.hurry("a", hour + 4);
    expect(take(hour + 4)?.id).toBe("a");
    rows.settle("a", { state: "unknown", because, dueAt: hour + 300_000 }, hour + 4);
    rows.hurryUnknown(hour + 5);
    expect(take(hour + 5)?.id).toBe("a");
  });

  it("knows what a person asked for last: what was not sent since, creations first, then what was tried least", () => {
    using made = temporaryDatabase();
    const { rows, add, take } = queue(made.database);
    const asked = (now: number) => rows.nextAsked(new Set(), false, now)?.id;
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
    rows.hurry("old", 7);
    expect(asked(7)).toBe("old");
    expect(rows.nextAsked(new Set(["p1"]), false, 7)?.id).toBe("new");
  });

  const waited = { since: 50, startedAt: 0, untried: true, askNobody: false };

  it("knows what a person waits for: what was asked for just now, newest first, once", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    add("backlog", "p1", 0);
    rows.enqueue({ id: "c", posTid: "p2", kind: "create", body: Buffer.from("{}") }, 100);
    const next = (now: number, change: Partial<WaitedFor> = {}) =>
      rows.nextWaitedFor(new Set(), { ...waited, ...change, now })?.id;
    expect(next(100)).toBe("c");
    // The clock was set back: what is of tomorrow is not what somebody waits for now.
    expect(next(99)).toBeUndefined();
    expect(next(200, { since: 100 })).toBeUndefined();
    rows.lease("c", 101);
    rows.settle("c", { state: "unknown", because: unpackReason("503"), dueAt: 101 }, 101);
    expect(next(102)).toBeUndefined();
    expect(next(102, { untried: false })).toBe("c");
    rows.hurry("backlog", 103);
    expect(next(103, { untried: false })).toBe("backlog");
    // A Cancel makes the lost creation before it urgent again: nothing of a payment is sent out of order.
    rows.enqueue({ id: "x", posTid: "p2", kind: "abort", body: Buffer.from("{}") }, 104);
    expect(next(104)).toBe("c");
  });

  it("does not take the capture of a sale from before the start for something that a person waits for", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    add("a", "p1", 100);
    expect(rows.nextWaitedFor(new Set(), { ...waited, startedAt: 1, now: 100 })).toBeNull();
    expect(rows.nextWaitedFor(new Set(), { ...waited, now: 100 })?.id).toBe("a");
    rows.enqueue({ id: "b", posTid: "p2", kind: "capture", body: Buffer.from("{}"), actor: "ola" }, 100);
    expect(rows.nextWaitedFor(new Set(), { ...waited, startedAt: 1, now: 100 })?.id).toBe("b");
  });

  it("does not take what was asked of many at once for something that a person waits for, unless it is retried", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    add("a", "p1", 100);
    add("c", "p2", 100);
    rows.markBulk("p1");
    rows.markBulk("p2");
    expect(rows.nextWaitedFor(new Set(), { ...waited, now: 100 })).toBeNull();
    expect(rows.nextDue(new Set())?.id).toBe("a");
    rows.hurry("c", 101);
    expect(rows.nextWaitedFor(new Set(), { ...waited, now: 101 })?.id).toBe("c");
  });

  it("asks customers before it goes on with the backlog", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    add("a", "p1", 0);
    rows.enqueue({ id: "c", posTid: "p2", kind: "create", body: Buffer.from("{}") }, 5);
    expect(rows.nextCreation(new Set(), false, 5)?.id).toBe("c");
    expect(rows.nextCreation(new Set(), false, 4)).toBeNull();
    expect(rows.nextCreation(new Set(["p2"]), false, 5)).toBeNull();
    expect(rows.nextCreation(new Set(), true, 5)).toBeNull();
  });

  it("refuses a payment's operation that names no payment", () => {
    using made = temporaryDatabase();
    const { add } = queue(made.database);
    expect(() => add("x", "nobody's")).toThrow(/FOREIGN KEY/);
  });
});
