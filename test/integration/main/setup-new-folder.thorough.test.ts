/**
 * When a till keeps its books: another merchant, service, currency or kind of money starts new books next to the old.
 */
import { globSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Agent, request } from "undici";
import { describe, expect, it } from "vitest";
import type { SetupDraft } from "../../../contract/configuration/setup.ts";
import { databasePath } from "../../../main/storage/database/inspection.ts";
import { startSandbox } from "../../../sandbox/service.ts";
import { selfSigned } from "../../support/certificate.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { draftFor, type InProcessTill, startTillInProcess } from "../../support/in-process-till.ts";
import { PIN, sale } from "../../support/wizard.ts";

const NOT_LISTENING = { listen: null, publicUrl: null, tls: false };
const NEW_PIN = "926471";
const SECRET = "a-secret-of-some-length";

/** A service with real money, as far as a till can tell: at https. */
async function realService() {
  const tls = selfSigned();
  const sandbox = await startSandbox({ dataDir: null, tls });
  const key = sandbox.provision({ secret: SECRET }).privateKeyPem ?? "";
  const plain = draftFor(sandbox, { callbacks: NOT_LISTENING });
  const draft: SetupDraft = { ...plain, service: { ...plain.service, ca: tls.cert } };
  const dispatcher = new Agent({ connect: { ca: tls.cert } });
  return {
    ...{ sandbox, draft, key },
    /** A sale that the customer approves. */
    async sale(till: InProcessTill, amount: number) {
      const customer = { kind: "phone", value: "4791234567" } as const;
      const { posTid } = await till.must("payment.start", { action: "SALE", amount, customer });
      const { tid } = await till.until(posTid, (payment) => payment.phase === "waiting" && payment.tid !== null);
      const body = JSON.stringify({ customer: customer.value, additionalAmount: null });
      const headers = { "content-type": "application/json" };
      const url = `${sandbox.url}/phone/api/requests/${tid}/approve`;
      expect((await request(url, { method: "POST", headers, body, dispatcher })).statusCode).toBe(204);
      return till.until(posTid, ({ phase }) => phase === "captured");
    },
    async [Symbol.asyncDispose]() {
      await dispatcher.close();
      await sandbox.close();
    },
  };
}

async function finished(till: InProcessTill, draft: SetupDraft, pin: string | null): Promise<void> {
  await till.must("setup.finish", pin === null ? { draft } : { draft, pin });
  await till.next("terminal.restarted");
  await till.must("staff.signIn", { pin: pin ?? PIN });
}

const wantsPin = { error: { code: "invalid_input", details: { fields: [{ field: "pin" }] } } };

describe("a till with payments that moves to another service", () => {
  it("keeps real payments untouched in their folder, and starts new books", async () => {
    using folder = temporaryFolder();
    await using a = await realService();
    await using b = await realService();
    const till = await startTillInProcess(folder.path);
    await till.must("setup.importKey", { pem: a.key });
    await finished(till, a.draft, PIN);
    expect(await till.must("setup.get", {})).toMatchObject({ environment: "live", used: false });
    const paid = await a.sale(till, 4900);
    expect(await till.must("setup.get", {})).toMatchObject({ environment: "live", used: true });
    await till.must("setup.importKey", { pem: b.key });
    expect(await till.call("setup.finish", { draft: b.draft })).toMatchObject(wantsPin);
    await finished(till, b.draft, NEW_PIN);
    expect(await till.must("terminal.get", {})).toMatchObject({ environment: "live", setup: "done" });
    expect(await till.must("payment.list", {})).toMatchObject({ items: [] });
    const first = await b.sale(till, 700);
    expect(first.number).toMatch(/-0001$/);
    expect(first.number.split("-")[0]).not.toBe(paid.number.split("-")[0]);
    expect(await till.must("report.x", {})).toMatchObject({ captured: 700, counts: { captured: 1 } });
    expect(await till.call("payment.refund", { posTid: paid.posTid, reason: "returned goods" })).toMatchObject({
      error: { code: "not_found" },
    });
    await till.stop();
    const [was = ""] = globSync("earlier/live-*", { cwd: folder.path });
    await using before = await startTillInProcess(join(folder.path, was));
    await before.must("staff.signIn", { pin: PIN });
    expect(await before.must("report.x", {})).toMatchObject({ captured: 4900, counts: { captured: 1 } });
    await before.must("payment.refund", { posTid: paid.posTid, reason: "returned goods" });
    await before.until(paid.posTid, ({ phase }) => phase === "refunded");
    expect(a.sandbox.refunds(paid.tid ?? "")).toHaveLength(1);
    expect(b.sandbox.payments()).toHaveLength(1);
  });

  it("waits for unfinished work at the previous service", async () => {
    using folder = temporaryFolder();
    await using a = await realService();
    await using b = await realService();
    await using till = await startTillInProcess(folder.path);
    await till.must("setup.importKey", { pem: a.key });
    await finished(till, a.draft, PIN);
    await till.must("payment.start", { action: "SALE", amount: 4900 });
    await till.must("setup.importKey", { pem: b.key });
    expect(await till.call("setup.finish", { draft: b.draft, pin: NEW_PIN })).toMatchObject({
      error: { code: "illegal_state", message: expect.stringContaining("unfinished payments: 1") },
    });
    expect(await till.must("setup.get", {})).toMatchObject({ draft: { service: { baseUrl: a.sandbox.serviceUrl } } });
  });
});

/** A till at a testbed's first merchant, and a second merchant there. */
async function twoMerchants() {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(temporaryFolder());
  const sandbox = cleanup.use(await startSandbox({ dataDir: null }));
  const { privateKeyPem } = sandbox.provision({ secret: SECRET });
  const other = sandbox.provision({ merchant: "T777", merchantName: "The other shop", secret: SECRET });
  const till = cleanup.use(await startTillInProcess(folder.path));
  await till.must("setup.importKey", { pem: privateKeyPem ?? "" });
  const draft = draftFor(sandbox, { callbacks: NOT_LISTENING });
  await finished(till, draft, PIN);
  const otherService: SetupDraft = { ...draft, service: { ...draft.service, merchant: other.merchant } };
  const keyOfOther = other.privateKeyPem ?? "";
  const resources = cleanup.move();
  return {
    folder: folder.path,
    sandbox,
    till,
    draft,
    elsewhere: otherService,
    keyOfOther,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** The earlier tills' folders, by kind. */
function earlierTills(folder: string): string[] {
  return readdirSync(join(folder, "earlier"))
    .map((name) => name.split("-")[0] ?? "")
    .sort();
}

describe("a till that moves to another merchant of its service", () => {
  it("is treated as a test till at a loopback address", async () => {
    await using world = await twoMerchants();
    expect(await world.till.must("terminal.get", {})).toMatchObject({ environment: "test" });
  });

  it("starts new books when it has payments", async () => {
    await using world = await twoMerchants();
    const { till, sandbox, elsewhere } = world;
    await sale(till, sandbox);
    await till.must("setup.importKey", { pem: world.keyOfOther });
    expect(await till.call("setup.finish", { draft: elsewhere })).toMatchObject(wantsPin);
    await finished(till, elsewhere, NEW_PIN);
    expect(await till.must("report.x", {})).toMatchObject({ captured: 0, counts: { captured: 0 } });
    expect((await sale(till, sandbox, 700)).number).toMatch(/-0001$/);
    expect(earlierTills(world.folder)).toEqual(["demo", "test"]);
  });

  it("changes in place while it has no payments, as after a typing error", async () => {
    await using world = await twoMerchants();
    const { till, elsewhere } = world;
    await till.must("setup.importKey", { pem: world.keyOfOther });
    await finished(till, elsewhere, null);
    expect(await till.must("setup.get", {})).toMatchObject({ draft: { service: { merchant: "T777" } }, used: false });
    expect(earlierTills(world.folder)).toEqual(["demo"]);
  });

  it("is not moved when a payment was taken during setup", async () => {
    await using world = await twoMerchants();
    const { till, elsewhere, folder } = world;
    await till.must("setup.importKey", { pem: world.keyOfOther });
    const finishing = till.call("setup.finish", { draft: elsewhere, pin: NEW_PIN });
    const database = new Database(databasePath(folder));
    database
      .prepare(
        `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, created_at, modified_at)
         VALUES ('p', 1, 'A-1', 'SALE', 'NOK', 100, 0, 0, 'captured', 0, 0)`,
      )
      .run();
    database.close();
    expect(await finishing).toMatchObject({ error: { code: "conflict" } });
    expect(await till.must("setup.get", {})).toMatchObject({
      draft: { service: { merchant: world.draft.service.merchant } },
    });
    // Finished again, with new books.
    await finished(till, elsewhere, NEW_PIN);
    expect(await till.must("payment.list", {})).toMatchObject({ items: [] });
    expect(earlierTills(folder)).toEqual(["demo", "test"]);
  });
});
