/**
 * An unchanged provisioning file that an earlier version read as UTF-8, with U+FFFD for each letter of Latin-1. A file
 * with these characters in UTF-8 is what it applied.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../../sandbox/service.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { draftFor, startTillInProcess } from "../../support/in-process-till.ts";
import { PIN } from "../../support/wizard.ts";

const NO_SHOP = { address: [], organisationNumber: null, phone: null, footer: null };
const SECRET = "a-secret-of-some-length";

function writeConfig(folder: string, sandbox: Sandbox, differs: object): string {
  writeFileSync(join(folder, "key.pem"), sandbox.provision({ secret: SECRET }).privateKeyPem ?? "");
  const { service, pos, currency, locale } = draftFor(sandbox);
  const { baseUrl, vendor, merchant, user } = service;
  const auth = { scheme: "RSA-SHA256", privateKeyFile: "key.pem" };
  const path = join(folder, "till.json");
  const content = { pos, currency, locale, callbacks: { listen: null }, staff: { managerPin: PIN }, ...differs };
  writeFileSync(path, JSON.stringify({ service: { baseUrl, vendor, merchant, user, auth }, ...content }));
  return path;
}

/** Saves a file in Latin-1, after its letters were applied as an earlier version read them. */
function saveInLatin1(path: string, letters: Record<string, string>) {
  const applied = readFileSync(path, "utf8");
  const text = Object.entries(letters).reduce((all, [read, saved]) => all.replaceAll(read, saved), applied);
  writeFileSync(path, text, "latin1");
  expect(readFileSync(path, "utf8")).toBe(applied);
}

describe("an unchanged provisioning file, after an update that reads its encoding", () => {
  it("leaves prices and shop details that were changed at the till", async () => {
    using files = temporaryFolder();
    using folder = temporaryFolder();
    await using sandbox = await startSandbox({ dataDir: null });
    const shop = { name: "Bl\ufffdb\ufffdr AS" };
    const provisioned = { products: [{ id: "a", name: "Bl\ufffdb\ufffdr", amount: 100 }], shop };
    const configFile = writeConfig(files.path, sandbox, provisioned);
    const start = async () => {
      const till = await startTillInProcess(folder.path, { configFile });
      await till.must("staff.signIn", { pin: PIN });
      return till;
    };
    const earlier = await start();
    const { products, categories } = await earlier.must("catalogue.get", {});
    const changed = products.map((product) => ({ ...product, name: "Blåbær", amount: 200 }));
    await earlier.must("catalogue.set", { categories, products: changed });
    await earlier.must("receipt.settings.set", { shop: { ...NO_SHOP, name: "Blåbær og bringebær AS" } });
    await earlier.stop();
    saveInLatin1(configFile, { "Bl\ufffdb\ufffdr": "Blåbær" });
    const updated = await start();
    expect((await updated.must("catalogue.get", {})).products).toMatchObject([{ name: "Blåbær", amount: 200 }]);
    expect((await updated.must("receipt.settings.get", {})).shop.name).toBe("Blåbær og bringebær AS");
    expect(updated.said.log).toContain("Save the file as UTF-8 to apply it again.");
    await updated.stop();
    writeFileSync(configFile, readFileSync(configFile, "latin1"), "utf8");
    const applied = await start();
    expect((await applied.must("catalogue.get", {})).products).toMatchObject([{ name: "Blåbær", amount: 100 }]);
    await applied.stop();
  });

  it("keeps the wizard's settings when its key file has a comment in Latin-1", async () => {
    using files = temporaryFolder();
    using folder = temporaryFolder();
    await using a = await startSandbox({ dataDir: null });
    await using b = await startSandbox({ dataDir: null });
    const configFile = writeConfig(files.path, a, {});
    const keyFile = join(files.path, "key.pem");
    writeFileSync(keyFile, `N\ufffdkkel\n${readFileSync(keyFile, "utf8")}`);
    const start = () => startTillInProcess(folder.path, { configFile });
    const earlier = await start();
    await earlier.must("staff.signIn", { pin: PIN });
    await earlier.must("setup.importKey", { pem: b.provision({ secret: SECRET }).privateKeyPem ?? "" });
    const callbacks = { listen: null, publicUrl: null, tls: false };
    await earlier.must("setup.finish", { draft: draftFor(b, { callbacks }) });
    await earlier.next("terminal.restarted");
    await earlier.stop();
    saveInLatin1(keyFile, { "N\ufffdkkel": "Nøkkel" });
    const updated = await start();
    await updated.must("staff.signIn", { pin: PIN });
    expect((await updated.must("setup.get", {})).draft.service.baseUrl).toBe(b.serviceUrl);
    await updated.stop();
  });
});
