/** A data request that the service did not accept waits for a manager, who retries or discards it. */
import { describe, expect, it } from "vitest";
import { callbackUri, deliver, signedCallback } from "../../support/callback-requests.ts";
import { isRead, permissionUntil } from "../../support/permissions.ts";
import { INGRID, KARI, phone } from "../../support/sandbox.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

/** A parked request: the service stated twice that the till's credentials do not allow it. */
async function parked(world: TestTill) {
  world.sandbox.faults.refuse("PERMISSION", 403, 2);
  const customer = { kind: "phone", value: KARI } as const;
  const { posTid } = await world.must("permission.request", { preset: "receipt-by-mail", customer });
  const waiting = await permissionUntil(world, posTid, ({ phase }) => phase === "attention");
  expect(waiting.attentionReason?.code).toBe("service_rights");
  const { items } = await world.must("queue.list", {});
  expect(items).toMatchObject([{ posTid, kind: "permission", state: "attention", amount: null }]);
  return { posTid, operationId: items[0]?.id ?? "" };
}

const journaled = async (world: TestTill, event: string) =>
  (await world.must("journal.list", { event })).items.map((line) => [line.posTid, line.person]);

describe("a data request that needs a manager", () => {
  it("is sent again by a manager, and reaches the customer once", async () => {
    await using world = await createTestTill();
    const { posTid, operationId } = await parked(world);
    expect(await world.call("queue.retry", { operationId })).toMatchObject({ error: { code: "not_allowed" } });
    await world.asManager();
    await world.must("queue.retry", { operationId });
    const { rid } = await permissionUntil(world, posTid, ({ phase }) => phase === "waiting");
    expect((await phone(world.sandbox).state()).permissions).toHaveLength(1);
    await phone(world.sandbox).grant(rid ?? "");
    expect((await permissionUntil(world, posTid, isRead)).granted).toEqual(["email"]);
    expect((await world.must("queue.list", {})).items).toEqual([]);
    expect(await journaled(world, "operation.retried")).toEqual([[posTid, "Owner"]]);
  });

  it("is discarded by a manager with a reason, and reaches no customer", async () => {
    await using world = await createTestTill();
    const { posTid, operationId } = await parked(world);
    await world.asManager();
    await world.must("queue.discard", { operationId, reason: "Not needed" });
    const over = await world.must("permission.get", { posTid });
    expect(over).toMatchObject({
      phase: "aborted",
      usable: false,
      claims: {},
      attentionReason: { code: "permission_aborted" },
    });
    expect((await world.must("queue.list", {})).items).toEqual([]);
    expect(await journaled(world, "operation.discarded")).toEqual([[posTid, "Owner"]]);
    await world.restart();
    expect((await phone(world.sandbox).state()).permissions).toEqual([]);
  });

  it("whose response was lost can be discarded: a later grant is dropped, and its cost is booked", async () => {
    await using world = await createTestTill();
    await world.startWaiting("SALE", 100);
    world.sandbox.faults.loseAnswerTo("PERMISSION", 1);
    world.sandbox.faults.refuse("PERMISSION", 403, 2);
    const customer = { kind: "phone", value: KARI } as const;
    const { posTid } = await world.must("permission.request", { scope: ["email"], customer });
    await permissionUntil(world, posTid, ({ phase }) => phase === "attention");
    const [asked] = (await phone(world.sandbox).state()).permissions;
    await world.asManager();
    const [operation] = (await world.must("queue.list", {})).items;
    expect(operation?.unknownSince).not.toBeNull();
    await world.must("queue.discard", { operationId: operation?.id ?? "", reason: "Not needed" });
    const outcome = {
      token_type: "Bearer",
      access_token: "granted-too-late-1234567890",
      pos_tid: posTid,
      rid: asked?.rid,
    };
    const told = { ...outcome, status: "ok", scope: "openid email", transaction_fee: 100, currency: "NOK" };
    const message = { meta: { id: "late", event: "permission_request_answered", uri: null }, object: told };
    expect(await deliver(signedCallback(callbackUri(world), message, { at: Date.now() }))).toBe(200);
    expect(await world.must("permission.get", { posTid })).toMatchObject({
      ...{ phase: "aborted", claims: {}, granted: [], usable: false },
      fee: { amount: 100, currency: "NOK" },
    });
    expect(await journaled(world, "permission.answerDropped")).toEqual([[posTid, null]]);
  });
});

describe("a data request on disk", () => {
  it("is not sent when its bytes differ from those that were written", async () => {
    await using world = await createTestTill();
    world.sandbox.faults.breakDown("PERMISSION", 503, 1000);
    const customer = { kind: "phone", value: KARI } as const;
    const { posTid } = await world.must("permission.request", { scope: ["email"], customer });
    const { operations } = await permissionUntil(world, posTid, (one) => one.operations[0]?.lastError != null);
    const body = JSON.stringify({ customer: INGRID, scope: "email", pos_id: "counter-1", pos_tid: posTid });
    world.database.prepare("UPDATE operation SET body = ? WHERE pos_tid = ?").run(Buffer.from(body), posTid);
    world.sandbox.faults.clear();
    await world.asManager();
    await world.must("queue.retry", { operationId: operations[0]?.id ?? "" });
    const refused = await permissionUntil(world, posTid, ({ phase }) => phase !== "queued");
    expect(refused).toMatchObject({ phase: "attention", rid: null, attentionReason: { code: "permission_damaged" } });
    expect((await phone(world.sandbox, INGRID).state()).permissions).toEqual([]);
  });
});
