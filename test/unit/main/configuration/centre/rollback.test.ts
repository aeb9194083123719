/** Head office's settings after a rollback: only its earlier settings remain. */
import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  type CentreSettings,
  configurationTextToSign,
  type SignedConfiguration,
} from "../../../../../contract/head-office/centre.ts";
import { type CentreContext, centreModule } from "../../../../../main/configuration/centre/module.ts";
import { WATCH_MS } from "../../../../../main/configuration/centre/watch.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { temporaryVault } from "../../../../support/vault.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const PEM = publicKey.export({ type: "spki", format: "pem" }).toString();
const MANAGER = { id: "manager", name: null, rights: ["sale" as const], refundLimit: 777 };
const LOOK_MS = 61_000;

function till() {
  const cleanup = new DisposableStack();
  const { database } = cleanup.use(temporaryDatabase());
  const clock = createManualClock();
  const has: CentreSettings = { roles: [{ ...MANAGER, refundLimit: null }], language: "nb" };
  let came: SignedConfiguration[] = [];
  const condition = { outOfService: [], toSend: 0, parked: 0 };
  const part = (name: "roles" | "language") => ({
    get: () => has[name],
    set: async (value: never) => void Object.assign(has, { [name]: value }),
  });
  const centre = centreModule({
    clock,
    database,
    journal: createJournal(database),
    log: readableLog().log,
    signals: { on() {} },
    staff: { role: () => null },
    settings: { centre: { publicKey: PEM, url: null }, ledger: { till: "k-1" }, pos: { id: "k-1" } },
    parts: { roles: part("roles"), language: part("language") },
    pull: async () => came,
    vault: cleanup.use(temporaryVault()).vault,
    openSales: () => 0,
    condition: () => ({ ...condition }),
  } as unknown as CentreContext);
  return {
    centre,
    has,
    condition,
    /** Head office's next version is published, and the till checks. */
    async comes(version: number, settings: CentreSettings) {
      const text = JSON.stringify({ version, for: "all", settings });
      came = [
        { text, signature: sign(null, Buffer.from(configurationTextToSign(text)), privateKey).toString("base64") },
      ];
      await clock.advance(LOOK_MS);
    },
    pass: (ms: number) => clock.advance(ms),
    parts() {
      const got = centre.commands["centre.get"]({} as never) as { value: { settings: object[] } };
      return got.value.settings;
    },
    async [Symbol.asyncDispose]() {
      await centre.close();
      cleanup.dispose();
    },
  };
}

describe("rolled-back settings of head office", () => {
  it("leave head office's earlier settings active and shown", async () => {
    await using world = till();
    await world.comes(1, { roles: [MANAGER] });
    await world.pass(WATCH_MS + LOOK_MS);
    const before = world.parts();
    expect(before).toMatchObject([{ part: "roles", version: 1, isChanged: false }]);
    await world.comes(2, { roles: [{ ...MANAGER, refundLimit: 1 }], language: "sv" });
    expect(world.has).toMatchObject({ roles: [{ refundLimit: 1 }], language: "sv" });
    world.condition.parked = 1;
    await world.pass(LOOK_MS);
    expect(world.has).toEqual({ roles: [MANAGER], language: "nb" });
    // The till chose the language itself before.
    expect(world.parts()).toEqual(before);
    expect(world.centre.health()).toMatchObject({
      state: "rolled_back",
      parts: ["roles"],
      refundLimits: [{ role: "manager", limit: 777 }],
    });
  });

  it("restore the settings from before all unconfirmed changes", async () => {
    await using world = till();
    await world.comes(1, { roles: [MANAGER] });
    await world.pass(WATCH_MS + LOOK_MS);
    const before = world.parts();
    await world.comes(2, { roles: [{ ...MANAGER, refundLimit: 2 }] });
    await world.comes(3, { roles: [{ ...MANAGER, refundLimit: 3 }], language: "sv" });
    expect(world.parts()).toMatchObject([{ version: 3 }, { version: 3 }]);
    world.condition.parked = 1;
    await world.pass(LOOK_MS);
    expect(world.has).toEqual({ roles: [MANAGER], language: "nb" });
    expect(world.parts()).toEqual(before);
  });
});
