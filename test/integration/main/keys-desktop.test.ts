/** A complete till over a desktop vault: with a keychain, without one, and after the owner's acceptance. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { WEAK_VAULT_SENTENCES } from "../../../contract/configuration/keys.ts";
import { composeTill } from "../../../main/app/start.ts";
import { createEventStream } from "../../../main/bridge/events.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { openDesktopVault } from "../../../main/storage/vault/desktop-vault.ts";
import type { OpenVault } from "../../../main/storage/vault/vault.ts";
import { readConsent } from "../../../main/storage/vault/weak-vault.ts";
import { startSandbox } from "../../../sandbox/service.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { type FakeKeychain, fakeKeychain } from "../../support/keychain.ts";
import { MANAGER_PIN } from "../../support/test-till.ts";

async function place() {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(temporaryFolder());
  const sandbox = cleanup.use(await startSandbox({ dataDir: null }));
  const { baseUrl, merchant, user, privateKeyPem, callbackPublicKeyPem } = sandbox.provision();
  writeFileSync(join(folder.path, "key.pem"), privateKeyPem ?? "");
  writeFileSync(join(folder.path, "service.pem"), callbackPublicKeyPem);
  const config = join(folder.path, "till.json");
  const provisioning = {
    service: { baseUrl, merchant, user, auth: { scheme: "RSA-SHA256", privateKeyFile: "key.pem" } },
    pos: { id: "counter-1", name: "Counter 1", type: "store" },
    ...{ currency: "NOK", staff: { managerPin: MANAGER_PIN } },
  };
  writeFileSync(config, JSON.stringify(provisioning));
  const resources = cleanup.move();
  const data = join(folder.path, "data");
  return {
    data,
    config,
    start: (keychain: FakeKeychain, configFile: string | null) => start(data, keychain, configFile),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function start(data: string, keychain: FakeKeychain, configFile: string | null) {
  const stop = new AbortController();
  const openVault: OpenVault = (folder, { passphrase, consent }) =>
    openDesktopVault(folder, { keychain, passphrase, platform: "linux", consent: readConsent(folder) ?? consent });
  const { till } = await composeTill(
    { shell: "none", dataDir: data, configFile, port: null, kiosk: false, demo: false },
    {
      ...{ clock: systemClock, log: pino({ level: "silent" }), stop: stop.signal, openVault },
      events: createEventStream({ keep: 10, onListenerError: () => undefined }),
      restart: () => undefined,
    },
  );
  return { handlers: till.handlers, [Symbol.asyncDispose]: () => till.close() };
}

describe("a desktop till", () => {
  it("stores its provisioning in the keychain and starts again from it", async () => {
    await using shop = await place();
    const keychain = fakeKeychain();
    for (const config of [shop.config, null]) {
      await using till = await shop.start(keychain, config);
      expect(await till.handlers["vault.get"]({})).toMatchObject({
        value: { backend: "gnome_libsecret", weak: false },
      });
    }
    expect(readdirSync(shop.data)).toContain("vault.keychain.json");
    expect(readdirSync(shop.data)).not.toContain("vault.json");
  });

  it("refuses to start, and explains why, when its keychain is another one", async () => {
    await using shop = await place();
    const keychain = fakeKeychain();
    await (await shop.start(keychain, shop.config))[Symbol.asyncDispose]();
    keychain.backend = "kwallet6";
    await expect(shop.start(keychain, null)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/encrypted by gnome_libsecret.*this session has kwallet6.*Nothing was changed/),
    });
    keychain.backend = "gnome_libsecret";
    await using again = await shop.start(keychain, null);
    expect(await again.handlers["keys.get"]({})).toMatchObject({ ok: true });
  });
});

describe("a desktop till without a keychain", () => {
  it("stores no key from provisioning, and remembers the owner's acceptance over a restart", async () => {
    await using shop = await place();
    const keychain = fakeKeychain({ backend: "basic_text" });
    await expect(shop.start(keychain, shop.config)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("TILL_PASSPHRASE"),
    });
    {
      await using demo = await shop.start(keychain, null);
      expect(await demo.handlers["vault.get"]({})).toMatchObject({ value: { backend: "machine-key", weak: true } });
      const sentence = WEAK_VAULT_SENTENCES.en;
      expect(await demo.handlers["vault.acceptWeak"]({ sentence, name: "Kari" })).toMatchObject({
        value: { weak: false, consent: { by: "Kari", sentence } },
      });
    }
    await using again = await shop.start(keychain, null);
    expect(await again.handlers["vault.get"]({})).toMatchObject({ value: { weak: false, consent: { by: "Kari" } } });
  });
});
