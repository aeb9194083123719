/** Requests that are aborted, time out, or are never sent. */

import { createPublicKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { uploadAttachments } from "../../../../../main/service/api/attachments.ts";
import { type ApiClient, type Exchange, withCall } from "../../../../../main/service/api/client.ts";
import { getMerchant } from "../../../../../main/service/api/merchant.ts";
import { getUserInfo } from "../../../../../main/service/api/oauth.ts";
import { postPaymentRequest, putPaymentRequest } from "../../../../../main/service/api/payment-request.ts";
import { createPos } from "../../../../../main/service/api/pos.ts";
import { answerJson, createScriptedService, payment, type Script, strongKey } from "./scripted-service.ts";

/** A service that never responds, and a promise of its first request. */
async function silentService() {
  const arrived = Promise.withResolvers<void>();
  const service = await createScriptedService(() => arrived.resolve());
  const exchanges: Exchange[] = [];
  service.client.onExchange((exchange) => exchanges.push(exchange));
  return { ...service, arrived: arrived.promise, exchanges };
}

describe("a request that its caller aborts", () => {
  it("ends immediately with an unknown result, and does not affect the connection status", async () => {
    await using service = await silentService();
    const aborting = new AbortController();
    const asked = getMerchant(withCall(service.client, { signal: aborting.signal }), "shop");
    await service.arrived;
    aborting.abort();
    expect(await asked).toMatchObject({ ok: false, error: { kind: "try_again", because: "aborted", status: null } });
    expect(service.exchanges).toEqual([]);
  });

  it("ends while its response body arrives", async () => {
    const aborting = new AbortController();
    await using service = await createScriptedService((_asked, answer) => {
      answer.writeHead(200, { "Content-Length": "100" }).write("{");
      setImmediate(() => aborting.abort());
    });
    expect(await getMerchant(withCall(service.client, { signal: aborting.signal }), "shop")).toMatchObject({
      ok: false,
      error: { because: "aborted" },
    });
  });

  it("is not sent when it was aborted before, in any name", async () => {
    await using service = await silentService();
    const client = withCall(service.client, { signal: AbortSignal.abort() });
    const aborted = { ok: false, error: { because: "aborted" } };
    expect(await getMerchant(client, "shop")).toMatchObject(aborted);
    expect(await getUserInfo(client, "at-1")).toMatchObject(aborted);
    expect(await uploadAttachments(client, "/attachments/a/", [])).toMatchObject(aborted);
    expect(service.asked).toEqual([]);
  });

  it("gives up its place in the rate limiter", async () => {
    await using service = await createScriptedService((_asked, answer) => answerJson(answer, 200, { id: "shop" }));
    const BURST = 20;
    for (let sent = 0; sent < BURST - 5; sent += 1) await getMerchant(service.client, "shop");
    const aborting = new AbortController();
    const waiting = getMerchant(withCall(service.client, { signal: aborting.signal }), "shop");
    aborting.abort();
    expect(await waiting).toMatchObject({ ok: false, error: { because: "aborted" } });
    await service.clock.advance(1000);
    expect(service.asked).toHaveLength(BURST - 5);
  });
});

describe("a request with its own timeout", () => {
  it("times out by its own timeout instead of the client's", async () => {
    await using service = await silentService();
    expect(await getMerchant(withCall(service.client, { timeoutMs: 30 }), "shop")).toMatchObject({
      ok: false,
      error: { because: "timeout", detail: "TimeoutError" },
    });
    expect(service.exchanges).toMatchObject([{ outcome: "try_again" }]);
  });

  it("does not throw for an unusual number", async () => {
    await using service = await createScriptedService((_asked, answer) => answerJson(answer, 200, { id: "shop" }));
    const callWithin = (timeoutMs: number) => getMerchant(withCall(service.client, { timeoutMs }), "shop");
    expect(await callWithin(Number.POSITIVE_INFINITY)).toMatchObject({ ok: true });
    expect(await callWithin(60_000.5)).toMatchObject({ ok: true });
  });

  it("may take longer than the client's timeout", async () => {
    const first = Promise.withResolvers<() => void>();
    await using service = await createScriptedService(
      (_asked, answer) => first.resolve(() => answerJson(answer, 200, { id: "shop" })),
      { timeouts: { headersMs: 50, totalMs: 50 } },
    );
    const patient = getMerchant(withCall(service.client, { timeoutMs: 60_000 }), "shop");
    const answerIt = await first.promise;
    expect(await getMerchant(service.client, "shop")).toMatchObject({ ok: false, error: { because: "timeout" } });
    answerIt();
    expect(await patient).toMatchObject({ ok: true });
  });
});

describe("a request that cannot be sent", () => {
  const calls: [string, (client: ApiClient) => Promise<unknown>][] = [
    ["id: expected characters that a path can contain", (client) => getMerchant(client, "..")],
    ["amount: at least 1", (client) => postPaymentRequest(client, { ...payment, amount: 0 })],
    [
      "type: expected one of store, webshop, mobile, vending, poster",
      (client) => createPos(client, { id: "p", name: "P", type: "kiosk", location: null } as never),
    ],
    ["access_token: not visible ASCII", (client) => getUserInfo(client, "a\nb")],
    [
      "private key: not an RSA key",
      (client) => putPaymentRequest(client, "t-1", { action: "RELEASE" }, createPublicKey(strongKey)),
    ],
    ["body: not JSON", (client) => uploadAttachments(client, "/a/", [{ kind: "receipt", receipt: { total: 1n } }])],
  ];

  it.each(calls)("returns an error: %s", async (detail, call) => {
    const script: Script = (_asked, answer) => answerJson(answer, 200, {});
    await using service = await createScriptedService(script);
    expect(await call(service.client)).toEqual({ ok: false, error: { kind: "invalid_input", status: null, detail } });
    expect(service.asked).toEqual([]);
  });
});
