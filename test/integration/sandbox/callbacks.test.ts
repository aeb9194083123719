import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { REDELIVERY_PAUSES_MS } from "../../../sandbox/callbacks/delivery.ts";
import { callbackReceiver } from "../../support/sandbox.ts";
import { createTestSandbox } from "./test-sandbox.ts";

const folder = join(import.meta.dirname, "../../support/tls");
const tls = {
  cert: readFileSync(join(folder, "localhost.pem"), "utf8"),
  key: readFileSync(join(folder, "localhost-key.pem"), "utf8"),
};

/** A clock that only moves on request, for tests that count milliseconds. */
const started = Date.now();

describe("section 6 events", () => {
  it("report every transition in order, signed for the registered address", async () => {
    await using w = await createTestSandbox();
    await using receiver = await callbackReceiver(w.sandbox);
    const callback_uri = `${receiver.url}?till=1&x=%C3%A6`;
    const tid = await w.authorised({ callback_uri });
    const capture = { action: "CAPTURE", currency: "NOK", capture_id: "a", amount: 1 };
    for (const action of [{ action: "REAUTH" }, capture, { action: "RELEASE" }, { action: "REFUND" }]) {
      expect(await w.update(tid, action)).toBe(204);
      await w.sandbox.settled();
    }
    expect(receiver.events()).toEqual([
      "payment_authorized",
      "payment_authorization_renewed",
      "payment_captured",
      "payment_auth_released",
    ]);
    expect(receiver.received.every(({ genuine }) => genuine)).toBe(true);
    const [first] = receiver.received;
    expect(first?.headers["content-type"]).toBe("application/vnd.svc.api.merchant.v1+json");
    expect(first?.body.meta).toEqual({
      id: expect.any(String),
      event: "payment_authorized",
      uri: `${w.sandbox.url.replace("http:", "https:")}/merchant/v1/payment_request/${tid}/outcome/`,
      seqno: 1,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(receiver.received.map(({ body }) => body.meta.seqno)).toEqual([1, 2, 3, 4]);
  });

  it("report rejection, cancellation and both expiries", async () => {
    await using w = await createTestSandbox();
    await using receiver = await callbackReceiver(w.sandbox);
    const ask = () => w.asked({ callback_uri: receiver.url, expires_in: 60 });
    await w.phone.reject(await ask());
    await w.sandbox.settled();
    await w.update(await ask(), { action: "ABORT" });
    await w.sandbox.settled();
    await w.phone.approve(await ask());
    await w.sandbox.settled();
    await ask();
    await w.sandbox.clock.advance(61_000);
    await w.sandbox.clock.advance(3 * 24 * 3600 * 1000);
    expect(receiver.events()).toEqual([
      "payment_aborted_by_customer",
      "payment_aborted_by_merchant",
      "payment_authorized",
      "payment_request_expired",
      "payment_authorization_expired",
    ]);
  });

  it("omit the object over http, and meta.uri links to it", async () => {
    await using w = await createTestSandbox();
    await using receiver = await callbackReceiver(w.sandbox);
    const tid = await w.authorised({ callback_uri: receiver.url });
    await w.sandbox.settled();
    const [message] = receiver.received;
    expect(Object.keys(message?.body ?? {})).toEqual(["meta"]);
    const { host } = new URL(w.sandbox.url);
    const path = `/merchant/v1/payment_request/${tid}/outcome/`;
    expect(message?.body.meta.uri).toBe(`https://${host}${path}`);
    expect((await w.client.get(path)).body).toMatchObject({ tid, status: "auth" });
  });

  it("include the object over https, equal to the outcome at that time", async () => {
    await using w = await createTestSandbox({ callbackCa: tls.cert });
    await using receiver = await callbackReceiver(w.sandbox, tls);
    const tid = await w.authorised({ callback_uri: receiver.url });
    await w.sandbox.settled();
    const [message] = receiver.received;
    expect(message?.genuine).toBe(true);
    const { attachment_uri: _new, ...outcome } = await w.outcome(tid);
    expect(message?.body.object).toMatchObject(outcome);
  });

  it("are not delivered to a receiver with an untrusted certificate", async () => {
    await using w = await createTestSandbox();
    await using receiver = await callbackReceiver(w.sandbox, tls);
    await w.authorised({ callback_uri: receiver.url });
    await w.sandbox.settled();
    expect(receiver.received).toEqual([]);
    expect(w.sandbox.callbacks()).toMatchObject([{ state: "waiting", attempts: 1, lastStatus: null }]);
  });
});

describe("G19 redelivery", () => {
  it("sends the same message five times with growing pauses and fresh signatures, and then stops", async () => {
    await using w = await createTestSandbox({ now: () => started });
    await using receiver = await callbackReceiver(w.sandbox);
    receiver.answer.status = 500;
    await w.authorised({ callback_uri: receiver.url });
    await w.sandbox.settled();
    for (const [index, pause] of REDELIVERY_PAUSES_MS.entries()) {
      await w.sandbox.clock.advance(pause - 1);
      expect(receiver.received).toHaveLength(index + 1);
      await w.sandbox.clock.advance(1);
      expect(receiver.received).toHaveLength(index + 2);
    }
    await w.sandbox.clock.advance(24 * 3600 * 1000);
    expect(receiver.received).toHaveLength(6);
    expect(new Set(receiver.received.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["x-svc-timestamp"])).size).toBeGreaterThan(1);
    expect(receiver.received.every(({ genuine }) => genuine)).toBe(true);
    expect(w.sandbox.callbacks()).toMatchObject([{ state: "given_up", attempts: 6, lastStatus: 500 }]);
  });

  it("stops at the first 2xx, and treats a redirect as a failure", async () => {
    await using w = await createTestSandbox();
    await using receiver = await callbackReceiver(w.sandbox);
    receiver.answer.status = 302;
    await w.authorised({ callback_uri: receiver.url });
    await w.sandbox.settled();
    receiver.answer.status = 204;
    await w.sandbox.clock.advance(3600_000);
    expect(receiver.received).toHaveLength(2);
    expect(w.sandbox.callbacks()).toMatchObject([{ state: "delivered", attempts: 2 }]);
  });

  it("skips callbacks that were stopped, which are lost", async () => {
    await using w = await createTestSandbox();
    await using receiver = await callbackReceiver(w.sandbox);
    w.sandbox.faults.callbacks = false;
    const tid = await w.authorised({ callback_uri: receiver.url });
    w.sandbox.faults.callbacks = true;
    await w.update(tid, { action: "CAPTURE" });
    await w.sandbox.clock.advance(3600_000);
    expect(receiver.events()).toEqual(["payment_captured"]);
    expect(w.sandbox.callbacks().map(({ state }) => state)).toEqual(["dropped", "delivered"]);
  });
});

describe("2.5 scans", () => {
  it("include their object over http, without an address, and return the receiver's text", async () => {
    await using w = await createTestSandbox();
    await using receiver = await callbackReceiver(w.sandbox);
    receiver.answer.body = JSON.stringify({ text: "Welcome! One moment." });
    const { body } = await w.client.post("/shortlink/", { callback_uri: receiver.url });
    const result = await w.phone.scan(`/s/${body.id}/T-9`);
    expect(result).toMatchObject({ text: "Welcome! One moment.", argstring: "T-9" });
    expect(receiver.received[0]?.body).toMatchObject({
      meta: { event: "shortlink_scanned", uri: null },
      object: { id: result.scanToken, argstring: "T-9" },
    });
    expect(receiver.received[0]?.genuine).toBe(true);
    for (const nonsense of ["<html>", '{"text": 5}', "x".repeat(100_000)]) {
      receiver.answer.body = nonsense;
      expect(await w.phone.scan(`/s/${body.id}/T-9`)).toMatchObject({ text: null });
    }
  });
});
