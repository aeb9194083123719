/** Replacing one service's secrets by another's: the till is always entirely old or entirely new. */
import { describe, expect, it } from "vitest";
import { catchUp } from "../../../../../main/configuration/keys/commit.ts";
import { isVaultAhead } from "../../../../../main/configuration/settings/provisioning-record.ts";
import { storeProvisioning } from "../../../../../main/configuration/settings/stored-settings.ts";
import { storedSettings } from "../../../../../main/storage/database/settings.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import type { SecretName, Vault } from "../../../../../main/storage/vault/vault.ts";
import { throwawayKeyPair } from "../../../../../sandbox/keys.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { testVault } from "../../../../support/vault.ts";
import { createTestKeys, provisioning } from "../keys/test-keys.ts";

const B = { baseUrl: "http://127.0.0.1:19" };
const atA = provisioning({ secret: "secret-of-service-a" });
const atB = provisioning({ secret: "secret-of-service-b" }, { service: B });

/** A folder provisioned for A, with a vault that may fail like a power cut. */
function place(cut: (vault: Vault) => Vault) {
  const made = temporaryDatabase();
  const { database, folder } = made;
  const journal = createJournal(database);
  const store = { database, journal, now: 1 };
  storeProvisioning({ ...store, vault: testVault(folder) }, atA);
  const vault = cut(testVault(folder));
  const clock = createManualClock();
  return {
    move: () => storeProvisioning({ ...store, vault }, atB),
    /** Restarts from the files on disk. */
    found() {
      const kept = testVault(folder);
      const wasAhead = isVaultAhead({ database, vault: kept });
      catchUp({ database, vault: kept, clock });
      return {
        wasAhead,
        baseUrl: storedSettings(database)?.service.baseUrl,
        secret: kept.get("secret"),
        events: database.prepare("SELECT event FROM journal ORDER BY sequence").pluck().all(),
      };
    },
    [Symbol.dispose]: () => made[Symbol.dispose](),
  };
}

const power = (): never => {
  throw new Error("the power is gone");
};

describe("a till that moves to another service", () => {
  it("keeps all old settings and secrets when power fails before the vault is written", () => {
    using data = place((vault) => ({ ...vault, get: vault.get, use: vault.use, change: power }));
    expect(data.move).toThrow("the power is gone");
    expect(data.found()).toEqual({
      wasAhead: false,
      baseUrl: "http://127.0.0.1:9",
      secret: "secret-of-service-a",
      events: ["settings.provisioned"],
    });
  });

  it("has all new settings and secrets when power fails after the vault was written", () => {
    using data = place((vault) => ({
      ...vault,
      change(changes) {
        vault.change(changes);
        power();
      },
    }));
    expect(data.move).toThrow("the power is gone");
    expect(data.found()).toEqual({
      wasAhead: true,
      baseUrl: "http://127.0.0.1:19",
      secret: "secret-of-service-b",
      events: ["settings.provisioned", "settings.provisioned"],
    });
    expect(data.found().wasAhead).toBe(false);
  });

  it("never falls back to a previous key there, not even when the same key is set again", async () => {
    using world = createTestKeys();
    await world.keys.prepare({ kind: "import", pem: throwawayKeyPair("second").privatePem });
    world.keys.activate({ overlapDays: 7, force: true, reason: "at once" });
    world.vault.change({ refundKey: "sealed", secret: "left-from-before" });
    expect(world.vault.get("previousPrivateKey")).not.toBeNull();
    world.crash({ provisioned: provisioning({ key: "second" }, { service: B }) });
    const gone = ["previousPrivateKey", "nextPrivateKey", "secret", "refundKey"] as const satisfies SecretName[];
    expect(gone.map((name) => world.vault.get(name))).toEqual([null, null, null, null]);
    expect(world.keys.get()).toMatchObject({ value: { previous: null, next: null } });
    expect(world.events()).toContain("keys.superseded");
  });

  it("keeps its prepared keys while it stays at the same service", async () => {
    using world = createTestKeys();
    await world.keys.prepare({ kind: "import", pem: throwawayKeyPair("second").privatePem });
    world.vault.put("refundKey", "sealed");
    world.crash({ provisioned: { ...provisioning({ key: "first" }), managerPin: null } });
    expect(world.vault.get("nextPrivateKey")).not.toBeNull();
    expect(world.vault.get("refundKey")).toBe("sealed");
  });
});
