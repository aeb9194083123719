import { request } from "undici";
import { describe, expect, it } from "vitest";
import { merchantClient, type Sent } from "../../support/sandbox.ts";
import { createTestSandbox } from "./test-sandbox.ts";

const DAY = 24 * 3600 * 1000;

describe("5.2 headers", () => {
  it.each(["X-Svc-Merchant", "X-Svc-User", "Authorization", "X-Svc-Timestamp", "X-Svc-Content-Digest"])(
    "%s is required",
    async (name) => {
      await using w = await createTestSandbox();
      const answer = await w.client.get("/pos/", { headers: { [name]: null } });
      expect([answer.status, answer.body.error_details]).toEqual([401, { [name]: "is required" }]);
    },
  );

  it.each([
    ["X-Svc-Merchant", "T999"],
    ["X-Svc-User", "nobody"],
    ["Authorization", "Bearer x"],
    ["Authorization", "RSA-SHA512 x"],
    ["Authorization", "RSA-SHA256 !!!"],
    ["Authorization", "SECRET wrong"],
    ["X-Svc-Timestamp", "yesterday"],
  ])("%s: %s is refused", async (name, value) => {
    await using w = await createTestSandbox();
    const answer = await w.client.get("/pos/", { headers: { [name]: value } });
    expect([answer.status, Object.keys(answer.body.error_details)[0]]).toEqual([401, name]);
  });

  it("are refused when sent twice, whatever their values", async () => {
    await using w = await createTestSandbox();
    const { secret } = w.client.credentials;
    const once = ["X-Svc-Merchant", "T001", "X-Svc-User", "till", "Authorization", `SECRET ${secret}`];
    for (const [twice, status] of [
      [[], 200],
      [["x-svc-user", "till"], 401],
    ] as const) {
      const answer = await request(`${w.sandbox.url}/merchant/v1/pos/`, { headers: [...once, ...twice] });
      expect(answer.statusCode).toBe(status);
      await answer.body.dump();
    }
  });

  it("require the testbed token once there is one", async () => {
    await using w = await createTestSandbox({ testbedToken: "a-testbed-token" });
    expect((await w.client.get("/pos/")).status).toBe(200);
    for (const value of [null, "another-token"]) {
      const answer = await w.client.get("/pos/", { headers: { "X-Testbed-Token": value } });
      expect([answer.status, Object.keys(answer.body.error_details)]).toEqual([401, ["X-Testbed-Token"]]);
    }
  });

  it("accept another vendor token in headers and media types (G26)", async () => {
    await using w = await createTestSandbox({ vendor: "Acme" });
    const answer = await w.client.get("/pos/");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "application/vnd.acme.api.merchant.v1+json",
    ]);
  });
});

describe("5.3 SECRET and 5.1 levels", () => {
  it("open SECRET endpoints, and return 403 for those of KEY", async () => {
    await using w = await createTestSandbox();
    const tid = await w.authorised();
    await w.update(tid, { action: "CAPTURE" });
    const secret = { scheme: "SECRET" } as const;
    expect((await w.client.get("/pos/", secret)).status).toBe(200);
    const refund = await w.client.put(`/payment_request/${tid}/`, { action: "REFUND" }, secret);
    expect([refund.status, refund.body.error_type]).toEqual([403, "forbidden"]);
    expect(w.sandbox.refunds(tid)).toEqual([]);
    expect((await w.client.get("/user/", secret)).status).toBe(403);
    expect(await w.update(tid, { action: "REFUND" })).toBe(204);
  });

  it("are read before the body", async () => {
    await using w = await createTestSandbox();
    expect(
      (await w.client.post("/pos/", undefined, { raw: "{", headers: { Authorization: "SECRET wrong" } })).status,
    ).toBe(401);
  });
});

describe("5.4 RSA signatures", () => {
  it("cover method, URL with query, headers and body", async () => {
    await using w = await createTestSandbox();
    expect((await w.client.get("/shortlink/?cursor=YWZ0ZXIgMA&x=%C3%A6")).status).toBe(200);
    const pos = { id: "æøå", name: "Blåbærsyltetøy ☕", type: "store" };
    expect((await w.client.post("/pos/", pos)).status).toBe(201);
    const headers = (name: string, change: (value: string) => string) => (sent: Sent) => ({
      headers: { ...sent.headers, [name]: change(sent.headers[name] ?? "") },
    });
    const manipulations: ((sent: Sent) => Partial<Sent>)[] = [
      (sent) => ({ url: `${sent.url}?page=2` }),
      (sent) => ({ url: sent.url.replace("127.0.0.1", "localhost") }),
      headers("X-Svc-Extra", () => "1"),
      headers("X-Svc-Timestamp", (time) => time.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))),
      headers("Authorization", (text) => `${text.slice(0, -10)}AAAAAAAA==`),
    ];
    for (const afterSigning of manipulations) expect((await w.client.get("/pos/", { afterSigning })).status).toBe(401);
    const swapped = await w.client.post("/pos/", pos, { afterSigning: () => ({ body: '{"id":"evil"}' }) });
    expect([swapped.status, Object.keys(swapped.body.error_details)]).toEqual([401, ["X-Svc-Content-Digest"]]);
  });

  it("cover additional vendor headers, and report what was signed when they do not match", async () => {
    await using w = await createTestSandbox();
    expect((await w.client.get("/pos/", { headers: { "X-Svc-Anything": "a=b&c d" } })).status).toBe(200);
    const answer = await w.client.get("/pos/", { afterSigning: (sent) => ({ url: `${sent.url}?x=1` }) });
    const { url } = w.sandbox;
    expect(answer.body.error_details["signed text"]).toContain(
      `GET|${url}/merchant/v1/pos/?x=1|X-SVC-CONTENT-DIGEST=SHA256=`,
    );
  });

  it("of another user's key are refused", async () => {
    await using w = await createTestSandbox();
    const { user, privateKeyPem } = w.sandbox.provision({ user: "other" });
    expect(user).toBe("other");
    expect((await merchantClient({ ...w.client.credentials, privateKeyPem }).get("/pos/")).status).toBe(401);
  });

  it("more than five minutes off are refused in either direction", async () => {
    await using w = await createTestSandbox();
    for (const [minutes, status] of [
      [-6, 401],
      [-4, 200],
      [4, 200],
      [6, 401],
    ] as const) {
      const answer = await w.client.get("/pos/", { now: Date.now() + minutes * 60_000 });
      expect(answer.status).toBe(status);
    }
  });
});

describe("5.2 integrators", () => {
  it("sign with their own key, for a merchant, instead of a user", async () => {
    await using w = await createTestSandbox();
    const { privateKeyPem } = w.sandbox.provisionIntegrator("I1");
    const as = { "X-Svc-User": null, "X-Svc-Integrator": "I1" };
    const integrator = merchantClient({ ...w.client.credentials, privateKeyPem }, { headers: as });
    expect((await integrator.get("/user/")).status).toBe(200);
    expect((await integrator.get("/pos/", { headers: { ...as, "X-Svc-User": "till" } })).status).toBe(401);
    expect((await integrator.get("/pos/", { scheme: "SECRET" })).status).toBe(401);
    expect((await integrator.get("/pos/", { headers: { ...as, "X-Svc-Integrator": "I2" } })).status).toBe(401);
    expect((await w.client.get("/pos/", { headers: as })).status).toBe(401);
  });
});

describe("G27 the clock", () => {
  it("is reported by the Date header after a change, and both times are accepted unless it is strict", async () => {
    await using w = await createTestSandbox();
    await w.sandbox.clock.advance(4 * DAY);
    const answer = await w.client.get("/pos/");
    expect(answer.status).toBe(200);
    const ahead = Date.parse(answer.headers.get("date") ?? "") - Date.now();
    expect(Math.abs(ahead - 4 * DAY)).toBeLessThan(5_000);
    expect((await w.client.get("/pos/", { now: Date.now() + ahead })).status).toBe(200);
    w.sandbox.faults.strictClock = true;
    const strict = await w.client.get("/pos/");
    expect([strict.status, Object.keys(strict.body.error_details)]).toEqual([401, ["X-Svc-Timestamp"]]);
    expect(Date.parse(strict.headers.get("date") ?? "") - Date.now()).toBeGreaterThan(3 * DAY);
    expect((await w.client.get("/pos/", { now: Date.now() + ahead })).status).toBe(200);
  });
});
