/** A secret for one service is never sent to another, whatever a user types or tries, or whenever the power fails. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import type { SetupDraft } from "../../../contract/configuration/setup.ts";
import { type SandboxOptions, startSandbox } from "../../../sandbox/service.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { draftFor, type InProcessTill, openCheapVault, startTillInProcess } from "../../support/in-process-till.ts";
import { unzip } from "../../support/unzip.ts";
import { PIN } from "../../support/wizard.ts";

const SECRET_A = "secret-of-service-a";
const SECRET_B = "secret-of-service-b";
const NOT_LISTENING = { listen: null, publicUrl: null, tls: false };

/** A service behind a host that records what it receives. */
async function host(options: Partial<SandboxOptions> & { secret: string }) {
  const { secret, ...rest } = options;
  const sandbox = await startSandbox({ dataDir: null, ...rest });
  const credentials = sandbox.provision({ secret });
  const seen: string[] = [];
  const forward = async (asked: IncomingMessage, answer: ServerResponse) => {
    seen.push(`${asked.method} ${asked.url} ${JSON.stringify(asked.headers)}`);
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    const { connection: _connection, "content-length": _length, ...headers } = asked.headers;
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
    const method = (asked.method ?? "GET") as "GET";
    const came = await request(sandbox.serviceUrl + asked.url, { method, headers: headers as never, body });
    answer.writeHead(came.statusCode, { "content-type": String(came.headers["content-type"] ?? "text/plain") });
    answer.end(Buffer.from(await came.body.arrayBuffer()));
  };
  // A stopping till or service cuts off requests in flight.
  const server = createServer((asked, answer) => void forward(asked, answer).catch(() => answer.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const plain = draftFor(sandbox, { callbacks: NOT_LISTENING });
  const draft: SetupDraft = { ...plain, service: { ...plain.service, baseUrl } };
  return {
    ...{ sandbox, credentials, seen, draft, baseUrl },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.close();
    },
  };
}

async function finish(till: InProcessTill, draft: SetupDraft, pin?: string) {
  await till.must("setup.finish", pin === undefined ? { draft } : { draft, pin });
  await till.next("terminal.restarted");
  await till.must("staff.signIn", { pin: PIN });
}

const lacksSecret = { error: { code: "invalid_input", details: { fields: [{ field: "secrets.secret" }] } } };

describe("a staged secret", () => {
  it("for another service removes nothing at the previous one", async () => {
    using folder = temporaryFolder();
    await using a = await host({ secret: SECRET_A, testbedToken: "token-of-a" });
    await using till = await startTillInProcess(folder.path);
    const draft: SetupDraft = { ...a.draft, scheme: "SECRET", testbed: true };
    await till.must("setup.keepSecret", { kind: "secret", value: SECRET_A });
    await till.must("setup.keepSecret", { kind: "testbedToken", value: "token-of-a" });
    expect(await till.must("setup.test", { draft, test: "pos" })).toMatchObject({ finding: "pos.created" });
    a.seen.length = 0;
    await till.must("setup.keepSecret", { kind: "secret", value: SECRET_B });
    const otherService = { ...draft, testbed: false, service: { ...draft.service, baseUrl: "https://b.invalid" } };
    await till.must("setup.test", { draft: otherService, test: "credentials" });
    await till.must("setup.dismiss", {});
    expect(a.seen).toEqual([]);
  });

  it("replaced for the same service keeps what the previous one created", async () => {
    using folder = temporaryFolder();
    await using a = await host({ secret: SECRET_A });
    await using till = await startTillInProcess(folder.path);
    const draft: SetupDraft = { ...a.draft, scheme: "SECRET" };
    await till.must("setup.keepSecret", { kind: "secret", value: SECRET_A, baseUrl: a.baseUrl });
    await till.must("setup.test", { draft, test: "pos" });
    await till.must("setup.keepSecret", { kind: "secret", value: SECRET_B, baseUrl: a.baseUrl });
    a.seen.length = 0;
    await till.must("setup.dismiss", {});
    expect(a.seen).toEqual([]);
  });

  it("is sent only to its given or first used address", async () => {
    using folder = temporaryFolder();
    await using a = await host({ secret: SECRET_A });
    await using b = await host({ secret: SECRET_B });
    const till = await startTillInProcess(folder.path);
    const [atA, atB] = [a.draft, b.draft].map((draft): SetupDraft => ({ ...draft, scheme: "SECRET" }));
    if (!atA || !atB) throw new Error("no drafts");
    await till.must("setup.keepSecret", { kind: "secret", value: SECRET_A, baseUrl: `${a.baseUrl}/` });
    expect(await till.call("setup.test", { draft: atB, test: "credentials" })).toMatchObject(lacksSecret);
    expect(await till.must("setup.check", { draft: atB })).toMatchObject({ problems: [{ field: "secrets.secret" }] });
    expect(await till.must("setup.test", { draft: atA, test: "credentials" })).toMatchObject({ outcome: "ok" });
    await till.must("setup.keepSecret", { kind: "secret", value: SECRET_A });
    expect(await till.must("setup.test", { draft: atA, test: "credentials" })).toMatchObject({ outcome: "ok" });
    // It is still staged there at the next start, for the same service only.
    await till.stop();
    await using again = await startTillInProcess(folder.path);
    expect(await again.call("setup.test", { draft: atB, test: "credentials" })).toMatchObject(lacksSecret);
    expect(await again.call("setup.finish", { draft: atB, pin: PIN })).toMatchObject(lacksSecret);
    expect(b.seen).toEqual([]);
    const mistyped = { ...atA, testbed: true };
    await again.must("setup.keepSecret", { kind: "testbedToken", value: "token-of-b", baseUrl: b.baseUrl });
    expect(await again.call("setup.test", { draft: mistyped, test: "credentials" })).toMatchObject({
      error: { details: { fields: [{ field: "secrets.testbedToken" }] } },
    });
    expect(a.seen.join()).not.toContain("token-of-b");
  });

  it("is in no support file", async () => {
    using folder = temporaryFolder();
    await using till = await startTillInProcess(folder.path, { demo: true });
    await till.must("staff.signIn", { pin: "274951" });
    await till.must("setup.keepSecret", { kind: "secret", value: SECRET_B });
    const { draft } = await till.must("setup.get", {});
    // A user mixes up two fields: the secret goes into the database as a name, and from there into the file.
    const renamed = { ...draft, pos: { ...draft.pos, name: `Till ${SECRET_B}` } };
    await till.must("setup.finish", { draft: renamed, pin: PIN });
    await till.next("terminal.restarted");
    await till.must("staff.signIn", { pin: PIN });
    await till.must("setup.keepSecret", { kind: "secret", value: SECRET_B });
    const { path } = await till.must("diagnostics.bundle", {});
    const files = [...unzip(readFileSync(path)).values()].join("\n");
    expect(files).toContain("Till [redacted]");
    expect(files).not.toContain(SECRET_B);
  });
});

describe("an active secret", () => {
  it("is erased when the till moves to another service, whatever the new sign-in", async () => {
    using folder = temporaryFolder();
    await using a = await host({ secret: SECRET_A });
    await using b = await host({ secret: SECRET_B });
    await using till = await startTillInProcess(folder.path);
    await till.must("setup.keepSecret", { kind: "secret", value: SECRET_A });
    await finish(till, { ...a.draft, scheme: "SECRET" }, PIN);
    await till.must("refundKey.make", { pin: PIN });
    await till.must("setup.importKey", { pem: b.credentials.privateKeyPem ?? "" });
    await finish(till, b.draft);
    expect(await till.must("setup.get", {})).toMatchObject({ secrets: { secret: false, key: { from: "kept" } } });
    expect(await till.must("refundKey.get", {})).toMatchObject({ key: null });
    b.seen.length = 0;
    const asked = { draft: { ...b.draft, scheme: "SECRET" as const }, test: "credentials" as const };
    expect(await till.call("setup.test", asked)).toMatchObject(lacksSecret);
    expect(b.seen.filter((line) => line.includes(SECRET_A))).toEqual([]);
    await till.stop();
    const vault = await openCheapVault(folder.path, { passphrase: undefined, consent: null });
    expect([vault.get("secret"), vault.get("refundKey"), vault.get("testbedToken")]).toEqual([null, null, ""]);
    vault.close();
  });

  it("stays with its service when the disk accepts no settings", async () => {
    using folder = temporaryFolder();
    await using a = await host({ secret: SECRET_A });
    const till = await startTillInProcess(folder.path);
    await till.must("setup.keepSecret", { kind: "secret", value: SECRET_A });
    const draft: SetupDraft = { ...a.draft, scheme: "SECRET" };
    await finish(till, draft, PIN);
    await till.must("setup.keepSecret", { kind: "secret", value: SECRET_B });
    const database = new Database(join(folder.path, "till.db"));
    database.exec(
      "CREATE TRIGGER full BEFORE UPDATE ON setting WHEN new.name = 'settings' BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    const otherService = { ...draft, service: { ...draft.service, baseUrl: "https://b.invalid", merchant: "other" } };
    expect(await till.call("setup.finish", { draft: otherService })).toMatchObject({ error: { code: "internal" } });
    database.exec("DROP TRIGGER full");
    database.close();
    await till.stop();
    a.seen.length = 0;
    await using again = await startTillInProcess(folder.path);
    expect(await again.must("terminal.get", {})).toMatchObject({ connectivity: "online" });
    expect(a.seen.join()).toContain(SECRET_A);
    expect(a.seen.join()).not.toContain(SECRET_B);
  });
});
