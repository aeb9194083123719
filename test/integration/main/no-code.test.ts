/** A service that gives no claim link for a request without a customer (G5). */
import { describe, expect, it } from "vitest";
import { keyOf, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

const SALE = { action: "SALE", amount: 5000 } as const;
const PHONE = { kind: "phone", value: CUSTOMER } as const;

/** A till that shows claim links, at a service that returns this value in their place. */
async function tillWithClaims(claimUri: string | null, make = createTestTill): Promise<TestTill> {
  const world = await make({ callbacks: false });
  world.sandbox.faults.lastScan = 405;
  await world.restart();
  world.sandbox.faults.claimUri = claimUri;
  return world;
}

const kinds = (world: TestTill, posTid: string) =>
  world.must("payment.get", { posTid }).then(({ operations }) => operations.map(({ kind, state }) => [kind, state]));

/** Resolves once the payment has ended and nothing is sent for it any more. */
const waitForEnd = (world: TestTill, posTid: string) =>
  world.waitForPayment(
    posTid,
    ({ phase, operations }) => phase === "aborted" && operations.every(({ state }) => state === "done"),
  );

const ENDED = [
  ["create", "done"],
  ["abort", "done"],
];

describe("a sale for which the service gives no code", () => {
  it.each([
    ["null", null],
    ["an empty text", ""],
    ["a path", "/claim/1"],
    ["another scheme", "app://claim/1"],
    ["no address", "https://"],
    ["an address with a space", "https://pay.example/a b"],
  ])("reports it at once, and its request is aborted once (%s)", async (_what, claimUri) => {
    await using world = await tillWithClaims(claimUri);
    const { posTid } = await world.must("payment.start", SALE);
    const withoutCode = await world.waitForPayment(posTid, ({ codeMissing }) => codeMissing);
    expect(withoutCode).toMatchObject({ qr: null, abortRequested: true });
    expect(await waitForEnd(world, posTid)).toMatchObject({
      codeMissing: true,
      statusCode: 4019,
      attention: null,
    });
    expect(await kinds(world, posTid)).toEqual(ENDED);
    expect(world.sandbox.payments()).toMatchObject([{ status: "fail", statusCode: 4019 }]);
    const { entries } = await world.must("payment.timeline", { posTid });
    expect(entries.filter(({ event }) => event === "payment.codeMissing")).toHaveLength(1);
  });

  it("reports it when the creation's response was lost and the repeat returns no code either", async () => {
    await using world = await tillWithClaims(null);
    world.sandbox.faults.loseAnswerTo("CREATE");
    const { posTid } = await world.must("payment.start", SALE);
    expect(await waitForEnd(world, posTid)).toMatchObject({ codeMissing: true });
    expect(await kinds(world, posTid)).toEqual(ENDED);
    expect(world.sandbox.payments()).toHaveLength(1);
  });

  it("is aborted after a restart when the response to the abort was lost", async () => {
    await using world = await tillWithClaims(null);
    world.sandbox.faults.loseAnswerTo("ABORT");
    const { posTid } = await world.must("payment.start", SALE);
    await world.waitForPayment(posTid, ({ codeMissing }) => codeMissing);
    await world.restart();
    expect(await waitForEnd(world, posTid)).toMatchObject({ codeMissing: true });
    expect(await kinds(world, posTid)).toEqual(ENDED);
  });

  it("is paid by phone number for the same amount", async () => {
    await using world = await tillWithClaims(null);
    const { posTid } = await world.must("payment.start", SALE);
    await waitForEnd(world, posTid);
    const next = await world.must("payment.start", { ...SALE, customer: PHONE });
    const { tid } = await world.waitForPayment(next.posTid, (payment) => payment.tid !== null);
    await world.phone.approve(tid ?? "");
    expect(await world.waitForPhase(next.posTid, "captured")).toMatchObject({
      codeMissing: false,
      capturedTotal: 5000,
    });
    await world.asManager();
    expect(await world.must("report.x", {})).toMatchObject({ captured: 5000, counts: { aborted: 1 } });
  });

  it("reports the same to a register", async () => {
    await using world = await tillWithClaims(null, createTillWithRegisters);
    const register = registerAt(world, keyOf("a"));
    const { body } = await register.post("/payments", { ...SALE, reference: "r-1" });
    await world.waitForPhase(body.posTid, "aborted");
    expect((await register.get("/payments/r-1")).body).toMatchObject({ phase: "aborted", codeMissing: true });
  });
});

describe("a sale that has a code or a customer", () => {
  it("is not treated as a sale without a code", async () => {
    await using world = await tillWithClaims(null);
    const named = await world.must("payment.start", { ...SALE, customer: PHONE });
    expect(await world.waitForPayment(named.posTid, ({ tid }) => tid !== null)).toMatchObject({ codeMissing: false });
    world.sandbox.faults.claimUri = undefined;
    const { posTid } = await world.must("payment.start", SALE);
    const shown = await world.waitForPayment(posTid, ({ qr }) => qr !== null);
    expect(shown).toMatchObject({ codeMissing: false, abortRequested: false, qr: { kind: "claim" } });
  });

  it("shows its shortlink before a request exists", async () => {
    await using world = await createTestTill();
    const draft = await world.must("payment.start", SALE);
    expect(draft).toMatchObject({ codeMissing: false, qr: { kind: "shortlink" }, operations: [] });
  });
});

const kiosk = (options: Parameters<typeof createTestTill>[0]) =>
  createTestTill({ ...options, provisioning: { mode: "kiosk" } });

describe("a kiosk whose request was created without a response of the service", () => {
  it("requests a code again at the next sale", async () => {
    await using world = await tillWithClaims("https://pay.example/claim/1", kiosk);
    world.sandbox.faults.loseAnswerTo("CREATE");
    world.sandbox.faults.add({ effect: "answer", kind: "CREATE", status: 409, times: 1 });
    const first = await world.must("payment.start", SALE);
    expect(await waitForEnd(world, first.posTid)).toMatchObject({ codeMissing: true });
    const next = await world.must("payment.start", SALE);
    expect(await world.waitForPayment(next.posTid, ({ qr }) => qr !== null)).toMatchObject({ codeMissing: false });
  });
});

describe("a kiosk at a service that gives no code", () => {
  it("starts the next sale without a request, so that the customer enters a phone number", async () => {
    await using world = await tillWithClaims(null, kiosk);
    const first = await world.must("payment.start", SALE);
    await world.waitForPhase(first.posTid, "aborted");
    const next = await world.must("payment.start", SALE);
    expect(next).toMatchObject({ phase: "draft", codeMissing: true, qr: null, operations: [] });
    expect(next.steps).toEqual(expect.arrayContaining(["identify", "abort"]));
    await world.must("payment.identify", { posTid: next.posTid, customer: PHONE });
    const { tid } = await world.waitForPayment(next.posTid, (payment) => payment.tid !== null);
    await world.phone.approve(tid ?? "");
    expect(await world.waitForPhase(next.posTid, "captured")).toMatchObject({ codeMissing: false });
    expect(world.sandbox.payments()).toHaveLength(2);
  });
});
