import { describe, expect, it } from "vitest";
import { recordIn } from "../../../../../main/configuration/keys/record.ts";
import { withoutReplaced } from "../../../../../main/configuration/settings/vault-changes.ts";
import { settingStore } from "../../../../../main/storage/database/settings.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import type { Vault } from "../../../../../main/storage/vault/vault.ts";
import { throwawayKeyPair } from "../../../../../sandbox/keys.ts";
import { TEST_EPOCH_MS } from "../../../../support/clock.ts";
import { createTestKeys, provisioning, type TestKeys } from "./test-keys.ts";

const DAY_MS = 86_400_000;
const first = throwawayKeyPair("first").publicPem;
const second = throwawayKeyPair("second");
const FORCED = { force: true, reason: "test" };

async function prepare(world: TestKeys, pem = second.privatePem) {
  const prepared = await world.keys.prepare({ kind: "import", pem });
  expect(prepared.ok).toBe(true);
}

/** A vault whose next `change` never returns. */
function failingVault() {
  const failing: { when: "before" | "after" | null } = { when: null };
  const throughVault = (vault: Vault): Vault => ({
    ...vault,
    get weak() {
      return vault.weak;
    },
    get consent() {
      return vault.consent;
    },
    change(changes) {
      if (failing.when === "before") throw new Error("the disk is full");
      vault.change(changes);
      if (failing.when === "after") throw new Error("the power went");
    },
  });
  return { failing, throughVault };
}

describe("an interrupted activation", () => {
  it("leaves everything unchanged before the vault was written", async () => {
    const { failing, throughVault } = failingVault();
    using world = createTestKeys({ throughVault });
    await prepare(world);
    failing.when = "before";
    expect(() => world.keys.activate(FORCED)).toThrow(/full/);
    expect(world.signsWith()).toBe(first);
    failing.when = null;
    world.crash();
    expect(world.signsWith()).toBe(first);
    expect(world.events()).toEqual(["keys.prepared"]);
    // Nothing is lost: the key can be activated now.
    expect(world.keys.activate(FORCED)).toMatchObject({ ok: true });
    expect(world.signsWith()).toBe(second.publicPem);
  });

  it.each(["RSA-SHA256", "SECRET"] as const)(
    "is completed by the next start when the vault was written but not the journal (from %s)",
    async (scheme) => {
      const { failing, throughVault } = failingVault();
      using world = createTestKeys({ throughVault, scheme });
      await prepare(world);
      failing.when = "after";
      expect(() => world.keys.activate(FORCED)).toThrow(/power/);
      // The database does not have the change yet.
      expect([world.scheme(), world.events()]).toEqual([scheme, ["keys.prepared"]]);
      failing.when = null;
      world.crash();
      expect(world.signsWith()).toBe(second.publicPem);
      expect(world.keys.get()).toMatchObject({ ok: true, value: { previous: { scheme }, next: null } });
      expect([world.scheme(), world.events()]).toEqual(["RSA-SHA256", ["keys.prepared", "keys.activated"]]);
      expect(createJournal(world.database).verify().ok).toBe(true);
      world.crash();
      expect(world.events()).toEqual(["keys.prepared", "keys.activated"]);
    },
  );

  it("is journaled once, with user and reason, at whichever start", async () => {
    const { failing, throughVault } = failingVault();
    using world = createTestKeys({ throughVault });
    await prepare(world);
    failing.when = "after";
    expect(() => world.keys.activate(FORCED)).toThrow();
    failing.when = null;
    await world.clock.advance(60_000);
    world.crash();
    const row = world.database
      .prepare<[], { actor: string; data: string }>("SELECT actor, data FROM journal WHERE event = 'keys.activated'")
      .get();
    expect(row?.actor).toBe("Owner");
    expect(JSON.parse(row?.data ?? "")).toMatchObject({ reason: "test", interrupted: "2026-03-02T10:00:00.000Z" });
  });

  it("leaves everything unchanged when the journal cannot be written", async () => {
    using world = createTestKeys();
    await prepare(world);
    world.database.exec(
      "CREATE TEMP TRIGGER full BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'no room for this'); END",
    );
    expect(() => world.keys.activate(FORCED)).toThrow(/no room/);
    expect(world.signsWith()).toBe(first);
    expect(world.vault.get("previousPrivateKey")).toBeNull();
    world.crash();
    expect(world.signsWith()).toBe(first);
  });

  it("is not undone by an older copy of the database", async () => {
    using world = createTestKeys({ scheme: "SECRET" });
    await prepare(world);
    world.keys.activate(FORCED);
    // The copy lacks the last change and its scheme.
    const settings = settingStore(world.database);
    settings.set("keysChange", "an earlier one");
    const kept = settings.get("settings") as { service: object };
    settings.set("settings", { ...kept, service: { ...kept.service, scheme: "SECRET" } });
    world.crash();
    expect([world.scheme(), world.signsWith()]).toEqual(["RSA-SHA256", second.publicPem]);
  });
});

describe("an overlap", () => {
  it("ends automatically after its time, and its key is removed from the vault", async () => {
    using world = createTestKeys();
    await prepare(world);
    world.keys.activate({ ...FORCED, overlapDays: 3 });
    world.accepts("current");
    await world.clock.advance(3 * DAY_MS - 1);
    expect(world.vault.get("previousPrivateKey")).not.toBeNull();
    await world.clock.advance(1);
    expect(world.vault.get("previousPrivateKey")).toBeNull();
    expect(world.events()).toEqual(["keys.prepared", "keys.activated", "keys.retired"]);
    expect(world.keys.get()).toMatchObject({ ok: true, value: { previous: null, overlapDays: 3 } });
  });

  it("that ended while the till was off ends with the first response to the new key", async () => {
    using world = createTestKeys();
    await prepare(world);
    world.keys.activate(FORCED);
    world.serviceAheadMs = 8 * DAY_MS;
    world.crash();
    await world.clock.advance(DAY_MS);
    expect(world.vault.get("previousPrivateKey")).not.toBeNull();
    world.accepts("current");
    expect(world.vault.get("previousPrivateKey")).toBeNull();
    expect(world.events().at(-1)).toBe("keys.retired");
  });

  it("follows the service's clock, whatever this machine's clock says", async () => {
    using world = createTestKeys();
    await prepare(world);
    world.keys.activate(FORCED);
    world.accepts("current");
    // A user sets the clock while the till runs, and the till restarts.
    world.clock.setBy(90 * DAY_MS);
    await world.clock.advance(2 * 3_600_000);
    world.crash();
    world.serviceAheadMs = null;
    world.accepts("current");
    await world.clock.advance(DAY_MS);
    world.serviceAheadMs = 0;
    world.accepts("current");
    await world.clock.advance(5 * DAY_MS);
    expect(world.vault.get("previousPrivateKey")).not.toBeNull();
    await world.clock.advance(DAY_MS);
    expect(world.vault.get("previousPrivateKey")).toBeNull();
  });

  it("starts by the service's clock, too", async () => {
    using world = createTestKeys();
    world.serviceAheadMs = 365 * DAY_MS;
    await prepare(world);
    world.keys.activate({ ...FORCED, overlapDays: 3 });
    world.accepts("current");
    await world.clock.advance(3 * DAY_MS - 1);
    expect(world.vault.get("previousPrivateKey")).not.toBeNull();
  });

  it.each([
    ["behind", 5],
    ["ahead", -5],
  ])("starts when the service's time is known, after activation with a clock five days %s", async (_way, days) => {
    using world = createTestKeys();
    world.serviceAheadMs = null;
    await prepare(world);
    world.keys.activate({ ...FORCED, overlapDays: 4 });
    world.accepts("previous");
    world.crash();
    world.serviceAheadMs = days * DAY_MS;
    world.accepts("current");
    const until = TEST_EPOCH_MS + world.clock.monotonic() + (days + 4) * DAY_MS;
    expect(world.keys.get()).toMatchObject({ value: { previous: { until: new Date(until).toISOString() } } });
    await world.clock.advance(DAY_MS);
    world.crash();
    world.accepts("current");
    await world.clock.advance(3 * DAY_MS - 1);
    expect(world.vault.get("previousPrivateKey")).not.toBeNull();
    await world.clock.advance(1);
    expect(world.vault.get("previousPrivateKey")).toBeNull();
  });

  it("never ends while the service accepts only the previous key, which stays in use", async () => {
    using world = createTestKeys();
    await prepare(world);
    world.keys.activate(FORCED);
    world.accepts("current");
    world.accepts("previous");
    expect(world.keys.retire()).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    world.clock.setBy(90 * DAY_MS);
    await world.clock.advance(30 * DAY_MS);
    world.crash();
    world.accepts("previous");
    await world.clock.advance(30 * DAY_MS);
    expect(world.vault.get("previousPrivateKey")).not.toBeNull();
    expect(world.keys.get()).toMatchObject({ ok: true, value: { inUse: "previous" } });
    world.accepts("current");
    expect(world.vault.get("previousPrivateKey")).toBeNull();
  });

  it("of a further key does not end by a response about the older key", async () => {
    using world = createTestKeys();
    await prepare(world);
    world.keys.activate({ ...FORCED, overlapDays: 1 });
    const stale = world.credentials.inForce().current;
    world.accepts("current");
    await prepare(world, throwawayKeyPair("third").privatePem);
    world.keys.activate({ ...FORCED, overlapDays: 1 });
    // A response that was in flight.
    world.credentials.accepted("current", stale);
    await world.clock.advance(2 * DAY_MS);
    expect(world.vault.get("previousPrivateKey")).not.toBeNull();
  });

  it("stays required across a restart, before any response, until the service answers", async () => {
    using world = createTestKeys();
    await prepare(world);
    world.keys.activate(FORCED);
    world.accepts("previous");
    world.crash();
    expect(world.keys.get()).toMatchObject({ ok: true, value: { inUse: "previous" } });
    expect(world.keys.retire()).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    world.accepts("previous");
    expect(world.events()).toEqual(["keys.prepared", "keys.activated", "keys.fellBack"]);
    // A third key keeps the working one, and not the one that never worked.
    const works = world.vault.get("previousPrivateKey");
    world.crash();
    await world.clock.advance(1000);
    await prepare(world, throwawayKeyPair("third").privatePem);
    world.keys.activate(FORCED);
    expect(world.vault.get("previousPrivateKey")).toBe(works);
    world.accepts("current");
    world.crash();
    expect(world.keys.get()).toMatchObject({ ok: true, value: { inUse: "current" } });
    expect(world.keys.retire().ok).toBe(true);
  });

  it("forgets the key in use once another key is active", async () => {
    using world = createTestKeys();
    await prepare(world);
    world.keys.activate(FORCED);
    world.accepts("previous");
    await prepare(world, throwawayKeyPair("third").privatePem);
    expect(world.keys.get()).toMatchObject({ ok: true, value: { inUse: "previous" } });
    world.keys.activate(FORCED);
    expect(world.keys.get()).toMatchObject({ ok: true, value: { inUse: "current" } });
    expect(world.credentials.previousUntil()).toBeNull();
  });

  it("that could not be ended is retried", async () => {
    const { failing, throughVault } = failingVault();
    using world = createTestKeys({ throughVault });
    await prepare(world);
    world.keys.activate(FORCED);
    world.accepts("current");
    failing.when = "before";
    await world.clock.advance(7 * DAY_MS);
    expect(world.vault.get("previousPrivateKey")).not.toBeNull();
    failing.when = null;
    await world.clock.advance(3_600_000);
    expect(world.vault.get("previousPrivateKey")).toBeNull();
  });

  it("is absent when no key overlaps, and then nothing waits", () => {
    using world = createTestKeys();
    expect(world.clock.sleepers).toBe(0);
  });
});

describe("provisioning and rotation", () => {
  it("replaces all rotated keys with newly provisioned ones", async () => {
    using world = createTestKeys();
    await prepare(world);
    world.keys.activate(FORCED);
    await world.keys.prepare({ kind: "secret", value: "prepared-and-forgotten" });
    world.crash({ provisioned: provisioning({ key: "third" }) });
    expect(world.signsWith()).toBe(throwawayKeyPair("third").publicPem);
    expect(world.keys.get()).toMatchObject({ ok: true, value: { next: null, previous: null } });
    expect([world.vault.get("previousPrivateKey"), world.vault.get("nextSecret")]).toEqual([null, null]);
    expect(world.events().at(-1)).toBe("keys.superseded");
    world.crash();
    expect(world.events().filter((event) => event === "keys.superseded")).toHaveLength(1);
  });

  it("signs with the newly provisioned scheme", async () => {
    using world = createTestKeys();
    await prepare(world);
    world.keys.activate(FORCED);
    world.crash({ provisioned: provisioning({ secret: "provisioned-later" }) });
    expect([world.scheme(), world.signsWith()]).toEqual(["SECRET", "provisioned-later"]);
  });

  it("does not restore a replaced key from the old file", async () => {
    using world = createTestKeys({ scheme: "SECRET" });
    await prepare(world);
    world.keys.activate(FORCED);
    const file = provisioning({ secret: "the-first-secret" });
    const left = withoutReplaced(world.vault, file, null);
    expect(left?.settings.service.scheme).toBe("RSA-SHA256");
    expect(left?.secrets).not.toHaveProperty("secret");
    expect(left?.secrets).toHaveProperty("testbedToken");
    world.crash({ provisioned: left ?? file });
    expect([world.scheme(), world.signsWith()]).toEqual(["RSA-SHA256", second.publicPem]);
  });

  it("keeps the provisioned key when nothing was rotated, or when it differs", async () => {
    using world = createTestKeys();
    expect(withoutReplaced(world.vault, provisioning({ key: "first" }), null)).toBeNull();
    await prepare(world);
    world.keys.activate(FORCED);
    expect(withoutReplaced(world.vault, provisioning({ key: "third" }), null)).toBeNull();
    expect(withoutReplaced(world.vault, provisioning({ key: "second" }), null)).toBeNull();
    expect(withoutReplaced(world.vault, provisioning({ key: "first" }), null)).not.toBeNull();
    // Rotated back: the key is active again, and no longer replaced.
    await prepare(world, throwawayKeyPair("first").privatePem);
    world.keys.activate(FORCED);
    expect(withoutReplaced(world.vault, provisioning({ key: "first" }), null)).toBeNull();
  });
});

describe("preparing a key", () => {
  it("is refused for a demo, whose sandbox would not know the key", async () => {
    using world = createTestKeys({ demo: true });
    expect(await world.keys.prepare({ kind: "make" })).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    expect(world.keys.get()).toMatchObject({ ok: true, value: { rotatable: false } });
  });

  it("is refused for a secret when an integrator has to sign", async () => {
    using world = createTestKeys({ service: { integrator: "i", user: null } });
    expect(await world.keys.prepare({ kind: "secret", value: "a-new-secret" })).toMatchObject({
      ok: false,
      error: { code: "invalid_input", details: { fields: [{ field: "kind" }] } },
    });
    expect((await world.keys.prepare({ kind: "make" })).ok).toBe(true);
  });

  it("replaces the previously prepared key and its test", async () => {
    using world = createTestKeys();
    await prepare(world);
    expect((await world.keys.prepare({ kind: "secret", value: "a-new-secret" })).ok).toBe(true);
    expect([world.vault.get("nextPrivateKey"), world.vault.get("nextSecret")]).toEqual([null, "a-new-secret"]);
    expect(recordIn(world.vault)?.next).toMatchObject({ scheme: "SECRET", testedAt: null });
  });

  it("invalidates a running test", async () => {
    using world = createTestKeys();
    await prepare(world);
    await world.clock.advance(1000);
    const testing = world.keys.test();
    await prepare(world, throwawayKeyPair("third").privatePem);
    expect(await testing).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(world.events()).toEqual(["keys.prepared", "keys.prepared"]);
    expect(recordIn(world.vault)?.next?.testedAt).toBeNull();
  });

  it("reports an unreachable service, and not a refusal", async () => {
    using world = createTestKeys();
    await prepare(world);
    expect(await world.keys.test()).toMatchObject({
      ok: true,
      value: {
        passed: false,
        findings: [{ outcome: "failed", finding: "unreachable" }],
        keys: { next: { testedAt: null } },
      },
    });
    expect(world.events()).toEqual(["keys.prepared", "keys.tested"]);
  });
});
