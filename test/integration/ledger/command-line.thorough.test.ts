/** `npm run ledger` as its own process. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "../../support/build.ts";
import { selfSigned } from "../../support/certificate.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { createdId, KARI, merchantClient, phone } from "../../support/sandbox.ts";
import { prepareTillProcess } from "../../support/till-process-setup.ts";

let server: TestPostgres;
const folder = temporaryFolder();
const { cert, key } = selfSigned("DNS:localhost,IP:127.0.0.1");
const [certFile, keyFile] = [join(folder.path, "cert.pem"), join(folder.path, "key.pem")];

beforeAll(async () => {
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  await build();
  server = await startPostgres({ tls: { cert: certFile, key: keyFile } });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

function ledger(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join("out", "main", "ledger.js"), ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err]: string[][] = [[], []];
    child.stdout.on("data", (chunk) => out?.push(String(chunk)));
    child.stderr.on("data", (chunk) => err?.push(String(chunk)));
    child.once("close", (code) => resolve({ code, out: (out ?? []).join(""), err: (err ?? []).join("") }));
  });
}

describe("npm run ledger", () => {
  it("creates a ledger, adds a till, and lists, verifies and reports", async () => {
    const url = ["--url", server.url];
    expect(await ledger("verify", ...url)).toMatchObject({ code: 2, err: expect.stringContaining("-- init") });
    expect(await ledger("init", ...url)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^the ledger has version \d+\n$/),
    });
    expect(await ledger("init", ...url)).toMatchObject({ code: 0, out: "the ledger is up to date\n" });
    const added = await ledger("till", "add", "kasse 1", "--shop", "Vika", ...url);
    expect(added).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^postgres:\/\/till_kasse_1_[0-9a-f]{8}:\S{32}@127\.0\.0\.1:\d+\/postgres\n$/),
    });
    expect(await ledger("till", "add", "kasse 1", ...url)).toMatchObject({
      code: 2,
      err: expect.stringContaining("--renew"),
    });
    const renewed = await ledger("till", "add", "kasse 1", "--renew", ...url);
    expect(renewed.out).not.toBe(added.out);
    expect((await ledger("till", "list", ...url)).out).toBe("kasse 1: Vika, active, never seen, 0 entries\n");
    expect(await ledger("verify", ...url)).toMatchObject({ code: 0, out: "kasse 1: intact, 0 entries, none signed\n" });
    expect((await ledger("verify", "kasse 2", ...url)).code).toBe(2);
    expect((await ledger("report", ...url)).out).toContain("no sales yet");
    expect(JSON.parse((await ledger("report", "--json", ...url)).out)).toMatchObject({
      shops: [],
      tills: [{ till: "kasse 1" }],
    });
    await ledger("till", "revoke", "kasse 1", ...url);
    expect((await ledger("till", "list", ...url)).out).toContain("revoked");
  });

  it("reads the service's list for all tills and a settlement file with the till's own program", async () => {
    await using setup = await prepareTillProcess();
    const url = ["--url", server.url];
    await ledger("init", ...url);
    const otherClient = merchantClient(setup.sandbox.provision());
    await otherClient.post("/pos/", { id: "web", name: "web", type: "webshop" });
    const body = { action: "SALE", allow_credit: true, amount: 500, currency: "NOK", customer: KARI };
    const tid = createdId(await otherClient.post("/payment_request/", { ...body, pos_id: "web", pos_tid: "web-1" }));
    expect(await ledger("reconcile", "--service", setup.config, ...url)).toMatchObject({
      code: 0,
      out: "",
      err: "the list is read: 1 pages, 1 new requests, 1 checked again, 0 differences\n",
    });
    await phone(setup.sandbox).approve(tid);
    const capture = { action: "CAPTURE", capture_id: "c1", amount: 500, additional_amount: 0, currency: "NOK" };
    await otherClient.put(`/payment_request/${tid}/`, capture);
    const found = await ledger("reconcile", "--service", setup.config, "--json", ...url);
    expect(found.code).toBe(1);
    expect(JSON.parse(found.out)).toMatchObject({ differences: [{ tid, difference: "nobodys", captured: 500 }] });
    expect((await ledger("reconcile", "--service", setup.config, ...url)).out).toContain(
      `${tid}: from the point of sale web, which has no till here: the service has`,
    );

    const wrong = join(folder.path, "wrong.json");
    writeFileSync(wrong, JSON.stringify({ pos: { id: "x", name: "x", type: "store" } }));
    const refused = await ledger("reconcile", "--service", wrong, ...url);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("service") });
    expect(refused.err).toContain("--service: expected a provisioning file");

    const file = join(folder.path, "settlement.csv");
    writeFileSync(file, `tid,timestamp,action,gross\n${tid},2026-03-02 10:00:00,capture,5.00\n`);
    expect(await ledger("settlement", file, "--currency", "NOK", ...url)).toMatchObject({
      code: 1,
      out: expect.stringContaining("only in file"),
      err: expect.stringMatching(
        /^settlement\.csv: 1 lines with an amount, 0 matched, 1 differences\nsettlement\.csv: states no payout; its lines total kr\s5\.00\n$/,
      ),
    });
    writeFileSync(file, "tid,timestamp,action,gross\nx,yesterday,capture,5.00\n");
    expect(await ledger("settlement", file, "--currency", "NOK", ...url)).toMatchObject({
      code: 2,
      err: expect.stringContaining("line 2, timestamp"),
    });
  });

  it("requires TLS with a verified server certificate", async ({ skip }) => {
    if (!server.hasRoles) skip(`${server.is} has no TLS`);
    const encrypted = new URL(server.url);
    encrypted.searchParams.set("sslmode", "verify-full");
    expect(await ledger("init", "--url", encrypted.href, "--ca-file", certFile)).toMatchObject({ code: 0 });
    expect(await ledger("init", "--url", encrypted.href)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/self.signed/i),
    });
    const another = join(folder.path, "another.pem");
    writeFileSync(another, selfSigned("DNS:localhost").cert);
    const refused = await ledger("init", "--url", encrypted.href, "--ca-file", another);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).not.toContain(encrypted.password);
  });

  it("names invalid options", async () => {
    expect(await ledger("init", "--url", "postgres://a@db.example/l?sslmode=disable")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--url: expected TLS"),
    });
  });

  it("names an unreachable server and exits with 1", async () => {
    expect(await ledger("init", "--url", "postgres://a:secret@127.0.0.1:1/l")).toMatchObject({
      code: 1,
      err: expect.stringContaining("ECONNREFUSED"),
    });
  });

  it("warns when settings are published with another key, unless --new-key is given", async () => {
    const url = ["--url", server.url];
    await ledger("init", ...url);
    const file = join(folder.path, "settings.json");
    writeFileSync(file, JSON.stringify({ language: "sv" }));
    const keys = ["first", "second", "third"].map((name) => join(folder.path, `${name}.pem`));
    for (const path of keys) await ledger("settings", "keys", path);
    const publish = (path = "", ...more: string[]) =>
      ledger("settings", "publish", file, "--for", "till:warned", "--key", path, ...more, ...url);
    expect((await publish(keys[0])).err).not.toContain("Warning");
    expect(await publish(keys[1])).toMatchObject({
      code: 0,
      err: expect.stringContaining("Warning: this key did not sign version 1 for till:warned."),
    });
    expect((await publish(keys[2], "--new-key")).err).not.toContain("Warning");
  });
});
