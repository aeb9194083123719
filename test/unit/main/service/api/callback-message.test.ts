import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PAYMENT_EVENTS, PERMISSION_EVENTS } from "../../../../../contract/wire/wire.ts";
import { MAX_CALLBACK_BYTES, mayFetch, parseMessage } from "../../../../../main/service/api/callback-message.ts";

const outcome = {
  currency: "NOK",
  amount: 1000,
  status: "auth",
  status_code: 3008,
  pos_id: "p",
  pos_tid: "K7Q2-0142",
  tid: "t-1",
};
const meta = {
  id: "m-1",
  event: "payment_authorized",
  uri: "https://api.example.com/merchant/v1/payment_request/t-1/outcome/",
};
const parse = (value: unknown) => parseMessage(Buffer.from(typeof value === "string" ? value : JSON.stringify(value)));

describe("callback messages", () => {
  it.each(PAYMENT_EVENTS)("%s contains a payment's outcome", (event) => {
    expect(parse({ meta: { ...meta, event }, object: outcome })).toEqual({
      ok: true,
      message: { kind: "payment", metaId: "m-1", event, outcome, metaUri: meta.uri, tid: "t-1", posTid: "K7Q2-0142" },
    });
  });

  it.each(PERMISSION_EVENTS)("%s contains a permission's outcome", (event) => {
    const object = { rid: "r-1", pos_tid: "x", access_token: "at", status: "ok" };
    expect(parse({ meta: { ...meta, event, uri: null }, object })).toEqual({
      ok: true,
      message: { kind: "permission", metaId: "m-1", event, outcome: object, metaUri: null, rid: "r-1", posTid: "x" },
    });
  });

  it("without an object have nothing to apply, and the id from the address", () => {
    expect(parse({ meta })).toMatchObject({ ok: true, message: { outcome: null, tid: "t-1", posTid: null } });
    const uri = "https://api.example.com/merchant/v1/permission_request/r-7/outcome/";
    expect(parse({ meta: { ...meta, event: "permission_request_expired", uri } })).toMatchObject({
      message: { outcome: null, rid: "r-7" },
    });
    for (const odd of [
      "https://h/payment_request/%2e%2e/outcome/",
      "https://h/payment_request/a%2Fb/",
      "https://h/payment_request/",
      "::",
    ])
      expect(parse({ meta: { ...meta, uri: odd } })).toMatchObject({ ok: true, message: { tid: null } });
  });

  it("with an invalid object have nothing to apply either", () => {
    for (const change of [
      { amount: "1000" },
      { amount: 2 ** 53 },
      { amount: -1 },
      { amount: 1.5 },
      { status: "paid" },
      { tid: undefined },
      { date_modified: "yesterday" },
    ])
      expect(parse({ meta, object: { ...outcome, ...change } })).toMatchObject({
        ok: true,
        message: { kind: "payment", outcome: null },
      });
    for (const object of [null, [], "x", 7])
      expect(parse({ meta, object })).toMatchObject({ ok: true, message: { outcome: null } });
    expect(parse({ meta: { ...meta, uri: null }, object: { tid: "..", pos_tid: "a b" } })).toMatchObject({
      message: { tid: null, posTid: null },
    });
  });

  it("of a scan contain the scan, or are rejected", () => {
    const scanned = { ...meta, event: "shortlink_scanned", uri: null };
    expect(parse({ meta: scanned, object: { id: "token:x", argstring: "K7Q2-0142" } })).toEqual({
      ok: true,
      message: {
        kind: "scan",
        metaId: "m-1",
        event: "shortlink_scanned",
        scan: { id: "token:x", argstring: "K7Q2-0142" },
        sentAt: null,
      },
    });
    const timed = { ...scanned, timestamp: "2026-11-23 10:15:00" };
    expect(parse({ meta: timed, object: { id: "token:x" } })).toMatchObject({
      message: { sentAt: Date.UTC(2026, 10, 23, 10, 15) },
    });
    expect(parse({ meta: { ...scanned, timestamp: "yesterday" }, object: { id: "token:x" } })).toMatchObject({
      message: { sentAt: null },
    });
    expect(parse({ meta: scanned })).toMatchObject({ ok: false });
    expect(parse({ meta: scanned, object: { id: 7 } })).toEqual({ ok: false, because: "object: id: expected text" });
  });

  it("of an unknown event are marked as unknown, also with additional fields", () => {
    expect(parse({ meta: { ...meta, event: "payment_paused", seqno: 7, labels: ["x"] }, object: {}, more: 1 })).toEqual(
      {
        ok: true,
        message: { kind: "unknown", metaId: "m-1", event: "payment_paused" },
      },
    );
  });
});

describe("hostile bodies", () => {
  it.each([
    "",
    "{",
    "null",
    "[]",
    '"x"',
    "7",
    "NaN",
    "Infinity",
    "{}",
    '{"meta":null}',
    '{"meta":{"id":"","event":"x"}}',
    '{"meta":{"id":"x"}}',
    '{"meta":{"id":7,"event":"x"}}',
    "<html>",
    "\0",
  ])("%j are rejected", (text) => {
    expect(parse(text)).toMatchObject({ ok: false });
  });

  it("change no prototype", () => {
    const text =
      '{"meta":{"id":"m","event":"payment_captured","__proto__":{"polluted":1}},"__proto__":{"polluted":1},"object":{"\\u005f_proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}';
    const parsed = parse(text);
    expect(parsed).toMatchObject({ ok: true });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(JSON.stringify(parsed)).not.toContain("__proto__");
  });

  it("with duplicate names use the last one", () => {
    const text = JSON.stringify({ meta, object: outcome }).replace('"amount":1000', '"amount":1000,"amount":2000');
    expect(parse(text)).toMatchObject({ message: { outcome: { amount: 2000 } } });
  });

  it("with invalid or rounded numbers are rejected", () => {
    for (const number of ["1e309", "9007199254740993", "-1", "1e-7", "1000.5"]) {
      const text = JSON.stringify({ meta, object: outcome }).replace('"amount":1000', `"amount":${number}`);
      expect(parse(text)).toMatchObject({ ok: true, message: { outcome: null } });
    }
  });

  it("above the limit, or not in UTF-8, are rejected", () => {
    expect(parseMessage(Buffer.alloc(MAX_CALLBACK_BYTES + 1, " "))).toEqual({ ok: false, because: "too large" });
    expect(parseMessage(Buffer.from([0xc3, 0x28]))).toEqual({ ok: false, because: "not UTF-8" });
  });

  it("never throw", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string()),
        fc.constantFrom(...PAYMENT_EVENTS, "shortlink_scanned", "x"),
        (text, event) => {
          parse(text);
          expect(parse(`{"meta":{"id":"m","event":"${event}"},"object":${text}}`)).toHaveProperty("ok");
        },
      ),
    );
  });
});

describe("addresses in a message", () => {
  const trusted = ["service.example", "Testbed.Example"];
  it.each([
    "https://service.example/x/",
    "https://api.service.example/merchant/v1/",
    "https://API.Service.Example/",
    "https://a.b.testbed.example/",
    "https://service.example",
    "https://service.example:443/x?y=1",
  ])("%s may be fetched", (uri) => {
    expect(mayFetch(uri, trusted)).toBe(true);
  });

  it.each([
    "http://service.example/",
    "ftp://service.example/",
    "javascript:alert(1)",
    "//service.example/",
    "https://evilservice.example/",
    "https://service.example.evil/",
    "https://service.example@evil.example/",
    "https://good@service.example/",
    "https://@service.example/",
    "https://service.example:8443/",
    "https://service.example./",
    "https://service.example\\@evil.example/",
    "https:\\\\service.example/",
    "https:/service.example/",
    "https:service.example/",
    " https://service.example/",
    "https://service.example/\r\nx",
    "https://service.ex\tample/",
    "https://127.0.0.1/",
    "https://169.254.169.254/latest/",
    "https://[::1]/",
    "https://localhost/",
    "https://2130706433/",
    "https://evil.example/#.service.example",
    "https://evil.example?.service.example",
    "https://sérvice.example/",
    "",
  ])("%j may not be fetched", (uri) => {
    expect(mayFetch(uri, trusted)).toBe(false);
  });

  it("may never be fetched when no host is trusted; an IP address has no subdomains", () => {
    expect(mayFetch("https://service.example/", [])).toBe(false);
    expect(mayFetch("https://service.example/", [""])).toBe(false);
    expect(mayFetch("https://10.0.0.1/", ["0.0.1"])).toBe(false);
    expect(mayFetch("https://127.1/", ["1"])).toBe(false);
    expect(mayFetch("https://10.0.0.1/", ["10.0.0.1"])).toBe(true);
  });
});
