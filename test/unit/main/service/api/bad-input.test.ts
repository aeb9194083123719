/** Invalid arguments from a JavaScript program: the result names the problem, and nothing is thrown. */
import { describe, expect, it } from "vitest";
import type { ApiClient } from "../../../../../main/service/api/client.ts";
import * as library from "../../../../../main/service/api/index.ts";
import { answerJson, createScriptedService, payment, strongKey } from "./scripted-service.ts";

const WRONG = [undefined, null, {}];
/** Arguments of an invalid call: every combination of wrong values. */
const combinations = (count: number): unknown[][] =>
  count === 0 ? [[]] : combinations(count - 1).flatMap((before) => WRONG.map((value) => [...before, value]));

/** Functions that need no client. */
const PURE = new Set(
  "allOf describeError headerPairs mayFetch mayRepeat parseMessage verifyCallback verifyIdToken".split(" "),
);
const SIGNING = new Set(["contentDigest", "sign", "signatureMessage"]);
/** These need no input: with `{}` or nothing they send a valid request. */
const SENT = "createShortlink listMerchants listPaymentRequests listPos listShortlinks listUsers".split(" ");

type Called = (...values: unknown[]) => unknown;
const exported = Object.entries<unknown>(library).filter(
  (entry): entry is [string, Called] => typeof entry[1] === "function",
);

/** Result of a call; of pages, the last one. */
async function outcomeOf(called: unknown): Promise<unknown> {
  const given = await called;
  if (typeof given !== "object" || given === null || !(Symbol.asyncIterator in given)) return given;
  let last: unknown;
  for await (const page of given as AsyncIterable<unknown>) last = page;
  return last;
}

describe("functions that never throw", () => {
  const asking = exported.filter(
    ([name]) => !PURE.has(name) && !SIGNING.has(name) && !/^(create(ApiClient|$)|encode|withCall)/.test(name),
  );

  it("requests return invalid_input for invalid arguments, and are not sent", async () => {
    await using service = await createScriptedService((_asked, answer) => answerJson(answer, 404, {}));
    const sent = new Set<string>();
    for (const [name, call] of asking)
      for (const values of combinations(Math.min(call.length - 1, 3))) {
        const before = service.asked.length;
        const result = await outcomeOf(call(service.client, ...values));
        if (service.asked.length > before) sent.add(name);
        else
          expect([name, values, result]).toMatchObject([name, values, { ok: false, error: { kind: "invalid_input" } }]);
      }
    expect([...sent].sort()).toEqual(SENT);
    expect(asking.length).toBeGreaterThan(30);
  });

  it("encoders return invalid_input for an impossible body", () => {
    const encoding = exported.filter(([name]) => name.startsWith("encode"));
    for (const [, encode] of encoding)
      for (const value of WRONG) expect(encode(value)).toMatchObject({ ok: false, error: { kind: "invalid_input" } });
    expect(encoding).toHaveLength(3);
  });

  it("helpers without a client reject invalid arguments: nothing is proven or retried", async () => {
    const called = exported.filter(([name]) => PURE.has(name));
    const results = new Map<string, unknown[]>();
    for (const [name, call] of called)
      for (const values of combinations(call.length))
        results.set(name, [...(results.get(name) ?? []), await outcomeOf(call(...values))]);
    expect([...results.keys()].sort()).toEqual([...PURE].sort());
    for (const verdict of results.get("verifyCallback") ?? [])
      expect(verdict).toEqual({ verdict: "refused", because: "not what verifyCallback takes" });
    for (const verdict of results.get("verifyIdToken") ?? []) expect(verdict).toEqual({ is: "refused" });
    for (const verdict of results.get("mayRepeat") ?? []) expect(verdict).toEqual({ again: false, because: "refused" });
    for (const sentence of results.get("describeError") ?? [])
      expect(sentence).toBe("This is not an error of this client.");
    expect(new Set([...(results.get("mayFetch") ?? []), library.mayFetch("https://a/", null as never)])).toEqual(
      new Set([false]),
    );
  });
});

describe("functions that throw", () => {
  it("signing and creating a client throw a TypeError that names what is wanted", () => {
    for (const [name, call] of exported.filter(([each]) => SIGNING.has(each)))
      for (const values of combinations(call.length).filter(
        (each) => name !== "contentDigest" || (typeof each[0] === "object" && each[0] !== null),
      ))
        expect(() => call(...values)).toThrow(/expected /);
    for (const value of WRONG)
      expect(() => library.createApiClient(value as never)).toThrow(/(options|service): expected an object/);
  });

  const service = {
    baseUrl: "https://a.example",
    vendor: "svc",
    merchant: "m",
    user: "u",
    integrator: null,
    testbedToken: null,
  };
  const good = { service, credentials: { scheme: "RSA-SHA256", privateKey: strongKey } };
  it.each<[string, object]>([
    ["service.baseUrl: expected text", { service: { ...service, baseUrl: undefined } }],
    ["service.baseUrl: expected an address", { service: { ...service, baseUrl: "a.example" } }],
    ["service.vendor: expected text", { service: { ...service, vendor: undefined } }],
    ["service.integrator: expected text", { service: { ...service, integrator: undefined } }],
    ["credentials: expected {scheme: RSA-SHA256", { credentials: { scheme: "RSA-SHA256", privateKey: "PEM" } }],
    ["credentials: expected {scheme: RSA-SHA256", { credentials: null }],
    ["timeouts.totalMs: expected a number", { timeouts: { totalMs: Number.NaN } }],
    ["timeouts.totalMs: at least 1", { timeouts: { totalMs: -5 } }],
  ])("the error for invalid client options begins with %s", (beginning, change) => {
    const made = () => library.createApiClient({ ...good, ...change } as never);
    expect(made).toThrow(TypeError);
    expect(made).toThrow(beginning);
  });
});

describe("invalid call options", () => {
  const calls: [string, (client: ApiClient) => Promise<unknown>][] = [
    ["a request of the till", (client) => library.getMerchant(client, "m")],
    ["a request in a customer's name", (client) => library.getUserInfo(client, "at-1")],
    ["a request to an address", (client) => library.uploadAttachments(client, "/a/", [])],
  ];
  it.each(calls)("are invalid input of %s, not a network error", async (_what, call) => {
    await using scripted = await createScriptedService((_asked, answer) => answer.end());
    const wrong: [object, string][] = [
      ...[Number.NaN, "x", -5, null].map((timeoutMs): [object, string] => [{ timeoutMs }, "timeoutMs: "]),
      [{ signal: {} }, "signal: "],
      [{ priority: "soon" }, "priority: "],
    ];
    for (const [options, detail] of wrong)
      expect(await call(library.withCall(scripted.client, options as never))).toMatchObject({
        ok: false,
        error: { kind: "invalid_input", detail: expect.stringContaining(detail) },
      });
    expect(scripted.asked).toEqual([]);
  });
});

it("are named together with the valid form", () => {
  const detailOf = (change: object) => library.encodePaymentRequest({ ...payment, ...change });
  for (const [change, detail] of [
    [{ amount: "49" }, "amount: expected a number"],
    [{ amount: 1.5, wrong_field: 1 }, "amount: expected a whole number; wrong_field: unknown"],
    [{ action: "PAY" }, "action: expected one of AUTH, SALE"],
    [{ required_scope_text: "x".repeat(151) }, "required_scope_text: at most 150 characters"],
  ] as const)
    expect(detailOf(change)).toMatchObject({ ok: false, error: { detail } });
  const asked = { customer: "c", scope: "openid", pos_id: "p", pos_tid: "t" };
  expect(library.encodePermissionRequest({ ...asked, text: "x".repeat(150) })).toMatchObject({ ok: true });
  expect(library.encodePermissionRequest({ ...asked, text: "x".repeat(151) })).toMatchObject({
    ok: false,
    error: { detail: "text: at most 150 characters" },
  });
});
