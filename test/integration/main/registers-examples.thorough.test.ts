/** The examples of docs/registers.md, run verbatim, and the client of docs/examples with lost responses. */
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { type TillEvent, tillClient } from "../../../docs/examples/till-client.ts";
import { startAutomaticCustomer } from "../../support/automatic-customer.ts";
import { keyOf, REGISTERS } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import { CUSTOMER, type TestTill } from "../../support/test-till.ts";

const DOCS = join(import.meta.dirname, "../../../docs");
const PAGE = readFileSync(join(DOCS, "registers.md"), "utf8");
const run = promisify(execFile);

/** Returns the example in a language. */
function example(language: string): string {
  const found = new RegExp(`## Examples[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(PAGE)?.[1];
  if (found === undefined) throw new Error(`there is no example in ${language}`);
  return found;
}

const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const environment = ({ till }: TestTill) => ({ ...process.env, URL: till.registersUrl() ?? "", KEY: keyOf("a") });

describe("the examples of docs/registers.md", () => {
  it.skipIf(!has("curl"))("sell with curl", async () => {
    await using world = await createTillWithRegisters();
    const { stdout } = await run("sh", ["-ec", example("sh")], { env: environment(world) });
    expect(stdout.match(/"reference":"receipt 2026\/42"/g)).toHaveLength(2);
    expect((await world.must("payment.list", {})).items).toMatchObject([{ register: "Register A", amount: 14_900 }]);
  });

  it.skipIf(!has("python3"))("sell and cancel with Python", async () => {
    await using world = await createTillWithRegisters();
    const { stdout } = await run("python3", ["-c", example("python")], { env: environment(world) });
    expect(stdout.trim()).toBe("aborted");
    expect((await world.must("payment.list", {})).items).toMatchObject([{ reference: "receipt 2026/43" }]);
  });

  it("sell and refund with TypeScript", async () => {
    const program = join(DOCS, "examples/sale.ts");
    expect(example("ts")).toBe(readFileSync(program, "utf8"));
    await using world = await createTillWithRegisters();
    await using _customers = await startAutomaticCustomer(world.sandbox);
    const { stdout } = await run(process.execPath, [program], { env: environment(world), timeout: 60_000 });
    expect(stdout).toBe("captured\npartly_refunded\n");
    expect((await world.must("payment.list", {})).items).toMatchObject([
      { register: "Register A", reference: "receipt 2026/44", refundedTotal: 4900 },
    ]);
  });
});

/** Sends the client's request, with the test's changes. */
type Send = (path: string, init: RequestInit) => Promise<Response>;

const clientOf = ({ till }: TestTill, key: string, send: Send = fetch) => {
  const url = till.registersUrl() ?? "";
  const through: typeof fetch = (input, init = {}) => send(String(input), init);
  return tillClient({ url, key: keyOf(key), pauseMs: 1, fetch: through });
};

const SALE = { reference: "a/1", action: "SALE", amount: 14_900 } as const;
const headersOf = ({ headers }: RequestInit) => new Headers(headers);

describe("the client in docs/examples", () => {
  it("retries after a lost response, and nothing is done twice", async () => {
    await using world = await createTillWithRegisters();
    await using _customers = await startAutomaticCustomer(world.sandbox);
    const asked: [method: string | undefined, path: string, key: string | null][] = [];
    const lost = new Set<string>();
    const client = clientOf(world, "a", async (url, init) => {
      const { pathname } = new URL(url);
      if (!pathname.endsWith("/events")) asked.push([init.method, pathname, headersOf(init).get("idempotency-key")]);
      const answer = await fetch(url, init);
      const isFirst = !lost.has(pathname);
      lost.add(pathname);
      if (!isFirst || pathname.endsWith("/events")) return answer;
      // Lost before the till, lost half-way, and replaced by a proxy's response.
      await answer.text();
      if (pathname.endsWith("/capture")) return new Response("<html>", { status: 502 });
      if (pathname.endsWith("/refund")) return new Response('{"posTid": "');
      throw new TypeError("the connection broke");
    });
    const customer = { kind: "phone", value: CUSTOMER } as const;
    const { posTid } = await client.start({ ...SALE, action: "AUTH", customer });
    await client.until(SALE.reference, ({ phase }) => phase === "authorised");
    await client.capture(SALE.reference, "capture 1", { amount: 5000 });
    await client.until(SALE.reference, ({ capturedTotal }) => capturedTotal === 5000);
    await client.refund(SALE.reference, "refund 1", { amount: 1000 });
    await client.until(SALE.reference, ({ refundedTotal }) => refundedTotal === 1000);
    await client.release(SALE.reference);
    const { tid, phase } = await client.until(SALE.reference, ({ authorisedLeft }) => authorisedLeft === 0);
    expect(phase).toBe("partly_refunded");
    expect(world.sandbox.payments().map((one) => one.posTid)).toEqual([posTid]);
    expect(world.sandbox.captures(tid ?? "")).toHaveLength(1);
    expect(world.sandbox.refunds(tid ?? "")).toHaveLength(1);
    const changes = asked.filter(([method]) => method === "POST");
    const at = `/api/v1/payments/${encodeURIComponent(SALE.reference)}`;
    expect(changes).toEqual(
      [
        ["/api/v1/payments", null],
        [`${at}/capture`, "capture 1"],
        [`${at}/refund`, "refund 1"],
        [`${at}/release`, `release ${SALE.reference}`],
      ].flatMap(([path, key]) => Array.from({ length: 2 }, () => ["POST", path, key])),
    );
  });

  it("follows the events from the last received one without a gap", async () => {
    await using world = await createTillWithRegisters();
    const resumed: (string | null)[] = [];
    let connection = new AbortController();
    const broken = Promise.withResolvers<void>();
    const back = Promise.withResolvers<void>();
    const client = clientOf(world, "a", async (url, init) => {
      if (!url.endsWith("/events")) return fetch(url, init);
      resumed.push(headersOf(init).get("last-event-id"));
      if (resumed.length > 1) broken.resolve();
      if (resumed.length > 1) await back.promise;
      connection = new AbortController();
      return fetch(url, {
        ...init,
        signal: AbortSignal.any([connection.signal, ...(init.signal ? [init.signal] : [])]),
      });
    });
    const told: TillEvent[] = [];
    const ears = client.events();
    const readEvents = async () => {
      const { value } = await ears.next();
      told.push(value);
      return value;
    };
    expect(await readEvents()).toEqual({ type: "gap" });
    await client.start(SALE);
    const first = await readEvents();
    const next = readEvents();
    connection.abort();
    await broken.promise;
    const other = await client.start({ ...SALE, reference: "a/2" });
    back.resolve();
    expect(first).toMatchObject({ type: "payment.changed", payment: { reference: "a/1" } });
    let last = await next;
    while (last.type === "payment.changed" && last.payment.posTid !== other.posTid) last = await readEvents();
    expect(resumed).toEqual([null, expect.stringMatching(/./)]);
    expect(told.filter(({ type }) => type === "gap")).toHaveLength(1);
    const changes = told.map((one) => JSON.stringify(one));
    expect(new Set(changes).size).toBe(changes.length);
    await ears.return(undefined as never);
  });

  it("waits for its own payment even when it may not read all payments", async () => {
    await using world = await createTillWithRegisters();
    await using _customers = await startAutomaticCustomer(world.sandbox);
    const client = clientOf(world, "seller");
    await client.start({ ...SALE, customer: { kind: "phone", value: CUSTOMER } });
    await expect(client.events().next()).rejects.toMatchObject({ status: 403 });
    expect(await client.until(SALE.reference, ({ phase }) => phase === "captured")).toMatchObject(SALE);
  });

  it("does not retry a refused request, and explains why", async () => {
    await using world = await createTillWithRegisters();
    const asked: string[] = [];
    const client = clientOf(world, "seller", (url, init) => {
      asked.push(url);
      return fetch(url, init);
    });
    await clientOf(world, "a").start(SALE);
    await expect(client.start({ ...SALE, amount: 0 })).rejects.toMatchObject({
      status: 400,
      problem: { code: "invalid_input", details: { fields: [{ field: "amount" }] } },
    });
    // Retryable, but the register decides whether to wait.
    const busy = client.start({ ...SALE, reference: "a/2", whenBusy: "refuse" });
    await expect(busy).rejects.toMatchObject({ status: 423, problem: { code: "busy", holder: "Register A" } });
    await expect(client.events().next()).rejects.toMatchObject({ status: 403, problem: { code: "not_allowed" } });
    expect(asked).toHaveLength(3);
  });

  it("refuses at once an invalid header or address", async () => {
    const asked: string[] = [];
    const fetch = (async (url) => {
      asked.push(String(url));
      throw new TypeError("no header can be that");
    }) as typeof globalThis.fetch;
    const client = tillClient({ url: "http://localhost:8090", key: keyOf("a"), fetch });
    const expected = "key: expected 1 to 255 printable ASCII characters, not";
    await expect(client.refund("a/1", "påfyll")).rejects.toThrow(`${expected} "påfyll"`);
    await expect(client.abort("bord Å 7")).rejects.toThrow(`${expected} "abort bord Å 7"`);
    for (const [till, field] of [
      [{ url: "", key: keyOf("a") }, "url: expected"],
      [{ url: "localhost:8090", key: keyOf("a") }, "url: expected"],
      [{ url: "http://localhost:8090", key: "nøkkel" }, "key: expected"],
      [{ url: "http://localhost:8090", key: "" }, "key: expected"],
    ] as const)
      expect(() => tillClient(till)).toThrow(field);
    expect(asked).toEqual([]);
  });

  it("throws when a retry cannot help, and continues when it can", async () => {
    const provisioning = { registers: { listen: "0.0.0.0:0", clients: REGISTERS } };
    await using world = await createTillWithRegisters({ provisioning });
    // Node does not trust this till's root unless configured.
    const distrusting = clientOf(world, "a");
    await expect(distrusting.start(SALE)).rejects.toThrow(/cannot be asked: .*certificate/);
    await expect(distrusting.events().next()).rejects.toThrow(/cannot be asked: .*certificate/);
    const plain = { url: (world.till.registersUrl() ?? "").replace("https:", "http:"), key: keyOf("a"), pauseMs: 1 };
    const ending = AbortSignal.timeout(500);
    await expect(tillClient({ ...plain, signal: ending }).start(SALE)).rejects.toThrow("due to timeout");
  });

  it("stops on request", async () => {
    await using world = await createTillWithRegisters();
    const ending = new AbortController();
    const till = { url: world.till.registersUrl() ?? "", key: keyOf("a"), pauseMs: 1, signal: ending.signal };
    const waiting = tillClient(till).until("nothing", () => false);
    ending.abort();
    await expect(waiting).rejects.toThrow();
  });
});
