/**
 * The standard flow (section 1): registration, the authorization-code grant with PKCE, tokens, and hand-made attacks.
 */
import { createHash } from "node:crypto";
import * as openid from "openid-client";
import { describe, expect, it } from "vitest";
import { type Answered, KARI, merchantClient } from "../../support/sandbox.ts";
import { createTestSandbox, type TestSandbox } from "./test-sandbox.ts";

const REGISTERED = "http://127.0.0.1/callback";
const CALLBACK = "http://127.0.0.1:43117/callback";
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

interface Standard extends TestSandbox {
  clientId: string;
  secret: string;
  /** Opens an application's link; resolves with the browser's redirect target */
  authorize(changes?: Record<string, string | null>): Promise<{ status: number; location: string; body: string }>;
  /** Answers on the customer's phone; resolves with the parameters that the application receives */
  answered(how: "grant" | "decline", location: string, scopes?: string[]): Promise<Record<string, string>>;
  /** Returns a code as an application receives it */
  code(changes?: Record<string, string>): Promise<string>;
  token(
    form: Record<string, string>,
    authorization?: string,
  ): Promise<{ status: number; headers: Headers; body: Answered }>;
  /** Exchanges a code with the form of an application */
  exchange(code: string, changes?: Record<string, string>): Promise<{ status: number; body: Answered }>;
  userinfo(token: string): Promise<number>;
}

async function standard(): Promise<Standard> {
  const w = await createTestSandbox();
  const { sandbox } = w;
  const made = sandbox.registerApplication({
    name: "Till",
    redirect_uris: [REGISTERED, "https://shop.example/cb?a=1"],
  });
  const clientId = made.client_id;
  const secret = made.client_secret;
  const authorize: Standard["authorize"] = async (changes = {}) => {
    const url = new URL(`${sandbox.url}/oauth2/v1/authorize`);
    const defaultQuery = {
      client_id: clientId,
      redirect_uri: CALLBACK,
      response_type: "code",
      scope: "openid profile",
    };
    const pkce = { code_challenge: CHALLENGE, code_challenge_method: "S256", state: "s-1" };
    for (const [name, value] of Object.entries({ ...defaultQuery, ...pkce, ...changes }))
      if (value !== null) url.searchParams.set(name, value);
    const answer = await fetch(url, { redirect: "manual" });
    return { status: answer.status, location: answer.headers.get("location") ?? "", body: await answer.text() };
  };
  const answered: Standard["answered"] = async (how, location, scopes) => {
    const id = new URLSearchParams(location.split("?")[1]).get("authorize");
    const answer = await fetch(`${sandbox.phoneUrl}/api/authorizations/${id}/${how}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ customer: KARI, scopes: how === "grant" ? scopes : undefined }),
    });
    const told = (await answer.json()) as { redirect?: string };
    if (told.redirect === undefined) throw new Error(`${answer.status} ${JSON.stringify(told)}`);
    expect(told.redirect.startsWith(`${CALLBACK}?`)).toBe(true);
    return Object.fromEntries(new URL(told.redirect).searchParams);
  };
  const code: Standard["code"] = async (changes) =>
    (await answered("grant", (await authorize(changes)).location)).code ?? "";
  const token: Standard["token"] = async (form, authorization = basic(clientId, secret)) => {
    const headers: Record<string, string> = authorization === "" ? {} : { authorization };
    const body = new URLSearchParams(form);
    const answer = await fetch(`${sandbox.url}/oauth2/v1/token`, { method: "POST", headers, body });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const exchange: Standard["exchange"] = (given, changes = {}) => {
    const form = { grant_type: "authorization_code", code: given, redirect_uri: CALLBACK, code_verifier: VERIFIER };
    return token({ ...form, ...changes });
  };
  const userinfo = async (bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await fetch(`${sandbox.url}/oauth2/v1/userinfo`, { headers })).status;
  };
  return { ...w, clientId, secret, authorize, answered, code, token, exchange, userinfo };
}

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
}

describe("section 1: registration of applications", () => {
  const input = { name: "Till", redirect_uris: [REGISTERED] };

  it("returns a client id and, once, a secret, and follows the resource convention", async () => {
    await using w = await createTestSandbox();
    expect((await w.client.post("/application/", input, { scheme: "SECRET" })).status).toBe(403);
    const { status, body, headers } = await w.client.post("/application/", input);
    expect([status, Object.keys(body)]).toEqual([201, ["id", "client_id", "client_secret"]]);
    const path = `/merchant/v1/application/${body.client_id}/`;
    expect(headers.get("location")).toBe(w.sandbox.url + path);
    const read = (await w.client.get(path)).body;
    expect(read).toEqual({ id: body.id, client_id: body.id, ...input });
    expect((await w.client.put(path, { ...read, name: "Counter" })).status).toBe(204);
    expect((await w.client.get(path)).body.name).toBe("Counter");
    expect((await w.client.get("/application/")).body.uris).toEqual([path]);
    const portal = await (await fetch(`${w.sandbox.url}/portal`)).text();
    expect([portal.includes(body.client_id), portal.includes(body.client_secret)]).toEqual([true, false]);
    const other = merchantClient(w.sandbox.provision({ merchant: "T002" }));
    expect((await other.get(path)).status).toBe(404);
    expect((await w.client.delete(path)).status).toBe(204);
    expect((await w.client.get(path)).status).toBe(404);
  });

  it.each([
    "http://shop.example/cb",
    "http://localhost/cb",
    "https://shop.example/cb#x",
    "https://u@shop.example/cb",
    "javascript:alert(1)",
    "http://127.0.0.1.evil.example/cb",
    "/cb",
  ])("refuses to answer at %s", async (uri) => {
    await using w = await createTestSandbox();
    const answer = await w.client.post("/application/", { ...input, redirect_uris: [uri] });
    expect([answer.status, Object.keys(answer.body.error_details)]).toEqual([400, ["redirect_uris.0"]]);
  });

  it("is open to a person through the control API, and the page shows names as text", async () => {
    await using w = await createTestSandbox();
    const register = (body: object) =>
      fetch(`${w.sandbox.url}/control/applications`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const made = (await (await register({ ...input, name: "<b>Till</b>" })).json()) as Answered;
    expect(made.client_secret).toMatch(/^[\w-]{43}$/);
    expect(await (await fetch(`${w.sandbox.url}/portal`)).text()).toContain("&#60;b&#62;Till");
    expect((await register({ ...input, merchant: "T404" })).status).toBe(404);
  });
});

describe("the authorization-code grant", () => {
  const authentication = { basic: openid.ClientSecretBasic, post: openid.ClientSecretPost };

  it.each(["basic", "post"] as const)("works with openid-client, which discovers everything (%s)", async (way) => {
    await using w = await standard();
    const config = await openid.discovery(new URL(w.sandbox.url), w.clientId, {}, authentication[way](w.secret), {
      execute: [openid.allowInsecureRequests],
      algorithm: way === "basic" ? "oidc" : "oauth2",
    });
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: "openid profile email",
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      state: expectedState,
      nonce: expectedNonce,
    });
    const sent = await fetch(url, { redirect: "manual" });
    const back = await w.answered("grant", sent.headers.get("location") ?? "", ["openid", "profile"]);
    const current = new URL(`${CALLBACK}?${new URLSearchParams(back)}`);
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
    const tokens = await openid.authorizationCodeGrant(config, current, checks);
    expect([tokens.scope, tokens.expires_in]).toEqual(["openid profile", 3600]);
    const claims = tokens.claims();
    expect(claims).toMatchObject({ iss: w.sandbox.url, aud: w.clientId, name: "Kari Nordmann", nonce: expectedNonce });
    const info = await openid.fetchUserInfo(config, tokens.access_token, claims?.sub ?? "");
    expect(info).toEqual({ sub: claims?.sub, name: "Kari Nordmann" });
    const again = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(again.claims()?.sub).toBe(claims?.sub);
    expect(again.refresh_token).not.toBe(tokens.refresh_token);
  });

  it("identifies who responds and whose state it is, also when the customer declines", async () => {
    await using w = await standard();
    const declined = await w.answered("decline", (await w.authorize()).location);
    expect(declined).toEqual({ error: "access_denied", state: "s-1", iss: w.sandbox.url });
    const { location } = await w.authorize({ state: null });
    const granted = await w.answered("grant", location);
    expect(granted).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), iss: w.sandbox.url });
    await expect(w.answered("grant", location)).rejects.toThrow(/^409/);
  });

  it.each([
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ response_type: null }, "invalid_request"],
    [{ code_challenge: null }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ code_challenge_method: null }, "invalid_request"],
    [{ code_challenge: "short" }, "invalid_request"],
    [{ response_mode: "fragment" }, "invalid_request"],
    [{ scope: "everything" }, "invalid_scope"],
    [{ prompt: "none" }, "interaction_required"],
  ])("returns %j at the application's own address", async (changes, error) => {
    await using w = await standard();
    const { status, location } = await w.authorize(changes);
    const told = Object.fromEntries(new URL(location).searchParams);
    expect([status, location.startsWith(CALLBACK)]).toEqual([302, true]);
    expect(told).toMatchObject({ error, state: "s-1", iss: w.sandbox.url });
  });

  it("expires a request without a response, a late code, and an expired token", async () => {
    await using w = await standard();
    const { location } = await w.authorize();
    await w.sandbox.clock.advance(601_000);
    await expect(w.answered("grant", location)).rejects.toThrow(/^409/);
    const code = await w.code();
    await w.sandbox.clock.advance(61_000);
    expect(await w.exchange(code)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    const { body } = await w.exchange(await w.code());
    expect(await w.userinfo(body.access_token)).toBe(200);
    await w.sandbox.clock.advance(3_601_000);
    expect(await w.userinfo(body.access_token)).toBe(401);
  });
});

describe("attacks on the standard flow", () => {
  it.each([
    [{ redirect_uri: "https://evil.example/" }, "redirect_uri"],
    [{ redirect_uri: "http://127.0.0.1:43117/callback/../evil" }, "redirect_uri"],
    [{ redirect_uri: "http://127.0.0.1:43117/callback?next=evil" }, "redirect_uri"],
    [{ redirect_uri: "http://127.0.0.1@evil.example/callback" }, "redirect_uri"],
    [{ redirect_uri: "http://localhost:43117/callback" }, "redirect_uri"],
    [{ redirect_uri: "https://shop.example/cb" }, "redirect_uri"],
    [{ redirect_uri: null }, "redirect_uri"],
    [{ client_id: "app-none" }, "client_id"],
    [{ client_id: null }, "client_id"],
  ])("allow no open redirect: %j is shown locally and sent nowhere", async (changes, field) => {
    await using w = await standard();
    const { status, location, body } = await w.authorize(changes);
    expect([status, location, Object.keys(JSON.parse(body).error_details)]).toEqual([400, "", [field]]);
  });

  it("with a reused code end its tokens", async () => {
    await using w = await standard();
    const code = await w.code();
    const first = await w.exchange(code);
    expect([first.status, await w.userinfo(first.body.access_token)]).toEqual([200, 200]);
    expect(await w.exchange(code)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await w.userinfo(first.body.access_token)).toBe(401);
    const refreshed = await w.token({ grant_type: "refresh_token", refresh_token: first.body.refresh_token });
    expect(refreshed).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  it.each<Record<string, string>>([
    { code_verifier: "A".repeat(43) },
    { redirect_uri: REGISTERED },
    { redirect_uri: "http://127.0.0.1:43118/callback" },
  ])("with a stolen code fail with %j, and so do later ones", async (changes) => {
    await using w = await standard();
    const code = await w.code();
    expect(await w.exchange(code, changes)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await w.exchange(code)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  it("with a code fail for another application and without the secret", async () => {
    await using w = await standard();
    const other = w.sandbox.registerApplication({ name: "Other", redirect_uris: [REGISTERED] });
    const form = { grant_type: "authorization_code", redirect_uri: CALLBACK, code_verifier: VERIFIER };
    const stolen = { ...form, code: await w.code() };
    const asOther = await w.token(stolen, basic(other.client_id, other.client_secret));
    expect(asOther).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    const code = await w.code();
    for (const header of [basic(w.clientId, "wrong"), basic("app-none", w.secret), "Bearer x", ""]) {
      const answer = await w.token({ ...form, code }, header);
      expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Basic /);
    }
    const twice = await w.token({ ...form, code, client_id: w.clientId, client_secret: w.secret });
    expect([twice.status, twice.body.error]).toEqual([400, "invalid_request"]);
    expect((await w.exchange(code)).status).toBe(200);
  });

  it("with a reused refresh token end them all, and a scope never grows", async () => {
    await using w = await standard();
    const first = (await w.exchange(await w.code())).body;
    const refresh = (refresh_token: string, scope = "openid") =>
      w.token({ grant_type: "refresh_token", refresh_token, scope });
    const more = await refresh(first.refresh_token, "openid email");
    expect([more.status, more.body.error]).toEqual([400, "invalid_scope"]);
    const second = await refresh(first.refresh_token);
    expect([second.status, second.body.scope, await w.userinfo(second.body.access_token)]).toEqual([
      200,
      "openid",
      200,
    ]);
    expect((await refresh(first.refresh_token)).body.error).toBe("invalid_grant");
    expect(await w.userinfo(second.body.access_token)).toBe(401);
    expect((await refresh(second.body.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("from another site's page cannot answer for the customer", async () => {
    await using w = await standard();
    const id = new URLSearchParams((await w.authorize()).location.split("?")[1]).get("authorize");
    const forged = await fetch(`${w.sandbox.phoneUrl}/api/authorizations/${id}/grant`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "https://evil.example" },
      body: JSON.stringify({ customer: KARI }),
    });
    expect(forged.status).toBe(403);
    expect((await fetch(`${w.sandbox.phoneUrl}/api/authorizations/${id}`)).status).toBe(200);
  });

  it("by a removed application fail", async () => {
    await using w = await standard();
    const { body } = await w.exchange(await w.code());
    await w.client.delete(`/application/${w.clientId}/`);
    expect(await w.userinfo(body.access_token)).toBe(401);
  });

  it("with repeated parameters are refused", async () => {
    await using w = await standard();
    const twice = async (query: string) => {
      const url = `${w.sandbox.url}/oauth2/v1/authorize?client_id=${w.clientId}&redirect_uri=${CALLBACK}&${query}`;
      return (await fetch(url, { redirect: "manual" })).headers.get("location") ?? "";
    };
    expect(await twice("redirect_uri=https://evil.example/")).toBe("");
    expect(await twice("scope=openid&scope=bankid&response_type=code")).toContain("error=invalid_request");
    const body = "grant_type=refresh_token&grant_type=authorization_code";
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await fetch(`${w.sandbox.url}/oauth2/v1/token`, { method: "POST", headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: "invalid_request" }]);
  });
});
