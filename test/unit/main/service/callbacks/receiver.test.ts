import { execFileSync } from "node:child_process";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../../../main/service/api/callback-message.ts";
import { TEST_EPOCH_MS } from "../../../../support/clock.ts";
import { strongKey } from "../api/scripted-service.ts";
import { body, createTestReceiver, post, raw, secretPath, signed } from "./test-receiver.ts";

describe("the receiver", () => {
  it("applies a callback signed over its own address, and returns the text for the customer", async () => {
    await using till = await createTestReceiver({ onMessage: async () => ({ text: "Thank you" }) });
    expect(till.receiver.callbackUri).toBe(`${till.at}/${secretPath}`);
    const answer = await post(till.receiver.callbackUri, signed(till.receiver.callbackUri));
    expect(answer).toEqual({ status: 200, text: '{"text":"Thank you"}' });
  });

  it("passes on the message and the verdict before it responds", async () => {
    await using till = await createTestReceiver();
    expect(await post(till.receiver.callbackUri, signed(till.receiver.callbackUri))).toEqual({
      status: 200,
      text: "{}",
    });
    expect(await post(till.receiver.callbackUri)).toEqual({ status: 200, text: "{}" });
    expect(till.taken.map(([message, verdict]) => [message.metaId, verdict])).toEqual([
      ["m-1", "applied"],
      ["m-1", "hint"],
    ]);
  });

  it("checks the signature over the public URL behind any proxy", async () => {
    await using till = await createTestReceiver({ publicUrl: "https://Shop.example.com/till/" });
    const uri = `https://shop.example.com/till/${secretPath}`;
    expect(till.receiver.callbackUri).toBe(uri);
    for (const [id, path] of [`/till/${secretPath}`, `/${secretPath}`].entries()) {
      const content = Buffer.from(`{"meta":{"id":"m-${id}","event":"payment_captured","uri":null}}`);
      const headers = { ...signed(uri, content), Host: "10.0.0.7", "X-Forwarded-Host": "evil" };
      expect((await post(`${till.at}${path}`, headers, content)).status).toBe(200);
    }
    expect((await post(`${till.at}/${secretPath}`, signed(`${till.at}/${secretPath}`))).status).toBe(401);
    expect(till.taken.map(([, verdict]) => verdict)).toEqual(["applied", "applied"]);
  });

  it.each([
    ["HTTPS://Kjøp.Example:443", "https://xn--kjp-1na.example"],
    ["https://SHOP.example/Till/", "https://shop.example/Till"],
    ["https://shop.example/kjøp", "https://shop.example/kj%C3%B8p"],
    ["http://[2001:DB8::1]:8080//", "http://[2001:db8::1]:8080"],
  ])("registers and verifies the normal form of %s", async (publicUrl, normal) => {
    await using till = await createTestReceiver({ publicUrl });
    expect(till.receiver.callbackUri).toBe(`${normal}/${secretPath}`);
    const own = `${till.at}${new URL(till.receiver.callbackUri).pathname}`;
    expect((await post(own, signed(`${normal}/${secretPath}`))).status).toBe(200);
    expect(till.taken.map(([, verdict]) => verdict)).toEqual(["applied"]);
  });

  it("accepts any content type, or none", async () => {
    await using till = await createTestReceiver();
    for (const type of [
      "application/vnd.svc.api.merchant.v1+json",
      "application/x-www-form-urlencoded",
      "text/plain; charset=x",
      "multipart/form-data",
      "no type at all;;=",
    ])
      expect((await post(till.receiver.callbackUri, { "Content-Type": type })).status).toBe(200);
    const { callbackUri } = till.receiver;
    expect((await request(callbackUri, { method: "POST", body })).statusCode).toBe(200);
    expect(till.taken).toHaveLength(6);
  });

  it("answers 404 to everything else, without details", async () => {
    await using till = await createTestReceiver({ publicUrl: "https://shop.example.com/till/" });
    for (const path of [
      "/",
      "/x",
      `/${secretPath}/`,
      `/${secretPath}?a=1`,
      `/${secretPath.toUpperCase()}`,
      `/${secretPath.slice(1)}`,
      `//${secretPath}`,
      `/%30${secretPath.slice(1)}`,
    ])
      expect(await post(till.at + path), path).toEqual({ status: 404, text: "" });
    for (const method of ["GET", "PUT", "HEAD", "OPTIONS", "DELETE", "PATCH"] as const)
      expect((await request(`${till.at}/${secretPath}`, { method })).statusCode, method).toBe(404);
    expect(till.taken).toEqual([]);
  });

  it("refuses a wrong digest or signature with 401, and logs the reason without content or path", async () => {
    await using till = await createTestReceiver();
    const { callbackUri } = till.receiver;
    expect((await post(callbackUri, signed(callbackUri), '{"meta":{"id":"private-1","event":"x"}}')).status).toBe(401);
    expect((await post(callbackUri, signed(`${callbackUri}x`))).status).toBe(401);
    expect((await post(callbackUri, { ...signed(callbackUri), Authorization: "RSA-SHA256 " })).status).toBe(401);
    const duplicated = Object.entries(signed(callbackUri))
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("");
    expect(
      await raw(
        till.receiver.port,
        `POST /${secretPath} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${duplicated}x-svc-timestamp: 2026-03-02 10:00:00\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
    ).toMatch(/^HTTP\/1.1 401/);
    expect(till.taken).toEqual([]);
    expect(till.lines).toHaveLength(4);
    expect(till.lines.join()).toContain("wrong digest");
    expect(till.lines.join()).not.toContain("private-1");
  });

  it("answers 400 to an unreadable callback", async () => {
    await using till = await createTestReceiver();
    for (const text of ["", "{", "[]", "<html>", '{"meta":{}}'])
      expect((await post(till.receiver.callbackUri, {}, text)).status).toBe(400);
    expect(till.taken).toEqual([]);
  });

  it("answers 500 when the message could not be stored, so that it is delivered again", async () => {
    await using till = await createTestReceiver({
      onMessage: async () => {
        throw new Error("disk full at /home/till");
      },
    });
    expect(await post(till.receiver.callbackUri)).toEqual({ status: 500, text: "" });
    expect(till.lines.join()).not.toContain("/home/till");
  });

  it("acknowledges unknown events", async () => {
    await using till = await createTestReceiver();
    expect((await post(till.receiver.callbackUri, {}, '{"meta":{"id":"m","event":"new_thing"}}')).status).toBe(200);
    expect(till.taken).toMatchObject([[{ kind: "unknown", event: "new_thing" }, "hint"]]);
  });

  it("accepts a thousand duplicates", async () => {
    await using till = await createTestReceiver();
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const own: number[] = [];
        for (let turn = 0; turn < 25; turn++) own.push((await post(till.receiver.callbackUri)).status);
        return own;
      }),
    );
    expect(new Set(statuses.flat())).toEqual(new Set([200]));
    expect(till.taken).toHaveLength(1000);
  });

  it("never logs the secret path", async () => {
    await using till = await createTestReceiver();
    await post(till.receiver.callbackUri);
    await post(till.receiver.callbackUri, {}, "{");
    await post(till.receiver.callbackUri, {}, Buffer.alloc(65 * 1024));
    expect(till.lines.length).toBeGreaterThan(2);
    expect(till.lines.join()).not.toContain(secretPath.slice(0, 8));
  });
});

describe("a repeated message", () => {
  it("is verified and acknowledged, but not passed on, once it was stored", async () => {
    const received: string[] = [];
    const clock = { now: TEST_EPOCH_MS };
    let [stored, fails] = [0, true];
    await using till = await createTestReceiver({
      now: () => clock.now,
      onVerdict: ({ verdict }) => void received.push(verdict),
      onRepeat: () => void received.push("again"),
      async onMessage(_message, verdict) {
        if (fails) throw new Error("disk full");
        stored += 1;
        received.push(`stored ${verdict}`);
      },
    });
    const { callbackUri } = till.receiver;
    const send = async (headers = signed(callbackUri)) => (await post(callbackUri, headers)).status;
    expect(await send()).toBe(500);
    fails = false;
    // A message that was not stored or not verified is no earlier delivery.
    expect(await send({})).toBe(200);
    expect([await send(), await send(), await send()]).toEqual([200, 200, 200]);
    expect(await send({})).toBe(200);
    expect(await send({ ...signed(callbackUri), Authorization: "RSA-SHA256 AAAA" })).toBe(401);
    clock.now += 300_001;
    expect(await send()).toBe(200);
    expect(received).toEqual([
      ...["applied", "hint", "stored hint", "applied", "stored applied"],
      ...["applied", "again", "applied", "again", "hint", "stored hint", "refused", "hint", "stored hint"],
    ]);
    expect(stored).toBe(4);
  });

  it("is passed on again after many others", async () => {
    await using till = await createTestReceiver();
    const { callbackUri } = till.receiver;
    const content = (id: number) => Buffer.from(`{"meta":{"id":"m-${id}","event":"payment_captured","uri":null}}`);
    const send = async (id: number) => (await post(callbackUri, signed(callbackUri, content(id)), content(id))).status;
    for (const id of [0, 1]) expect(await send(id)).toBe(200);
    await Promise.all(Array.from({ length: 255 }, (_, others) => send(2 + others)));
    expect(till.taken).toHaveLength(257);
    expect([await send(1), await send(256)]).toEqual([200, 200]);
    expect(till.taken).toHaveLength(257);
    expect(await send(0)).toBe(200);
    expect(till.taken).toHaveLength(258);
  });
});

describe("a second path", () => {
  it("has its own key, address and listeners while it is open", async () => {
    const verdicts: string[] = [];
    const received: string[] = [];
    await using till = await createTestReceiver({ publicKey: null });
    const route = {
      ...{ secretPath: "f".repeat(32), publicUrl: "https://till.example/in/", vendor: "svc", now: () => TEST_EPOCH_MS },
      publicKey: createPublicKey(strongKey),
      onVerdict: ({ verdict }: { verdict: string }) => void verdicts.push(verdict),
      onMessage: async (message: Message, verdict: string) => void received.push(`${message.metaId} ${verdict}`),
    };
    const { callbackUri, stop } = till.receiver.listenUnder(route);
    expect(callbackUri).toBe(`https://till.example/in/${route.secretPath}`);
    const here = `${till.at}/${route.secretPath}`;
    expect((await post(here, signed(callbackUri))).status).toBe(200);
    expect((await post(here, signed(here))).status).toBe(401);
    expect((await post(here, {}, "{}")).status).toBe(400);
    expect([verdicts, received]).toEqual([["applied", "refused", "hint"], ["m-1 applied"]]);
    expect(till.taken).toEqual([]);
    // The till's own path still works.
    expect((await post(till.receiver.callbackUri, signed(till.receiver.callbackUri))).status).toBe(200);
    expect(till.taken).toHaveLength(1);
    stop();
    expect((await post(here, signed(callbackUri))).status).toBe(404);
    expect((await post(till.receiver.callbackUri)).status).toBe(200);
  });
});

describe("starting and stopping", () => {
  it("fails when the address is in use or the key is invalid", async () => {
    await using till = await createTestReceiver();
    await expect(createTestReceiver({ listen: `127.0.0.1:${till.receiver.port}` })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
    await expect(createTestReceiver({ tls: { cert: "x", key: "y" } })).rejects.toThrow();
    await expect(
      createTestReceiver({ publicKey: generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey }),
    ).rejects.toThrow(TypeError);
  });

  it("closes while a silent client is connected, after storing the current message", async () => {
    const storing = Promise.withResolvers<void>();
    const stored = Promise.withResolvers<void>();
    const till = await createTestReceiver({
      limits: { closeMs: 100 },
      onMessage: async () => {
        storing.resolve();
        await stored.promise;
      },
    });
    const silent = connect(till.receiver.port, "127.0.0.1");
    await new Promise((resolve) => silent.once("connect", resolve));
    const answer = post(till.receiver.callbackUri);
    await storing.promise;
    const closed = till.receiver.close();
    stored.resolve();
    expect((await answer).status).toBe(200);
    await closed;
    silent.destroy();
    await expect(post(till.receiver.callbackUri)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("serves TLS itself when it has a certificate", async () => {
    const folder = mkdtempSync(join(tmpdir(), "till-receiver-"));
    try {
      const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
      execFileSync(
        "openssl",
        [
          "req",
          "-x509",
          "-newkey",
          "ec",
          "-pkeyopt",
          "ec_paramgen_curve:P-256",
          "-nodes",
          "-subj",
          "/CN=till",
          "-days",
          "2",
          "-keyout",
          key,
          "-out",
          cert,
        ],
        { stdio: "ignore" },
      );
      await using till = await createTestReceiver({
        tls: { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") },
      });
      expect(till.receiver.callbackUri).toBe(`https://127.0.0.1:${till.receiver.port}/${secretPath}`);
      const { Agent } = await import("undici");
      const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
      const answer = await request(till.receiver.callbackUri, {
        method: "POST",
        body,
        headers: signed(till.receiver.callbackUri),
        dispatcher,
      });
      expect(answer.statusCode).toBe(200);
      await dispatcher.close();
      expect(till.taken.map(([, verdict]) => verdict)).toEqual(["applied"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
