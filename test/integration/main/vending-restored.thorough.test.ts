import { describe, expect, it } from "vitest";
import { maintain } from "../../../main/operations/maintenance/main.ts";
import { closeDatabase, connect } from "../../../main/storage/database/database.ts";
import { RESTORED_AT, settingStore } from "../../../main/storage/database/settings.ts";
import { backUp } from "../../support/restoring.ts";
import { testVault } from "../../support/vault.ts";
import { BY_PHONE, captured, ORDER, type Shop, shop, vendEvents } from "../../support/vend-shop.ts";

/** Replaces the database with the backup, as a user does. */
async function restore<T>(
  { clock, world }: Shop,
  backup: string,
  meanwhile?: () => T,
  ...options: string[]
): Promise<T> {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text) };
  const { code, done } = await world.restart(async () => {
    const code = await maintain(["restore", backup, ...options], {
      stdout: stream,
      stderr: stream,
      env: { TILL_DATA: world.folder },
      now: clock.now(),
      openVault: async (path: string) => testVault(path),
    });
    return { code, done: meanwhile?.() };
  });
  expect([code, lines.join("")]).toEqual([0, expect.stringContaining("Restored")]);
  await world.asManager();
  return done as T;
}

/** A vend whose customer has the request, and a backup of that state. */
async function backedUp(kept: Shop) {
  const { posTid } = await kept.world.must("vend.start", { items: ORDER, customer: BY_PHONE });
  await kept.world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
  const backup = await backUp(kept.world);
  return { posTid, backup };
}

describe("a restored vend that its backup shows as not ordered", () => {
  it("is polled, and what dropped is captured", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { posTid, backup } = await backedUp(kept);
    const { tid } = await kept.approved(posTid);
    const { vend } = await kept.world.waitForPayment(posTid, (payment) => payment.vend?.state === "dispensing");
    await kept.machine.waitForRequests("PUT ");
    await restore(kept, backup, () => {
      kept.machine.drop(vend?.id ?? "");
      kept.clock.pass(6 * 60_000);
    });
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([11_000]);
    expect(kept.machine.receivedRequests.filter((request) => request.startsWith("PUT "))).toHaveLength(1);
  });

  it("is polled and captured even when the clock was behind at the restore", async () => {
    await using kept = await shop({ faults: { delaysOrders: true }, serviceKeepsTime: true });
    const { posTid, backup } = await backedUp(kept);
    const { tid } = await kept.approved(posTid);
    const { vend } = await kept.world.waitForPayment(posTid, (payment) => payment.vend?.state === "dispensing");
    await kept.machine.waitForRequests("PUT ");
    kept.machine.drop(vend?.id ?? "");
    kept.clock.setBy(-10 * 60_000);
    await restore(kept, backup);
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([11_000]);
  });

  it("is complete when it was captured, and drops nothing again", async () => {
    await using kept = await shop();
    const { posTid, backup } = await backedUp(kept);
    const { tid } = await kept.approved(posTid);
    const { vend } = await kept.waitForEnd(posTid);
    await restore(kept, backup);
    expect(await kept.waitForEnd(posTid)).toMatchObject({
      phase: "captured",
      vend: { state: "done", dropped: vend?.dropped },
    });
    expect(captured(kept, tid)).toEqual([11_000]);
    expect(kept.machine.motor.get(vend?.id ?? "")).toEqual(vend?.dropped);
  });

  it("is listed when it was captured and the machine reports it as unknown", async () => {
    await using kept = await shop({ faults: { forgetsVends: true }, kiosk: { unknownDrop: "capture" } });
    const { posTid, backup } = await backedUp(kept);
    await kept.approved(posTid);
    await kept.waitForEnd(posTid);
    const asked = kept.machine.receivedRequests.filter((request) => request.startsWith("GET ")).length;
    await restore(kept, backup);
    await kept.machine.waitForRequests("GET ", asked + 2);
    expect(await kept.world.call("vend.cancel", { posTid })).toMatchObject({
      error: { details: { because: { code: "vend_restored" } } },
    });
    kept.clock.pass(75_000);
    expect(await kept.waitForEnd(posTid)).toMatchObject({ phase: "captured", vend: { state: "unknown" } });
    const { items } = await kept.world.must("vend.list", {});
    expect(items).toMatchObject([{ posTid, becauseReason: { code: "vend_captured_unordered" } }]);
  });

  it("needs no review when its report was unreadable and the machine then reports it as unknown", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { posTid, backup } = await backedUp(kept);
    const { tid } = await kept.approved(posTid);
    await kept.world.waitForPayment(posTid, (payment) => payment.vend?.state === "dispensing");
    await kept.machine.waitForRequests("PUT ");
    await restore(kept, backup, () => {
      kept.machine.faults.reportBody = "{}";
    });
    const list = async () => (await kept.world.must("vend.list", {})).items;
    const isListed = () => kept.world.database.prepare("SELECT because FROM vend").pluck().get() !== null;
    await kept.world.waitForPayment(posTid, isListed);
    expect(await list()).toMatchObject([{ isOpen: true, becauseReason: { code: "vend_unreadable" } }]);
    kept.machine.faults.reportsUnknownVend = true;
    const asked = kept.machine.receivedRequests.filter((request) => request.startsWith("GET ")).length;
    await kept.machine.waitForRequests("GET ", asked + 1);
    kept.clock.pass(76_000);
    expect(await kept.waitForEnd(posTid)).toMatchObject({ phase: "released", vend: { state: "cancelled" } });
    await kept.world.asManager();
    expect(await list()).toEqual([]);
    expect(captured(kept, tid)).toEqual([]);
  });

  it("is unchanged until its payment was compared with the service", async () => {
    await using kept = await shop();
    const { posTid, backup } = await backedUp(kept);
    await kept.approved(posTid);
    await kept.waitForEnd(posTid);
    const requestCount = kept.machine.receivedRequests.length;
    const held = await restore(kept, backup, () => kept.world.sandbox.faults.hold("OUTCOME"));
    await held.arrived;
    expect(await kept.world.call("vend.cancel", { posTid })).toMatchObject({
      error: { code: "conflict", details: { because: { code: "payment_being_checked" } } },
    });
    expect(kept.machine.receivedRequests.slice(requestCount).filter((request) => request.startsWith("GET "))).toEqual(
      [],
    );
    held.release();
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
  });

  it("follows the operator's report, even when the machine reports the order as unknown at the same moment", async () => {
    await using kept = await shop({ faults: { loseOrdersBefore: 1000 } });
    const { world, machine } = kept;
    const { posTid, backup } = await backedUp(kept);
    const { tid } = await kept.approved(posTid);
    await machine.waitForRequests("PUT ");
    machine.faults.holdsPolls = true;
    await restore(kept, backup);
    await machine.waitForRequests("GET ");
    kept.clock.pass(120_000);
    const dropped = [{ slot: "A1", quantity: 1 }];
    await world.must("vend.resolve", { posTid, dropped });
    machine.releasePolls();
    await world.waitForPayment(
      posTid,
      ({ capturedTotal, authorisedLeft }) => capturedTotal > 0 && authorisedLeft === 0,
    );
    expect(captured(kept, tid)).toEqual([2500]);
    expect(vendEvents(kept)).not.toContain("vend.cancelled");
  });

  it("is cancelled when the machine reports the order as unknown, and not before", async () => {
    await using kept = await shop({ faults: { loseOrdersBefore: 1000 } });
    const { posTid, backup } = await backedUp(kept);
    const { tid } = await kept.approved(posTid);
    await kept.machine.waitForRequests("PUT ");
    const requestCount = kept.machine.receivedRequests.length;
    await restore(kept, backup);
    await kept.machine.waitForRequests("GET ", 2);
    expect((await kept.world.must("payment.get", { posTid })).vend?.state).toBe("authorising");
    kept.clock.pass(75_000);
    expect(await kept.waitForEnd(posTid)).toMatchObject({ phase: "released", vend: { state: "cancelled" } });
    expect(captured(kept, tid)).toEqual([]);
    expect(kept.machine.receivedRequests.slice(requestCount).filter((request) => request.startsWith("PUT "))).toEqual(
      [],
    );
    expect(vendEvents(kept)).toEqual(["vend.started", "vend.cancelled"]);
  });

  it("is decided by the rule when the machine is silent for a day", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { posTid, backup } = await backedUp(kept);
    const { tid } = await kept.approved(posTid);
    await kept.machine.waitForRequests("PUT ");
    kept.machine.faults.isOff = true;
    await restore(kept, backup);
    await kept.machine.waitForRequests("GET ", 2);
    kept.clock.pass(61_000);
    expect((await kept.world.must("vend.list", {})).items).toMatchObject([
      { posTid, isOpen: true, becauseReason: { code: "vend_restored" } },
    ]);
    kept.clock.pass(24 * 3_600_000);
    expect(await kept.waitForEnd(posTid)).toMatchObject({ phase: "released", vend: { state: "unknown" } });
    expect(captured(kept, tid)).toEqual([]);
  });
});

describe("a restored till", () => {
  it("orders a vend that was started after the restore as usual, also after another restart", async () => {
    await using kept = await shop();
    const { clock, world } = kept;
    const restoredAt = clock.now();
    clock.pass(1000);
    const { posTid } = await world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    await world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
    settingStore(world.database).set(RESTORED_AT, restoredAt);
    await world.restart();
    await world.asManager();
    await kept.approved(posTid);
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
  });

  it("leaves the reservation of a vend that an edited backup calls cancelled to an operator", async () => {
    await using kept = await shop();
    const { posTid } = await kept.world.must("payment.start", { action: "AUTH", amount: 9000, customer: BY_PHONE });
    const { tid } = await kept.approved(posTid);
    await kept.world.waitForPayment(posTid, ({ phase }) => phase === "authorised");
    const backup = await backUp(kept.world);
    const database = connect(backup);
    database
      .prepare("INSERT INTO vend (pos_tid, id, is_deposit, items, state) VALUES (?, 'V1', 0, '[]', 'cancelled')")
      .run(posTid);
    closeDatabase(database);
    await restore(kept, backup, undefined, "--unauthenticated");
    // Another vend gives the machine its next turn.
    await kept.waitForEnd((await kept.bought()).posTid);
    const { operations, phase } = await kept.world.must("payment.get", { posTid });
    expect([phase, operations.map(({ kind }) => kind)]).toEqual(["authorised", ["create"]]);
    expect(kept.world.sandbox.payments().find((payment) => payment.tid === tid)).toMatchObject({ status: "auth" });
  });
});
