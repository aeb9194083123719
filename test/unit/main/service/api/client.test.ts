import { createPublicKey, verify } from "node:crypto";
import { inspect } from "node:util";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { holdSecret } from "../../../../../main/lib/secret.ts";
import { createApiClient, type Exchange } from "../../../../../main/service/api/client.ts";
import { json, noContent } from "../../../../../main/service/api/decode.ts";
import { contentDigest, signatureMessage } from "../../../../../main/service/api/signing.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { answerJson, createScriptedService, strongKey, vectorFile } from "./scripted-service.ts";

const thing = z.looseObject({ id: z.string() });
const get = { method: "GET", path: "/pos/till-1/", decode: json(thing) } as const;
const body = new TextEncoder().encode('{"name":"Blåbær"}');

describe("a request", () => {
  it("carries the headers of section 5.2 and a valid signature over the sent bytes", async () => {
    await using service = await createScriptedService((_asked, answer) => answerJson(answer, 200, { id: "x" }), {
      prefix: "/pay",
      service: { testbedToken: "tb-1" },
    });
    const result = await service.client.send({
      method: "PUT",
      path: "/pos/a%20b/",
      query: { q: "å b", z: 1 },
      body,
      decode: json(thing),
    });
    expect(result).toMatchObject({ ok: true, value: { id: "x" }, status: 200 });
    const [asked] = service.asked;
    expect(asked?.url).toBe("/pay/merchant/v1/pos/a%20b/?q=%C3%A5+b&z=1");
    expect(asked?.body).toEqual(Buffer.from(body));
    const headers = asked?.headers as Record<string, string>;
    expect(headers).toMatchObject({
      accept: "application/vnd.svc.api.merchant.v1+json",
      "content-type": "application/json",
      "x-svc-merchant": "shop",
      "x-svc-user": "till-1",
      "x-svc-timestamp": "2026-03-02 10:00:00",
      "x-svc-content-digest": contentDigest(body),
      "x-testbed-token": "tb-1",
    });
    expect(headers).not.toHaveProperty("x-svc-integrator");
    const message = signatureMessage("PUT", `http://${headers.host}${asked?.url}`, headers, "svc");
    const [scheme, signature = ""] = (headers.authorization ?? "").split(" ");
    expect(scheme).toBe("RSA-SHA256");
    expect(
      verify(
        "sha256",
        Buffer.from(message),
        createPublicKey(vectorFile("strong.pub.pem")),
        Buffer.from(signature, "base64"),
      ),
    ).toBe(true);
  });

  it("without a body has no content headers, and digests the empty string", async () => {
    await using service = await createScriptedService((_asked, answer) => answerJson(answer, 200, { id: "x" }));
    await service.client.send(get);
    const headers = service.asked[0]?.headers;
    expect(headers).not.toHaveProperty("content-type");
    expect(headers?.["x-svc-content-digest"]).toBe("SHA256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  });

  it("of an integrator names the integrator instead of a user, under any vendor token", async () => {
    await using service = await createScriptedService((_asked, answer) => answerJson(answer, 200, { id: "x" }), {
      service: { vendor: "acme", integrator: "big", user: "till-1" },
    });
    await service.client.send(get);
    const headers = service.asked[0]?.headers;
    expect(headers).toMatchObject({
      "x-acme-integrator": "big",
      "x-acme-merchant": "shop",
      accept: "application/vnd.acme.api.merchant.v1+json",
    });
    expect(headers).not.toHaveProperty("x-acme-user");
  });

  it("by the SECRET scheme carries the secret and no timestamp or digest (5.3)", async () => {
    await using service = await createScriptedService((_asked, answer) => answerJson(answer, 200, { id: "x" }), {
      credentials: { scheme: "SECRET", secret: holdSecret("hush-hush-123") },
    });
    await service.client.send(get);
    const headers = service.asked[0]?.headers;
    expect(headers).toMatchObject({ authorization: "SECRET hush-hush-123", "x-svc-user": "till-1" });
    expect(headers).not.toHaveProperty("x-svc-timestamp");
    expect(headers).not.toHaveProperty("x-svc-content-digest");
  });

  it("is signed again each time, over one kept-alive connection", async () => {
    const ports = new Set<number | undefined>();
    await using service = await createScriptedService((_asked, answer) => {
      ports.add(answer.socket?.remotePort);
      answerJson(answer, 200, { id: "x" });
    });
    await service.client.send(get);
    await service.clock.advance(61_000);
    await service.client.send(get);
    expect(service.asked.map(({ headers }) => headers["x-svc-timestamp"])).toEqual([
      "2026-03-02 10:00:00",
      "2026-03-02 10:01:01",
    ]);
    expect(service.asked[0]?.headers.authorization).not.toBe(service.asked[1]?.headers.authorization);
    expect(ports.size).toBe(1);
  });
});

describe("a client", () => {
  const service = {
    baseUrl: "https://api.example.com",
    vendor: "svc",
    merchant: "m",
    user: "u",
    integrator: null,
    testbedToken: null,
  };
  const make = (
    changes: object,
    credentials: Parameters<typeof createApiClient>[0]["credentials"] = { scheme: "RSA-SHA256", privateKey: strongKey },
  ) => createApiClient({ service: { ...service, ...changes }, credentials, clock: createManualClock() });

  it("is not created for an invalid address, identity or CA", () => {
    expect(() => make({ baseUrl: "http://api.example.com" })).toThrow("https");
    expect(() => make({ baseUrl: "ftp://127.0.0.1" })).toThrow("https");
    expect(() => make({ baseUrl: "api" })).toThrow(TypeError);
    for (const part of ["?", "?a=1", "#", "#a"])
      expect(() => make({ baseUrl: `https://api.example.com/${part}` })).toThrow(
        "service.baseUrl: expected an address without",
      );
    for (const user of ["user", "user:word", ":word"])
      expect(() => make({ baseUrl: `https://${user}@api.example.com` })).toThrow(
        "service.baseUrl: expected an address without",
      );
    expect(() => make({ user: null })).toThrow("a user or an integrator");
    expect(() => make({ integrator: "i" }, { scheme: "SECRET", secret: holdSecret("s") })).toThrow(
      "requires the scheme RSA-SHA256",
    );
    expect(() => make({ ca: "no certificate" })).toThrow("no certificate");
    expect(() => make({ ca: "-----BEGIN CERTIFICATE-----\nMAo=\n-----END CERTIFICATE-----" })).toThrow(
      "cannot be read",
    );
    expect(() => make({})).not.toThrow();
  });

  it("answers a request after close() with an error, without a connection", async () => {
    const client = make({ baseUrl: "http://127.0.0.1:1" });
    await client.close();
    expect(await client.send(get)).toMatchObject({
      ok: false,
      error: { kind: "try_again", because: "network", detail: "CLOSED" },
    });
  });

  it("aborts requests in progress when it is closed", async () => {
    const arrived = Promise.withResolvers<void>();
    await using silent = await createScriptedService(() => arrived.resolve());
    const pending = silent.client.send(get);
    await arrived.promise;
    await silent.client.close();
    expect(await pending).toMatchObject({ ok: false, error: { kind: "try_again", because: "network" } });
  });
});

describe("a client's secrets", () => {
  it("are in no error and no log line, even when the service echoes everything", async () => {
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => lines.push(line) });
    for (const status of [400, 401, 500, 200]) {
      await using service = await createScriptedService(
        (asked, answer) =>
          answer.writeHead(status).end(
            JSON.stringify({
              id: 7,
              error_type: "x",
              error_description: `saw ${JSON.stringify(asked.headers)}`,
              error_details: asked.headers,
            }),
          ),
        {
          credentials: { scheme: "SECRET", secret: holdSecret("hush-hush-123") },
          service: { testbedToken: "testbed-456" },
          log,
        },
      );
      const text = JSON.stringify(await service.client.send(get)) + inspect(service.client, { depth: 9 });
      expect(text).toContain("saw");
      for (const secret of ["hush-hush-123", "testbed-456"]) expect(text).not.toContain(secret);
      for (const secret of ["hush-hush-123", "testbed-456"]) expect(lines.join()).not.toContain(secret);
    }
    expect(lines).toHaveLength(4);
  });

  it("include the signature", async () => {
    await using service = await createScriptedService((asked, answer) =>
      answer.writeHead(400).end(asked.headers.authorization),
    );
    const result = await service.client.send(get);
    const signature = service.asked[0]?.headers.authorization?.split(" ")[1] ?? "none";
    expect(JSON.stringify(result)).not.toContain(signature.slice(0, 20));
  });

  it("are hidden when they are printed", () => {
    const secret = holdSecret("hush");
    expect([inspect(secret), JSON.stringify({ secret }), `${secret}`].join()).not.toContain("hush");
    expect(secret.reveal()).toBe("hush");
  });
});

describe("the clock", () => {
  it("is corrected by the service's Date when they differ by more than 30 s, also by a refusal's Date", async () => {
    const dates = ["10:40:00", "10:40:00", "10:00:20"].map((time) => `Mon, 02 Mar 2026 ${time} GMT`);
    await using service = await createScriptedService((_asked, answer, count) => {
      answer.setHeader("Date", dates[count - 1] ?? "nonsense");
      if (count === 1) answer.writeHead(401).end();
      else answerJson(answer, 200, { id: "x" });
    });
    const { client, asked } = service;
    expect(client.clockSkewMs()).toBe(0);
    await client.send(get);
    expect(client.clockSkewMs()).toBe(2_400_000);
    await client.send(get);
    expect(client.clockSkewMs()).toBe(20_000);
    await client.send(get);
    expect(client.clockSkewMs()).toBe(20_000);
    expect(asked.map(({ headers }) => headers["x-svc-timestamp"])).toEqual([
      "2026-03-02 10:00:00",
      "2026-03-02 10:40:00",
      "2026-03-02 10:40:00",
      "2026-03-02 10:00:00",
    ]);
  });
});

describe("exchanges", () => {
  it("are reported to listeners until they leave", async () => {
    await using service = await createScriptedService((_asked, answer, count) =>
      answerJson(answer, [200, 401, 404, 503][count - 1] ?? 200, { id: "x" }),
    );
    const seen: Exchange[] = [];
    const leave = service.client.onExchange((exchange) => seen.push(exchange));
    for (let turn = 0; turn < 4; turn++) await service.client.send(get);
    leave();
    await service.client.send(get);
    expect(seen.map(({ outcome, status }) => [outcome, status])).toEqual([
      ["ok", 200],
      ["credentials", 401],
      ["refused", 404],
      ["try_again", 503],
    ]);
    expect(seen[0]?.at).toBe(service.clock.now());
  });

  it("in a customer's name are not reported: a declined scope is no problem of the till", async () => {
    await using service = await createScriptedService((_asked, answer) => answer.writeHead(403).end());
    const seen: Exchange[] = [];
    service.client.onExchange((exchange) => seen.push(exchange));
    await service.client.sendAsBearer({ path: "/oauth2/v1/userinfo", accessToken: "at-1", decode: noContent });
    expect(seen).toEqual([]);
  });
});
