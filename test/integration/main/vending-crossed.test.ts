/** Vends whose payment is cancelled, released or captured by other ways than the vend's own. */
import { describe, expect, it } from "vitest";
import { BY_PHONE, ORDER, shop, told } from "../../support/vend-shop.ts";

describe("a payment's own cancel", () => {
  it.each(["counter", "kiosk"] as const)("that crosses the approval drops nothing (%s)", async (mode) => {
    await using kept = await shop({ mode });
    const { world, machine } = kept;
    if (mode === "kiosk") await world.must("staff.signOut", {});
    const { posTid } = await world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    await world.until(posTid, ({ phase }) => phase === "waiting");
    const tid = world.sandbox.payments()[0]?.tid ?? "";
    await Promise.all([world.phone.approve(tid), world.call("payment.abort", { posTid })]);
    const payment = await kept.over(posTid);
    expect(payment).toMatchObject({ capturedTotal: 0, vend: { state: "cancelled" } });
    expect(["aborted", "released"]).toContain(payment.phase);
    expect(machine.motor.size).toBe(0);
    expect(told(kept)).toEqual(["vend.started", "vend.cancelled"]);
  });

  it("of a deposit that is approved releases it", async () => {
    await using kept = await shop({ kiosk: { deposit: 20_000 } });
    const { posTid } = await kept.world.must("vend.start", { customer: BY_PHONE });
    await kept.approved(posTid);
    await kept.world.phase(posTid, "authorised");
    await kept.world.must("payment.abort", { posTid });
    expect(await kept.over(posTid)).toMatchObject({ phase: "released", vend: { state: "cancelled" } });
  });
});
