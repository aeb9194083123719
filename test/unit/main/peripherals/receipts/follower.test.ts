import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { ReceiptRef, ReceiptSettings } from "../../../../../contract/receipts/receipts.ts";
import { type FollowerPorts, startFollower } from "../../../../../main/peripherals/receipts/follower.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { fakePrinter } from "../../../../support/fake-printer.ts";
import { movement, payment, TERMS } from "./fixtures.ts";

/** A journal with its follower, and a log of the receipts. */
async function followed(given: Partial<ReceiptSettings["receipt"]> = {}) {
  await using cleanup = new AsyncDisposableStack();
  const { database } = cleanup.use(temporaryDatabase());
  const printer = cleanup.use(await fakePrinter()).settings();
  const clock = createManualClock();
  const printed: string[] = [];
  const uploaded: string[] = [];
  const name = (posTid: string, { kind, part }: ReceiptRef) => `${posTid} ${kind} ${part}`;
  const issuer: FollowerPorts["issuer"] = {
    print: ({ posTid }, ref) => printed.push(name(posTid, ref)),
    upload: ({ posTid }, ref) => void uploaded.push(name(posTid, ref)),
  };
  const payments = new Map([["P1", payment({ posTid: "P1" })]]);
  const insert = database.prepare(
    "INSERT INTO journal (sequence, at, event, pos_tid, data, hash) SELECT coalesce(max(sequence), 0) + 1, ?, ?, ?, ?, x'00' FROM journal",
  );
  let settingsRead = 0;
  const start = () =>
    startFollower({
      ...{ database, clock, issuer, log: pino({ level: "silent" }) },
      settings() {
        settingsRead += 1;
        return { shop: TERMS.shop, printer, receipt: { print: "always", electronic: false, ...given } };
      },
      payment(posTid) {
        const found = payments.get(posTid);
        if (!found) throw new Error(`no payment ${posTid}`);
        return found;
      },
      isRestored: () => false,
      onAdded: () => undefined,
    });
  let follower = start();
  cleanup.defer(() => follower.close());
  const resources = cleanup.move();
  return {
    ...{ database, clock, printed, uploaded, payments },
    write: (event: string, posTid: string, { ago = 0, data = {} } = {}) =>
      insert.run(clock.now() - ago, event, posTid, JSON.stringify(data)),
    /** Reads of the settings: at least one for each window of the journal */
    settingsRead: () => settingsRead,
    cursor: () => database.prepare("SELECT sequence FROM receipt_cursor").pluck().get(),
    /** Wakes the follower, and waits until it sleeps again. */
    async read() {
      follower.wake();
      await clock.sleeping();
    },
    async restart() {
      await follower.close();
      follower = start();
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

describe("a journal entry about money", () => {
  it("prints its receipt once, whenever the till stops", async () => {
    await using world = await followed({ electronic: true });
    world.write("money.captured", "P1");
    await world.read();
    await world.restart();
    await world.read();
    expect(world.printed).toEqual(["P1 sale 0"]);
    expect(world.uploaded).toEqual(["P1 sale 0"]);
  });

  it("prints its receipt part by part, by position in the payment", async () => {
    await using world = await followed({ electronic: true });
    const captures = [movement(100), movement(200)];
    world.payments.set("P2", payment({ posTid: "P2", action: "AUTH", captures, authorisedLeft: 50 }));
    for (const event of ["money.captured", "money.captured", "money.refunded"]) world.write(event, "P2");
    await world.read();
    // The service lists no refund, so nothing is printed.
    expect(world.printed).toEqual(["P2 capture 1", "P2 capture 2"]);
    expect(world.uploaded).toEqual([]);
    world.payments.set("P2", payment({ posTid: "P2", action: "AUTH", captures, authorisedLeft: 0 }));
    world.write("phase.changed", "P2", { data: { to: "captured" } });
    await world.read();
    expect(world.uploaded).toEqual(["P2 capture 0"]);
  });

  it("is not printed when it is old", async () => {
    await using world = await followed();
    world.write("money.captured", "P1", { ago: 16 * 60_000 });
    await world.read();
    expect(world.printed).toEqual([]);
  });

  it("of a faulty payment does not block other receipts", async () => {
    await using world = await followed();
    world.write("money.captured", "gone");
    world.write("money.captured", "P1");
    await world.read();
    expect(world.printed).toEqual(["P1 sale 0"]);
    expect(world.cursor()).toBe(2);
  });

  it("that produces no receipt is skipped permanently after a second, in one commit per second", async () => {
    const given: Partial<ReceiptSettings["receipt"]> = { print: "ask" };
    await using world = await followed(given);
    for (let sale = 0; sale < 3; sale += 1) {
      world.write("money.captured", "P1");
      await world.read();
    }
    expect(world.cursor()).toBe(0);
    await world.clock.advance(1000);
    expect(world.cursor()).toBe(3);
    await world.restart();
    given.print = "always";
    await world.read();
    expect(world.printed).toEqual([]);
  });

  it("is skipped permanently by a till that stops within that second", async () => {
    const given: Partial<ReceiptSettings["receipt"]> = { print: "ask" };
    await using world = await followed(given);
    world.write("money.captured", "P1");
    await world.read();
    given.print = "always";
    await world.restart();
    await world.read();
    expect(world.printed).toEqual([]);
  });

  it("is uploaded immediately when nothing is printed", async () => {
    await using world = await followed({ print: "never", electronic: true });
    world.write("money.captured", "P1");
    await world.read();
    expect(world.uploaded).toEqual(["P1 sale 0"]);
    expect(world.cursor()).toBe(1);
  });

  it("is numbered among its own payment's entries", async () => {
    await using world = await followed();
    const asked: string[] = [];
    const prepare = world.database.prepare.bind(world.database);
    world.database.prepare = ((sql: string) => {
      asked.push(sql);
      return prepare(sql);
    }) as typeof world.database.prepare;
    await world.restart();
    const plans = asked
      .filter((sql) => sql.includes("AS earlier"))
      .map((sql) => prepare(`EXPLAIN QUERY PLAN ${sql.replace(/@\w+/g, "1")}`).all() as { detail: string }[]);
    const searches = plans.flat().flatMap(({ detail }) => (detail.includes("earlier") ? [detail] : []));
    expect(searches).toEqual([expect.stringContaining("INDEX journal_by_payment (pos_tid=?")]);
  });

  it("is found after a hundred thousand old entries without reading them", async () => {
    await using world = await followed();
    world.database.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
       INSERT INTO journal (sequence, at, event, pos_tid, data, hash) SELECT i, i, 'money.captured', 'old', '{}', x'00' FROM n`,
    );
    world.write("money.captured", "P1");
    await world.read();
    expect(world.printed).toEqual(["P1 sale 0"]);
    expect(world.cursor()).toBe(100_001);
    // Without the index it would read fifty windows.
    expect(world.settingsRead()).toBeLessThan(25);
  });
});
