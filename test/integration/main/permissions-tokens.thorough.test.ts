/** Customer tokens expire: they are renewed once, and never mistaken for the till's own credentials. */
import { describe, expect, it } from "vitest";
import { sealedRecords } from "../../../main/customers/records.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { asking, grantedTo, isRead, permissionUntil } from "../../support/permissions.ts";
import { INGRID, phone } from "../../support/sandbox.ts";
import { createTestTill } from "../../support/test-till.ts";

const DAY_MS = 86_400_000;

describe("a customer's token that expired before its use", () => {
  it("is renewed, and the granted data is read with the new one", async () => {
    await using world = await createTestTill();
    const { posTid, rid } = await asking(world, { scope: ["shipping_address"] });
    world.sandbox.faults.breakDown("OAUTH", 503, 1);
    await phone(world.sandbox).grant(rid);
    await permissionUntil(world, posTid, ({ phase }) => phase === "granted");
    world.sandbox.clock.advance(DAY_MS);
    const read = await permissionUntil(world, posTid, isRead);
    expect(read).toMatchObject({ granted: ["shipping_address"], unread: [] });
    expect(read.claims.shipping_address).toBeDefined();
    await world.asManager();
    const renewed = await world.must("journal.list", { event: "permission.tokenRefreshed" });
    expect(renewed.items.map((line) => line.posTid)).toEqual([posTid]);
    expect((await world.must("terminal.get", {})).connectivity).toBe("online");
  });

  it("and cannot be renewed is reported as expired, and can no longer be charged", async () => {
    await using world = await createTestTill();
    const { posTid, rid } = await asking(world, { scope: ["shipping_address"] });
    world.sandbox.faults.breakDown("OAUTH", 503, 1);
    world.sandbox.faults.refuse("OAUTH", 400, 1);
    await phone(world.sandbox).grant(rid);
    await permissionUntil(world, posTid, ({ phase }) => phase === "granted");
    world.sandbox.clock.advance(DAY_MS);
    const read = await permissionUntil(world, posTid, isRead);
    expect(read.unread.map(({ because }) => because.code)).toEqual(["permission_expired_token"]);
    expect(read).toMatchObject({ claims: {}, usable: false });
    const customer = { kind: "permission", value: posTid } as const;
    const charged = await world.call("payment.start", { action: "SALE", amount: 100, customer });
    expect(charged).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    expect((await world.must("terminal.get", {})).connectivity).toBe("online");
  });
});

describe("a permission", () => {
  it("is requested again after a service failure, and its refusal is reported", async () => {
    await using world = await createTestTill();
    world.sandbox.faults.breakDown("OAUTH", 503, 2);
    const read = await grantedTo(world, { scope: ["email"] });
    expect(read.claims.email).toBeDefined();
    world.sandbox.faults.refuse("OAUTH", 410, 1);
    const refused = await grantedTo(world, { scope: ["email"] }, { customer: INGRID });
    expect(refused.unread.map(({ scope, because }) => [scope, because.code])).toEqual([
      ["email", "permission_not_read"],
    ]);
  });

  it("cannot be charged when it is unknown", async () => {
    await using world = await createTestTill();
    const customer = { kind: "permission", value: "K7Q2-D-NOBODY" } as const;
    const refused = await world.call("payment.start", { action: "SALE", amount: 100, customer });
    expect(refused).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    expect((await world.must("payment.list", {})).items).toEqual([]);
  });

  it("cannot be charged or requested again by a kiosk's customer", async () => {
    await using world = await createTestTill({ provisioning: { mode: "kiosk" } });
    await world.asManager();
    const { posTid } = await grantedTo(world, { scope: [] });
    await world.must("staff.signOut", {});
    const customer = { kind: "permission", value: posTid } as const;
    const sale = { action: "SALE", amount: 100 } as const;
    const charged = await world.call("payment.start", { ...sale, customer });
    expect(charged).toMatchObject({ ok: false, error: { code: "not_allowed" } });
    const asked = await world.call("payment.start", { ...sale, preset: "member" });
    expect(asked).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    const request = await world.call("permission.request", { scope: [] });
    expect(request).toMatchObject({ ok: false, error: { code: "not_allowed" } });
  });
});

describe("a token that is kept beyond the sale", () => {
  const laterTill = () => {
    const time = { passed: 0 };
    return { time, clock: { ...systemClock, now: () => systemClock.now() + time.passed } };
  };

  it("is renewed before it expires, and can be charged then", async () => {
    const { time, clock } = laterTill();
    await using world = await createTestTill({ clock, callbacks: false });
    const { posTid } = await grantedTo(world, { scope: [], keepDays: 30 });
    await world.restart(() => {
      time.passed = DAY_MS;
    });
    await world.asManager();
    const renewed = async () => (await world.must("journal.list", { event: "permission.tokenRefreshed" })).items.length;
    await expect.poll(renewed).toBe(1);
    expect((await world.must("permission.get", { posTid })).usable).toBe(true);
  });

  it("is renewed again with the refresh token of the previous renewal", async () => {
    const { time, clock } = laterTill();
    await using world = await createTestTill({ clock, callbacks: false });
    const { posTid } = await grantedTo(world, { scope: [], keepDays: 30 });
    const renewedTokens = { access_token: "renewed", refresh_token: "for-the-next-time", token_type: "Bearer" };
    const body = JSON.stringify({ ...renewedTokens, expires_in: 864_000 });
    const answer = { status: 200, retryAfter: null, contentType: "application/json", body };
    world.sandbox.faults.add({ effect: "answer", kind: "OAUTH", times: 1, ...answer });
    await world.restart(() => {
      time.passed = DAY_MS;
    });
    await world.asManager();
    const renewed = async () => (await world.must("journal.list", { event: "permission.tokenRefreshed" })).items.length;
    await expect.poll(renewed).toBe(1);
    const sealed = world.database.prepare<[string], Buffer>("SELECT sealed FROM permission WHERE pos_tid = ?").pluck();
    const stored = sealedRecords(world.vault).open(posTid, sealed.get(posTid) ?? Buffer.alloc(0));
    expect(stored).toMatchObject({ accessToken: "renewed", refreshToken: "for-the-next-time" });
  });

  it("and cannot be renewed is requested once, and ends", async () => {
    const { time, clock } = laterTill();
    await using world = await createTestTill({ clock, callbacks: false });
    const { posTid } = await grantedTo(world, { scope: [], keepDays: 30 });
    world.sandbox.faults.refuse("OAUTH", 400, 100);
    await world.restart(() => {
      time.passed = DAY_MS;
    });
    await world.asManager();
    const over = async () => (await world.must("journal.list", { event: "permission.tokenOver" })).items.length;
    await expect.poll(over).toBe(1);
    await world.restart();
    expect((await world.must("permission.get", { posTid })).usable).toBe(false);
    expect(world.sandbox.faults.list().map(({ times }) => times)).toEqual([99]);
  });
});
