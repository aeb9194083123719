/** The sandbox beyond the service: its faults, control API, data folder and uploads. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, request } from "undici";
import { describe, expect, it } from "vitest";
import { managerPinWeakness } from "../../../contract/calls/pins.ts";
import { provisioningSchema } from "../../../contract/configuration/settings.ts";
import type { Credentials } from "../../../sandbox/provision.ts";
import { startSandbox } from "../../../sandbox/service.ts";
import { merchantClient, phone } from "../../support/sandbox.ts";
import { createTestSandbox, paymentRequest } from "./test-sandbox.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const RECEIPT = "application/vnd.svc.receipt.v1+json";

function form(parts: [name: string, type: string, content: Buffer | string][]): FormData {
  const data = new FormData();
  for (const [name, type, content] of parts)
    data.append(name, new Blob([Uint8Array.from(Buffer.from(content))], { type }), `${name}.bin`);
  return data;
}

function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "sandbox-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

describe("G21 attachments", () => {
  it("are accepted all or none, and only receipts and pictures", async () => {
    await using w = await createTestSandbox();
    const tid = await w.authorised();
    const upload = async (parts: Parameters<typeof form>[0]) => {
      const { attachment_uri } = await w.outcome(tid);
      return (await fetch(w.sandbox.url + attachment_uri, { method: "POST", body: form(parts) })).status;
    };
    expect(
      await upload([
        ["receipt", RECEIPT, "{}"],
        ["logo", "image/png", "no picture"],
      ]),
    ).toBe(400);
    expect(
      await upload([
        ["receipt", RECEIPT, "{}"],
        ["virus", "application/x-msdownload", "MZ"],
      ]),
    ).toBe(400);
    expect(await upload([["receipt", RECEIPT, "["]])).toBe(400);
    expect(await upload([["large", "image/png", Buffer.concat([PNG, Buffer.alloc(1024 * 1024)])]])).toBe(413);
    expect(w.sandbox.attachments(tid)).toEqual([]);
    expect(
      await upload([
        ["receipt", RECEIPT, '{"total": 100}'],
        ["logo", "image/png", PNG],
        ["photo", "image/jpeg", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
      ]),
    ).toBe(204);
    expect(await upload([["photo", "image/jpeg", PNG]])).toBe(400);
    const types = [RECEIPT, "image/png", "image/jpeg"];
    expect(w.sandbox.attachments(tid).map(({ mediaType }) => mediaType)).toEqual(types);
    expect((await w.phone.state()).history[0]?.attachments).toHaveLength(3);
  });

  it("are accepted only at a valid address", async () => {
    await using w = await createTestSandbox();
    const { attachment_uri } = await w.outcome(await w.authorised());
    const post = (uri: string) => fetch(w.sandbox.url + uri, { method: "POST", body: form([["r", RECEIPT, "{}"]]) });
    expect((await post(attachment_uri.replace(/.\/$/, (end: string) => (end === "_/" ? "-/" : "_/")))).status).toBe(
      404,
    );
    expect((await fetch(w.sandbox.url + attachment_uri, { method: "POST", body: "{}" })).status).toBe(415);
    expect((await post(attachment_uri)).status).toBe(204);
    await w.sandbox.clock.advance(3601_000);
    expect((await post(attachment_uri)).status).toBe(404);
  });
});

describe("faults", () => {
  it("lose the response after the work, or the request before it", async () => {
    await using w = await createTestSandbox();
    const request = paymentRequest();
    w.sandbox.faults.loseRequest("CREATE");
    await expect(w.client.post("/payment_request/", request)).rejects.toThrow();
    expect(w.sandbox.payments()).toHaveLength(0);
    w.sandbox.faults.loseAnswerTo("CREATE", 2);
    for (const _ of [1, 2]) await expect(w.client.post("/payment_request/", request)).rejects.toThrow();
    expect(w.sandbox.payments()).toHaveLength(1);
    const found = await w.client.post("/payment_request/", request);
    expect([found.status, found.body.id]).toEqual([201, w.sandbox.payments()[0]?.tid]);
    await w.phone.approve(found.body.id);
    w.sandbox.faults.loseAnswerTo("CAPTURE");
    await expect(w.update(found.body.id, { action: "CAPTURE" })).rejects.toThrow();
    expect(await w.update(found.body.id, { action: "CAPTURE" })).toBe(204);
    expect(w.sandbox.captures(found.body.id)).toHaveLength(1);
  });

  it("return 429 with Retry-After, 5xx or a refusal, as often as configured, for their kind only", async () => {
    await using w = await createTestSandbox();
    w.sandbox.faults.tooManyRequests("POS", "7");
    w.sandbox.faults.breakDown("POS", 502);
    w.sandbox.faults.refuse("POS", 404);
    expect((await w.client.get("/merchant/")).status).toBe(200);
    const first = await w.client.get("/pos/");
    expect([first.status, first.headers.get("retry-after"), first.body.error_type]).toEqual([
      429,
      "7",
      "injected_fault",
    ]);
    expect((await w.client.get("/pos/")).status).toBe(502);
    expect((await w.client.get("/pos/")).status).toBe(404);
    expect((await w.client.get("/pos/")).status).toBe(200);
  });

  it("hold a request until it is released", async () => {
    await using w = await createTestSandbox();
    const tid = await w.asked();
    const hold = w.sandbox.faults.hold("ABORT");
    const aborting = w.update(tid, { action: "ABORT" });
    await hold.arrived;
    await w.phone.approve(tid);
    hold.release();
    expect(await aborting).toBe(409);
    expect((await w.outcome(tid)).status).toBe("auth");
  });
});

describe("the control API", () => {
  it("moves the clock, sets faults and conditions, and shows codes", async () => {
    await using w = await createTestSandbox();
    const control = async (method: string, path: string, body?: object) => {
      const headers = { "content-type": "application/json" };
      const options = { method, ...(body ? { headers, body: JSON.stringify(body) } : {}) };
      const answer = await fetch(`${w.sandbox.url}/control/${path}`, options);
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
    };
    const tid = await w.asked({ expires_in: 60 });
    expect((await control("POST", "clock", { advanceSeconds: 61 })).status).toBe(200);
    expect((await control("GET", `payments/${tid}`)).body).toMatchObject({ statusCode: 5011 });
    expect((await control("POST", "clock", { set: "2031-01-01 12:00:00" })).body.now).toMatch(/^2031-01-01T12:00:0/);
    expect((await control("POST", "clock", { advanceSeconds: -5 })).status).toBe(400);
    await control("POST", "faults", {
      effect: "answer",
      kind: "ANY",
      status: 503,
      contentType: "text/html",
      body: "<h1>",
    });
    const broken = await w.client.get("/pos/");
    expect([broken.status, broken.headers.get("content-type"), broken.text]).toEqual([503, "text/html", "<h1>"]);
    expect((await control("POST", "faults", { effect: "explode", kind: "ANY" })).status).toBe(400);
    expect((await control("PUT", "conditions", { lastScan: 404 })).body).toMatchObject({ lastScan: 404 });
    const link = `${w.sandbox.url}/s/abc/T-1`;
    await control("POST", "codes", { link, label: "Counter 1 · 149.00" });
    expect((await w.phone.state()).codes).toEqual([{ link, label: "Counter 1 · 149.00" }]);
    await control("DELETE", "codes", { link });
    expect((await w.phone.state()).codes).toEqual([]);
    const summary = (await control("GET", "")).body;
    expect(summary).toMatchObject({ payments: 1, merchants: [{ id: "T001" }] });
  });

  it("accepts a request without a body whose client sends a JSON content type", async () => {
    await using w = await createTestSandbox();
    await fetch(`${w.sandbox.url}/control/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ effect: "answer", kind: "ANY", status: 503 }),
    });
    const cleared = await fetch(`${w.sandbox.url}/control/faults`, {
      method: "DELETE",
      headers: { "content-type": "application/json" },
    });
    expect(cleared.status).toBe(204);
    expect(await (await fetch(`${w.sandbox.url}/control/faults`)).json()).toMatchObject({ faults: [] });
    const unreadable = await fetch(`${w.sandbox.url}/control/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{",
    });
    expect(unreadable.status).toBe(400);
  });

  it("and the phone refuse requests from another site or host name", async () => {
    await using w = await createTestSandbox();
    const origin = { origin: "https://evil.example" };
    expect((await fetch(`${w.sandbox.url}/control/faults`, { method: "DELETE", headers: origin })).status).toBe(403);
    expect((await fetch(`${w.sandbox.url}/phone/api/customers`, { headers: origin })).status).toBe(403);
    for (const path of ["/control/", "/phone", "/phone/api/customers", "/s/abc/T-1"]) {
      const rebound = await request(w.sandbox.url + path, { headers: { host: "evil.example" } });
      expect([path, rebound.statusCode]).toEqual([path, 403]);
      await rebound.body.dump();
    }
  });

  it("and the phone refuse a second Host header, whatever the first one is", async () => {
    await using w = await createTestSandbox();
    const { host, port } = new URL(w.sandbox.url);
    for (const path of ["/control/", "/phone", "/phone/api/customers", "/s/abc/T-1"]) {
      const socket = connect({ host: "127.0.0.1", port: Number(port) });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
      let answer = "";
      for await (const piece of socket) answer += piece;
      expect([path, answer.slice(0, 12)]).toEqual([path, "HTTP/1.1 403"]);
    }
  });
});

describe("the data folder", () => {
  it("keeps everything over a restart: state, credentials, key, port, and pending work", async () => {
    using folder = temporaryFolder();
    const open = () => startSandbox({ dataDir: folder.path });
    let tid = "";
    let before: { url: string; callbackPublicKeyPem: string };
    {
      await using sandbox = await open();
      before = { url: sandbox.url, callbackPublicKeyPem: sandbox.callbackPublicKeyPem };
      const client = merchantClient(sandbox.provision());
      await client.post("/pos/", { id: "counter-1", name: "Counter 1", type: "store" });
      tid = (await client.post("/payment_request/", paymentRequest({ expires_in: 60 }))).body.id;
      await sandbox.clock.advance(30_000);
    }
    await using sandbox = await open();
    expect({ url: sandbox.url, callbackPublicKeyPem: sandbox.callbackPublicKeyPem }).toEqual(before);
    const saved = JSON.parse(readFileSync(join(folder.path, "credentials.json"), "utf8"));
    const client = merchantClient({ ...sandbox.provision(), secret: saved.secret }, { scheme: "SECRET" });
    expect((await client.get(`/payment_request/${tid}/outcome/`)).body.status).toBe("pending");
    await sandbox.clock.advance(31_000);
    expect((await client.get(`/payment_request/${tid}/outcome/`)).body.status_code).toBe(5011);
  });

  it("contains a provisioning file that a till accepts, and files that only their owner can read", async () => {
    using folder = temporaryFolder();
    await using sandbox = await startSandbox({ dataDir: folder.path });
    sandbox.provision();
    const file = join(folder.path, "provisioning.json");
    const { service, staff } = provisioningSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    expect(managerPinWeakness(staff.managerPin ?? "")).toBeNull();
    sandbox.provision();
    expect(JSON.parse(readFileSync(file, "utf8")).staff).toEqual(staff);
    expect(service).toMatchObject({ baseUrl: sandbox.url, merchant: "T001", user: "till" });
    for (const name of ["service-private.pem", "till-private.pem", "credentials.json", "provisioning.json"]) {
      expect([name, statSync(join(folder.path, name)).mode & 0o077]).toEqual([name, 0]);
    }
  });

  it("provides another merchant and an integrator with their own credentials", async () => {
    using folder = temporaryFolder();
    await using sandbox = await startSandbox({ dataDir: folder.path });
    sandbox.provision();
    const second = sandbox.provision({ merchant: "T002" });
    const { privateKeyPem } = sandbox.provisionIntegrator("I1");
    const files = [folder.path, join(folder.path, "merchant-T002")].map((path) => join(path, "credentials.json"));
    const stored = files.map((file) => JSON.parse(readFileSync(file, "utf8")));
    expect(stored.map(({ merchant }) => merchant)).toEqual(["T001", "T002"]);
    expect(stored[0].secret).not.toBe(stored[1].secret);
    expect((await merchantClient(second).get("/merchant/")).body.uris).toEqual(["/merchant/v1/merchant/T002/"]);
    expect(readFileSync(join(folder.path, "integrator-I1-private.pem"), "utf8")).toBe(privateKeyPem);
  });

  it("keeps a key that the merchant changed through the API over a restart", async () => {
    using folder = temporaryFolder();
    const open = () => startSandbox({ dataDir: folder.path });
    let credentials: Credentials;
    {
      await using sandbox = await open();
      const own = sandbox.provision({ user: "other" });
      credentials = { ...sandbox.provision(), privateKeyPem: own.privateKeyPem };
      const changed = { pubkey: own.publicKeyPem, netmask: "127.0.0.0/8" };
      expect((await merchantClient(sandbox.provision()).put("/user/till/", changed)).status).toBe(204);
    }
    await using sandbox = await open();
    expect(sandbox.provision().privateKeyPem).toBeNull();
    const read = await merchantClient({ ...credentials, baseUrl: sandbox.url }).get("/user/till/");
    expect([read.status, read.body.netmask]).toEqual([200, "127.0.0.0/8"]);
  });

  it("uses another port when its port is in use, unless configured otherwise", async () => {
    await using one = await startSandbox({ dataDir: null });
    const port = Number(new URL(one.url).port);
    await using two = await startSandbox({ dataDir: null, port });
    expect(two.url).not.toBe(one.url);
    await expect(startSandbox({ dataDir: null, port, strictPort: true })).rejects.toThrow(/EADDRINUSE/);
  });
});

describe("the sandbox over https", () => {
  it("is the same service, and its addresses use https", async () => {
    const folder = join(import.meta.dirname, "../../support/tls");
    const cert = readFileSync(join(folder, "localhost.pem"), "utf8");
    const key = readFileSync(join(folder, "localhost-key.pem"), "utf8");
    await using sandbox = await startSandbox({ dataDir: null, tls: { cert, key } });
    const client = merchantClient(sandbox.provision(), {}, new Agent({ connect: { ca: cert }, pipelining: 0 }));
    const created = await client.post("/pos/", { id: "p", name: "P", type: "store" });
    expect([created.status, created.headers.get("location")]).toEqual([201, `${sandbox.url}/merchant/v1/pos/p/`]);
    expect(sandbox.url).toMatch(/^https:/);
  });
});

describe("the phone's API", () => {
  it("streams requests as they arrive, and refuses unknown callers and links", async () => {
    await using w = await createTestSandbox();
    const waiting = w.phone.request(({ posTid }) => posTid === "awaited");
    await w.asked();
    await w.asked({ pos_tid: "awaited", text: "Two coffees" });
    expect(await waiting).toMatchObject({ merchant: "Kaffebaren Grünerløkka", pos: "Counter 1", text: "Two coffees" });
    await expect(w.phone.scan("https://example.com/")).rejects.toThrow(/^400/);
    await expect(w.phone.scan(`${w.sandbox.url}/s/none/x`)).rejects.toThrow(/^404/);
    await expect(phone(w.sandbox, "4700000000").state()).rejects.toThrow(/^400/);
  });
});
