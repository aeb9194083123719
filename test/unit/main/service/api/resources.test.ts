import { describe, expect, it } from "vitest";
import type { ApiClient } from "../../../../../main/service/api/client.ts";
import type { ApiResult, BearerResult } from "../../../../../main/service/api/errors.ts";
import { allOf } from "../../../../../main/service/api/lists.ts";
import { getMerchant, listMerchants } from "../../../../../main/service/api/merchant.ts";
import {
  getBankId,
  getNationalId,
  getShippingAddress,
  getUserInfo,
  refreshAccess,
} from "../../../../../main/service/api/oauth.ts";
import {
  getOutcome,
  getPaymentRequest,
  listPaymentRequests,
  postPaymentRequest,
  putPaymentRequest,
} from "../../../../../main/service/api/payment-request.ts";
import {
  getPermissionOutcome,
  getPermissionRequest,
  postPermissionRequest,
} from "../../../../../main/service/api/permission-request.ts";
import { createPos, deletePos, getPos, listPos, updatePos } from "../../../../../main/service/api/pos.ts";
import {
  createShortlink,
  deleteShortlink,
  getShortlink,
  lastScan,
  listShortlinks,
  updateShortlink,
} from "../../../../../main/service/api/shortlink.ts";
import { getStatusCode } from "../../../../../main/service/api/status-code.ts";
import { createUser, deleteUser, getUser, listUsers, updateUser } from "../../../../../main/service/api/user.ts";
import { answerJson, createScriptedService, payment, type Script } from "./scripted-service.ts";

const pos = { id: "till 1/ä", name: "Corner", type: "store" as const, location: null };
const user = { id: "till-2", roles: [], netmask: null, secret: "12345678", pubkey: null };
const link = { callback_uri: null, description: "counter", serial_number: null };
const outcome = {
  currency: "NOK",
  amount: 1000,
  status: "auth",
  status_code: 3008,
  pos_id: "p",
  pos_tid: "K7Q2-0142",
  tid: "t-1",
};

describe("paths, methods and values", () => {
  type Case = [
    call: (client: ApiClient) => Promise<ApiResult<unknown> | BearerResult<unknown>>,
    request: string,
    answer: Script,
    value: unknown,
  ];
  const empty: Script = (_asked, answer) => answer.writeHead(204).end();
  const gives =
    (value: unknown, status = 200): Script =>
    (_asked, answer) =>
      answerJson(answer, status, value);
  const createdAt =
    (path: string): Script =>
    (asked, answer) =>
      answer.writeHead(201, { Location: `http://${asked.headers.host}/merchant/v1${path}` }).end();
  const permission = { access_token: "at-1", token_type: "Bearer", rid: "r-1", status: "ok" };
  const id = { national_id_number: "01010112345", proofs: [{ source: "bankid", verified_at: "2026-01-01" }] };

  const cases: Case[] = [
    [(c) => getMerchant(c, "shop"), "GET /merchant/v1/merchant/shop/", gives({ id: "shop" }), { id: "shop" }],
    [(c) => createPos(c, pos), "POST /merchant/v1/pos/", createdAt("/pos/till%201%2F%C3%A4/"), { id: "till 1/ä" }],
    [(c) => getPos(c, pos.id), "GET /merchant/v1/pos/till%201%2F%C3%A4/", gives(pos), pos],
    [(c) => updatePos(c, pos), "PUT /merchant/v1/pos/till%201%2F%C3%A4/", empty, undefined],
    [(c) => deletePos(c, "a"), "DELETE /merchant/v1/pos/a/", empty, undefined],
    [(c) => createUser(c, user), "POST /merchant/v1/user/", createdAt("/user/till-2/"), { id: "till-2" }],
    [(c) => getUser(c, "till-2"), "GET /merchant/v1/user/till-2/", gives({ id: "till-2" }), { id: "till-2" }],
    [(c) => updateUser(c, user), "PUT /merchant/v1/user/till-2/", empty, undefined],
    [(c) => deleteUser(c, "till-2"), "DELETE /merchant/v1/user/till-2/", empty, undefined],
    [(c) => createShortlink(c, link), "POST /merchant/v1/shortlink/", gives({ id: "s1" }, 201), { id: "s1" }],
    [
      (c) => getShortlink(c, "s1"),
      "GET /merchant/v1/shortlink/s1/",
      gives({ id: "s1", shortlink_value: "https://s/" }),
      { id: "s1", shortlink_value: "https://s/" },
    ],
    [(c) => updateShortlink(c, "s1", link), "PUT /merchant/v1/shortlink/s1/", empty, undefined],
    [(c) => deleteShortlink(c, "s1"), "DELETE /merchant/v1/shortlink/s1/", empty, undefined],
    [
      (c) => postPaymentRequest(c, payment),
      "POST /merchant/v1/payment_request/",
      gives({ id: "t-1", uri: "https://claim" }, 201),
      { tid: "t-1", claimUri: "https://claim" },
    ],
    [
      (c) => putPaymentRequest(c, "t-1", { action: "RELEASE" }),
      "PUT /merchant/v1/payment_request/t-1/",
      empty,
      undefined,
    ],
    [(c) => getPaymentRequest(c, "t-1"), "GET /merchant/v1/payment_request/t-1/", gives(payment), payment],
    [(c) => getOutcome(c, "t-1"), "GET /merchant/v1/payment_request/t-1/outcome/", gives(outcome), outcome],
    [
      (c) => postPermissionRequest(c, { customer: "4798765432", scope: "phone", pos_id: "p", pos_tid: "x" }),
      "POST /merchant/v1/permission_request/",
      gives({ id: "r-1" }, 201),
      { rid: "r-1" },
    ],
    [
      (c) => getPermissionRequest(c, "r-1"),
      "GET /merchant/v1/permission_request/r-1/",
      gives({ scope: "phone" }),
      { scope: "phone" },
    ],
    [
      (c) => getPermissionOutcome(c, "r-1"),
      "GET /merchant/v1/permission_request/r-1/outcome/",
      gives(permission),
      permission,
    ],
    [
      (c) => getStatusCode(c, 5006),
      "GET /merchant/v1/status_code/5006/",
      gives({ value: 5006, name: "rejected" }),
      { value: 5006, name: "rejected" },
    ],
    [(c) => getUserInfo(c, "at-1"), "GET /oauth2/v1/userinfo", gives({ sub: "u" }), { sub: "u" }],
    [
      (c) => getShippingAddress(c, "at-1"),
      "GET /oauth2/v1/scope/shipping_address",
      gives({ name: "N" }),
      { name: "N" },
    ],
    [(c) => getNationalId(c, "at-1"), "GET /oauth2/v1/scope/personal_id/no/id", gives(id), id],
    [(c) => refreshAccess(c, "rt-1"), "POST /merchant/v1/oauth2/v1/token/", gives(permission), permission],
    [(c) => getBankId(c, "at-1"), "GET /oauth2/v1/scope/personal_id/no/bankid", gives(id), id],
  ];

  it.each(cases)("%s", async (call, request, script, value) => {
    await using service = await createScriptedService(script);
    const result = await call(service.client);
    expect(result).toMatchObject({ ok: true });
    expect(result.ok ? result.value : null).toEqual(value);
    expect(service.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([request]);
  });

  it("reject ids that would address another resource", async () => {
    await using service = await createScriptedService(empty);
    for (const bad of ["", ".", "..", "\ud800"])
      expect(await getPos(service.client, bad)).toMatchObject({ ok: false, error: { kind: "invalid_input" } });
    expect(service.asked).toEqual([]);
  });
});

describe("the client's lists", () => {
  it("follow their cursors in every form of URI", async () => {
    for (const prefix of ["", "/pay"]) {
      await using service = await createScriptedService(
        (asked, answer) => {
          const root = asked.url.includes("cursor") ? "/merchant/v1" : `${prefix}/merchant/v1`;
          if (asked.url.endsWith("/pos/"))
            return answerJson(answer, 200, {
              uris: [`${root}/pos/a/`, `${root}/pos/b%20c/`],
              next: `${root}/pos/?cursor=2%2F`,
            });
          if (asked.url.endsWith("cursor=2%2F"))
            return answerJson(answer, 200, { uris: [], next: `http://${asked.headers.host}${root}/pos/?cursor=3` });
          return answerJson(answer, 200, { uris: [`${root}/pos/d/`], next: null });
        },
        { prefix },
      );
      expect(await allOf(listPos(service.client))).toEqual({ ok: true, value: ["a", "b c", "d"] });
      expect(service.asked.map(({ url }) => url)).toEqual([
        `${prefix}/merchant/v1/pos/`,
        `${prefix}/merchant/v1/pos/?cursor=2%2F`,
        `${prefix}/merchant/v1/pos/?cursor=3`,
      ]);
    }
  });

  it("end with an error at a loop, another host, or an address outside the API", async () => {
    for (const next of [
      "/merchant/v1/pos/",
      "https://evil.example/merchant/v1/pos/?c=1",
      "//evil.example/merchant/v1/pos/",
      "/other/",
      "/merchant/v1/../../x/",
      "http://u@127.0.0.1/merchant/v1/pos/",
    ]) {
      await using service = await createScriptedService((_asked, answer) =>
        answerJson(answer, 200, { uris: ["/merchant/v1/pos/a/"], next }),
      );
      expect(await allOf(listPos(service.client))).toMatchObject({
        ok: false,
        error: { kind: "try_again", because: "unreadable" },
      });
      expect(service.asked).toHaveLength(1);
    }
    await using service = await createScriptedService((_asked, answer) =>
      answerJson(answer, 200, { uris: ["https://evil.example/merchant/v1/pos/a/"], next: null }),
    );
    expect(await allOf(listPos(service.client))).toMatchObject({ ok: false });
  });

  it("return the first error instead of a part", async () => {
    await using service = await createScriptedService((_asked, answer, count) =>
      count === 1
        ? answerJson(answer, 200, { uris: ["/merchant/v1/pos/a/"], next: "/merchant/v1/pos/?c=2" })
        : answerJson(answer, 503, {}),
    );
    expect(await allOf(listPos(service.client))).toMatchObject({ ok: false, error: { because: "service" } });
  });

  it.each([
    ["merchant", listMerchants],
    ["user", listUsers],
    ["shortlink", listShortlinks],
    ["payment_request", listPaymentRequests],
  ])("of %s are supported", async (resource, list) => {
    await using service = await createScriptedService((_asked, answer) =>
      answerJson(answer, 200, { uris: [`/merchant/v1/${resource}/1/`] }),
    );
    expect(await allOf(list(service.client))).toEqual({ ok: true, value: ["1"] });
    expect(service.asked[0]?.url).toBe(`/merchant/v1/${resource}/`);
  });
});

describe("the last scan", () => {
  const ask = async (script: Script) => {
    await using service = await createScriptedService(script);
    const result = await lastScan(service.client, "s1", 60);
    expect(service.asked[0]?.url).toBe("/merchant/v1/shortlink/s1/last_scan/?ttl=60");
    return result.ok ? result.value : result.error.kind;
  };

  it("is a scan, absent, or unsupported", async () => {
    const scan = { id: "token:abc", argstring: "K7Q2-0142" };
    expect(await ask((_asked, answer) => answerJson(answer, 200, scan))).toEqual({ kind: "scan", scan });
    expect(await ask((_asked, answer) => answer.writeHead(204).end())).toEqual({ kind: "none", certain: true });
    expect(await ask((_asked, answer) => answer.writeHead(404).end())).toEqual({ kind: "none", certain: false });
    expect(await ask((_asked, answer) => answer.writeHead(405).end())).toEqual({ kind: "unsupported" });
    expect(await ask((_asked, answer) => answer.writeHead(400).end())).toBe("refused");
    expect(await ask((_asked, answer) => answer.writeHead(500).end())).toBe("try_again");
    expect(await ask((_asked, answer) => answerJson(answer, 200, {}))).toBe("try_again");
  });
});

describe("a response to a create that names two resources", () => {
  it.each<[string, string, (client: ApiClient) => Promise<ApiResult<unknown>>]>([
    ["pos", "till-1", (client) => createPos(client, { ...pos, id: "till-1" })],
    ["shortlink", "l-1", (client) => createShortlink(client, link)],
    ["user", "till-2", (client) => createUser(client, user)],
    [
      "permission_request",
      "r-1",
      (client) => postPermissionRequest(client, { customer: "token:x", scope: "phone", pos_id: "p", pos_tid: "t" }),
    ],
  ])("is not accepted for a %s", async (resource, id, create) => {
    const at = (other: string) => `/merchant/v1/${resource}/${other}/`;
    for (const [Location, isAccepted] of [
      [[at(id)], true],
      [[at("other")], false],
      [[at(id), at("other")], false],
    ] as const) {
      await using service = await createScriptedService((_asked, answer) =>
        answer.writeHead(201, { Location: [...Location] }).end(JSON.stringify({ id })),
      );
      expect((await create(service.client)).ok).toBe(isAccepted);
    }
  });
});
