import { describe, expect, it } from "vitest";
import type { ReservationRule } from "../../../contract/reservations.ts";
import { type Counter, counter } from "../../support/counter.ts";

const HOUR = 3_600_000;
const RULE: ReservationRule = { enabled: true, beforeHours: 12, renewUntilHours: 100, atEnd: "capture" };

/** Moves the service's clock to `hours` before the reservation ends, and lets the till learn of it. */
async function hoursBefore(world: Counter, posTid: string, hours: number): Promise<void> {
  const { expiresAt } = await world.must("payment.get", { posTid });
  await world.sandbox.clock.advance(Date.parse(expiresAt ?? "") - hours * HOUR - world.sandbox.clock.now());
  // Any answer of the service tells the time.
  const { posTid: other } = await world.paid("SALE", 100);
  await world.phase(other, "captured");
}

function firings(world: Counter): string[] {
  return world.database.prepare<[], string>("SELECT step FROM rule_firing ORDER BY fired_at").pluck().all();
}

describe("open reservations", () => {
  it("are listed with what is at stake, and captured together with a total that still holds", async () => {
    await using world = await counter();
    const first = await world.paid("AUTH", 10_000);
    const second = await world.paid("AUTH", 2500);
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
    await world.phase(first.posTid, "captured");
    await world.phase(second.posTid, "captured");
    expect(await world.must("reservation.list", {})).toMatchObject({ items: [], total: 0 });
  });

  it("tell of each one what came of it", async () => {
    await using world = await counter();
    const open = await world.paid("AUTH", 10_000);
    const sold = await world.paid("SALE", 500);
    await world.phase(sold.posTid, "captured");
    await world.asManager();
    const { items, asked } = await world.must("reservation.bulk", {
      step: "release",
      posTids: [open.posTid, sold.posTid],
      total: 10_000,
    });
    expect(asked).toBe(1);
    expect(items.map(({ error }) => error?.code ?? null)).toEqual([null, "illegal_state"]);
    await world.phase(open.posTid, "released");
  });
});

describe("the till's rule", () => {
  it("captures what is about to end, once, also over a restart", async () => {
    await using world = await counter();
    const { posTid } = await world.paid("AUTH", 10_000);
    await world.asManager();
    await world.must("reservation.setRule", { ...RULE, renewUntilHours: 0 });
    await hoursBefore(world, posTid, 13);
    await world.must("reservation.setRule", { ...RULE, renewUntilHours: 0 });
    expect(firings(world)).toEqual([]);
    await hoursBefore(world, posTid, 11);
    await world.restart();
    await world.phase(posTid, "captured");
    await world.restart();
    expect(firings(world)).toEqual(["capture"]);
    expect(world.sandbox.payments().find((payment) => payment.posTid === posTid)?.captures).toHaveLength(1);
  });

  it("renews a young one, which then is another authorisation", async () => {
    await using world = await counter();
    const { posTid, expiresAt } = await world.paid("AUTH", 10_000);
    await world.asManager();
    await world.must("reservation.setRule", RULE);
    await hoursBefore(world, posTid, 11);
    await world.asManager();
    await world.must("reservation.setRule", RULE);
    await world.until(posTid, (payment) => payment.expiresAt !== expiresAt);
    expect(firings(world)).toEqual(["reauthorise"]);
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "authorised" });
  });

  it("leaves late money to a person", async () => {
    await using world = await counter();
    await world.asManager();
    await world.must("reservation.setRule", { ...RULE, beforeHours: 72, renewUntilHours: 0 });
    const started = await world.must("payment.start", {
      action: "AUTH",
      amount: 7700,
      customer: { kind: "phone", value: "4791234567" },
    });
    const waiting = await world.until(started.posTid, ({ phase }) => phase === "waiting");
    await world.must("payment.leave", { posTid: started.posTid });
    await world.phone.approve(waiting.tid ?? "");
    await world.until(started.posTid, ({ late }) => late !== null);
    // Another reservation is acted on: the rule has looked at both by then.
    const { posTid } = await world.paid("AUTH", 500);
    await world.phase(posTid, "captured");
    expect(await world.must("payment.get", { posTid: started.posTid })).toMatchObject({
      phase: "authorised",
      capturedTotal: 0,
      late: { because: "moved_on" },
    });
  });
});
