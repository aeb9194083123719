import { describe, expect, it } from "vitest";
import { describeOpen, isUsed, openBusiness } from "../../../../../main/configuration/settings/open-business.ts";
import { operations } from "../../../../../main/payments/queue/operations.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

describe("unfinished business of a till", () => {
  it("counts open payments, unsettled requests and the inbox separately", () => {
    using made = temporaryDatabase();
    expect([isUsed(made.database), openBusiness(made.database)]).toEqual([
      false,
      { payments: 0, operations: 0, inbox: 0 },
    ]);
    const insert = made.database.prepare(
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, late, created_at, modified_at)
       VALUES (?, ?, ?, 'SALE', 'NOK', 100, 0, 0, ?, ?, 0, 0)`,
    );
    insert.run("open", 1, "A-1", "waiting", null);
    insert.run("done", 2, "A-2", "captured", null);
    insert.run("late", 3, "A-3", "aborted", "after_end");
    insert.run("later", 4, "A-4", "captured", "after_end");
    const queue = operations(made.database);
    for (const id of ["a", "b", "c"]) queue.enqueue({ id, posTid: "done", kind: "refund", body: Buffer.from("{}") }, 0);
    expect([isUsed(made.database), openBusiness(made.database)]).toEqual([
      true,
      { payments: 1, operations: 3, inbox: 2 },
    ]);
  });

  it("is described in words, and is empty when nothing is open", () => {
    expect(describeOpen({ payments: 0, operations: 0, inbox: 0 })).toBeNull();
    expect(describeOpen({ payments: 1, operations: 0, inbox: 2 })).toBe(
      "1 payment is not finished, 2 late payments wait in the inbox",
    );
    expect(describeOpen({ payments: 0, operations: 1, inbox: 1 })).toBe(
      "1 request to the service is not settled, 1 late payment waits in the inbox",
    );
  });
});
