/** Data requests to customers: each preset, granted, granted in part, declined, expired, cancelled and lost. */
import { describe, expect, it } from "vitest";
import { DEMO_CUSTOMERS } from "../../../sandbox/state/customers.ts";
import { asking, grantedTo, isRead, permissionUntil } from "../../support/permissions.ts";
import { INGRID, KARI, NORA, OLA, phone } from "../../support/sandbox.ts";
import { createTestTill } from "../../support/test-till.ts";

const PHONE = { kind: "phone", value: KARI } as const;

describe("each preset", () => {
  it.each([
    ["ship-to-home", ["shipping_address", "phone", "profile"], "shipping_address.street_address", "Markveien 35"],
    ["receipt-by-mail", ["email"], "email", "kari.nordmann@example.com"],
    ["member", ["openid", "profile", "phone", "email"], "name", "Kari Nordmann"],
  ])("%s is granted, read, masked and revealed", async (preset, scope, claim, value) => {
    await using world = await createTestTill();
    const granted = await grantedTo(world, { preset });
    expect(granted).toMatchObject({ phase: "granted", preset, scope, granted: scope, unread: [], usable: true });
    expect(Object.keys(granted.claims).toSorted()).toEqual([...scope].toSorted());
    expect(JSON.stringify(granted)).not.toContain(value);
    await world.asManager();
    expect(await world.must("permission.reveal", { posTid: granted.posTid, claim })).toEqual({ value });
  });

  it("age-18 stores that the customer is of age, and nothing that identifies them", async () => {
    await using world = await createTestTill();
    const granted = await grantedTo(world, { preset: "age-18" });
    expect(granted.claims.fodselsnummer).toMatchObject({ over_18: "yes", source: "bankid" });
    await world.asManager();
    const revealed = await world.call("permission.reveal", { posTid: granted.posTid, claim: "fodselsnummer" });
    expect(revealed).toMatchObject({ ok: false, error: { code: "not_found" } });
  });

  it("needs attention when two age proofs disagree", async () => {
    await using world = await createTestTill();
    const { posTid, rid } = await asking(world, { scope: ["fodselsnummer", "bankid"] });
    const child = DEMO_CUSTOMERS.find(({ phone: number }) => number === NORA)?.national_id;
    const body = JSON.stringify({ national_id_number: child, proofs: [] });
    const contentType = "application/vnd.svc.api.merchant.v1+json";
    const answer = { effect: "answer", kind: "OAUTH", times: 1, status: 200, retryAfter: null } as const;
    world.sandbox.faults.add({ ...answer, contentType, body });
    await phone(world.sandbox).grant(rid);
    const read = await permissionUntil(world, posTid, isRead);
    expect(read).toMatchObject({ phase: "attention", attentionReason: { code: "permission_age_disagrees" } });
    expect(read.claims).toMatchObject({ fodselsnummer: { over_18: "no" }, bankid: { over_18: "yes" } });
    const journaled = world.database.prepare(
      "SELECT data FROM journal WHERE event = 'permission.read' ORDER BY sequence",
    );
    const over18 = journaled
      .pluck()
      .all()
      .map((data) => JSON.parse(String(data)).over18);
    expect(over18).toEqual(["no", "no"]);
  });

  it.each(["ship-to-home", "receipt-by-mail", "member", "age-18"])("%s is declined", async (preset) => {
    await using world = await createTestTill();
    const { posTid, rid } = await asking(world, { preset });
    await phone(world.sandbox).decline(rid);
    const declined = await permissionUntil(world, posTid, ({ phase }) => phase === "declined");
    expect(declined).toMatchObject({ granted: [], claims: {}, usable: false, deadline: null, status: "ok" });
  });

  it("is granted in part when the customer leaves out some data", async () => {
    await using world = await createTestTill();
    const granted = await grantedTo(world, { preset: "ship-to-home" }, { scopes: ["shipping_address", "profile"] });
    expect(granted).toMatchObject({ phase: "granted", granted: ["shipping_address", "profile"] });
    expect(Object.keys(granted.claims).toSorted()).toEqual(["profile", "shipping_address"]);
  });
});

describe("a data request", () => {
  it("by code waits for the scan, and then polls for who scanned", async () => {
    await using world = await createTestTill();
    const draft = await world.must("permission.request", { scope: ["email"] });
    expect(draft).toMatchObject({ phase: "draft", customer: null, qr: { kind: "shortlink" } });
    await world.asManager();
    const early = await world.call("permission.reveal", { posTid: draft.posTid, claim: "email" });
    expect(early).toMatchObject({ error: { details: { because: { code: "permission_not_yet" } } } });
    await world.phone.scan(draft.qr?.text ?? "");
    const waiting = await permissionUntil(world, draft.posTid, ({ phase }) => phase === "waiting");
    await phone(world.sandbox).grant(waiting.rid ?? "");
    expect((await permissionUntil(world, draft.posTid, isRead)).granted).toEqual(["email"]);
  });

  it("by code is discovered by polling when no callbacks arrive", async () => {
    await using world = await createTestTill({ callbacks: false });
    const draft = await world.must("permission.request", { scope: ["email"] });
    await world.phone.scan(draft.qr?.text ?? "");
    const waiting = await permissionUntil(world, draft.posTid, ({ phase }) => phase === "waiting");
    await phone(world.sandbox).grant(waiting.rid ?? "");
    expect((await permissionUntil(world, draft.posTid, isRead)).granted).toEqual(["email"]);
  });

  it("by code is refused when the till cannot receive scans", async () => {
    await using world = await createTestTill({ callbacks: false });
    world.sandbox.faults.lastScan = 405;
    await world.restart();
    await world.waitForTerminal(({ callbacks }) => callbacks.scans === "claim");
    const refused = await world.call("permission.request", { scope: ["email"] });
    expect(refused).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    expect((await world.must("permission.list", {})).items).toEqual([]);
  });

  it("for a token only can be charged afterwards, and no window receives the token", async () => {
    await using world = await createTestTill();
    const { posTid, usable } = await grantedTo(world, { scope: [] });
    expect(usable).toBe(true);
    const customer = { kind: "permission", value: posTid } as const;
    const payment = await world.must("payment.start", { action: "SALE", amount: 4200, customer });
    const waiting = await world.waitForPayment(payment.posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
    expect(waiting.customer).toBe("•••4567");
    await world.phone.approve(waiting.tid ?? "");
    expect((await world.waitForPhase(payment.posTid, "captured")).capturedTotal).toBe(4200);
  });

  it("expires at the service", async () => {
    await using world = await createTestTill();
    const { posTid } = await asking(world, { scope: ["email"] });
    world.sandbox.clock.advance(600_000);
    const expired = await permissionUntil(world, posTid, ({ phase }) => phase === "expired");
    expect(expired).toMatchObject({ granted: [], usable: false, status: "fail" });
  });

  it("whose response is lost is the same request when sent again", async () => {
    await using world = await createTestTill();
    world.sandbox.faults.loseAnswerTo("PERMISSION");
    await asking(world, { scope: ["email"] });
    expect((await phone(world.sandbox).state()).permissions).toHaveLength(1);
  });

  it("continues after a restart at each step", async () => {
    await using world = await createTestTill();
    world.sandbox.faults.breakDown("PERMISSION", 503, 1000);
    const { posTid } = await world.must("permission.request", { scope: ["email"], customer: PHONE });
    await world.restart();
    expect((await world.must("permission.get", { posTid })).phase).toBe("queued");
    world.sandbox.faults.clear();
    await world.asManager();
    const [operation] = (await world.must("queue.list", {})).items;
    expect(operation).toMatchObject({ posTid, kind: "permission" });
    await world.must("queue.retry", { operationId: operation?.id ?? "" });
    const { rid } = await permissionUntil(world, posTid, ({ phase }) => phase === "waiting");
    await world.restart();
    // Granted while the till was off, and the callback was lost.
    world.sandbox.faults.callbacks = false;
    await world.restart(() => phone(world.sandbox).grant(rid ?? ""));
    await permissionUntil(world, posTid, isRead);
    await world.restart();
    await world.asManager();
    const { value } = await world.must("permission.reveal", { posTid, claim: "email" });
    expect(value).toBe("kari.nordmann@example.com");
  });

  it("that the service refuses reports it, and is not sent again", async () => {
    await using world = await createTestTill();
    world.sandbox.faults.refuse("PERMISSION");
    const { posTid } = await world.must("permission.request", { scope: ["email"], customer: PHONE });
    const refused = await permissionUntil(world, posTid, ({ phase }) => phase === "attention");
    expect(refused.attentionReason?.code).toBe("permission_refused");
    expect(refused.operations.map(({ state }) => state)).toEqual(["refused"]);
  });
});

describe("cancelling a data request", () => {
  it("ends a code without a scan, and a later scan sends no request", async () => {
    await using world = await createTestTill();
    const { posTid, qr } = await world.must("permission.request", { scope: ["email"] });
    expect((await world.must("permission.abort", { posTid })).phase).toBe("aborted");
    await world.phone.scan(qr?.text ?? "");
    expect((await phone(world.sandbox).state()).permissions).toEqual([]);
  });

  it("that crosses the response drops the granted data unread, with a journal entry", async () => {
    await using world = await createTestTill();
    const { posTid, rid } = await asking(world, { scope: ["email"] });
    const asked = world.sandbox.faults.hold("PERMISSION");
    await asked.arrived;
    await world.must("permission.abort", { posTid });
    await phone(world.sandbox).grant(rid);
    asked.release();
    await world.asManager();
    const dropped = async () =>
      (await world.must("journal.list", { event: "permission.answerDropped" })).items.map((line) => line.posTid);
    await expect.poll(dropped).toEqual([posTid]);
    expect(await world.must("permission.get", { posTid })).toMatchObject({ usable: false, claims: {}, granted: [] });
  });

  it("is refused after the response", async () => {
    await using world = await createTestTill();
    const { posTid } = await grantedTo(world, { scope: ["email"] });
    expect(await world.call("permission.abort", { posTid })).toMatchObject({ error: { code: "illegal_state" } });
  });
});

describe("a data request with a payment", () => {
  it("is granted with the payment, and otherwise ends as the payment does", async () => {
    await using world = await createTestTill();
    const start = { action: "SALE", amount: 5000, customer: PHONE, preset: "receipt-by-mail" } as const;
    const paid = await world.must("payment.start", start);
    expect(paid.permission).toMatchObject({ combined: true, scope: ["email"], granted: [] });
    const { tid } = await world.waitForPayment(
      paid.posTid,
      ({ phase, tid: given }) => phase === "waiting" && given !== null,
    );
    await world.phone.approve(tid ?? "");
    await permissionUntil(world, paid.posTid, isRead);
    expect((await world.waitForPhase(paid.posTid, "captured")).permission).toMatchObject({
      phase: "granted",
      granted: ["email"],
      claims: { email: { email: expect.stringContaining("•••") } },
    });
    const rejected = await world.must("payment.start", { ...start, customer: { kind: "phone", value: INGRID } });
    const asked = await world.waitForPayment(
      rejected.posTid,
      ({ phase, tid: given }) => phase === "waiting" && given !== null,
    );
    await world.phone.reject(asked.tid ?? "", INGRID);
    expect((await world.waitForPhase(rejected.posTid, "rejected")).permission).toMatchObject({
      phase: "declined",
      claims: {},
    });
  });

  it("is applied when its outcome names another request's id, and that request stays separate", async () => {
    await using world = await createTestTill();
    const other = await asking(world, { scope: ["email"] });
    const { faults } = world.sandbox;
    faults.callbacks = false;
    faults.overrideOutcome = (truth) => ({
      ...truth,
      permissions: truth.permissions && { ...truth.permissions, rid: other.rid },
    });
    const customer = { kind: "phone", value: OLA } as const;
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 5000, customer, scope: ["email"] });
    const { tid } = await world.waitForPayment(
      posTid,
      ({ phase, tid: given }) => phase === "waiting" && given !== null,
    );
    await phone(world.sandbox, OLA).approve(tid ?? "", { customer: OLA });
    await world.waitForPhase(posTid, "captured");
    expect(await world.must("permission.get", { posTid })).toMatchObject({ phase: "granted", rid: null });
    expect((await world.must("permission.get", { posTid: other.posTid })).rid).toBe(other.rid);
  });
});
