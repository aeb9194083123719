import { createPublicKey, verify } from "node:crypto";
import { createLocalJWKSet, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { permissionOutcome } from "../../../contract/wire/wire.ts";
import { type Answered, callbackReceiver, KARI, merchantClient, NORA } from "../../support/sandbox.ts";
import { createTestSandbox, type TestSandbox } from "./test-sandbox.ts";

const EVERYTHING = "openid profile phone email address shipping_address fodselsnummer bankid";
let count = 0;

function permissionRequest(changes: object = {}) {
  count += 1;
  return { customer: KARI, scope: "openid email", pos_id: "counter-1", pos_tid: `r-${count}`, ...changes };
}

async function granted(w: TestSandbox, scope: string, customer = KARI) {
  const { body } = await w.client.post("/permission_request/", permissionRequest({ scope, customer }));
  await w.phone.grant(body.id, customer);
  const outcome = (await w.client.get(`/permission_request/${body.id}/outcome/`)).body;
  const { access_token: token, refresh_token: refresh } = outcome;
  return { rid: body.id as string, token: token as string, refresh: refresh as string };
}

async function read(w: TestSandbox, path: string, token: string | null) {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(w.sandbox.url + path, { headers });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answered };
}

describe("G15 permission requests", () => {
  it("are sent, and sent once for the same ids and data", async () => {
    await using w = await createTestSandbox();
    const request = permissionRequest({ text: "For your receipt" });
    const first = await w.client.post("/permission_request/", request);
    expect([first.status, first.body]).toEqual([201, { id: expect.any(String) }]);
    expect(first.headers.get("location")).toBe(`${w.sandbox.url}/merchant/v1/permission_request/${first.body.id}/`);
    expect((await w.client.post("/permission_request/", request)).text).toBe(first.text);
    expect((await w.client.post("/permission_request/", { ...request, scope: "openid" })).status).toBe(409);
    expect((await w.client.get(`/permission_request/${first.body.id}/`)).body).toMatchObject({
      text: "For your receipt",
    });
    const [shown] = (await w.phone.state()).permissions;
    expect(shown?.scopes.map(({ meaning }) => meaning)).toEqual(["Log you in with this app", "Your e-mail address"]);
  });

  it.each([
    [{ scope: "everything" }, "scope"],
    [{ scope: "phone" }, "scope"],
    [{ customer: "nobody" }, "customer"],
    [{ pos_id: "nowhere" }, "pos_id"],
    [{ pos_id: "a b" }, "pos_id"],
    [{ scopes: "openid" }, "scopes"],
  ])("refuse %j", async (changes, field) => {
    await using w = await createTestSandbox();
    const answer = await w.client.post("/permission_request/", permissionRequest(changes));
    expect([answer.status, Object.keys(answer.body.error_details)]).toEqual([400, [field]]);
  });

  it("end granted, declined or expired (G16)", async () => {
    await using w = await createTestSandbox();
    await using receiver = await callbackReceiver(w.sandbox);
    const ask = async () =>
      (await w.client.post("/permission_request/", permissionRequest({ expires_in: 60, callback_uri: receiver.url })))
        .body.id;
    const outcome = async (rid: string) =>
      permissionOutcome.parse((await w.client.get(`/permission_request/${rid}/outcome/`)).body);
    const [yes, no, late] = [await ask(), await ask(), await ask()];
    expect(await outcome(yes)).toMatchObject({ status: "pending", access_token: null, rid: yes, token_type: "Bearer" });
    await w.phone.grant(yes);
    await w.sandbox.settled();
    await w.phone.decline(no);
    await w.sandbox.settled();
    await w.sandbox.clock.advance(61_000);
    expect(await outcome(yes)).toMatchObject({
      status: "ok",
      scope: "openid email",
      expires_in: "3600",
      transaction_fee: 100,
    });
    expect(await outcome(no)).toMatchObject({ status: "ok", access_token: null, transaction_fee: 0 });
    expect(await outcome(late)).toMatchObject({ status: "fail", access_token: null });
    expect(receiver.events()).toEqual([
      "permission_request_answered",
      "permission_request_answered",
      "permission_request_expired",
    ]);
    for (const rid of [yes, no, late]) await expect(w.phone.grant(rid)).rejects.toThrow(/^409/);
  });
});

describe("a partial grant", () => {
  const outcome = async (w: TestSandbox, rid: string) =>
    (await w.client.get(`/permission_request/${rid}/outcome/`)).body as Answered;

  it("contains what the customer ticked, and grants nothing else", async () => {
    await using w = await createTestSandbox();
    const asked = permissionRequest({ scope: "openid email phone shipping_address" });
    const { id } = (await w.client.post("/permission_request/", asked)).body;
    await w.phone.grant(id, KARI, ["email", "openid"]);
    const answer = await outcome(w, id);
    expect(answer).toMatchObject({ status: "ok", scope: "openid email", transaction_fee: 100 });
    expect(Object.keys(answer.user_info).sort()).toEqual(["email", "email_verified", "sub"]);
    expect((await read(w, "/oauth2/v1/scope/shipping_address", answer.access_token)).status).toBe(403);
  });

  it.each([
    [[], "at least one"],
    [["openid", "bankid"], "bankid: was not requested"],
    [["email"], "only be read together with openid"],
  ])("cannot be %j", async (scopes, because) => {
    await using w = await createTestSandbox();
    const { id } = (await w.client.post("/permission_request/", permissionRequest())).body;
    await expect(w.phone.grant(id, KARI, scopes)).rejects.toThrow(because);
    expect((await outcome(w, id)).status).toBe("pending");
  });

  it("of a payment's request leaves the payment unchanged, even when nothing is shared", async () => {
    await using w = await createTestSandbox();
    const some = await w.asked({ required_scope: "openid email profile" });
    await w.phone.approve(some, { scopes: ["openid", "email"] });
    expect(await w.outcome(some)).toMatchObject({ status: "auth", permissions: { scope: "openid email" } });
    const nothing = await w.asked({ required_scope: "openid email" });
    await w.phone.approve(nothing, { scopes: [] });
    const permissions = { status: "ok", access_token: null, scope: null, transaction_fee: 0 };
    expect(await w.outcome(nothing)).toMatchObject({ status: "auth", permissions });
  });
});

describe("G25 the data behind a token", () => {
  it("is the granted data: userinfo, addresses, national id", async () => {
    await using w = await createTestSandbox();
    const { token } = await granted(w, EVERYTHING);
    expect((await read(w, "/oauth2/v1/userinfo", token)).body).toEqual({
      sub: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: "Kari Nordmann",
      ...{ phone_number: KARI, phone_number_verified: true },
      ...{ email: "kari.nordmann@example.com", email_verified: true },
      address: expect.objectContaining({ locality: "Oslo", formatted: "Markveien 35\n0554 Oslo" }),
    });
    expect((await read(w, "/oauth2/v1/scope/shipping_address", token)).body).toMatchObject({ name: "Kari Nordmann" });
    const id = (await read(w, "/oauth2/v1/scope/personal_id/no/id", token)).body;
    expect([id.national_id_number, id.proofs.length]).toEqual(["01857111253", 2]);
    const bankid = (await read(w, "/merchant/v1/oauth2/v1/scope/personal_id/no/bankid", token)).body;
    expect(bankid.proofs).toEqual([{ source: "bankid", verified_at: expect.any(String) }]);
  });

  it("is nothing else", async () => {
    await using w = await createTestSandbox();
    const { token } = await granted(w, "openid profile");
    const info = (await read(w, "/oauth2/v1/userinfo", token)).body;
    expect(Object.keys(info).sort()).toEqual(["name", "sub"]);
    for (const path of ["shipping_address", "personal_id/no/id", "personal_id/no/bankid"]) {
      const answer = await read(w, `/oauth2/v1/scope/${path}`, token);
      expect([answer.status, answer.body.error_type]).toEqual([403, "forbidden"]);
    }
    expect((await read(w, "/oauth2/v1/userinfo", (await granted(w, "")).token)).status).toBe(403);
  });

  it("ends with the token, and is available again after its refresh", async () => {
    await using w = await createTestSandbox({ accessTokenSeconds: 600 });
    const { token, refresh, rid } = await granted(w, "openid");
    await w.sandbox.clock.advance(601_000);
    const late = await read(w, "/oauth2/v1/userinfo", token);
    expect([late.status, late.headers.get("www-authenticate")]).toEqual([401, 'Bearer error="invalid_token"']);
    const again = await w.client.post("/oauth2/v1/token/", { grant_type: "refresh_token", refresh_token: refresh });
    expect([again.status, again.body.expires_in]).toEqual([200, "600"]);
    expect((await read(w, "/oauth2/v1/userinfo", again.body.access_token)).status).toBe(200);
    const outcome = (await w.client.get(`/permission_request/${rid}/outcome/`)).body;
    expect(outcome.access_token).toBe(again.body.access_token);
    const other = merchantClient(w.sandbox.provision({ merchant: "T002" }));
    const stolen = await other.post("/oauth2/v1/token/", { grant_type: "refresh_token", refresh_token: refresh });
    expect(stolen.status).toBe(400);
  });

  it("ends through the control API, which allows a refresh as after an expiry", async () => {
    await using w = await createTestSandbox();
    const { rid, token, refresh } = await granted(w, "openid");
    const expire = () => fetch(`${w.sandbox.url}/control/permissions/${rid}/expire`, { method: "POST" });
    expect((await expire()).status).toBe(204);
    expect((await read(w, "/oauth2/v1/userinfo", token)).status).toBe(401);
    expect((await expire()).status).toBe(404);
    const again = await w.client.post("/oauth2/v1/token/", { grant_type: "refresh_token", refresh_token: refresh });
    expect((await read(w, "/oauth2/v1/userinfo", again.body.access_token)).status).toBe(200);
    const listed = (await read(w, "/control/permissions", null)).body.permissions;
    expect(listed).toMatchObject([{ rid, status: "ok", scope: "openid" }]);
    expect(JSON.stringify(listed)).not.toContain(again.body.access_token);
  });

  it("is nothing without a token", async () => {
    await using w = await createTestSandbox();
    for (const token of [null, "nonsense"]) expect((await read(w, "/oauth2/v1/userinfo", token)).status).toBe(401);
    const post = await fetch(`${w.sandbox.url}/oauth2/v1/userinfo`, { method: "POST" });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET"]);
  });

  it("includes an id_token that the service's published key verifies", async () => {
    await using w = await createTestSandbox();
    const { rid, token } = await granted(w, "openid profile");
    const { id_token } = (await w.client.get(`/permission_request/${rid}/outcome/`)).body;
    const [header, claims, signature] = id_token.split(".");
    const jwks = (await read(w, "/.well-known/jwks.json", null)).body;
    const head = JSON.parse(Buffer.from(header, "base64url").toString());
    expect(head).toEqual({ alg: "RS256", typ: "JWT", kid: jwks.keys[0].kid });
    const key = createPublicKey({ key: jwks.keys[0], format: "jwk" });
    expect(verify("sha256", Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, "base64url"))).toBe(true);
    const payload = JSON.parse(Buffer.from(claims, "base64url").toString());
    const { sub } = (await read(w, "/oauth2/v1/userinfo", token)).body;
    expect(payload).toMatchObject({ iss: w.sandbox.url, aud: "T001", sub, name: "Kari Nordmann" });
    expect(payload.exp - payload.iat).toBe(3600);
  });
});

describe("the id_token", () => {
  async function verified(w: TestSandbox, nonce: string | null) {
    const asked = permissionRequest({ scope: "openid profile", nonce });
    const { id } = (await w.client.post("/permission_request/", asked)).body;
    await w.phone.grant(id);
    const { id_token } = (await w.client.get(`/permission_request/${id}/outcome/`)).body;
    const keys = createLocalJWKSet((await read(w, "/.well-known/jwks.json", null)).body);
    const options = { issuer: w.sandbox.url, audience: "T001", algorithms: ["RS256"] };
    return (await jwtVerify(id_token, keys, options)).payload;
  }

  it("repeats the nonce of its request, and has none without one", async () => {
    await using w = await createTestSandbox();
    expect(await verified(w, "n-0S6_WzA2Mj")).toMatchObject({ nonce: "n-0S6_WzA2Mj", name: "Kari Nordmann" });
    expect(await verified(w, null)).not.toHaveProperty("nonce");
  });

  it.each([
    ["forged", /signature verification failed/],
    ["expired", /"exp" claim/],
    ["wrong_issuer", /"iss" claim/],
    ["wrong_audience", /"aud" claim/],
    ["unsigned", /alg/i],
    ["symmetric", /alg/i],
  ] as const)("can be invalid in a chosen way: %s", async (variant, because) => {
    await using w = await createTestSandbox();
    w.sandbox.faults.idToken = variant;
    await expect(verified(w, null)).rejects.toThrow(because);
    w.sandbox.faults.clear();
    expect(await verified(w, null)).toMatchObject({ aud: "T001" });
  });

  it("can have another nonce through the control API", async () => {
    await using w = await createTestSandbox();
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ idToken: "wrong_nonce" });
    await fetch(`${w.sandbox.url}/control/conditions`, { method: "PUT", headers, body });
    expect(await verified(w, "n-1")).toMatchObject({ nonce: "another-nonce" });
  });
});

describe("the customers' national ids", () => {
  it("are synthetic with valid check digits, and one customer is a child", async () => {
    await using w = await createTestSandbox();
    const weights = [
      [3, 7, 6, 1, 8, 9, 4, 5, 2, 1],
      [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1],
    ];
    for (const { national_id: id } of w.sandbox.users()) {
      for (const row of weights) expect(row.reduce((sum, weight, at) => sum + weight * Number(id[at]), 0) % 11).toBe(0);
      expect([id.length, Number(id.slice(2, 4)) > 80]).toEqual([11, true]);
    }
    const { token } = await granted(w, "bankid", NORA);
    const { body } = await read(w, "/oauth2/v1/scope/personal_id/no/bankid", token);
    expect(body.national_id_number).toMatch(/^098317[5-9]/);
  });
});

describe("5.6 tokens as customers, and combined requests (2.3)", () => {
  it("accept an access token as the customer until it expires", async () => {
    await using w = await createTestSandbox();
    const { token } = await granted(w, "");
    const tid = await w.asked({ customer: token });
    expect((await w.phone.state()).requests.map((request) => request.tid)).toEqual([tid]);
    await w.sandbox.clock.advance(3601_000);
    await expect(w.asked({ customer: token })).rejects.toThrow(/access token has expired/);
  });

  it("return the grant with a payment that requested data", async () => {
    await using w = await createTestSandbox();
    const tid = await w.asked({ required_scope: "openid email", required_scope_text: "To send your receipt" });
    const [request] = (await w.phone.state()).requests;
    expect(request).toMatchObject({ scopeText: "To send your receipt" });
    expect(request?.scopes).toHaveLength(2);
    expect((await w.phone.state()).permissions).toEqual([]);
    expect((await w.outcome(tid)).permissions).toMatchObject({ status: "pending", access_token: null });
    await w.phone.approve(tid);
    const { permissions } = await w.outcome(tid);
    expect(permissions).toMatchObject({
      status: "ok",
      scope: "openid email",
      user_info: { email: "kari.nordmann@example.com" },
    });
    const { body } = await w.client.get(`/permission_request/${permissions.rid}/outcome/`);
    expect(body).toEqual(permissions);
    const stored = (await w.client.get(`/permission_request/${permissions.rid}/`)).body;
    const asked = { customer: KARI, scope: "openid email", text: "To send your receipt", pos_id: "counter-1" };
    expect(stored).toMatchObject({ ...asked, tid, rid: permissions.rid, status: "ok", callback_uri: null });
    const rejected = await w.asked({ required_scope: "openid" });
    await w.phone.reject(rejected);
    expect((await w.outcome(rejected)).permissions).toMatchObject({ status: "ok", access_token: null });
    expect(await w.outcome(await w.asked())).not.toHaveProperty("permissions");
  });
});
