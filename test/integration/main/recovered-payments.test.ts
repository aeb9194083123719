/**
 * After a restore the sum of all Zs equals the service's ledger: payments missing in the backup are adopted into the
 * open period.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fastClock } from "../../support/fast-clock.ts";
import { runs } from "../../support/random-runs.ts";
import { backUp, createRestoringTill, maintained, type RestoringTill, restored } from "../../support/restoring.ts";
import { merchantClient } from "../../support/sandbox.ts";
import { type SeededRandom, seededRandom } from "../../support/seeded-random.ts";
import { CUSTOMER, type TestTill, until } from "../../support/test-till.ts";
import { closeDay, totalsOfService, totalsOfZReports } from "../../support/z-report-totals.ts";

const atPace = () => createRestoringTill({ clock: fastClock(20) });

/** Returns all Zs of the till, and the bookings of the open period. */
async function totalsOfTill(world: TestTill) {
  const { captured, refunded } = await totalsOfZReports(world);
  const x = await world.must("report.x", {});
  return { captured: captured + x.captured, refunded: refunded + x.refunded };
}

async function expectEqual(world: TestTill) {
  expect(await totalsOfTill(world)).toEqual(totalsOfService(world.sandbox));
}

async function refund(world: TestTill, posTid: string, amount: number) {
  await world.must("payment.refund", { posTid, amount, reason: "broken" });
  await world.waitForPayment(posTid, ({ refundedTotal, operations }) => refundedTotal > 0 && operations.every(isOver));
}

const HOUR_MS = 3_600_000;

/** Deletes what a new machine does not have: the database and the used numbers. */
function loseDatabaseAndNumbers({ folder }: TestTill, database: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${database}${end}`, { force: true });
  rmSync(join(folder, "numbers.json"), { force: true });
}

/**
 * Restores on a new machine, with a clock that is ahead during the restore. Resolves when all payments are compared.
 */
async function restoredOnNewMachine(world: RestoringTill, backup: string, aheadMs: number): Promise<void> {
  const compared = world.compared();
  await world.restart(async (database) => {
    loseDatabaseAndNumbers(world, database);
    await maintained({ folder: world.folder, now: () => world.now() + aheadMs }, ["restore", backup]);
  });
  await world.asManager();
  await compared;
}

/** Captures another program's payment at the same service. */
async function paidElsewhere(world: TestTill, posId: string, posTid: string, amount: number): Promise<void> {
  const merchant = merchantClient(world.sandbox.provision());
  const request = { action: "AUTH", allow_credit: true, amount, currency: "NOK", customer: CUSTOMER };
  const { body } = await merchant.post("/payment_request/", { ...request, pos_id: posId, pos_tid: posTid });
  await world.phone.approve(body.id);
  await merchant.put(`/payment_request/${body.id}/`, { action: "CAPTURE" });
}

const isOver = ({ state }: { state: string }) => state !== "queued" && state !== "sending";

describe("a payment that the backup lacks", () => {
  it("is adopted into the open period once, marked as recovered, under its own number, and can be refunded", async () => {
    await using world = await atPace();
    await world.asManager();
    await world.pay("SALE", 10_000);
    const backup = await backUp(world);
    const lost = await world.pay("SALE", 700);
    const reserved = await world.pay("AUTH", 900);
    expect(await closeDay(world)).toMatchObject({ code: null });
    await restored(world, backup);

    const found = await world.must("payment.get", { posTid: lost.posTid });
    expect(found).toMatchObject({ number: lost.number, tid: lost.tid, phase: "captured", recovered: true });
    expect(await world.must("payment.get", { posTid: reserved.posTid })).toMatchObject({
      phase: "authorised",
      recovered: true,
      steps: expect.arrayContaining(["capture", "release"]),
    });
    const { items, total } = await world.must("reservation.list", {});
    expect([items.map(({ posTid }) => posTid), total]).toEqual([[reserved.posTid], 900]);
    const story = await world.must("payment.story", { posTid: lost.posTid });
    expect(story.entries.filter(({ event }) => event === "payment.recovered")).toHaveLength(1);
    expect((await world.must("report.x", {})).recovered).toEqual({ payments: 1, captured: 700, refunded: 0 });
    await refund(world, lost.posTid, 200);
    const { unresolved } = await world.must("report.preview", {});
    expect(unresolved.filter(({ kind }) => kind === "difference")).toEqual([]);
    expect(await closeDay(world)).toMatchObject({ code: null });
    await expectEqual(world);
  });

  it("is adopted once when the till is stopped in the middle and started again, and after a second restore", async () => {
    await using world = await atPace();
    await world.asManager();
    const backup = await backUp(world);
    for (const amount of [100, 200, 300]) await world.pay("SALE", amount);
    // Slow enough that the till stops before it has found all of them.
    world.sandbox.faults.delay("OUTCOME", 50, 100);
    await world.restart(() => maintained(world, ["restore", backup]));
    const one = () =>
      world.database.prepare("SELECT count(*) FROM payment WHERE recovered_at IS NOT NULL").pluck().get();
    await until(
      world,
      (found) => found !== 0,
      async () => one(),
      ({ type }) => (type === "payment.changed" ? one() : null),
    );
    const compared = world.compared();
    await world.restart();
    await compared;
    await world.asManager();
    await expectEqual(world);
    expect(await closeDay(world)).toMatchObject({ code: null });
    await world.pay("SALE", 400);
    await restored(world, backup);
    await expectEqual(world);
    expect(one()).toBe(4);
  });

  it("keeps its number when the used numbers are no longer known, and no other payment has it", async () => {
    await using world = await atPace();
    await world.asManager();
    await world.pay("SALE", 100);
    const backup = await backUp(world);
    const lost = await world.pay("SALE", 200);
    const held = await world.restart(async (database) => {
      loseDatabaseAndNumbers(world, database);
      await maintained(world, ["restore", backup]);
      return world.sandbox.faults.hold("OUTCOME");
    });
    await world.asManager();
    // A sale of the restored till takes the number before the lost payment is found.
    const { number } = await world.must("payment.start", { action: "SALE", amount: 50 });
    expect(number).toBe(lost.number);
    const compared = world.compared();
    held.release();
    await compared;
    const found = await world.must("payment.get", { posTid: lost.posTid });
    expect(found.recovered).toBe(true);
    expect(found.number).not.toBe(number);
    await expectEqual(world);
  });

  it("is left to its own point of sale or till when it belongs to another", async () => {
    await using world = await atPace();
    await world.asManager();
    const { number } = await world.pay("SALE", 100);
    const backup = await backUp(world);
    const merchant = merchantClient(world.sandbox.provision());
    await merchant.post("/pos/", { id: "counter-2", name: "Counter 2", type: "store" });
    await paidElsewhere(world, "counter-2", `${number.replace(/1$/, "2")}-OTHERPOS`, 5000);
    await paidElsewhere(world, "counter-1", "ZZZZ-0002-EARLIER1", 6000);
    await restored(world, backup);
    expect(await totalsOfTill(world)).toEqual({ captured: 100, refunded: 0 });
    const { unresolved } = await world.must("report.preview", {});
    expect(unresolved).toMatchObject([
      { kind: "difference", difference: { kind: "missing_here", there: { captured: 6000 } } },
    ]);
  });

  it("is adopted before the next close when the service fails half-way", async () => {
    await using world = await atPace();
    await world.asManager();
    const backup = await backUp(world);
    for (const amount of [100, 200, 300]) await world.pay("SALE", amount);
    const compared = world.compared();
    await world.restart(async () => {
      await maintained(world, ["restore", backup]);
      world.sandbox.faults.breakDown("PAYMENT", 503, 2);
      world.sandbox.faults.breakDown("OUTCOME", 503, 3);
    });
    await world.asManager();
    await compared;
    expect(await closeDay(world)).toMatchObject({ code: null });
    await expectEqual(world);
  });

  it.each<[string, "stopped" | "comparing"]>([
    ["while the till is stopped", "stopped"],
    ["while the till compares its payments", "comparing"],
  ])("is adopted on a new machine when its customer approves it after the restore, %s", async (_, when) => {
    await using world = await atPace();
    await world.asManager();
    await world.pay("SALE", 100);
    const backup = await backUp(world);
    const { posTid, tid } = await world.startWaiting("AUTH", 20_000);
    const compared = world.compared();
    const held = await world.restart(async (database) => {
      loseDatabaseAndNumbers(world, database);
      await maintained(world, ["restore", backup]);
      // The service's times are whole seconds.
      await world.sandbox.clock.advance(2000);
      if (when === "stopped") await world.phone.approve(tid);
      return world.sandbox.faults.hold("OUTCOME");
    });
    await world.asManager();
    await held.arrived;
    if (when === "comparing") await world.phone.approve(tid);
    held.release();
    await compared;
    const payment = await world.waitForPhase(posTid, "authorised");
    expect(payment).toMatchObject({ recovered: true, steps: expect.arrayContaining(["capture", "release"]) });
    const { unresolved } = await world.must("report.preview", {});
    expect(unresolved.map(({ kind, required }) => [kind, required])).toEqual([["reserved", false]]);
  });

  it("is adopted later on a new machine when its first response is unreadable and it has changed since", async () => {
    await using world = await atPace();
    await world.asManager();
    await world.pay("SALE", 100);
    const backup = await backUp(world);
    const { posTid, tid } = await world.startWaiting("AUTH", 20_000);
    world.sandbox.faults.overrideOutcome = (truth) =>
      truth.pos_tid === posTid ? ({ ...truth, amount: "?" } as never) : truth;
    await restoredOnNewMachine(world, backup, 0);
    world.sandbox.faults.overrideOutcome = null;
    // The service's times are whole seconds.
    await world.sandbox.clock.advance(2000);
    await world.phone.approve(tid);
    // Something to compare: the close reads the service's list again.
    await world.pay("SALE", 50);
    expect(await closeDay(world)).toMatchObject({ code: null });
    expect(await world.waitForPhase(posTid, "authorised")).toMatchObject({ recovered: true });
    const { findings } = await world.must("diagnostics.health", {});
    expect(findings.database).toMatchObject({ code: "database_sound" });
  });

  it("is adopted on a new machine whose clock was an hour behind at the restore and is correct since", async () => {
    await using world = await atPace();
    await world.asManager();
    await world.pay("SALE", 100);
    const backup = await backUp(world);
    const { posTid } = await world.pay("SALE", 200);
    await restoredOnNewMachine(world, backup, -HOUR_MS);
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "captured", recovered: true });
    await expectEqual(world);
  });

  it("belongs to another till when a copy makes it after the restore, although the clock was a day ahead then", async () => {
    await using world = await atPace();
    await world.asManager();
    const { number } = await world.pay("SALE", 100);
    const backup = await backUp(world);
    await restoredOnNewMachine(world, backup, 24 * HOUR_MS);
    await world.sandbox.clock.advance(2000);
    await paidElsewhere(world, "counter-1", `${number.replace(/1$/, "9")}-BYACOPY1`, 6000);
    // Something to compare: the close reads the service's list again.
    await world.pay("SALE", 50);
    expect(await closeDay(world)).toMatchObject({ code: null, z: { captured: 150 } });
    const { findings } = await world.must("diagnostics.health", {});
    expect(findings.database).toMatchObject({ code: "database_copied" });
  });
});

describe("the revision of a payment", () => {
  it.each([
    ["is kept", () => undefined],
    ["is gone", (database: string) => ["", "-wal", "-shm"].map((end) => rmSync(`${database}${end}`, { force: true }))],
  ])("increases over each of three restores when the replaced database %s", async (_, lose) => {
    await using world = await atPace();
    await world.asManager();
    const { posTid } = await world.pay("SALE", 100);
    const backup = await backUp(world);
    for (const amount of [200, 300, 400]) await world.pay("SALE", amount);
    for (let round = 1; round <= 3; round += 1) {
      const { revision } = await world.must("payment.get", { posTid });
      const compared = world.compared();
      await world.restart(async (database) => {
        lose(database);
        await maintained(world, ["restore", backup]);
      });
      await world.asManager();
      await compared;
      expect((await world.must("payment.get", { posTid })).revision).toBeGreaterThan(revision);
    }
  });
});

describe("captures that a restore lost", () => {
  it.each(["strict", "house"] as const)(
    "stay refundable when their authorisations expire, whether the backup has the payment or not (%s)",
    async (dialect) => {
      const clock = fastClock(20);
      await using world = await createRestoringTill({ clock, sandbox: { dialect } });
      await world.asManager();
      const known = await world.pay("AUTH", 900);
      const ended = await world.pay("AUTH", 700);
      const backup = await backUp(world);
      const lost = await world.pay("AUTH", 800);
      for (const { posTid } of [known, ended, lost]) {
        await world.asManager();
        await world.must("payment.capture", { posTid, amount: 300 });
        await world.waitForPhase(posTid, "partly_captured");
      }
      await world.must("payment.release", { posTid: ended.posTid });
      await world.waitForPhase(ended.posTid, "captured");
      await restored(world, backup);
      for (const { posTid } of [known, lost]) await world.waitForPhase(posTid, "partly_captured");
      await world.sandbox.clock.advance(AUTHORISED_MS);
      for (const { posTid } of [known, ended, lost]) {
        const payment = await world.waitForPayment(
          posTid,
          ({ authorisedLeft, phase }) => authorisedLeft === 0 && isSettled(phase),
        );
        expect(payment).toMatchObject({ phase: "captured", attention: null, capturedTotal: 300, refundable: 300 });
        await world.asManager();
        await refund(world, posTid, 300);
      }
      await world.asManager();
      expect(await closeDay(world)).toMatchObject({ code: null });
      await expectEqual(world);
    },
  );
});

/** Slightly more than an authorisation's lifetime at the test service. */
const AUTHORISED_MS = 3 * 86_400_000 + 1000;
const isSettled = (phase: string) => phase === "captured" || phase === "attention";

describe("the sum of all Zs after a restore", () => {
  const seeds = Array.from({ length: runs(12, 3) }, (_, index) => index + 1);

  it.each(seeds)(
    "equals the service's ledger, whatever was sold, refunded and closed around the backup (seed %i)",
    async (seed) => {
      // Every other service ends partly captured payments as `fail`.
      const sandbox = { dialect: seed % 2 === 0 ? "strict" : "house" } as const;
      await using world = await createRestoringTill({ clock: fastClock(20), sandbox });
      await world.asManager();
      const random = seededRandom(seed);
      for (let step = random.between(0, 4); step > 0; step -= 1) await act(world, random);
      for (let round = random.between(1, 2); round > 0; round -= 1) {
        const backup = await backUp(world, `round-${round}.db`);
        for (let step = random.between(1, 5); step > 0; step -= 1) await act(world, random);
        await restored(world, backup);
        expect(await totalsOfTill(world)).toEqual(totalsOfService(world.sandbox));
        if (random.chance(0.5)) await expireAll(world);
        for (let step = random.between(0, 3); step > 0; step -= 1) await act(world, random);
      }
      await world.asManager();
      expect(await closeDay(world)).toMatchObject({ code: null });
      const { captured, refunded } = await totalsOfZReports(world);
      expect({ captured, refunded }).toEqual(totalsOfService(world.sandbox));
    },
  );
});

/** Lets every authorisation expire, and expects that none needs an operator. */
async function expireAll(world: TestTill): Promise<void> {
  await world.asManager();
  const { items } = await world.must("payment.list", { limit: 200 });
  await world.sandbox.clock.advance(AUTHORISED_MS);
  for (const { posTid, authorisedLeft } of items) {
    if (authorisedLeft === 0) continue;
    const { phase } = await world.waitForPayment(posTid, (payment) => payment.authorisedLeft === 0);
    expect(phase).not.toBe("attention");
  }
}

/** Does one random action of a day at the till. */
async function act(world: TestTill, random: SeededRandom): Promise<void> {
  // The clock is fast: a signed-in user is soon signed out.
  await world.asManager();
  const { items } = await world.must("payment.list", { limit: 200 });
  const chosen = random.next();
  if (chosen < 0.15) {
    expect(await closeDay(world)).toMatchObject({ code: null });
    return;
  }
  const refundable = items.filter(({ steps }) => steps.includes("refund"));
  const capturable = items.filter(({ steps }) => steps.includes("capture"));
  if (chosen < 0.35 && refundable.length > 0) {
    const { posTid, refundable: left, refundedTotal } = random.pick(refundable);
    const amount = random.between(1, left);
    await world.must("payment.refund", { posTid, amount, reason: "back" });
    await world.waitForPayment(
      posTid,
      (payment) => payment.refundedTotal === refundedTotal + amount && payment.operations.every(isOver),
    );
  } else if (chosen < 0.55 && capturable.length > 0) {
    const { posTid, authorisedLeft, capturedTotal } = random.pick(capturable);
    const amount = random.between(1, authorisedLeft);
    await world.must("payment.capture", { posTid, amount });
    await world.waitForPayment(
      posTid,
      (payment) => payment.capturedTotal === capturedTotal + amount && payment.operations.every(isOver),
    );
  } else if (chosen < 0.65 && capturable.length > 0) {
    const { posTid } = random.pick(capturable);
    await world.must("payment.release", { posTid });
    await world.waitForPayment(
      posTid,
      ({ steps, operations }) => !steps.includes("capture") && operations.every(isOver),
    );
  } else await world.pay(random.chance(0.6) ? "SALE" : "AUTH", random.between(100, 50_000));
}
