import { describe, expect, it } from "vitest";
import { exchanges, RETENTION_MS } from "../../../../../main/payments/exchanges/exchanges.ts";
import type { RecordedExchange } from "../../../../../main/payments/exchanges/recorder.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

const seen = (at: number, changes: Partial<RecordedExchange> = {}): RecordedExchange => ({
  kind: "request",
  at,
  method: "PUT",
  path: "/payment_request/1/",
  sent: "{}",
  status: null,
  received: null,
  problem: "ECONNRESET",
  ms: 12,
  ...changes,
});

describe("stored exchanges", () => {
  it("count repeats without news, and list new exchanges and those of other operations separately", () => {
    using made = temporaryDatabase();
    const table = exchanges(made.database);
    const about = { posTid: "p", operationId: "o", journal: null };
    for (const at of [10, 20, 30])
      table.store([seen(at), seen(at, { method: "GET", status: 200, problem: null })], about, at);
    table.store([seen(40, { problem: "ETIMEDOUT" })], about, 40);
    table.store([seen(50)], { ...about, operationId: "other" }, 50);
    table.store([seen(60, { status: 204, problem: null })], { ...about, journal: 7 }, 60);
    expect(table.ofPayment("p")).toMatchObject([
      { at: 10, lastAt: 30, times: 3, method: "PUT", journal: null },
      { at: 10, lastAt: 30, times: 3, method: "GET", status: 200 },
      { at: 40, times: 1, problem: "ETIMEDOUT" },
      { at: 50, times: 1, operationId: "other" },
      { at: 60, times: 1, journal: 7, status: 204 },
    ]);
    expect(table.ofPayment("q")).toEqual([]);
  });

  it("expire after ninety days, a few with each write", () => {
    using made = temporaryDatabase();
    const table = exchanges(made.database);
    for (let at = 0; at < 20; at += 1) table.store([seen(at)], { posTid: `old-${at}`, journal: at }, at);
    const count = () => made.database.prepare("SELECT count(*) FROM exchange").pluck().get();
    table.store([seen(RETENTION_MS + 5)], { posTid: "p", journal: 21 }, RETENTION_MS + 5);
    expect(table.ofPayment("old-4")).toEqual([]);
    expect(table.ofPayment("old-5")).toHaveLength(1);
    for (let round = 0; round < 3; round += 1) {
      const at = RETENTION_MS + 100 + round;
      table.store([seen(at)], { posTid: "p", journal: 30 + round }, at);
    }
    expect(count()).toBe(4);
  });
});
