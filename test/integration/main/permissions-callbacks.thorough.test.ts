/** Callbacks about a permission: proven, or only a reason to poll; in any order, repeated, and late. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import { keyedDigests } from "../../../main/payments/queue/bodies-at-rest.ts";
import { parseMessage } from "../../../main/service/api/callback-message.ts";
import { callbackUri, deliver, signedCallback, unsignedCallback } from "../../support/callback-requests.ts";
import { asking, permissionUntil } from "../../support/permissions.ts";
import { INGRID } from "../../support/sandbox.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const SELDOM = { polling: { activeMs: 60_000, idleMs: 600_000 } };
const TOKEN = "a-customers-access-token-1234567890";

/** A till that polls rarely, a customer who received a request for an e-mail address, and the address for callbacks. */
async function createDataRequest() {
  const world = await createTestTill({ provisioning: SELDOM });
  await world.startWaiting("SALE", 100);
  const url = callbackUri(world);
  const { posTid, rid } = await asking(world, { scope: ["email"] });
  let sent = 0;
  const message = (event: string, object: object) => {
    sent += 1;
    const meta = { id: `${posTid}-${sent}`, event, uri: null };
    const outcome = { token_type: "Bearer", pos_id: "counter-1", pos_tid: posTid, rid, status: "ok", ...object };
    return { meta, object: outcome };
  };
  const tell = (event: string, object: object) =>
    deliver(signedCallback(url, message(event, object), { at: Date.now() }));
  return { world, posTid, url, message, tell, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const ANSWERED = "permission_request_answered";
const GRANT = { access_token: TOKEN, scope: "openid email", expires_in: "3600", transaction_fee: 100, currency: "NOK" };

const events = async (world: TestTill, event: string) => {
  await world.asManager();
  return (await world.must("journal.list", { event })).items.map(({ posTid }) => posTid);
};

describe("a callback about a permission", () => {
  it("is applied once when proven, with its fee, and never reversed", async () => {
    await using told = await createDataRequest();
    const { world, posTid, tell, url, message } = told;
    const same = signedCallback(url, message(ANSWERED, GRANT), { at: Date.now() });
    expect([await deliver(same), await deliver(same)]).toEqual([200, 200]);
    const granted = await permissionUntil(world, posTid, ({ phase }) => phase === "granted");
    expect(granted).toMatchObject({ granted: ["email"], fee: { amount: 100, currency: "NOK" } });
    await tell("permission_request_expired", { status: "fail" });
    await tell(ANSWERED, { access_token: null });
    expect(await world.must("permission.get", { posTid })).toMatchObject({ phase: "granted" });
    await tell(ANSWERED, GRANT);
    expect(await events(world, "permission.granted")).toEqual([posTid]);
    expect(await events(world, "permission.answerDropped")).toEqual([]);
    expect(await world.must("report.x", {})).toMatchObject({ fees: 100 });
  });

  it("does not change the outcome of a payment's own request", async () => {
    await using told = await createDataRequest();
    const { world, tell } = told;
    const customer = { kind: "phone", value: INGRID } as const;
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 900, customer, scope: ["email"] });
    await world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
    await tell(ANSWERED, { ...GRANT, pos_tid: posTid, rid: undefined });
    expect(await world.must("permission.get", { posTid })).toMatchObject({
      phase: "waiting",
      granted: [],
      usable: false,
    });
  });

  it.each([
    ["another request's id", { ...GRANT, rid: "another" }],
    ["another till's id", { ...GRANT, pos_tid: "another" }],
    ["another point of sale", { ...GRANT, pos_id: "another" }],
  ])("is not applied with %s: the till polls the service, which knows of none", async (_, object) => {
    await using told = await createDataRequest();
    const { world, posTid, tell } = told;
    await tell(ANSWERED, object);
    expect(await world.must("permission.get", { posTid })).toMatchObject({ phase: "waiting", usable: false });
  });

  it.each(["openid email phone", "email of-the-services-own"])(
    "grants only the requested data when it names more (%s), and books its fee",
    async (scope) => {
      await using told = await createDataRequest();
      const { world, posTid, tell } = told;
      await tell(ANSWERED, { ...GRANT, scope });
      expect(await permissionUntil(world, posTid, ({ phase }) => phase !== "waiting")).toMatchObject({
        ...{ phase: "granted", granted: ["email"], attentionReason: null },
        fee: { amount: 100, currency: "NOK" },
      });
      await world.asManager();
      expect(await world.must("report.x", {})).toMatchObject({ transactionFees: 100, fees: 100 });
    },
  );

  it("grants nothing when unproven", async () => {
    await using told = await createDataRequest();
    const { world, posTid, url, message } = told;
    await deliver(unsignedCallback(url, message(ANSWERED, GRANT)));
    expect(await world.must("permission.get", { posTid })).toMatchObject({ phase: "waiting", usable: false });
  });

  it("causes at most one poll a second, however many are unproven (G27)", async () => {
    await using told = await createDataRequest();
    const { world, url, message } = told;
    const contentType = "application/vnd.svc.api.merchant.v1+json";
    const pending = { status: 200, retryAfter: null, contentType, body: JSON.stringify({ status: "pending" }) };
    world.sandbox.faults.add({ effect: "answer", kind: "PERMISSION", times: 1000, ...pending });
    const began = performance.now();
    for (let count = 0; count < 20; count++) await deliver(unsignedCallback(url, message(ANSWERED, GRANT)));
    const asks = 1000 - (world.sandbox.faults.list()[0]?.times ?? 0);
    expect(asks).toBeLessThanOrEqual(2 + Math.floor((performance.now() - began) / 1000));
  });

  it("is discarded after the till stopped waiting, and recorded once in the journal", async () => {
    await using told = await createDataRequest();
    const { world, posTid, tell } = told;
    await world.must("permission.abort", { posTid });
    const free = { ...GRANT, transaction_fee: 0 };
    await tell(ANSWERED, free);
    await tell(ANSWERED, free);
    expect(await world.must("permission.get", { posTid })).toMatchObject({
      phase: "aborted",
      usable: false,
      granted: [],
      deadline: null,
    });
    expect(await events(world, "permission.answerDropped")).toEqual([posTid]);
  });

  it("is stored as a digest that resists guessing, and no earlier version's digest remains", async () => {
    await using told = await createDataRequest();
    const { world, url, message } = told;
    const kept = world.database
      .prepare<[], Buffer>("SELECT fingerprint FROM callback ORDER BY received_at DESC")
      .pluck();
    const same = signedCallback(url, message(ANSWERED, GRANT), { at: Date.now() });
    expect(await deliver(same)).toBe(200);
    const parsed = parseMessage(same.body);
    const content = canonicalJson(parsed.ok ? parsed.message : null);
    expect(kept.get()?.equals(createHash("sha256").update(content).digest())).toBe(false);
    expect(kept.get()).toEqual(keyedDigests(world.vault)(content));
    world.database.exec(readFileSync("main/storage/database/migrations/0042-callback-digests.sql", "utf8"));
    expect(kept.get()).toHaveLength(0);
    expect(await deliver(same)).toBe(200);
  });
});
