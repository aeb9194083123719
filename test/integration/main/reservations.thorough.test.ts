import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReservationRule } from "../../../contract/payments/reservations.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const HOUR = 3_600_000;
const RULE: ReservationRule = { enabled: true, beforeHours: 12, renewUntilHours: 100, atEnd: "capture" };

/** Moves the service's clock to `hours` before the reservation ends, and lets the till learn of it. */
async function hoursBefore(world: TestTill, posTid: string, hours: number): Promise<void> {
  const { expiresAt } = await world.must("payment.get", { posTid });
  await world.sandbox.clock.advance(Date.parse(expiresAt ?? "") - hours * HOUR - world.sandbox.clock.now());
  // Any response of the service contains the time.
  const { posTid: other } = await world.pay("SALE", 100);
  await world.waitForPhase(other, "captured");
}

function firings(world: TestTill): string[] {
  return world.database.prepare<[], string>("SELECT step FROM rule_firing ORDER BY fired_at").pluck().all();
}

describe("open reservations", () => {
  it("are listed with their amount at stake, and captured together with a current total", async () => {
    await using world = await createTestTill();
    const first = await world.pay("AUTH", 10_000);
    const second = await world.pay("AUTH", 2500);
    const listed = await world.must("reservation.list", {});
    expect(listed.items.map(({ posTid }) => posTid).sort()).toEqual([first.posTid, second.posTid].sort());
    expect(listed).toMatchObject({ total: 12_500, soon: { count: 0, amount: 0 } });
    const bulk = { step: "capture" as const, posTids: [first.posTid, second.posTid] };
    expect(await world.call("reservation.bulk", { ...bulk, total: 12_500 })).toMatchObject({
      error: { code: "not_allowed" },
    });
    await world.asManager();
    expect(await world.call("reservation.bulk", { ...bulk, total: 12_499 })).toMatchObject({
      error: { code: "conflict" },
    });
    expect(await world.must("reservation.bulk", { ...bulk, total: 12_500 })).toMatchObject({ asked: 2 });
    await world.waitForPhase(first.posTid, "captured");
    await world.waitForPhase(second.posTid, "captured");
    expect(await world.must("reservation.list", {})).toMatchObject({ items: [], total: 0 });
  });

  it("report each result", async () => {
    await using world = await createTestTill();
    const open = await world.pay("AUTH", 10_000);
    const sold = await world.pay("SALE", 500);
    await world.waitForPhase(sold.posTid, "captured");
    await world.asManager();
    const { items, asked } = await world.must("reservation.bulk", {
      step: "release",
      posTids: [open.posTid, sold.posTid],
      total: 10_000,
    });
    expect(asked).toBe(1);
    expect(items.map(({ error }) => error?.code ?? null)).toEqual([null, "illegal_state"]);
    await world.waitForPhase(open.posTid, "released");
  });
});

describe("the reservation rule", () => {
  it("captures what is about to expire once, also over a restart", async () => {
    await using world = await createTestTill();
    const { posTid } = await world.pay("AUTH", 10_000);
    await world.asManager();
    await world.must("reservation.setRule", { ...RULE, renewUntilHours: 0 });
    await hoursBefore(world, posTid, 13);
    await world.must("reservation.setRule", { ...RULE, renewUntilHours: 0 });
    expect(firings(world)).toEqual([]);
    await hoursBefore(world, posTid, 11);
    await world.restart();
    await world.waitForPhase(posTid, "captured");
    await world.restart();
    expect(firings(world)).toEqual(["capture"]);
    expect(world.sandbox.payments().find((payment) => payment.posTid === posTid)?.captures).toHaveLength(1);
  });

  it("renews a new one, which then is another authorisation", async () => {
    await using world = await createTestTill();
    const { posTid, expiresAt } = await world.pay("AUTH", 10_000);
    await world.asManager();
    await world.must("reservation.setRule", RULE);
    await hoursBefore(world, posTid, 11);
    await world.asManager();
    await world.must("reservation.setRule", RULE);
    await world.waitForPayment(posTid, (payment) => payment.expiresAt !== expiresAt);
    expect(firings(world)).toEqual(["reauthorise"]);
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "authorised" });
  });

  it("leaves late money to a user", async () => {
    await using world = await createTestTill();
    await world.asManager();
    await world.must("reservation.setRule", { ...RULE, beforeHours: 48, renewUntilHours: 0 });
    const started = await world.must("payment.start", {
      action: "AUTH",
      amount: 7700,
      customer: { kind: "phone", value: "4791234567" },
    });
    const waiting = await world.waitForPayment(started.posTid, ({ phase }) => phase === "waiting");
    await world.must("payment.leave", { posTid: started.posTid });
    await world.phone.approve(waiting.tid ?? "");
    await world.waitForPayment(started.posTid, ({ late }) => late !== null);
    // The rule acts on another reservation: it has evaluated both by then.
    const { posTid } = await world.pay("AUTH", 500);
    await hoursBefore(world, posTid, 40);
    await world.asManager();
    await world.must("reservation.setRule", { ...RULE, beforeHours: 48, renewUntilHours: 0 });
    await world.waitForPhase(posTid, "captured");
    expect(await world.must("payment.get", { posTid: started.posTid })).toMatchObject({
      phase: "authorised",
      capturedTotal: 0,
      late: { because: "moved_on" },
    });
  });
});

/** Runs days of a rule at once: after each step the till knows the service's time and has evaluated the rule. */
async function advanceRule(world: TestTill, rule: ReservationRule, hours: number): Promise<void> {
  await world.sandbox.clock.advance(hours * HOUR);
  const { posTid } = await world.pay("SALE", 100);
  await world.waitForPhase(posTid, "captured");
  await world.asManager();
  await world.must("reservation.setRule", rule);
}

const authorisations = (world: TestTill, posTid: string) =>
  world.database
    .prepare<[string], number>(
      "SELECT count(DISTINCT expires_at) FROM rule_firing WHERE pos_tid = ? AND step = 'reauthorise'",
    )
    .pluck()
    .get(posTid) ?? 0;

describe("a reservation to be renewed until its deadline", () => {
  it("is renewed once per authorisation, and neither captured nor released before, also over a restart", async () => {
    await using world = await createTestTill();
    const rule: ReservationRule = { enabled: true, beforeHours: 48, renewUntilHours: 200, atEnd: "release" };
    await world.asManager();
    await world.must("reservation.setRule", rule);
    const { posTid } = await world.pay("AUTH", 10_000);
    await advanceRule(world, rule, 1);
    expect(firings(world)).toEqual([]);
    for (let renewed = 1; renewed <= 4; renewed += 1) {
      const { expiresAt } = await world.must("payment.get", { posTid });
      await advanceRule(world, rule, 25);
      await world.waitForPayment(posTid, (payment) => payment.expiresAt !== expiresAt);
      await world.restart();
      await advanceRule(world, rule, 20);
      expect([authorisations(world, posTid), firings(world)]).toEqual([renewed, Array(renewed).fill("reauthorise")]);
    }
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "authorised" });
    await advanceRule(world, rule, 25);
    await world.waitForPhase(posTid, "released");
    expect(firings(world).filter((step) => step === "release")).toHaveLength(1);
  });

  it("is not released because a renewal changed nothing", async () => {
    await using world = await createTestTill();
    const rule: ReservationRule = { ...RULE, renewUntilHours: 720, atEnd: "release" };
    await world.asManager();
    await world.must("reservation.setRule", rule);
    const { posTid } = await world.pay("AUTH", 10_000);
    world.sandbox.faults.add({ effect: "answer", kind: "REAUTH", times: 1, status: 204, contentType: "", body: "" });
    await hoursBefore(world, posTid, 11);
    await advanceRule(world, rule, 0);
    await world.waitForPayment(posTid, ({ operations }) =>
      operations.some(({ kind, state }) => kind === "reauth" && state === "done"),
    );
    await hoursBefore(world, posTid, 1);
    await advanceRule(world, rule, 0);
    await world.restart();
    await advanceRule(world, rule, 0);
    expect(firings(world)).toEqual(["reauthorise"]);
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "authorised" });
  });

  it.each([-72, 72])("uses the service's time at a till whose clock is %s hours off", async (hours) => {
    const clock = fastClock(1, Date.now() + hours * HOUR);
    await using world = await createTestTill({ clock, sandbox: { now: Date.now } });
    const rule: ReservationRule = { enabled: true, beforeHours: 48, renewUntilHours: 48, atEnd: "release" };
    await world.asManager();
    await world.must("reservation.setRule", rule);
    const { posTid } = await world.pay("AUTH", 10_000);
    await advanceRule(world, rule, 2);
    // The wall clock is corrected, or set wrong again: the reservation's age is unchanged.
    clock.setBy(-2 * hours * HOUR);
    await advanceRule(world, rule, 0.1);
    await world.restart();
    await advanceRule(world, rule, 0.1);
    expect(firings(world)).toEqual([]);
    const { expiresAt } = await world.must("payment.get", { posTid });
    await advanceRule(world, rule, 24);
    await world.waitForPayment(posTid, (payment) => payment.expiresAt !== expiresAt);
    expect(firings(world)).toEqual(["reauthorise"]);
  });

  it("rejects a rule that spans an authorisation's whole life", async () => {
    await using world = await createTestTill();
    await world.asManager();
    expect(await world.call("reservation.setRule", { ...RULE, beforeHours: 72 })).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "beforeHours" }] } },
    });
  });
});

/** Requests a capture that then needs an operator. */
async function parkedCapture(world: TestTill, posTid: string, amount: number): Promise<string> {
  world.sandbox.faults.breakDown("CAPTURE", 503, 1000);
  await world.must("payment.capture", { posTid, amount });
  const { operations } = await world.waitForPayment(posTid, (payment) =>
    payment.operations.some(({ lastError }) => lastError !== null),
  );
  const id = operations.at(-1)?.id ?? "";
  await world.restart();
  world.database.prepare("UPDATE operation SET state = 'parked', last_error = 'It waits.' WHERE id = ?").run(id);
  // Any change to the payment recomputes its phase.
  world.database
    .prepare("UPDATE payment SET phase = 'attention', attention = 'It waits.' WHERE pos_tid = ?")
    .run(posTid);
  world.sandbox.faults.clear();
  return id;
}

describe("a reservation whose capture needs an operator", () => {
  it("is listed, summed as in the X, and renewed; never captured or released meanwhile", async () => {
    await using world = await createTestTill();
    const { posTid } = await world.pay("AUTH", 10_000);
    await parkedCapture(world, posTid, 4000);
    const other = await world.pay("AUTH", 2500);
    const listed = await world.must("reservation.list", {});
    expect(listed.items.map((item) => [item.posTid, item.phase])).toEqual([
      [posTid, "attention"],
      [other.posTid, "authorised"],
    ]);
    expect(listed.total).toBe(12_500);
    expect(listed.total).toBe((await world.must("report.x", {})).reserved.amount);
    const rule: ReservationRule = { ...RULE, renewUntilHours: 1, atEnd: "release" };
    await hoursBefore(world, posTid, 11);
    const { expiresAt } = await world.must("payment.get", { posTid });
    await advanceRule(world, rule, 0);
    await world.waitForPayment(posTid, (payment) => payment.expiresAt !== expiresAt);
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "attention", authorisedLeft: 10_000 });
    await world.waitForPhase(other.posTid, "released");
  });
});

describe("the sum of reservations", () => {
  it("equals the X's, whatever the outcome of the reservations", async () => {
    await using world = await createTestTill({ clock: fastClock(10) });
    world.database.pragma("synchronous = OFF");
    await world.asManager();
    const step = fc.record({
      do: fc.constantFrom("take" as const, "capture" as const, "release" as const, "park" as const, "sell" as const),
      amount: fc.integer({ min: 200, max: 9000 }),
      which: fc.nat(),
    });
    const same = async () => {
      const { total, items } = await world.must("reservation.list", {});
      const { reserved } = await world.must("report.x", {});
      expect({ amount: total, count: items.length }).toEqual(reserved);
    };
    const play = async (steps: { do: string; amount: number; which: number }[]) => {
      for (const { do: what, amount, which } of steps) {
        const { items } = await world.must("reservation.list", {});
        const posTid = items[which % Math.max(1, items.length)]?.posTid;
        if (what === "take" || posTid === undefined) await world.pay("AUTH", amount);
        else if (what === "sell") await world.pay("SALE", amount);
        else if (what === "park") {
          await world.call("payment.capture", { posTid, amount: 100 });
          world.database
            .prepare("UPDATE operation SET state = 'parked', settled_at = NULL WHERE pos_tid = ? AND kind = 'capture'")
            .run(posTid);
          world.database.prepare("UPDATE payment SET phase = 'attention' WHERE pos_tid = ?").run(posTid);
        } else await world.call(`payment.${what as "capture" | "release"}`, { posTid });
        await same();
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 16 }), play), {
      numRuns: 2,
      endOnFailure: true,
    });
  });
});
