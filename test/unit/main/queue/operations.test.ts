import { describe, expect, it } from "vitest";
import { operations } from "../../../../main/queue/operations.ts";
import type { Database } from "../../../../main/store/database.ts";
import { temporaryDatabase } from "../../../support/database.ts";

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
  return { rows, add };
}

const nobody = new Set<string>();

describe("the queue", () => {
  it("hands out one operation per payment, in order, and others beside it", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    for (const [id, posTid] of [
      ["a", "p1"],
      ["b", "p1"],
      ["c", "p2"],
    ] as const)
      add(id, posTid);
    expect(rows.lease(1, nobody)?.id).toBe("a");
    expect(rows.lease(1, nobody)?.id).toBe("c");
    expect(rows.lease(1, nobody)).toBeNull();
    rows.settle("a", { state: "done" }, 2);
    expect(rows.lease(3, nobody)).toMatchObject({ id: "b", state: "sending", attempts: 1 });
  });

  it("waits with the next of a payment until the one before is settled, also while that needs a person", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    add("a", "p1");
    add("b", "p1");
    rows.settle("a", { state: "parked", because: "look" }, 1);
    expect(rows.lease(2, nobody)).toBeNull();
    rows.withdraw("a", "given up", 3);
    expect(rows.lease(4, nobody)?.id).toBe("b");
  });

  it("keeps the bytes that were first written, whatever became of the attempts", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    add("a", "p1");
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const leased = rows.lease(1_000_000, nobody);
      expect(Buffer.from(leased?.body ?? []).toString()).toBe('{"a":1}');
      rows.settle("a", { state: "unknown", because: "no answer", dueAt: attempt }, attempt);
    }
    expect(rows.find("a")).toMatchObject({ attempts: 3, unknownSince: 1 });
  });

  it("does not lend what is not due, and knows when it will be", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    add("a", "p1", 0);
    rows.lease(0, nobody);
    rows.settle("a", { state: "ready", because: "busy", dueAt: 500 }, 1);
    expect(rows.lease(499, nobody)).toBeNull();
    expect(rows.nextDue(nobody)).toBe(500);
    expect(rows.lease(500, nobody)?.id).toBe("a");
  });

  it("after a stop in the middle: what was being sent is unknown, and due", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    add("a", "p1");
    rows.lease(1, nobody);
    expect(rows.recover(10)).toEqual(["p1"]);
    expect(rows.find("a")).toMatchObject({ state: "unknown", unknownSince: 10, attempts: 1 });
    expect(rows.lease(10, nobody)?.id).toBe("a");
  });

  it("takes a parked operation up again as unknown when it was ever sent without an answer", () => {
    using made = temporaryDatabase();
    const { rows, add } = queue(made.database);
    add("a", "p1");
    rows.lease(1, nobody);
    rows.settle("a", { state: "unknown", because: "no answer", dueAt: 5 }, 1);
    rows.lease(5, nobody);
    rows.settle("a", { state: "parked", because: "404" }, 6);
    rows.hurry("a", 7);
    expect(rows.find("a")).toMatchObject({ state: "unknown", dueAt: 7, unknownSince: 1 });
  });

  it("refuses a payment's operation that names no payment", () => {
    using made = temporaryDatabase();
    const { add } = queue(made.database);
    expect(() => add("x", "nobody's")).toThrow(/FOREIGN KEY/);
  });
});
