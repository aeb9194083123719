/** One service in the forms of its family: each dialect's own responses, and their equal effects. */
import { describe, expect, it } from "vitest";
import { DIALECTS, type DialectName } from "../../../sandbox/dialect/dialect.ts";
import { type Answered, callbackReceiver } from "../../support/sandbox.ts";
import { createTestSandbox, paymentRequest, type TestSandbox } from "./test-sandbox.ts";

/** Collects the different forms of a response over many requests. */
async function forms(ask: () => Promise<unknown>): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let times = 0; times < 60; times += 1) seen.add(JSON.stringify(await ask()));
  return seen;
}

const list = async (w: TestSandbox, path = "/pos/") => (await w.client.get(path)).body;

describe("the strict dialect", () => {
  it("returns nothing that the specification does not name", async () => {
    await using w = await createTestSandbox({ dialect: "strict" });
    await using receiver = await callbackReceiver(w.sandbox);
    const tid = await w.authorised({ callback_uri: receiver.url });
    await w.sandbox.settled();
    expect(Object.keys(receiver.received[0]?.body.meta ?? {})).toEqual(["id", "event", "uri"]);
    expect(await list(w)).toEqual({ uris: ["/merchant/v1/pos/counter-1/"], next: null });
    const { headers, body } = await w.client.get(`/payment_request/${tid}/`);
    expect(headers.get("content-type")).toBe("application/vnd.svc.api.merchant.v1+json");
    expect(body.action).toBe("AUTH");
    expect((await w.client.get("/status_code/2000/")).body).toEqual({ value: 2000, status: "ok", name: "ok" });
  });
});

describe("the family dialect", () => {
  it("has another vendor's media type, and refuses requests for the headers' vendor", async () => {
    await using w = await createTestSandbox({ dialect: "family" });
    const { status, headers } = await w.client.get("/pos/");
    expect([status, headers.get("content-type")]).toEqual([200, "application/vnd.wallet.api.merchant.v1+json"]);
    const asUsual = { headers: { Accept: "application/vnd.svc.api.merchant.v1+json" } };
    expect((await w.client.get("/pos/", asUsual)).status).toBe(406);
    await using other = await createTestSandbox({ dialect: "family", mediaType: "purse" });
    expect((await other.client.get("/pos/")).headers.get("content-type")).toContain("vnd.purse.");
  });

  it("lists items with full addresses, and pages by a cursor", async () => {
    await using w = await createTestSandbox({ dialect: "family", pageSize: 1 });
    await w.client.post("/pos/", { id: "counter-2", name: "Counter 2", type: "store" });
    const first = await list(w);
    expect(first).toEqual({ items: [`${w.sandbox.url}/merchant/v1/pos/counter-1/`], cursor: expect.any(String) });
    const second = await list(w, `/pos/?cursor=${first.cursor}`);
    expect(second).toEqual({ items: [`${w.sandbox.url}/merchant/v1/pos/counter-2/`], cursor: null });
  });

  it("returns status codes as codes in one array", async () => {
    await using w = await createTestSandbox({ dialect: "family" });
    expect((await w.client.get("/status_code/5006/")).body).toMatchObject({ code: 5006, name: "rejected_by_customer" });
    const all = await list(w, "/status_code/");
    expect(all).toContainEqual({ code: 2000, status: "ok", name: "ok" });
  });

  it("writes actions in lower case, and returns a description as a label, too", async () => {
    await using w = await createTestSandbox({ dialect: "family" });
    expect((await w.client.get(`/payment_request/${await w.asked()}/`)).body.action).toBe("auth");
    const { id } = (await w.client.post("/shortlink/", { label: "Door" })).body;
    const read = (await w.client.get(`/shortlink/${id}/`)).body;
    expect(read).toMatchObject({ description: "Door", label: "Door" });
    expect((await w.client.put(`/shortlink/${id}/`, { ...read, description: "Counter" })).status).toBe(204);
    expect((await w.client.get(`/shortlink/${id}/`)).body).toMatchObject({ description: "Counter", label: "Counter" });
  });

  it.each(["till 1/æ", "x".repeat(65)])("accepts a POS %s, and no payment of it", async (id) => {
    for (const dialect of ["house", "family"] as const) {
      await using w = await createTestSandbox({ dialect });
      expect((await w.client.post("/pos/", { id, name: "Till", type: "store" })).status).toBe(201);
      const answer = await w.client.post("/payment_request/", paymentRequest({ pos_id: id }));
      expect([dialect, answer.status]).toEqual([dialect, dialect === "family" ? 400 : 201]);
    }
  });
});

describe("the hostile dialect", () => {
  it("responds differently each time, and identically for the same seed", async () => {
    const responsesFor = async (dialectSeed: number) => {
      await using w = await createTestSandbox({ dialect: "hostile", dialectSeed });
      const tid = await w.asked();
      const outcome = await forms(async () => Object.keys((await w.client.get(`/payment_request/${tid}/`)).body));
      const types = await forms(async () => (await w.client.get("/pos/")).headers.get("content-type"));
      const pages = await forms(async () => Object.keys(await list(w)));
      const refusals = await forms(async () => (await w.client.get("/pos/none/")).text);
      return [outcome, types, pages, refusals].map((seen) => [...seen]);
    };
    const one = await responsesFor(1);
    expect(one.every((seen) => seen.length > 1)).toBe(true);
    expect(await responsesFor(1)).toEqual(one);
  });

  it("accepts values as they were read, in any format", async () => {
    await using w = await createTestSandbox({ dialect: "hostile", dialectSeed: 7 });
    const created = await w.client.post("/shortlink/", { description: "Door" });
    const path = new URL(created.headers.get("location") ?? "", w.sandbox.url).pathname;
    const statuses = await forms(async () => {
      const read = (await w.client.get(path)).body;
      return (await w.client.put(path, read)).status;
    });
    expect([...statuses]).toEqual(["204"]);
    const read: Answered = (await w.client.get(path)).body;
    expect(read.description ?? read.label).toBe("Door");
  });
});

describe.each(DIALECTS)("a service of the dialect %s", (dialect: DialectName) => {
  it("moves money in the same way: approved, captured in parts, refunded", async () => {
    await using w = await createTestSandbox({ dialect, dialectSeed: 3 });
    const tid = await w.authorised();
    const part = { currency: "NOK", amount: 2_500 };
    expect(await w.update(tid, { action: "CAPTURE", capture_id: "c-1", ...part })).toBe(204);
    expect(await w.update(tid, { action: "REFUND", refund_id: "r-1", ...part })).toBe(204);
    expect(await w.update(tid, { action: "ABORT" })).toBe(409);
    expect(await w.outcome(tid)).toMatchObject({ status: "auth", auth_amount: 7_500, captures: [{ amount: 2_500 }] });
    expect(w.sandbox.refunds(tid)).toMatchObject([{ id: "r-1", amount: 2_500 }]);
  });

  it("signs callbacks, which are identical at every delivery", async () => {
    await using w = await createTestSandbox({ dialect, dialectSeed: 5 });
    await using receiver = await callbackReceiver(w.sandbox);
    receiver.answer.status = 500;
    await w.authorised({ callback_uri: receiver.url });
    await w.sandbox.settled();
    await w.sandbox.clock.advance(1_000);
    await w.sandbox.settled();
    const [first, second] = receiver.received;
    expect([first?.genuine, second?.genuine]).toEqual([true, true]);
    expect(second?.body).toEqual(first?.body);
  });
});

describe("a service key of 1024 bits", () => {
  it("signs callbacks, and is published with its 1024 bits", async () => {
    await using w = await createTestSandbox({ serviceKeyBits: 1024 });
    await using receiver = await callbackReceiver(w.sandbox);
    await w.authorised({ callback_uri: receiver.url });
    await w.sandbox.settled();
    expect(receiver.received[0]?.genuine).toBe(true);
    const [key] = ((await (await fetch(`${w.sandbox.url}/.well-known/jwks.json`)).json()) as Answered).keys;
    expect(Buffer.from(key.n, "base64url")).toHaveLength(128);
  });
});
