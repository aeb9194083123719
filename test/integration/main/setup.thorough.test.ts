/** The wizard in the running program: first run, finish, restart, another environment, the next till. */
import { createPrivateKey, createPublicKey } from "node:crypto";
import { existsSync, globSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS, type CommandName } from "../../../contract/bridge/commands.ts";
import { PORTABLE_COUNTER_ROWS } from "../../../contract/catalogue/counter.ts";
import type { SetupDraft, SetupShared } from "../../../contract/configuration/setup.ts";
import { withDefaults } from "../../../contract/values/setting-rows.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { type InProcessTill, startTillInProcess } from "../../support/in-process-till.ts";
import { everything, PIN, SECRET, sale, secretsOf, startWizard, TOKEN, type Wizard } from "../../support/wizard.ts";

const SETUP_COMMANDS = (Object.keys(COMMANDS) as CommandName[]).filter((name) => name.startsWith("setup."));

/** Finishes and waits until the next till runs. */
async function finished(till: InProcessTill, draft: SetupDraft, pin?: string): Promise<void> {
  await till.must("setup.finish", pin === undefined ? { draft } : { draft, pin });
  await till.next("terminal.restarted");
}

/** Calls every command of the wizard as a compromised page would. @returns the error codes */
async function attack({ till, draft }: Pick<Wizard, "till" | "draft">) {
  const inputs: Partial<Record<CommandName, object>> = {
    "setup.importKey": { pem: "x" },
    "setup.keepSecret": { kind: "secret", value: "taken-over" },
    "setup.check": { draft },
    "setup.test": { draft, test: "credentials" },
    "setup.import": { configuration: {} },
    "setup.finish": { draft, pin: "975310" },
  };
  const codes = new Set<string>();
  for (const name of SETUP_COMMANDS) {
    const answer = await till.call(name, (inputs[name] ?? {}) as never);
    codes.add(answer.ok ? `${name} was done` : answer.error.code);
  }
  return [...codes];
}

describe("the first run", () => {
  it("ends with a real till without a restart of the program", async () => {
    await using world = await startWizard({ given: false });
    const { till, sandbox, draft } = world;
    const { bridge, dispatch } = till.launched;
    expect(await till.must("terminal.get", {})).toMatchObject({
      setup: "first_run",
      environment: "demo",
      demo: { managerPin: "274951" },
    });
    expect(await till.must("setup.get", {})).toMatchObject({
      state: "first_run",
      hasOwner: false,
      draft: { preset: "demo" },
      secrets: { key: null, secret: false, testbedToken: false, tls: null },
    });
    expect(await till.call("setup.export", {})).toMatchObject({ error: { code: "not_allowed" } });
    const { key } = await till.must("setup.makeKey", {});
    expect(key).toMatchObject({ from: "made", fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(createPublicKey(key?.publicKeyPem ?? "").asymmetricKeyDetails?.modulusLength).toBe(2048);
    sandbox.provision({ user: "till", publicKeyPem: key?.publicKeyPem ?? "" });
    await till.must("setup.keepSecret", { kind: "testbedToken", value: TOKEN });
    expect(await till.must("setup.check", { draft })).toEqual({ problems: [] });
    const findings: string[] = [];
    for (const test of ["credentials", "clock", "pos", "shortlink", "callback"] as const)
      findings.push((await world.find(test)).finding);
    expect(findings).toEqual(["credentials.ok", "clock.ok", "pos.created", "shortlink.created", "callback.arrived"]);
    expect(await till.call("setup.finish", { draft })).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "pin" }] } },
    });
    expect(await till.call("setup.finish", { draft, pin: "123456" })).toMatchObject({
      error: { details: { fields: [{ field: "pin", expected: expect.stringContaining("easy to guess") }] } },
    });
    expect(await till.call("setup.finish", { draft, pin: "274951" })).toMatchObject({
      error: { details: { fields: [{ field: "pin", expected: expect.stringContaining("demo") }] } },
    });
    await finished(till, draft, PIN);
    expect(await till.must("terminal.get", {})).toMatchObject({
      setup: "done",
      environment: "test",
      demo: null,
      pos: { id: "shop-1" },
      connectivity: "online",
    });
    expect([till.launched.bridge, till.launched.dispatch]).toEqual([bridge, dispatch]);
    // The existing listener receives the new till's first payment, and the demo's PIN no longer works.
    const paid = await sale(till, sandbox);
    expect(paid.number).toMatch(/-0001$/);
    expect(await till.call("staff.signIn", { pin: "274951" })).toMatchObject({ error: { code: "not_allowed" } });
    expect(await attack(world)).toEqual(["not_allowed"]);
    await till.must("staff.signIn", { pin: PIN });
    expect(await till.must("setup.get", {})).toMatchObject({
      state: "done",
      hasOwner: true,
      environment: "test",
      secrets: { key: { from: "kept" }, testbedToken: true },
    });
    // The only shortlink is the one that the test created.
    expect(sandbox.callbacks().filter(({ event }) => event === "shortlink_scanned")).toEqual([]);
    expect(await till.stop()).toBe(0);
    expect(till.said.stdout.match(/till ready/g)).toHaveLength(1);
    expect(readdirSync(join(world.folder, "earlier"))).toEqual([expect.stringMatching(/^demo-/)]);
  });

  it("ends when a user keeps the demo, and stays ended", async () => {
    await using world = await startWizard();
    await world.find("pos");
    expect(await world.till.must("setup.dismiss", {})).toMatchObject({ state: "done", secrets: { key: null } });
    while ((await world.till.next("terminal.changed")).terminal.setup !== "done");
    expect(existsSync(join(world.folder, "setup"))).toBe(false);
    expect(await attack(world)).toEqual(["not_allowed"]);
    const again = await world.again();
    expect(await again.must("terminal.get", {})).toMatchObject({ setup: "done", environment: "demo" });
  });

  it("ends with the first payment, which is announced to windows", async () => {
    await using world = await startWizard();
    const { till } = world;
    await till.must("payment.start", { action: "SALE", amount: 4900 });
    while ((await till.next("terminal.changed")).terminal.setup !== "done");
    expect(await attack(world)).toEqual(["not_allowed"]);
  });

  it("is skipped when the demo was requested by name", async () => {
    using folder = temporaryFolder();
    await using till = await startTillInProcess(folder.path, { demo: true });
    expect(await till.must("terminal.get", {})).toMatchObject({ setup: "done", environment: "demo" });
    expect(await till.call("setup.get", {})).toMatchObject({ error: { code: "not_allowed" } });
    await till.must("staff.signIn", { pin: "274951" });
    expect(await till.must("setup.get", {})).toMatchObject({ state: "done", hasOwner: false });
  });

  it("rejects unusable keys, secrets and certificates", async () => {
    await using world = await startWizard({ given: false });
    const { till, sandbox } = world;
    const refusal = async (name: CommandName, input: object) => {
      const answer = await till.call(name, input as never);
      return answer.ok ? null : answer.error.details.fields?.map(({ field }) => field);
    };
    const encrypted = createPrivateKey(sandbox.provision().privateKeyPem ?? "")
      .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" })
      .toString();
    expect(await refusal("setup.importKey", { pem: encrypted })).toEqual(["pem"]);
    expect(await refusal("setup.importKey", { pem: sandbox.callbackPublicKeyPem })).toEqual(["pem"]);
    expect(await refusal("setup.keepSecret", { kind: "secret", value: "short" })).toEqual(["value"]);
    expect(await refusal("setup.keepSecret", { kind: "testbedToken", value: "with space" })).toEqual(["value"]);
    expect(await refusal("setup.keepSecret", { kind: "tls", certificatePem: "x", keyPem: "y" })).toEqual([
      "certificatePem",
      "keyPem",
    ]);
    expect(await till.must("setup.get", {})).toMatchObject({
      secrets: { key: null, secret: false, testbedToken: false, tls: null },
    });
  });
});

describe("a demo that a user set up", () => {
  it("keeps its setup after the next start", async () => {
    await using world = await startWizard();
    const { draft: before } = await world.till.must("setup.get", {});
    const draft = {
      ...before,
      pos: { ...before.pos, name: "The stand" },
      currency: "EUR",
      locale: "en-IE",
      timeZone: "Europe/Dublin",
      callbacks: { listen: null, publicUrl: null, tls: false },
    };
    expect(await world.till.call("setup.finish", { draft })).toMatchObject({
      error: { details: { fields: [{ field: "pin" }] } },
    });
    await finished(world.till, draft, PIN);
    const shown = {
      environment: "demo",
      setup: "done",
      pos: { name: "The stand" },
      currency: "EUR",
      locale: "en-IE",
      timeZone: "Europe/Dublin",
      callbacks: { state: "polling" },
      demo: { managerPin: null },
    };
    expect(await world.till.must("terminal.get", {})).toMatchObject(shown);
    const again = await world.again();
    expect(await again.must("terminal.get", {})).toMatchObject(shown);
    expect(await again.call("staff.signIn", { pin: "274951" })).toMatchObject({ error: { code: "not_allowed" } });
    await again.must("staff.signIn", { pin: PIN });
    const paid = await sale(again, {
      url: (await again.must("terminal.get", {})).demo?.phoneUrl.replace("/phone", "") ?? "",
    });
    expect(paid.currency).toBe("EUR");
    // Its payments have a currency now: another one needs other books with their own owner.
    expect(await again.call("setup.finish", { draft: { ...draft, currency: "NOK" } })).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "pin" }] } },
    });
    await finished(again, { ...draft, currency: "NOK" }, PIN);
    expect(await again.must("terminal.get", {})).toMatchObject({ ...shown, currency: "NOK" });
    expect(await again.must("payment.list", {})).toMatchObject({ items: [] });
    const phoneUrl = (await again.must("terminal.get", {})).demo?.phoneUrl ?? "";
    expect(await sale(again, { url: phoneUrl.replace("/phone", "") })).toMatchObject({ currency: "NOK" });
  });
});

describe("a till that is set up again", () => {
  it("keeps its payments and people in the same environment", async () => {
    await using world = await startWizard();
    const { till, sandbox, draft } = world;
    await finished(till, draft, PIN);
    const paid = await sale(till, sandbox);
    await till.must("staff.signIn", { pin: PIN });
    const renamed = { ...draft, pos: { ...draft.pos, name: "The other end" }, mode: "kiosk" as const };
    await finished(till, renamed);
    expect(await till.must("terminal.get", {})).toMatchObject({ mode: "kiosk", pos: { name: "The other end" } });
    // At a kiosk only the payment on the screen is visible before sign-in.
    expect(await till.call("payment.get", { posTid: paid.posTid })).toMatchObject({ error: { code: "not_allowed" } });
    expect(await till.call("setup.get", {})).toMatchObject({ error: { code: "not_allowed" } });
    await till.must("staff.signIn", { pin: PIN });
    expect(await till.must("payment.get", { posTid: paid.posTid })).toMatchObject({ phase: "captured" });
    await finished(till, renamed, "864209");
    expect(await till.call("staff.signIn", { pin: PIN })).toMatchObject({ error: { code: "not_allowed" } });
    await till.must("staff.signIn", { pin: "864209" });
    expect(readdirSync(join(world.folder, "earlier"))).toHaveLength(1);
  });

  it("leaves no unfinished work behind", async () => {
    await using world = await startWizard();
    const { till, draft } = world;
    await finished(till, draft, PIN);
    await till.must("staff.signIn", { pin: PIN });
    const started = await till.must("payment.start", { action: "SALE", amount: 4900 });
    const demo = { ...draft, preset: "demo" as const };
    expect(await till.call("setup.finish", { draft: demo, pin: PIN })).toMatchObject({
      error: { code: "illegal_state", message: expect.stringContaining("unfinished payments: 1") },
    });
    await till.must("payment.abort", { posTid: started.posTid });
    await till.until(started.posTid, ({ phase }) => phase === "aborted");
    await finished(till, demo, PIN);
    expect(await till.must("terminal.get", {})).toMatchObject({
      environment: "demo",
      setup: "done",
      demo: { managerPin: null },
    });
    // The requested PIN is the owner's, and the demo's no longer works.
    expect(await till.call("staff.signIn", { pin: "274951" })).toMatchObject({ error: { code: "not_allowed" } });
    await till.must("staff.signIn", { pin: PIN });
    expect(await till.must("payment.list", {})).toMatchObject({ items: [] });
    expect(readdirSync(join(world.folder, "earlier")).map((name) => name.split("-")[0])).toEqual(["demo", "test"]);
  });

  it("keeps its old data as a complete till that can still be opened", async () => {
    await using world = await startWizard();
    const { till, sandbox, draft } = world;
    await finished(till, draft, PIN);
    const paid = await sale(till, sandbox);
    await till.must("staff.signIn", { pin: PIN });
    await finished(till, { ...draft, preset: "demo" }, PIN);
    await till.stop();
    const [was = ""] = globSync("earlier/test-*", { cwd: world.folder });
    await using before = await startTillInProcess(join(world.folder, was));
    expect(await before.must("payment.get", { posTid: paid.posTid })).toMatchObject({ phase: "captured" });
    expect(await before.must("terminal.get", {})).toMatchObject({ environment: "test", pos: { id: "shop-1" } });
    expect((await sale(before, sandbox)).number).toMatch(/-0002$/);
  });

  it("is the new one even after a crash, from the moment of its confirmation", async () => {
    await using world = await startWizard();
    const { till, sandbox, draft } = world;
    await till.must("setup.finish", { draft, pin: PIN });
    // The program exits before the restart: nothing has moved yet.
    expect(await till.stop()).toBe(0);
    expect(existsSync(join(world.folder, "earlier"))).toBe(false);
    const again = await world.again();
    expect(await again.must("terminal.get", {})).toMatchObject({ environment: "test", setup: "done" });
    await sale(again, sandbox);
  });

  it("rejects an address that it cannot listen on, and stays unchanged", async () => {
    await using world = await startWizard();
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    const draft = { ...world.draft, callbacks: { listen: `127.0.0.1:${port}`, publicUrl: null, tls: false } };
    expect(await world.till.call("setup.finish", { draft, pin: PIN })).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "callbacks.listen" }] } },
    });
    expect(await world.till.must("terminal.get", {})).toMatchObject({ setup: "first_run", environment: "demo" });
    server.close();
  });
});

describe("the next till", () => {
  it("is set up from the first one's configuration, which contains no secret", async () => {
    await using first = await startWizard();
    await first.till.must("setup.keepSecret", { kind: "secret", value: SECRET });
    await finished(first.till, first.draft, PIN);
    await first.till.must("staff.signIn", { pin: PIN });
    await finished(first.till, { ...first.draft, shared: EVERYTHING });
    await first.till.must("staff.signIn", { pin: PIN });
    await first.till.must("receipt.settings.set", { shop: SHOP, printer: PRINTER });
    await first.till.must("kiosk.set", { ...MACHINE, restartAt: "02:15" });
    const configuration = JSON.parse(JSON.stringify(await first.till.must("setup.export", {})));
    const text = JSON.stringify(configuration);
    for (const secret of secretsOf(first)) expect(text).not.toContain(secret);
    await using second = await startWizard();
    const { draft: imported } = await second.till.must("setup.import", { configuration });
    expect(imported).toEqual({
      ...first.draft,
      service: { ...first.draft.service, user: null },
      pos: { ...first.draft.pos, id: "shop-2", name: "Shop 2" },
      shop: { name: SHOP.name, address: SHOP.address, organisationNumber: SHOP.organisationNumber },
      shared: { ...EVERYTHING, kiosk: MACHINE, restartAt: "02:15", shop: SHOP, printer: PRINTER },
    });
    // The service user is the first till's: registering this till's key would stop the first.
    expect(await second.till.must("setup.check", { draft: imported })).toMatchObject({
      problems: [{ field: "service.user" }],
    });
    const { key } = await second.till.must("setup.makeKey", {});
    first.sandbox.provision({ user: "till-2", publicKeyPem: key?.publicKeyPem ?? "" });
    const draft = { ...imported, service: { ...imported.service, user: "till-2" } };
    expect(await second.till.call("setup.import", { configuration: { ...configuration, version: 9 } })).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "configuration.version" }] } },
    });
    await finished(second.till, draft, "864209");
    await second.till.must("staff.signIn", { pin: "864209" });
    expect(await second.till.must("receipt.settings.get", {})).toMatchObject({ shop: SHOP, printer: PRINTER });
    expect(await second.till.must("kiosk.get", {})).toEqual({ ...MACHINE, restartAt: "02:15", openVends: 0 });
    // A third till gets the same from the second.
    expect((await second.till.must("setup.export", {})).draft.shared).toEqual(imported.shared);
    const numbers = [await sale(first.till, first.sandbox), await sale(second.till, first.sandbox)].map(
      ({ number }) => number,
    );
    expect(new Set(numbers.map((number) => number.split("-")[0])).size).toBe(2);
    expect(
      first.sandbox
        .payments()
        .map(({ posId }) => posId)
        .sort(),
    ).toEqual(["shop-1", "shop-2"]);
  });

  it("and the first leave no secret in any file, log or response", async () => {
    await using world = await startWizard();
    await world.till.must("setup.keepSecret", { kind: "secret", value: SECRET });
    const shown = JSON.stringify(await world.till.must("setup.get", {}));
    for (const test of ["credentials", "callback"] as const) await world.find(test, { scheme: "SECRET" });
    const staged = everything(world.folder);
    await finished(world.till, world.draft, PIN);
    await sale(world.till, world.sandbox);
    await world.till.stop();
    const texts = { shown, staged, kept: everything(world.folder), ...world.till.said };
    for (const [where, text] of Object.entries(texts)) {
      for (const secret of secretsOf(world)) expect(text.includes(secret), `a secret in ${where}`).toBe(false);
    }
    const open = globSync("**/*", { cwd: world.folder }).filter(
      (name) => (statSync(join(world.folder, name)).mode & 0o077) !== 0,
    );
    expect(open).toEqual([]);
    expect(existsSync(join(world.folder, "setup"))).toBe(false);
  });
});

/** Provisioning values without fields in the wizard, none of them the default. */
const EVERYTHING: SetupShared = {
  allowCredit: false,
  confirmAbove: 75_000,
  businessDay: { cutOff: "06:00" },
  kiosk: { dispenser: { driver: "none" }, unknownDrop: "capture", deposit: 20_000, receiptRequired: true },
  restartAt: "03:30",
  offline: { enabled: true, maxAmount: 20_000, maxTotal: 50_000, maxAgeMinutes: 60 },
  expiry: { counterSeconds: 240, kioskSeconds: 90, codeSeconds: 120 },
  polling: { activeMs: 700, idleMs: 9000 },
  rate: { perSecond: 25 },
  products: [{ id: "cup", name: "A cup", amount: 4900, vatRate: 1500, category: "drinks" }],
  categories: [{ id: "drinks", name: "Drinks" }],
  counter: withDefaults(PORTABLE_COUNTER_ROWS, {
    first: "products",
    keyedVatRate: 2500,
    appName: "Open Settle",
    accent: "#136145",
  }),
  roles: [{ id: "shift", name: "Shift lead", rights: ["sale", "abort", "refund", "reports"], refundLimit: 50_000 }],
  shop: null,
  printer: { kind: "none" },
  receipt: { electronic: true, print: "always" },
};

/** What the owner chose at the till after its setup. */
const SHOP = {
  name: "Kaffebaren",
  address: ["Torget 1"],
  organisationNumber: "987 654 321",
  phone: null,
  footer: "Takk for besøket",
};
const HTTP = { driver: "http", url: "http://127.0.0.1:9/" } as const;
const MACHINE = { dispenser: HTTP, unknownDrop: "capture", deposit: 15_000, receiptRequired: true } as const;
const PRINTER = {
  kind: "escpos-tcp" as const,
  host: "127.0.0.1",
  port: 9,
  width: 58 as const,
  columns: null,
  codePage: "cp858" as const,
  codePageNumber: null,
  cut: true,
  drawer: false,
};
