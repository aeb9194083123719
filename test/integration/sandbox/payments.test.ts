import { describe, expect, it } from "vitest";
import { paymentOutcome } from "../../../contract/wire/wire.ts";
import { AMINA, INGRID, KARI, MADS, OLA } from "../../support/sandbox.ts";
import { createTestSandbox, paymentRequest } from "./test-sandbox.ts";

const DAY = 24 * 3600 * 1000;
const part = (id: string, amount: number, additional_amount = 0) => ({
  action: "CAPTURE",
  currency: "NOK",
  capture_id: id,
  amount,
  additional_amount,
});
const back = (id: string, amount: number) => ({ action: "REFUND", currency: "NOK", refund_id: id, amount });

describe("G4 to G6 creating", () => {
  it("returns a tid and its full location, and lists the request", async () => {
    await using w = await createTestSandbox();
    const answer = await w.client.post("/payment_request/", paymentRequest({ text: "Two coffees" }));
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ id: expect.stringMatching(/^[a-zA-Z0-9_.-]{1,64}$/), uri: null });
    const path = `/merchant/v1/payment_request/${answer.body.id}/`;
    expect(answer.headers.get("location")).toBe(w.sandbox.url + path);
    expect((await w.client.get("/payment_request/")).body.uris).toEqual([path]);
    expect((await w.client.get(path)).body).toMatchObject({ text: "Two coffees", amount: 10_000, status: "pending" });
  });

  it("is done once for the same ids and data, and refused for other data", async () => {
    await using w = await createTestSandbox();
    const request = paymentRequest();
    const [one, two] = await Promise.all([1, 2].map(() => w.client.post("/payment_request/", request)));
    expect(two?.text).toBe(one?.text);
    expect(two?.headers.get("location")).toBe(one?.headers.get("location"));
    expect(w.sandbox.payments()).toHaveLength(1);
    const other = await w.client.post("/payment_request/", { ...request, amount: 1 });
    expect([other.status, Object.keys(other.body.error_details)]).toEqual([409, ["pos_tid"]]);
    await w.phone.approve(one?.body.id);
    expect((await w.client.post("/payment_request/", request)).text).toBe(one?.text);
  });

  it("without a customer returns a claim link for the first customer", async () => {
    await using w = await createTestSandbox();
    const { body } = await w.client.post("/payment_request/", paymentRequest({ customer: null }));
    expect(body.uri).toMatch(new RegExp(`^${w.sandbox.url}/c/`));
    expect(await w.phone.scan(body.uri)).toMatchObject({ kind: "claim", tid: body.id });
    await expect(w.phone.scan(body.uri, OLA)).rejects.toThrow(/^409/);
    await w.phone.approve(body.id);
    expect(await w.outcome(body.id)).toMatchObject({ status: "auth", customer: null });
  });

  it("can imitate a service without claim links", async () => {
    await using w = await createTestSandbox({ claimLinks: false });
    const answer = await w.client.post("/payment_request/", paymentRequest({ customer: null }));
    expect([answer.status, Object.keys(answer.body.error_details)]).toEqual([400, ["customer"]]);
  });
});

describe("2.3 the outcome", () => {
  it("has every field in the contract's shape at every step", async () => {
    await using w = await createTestSandbox();
    const tid = await w.asked({ customer: OLA, additional_amount: 500 });
    const pending = paymentOutcome.parse(await w.outcome(tid));
    expect(pending).toMatchObject({
      status: "pending",
      status_code: 1003,
      auth_amount: 0,
      attachment_uri: null,
      credit: false,
    });
    await w.phone.approve(tid, { customer: OLA });
    await w.update(tid, part("c1", 4_000, 200));
    await w.update(tid, { ...back("r1", 1_000), text: "Cold coffee" });
    expect(paymentOutcome.parse(await w.outcome(tid))).toEqual({
      ...{ currency: "NOK", amount: 10_000, additional_amount: 500, auth_amount: 6_000, auth_additional_amount: 300 },
      captures: [{ id: "c1", amount: 4_000, additional_amount: 200 }],
      refunds: [{ id: "r1", amount: 1_000, additional_amount: 0, text: "Cold coffee" }],
      ...{ status: "auth", status_code: 3008, customer: OLA, pos_id: "counter-1", tid },
      pos_tid: expect.any(String),
      date_modified: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      date_expires: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      ...{ credit: true, interchange_fee: 32, transaction_fee: 42 },
      attachment_uri: expect.stringMatching(/^\/merchant\/v1\/attachment\/.+\/$/),
    });
  });

  it("has a new attachment_uri each time", async () => {
    await using w = await createTestSandbox();
    const tid = await w.authorised();
    expect((await w.outcome(tid)).attachment_uri).not.toBe((await w.outcome(tid)).attachment_uri);
  });
});

describe("G8, G11 actions", () => {
  it.each(["AUTH", "SALE"])("%s is authorised on approval and captured by the merchant (G9)", async (action) => {
    await using w = await createTestSandbox();
    const tid = await w.authorised({ action });
    expect(await w.outcome(tid)).toMatchObject({ status: "auth", status_code: 3008, auth_amount: 10_000 });
    expect(await w.update(tid, { action: "CAPTURE" })).toBe(204);
    expect(await w.outcome(tid)).toMatchObject({ status: "ok", status_code: 2000, date_expires: null });
    expect(w.sandbox.captures(tid)).toEqual([{ id: null, amount: 10_000, additionalAmount: 0 }]);
  });

  it("SALE can be captured by the service: the other reading of G9", async () => {
    await using w = await createTestSandbox({ saleCapturesItself: true });
    const sale = await w.authorised({ action: "SALE" });
    expect(await w.outcome(sale)).toMatchObject({ status: "ok", captures: [{ id: null, amount: 10_000 }] });
    const auth = await w.authorised({ action: "AUTH" });
    expect(await w.outcome(auth)).toMatchObject({ status: "auth", captures: [] });
  });

  it("captures and refunds in parts, each id once", async () => {
    await using w = await createTestSandbox();
    const tid = await w.authorised();
    expect(await w.update(tid, part("a", 3_000))).toBe(204);
    expect(await w.update(tid, part("a", 3_000))).toBe(204);
    expect(await w.update(tid, part("a", 3_001))).toBe(409);
    expect(await w.update(tid, part("b", 7_001))).toBe(409);
    expect(await w.update(tid, part("b", 7_000))).toBe(204);
    expect((await w.outcome(tid)).status).toBe("ok");
    expect(await w.update(tid, part("c", 1))).toBe(409);
    expect(await w.update(tid, back("x", 9_000))).toBe(204);
    expect(await w.update(tid, back("x", 9_000))).toBe(204);
    expect(await w.update(tid, back("y", 1_001))).toBe(409);
    expect(await w.update(tid, { action: "REFUND" })).toBe(204);
    expect(await w.update(tid, { action: "REFUND" })).toBe(204);
    expect(w.sandbox.captures(tid)).toHaveLength(2);
    expect(w.sandbox.refunds(tid).map(({ amount }) => amount)).toEqual([9_000, 1_000]);
  });

  it("does not treat a second one-step refund of another amount as a repeat", async () => {
    await using w = await createTestSandbox();
    const tid = await w.authorised();
    await w.update(tid, part("a", 3_000));
    expect(await w.update(tid, { action: "REFUND" })).toBe(204);
    await w.update(tid, part("b", 2_000));
    expect(await w.update(tid, { action: "REFUND" })).toBe(409);
    expect(w.sandbox.refunds(tid)).toHaveLength(1);
  });

  it("keeps amount and additional amount separate", async () => {
    await using w = await createTestSandbox();
    const tid = await w.authorised({ additional_amount: 1_000 });
    expect(await w.update(tid, part("a", 10_500, 0))).toBe(409);
    expect(await w.update(tid, part("a", 0, 1_001))).toBe(409);
    expect(await w.update(tid, part("a", 10_000, 0))).toBe(204);
    expect(await w.outcome(tid)).toMatchObject({ status: "auth", auth_amount: 0, auth_additional_amount: 1_000 });
    expect(await w.update(tid, { action: "CAPTURE" })).toBe(204);
    expect((await w.outcome(tid)).status).toBe("ok");
  });

  it.each([
    [{ action: "CAPTURE", amount: 100 }, ["currency", "capture_id"]],
    [{ action: "CAPTURE", currency: "NOK", capture_id: "a" }, ["amount"]],
    [{ action: "CAPTURE", currency: "EUR", capture_id: "a", amount: 1 }, ["currency"]],
    [{ action: "RELEASE", amount: 1 }, ["amount"]],
    [{ action: "PAY" }, ["action"]],
    [{ action: "REFUND", currency: "NOK", amount: 1, refund_id: "a b" }, ["refund_id"]],
  ])("refuses %j as malformed", async (body, fields) => {
    await using w = await createTestSandbox();
    const tid = await w.authorised();
    const answer = await w.client.put(`/payment_request/${tid}/`, body);
    expect([answer.status, Object.keys(answer.body.error_details)]).toEqual([400, fields]);
  });

  it("releases everything, which fails the payment, or the rest, which keeps the captured part", async () => {
    await using w = await createTestSandbox();
    const [whole, rest] = [await w.authorised(), await w.authorised()];
    expect(await w.update(whole, { action: "RELEASE" })).toBe(204);
    expect(await w.outcome(whole)).toMatchObject({ status: "fail", status_code: 4019 });
    await w.update(rest, part("a", 4_000));
    expect(await w.update(rest, { action: "RELEASE" })).toBe(204);
    expect(await w.outcome(rest)).toMatchObject({ status: "ok", status_code: 2000, auth_amount: 0 });
  });

  it.each([
    ["pending", ["ABORT"]],
    ["auth", ["CAPTURE", "RELEASE", "REAUTH"]],
    ["ok", ["CAPTURE", "REFUND"]],
    ["fail", []],
  ])("status %s allows %j only", async (status, allowed) => {
    for (const action of ["ABORT", "CAPTURE", "RELEASE", "REAUTH", "REFUND"]) {
      await using w = await createTestSandbox();
      const tid = status === "pending" ? await w.asked() : await w.authorised();
      if (status === "ok") await w.update(tid, { action: "CAPTURE" });
      if (status === "fail") await w.update(tid, { action: "RELEASE" });
      expect([action, await w.update(tid, { action })]).toEqual([
        action,
        allowed.includes(action as never) ? 204 : 409,
      ]);
    }
  });

  it("ends by rejection or cancellation, and then accepts no approval", async () => {
    await using w = await createTestSandbox();
    const [rejected, aborted] = [await w.asked(), await w.asked()];
    await w.phone.reject(rejected);
    expect(await w.outcome(rejected)).toMatchObject({ status: "fail", status_code: 5006 });
    await w.update(aborted, { action: "ABORT" });
    expect(await w.outcome(aborted)).toMatchObject({ status: "fail", status_code: 4019 });
    for (const tid of [rejected, aborted]) await expect(w.phone.approve(tid)).rejects.toThrow(/^409/);
  });

  it("returns not found for an unknown payment", async () => {
    await using w = await createTestSandbox();
    expect(await w.update("nothing", { action: "ABORT" })).toBe(404);
    expect((await w.client.get("/payment_request/nothing/outcome/")).status).toBe(404);
  });
});

describe("section 3 expiry", () => {
  it("of a request is at its requested time", async () => {
    await using w = await createTestSandbox();
    const tid = await w.asked({ expires_in: 300 });
    await w.sandbox.clock.advance(299_000);
    expect((await w.outcome(tid)).status).toBe("pending");
    await w.sandbox.clock.advance(2_000);
    const outcome = await w.outcome(tid);
    expect(outcome).toMatchObject({ status: "fail", status_code: 5011, date_expires: null });
    await expect(w.phone.approve(tid)).rejects.toThrow(/^409/);
  });

  it("of a request defaults to six hours", async () => {
    await using w = await createTestSandbox();
    const tid = await w.asked();
    await w.sandbox.clock.advance(21_598_000);
    expect((await w.outcome(tid)).status).toBe("pending");
    await w.sandbox.clock.advance(3_000);
    expect((await w.outcome(tid)).status_code).toBe(5011);
  });

  it("of an authorisation is after three days, or three days after a renewal", async () => {
    await using w = await createTestSandbox();
    const [plain, renewed, taken] = [await w.authorised(), await w.authorised(), await w.authorised()];
    await w.update(taken, part("a", 1_000));
    await w.sandbox.clock.advance(2 * DAY);
    expect(await w.update(renewed, { action: "REAUTH" })).toBe(204);
    await w.sandbox.clock.advance(DAY + 1_000);
    expect(await w.outcome(plain)).toMatchObject({ status: "fail", status_code: 5012 });
    expect(await w.outcome(taken)).toMatchObject({ status: "ok", captures: [{ amount: 1_000 }], auth_amount: 0 });
    expect(await w.outcome(renewed)).toMatchObject({ status: "auth" });
    await w.sandbox.clock.advance(2 * DAY);
    expect(await w.outcome(renewed)).toMatchObject({ status: "fail", status_code: 5012 });
  });
});

describe("G10 the customer's money", () => {
  it.each([
    [INGRID, 1_001, 5007],
    [MADS, 10_001, 5008],
    [AMINA, 5_001, 5101],
  ])("of %s is insufficient for %d: %d", async (customer, amount, code) => {
    await using w = await createTestSandbox();
    const tid = await w.authorised({ customer, amount });
    expect(await w.outcome(tid)).toMatchObject({ status: "fail", status_code: code });
  });

  it("is limited per day, including reservations and excluding refunds", async () => {
    await using w = await createTestSandbox();
    const first = await w.authorised({ customer: MADS, amount: 10_000 });
    const second = await w.authorised({ customer: MADS, amount: 5_001 });
    expect((await w.outcome(second)).status_code).toBe(5009);
    await w.update(first, { action: "RELEASE" });
    const third = await w.authorised({ customer: MADS, amount: 5_001 });
    expect((await w.outcome(third)).status).toBe("auth");
  });

  it("changes with reservation, release, capture and refund", async () => {
    await using w = await createTestSandbox();
    const balance = () => w.sandbox.users().find(({ phone }) => phone === KARI)?.balance;
    const start = balance() ?? 0;
    const tid = await w.authorised();
    expect(balance()).toBe(start - 10_000);
    await w.update(tid, part("a", 4_000));
    await w.update(tid, { action: "RELEASE" });
    expect(balance()).toBe(start - 4_000);
    await w.update(tid, back("b", 1_500));
    expect(balance()).toBe(start - 2_500);
  });

  it("includes an editable tip only when the merchant allows it", async () => {
    await using w = await createTestSandbox();
    const free = await w.asked({ additional_edit: true, additional_amount: 100 });
    await w.phone.approve(free, { tip: 1_500 });
    expect(await w.outcome(free)).toMatchObject({ additional_amount: 1_500, auth_additional_amount: 1_500 });
    const fixed = await w.asked({ additional_amount: 100 });
    await expect(w.phone.approve(fixed, { tip: 200 })).rejects.toThrow(/^409/);
    await w.phone.approve(fixed);
    expect(await w.outcome(fixed)).toMatchObject({ additional_amount: 100 });
  });

  it("is requested from no other customer", async () => {
    await using w = await createTestSandbox();
    const tid = await w.asked();
    await expect(w.phone.approve(tid, { customer: OLA })).rejects.toThrow(/^404/);
    await expect(w.phone.reject(tid, OLA)).rejects.toThrow(/^404/);
  });
});
