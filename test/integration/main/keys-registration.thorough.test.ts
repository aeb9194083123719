/** The till registers its new key with the service automatically, and can still sign after any failure. */
import { describe, expect, it } from "vitest";
import type { KeysFinding } from "../../../contract/configuration/keys.ts";
import { throwawayKeyPair } from "../../../sandbox/keys.ts";
import { merchantClient } from "../../support/sandbox.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";
import {
  chainHolds,
  journalEvents,
  preparedKey,
  publicKeyOf,
  registerAtService,
  saleAndRefund,
} from "./key-rotation.ts";

const found = (finding: KeysFinding["finding"], values: object = {}) => [{ outcome: "warning", finding, values }];

/** The key that the service has for the till's user, read with the till's current credentials. */
async function registeredKey(world: TestTill): Promise<unknown> {
  const answer = await merchantClient(world.sandbox.provision({ user: "reader" })).get("/user/till/");
  return answer.body.pubkey;
}

function events(world: TestTill): string[] {
  return journalEvents(world, "keys.").map(({ event }) => event);
}

describe("a key that the till registers automatically", () => {
  it("is known to the service, proven and active, and the old key no longer works", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const old = world.vault.get("privateKey") ?? "";
    const publicKeyPem = await preparedKey(world);
    expect(await world.must("keys.user", {})).toMatchObject({ id: "till", record: { key: "current" }, findings: [] });
    const answer = await world.must("keys.register", {});
    expect(answer).toMatchObject({
      registered: true,
      findings: [{ outcome: "ok", finding: "registered_alone" }],
      keys: { next: null, inUse: "current", current: { publicKeyPem }, previous: { until: expect.any(String) } },
    });
    expect(await registeredKey(world)).toBe(publicKeyPem);
    expect(await world.must("keys.user", {})).toMatchObject({ record: { key: "current" } });
    expect(world.vault.get("previousPrivateKey")).toBe(old);
    await saleAndRefund(world);
    await world.restart();
    await world.asManager();
    await saleAndRefund(world);
    expect(events(world)).toEqual(["keys.prepared", "keys.offered", "keys.registered", "keys.activated"]);
    expect(journalEvents(world, "keys.registered")).toMatchObject([{ actor: "Owner" }]);
    expect(chainHolds(world)).toBe(true);
  });

  it.each(["strict", "family", "hostile"] as const)("is registered in every dialect: %s", async (dialect) => {
    await using world = await createTestTill({ sandbox: { dialect } });
    await world.asManager();
    const publicKeyPem = await preparedKey(world);
    expect(await world.must("keys.register", {})).toMatchObject({
      registered: true,
      keys: { next: null, current: { publicKeyPem } },
    });
    expect(await world.must("keys.user", {})).toMatchObject({ record: { key: "current" } });
  });

  it("keeps the user's roles, netmask and secret", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const admin = merchantClient(world.sandbox.provision({ user: "admin" }));
    const pubkey = await publicKeyOf(world);
    const user = { id: "till", roles: ["cashier", "refunds"], netmask: "127.0.0.0/8", secret: "a-secret-of-its-own" };
    await admin.put("/user/till/", { ...user, pubkey });
    expect(await world.must("keys.user", {})).toMatchObject({
      record: { roles: ["cashier", "refunds"], netmask: "127.0.0.0/8" },
    });
    await preparedKey(world);
    await world.must("keys.register", {});
    const after = (await admin.get("/user/till/")).body;
    expect(after).toMatchObject({ roles: ["cashier", "refunds"], netmask: "127.0.0.0/8" });
    expect(after.pubkey).toBe(await publicKeyOf(world));
    const { baseUrl, vendor, merchant } = world.sandbox.provision({ user: "admin" });
    const answer = await fetch(`${baseUrl}/merchant/v1/merchant/`, {
      headers: {
        [`X-${vendor}-Merchant`]: merchant,
        [`X-${vendor}-User`]: "till",
        Authorization: `SECRET ${user.secret}`,
      },
    });
    expect(answer.status).toBe(200);
  });

  it.each([
    [405, "by_hand_unsupported"],
    [404, "by_hand_unsupported"],
    [403, "by_hand_not_allowed"],
    [400, "by_hand_refused"],
  ] as const)("falls back to manual registration when the service returns %i", async (status, finding) => {
    await using world = await createTestTill();
    await world.asManager();
    const publicKeyPem = await preparedKey(world);
    world.sandbox.faults.refuse("USER", status, 2);
    expect(await world.must("keys.user", {})).toMatchObject({
      id: "till",
      record: null,
      findings: found(finding, { status }),
    });
    const refused = await world.must("keys.register", {});
    expect(refused).toMatchObject({
      registered: false,
      findings: found(finding, { status }),
      keys: { next: { publicKeyPem, offeredAt: null } },
    });
    // Manual registration continues from here.
    registerAtService(world, { publicKeyPem });
    expect(await world.must("keys.test", {})).toMatchObject({ passed: true });
    await world.must("keys.activate", {});
    await saleAndRefund(world);
  });

  it("is not offered when the service reads the user but rejects the change", async () => {
    await using world = await createTestTill();
    await world.asManager();
    await preparedKey(world);
    const changes = world.sandbox.faults.hold("USER");
    const registering = world.call("keys.register", {});
    await changes.arrived;
    world.sandbox.faults.refuse("USER", 405);
    changes.release();
    expect(await registering).toMatchObject({
      value: {
        registered: false,
        findings: found("by_hand_unsupported", { status: 405 }),
        keys: { next: { offeredAt: null } },
      },
    });
    expect(events(world)).toEqual(["keys.prepared", "keys.offered", "keys.notTaken"]);
    expect(await world.must("keys.discard", {})).toMatchObject({ next: null });
    await saleAndRefund(world);
  });

  it("is kept with the old key when no response came, and becomes active when the service has it", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const publicKeyPem = await preparedKey(world);
    // The service applied the change; its response and the following poll are lost.
    const changes = world.sandbox.faults.hold("USER");
    const registering = world.call("keys.register", {});
    await changes.arrived;
    world.sandbox.faults.loseAnswerTo("USER");
    world.sandbox.faults.breakDown("MERCHANT", 503, 1);
    changes.release();
    expect(await registering).toMatchObject({
      value: { registered: false, findings: found("no_answer"), keys: { next: { offeredAt: expect.any(String) } } },
    });
    await world.restart();
    // The first request after the start discovers the active key.
    await world.asManager();
    await saleAndRefund(world);
    expect(await world.must("keys.get", {})).toMatchObject({ next: null, current: { publicKeyPem }, inUse: "current" });
    expect(events(world)).toEqual(["keys.prepared", "keys.offered", "keys.registered", "keys.activated"]);
  });

  it("is neither discarded nor replaced before the service has proven which key it has", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const publicKeyPem = await preparedKey(world);
    const changes = world.sandbox.faults.hold("USER");
    const registering = world.call("keys.register", {});
    await changes.arrived;
    world.sandbox.faults.loseRequest("USER");
    world.sandbox.faults.breakDown("MERCHANT", 503, 2);
    changes.release();
    await registering;
    for (const drop of [world.call("keys.discard", {}), world.call("keys.prepare", { kind: "make" })]) {
      expect(await drop).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    }
    expect((await world.must("keys.get", {})).next?.publicKeyPem).toBe(publicKeyPem);
    // The service accepts the old key and stores one key per user, so it does not have the new one.
    expect(await world.must("keys.discard", {})).toMatchObject({ next: null });
    await saleAndRefund(world);
  });

  it("can be registered again as the same key after a lost response", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const publicKeyPem = await preparedKey(world);
    world.sandbox.faults.loseRequest("USER");
    expect(await world.must("keys.register", {})).toMatchObject({ findings: [{ finding: "unreachable" }] });
    expect(await world.must("keys.register", {})).toMatchObject({ registered: true });
    expect(await publicKeyOf(world)).toBe(publicKeyPem);
  });
});

describe("a till whose key needs manual registration", () => {
  it("reports so when it signs in with a secret", async () => {
    await using world = await createTestTill({ scheme: "SECRET" });
    await world.asManager();
    await preparedKey(world);
    expect(await world.must("keys.get", {})).toMatchObject({ registers: "secret" });
    expect(await world.must("keys.user", {})).toMatchObject({ record: null, findings: found("by_hand_secret") });
    expect(await world.must("keys.register", {})).toMatchObject({
      registered: false,
      findings: found("by_hand_secret"),
      keys: { next: { offeredAt: null } },
    });
  });

  it("registers nothing for a secret, or when no key was prepared", async () => {
    await using world = await createTestTill();
    await world.asManager();
    expect(await world.call("keys.register", {})).toMatchObject({ error: { code: "illegal_state" } });
    await world.must("keys.prepare", { kind: "secret", value: "a-secret-of-the-portal" });
    expect(await world.call("keys.register", {})).toMatchObject({ error: { code: "illegal_state" } });
  });

  it("detects a key at the service that is not the till's", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const publicKeyPem = await preparedKey(world);
    await world.must("keys.activate", { force: true, reason: "early" });
    expect(await world.must("keys.user", {})).toMatchObject({ record: { key: "previous" } });
    registerAtService(world, { publicKeyPem });
    expect(await world.must("keys.user", {})).toMatchObject({ record: { key: "current" } });
    registerAtService(world, { publicKeyPem: throwawayKeyPair("somebody's").publicPem });
    expect(await world.must("keys.user", {})).toMatchObject({
      record: null,
      findings: found("by_hand_login", { status: 401 }),
    });
  });

  it("requires the owner", async () => {
    await using world = await createTestTill();
    for (const name of ["keys.register", "keys.user"] as const)
      expect(await world.call(name, {})).toMatchObject({ ok: false, error: { code: "not_allowed" } });
  });
});
