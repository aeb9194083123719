/** Accepted settings of head office across restarts, wrong clocks and upgrades, and the rate of journaled refusals. */
import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { configurationTextToSign, type SignedConfiguration } from "../../../../../contract/head-office/centre.ts";
import { type CentreContext, centreModule } from "../../../../../main/configuration/centre/module.ts";
import { newestStore } from "../../../../../main/configuration/centre/newest.ts";
import { settingStore } from "../../../../../main/storage/database/settings.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { createManualClock, TEST_EPOCH_MS } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { temporaryVault } from "../../../../support/vault.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const PEM = publicKey.export({ type: "spki", format: "pem" }).toString();
const replacement = generateKeyPairSync("ed25519");
const REPLACEMENT_PEM = replacement.publicKey.export({ type: "spki", format: "pem" }).toString();
const LOOK_MS = 61_000;
const DAY_MS = 24 * 60 * 60 * 1000;

function signed(
  to: string,
  version: number,
  language: string,
  issuedAt: number | null = null,
  key = privateKey,
): SignedConfiguration {
  const issued = issuedAt === null ? {} : { issuedAt: new Date(issuedAt).toISOString() };
  const text = JSON.stringify({ version, for: to, ...issued, settings: { language } });
  return { text, signature: sign(null, Buffer.from(configurationTextToSign(text)), key).toString("base64") };
}

function till(ownShop: string | null) {
  const cleanup = new DisposableStack();
  const { database } = cleanup.use(temporaryDatabase());
  const { vault } = cleanup.use(temporaryVault());
  const settings = settingStore(database);
  const has = { language: "nb" };
  let came: readonly SignedConfiguration[] = [];
  const start = (startMs: number, shop: string | null, pem = PEM) => {
    const clock = createManualClock(startMs);
    const centre = centreModule({
      clock,
      database,
      journal: createJournal(database),
      log: readableLog().log,
      signals: { on() {} },
      staff: { role: () => null },
      settings: { centre: { publicKey: pem, url: null, shop }, ledger: { till: "k-1" }, pos: { id: "k-1" } },
      parts: {
        language: {
          get: () => has.language,
          set: async (value: string) => void Object.assign(has, { language: value }),
        },
      },
      pull: async () => came,
      vault,
      openSales: () => 0,
      condition: () => ({ outOfService: [], toSend: 0, parked: 0 }),
    } as unknown as CentreContext);
    return { clock, centre };
  };
  let running = start(TEST_EPOCH_MS, ownShop);
  return {
    has,
    vault,
    health: () => running.centre.health(),
    /** These configurations are returned by each check, and the till checks. */
    async comes(...configurations: SignedConfiguration[]) {
      came = configurations;
      await running.clock.advance(LOOK_MS);
    },
    pass: (ms: number) => running.clock.advance(ms),
    async restart(startMs = running.clock.now(), shop = ownShop, pem = PEM) {
      await running.centre.close();
      running = start(startMs, shop, pem);
    },
    /** Writes into the database as another program could. */
    keep(accepted: Record<string, SignedConfiguration & { version: number }>) {
      settings.set("centre", { accepted, inForce: null, trying: null, refused: null });
    },
    refusals: () =>
      database
        .prepare("SELECT data FROM journal WHERE event = 'centre.refused' ORDER BY sequence")
        .pluck()
        .all()
        .map((data) => JSON.parse(String(data)).problem),
    async [Symbol.asyncDispose]() {
      await running.centre.close();
      cleanup.dispose();
    },
  };
}

describe("settings that a till has accepted", () => {
  it("stay at a start with a slow clock: those for all tills do not replace them", async () => {
    await using world = till("Vika");
    const all = signed("all", 1, "da", TEST_EPOCH_MS);
    await world.comes(all, signed("till:k-1", 1, "sv", TEST_EPOCH_MS));
    expect(world.has.language).toBe("sv");
    await world.restart(TEST_EPOCH_MS - 30 * DAY_MS);
    await world.comes(all);
    expect(world.has.language).toBe("sv");
    expect(world.health().versions).toEqual(["all 1", "till:k-1 1"]);
  });

  it("stay when an older program removed a shop's settings, and are reported until the shop is provisioned", async () => {
    await using world = till(null);
    const [all, shop] = [signed("all", 1, "da"), signed("shop:Vika", 1, "sv")];
    world.keep({ all: { ...all, version: 1 }, "shop:Vika": { ...shop, version: 1 } });
    for (const _start of ["the upgrade", "the next start"]) {
      await world.restart();
      await world.comes(all);
      expect(world.has.language).toBe("sv");
      expect(world.health()).toMatchObject({ versions: ["all 1", "shop:Vika 1"] });
    }
    await world.pass(LOOK_MS);
    expect(world.health()).toMatchObject({ state: "refused", detail: "shop_not_provisioned" });
    await world.comes(all, signed("shop:Vika", 2, "de"));
    expect(world.has.language).toBe("sv");
    await world.restart(undefined, "Frogner");
    await world.comes(all);
    expect(world.has.language).toBe("da");
  });

  it("are verified by the digests in the vault, not by the database", async () => {
    await using world = till(null);
    const all = signed("all", 2, "da");
    await world.comes(all);
    const kept = { ...all, version: 2 };
    for (const planted of [signed("shop:Vika", 1, "sv"), signed("all", 1, "sv"), signed("till:k-2", 1, "sv")]) {
      world.keep({ all: kept, "till:k-1": { ...planted, version: 1 }, "shop:Vika": { ...planted, version: 1 } });
      await world.restart();
      await world.comes(all);
      expect(world.has.language).toBe("da");
      expect(world.health().versions).toEqual(["all 2"]);
    }
  });

  it("are not replaced by broader settings when an older database has lost them", async () => {
    await using world = till("Vika");
    const [all, own] = [signed("all", 1, "da"), signed("till:k-1", 1, "sv")];
    await world.comes(all, own);
    world.keep({});
    await world.restart();
    await world.comes(all);
    expect(world.has.language).toBe("sv");
    expect(world.health()).toMatchObject({ state: "unreached", detail: "till:k-1 1" });
    await world.comes(all, own);
    expect(world.health().state).toBe("current");
  });

  it("are protected from the first start, so that nothing can be planted earlier", async () => {
    await using world = till(null);
    await world.comes();
    expect(newestStore(world.vault, PEM).get()).toEqual({});
  });
});

describe("a till that is provisioned with another key of head office", () => {
  const stolen = signed("till:k-1", Number.MAX_SAFE_INTEGER, "sv", TEST_EPOCH_MS + DAY_MS);
  const newSigned = (to: string, version: number, language: string) =>
    signed(to, version, language, TEST_EPOCH_MS, replacement.privateKey);

  it("accepts that key's settings from their first version, and drops those of the withdrawn key", async () => {
    await using world = till(null);
    await world.comes(stolen);
    expect(world.has.language).toBe("sv");
    await world.restart(undefined, null, REPLACEMENT_PEM);
    await world.comes(newSigned("all", 1, "da"), stolen);
    expect(world.has.language).toBe("da");
    expect(world.health().versions).toEqual(["all 1"]);
    await world.comes(newSigned("till:k-1", 1, "de"));
    expect(world.has.language).toBe("de");
    expect(world.health()).toMatchObject({ state: "current", versions: ["all 1", "till:k-1 1"] });
  });

  it("still refuses older versions under the previous key when that key is provisioned again", async () => {
    await using world = till(null);
    await world.comes(signed("all", 5, "sv"));
    await world.restart(undefined, null, REPLACEMENT_PEM);
    await world.comes(newSigned("all", 1, "da"));
    await world.restart();
    await world.comes(signed("all", 4, "fi"));
    expect(world.has.language).toBe("da");
    expect(world.health()).toMatchObject({ state: "refused", detail: "older_version" });
  });
});

describe("a refusal", () => {
  it("is journaled once a day, also when other refusals come in between", async () => {
    await using world = till("Vika");
    const current = signed("all", 5, "da");
    await world.comes(current);
    for (let time = 0; time < 5; time += 1) {
      await world.comes(signed("all", 3, "sv"));
      await world.comes(signed("shop:Frogner", 1, "sv"));
      await world.comes(current);
    }
    expect(world.refusals()).toEqual(["older_version", "other_shop"]);
    await world.pass(DAY_MS);
    await world.comes(signed("all", 3, "sv"));
    expect(world.refusals()).toEqual(["older_version", "other_shop", "older_version"]);
  });
});
