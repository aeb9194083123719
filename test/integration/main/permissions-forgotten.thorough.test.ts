/** A forgotten customer stays forgotten: after a late response, an older backup, or a clock that is set back. */

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../main/lib/clock.ts";
import { maintain } from "../../../main/operations/maintenance/main.ts";
import { asking, grantedTo, isRead, permissionUntil } from "../../support/permissions.ts";
import { KARI, phone } from "../../support/sandbox.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";
import { testVault } from "../../support/vault.ts";

async function backedUp({ database, folder }: TestTill): Promise<string> {
  const path = join(folder, "before.db");
  await database.backup(path);
  return path;
}

async function restored(world: TestTill, backup: string): Promise<void> {
  const stream = { write: () => true };
  const openVault = async (path: string) => testVault(path);
  const ports = { stdout: stream, stderr: stream, env: { TILL_DATA: world.folder }, now: Date.now(), openVault };
  await world.restart(async () => expect(await maintain(["restore", backup, "--unauthenticated"], ports)).toBe(0));
  await world.asManager();
}

const NOTHING_KEPT = { claims: {}, customer: null, usable: false, deadline: null, erased: { because: "asked" } };

describe("a customer who was forgotten", () => {
  it("during a payment's request has paid, and nothing of their response is stored", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const customer = { kind: "phone", value: CUSTOMER } as const;
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 900, preset: "member", customer });
    const { tid } = await world.waitForPayment(
      posTid,
      (payment) => payment.phase === "waiting" && payment.tid !== null,
    );
    expect(await world.must("customer.forget", { posTid })).toEqual({ erased: [] });
    await world.phone.approve(tid ?? "");
    expect((await world.waitForPayment(posTid, ({ phase }) => phase === "captured")).capturedTotal).toBe(900);
    await permissionUntil(world, posTid, ({ fee }) => fee !== null);
    expect(await world.must("permission.get", { posTid })).toMatchObject({ ...NOTHING_KEPT, reading: false });
  });

  it("gets no new request from a backup made during the request or before the erasure", async () => {
    await using world = await createTestTill({ callbacks: false });
    await world.asManager();
    const adult = await grantedTo(world, { preset: "age-18" });
    const asked = await asking(world, { preset: "ship-to-home" }, KARI);
    const backup = await backedUp(world);
    await phone(world.sandbox, KARI).grant(asked.rid, KARI);
    await permissionUntil(world, asked.posTid, isRead);
    for (const { posTid } of [adult, asked]) await world.must("customer.forget", { posTid });
    await restored(world, backup);
    for (const { posTid } of [adult, asked])
      expect(await world.must("permission.get", { posTid })).toMatchObject(NOTHING_KEPT);
    const revealed = await world.call("permission.reveal", { posTid: asked.posTid, claim: "shipping_address" });
    expect(revealed).toMatchObject({ error: { details: { because: { code: "permission_erased" } } } });
  });
});

describe("data kept until the end of a sale", () => {
  it("is neither shown nor charged after an hour, even when its token is still valid", async () => {
    let passed = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + passed };
    await using world = await createTestTill({ clock, callbacks: false });
    const { posTid, rid } = await asking(world, { scope: [] });
    const body = JSON.stringify({ access_token: "endless", scope: "", status: "ok", rid, pos_tid: posTid });
    const contentType = "application/vnd.svc.api.merchant.v1+json";
    const answer = { status: 200, retryAfter: null, contentType, body };
    world.sandbox.faults.add({ effect: "answer", kind: "PERMISSION", times: 1, ...answer });
    await permissionUntil(world, posTid, ({ usable }) => usable);
    passed = 3_600_001;
    await world.asManager();
    const refused = { ok: false, error: { code: "illegal_state" } };
    expect(await world.call("permission.reveal", { posTid, claim: "email" })).toMatchObject(refused);
    const sale = { action: "SALE", amount: 100, customer: { kind: "permission", value: posTid } } as const;
    expect(await world.call("payment.start", sale)).toMatchObject(refused);
  });

  it("expires when a clock was set back by more than a correction", async () => {
    let moved = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + moved };
    await using world = await createTestTill({ clock, callbacks: false });
    const { posTid } = await grantedTo(world, { preset: "ship-to-home" });
    await world.asManager();
    const claim = "shipping_address.street_address";
    moved = -60_000;
    expect(await world.call("permission.reveal", { posTid, claim })).toMatchObject({ ok: true });
    moved = -365 * 86_400_000;
    expect(await world.call("permission.reveal", { posTid, claim })).toMatchObject({ ok: false });
    await world.restart();
    expect(await world.must("permission.get", { posTid })).toMatchObject({
      claims: {},
      erased: { because: "deadline" },
    });
  });
});

describe("a forgotten customer", () => {
  it("leaves not even a digest of the customer's number in the journal", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const { posTid, customer } = await grantedTo(world, { scope: ["phone"] });
    expect(customer).toBe("•••4567");
    await world.must("customer.forget", { posTid });
    const { items } = await world.must("journal.list", { limit: 100 });
    expect(items.length).toBeGreaterThan(3);
    // A hash can contain any four digits by chance.
    expect(JSON.stringify(items.map(({ hash: _, ...entry }) => entry))).not.toContain("4567");
    expect(JSON.stringify(await world.must("permission.get", { posTid }))).not.toContain("4567");
  });
});
