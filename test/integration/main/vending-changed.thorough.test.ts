/** A machine or a rule that changes while a vend is open, and a cancel that the service does not carry out. */
import { describe, expect, it } from "vitest";
import type { KioskSettings } from "../../../contract/kiosk/kiosk-settings.ts";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { SETTINGS, settingStore, storedSettings } from "../../../main/storage/database/settings.ts";
import { startFakeDispenser } from "../../support/fake-dispenser.ts";
import { BY_PHONE, captured, type Shop, shop } from "../../support/vend-shop.ts";

/** Restarts the till with other kiosk settings from a provisioning file. @param meanwhile runs while the till is off */
async function restartWith(kept: Shop, changed: Partial<KioskSettings>, meanwhile: () => void): Promise<void> {
  await kept.world.restart((path) => {
    meanwhile();
    const database = openDatabase(path);
    const settings = storedSettings(database);
    if (settings?.kiosk === undefined) throw new Error("the till has no settings of a kiosk");
    settingStore(database).set(SETTINGS, { ...settings, kiosk: { ...settings.kiosk, ...changed } });
    closeDatabase(database);
  });
  await kept.world.asManager();
}

describe("a till whose machine or rule changes during a vend", () => {
  it("sends no vend to another machine, trusts no report of it, and lets an operator report the drop", async () => {
    await using other = await startFakeDispenser();
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { posTid, tid } = await kept.bought();
    const { vend } = await kept.world.waitForPayment(posTid, (payment) => payment.vend?.state === "dispensing");
    await kept.machine.waitForRequests("PUT ");
    const dispenser = { driver: "http", url: other.url } as const;
    await restartWith(kept, { dispenser }, () => kept.machine.drop(vend?.id ?? ""));
    kept.clock.pass(130_000);
    await expect
      .poll(() => kept.world.call("vend.resolve", { posTid, dropped: [{ slot: "A1", quantity: 2 }] }))
      .toMatchObject({ ok: true });
    await expect.poll(() => captured(kept, tid)).toEqual([5000]);
    expect(other.receivedRequests.filter((request) => request !== "GET")).toEqual([]);
  });

  it("does not send an unsent order to another machine, and returns the money", async () => {
    await using other = await startFakeDispenser();
    await using kept = await shop({ kiosk: { deposit: 20_000 } });
    const { posTid } = await kept.approved((await kept.world.must("vend.start", { customer: BY_PHONE })).posTid);
    await restartWith(kept, { dispenser: { driver: "http", url: other.url } }, () => undefined);
    const items = [{ productId: "water", quantity: 1 }];
    await kept.world.must("vend.choose", { posTid, items });
    const payment = await kept.waitForEnd(posTid);
    expect(payment).toMatchObject({ phase: "released", vend: { state: "cancelled" } });
    expect([kept.machine.motor.size, other.motor.size]).toEqual([0, 0]);
  });

  it("lists a cancelled vend for an operator when the service does not release its money", async () => {
    await using kept = await shop({ kiosk: { deposit: 20_000 } });
    const { posTid } = await kept.approved((await kept.world.must("vend.start", { customer: BY_PHONE })).posTid);
    kept.world.sandbox.faults.refuse("RELEASE", 400, 1);
    await kept.world.must("vend.cancel", { posTid });
    const payment = await kept.world.waitForPayment(posTid, ({ vend }) => vend?.state === "unknown");
    expect(payment.authorisedLeft).toBe(20_000);
    expect((await kept.world.must("vend.list", {})).items).toMatchObject([
      { posTid, becauseReason: { code: "vend_release_refused" } },
    ]);
  });

  it("applies the rule that the customer was shown to an unknown result", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { posTid, tid } = await kept.bought();
    await kept.machine.waitForRequests("PUT ");
    await kept.machine.waitForRequests("GET ");
    await restartWith(kept, { unknownDrop: "capture" }, () => {
      kept.machine.faults.reportBody = JSON.stringify({ state: "unknown", dropped: [] });
    });
    const payment = await kept.waitForEnd(posTid);
    expect(payment.vend?.state).toBe("unknown");
    expect(captured(kept, tid)).toEqual([]);
  });
});
