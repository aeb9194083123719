/** A running till without space for another row, before and after sending a request. */
import { describe, expect } from "vitest";
import { type Database, transact } from "../../../main/storage/database/database.ts";
import { looseJournal } from "../../support/loose-journal.ts";
import { CUSTOMER, createTestTill } from "../../support/test-till.ts";
import { faultCase } from "../case.ts";

/** Stops the database's growth and fills its pages, so that no further row fits. */
function fillUp(database: Database): void {
  database.pragma(`max_page_count = ${database.pragma("page_count", { simple: true })}`);
  const journal = looseJournal(database);
  const fill = (bytes: number) => {
    try {
      for (;;) transact(database, () => journal.append({ event: "fault.filler", data: { x: "x".repeat(bytes) } }, 0));
    } catch (error) {
      expect(error).toMatchObject({ code: "SQLITE_FULL" });
    }
  };
  for (const bytes of [3000, 1000, 100, 0]) fill(bytes);
}

function makeRoom(database: Database): void {
  database.pragma("max_page_count = 1073741823");
}

describe("a full disk", () => {
  faultCase("refuses a sale before any request is sent", async (tally) => {
    await using world = await createTestTill();
    const customer = { kind: "phone", value: CUSTOMER } as const;
    const first = await world.must("payment.start", { action: "SALE", amount: 4900, customer });
    await world.waitForPhase(first.posTid, "waiting");
    fillUp(world.database);
    for (; tally.runs < 3; tally.runs += 1) {
      const refused = await world.call("payment.start", { action: "SALE", amount: 5900, customer });
      expect(refused).toMatchObject({ ok: false });
      expect(refused.ok ? "" : refused.error.message).toMatch(/disk is full.*no money moved/);
    }
    expect(world.sandbox.payments()).toHaveLength(1);
    const { items } = await world.must("payment.list", {});
    expect(items.map(({ posTid }) => posTid)).toEqual([first.posTid]);
    makeRoom(world.database);
    const later = await world.must("payment.start", { action: "SALE", amount: 6900, customer });
    await world.waitForPhase(later.posTid, "waiting");
    tally.lost = 2 - world.sandbox.payments().length;
    expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
  });

  faultCase("leaves a sent operation unknown, and polls its outcome later", async (tally) => {
    const failed = Promise.withResolvers<void>();
    const log = { write: (line: string) => line.includes("could not be settled") && failed.resolve() };
    await using world = await createTestTill({ log });
    const customer = { kind: "phone", value: CUSTOMER } as const;
    // The till's request is at the service, and its disk is full before the response arrives.
    const create = world.sandbox.faults.hold("CREATE");
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 4900, customer });
    await create.arrived;
    fillUp(world.database);
    create.release();
    await failed.promise;
    const meanwhile = await world.must("payment.get", { posTid });
    expect(meanwhile).toMatchObject({ phase: "queued", capturedTotal: 0, tid: null });
    expect(meanwhile.operations[0]?.state).not.toMatch(/done|refused/);
    const due = Date.parse(meanwhile.operations[0]?.nextAttemptAt ?? new Date().toISOString());
    expect(due - Date.now()).toBeLessThan(2500);
    makeRoom(world.database);
    // Continues automatically within seconds.
    const waiting = await world.waitForPhase(posTid, "waiting");
    await world.phone.approve(waiting.tid ?? "");
    await world.waitForPhase(posTid, "captured");
    tally.runs = 1;
    tally.duplicated = world.sandbox.payments().length - 1;
    expect(world.sandbox.captures(waiting.tid ?? "")).toHaveLength(1);
    expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
  });
});
