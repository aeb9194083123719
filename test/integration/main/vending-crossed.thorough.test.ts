/** Vends whose payment is cancelled, released or captured by other means than the vend itself. */
import { describe, expect, it } from "vitest";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { canonicalBody } from "../../../main/payments/bodies.ts";
import { operations } from "../../../main/payments/queue/operations.ts";
import { RULE_SETTING } from "../../../main/payments/reservations/rule-runner.ts";
import { transact } from "../../../main/storage/database/database.ts";
import { settingStore } from "../../../main/storage/database/settings.ts";
import { BY_PHONE, captured, ORDER, shop, vendEvents } from "../../support/vend-shop.ts";

describe("a payment's own cancel", () => {
  it.each(["counter", "kiosk"] as const)("that crosses the approval drops nothing (%s)", async (mode) => {
    await using kept = await shop({ mode });
    const { world, machine } = kept;
    if (mode === "kiosk") await world.must("staff.signOut", {});
    const { posTid } = await world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    await world.waitForPayment(posTid, ({ phase }) => phase === "waiting");
    const tid = world.sandbox.payments()[0]?.tid ?? "";
    await Promise.all([world.phone.approve(tid), world.call("payment.abort", { posTid })]);
    const payment = await kept.waitForEnd(posTid);
    expect(payment).toMatchObject({ capturedTotal: 0, vend: { state: "cancelled" } });
    expect(["aborted", "released"]).toContain(payment.phase);
    expect(machine.motor.size).toBe(0);
    expect(vendEvents(kept)).toEqual(["vend.started", "vend.cancelled"]);
  });

  it("of an approved deposit releases it", async () => {
    await using kept = await shop({ kiosk: { deposit: 20_000 } });
    const { posTid } = await kept.world.must("vend.start", { customer: BY_PHONE });
    await kept.approved(posTid);
    await kept.world.waitForPhase(posTid, "authorised");
    await kept.world.must("payment.abort", { posTid });
    expect(await kept.waitForEnd(posTid)).toMatchObject({ phase: "released", vend: { state: "cancelled" } });
  });
});

it.each(["release", "capture"] as const)(
  "drops nothing for money with a requested %s, whatever its outcome",
  async (kind) => {
    await using kept = await shop({ kiosk: { deposit: 20_000 } });
    const { clock, machine, world } = kept;
    const { posTid } = await world.must("vend.start", { customer: BY_PHONE });
    await kept.approved(posTid);
    await world.waitForPhase(posTid, "authorised");
    transact(world.database, () => {
      const queue = operations(world.database);
      const body = canonicalBody({ kind, id: "earlier", currency: "NOK" });
      queue.enqueue({ id: "earlier", posTid, kind, body }, clock.now());
      queue.withdraw("earlier", reasonFor("queue_never_sent"), clock.now());
    });
    await world.must("vend.choose", { posTid, items: ORDER });
    clock.pass(5 * 60_000);
    await world.waitForPayment(posTid, ({ vend }) => vend?.state !== "authorising");
    expect(vendEvents(kept)).not.toContain("vend.ordered");
    expect(machine.motor.size).toBe(0);
  },
);

describe("products that did not drop", () => {
  it("are captured neither by the rule nor manually, although their release was refused", async () => {
    await using kept = await shop({ faults: { jamAfter: 0 } });
    const { world } = kept;
    world.sandbox.faults.refuse("RELEASE", 400, 1);
    const rule = { enabled: true, beforeHours: 48, renewUntilHours: 0, atEnd: "capture" } as const;
    settingStore(world.database).set(RULE_SETTING, rule);
    const { posTid, tid } = await kept.bought();
    const { steps } = await world.waitForPayment(posTid, ({ vend }) => vend?.state === "unknown");
    expect(steps).toContain("release");
    expect(steps).not.toContain("capture");
    expect(steps).not.toContain("reauthorise");
    expect(await world.call("payment.capture", { posTid })).toMatchObject({ error: { code: "illegal_state" } });
    kept.clock.pass(40 * 3_600_000);
    settingStore(world.database).set(RULE_SETTING, { ...rule, atEnd: "release" });
    kept.clock.pass(61_000);
    expect(await kept.waitForEnd(posTid)).toMatchObject({ phase: "released", capturedTotal: 0 });
    expect(captured(kept, tid)).toEqual([]);
  });

  it("are not captured with the dropped ones when that capture was refused", async () => {
    await using kept = await shop({ faults: { jamAfter: 1 } });
    const { world } = kept;
    world.sandbox.faults.refuse("CAPTURE", 400, 1);
    const { posTid, tid } = await kept.bought();
    await world.waitForPayment(posTid, ({ vend }) => vend?.state === "unknown");
    expect(await world.call("payment.capture", { posTid, amount: 2501 })).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "amount" }] } },
    });
    await world.must("payment.capture", { posTid });
    await world.waitForPayment(posTid, ({ capturedTotal }) => capturedTotal > 0);
    expect(captured(kept, tid)).toEqual([2500]);
    expect((await world.must("payment.get", { posTid })).steps).not.toContain("capture");
  });
});
