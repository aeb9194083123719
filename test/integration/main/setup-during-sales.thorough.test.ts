/** A till that sells while it is set up again: nothing is left behind at the previous service. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../main/storage/database/database.ts";
import { databasePath } from "../../../main/storage/database/inspection.ts";
import { type Sandbox, startSandbox } from "../../../sandbox/service.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { draftFor, startTillInProcess } from "../../support/in-process-till.ts";
import { PIN, sale } from "../../support/wizard.ts";

const NOT_LISTENING = { listen: null, publicUrl: null, tls: false };
const NEW_PIN = "926471";

/** A till set up at one service, and another service that knows it too. */
async function place() {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(temporaryFolder());
  const a = cleanup.use(await startSandbox({ dataDir: null }));
  const b = cleanup.use(await startSandbox({ dataDir: null }));
  const keys = [a, b].map((sandbox) => sandbox.provision({ secret: "a-secret-of-some-length" }).privateKeyPem ?? "");
  const till = await startTillInProcess(folder.path);
  cleanup.defer(async () => void (await till.stop()));
  await till.must("setup.importKey", { pem: keys[0] ?? "" });
  await till.must("setup.finish", { draft: draftFor(a), pin: PIN });
  await till.next("terminal.restarted");
  await till.must("staff.signIn", { pin: PIN });
  const resources = cleanup.move();
  return {
    folder: folder.path,
    a,
    b,
    till,
    keyOfB: keys[1] ?? "",
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Returns the till's point of sale in the active settings. */
function posIdIn(database: Database.Database): string {
  const row = database.prepare<[], { value: string }>("SELECT value FROM setting WHERE name = 'settings'").get();
  return JSON.parse(row?.value ?? "{}").pos.id;
}

describe("setup in place", () => {
  it("accepts no payment between the old service and the new one", async () => {
    await using world = await place();
    const { till, b } = world;
    await till.must("setup.importKey", { pem: world.keyOfB });
    const pos = { id: "shop-2", name: "Shop 2", type: "store", location: null };
    const draft = draftFor(b, { pos, callbacks: NOT_LISTENING });
    const database = new Database(databasePath(world.folder), { readonly: true });
    const selling = { over: false };
    const finishing = till.call("setup.finish", { draft, pin: NEW_PIN }).finally(() => {
      selling.over = true;
    });
    const started: string[] = [];
    while (!selling.over) {
      if (posIdIn(database) === "shop-2") {
        const answer = await till.call("payment.start", { action: "SALE", amount: 4900 });
        started.push(answer.ok ? "started" : answer.error.code);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    database.close();
    expect(await finishing).toMatchObject({ ok: true });
    expect(started).not.toContain("started");
    await till.next("terminal.restarted");
    await till.must("staff.signIn", { pin: NEW_PIN });
    expect(await till.must("payment.list", {})).toMatchObject({ items: [] });
    await sale(till, b);
  });

  it("is refused when a payment started while the new PIN was being created", async () => {
    await using world = await place();
    const { till, a, b } = world;
    await till.must("setup.importKey", { pem: world.keyOfB });
    const draft = draftFor(b, { callbacks: NOT_LISTENING });
    const finishing = till.call("setup.finish", { draft, pin: NEW_PIN });
    const started = await till.must("payment.start", { action: "SALE", amount: 4900 });
    expect(await finishing).toMatchObject({
      error: {
        code: "conflict",
        details: { reason: expect.stringContaining("stays with the previous service and merchant") },
      },
    });
    expect(await till.must("setup.get", {})).toMatchObject({ draft: { service: { baseUrl: a.serviceUrl } } });
    expect(await till.call("staff.signIn", { pin: NEW_PIN })).toMatchObject({ error: { code: "not_allowed" } });
    expect(await till.must("payment.get", { posTid: started.posTid })).toMatchObject({ phase: "draft" });
  });
});

describe("a replacement till", () => {
  it("leaves no refund behind that was being approved during setup", async () => {
    await using world = await place();
    const { till, a, folder } = world;
    const paid = await sale(till, a);
    const { draft } = await till.must("setup.get", {});
    // Nothing is sent from here on: accepted operations stay in the queue.
    await a.close();
    const finishing = till.call("setup.finish", { draft: { ...draft, preset: "demo" }, pin: NEW_PIN });
    // PIN checks run one after another, so the approval completes only once the new till is confirmed.
    while (!existsSync(join(folder, "setup", "next", "vault.json")))
      await new Promise((resolve) => setImmediate(resolve));
    const before = [1, 2].map(() => till.call("staff.signIn", { pin: PIN }));
    const input = { posTid: paid.posTid, reason: "returned goods" };
    const refund = await till.call("staff.approve", { pin: PIN, command: "payment.refund", input });
    await Promise.all(before);
    const finished = await finishing;
    // Either the refund came in time and the till stays, or it is refused and nothing is owed.
    expect(refund.ok).toBe(!finished.ok);
    if (!finished.ok) return;
    expect(refund).toMatchObject({ error: { code: expect.stringMatching(/^(?:offline|internal)$/) } });
    await till.next("terminal.restarted");
    const [name = ""] = readdirSync(join(folder, "earlier")).filter((entry) => entry.startsWith("test"));
    const left = new Database(join(folder, "earlier", name, "till.db"), { readonly: true });
    expect(left.prepare("SELECT count(*) FROM operation WHERE settled_at IS NULL").pluck().get()).toBe(0);
    left.close();
  });

  it("is dropped when the old till owes something after all", async () => {
    await using world = await place();
    const { till, a, folder } = world;
    const paid = await sale(till, a);
    const { draft } = await till.must("setup.get", {});
    await till.must("setup.finish", { draft: { ...draft, preset: "demo" }, pin: NEW_PIN });
    await till.stop();
    const database = openDatabase(databasePath(folder));
    database.prepare("UPDATE payment SET phase = 'waiting' WHERE pos_tid = ?").run(paid.posTid);
    database.close();
    await using again = await startTillInProcess(folder);
    expect(await again.must("terminal.get", {})).toMatchObject({ environment: "test" });
    expect(existsSync(join(folder, "setup", "next"))).toBe(false);
    expect(again.said.log).toContain("rolled back");
  });
});

/** Writes a provisioning file for a sandbox, with its key next to it. */
function writeConfig(folder: string, sandbox: Sandbox, differs: object = {}): string {
  const key = sandbox.provision({ secret: "a-secret-of-some-length" }).privateKeyPem ?? "";
  writeFileSync(join(folder, "key.pem"), key);
  const {
    callbacks,
    publicKey: _key,
    ...draft
  } = { ...draftFor(sandbox), callbacks: { listen: null }, publicKey: null };
  const { baseUrl, vendor, merchant, user } = draft.service;
  const auth = { scheme: "RSA-SHA256", privateKeyFile: "key.pem" };
  const { pos, currency, locale } = draft;
  const content = {
    ...{ service: { baseUrl, vendor, merchant, user, auth }, pos, currency, locale, callbacks },
    ...{ staff: { managerPin: PIN }, ...differs },
  };
  const path = join(folder, "till.json");
  writeFileSync(path, JSON.stringify(content));
  return path;
}

describe("a till that is started with a provisioning file", () => {
  it("keeps the wizard's settings until the file changes", async () => {
    using files = temporaryFolder();
    using folder = temporaryFolder();
    await using a = await startSandbox({ dataDir: null });
    await using b = await startSandbox({ dataDir: null });
    const keyOfB = b.provision({ secret: "a-secret-of-some-length" }).privateKeyPem ?? "";
    const configFile = writeConfig(files.path, a);
    const start = () => startTillInProcess(folder.path, { configFile });
    const where = async (till: Awaited<ReturnType<typeof start>>) => {
      await till.must("staff.signIn", { pin: PIN });
      return (await till.must("setup.get", {})).draft;
    };
    const first = await start();
    await first.must("staff.signIn", { pin: PIN });
    await first.must("setup.importKey", { pem: keyOfB });
    const draft = draftFor(b, { callbacks: NOT_LISTENING });
    await first.must("setup.finish", { draft });
    await first.next("terminal.restarted");
    await first.stop();
    const second = await start();
    expect((await where(second)).service.baseUrl).toBe(b.serviceUrl);
    expect(second.said.stderr).toBe(
      "The provisioning file was applied earlier, and this till's settings were changed in its window since. The file is ignored: change it to apply it, or start without --config.\n",
    );
    // Another environment is a whole new till, which knows the file too.
    await second.must("setup.finish", { draft: { ...draft, preset: "demo" }, pin: PIN });
    await second.next("terminal.restarted");
    await second.stop();
    const third = await start();
    expect(await third.must("terminal.get", {})).toMatchObject({ environment: "demo" });
    await third.stop();
    const [name = ""] = readdirSync(join(folder.path, "earlier"));
    const before = join(folder.path, "earlier", name);
    writeConfig(files.path, a, { pos: { id: "shop-9", name: "Shop 9", type: "store", location: null } });
    await using changed = await startTillInProcess(before, { configFile });
    expect(await where(changed)).toMatchObject({ service: { baseUrl: a.serviceUrl }, pos: { id: "shop-9" } });
    expect(changed.said.stderr).toBe("");
  });

  it("names the wrong option when it is also started with --demo", async () => {
    await using world = await place();
    await world.till.stop();
    await expect(startTillInProcess(world.folder, { demo: true })).rejects.toThrow(
      /ended \(2\)[\s\S]*--demo: expected another data folder \(--data\): a demo needs its own/,
    );
  });
});

/** Occupies a port, so that no other process can listen there. */
async function occupyPort(port = 0) {
  const server = createServer().listen(port, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address() as { port: number };
  return { port: address.port, free: () => new Promise((resolve) => server.close(resolve)) };
}

describe("a till whose callback address is in use", () => {
  it("starts, polls the service, reports the reason, and listens as soon as it can", async () => {
    using folder = temporaryFolder();
    await using a = await startSandbox({ dataDir: null });
    const { privateKeyPem } = a.provision({ secret: "a-secret-of-some-length" });
    const first = await startTillInProcess(folder.path);
    await first.must("setup.importKey", { pem: privateKeyPem ?? "" });
    const spare = await occupyPort();
    await spare.free();
    const callbacks = { listen: `127.0.0.1:${spare.port}`, publicUrl: null, tls: false };
    await first.must("setup.finish", { draft: draftFor(a, { callbacks }), pin: PIN });
    await first.next("terminal.restarted");
    await first.stop();
    const other = await occupyPort(spare.port);
    const clock = fastClock(1);
    await using till = await startTillInProcess(folder.path, { clock });
    expect(await till.must("terminal.get", {})).toMatchObject({ callbacks: { state: "polling" } });
    expect(await till.must("diagnostics.health", {})).toMatchObject({
      callbacks: { receiving: false, trouble: `127.0.0.1:${spare.port}: EADDRINUSE` },
      findings: { callbacks: { code: "callbacks_no_address" } },
    });
    await sale(till, a);
    await other.free();
    clock.pass(61_000);
    while ((await till.next("terminal.changed")).terminal.callbacks.state !== "receiving");
    expect(await till.must("diagnostics.health", {})).toMatchObject({ callbacks: { receiving: true, trouble: null } });
    // The service has the new address: a scan arrives automatically.
    while ((await till.next("terminal.changed")).terminal.callbacks.scans !== "receiver");
    const paid = await sale(till, a);
    expect(a.callbacks().some(({ event }) => event.includes("payment"))).toBe(true);
    expect(paid.phase).toBe("captured");
  });

  it("rejects that address in a provisioning file", async () => {
    using files = temporaryFolder();
    using folder = temporaryFolder();
    await using a = await startSandbox({ dataDir: null });
    const other = await occupyPort();
    const configFile = writeConfig(files.path, a, { callbacks: { listen: `127.0.0.1:${other.port}` } });
    await expect(startTillInProcess(folder.path, { configFile })).rejects.toThrow(
      /ended \(2\)[\s\S]*Nothing was changed[\s\S]*callbacks\.listen: expected an address/,
    );
    await other.free();
    await using till = await startTillInProcess(folder.path, { configFile });
    expect(await till.must("terminal.get", {})).toMatchObject({ callbacks: { state: "receiving" } });
  });
});
