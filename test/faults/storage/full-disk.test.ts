/** No room for one row more, in a till at work: before anything is sent, and after. */
import { describe, expect } from "vitest";
import { createJournal } from "../../../main/journal/journal.ts";
import { type Database, transact } from "../../../main/store/database.ts";
import { CUSTOMER, counter } from "../../support/counter.ts";
import { faultCase } from "../case.ts";

/** The database may not grow, and what room is left in its pages is used up: the next row anywhere does not fit. */
function fillUp(database: Database): void {
  database.pragma(`max_page_count = ${database.pragma("page_count", { simple: true })}`);
  const journal = createJournal(database);
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

describe("a disk without room", () => {
  faultCase("disk full on enqueue: the sale is refused before anything is sent", async (tally) => {
    await using world = await counter();
    const customer = { kind: "phone", value: CUSTOMER } as const;
    const first = await world.must("payment.start", { action: "SALE", amount: 4900, customer });
    await world.phase(first.posTid, "waiting");
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
    await world.phase(later.posTid, "waiting");
    tally.lost = 2 - world.sandbox.payments().length;
    expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
  });

  faultCase("disk full after sending: stays unknown, the outcome is fetched later", async (tally) => {
    await using world = await counter();
    const customer = { kind: "phone", value: CUSTOMER } as const;
    // The till's bytes are at the service, and its disk is full before the answer is.
    const answered = Promise.withResolvers<void>();
    const unsubscribe = world.till.events.subscribe(({ event }) => {
      if (event.type !== "payment.changed") return;
      const [create] = event.payment.operations;
      if (create?.state === "sending") {
        fillUp(world.database);
        unsubscribe();
        answered.resolve();
      }
    });
    const started = await world.must("payment.start", { action: "SALE", amount: 4900, customer });
    await Promise.race([answered.promise, world.phase(started.posTid, "waiting")]);
    tally.runs = 1;
  });
});
