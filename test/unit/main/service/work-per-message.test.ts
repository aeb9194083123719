/** Cost of one request and one callback as counts of signatures, digests, schemas and parses; never as time. */
import { createPublicKey } from "node:crypto";
import { Pool } from "undici";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { paymentRequestCreated } from "../../../../contract/wire/wire.ts";
import { withCall } from "../../../../main/service/api/client.ts";
import { encodePaymentRequest, postPaymentRequest } from "../../../../main/service/api/payment-request.ts";
import { DEFAULT_TIMEOUTS } from "../../../../main/service/api/transport.ts";
import { headerPairs, verifyCallback } from "../../../../main/service/api/verify-callback.ts";
import { openConnectivity } from "../../../../main/service/connection/connectivity.ts";
import { createManualClock, TEST_EPOCH_MS } from "../../../support/clock.ts";
import { answerJson, createScriptedService, payment, strongKey } from "./api/scripted-service.ts";
import { body, createTestReceiver, post, secretPath, signed } from "./callbacks/test-receiver.ts";

const counted = vi.hoisted(() => {
  // A worker runs many files; modules loaded by other files must not count.
  vi.resetModules();
  return { calls: [] as string[] };
});
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  const watched = Object.entries(crypto).map(([name, value]) => {
    if (!/^(sign|verify|hash|create(Hash|PublicKey|PrivateKey))$/.test(name)) return [name, value];
    const watchedCall = (...args: unknown[]) => {
      counted.calls.push(name);
      return (value as (...all: unknown[]) => unknown)(...args);
    };
    return [name, watchedCall];
  });
  return Object.fromEntries(watched);
});

afterEach(() => vi.restoreAllMocks());
afterAll(() => vi.resetModules());

it("a request is digested and signed once with the stored key, and builds no schema for its response", async () => {
  await using service = await createScriptedService((_asked, answer) => answerJson(answer, 201, { id: "t-1" }));
  const encoded = encodePaymentRequest(payment);
  if (!encoded.ok) throw new Error("the payment cannot be encoded");
  await postPaymentRequest(service.client, encoded.value);
  const made = vi.spyOn(paymentRequestCreated, "transform");
  counted.calls.length = 0;
  expect(await postPaymentRequest(service.client, encoded.value)).toMatchObject({ ok: true, value: { tid: "t-1" } });
  expect(counted.calls.toSorted()).toEqual(["hash", "sign"]);
  expect(made).not.toHaveBeenCalled();
});

it("a request creates no signal or stream, clears its timer, and removes its listener from the caller's signal", async () => {
  await using service = await createScriptedService((_asked, answer) => answerJson(answer, 201, { id: "t-1" }));
  const { signal } = new AbortController();
  const listeners = [vi.spyOn(signal, "addEventListener"), vi.spyOn(signal, "removeEventListener")];
  const signals = [vi.spyOn(AbortSignal, "timeout"), vi.spyOn(AbortSignal, "any")];
  const streams = vi.spyOn(Pool.prototype, "request");
  const [set, cleared] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
  const timers = () => set.mock.results.filter((_, call) => set.mock.calls[call]?.[1] === DEFAULT_TIMEOUTS.totalMs);
  for (let time = 1; time <= 3; time += 1) {
    expect(await postPaymentRequest(withCall(service.client, { signal }), payment)).toMatchObject({ ok: true });
    for (const called of listeners) expect(called).toHaveBeenCalledTimes(2 * time);
    expect(timers()).toHaveLength(time);
    expect(cleared.mock.calls.flat()).toEqual(expect.arrayContaining(timers().map(({ value }) => value)));
  }
  for (const made of [...signals, streams]) expect(made).not.toHaveBeenCalled();
});

it("a callback is digested and verified once, and its key's strength is checked once", () => {
  const publicKey = createPublicKey(strongKey);
  const strength = vi.spyOn(Object.getPrototypeOf(publicKey), "asymmetricKeyDetails", "get");
  const url = "https://till.example.com/callbacks";
  const headers = headerPairs(Object.entries(signed(url)).flat());
  const verdict = () =>
    verifyCallback({ method: "POST", url, headers, body, vendor: "svc", publicKey, now: TEST_EPOCH_MS });
  counted.calls.length = 0;
  for (let time = 1; time <= 3; time += 1) {
    expect(verdict()).toEqual({ verdict: "applied" });
    expect(counted.calls.toSorted()).toEqual(
      Array.from({ length: time }, () => ["hash", "verify"])
        .flat()
        .toSorted(),
    );
  }
  expect(strength).toHaveBeenCalledTimes(1);
});

it("a body is parsed once, after verification; a forged one never", async () => {
  await using at = await createTestReceiver();
  const read = vi.spyOn(JSON, "parse");
  const readings = () => read.mock.calls.filter(([text]) => text === body.toString()).length;
  const url = at.receiver.callbackUri;
  expect((await post(url, signed(url))).status).toBe(200);
  expect(readings()).toBe(1);
  expect((await post(url, { ...signed(url), "X-Svc-Merchant": "other" })).status).toBe(401);
  expect(readings()).toBe(1);
  expect(url).toContain(secretPath);
});

it("a repeated callback is digested and verified, but neither parsed nor passed on", async () => {
  const onMessage = vi.fn(async () => undefined);
  await using at = await createTestReceiver({ onMessage });
  const url = at.receiver.callbackUri;
  const headers = signed(url);
  expect((await post(url, headers)).status).toBe(200);
  const read = vi.spyOn(JSON, "parse");
  counted.calls.length = 0;
  for (let time = 1; time <= 3; time += 1) expect(await post(url, headers)).toEqual({ status: 200, text: "{}" });
  expect(counted.calls).toEqual(["hash", "verify", "hash", "verify", "hash", "verify"]);
  expect(read.mock.calls.filter(([text]) => text === body.toString())).toEqual([]);
  expect(onMessage).toHaveBeenCalledTimes(1);
});

it("a repeated callback adds no line to the log at its default level", async () => {
  await using at = await createTestReceiver({ onMessage: async () => ({ repeated: true }) });
  const url = at.receiver.callbackUri;
  expect((await post(url, signed(url))).text).toBe("{}");
  expect(at.lines.map((line) => [JSON.parse(line).level, JSON.parse(line).msg])).toEqual([[20, "callback accepted"]]);
});

it("the screens are notified of callbacks once a second at most", async () => {
  await using service = await createScriptedService((_asked, answer) => answerJson(answer, 200, {}));
  const clock = createManualClock();
  const onChange = vi.fn();
  const log = { info: () => undefined, error: () => undefined } as never;
  const ports = { api: service.client, clock, log, posId: "p", merchant: "m", onOnline() {}, onCut() {} };
  const connectivity = openConnectivity({ ...ports, onChange });
  for (let come = 0; come < 50; come += 1) connectivity.recordCallback();
  expect(onChange).toHaveBeenCalledTimes(1);
  await clock.advance(1000);
  connectivity.recordCallback();
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(connectivity.lastCallbackAt()).toBe(clock.now());
  await connectivity.close();
});
