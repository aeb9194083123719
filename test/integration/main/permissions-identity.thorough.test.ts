/** Only a valid proof identifies a customer: through the whole till, requested separately and with a payment. */
import { describe, expect, it } from "vitest";
import { ID_TOKEN_VARIANTS } from "../../../sandbox/faults.ts";
import { asking, isRead, paymentUntil, permissionUntil } from "../../support/permissions.ts";
import { KARI, phone } from "../../support/sandbox.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const REFUSED = ID_TOKEN_VARIANTS.filter((variant) => variant !== "genuine");
const ASKED = { preset: "member" } as const;

/** Requests the data separately. */
async function requestAlone(world: TestTill) {
  const { posTid, rid } = await asking(world, ASKED);
  await phone(world.sandbox).grant(rid);
  return permissionUntil(world, posTid, isRead);
}

/** Requests the data with a payment, which is approved. */
async function combined(world: TestTill) {
  const customer = { kind: "phone", value: KARI } as const;
  const { posTid } = await world.must("payment.start", { action: "SALE", amount: 900, customer, ...ASKED });
  const { tid } = await paymentUntil(world, posTid, ({ phase, tid: known }) => phase === "waiting" && known !== null);
  await world.phone.approve(tid ?? "");
  await world.waitForPhase(posTid, "captured");
  return permissionUntil(world, posTid, isRead);
}

/** Returns the customer's identity as stored and as revealed. */
async function identity(world: TestTill, posTid: string, claims: object) {
  await world.asManager();
  const revealed = await world.call("permission.reveal", { posTid, claim: "openid.sub" });
  return { claims: "openid" in claims, revealed: revealed.ok };
}

describe.each([
  ["separately", requestAlone],
  ["with a payment", combined],
] as const)("an id_token of data requested %s", (_how, ask) => {
  it("signed by the service identifies the customer", async () => {
    await using world = await createTestTill();
    const { posTid, claims, unread } = await ask(world);
    expect(unread).toEqual([]);
    expect(await identity(world, posTid, claims)).toEqual({ claims: true, revealed: true });
  });

  it.each(REFUSED)("that is %s does not identify the customer, and the rest is read", async (variant) => {
    await using world = await createTestTill();
    world.sandbox.faults.idToken = variant;
    const { posTid, claims, unread } = await ask(world);
    expect(unread).toEqual([{ scope: "openid", because: { code: "permission_bad_id_token", values: {} } }]);
    expect(claims.profile).toBeDefined();
    expect(await identity(world, posTid, claims)).toEqual({ claims: false, revealed: false });
    const journal = await world.must("journal.list", { event: "permission.read" });
    expect(JSON.stringify(journal)).toContain("permission_bad_id_token");
  });

  it("cannot be proven by a service key of 1024 bits (G27), and the rest is read", async () => {
    await using world = await createTestTill({ sandbox: { serviceKeyBits: 1024 } });
    const { posTid, claims, unread } = await ask(world);
    expect(unread.map(({ scope, because }) => [scope, because.code])).toEqual([
      ["openid", "permission_no_service_key"],
    ]);
    expect(claims.profile).toBeDefined();
    expect(await identity(world, posTid, claims)).toEqual({ claims: false, revealed: false });
  });
});
