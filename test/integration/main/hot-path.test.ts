/** The cost of a sale, counted and never timed: queries, disk syncs and window events. */
import { describe, expect, it } from "vitest";
import { runCommand } from "../../../main/bridge/dispatch.ts";
import { UNSEALED } from "../../../main/payments/queue/bodies-at-rest.ts";
import { operations } from "../../../main/payments/queue/operations.ts";
import { countStatements } from "../../support/statements.ts";
import { CUSTOMER, createTestTill } from "../../support/test-till.ts";

const CODE = { action: "SALE", amount: 4900 } as const;
const PHONE = { ...CODE, customer: { kind: "phone", value: CUSTOMER } } as const;

describe("payment.start", () => {
  it.each([
    ["with a code", CODE, 16],
    ["with a phone number", PHONE, 21],
  ])("%s prepares no new statement, syncs the disk once, and runs few queries", async (_how, sale, most) => {
    await using world = await createTestTill();
    for (let warm = 0; warm < 3; warm += 1) await world.must("payment.start", sale);
    await world.waitForTerminal(({ queue }) => queue.depth === 0);
    using counted = countStatements(world.database);
    await runCommand(world.till, "payment.start", sale);
    expect(counted.prepared).toEqual([]);
    // The sale's own commit; later work has its own turn.
    const own =
      counted.run
        .join(";")
        .split("BEGIN IMMEDIATE")
        .find((sql) => sql.includes("INSERT INTO payment")) ?? "";
    expect(own.split("COMMIT")).toHaveLength(2);
    expect(own.split("COMMIT")[0]?.split(";").length).toBeLessThanOrEqual(most);
    expect(own.match(/INSERT INTO journal/g)).toHaveLength(sale === CODE ? 1 : 3);
  });
});

describe("eight simultaneous sales", () => {
  it("sync the disk once, and each gets its own response", async () => {
    await using world = await createTestTill();
    await world.must("payment.start", CODE);
    using counted = countStatements(world.database);
    const amounts = Array.from({ length: 8 }, (_, index) => 100 * (index + 1));
    const start = (amount: number) => runCommand(world.till, "payment.start", { action: "SALE", amount });
    const answers = await Promise.all(amounts.map(start)).finally(() => expect(counted.commits()).toBe(1));
    expect(answers.map((answer) => answer.ok && answer.value.amount)).toEqual(amounts);
    expect(new Set(answers.map((answer) => answer.ok && answer.value.posTid))).toHaveLength(8);
  });
});

describe("a sale from its start to Paid", () => {
  it("prepares no new statement, and makes at most 10 commits, 220 statements and 6 window events", async () => {
    await using world = await createTestTill();
    await world.pay("SALE", 1000);
    using counted = countStatements(world.database);
    const from = world.events.length;
    await world.pay("SALE", 1000);
    expect(counted.prepared).toEqual([]);
    // Started, claimed, created, polled, approved and due for capture, claimed, captured, signed; receipts and a
    // callback's id.
    expect(counted.commits()).toBeLessThanOrEqual(10);
    expect(counted.run.length).toBeLessThanOrEqual(220);
    const paymentEvents = world.events.slice(from).filter(({ type }) => type === "payment.changed");
    expect(paymentEvents.length).toBeLessThanOrEqual(6);
  });
});

describe("a queued operation", () => {
  it("is claimed in one commit and settled in another", async () => {
    await using world = await createTestTill({ callbacks: false });
    const { posTid } = await world.pay("AUTH", 1000);
    const queue = operations(world.database, UNSEALED);
    const add = (id: string) => queue.enqueue({ id, posTid, kind: "release", body: Buffer.from("{}") }, 0);
    const pass = (id: string) => {
      queue.lease(id, 0);
      queue.settle(id, { state: "done" }, 0);
    };
    add("warm");
    pass("warm");
    add("counted");
    using counted = countStatements(world.database);
    pass("counted");
    expect(counted.prepared).toEqual([]);
    expect(counted.commits()).toBe(2);
    expect(counted.run.length).toBeLessThanOrEqual(10);
  });
});
