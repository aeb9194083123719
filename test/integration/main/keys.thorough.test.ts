/** A key or secret is replaced while the till works: nothing fails, nothing happens twice, everything is journalled. */
import { describe, expect, it } from "vitest";
import type { CommandName } from "../../../contract/bridge/commands.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { throwawayKeyPair } from "../../../sandbox/keys.ts";
import { createTestTill } from "../../support/test-till.ts";
import {
  chainHolds,
  journalEvents,
  preparedKey,
  publicKeyOf,
  registerAtService,
  saleAndRefund,
} from "./key-rotation.ts";

const DAY_MS = 86_400_000;
const SECRET = "a-secret-of-the-portal-0123456789";

/** A till whose clock is off by a configurable amount, and a service with a correct clock. */
function wrongClock(wrong: { byMs: number }) {
  return { clock: { ...systemClock, now: () => Date.now() + wrong.byMs }, sandbox: { now: Date.now } };
}

describe("a key rotation", () => {
  it("generates and tests a key, and the till signs with it, also after a restart", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const before = await world.must("keys.get", {});
    expect(before).toMatchObject({ scheme: "RSA-SHA256", current: { since: null }, next: null, previous: null });
    const publicKeyPem = await preparedKey(world);
    expect(publicKeyPem).toContain("BEGIN PUBLIC KEY");
    // Nothing becomes active before the service accepted it.
    expect(await world.must("keys.test", {})).toMatchObject({
      passed: false,
      findings: [{ outcome: "failed", finding: "refused", values: { status: 401 } }],
    });
    expect(await world.call("keys.activate", {})).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    registerAtService(world, { publicKeyPem });
    expect(await world.must("keys.test", {})).toMatchObject({
      passed: true,
      keys: { next: { testedAt: expect.any(String) } },
    });
    const after = await world.must("keys.activate", {});
    expect(after).toMatchObject({
      next: null,
      inUse: "current",
      previous: { fingerprint: before.current.fingerprint },
    });
    expect(after.current.publicKeyPem).toBe(publicKeyPem);
    expect(Date.parse(after.previous?.until ?? "") - Date.parse(after.current.since ?? "")).toBe(7 * DAY_MS);
    await saleAndRefund(world);
    await world.restart();
    await world.asManager();
    expect(await world.must("keys.get", {})).toEqual(after);
    await saleAndRefund(world);
    const events = journalEvents(world, "keys.");
    expect(events.map(({ event }) => event)).toEqual(["keys.prepared", "keys.tested", "keys.tested", "keys.activated"]);
    expect(events.at(-1)).toMatchObject({
      actor: "Owner",
      data: {
        ...{ from: "RSA-SHA256", to: "RSA-SHA256", tested: true, overlapDays: 7, reason: null },
        ...{ fromFingerprint: before.current.fingerprint, toFingerprint: after.current.fingerprint },
      },
    });
    expect(chainHolds(world)).toBe(true);
  });

  it("forced before the portal knows the key uses the previous key, reports so once, and stops reporting", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const publicKeyPem = await preparedKey(world);
    expect(await world.call("keys.activate", { force: true })).toMatchObject({
      ok: false,
      error: { code: "invalid_input", details: { fields: [{ field: "reason" }] } },
    });
    await world.must("keys.activate", { force: true, reason: "the portal is slow", overlapDays: 2 });
    await saleAndRefund(world);
    const between = await world.must("keys.get", {});
    expect(between).toMatchObject({ inUse: "previous", overlapDays: 2 });
    expect((await world.must("terminal.get", {})).connectivity).toBe("online");
    // The last working key cannot be retired.
    expect(await world.call("keys.retire", {})).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    registerAtService(world, { publicKeyPem });
    await saleAndRefund(world);
    expect((await world.must("keys.get", {})).inUse).toBe("current");
    await world.must("keys.retire", {});
    expect((await world.must("keys.get", {})).previous).toBeNull();
    expect(world.vault.get("previousPrivateKey")).toBeNull();
    await saleAndRefund(world);
    expect(journalEvents(world, "keys.").map(({ event }) => event)).toEqual([
      ...["keys.prepared", "keys.activated", "keys.fellBack", "keys.accepted", "keys.retired"],
    ]);
    expect(journalEvents(world, "keys.activated")[0]?.data).toMatchObject({
      tested: false,
      reason: "the portal is slow",
    });
  });

  it("forced too early keeps the previous key, which the service still accepts, whatever the local clock shows", async () => {
    const wrong = { byMs: 0 };
    await using world = await createTestTill(wrongClock(wrong));
    await world.asManager();
    const publicKeyPem = await preparedKey(world);
    await world.must("keys.activate", { force: true, reason: "the portal is slow", overlapDays: 14 });
    await world.pay("SALE", 2_500);
    for (const days of [15, 90, 0]) {
      await world.restart(() => {
        wrong.byMs = days * DAY_MS;
      });
      await world.pay("SALE", 2_500);
      expect(world.vault.get("previousPrivateKey")).not.toBeNull();
      expect(world.till.terminal()).toMatchObject({ connectivity: "online", previousKeyUntil: expect.any(String) });
    }
    expect(journalEvents(world, "keys.retired")).toEqual([]);
    // Fifteen days later for the service, too: the previous key ends when three responses to the new one agree on that
    // time.
    await world.asManager();
    registerAtService(world, { publicKeyPem });
    await world.pay("SALE", 2_500);
    expect(world.vault.get("previousPrivateKey")).not.toBeNull();
    await world.sandbox.clock.advance(15 * DAY_MS);
    await world.restart();
    await world.pay("SALE", 2_500);
    await world.pay("SALE", 2_500);
    await expect.poll(() => world.vault.get("previousPrivateKey") === null).toBe(true);
  });

  it.each([
    ["key", "make"],
    // A service checks no time in a request with a secret: it accepts the first secret.
    ["secret", "secret"],
  ] as const)(
    "keeps the previous key when this machine's clock is 15 days ahead and the service accepts the new %s",
    async (_what, kind) => {
      const wrong = { byMs: 0 };
      await using world = await createTestTill(wrongClock(wrong));
      await world.asManager();
      if (kind === "make") registerAtService(world, { publicKeyPem: await preparedKey(world) });
      else {
        await world.must("keys.prepare", { kind, value: SECRET });
        registerAtService(world, { secret: SECRET });
      }
      await world.must("keys.activate", { force: true, reason: "at once", overlapDays: 14 });
      await world.restart(() => {
        wrong.byMs = 15 * DAY_MS;
      });
      await world.pay("SALE", 2_500);
      expect(world.vault.get("previousPrivateKey")).not.toBeNull();
      expect(world.till.terminal().previousKeyUntil).toBeNull();
      expect(journalEvents(world, "keys.retired")).toEqual([]);
    },
  );

  it("refunds once, however often a key is refused during the rotation", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const { posTid, tid } = await world.pay("SALE", 10_000);
    await preparedKey(world);
    await world.must("keys.activate", { force: true, reason: "at once" });
    await world.must("payment.refund", { posTid, amount: 4000, reason: "returned" });
    await world.waitForPayment(posTid, ({ refundedTotal }) => refundedTotal === 4000);
    expect(world.sandbox.refunds(tid ?? "")).toHaveLength(1);
  });

  it("repeated while the service knows only the previous key keeps it, and drops the key that was never known", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const known = await publicKeyOf(world);
    for (const reason of ["first", "second"]) {
      await preparedKey(world);
      await world.must("keys.activate", { force: true, reason });
      await saleAndRefund(world);
      expect(await world.must("keys.get", {})).toMatchObject({
        inUse: "previous",
        previous: { publicKeyPem: known },
      });
    }
  });

  it("during sales loses nothing", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const publicKeyPem = await preparedKey(world);
    const sales = Array.from({ length: 8 }, () => world.pay("SALE", 2_500));
    await world.must("keys.activate", { force: true, reason: "now" });
    registerAtService(world, { publicKeyPem });
    const paid = [...(await Promise.all(sales)), await world.pay("SALE", 2_500)];
    expect(paid.map(({ phase }) => phase)).toEqual(Array(9).fill("captured"));
    expect(world.sandbox.payments()).toHaveLength(9);
  });

  it("can be cancelled, which erases the prepared key", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const before = await world.must("keys.get", {});
    await preparedKey(world);
    expect(world.vault.get("nextPrivateKey")).toContain("PRIVATE KEY");
    expect(await world.must("keys.discard", {})).toEqual(before);
    expect(world.vault.get("nextPrivateKey")).toBeNull();
    for (const name of ["keys.discard", "keys.test", "keys.activate", "keys.retire"] as const) {
      expect(await world.call(name, {})).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    }
  });

  it("accepts a key of the owner's in any form, and rejects anything else", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const { privatePem, publicPem } = throwawayKeyPair("imported");
    expect((await world.must("keys.prepare", { kind: "import", pem: `a comment\n${privatePem}` })).next).toMatchObject({
      publicKeyPem: publicPem,
      scheme: "RSA-SHA256",
    });
    const inForce = world.vault.get("privateKey") ?? "";
    for (const pem of ["nonsense", publicPem, inForce]) {
      const answer = await world.call("keys.prepare", { kind: "import", pem });
      expect(answer).toMatchObject({
        ok: false,
        error: { code: "invalid_input", details: { fields: [{ field: "pem" }] } },
      });
      expect(JSON.stringify(answer)).not.toContain(inForce.split("\n")[1]);
    }
    expect((await world.must("keys.get", {})).next?.publicKeyPem).toBe(publicPem);
  });

  it("requires the owner", async () => {
    await using world = await createTestTill();
    const commands: [CommandName, object][] = [
      ["keys.get", {}],
      ["keys.prepare", { kind: "make" }],
      ["keys.test", {}],
      ["keys.activate", {}],
      ["keys.discard", {}],
      ["keys.retire", {}],
      ["vault.get", {}],
    ];
    for (const [name, input] of commands) {
      expect(await world.call(name, input as never)).toMatchObject({ ok: false, error: { code: "not_allowed" } });
    }
  });
});

describe("a rotation from a secret to a key and back", () => {
  it("changes the sign-in method and the rights in one step", async () => {
    await using world = await createTestTill({ scheme: "SECRET" });
    await world.asManager();
    const secret = world.vault.get("secret") ?? "";
    const paid = await world.pay("SALE", 10_000);
    expect(await world.call("payment.refund", { posTid: paid.posTid, reason: "no key" })).toMatchObject({
      ok: false,
      error: { code: "not_allowed" },
    });
    const publicKeyPem = await preparedKey(world);
    registerAtService(world, { publicKeyPem, secret });
    await world.must("keys.test", {});
    expect(await world.must("keys.activate", {})).toMatchObject({
      scheme: "RSA-SHA256",
      previous: { scheme: "SECRET", fingerprint: null, publicKeyPem: null },
    });
    expect([world.vault.get("secret"), world.vault.get("previousSecret")]).toEqual([null, secret]);
    await saleAndRefund(world);
    await world.restart();
    await world.asManager();
    await saleAndRefund(world);
    await world.must("keys.prepare", { kind: "secret", value: SECRET });
    registerAtService(world, { publicKeyPem, secret: SECRET });
    expect(await world.must("keys.test", {})).toMatchObject({
      passed: true,
      findings: [{ finding: "accepted" }, { outcome: "warning", finding: "refunds_need_key" }],
    });
    expect(await world.must("keys.activate", {})).toMatchObject({ scheme: "SECRET", current: { fingerprint: null } });
    const { posTid } = await world.pay("SALE", 10_000);
    expect(await world.call("payment.refund", { posTid, reason: "no key" })).toMatchObject({
      ok: false,
      error: { code: "not_allowed" },
    });
    await world.restart();
    await world.pay("SALE", 10_000);
  });
});
