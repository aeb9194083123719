import { describe, expect, it } from "vitest";
import { KARI, merchantClient } from "../../support/sandbox.ts";
import { createTestSandbox, paymentRequest } from "./test-sandbox.ts";

const MEDIA_TYPE = "application/vnd.svc.api.merchant.v1+json";

describe("4.1 the resource convention", () => {
  it("creates, reads, updates and deletes a POS", async () => {
    await using w = await createTestSandbox();
    const pos = { id: "Kasse 2/øst", name: "Øst", type: "mobile", location: { latitude: 59.92, longitude: 10.75 } };
    const created = await w.client.post("/pos/", pos);
    expect(created.status).toBe(201);
    const location = created.headers.get("location") ?? "";
    expect(location).toBe(`${w.sandbox.url}/merchant/v1/pos/Kasse%202%2F%C3%B8st/`);
    const path = location.slice(w.sandbox.url.length);
    const read = await w.client.get(path);
    expect(read.body).toEqual({ ...pos, location: { ...pos.location, accuracy: null } });
    expect((await w.client.put(path, { name: "West", type: "store" })).status).toBe(204);
    expect((await w.client.get(path)).body).toEqual({ id: pos.id, name: "West", type: "store", location: null });
    expect((await w.client.delete(path)).status).toBe(204);
    expect((await w.client.get(path)).status).toBe(404);
    expect((await w.client.delete(path)).status).toBe(404);
  });

  it("returns the first response for a repeated create, and 409 for other data", async () => {
    await using w = await createTestSandbox();
    const pos = { id: "p", name: "P", type: "store" };
    const first = await w.client.post("/pos/", pos);
    const again = await w.client.post("/pos/", { type: "store", name: "P", id: "p", location: null });
    expect([again.status, again.text, again.headers.get("location")]).toEqual([
      201,
      first.text,
      first.headers.get("location"),
    ]);
    await w.client.put("/pos/p/", { ...pos, name: "Q" });
    expect((await w.client.post("/pos/", pos)).status).toBe(201);
    expect((await w.client.get("/pos/p/")).body.name).toBe("Q");
    const other = await w.client.post("/pos/", { ...pos, name: "R" });
    expect([other.status, other.body.error_details]).toEqual([409, { id: "is taken" }]);
  });

  it("requires trailing slashes, and returns 404 and 405 in JSON", async () => {
    await using w = await createTestSandbox();
    const without = await w.client.get("/pos");
    expect([without.status, without.body.error_type]).toEqual([404, "not_found"]);
    expect((await w.client.get("/nothing/")).status).toBe(404);
    const patch = await w.client.send("PATCH", "/pos/counter-1/", {});
    expect([patch.status, patch.headers.get("allow")]).toEqual([405, "GET, PUT, DELETE"]);
    expect(patch.body.error_type).toBe("method_not_allowed");
    expect(patch.headers.get("content-type")).toBe(MEDIA_TYPE);
  });

  it.each([
    ["/merchant/", "GET"],
    ["/merchant/T001/", "GET"],
    ["/pos/", "GET, POST"],
    ["/shortlink/", "GET, POST"],
    ["/shortlink/x/", "GET, PUT, DELETE"],
    ["/payment_request/", "GET, POST"],
    ["/payment_request/x/", "GET, PUT"],
    ["/payment_request/x/outcome/", "GET"],
    ["/permission_request/", "POST"],
    ["/permission_request/x/", "GET"],
    ["/user/", "GET, POST"],
    ["/user/x/", "GET, PUT, DELETE"],
    ["/status_code/", "GET"],
    ["/status_code/2000/", "GET"],
  ])("G23: %s supports %s only", async (path, allow) => {
    await using w = await createTestSandbox();
    const answer = await w.client.send("PATCH", path);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  });

  it("uses its media type, and refuses a client that wants another", async () => {
    await using w = await createTestSandbox();
    const answer = await w.client.get("/merchant/");
    expect(answer.headers.get("content-type")).toBe(MEDIA_TYPE);
    expect((await w.client.get("/merchant/", { headers: { Accept: "text/html, */*;q=0.1" } })).status).toBe(200);
    const v2 = MEDIA_TYPE.replace("v1", "v2");
    expect((await w.client.get("/merchant/", { headers: { Accept: v2 } })).status).toBe(406);
  });
});

describe("2.2 lists", () => {
  it("are paged, each with its own cursor, without host names", async () => {
    await using w = await createTestSandbox({ pageSize: 2 });
    for (const id of ["a", "b", "c", "d"]) await w.client.post("/pos/", { id, name: id, type: "store" });
    const uris: string[] = [];
    let next: string | null = "/merchant/v1/pos/";
    for (let pages = 0; next !== null; pages += 1) {
      expect(pages).toBeLessThan(3);
      const page = await w.client.get(next);
      expect(page.status).toBe(200);
      expect(page.body.uris.length).toBeLessThanOrEqual(2);
      uris.push(...page.body.uris);
      next = page.body.next;
    }
    expect(uris).toEqual(["counter-1", "a", "b", "c", "d"].map((id) => `/merchant/v1/pos/${id}/`));
    expect((await w.client.get("/pos/?cursor=nonsense")).status).toBe(400);
  });

  it("contain the merchant's own items, and nothing else", async () => {
    await using w = await createTestSandbox();
    const other = merchantClient(w.sandbox.provision({ merchant: "T002" }));
    expect((await other.get("/merchant/")).body.uris).toEqual(["/merchant/v1/merchant/T002/"]);
    expect((await other.get("/merchant/T001/")).status).toBe(404);
    expect((await other.get("/pos/")).body.uris).toEqual([]);
    expect((await other.get("/pos/counter-1/")).status).toBe(404);
    await other.post("/pos/", { id: "elsewhere", name: "Elsewhere", type: "store" });
    expect((await w.client.get("/pos/")).body.uris).toEqual(["/merchant/v1/pos/counter-1/"]);
    const tid = await w.asked();
    expect((await other.get(`/payment_request/${tid}/outcome/`)).status).toBe(404);
    expect((await w.client.get("/merchant/T001/")).body).toMatchObject({ id: "T001", name: "Kaffebaren Grünerløkka" });
  });
});

describe("section 7: 400 names each wrong field", () => {
  it.each([
    [{ id: "x".repeat(101) }, "id"],
    [{ name: "" }, "name"],
    [{ type: "kiosk" }, "type"],
    [{ location: { latitude: 91 } }, "location.latitude"],
    [{ colour: "red" }, "colour"],
    [{ location: { planet: "Mars" } }, "location.planet"],
  ])("POS %j", async (changes, field) => {
    await using w = await createTestSandbox();
    const answer = await w.client.post("/pos/", { id: "x", name: "X", type: "store", ...changes });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error_details)).toEqual([field]);
  });

  it.each([
    [{ amount: 0 }, "amount"],
    [{ amount: 10.5 }, "amount"],
    [{ amount: "100" }, "amount"],
    [{ amount: 2 ** 53 }, "amount"],
    [{ additional_amount: -1 }, "additional_amount"],
    [{ currency: "SEK" }, "currency"],
    [{ currency: "nok" }, "currency"],
    [{ action: "PAY" }, "action"],
    [{ allow_credit: undefined }, "allow_credit"],
    [{ customer: undefined }, "customer"],
    [{ customer: "4700000000" }, "customer"],
    [{ customer: "token:unknown" }, "customer"],
    [{ customer: "no-such-token" }, "customer"],
    [{ pos_id: "nowhere" }, "pos_id"],
    [{ pos_tid: "a b" }, "pos_tid"],
    [{ pos_tid: "x".repeat(65) }, "pos_tid"],
    [{ expires_in: 2_592_001 }, "expires_in"],
    [{ callback_uri: "ftp://example.com/" }, "callback_uri"],
    [{ required_scope: "everything" }, "required_scope"],
    [{ required_scope: "email" }, "required_scope"],
    [{ required_scope_text: "x".repeat(151) }, "required_scope_text"],
    [{ tip: 1 }, "tip"],
  ])("payment request %j", async (changes, field) => {
    await using w = await createTestSandbox();
    const answer = await w.client.post("/payment_request/", paymentRequest(changes));
    expect(answer.status).toBe(400);
    expect(answer.body.error_type).toBe("invalid_request");
    expect(Object.keys(answer.body.error_details)).toEqual([field]);
    expect(w.sandbox.payments()).toEqual([]);
  });

  it.each([[{ text: "x".repeat(151) }, "text"]])("permission request %j", async (changes, field) => {
    await using w = await createTestSandbox();
    const asked = { customer: KARI, scope: "openid", pos_id: "pos-1", pos_tid: "K7Q2-0001", ...changes };
    const answer = await w.client.post("/permission_request/", asked);
    expect([answer.status, Object.keys(answer.body.error_details ?? {})]).toEqual([400, [field]]);
  });

  it.each([
    ["{", 400],
    ["", 400],
    ["[]", 400],
    ["null", 400],
    ['{"__proto__": {"id": "x"}}', 400],
    ['{"id": "x", "name": "X", "type": "store", "location": 1e309}', 400],
  ])("malformed body %s", async (raw, status) => {
    await using w = await createTestSandbox();
    const answer = await w.client.post("/pos/", undefined, { raw });
    expect([answer.status, answer.body.error_type]).toEqual([status, "invalid_request"]);
  });

  it("refuses bodies that are not JSON (415) or far too large (413)", async () => {
    await using w = await createTestSandbox();
    const form = await w.client.post("/pos/", {}, { headers: { "Content-Type": "text/plain" } });
    expect([form.status, form.body.error_type]).toEqual([415, "unsupported_media_type"]);
    const large = await w.client.post("/pos/", { id: "x".repeat(300_000) });
    expect([large.status, large.body.error_type]).toEqual([413, "invalid_request"]);
  });
});

describe("G10 status codes", () => {
  it("are public, with their names", async () => {
    await using w = await createTestSandbox();
    const list = await fetch(`${w.sandbox.url}/merchant/v1/status_code/`);
    const { uris } = (await list.json()) as { uris: string[] };
    expect(uris).toHaveLength(11);
    const one = await fetch(`${w.sandbox.url}${uris.find((uri) => uri.includes("5011"))}`);
    expect(await one.json()).toMatchObject({ value: 5011, name: "request_expired" });
    expect((await fetch(`${w.sandbox.url}/merchant/v1/status_code/1/`)).status).toBe(404);
  });
});

describe("G13, G14 shortlinks", () => {
  it("are created, read, updated, listed and deleted", async () => {
    await using w = await createTestSandbox();
    const created = await w.client.post("/shortlink/", {
      callback_uri: "https://till.example/cb",
      description: "Till 1",
    });
    expect(created.status).toBe(201);
    const path = `/shortlink/${created.body.id}/`;
    expect(created.headers.get("location")).toBe(`${w.sandbox.url}/merchant/v1${path}`);
    expect((await w.client.get(path)).body).toEqual({
      id: created.body.id,
      shortlink_value: `${w.sandbox.url}/s/${created.body.id}/`,
      callback_uri: "https://till.example/cb",
      description: "Till 1",
      serial_number: null,
      is_active: true,
    });
    expect((await w.client.put(path, { serial_number: "42" })).status).toBe(204);
    expect((await w.client.get(path)).body).toMatchObject({ callback_uri: null, serial_number: "42" });
    expect((await w.client.get("/shortlink/")).body.uris).toEqual([`/merchant/v1${path}`]);
    expect((await w.client.delete(path)).status).toBe(204);
    expect((await w.client.get(path)).status).toBe(404);
  });

  it("create scan tokens that are valid for a day, for one merchant", async () => {
    await using w = await createTestSandbox();
    const { body } = await w.client.post("/shortlink/", {});
    const link = (await w.client.get(`/shortlink/${body.id}/`)).body.shortlink_value;
    expect((await w.client.get(`/shortlink/${body.id}/last_scan/?ttl=60`)).status).toBe(204);
    const scanned = await w.phone.scan(`${link}T-17`);
    expect(scanned).toMatchObject({
      kind: "shortlink",
      argstring: "T-17",
      scanToken: expect.stringMatching(/^token:/),
    });
    const last = await w.client.get(`/shortlink/${body.id}/last_scan/?ttl=60`);
    expect(last.body).toEqual({ id: scanned.scanToken, argstring: "T-17" });
    await w.asked({ customer: scanned.scanToken });
    expect((await w.phone.state()).requests).toHaveLength(1);
    const other = merchantClient(w.sandbox.provision({ merchant: "T002" }));
    await other.post("/pos/", { id: "counter-1", name: "C", type: "store" });
    const stolen = await other.post("/payment_request/", paymentRequest({ customer: scanned.scanToken }));
    expect([stolen.status, Object.keys(stolen.body.error_details)]).toEqual([400, ["customer"]]);
    await w.sandbox.clock.advance(61_000);
    expect((await w.client.get(`/shortlink/${body.id}/last_scan/?ttl=60`)).status).toBe(204);
    await w.sandbox.clock.advance(24 * 3600 * 1000);
    expect((await w.client.post("/payment_request/", paymentRequest({ customer: scanned.scanToken }))).status).toBe(
      400,
    );
  });

  it("accept their values as read, and no other value for read-only fields", async () => {
    await using w = await createTestSandbox();
    const { id } = (await w.client.post("/shortlink/", { description: "Counter" })).body;
    const read = (await w.client.get(`/shortlink/${id}/`)).body;
    expect((await w.client.put(`/shortlink/${id}/`, { ...read, description: "Door" })).status).toBe(204);
    expect((await w.client.get(`/shortlink/${id}/`)).body).toEqual({ ...read, description: "Door" });
    for (const wrong of [{ id: "x" }, { shortlink_value: "https://evil.example/" }, { is_active: false }]) {
      const answer = await w.client.put(`/shortlink/${id}/`, { ...read, ...wrong });
      expect([answer.status, Object.keys(answer.body.error_details)]).toEqual([400, Object.keys(wrong)]);
    }
  });

  it.each([404, 405] as const)("can imitate a service without last_scan: %d", async (status) => {
    await using w = await createTestSandbox();
    const { body } = await w.client.post("/shortlink/", {});
    w.sandbox.faults.lastScan = status;
    expect((await w.client.get(`/shortlink/${body.id}/last_scan/?ttl=60`)).status).toBe(status);
  });

  it("opened in a browser redirect to the phone with the link filled in", async () => {
    await using w = await createTestSandbox();
    const link = `${w.sandbox.url}/s/abc/T-1`;
    const answer = await fetch(link, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `/phone?link=${encodeURIComponent(link)}`]);
  });
});

describe("G22 users", () => {
  it("require KEY, and never return their secret", async () => {
    await using w = await createTestSandbox();
    const bob = { id: "bob", roles: ["cashier"], secret: "a-secret-of-bob" };
    expect((await w.client.post("/user/", bob, { scheme: "SECRET" })).status).toBe(403);
    expect((await w.client.post("/user/", bob)).status).toBe(201);
    expect((await w.client.post("/user/", bob)).status).toBe(201);
    expect((await w.client.post("/user/", { ...bob, secret: "another-secret" })).status).toBe(409);
    const read = await w.client.get("/user/bob/");
    expect(read.body).toEqual({ id: "bob", roles: ["cashier"], netmask: null, pubkey: null });
    const asBob = merchantClient({ ...w.client.credentials, user: "bob", secret: bob.secret }, { scheme: "SECRET" });
    expect((await asBob.get("/merchant/")).status).toBe(200);
    expect((await w.client.put("/user/bob/", { secret: "a-newer-secret" })).status).toBe(204);
    expect((await asBob.get("/merchant/")).status).toBe(401);
    expect((await w.client.get("/user/")).body.uris).toContain("/merchant/v1/user/bob/");
    const changed = { ...read.body, netmask: "192.0.2.0/24" };
    expect((await w.client.put("/user/bob/", changed)).status).toBe(204);
    expect((await w.client.get("/user/bob/")).body.netmask).toBe("192.0.2.0/24");
    const asNewBob = merchantClient({ ...asBob.credentials, secret: "a-newer-secret" }, { scheme: "SECRET" });
    expect((await asNewBob.get("/merchant/")).status).toBe(403);
    expect((await w.client.put("/user/bob/", { ...changed, secret: null })).status).toBe(400);
    expect((await w.client.delete("/user/bob/")).status).toBe(204);
    expect((await w.client.get("/user/bob/")).status).toBe(404);
  });

  it.each([
    [{ secret: "short" }, "secret"],
    [{ pubkey: "not a key" }, "pubkey"],
    [{ netmask: "everywhere", secret: "long-enough" }, "netmask"],
    [{}, "secret"],
    [{ id: "a b", secret: "long-enough" }, "id"],
  ])("refuses %j", async (changes, field) => {
    await using w = await createTestSandbox();
    const answer = await w.client.post("/user/", { id: "x", ...changes });
    expect([answer.status, Object.keys(answer.body.error_details)]).toEqual([400, [field]]);
  });

  it("exchange one key for another, and the first is no longer valid", async () => {
    await using w = await createTestSandbox();
    const other = w.sandbox.provision({ user: "other" });
    expect((await w.client.put("/user/till/", { pubkey: other.publicKeyPem })).status).toBe(204);
    expect((await w.client.get("/user/till/")).status).toBe(401);
    const renewed = merchantClient({ ...w.client.credentials, privateKeyPem: other.privateKeyPem });
    expect((await renewed.get("/user/till/")).body.pubkey).toBe(other.publicKeyPem);
  });

  it.each([404, 405] as const)("can imitate a service without a user endpoint: %d", async (users) => {
    await using w = await createTestSandbox({ users });
    expect((await w.client.get("/user/")).status).toBe(users);
    expect((await w.client.put("/user/till/", {})).status).toBe(users);
    w.sandbox.faults.users = "supported";
    expect((await w.client.get("/user/till/")).status).toBe(200);
    w.sandbox.faults.clear();
    expect((await w.client.post("/user/", { id: "bob", secret: "a-secret-of-bob" })).status).toBe(users);
  });

  it("are limited to their netmask", async () => {
    await using w = await createTestSandbox();
    await w.client.post("/user/", { id: "far", secret: "a-secret-far-away", netmask: "192.0.2.0/24" });
    await w.client.post("/user/", { id: "near", secret: "a-secret-close-by", netmask: "127.0.0.0/8" });
    const as = (user: string, secret: string) =>
      merchantClient({ ...w.client.credentials, user, secret }, { scheme: "SECRET" });
    expect((await as("far", "a-secret-far-away").get("/merchant/")).status).toBe(403);
    expect((await as("near", "a-secret-close-by").get("/merchant/")).status).toBe(200);
  });
});
