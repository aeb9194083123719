/** Each preset, requested separately and with a payment, with every possible response on the phone. */
import { describe, expect, it } from "vitest";
import { defaultPresets } from "../../../contract/customers/permission-presets.ts";
import { type Permission, type Scope, wireScopes } from "../../../contract/customers/permissions.ts";
import { asking, isRead, paymentUntil, permissionUntil } from "../../support/permissions.ts";
import { KARI, phone } from "../../support/sandbox.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

/** A customer with a request, and the possible responses. */
interface Asked {
  posTid: string;
  /** @param scopes the shared scopes, by the service's names; defaults to all */
  grant(scopes?: string[]): Promise<void>;
  decline(): Promise<void>;
}

async function requestAlone(world: TestTill, preset: string): Promise<Asked> {
  const { posTid, rid } = await asking(world, { preset });
  const { grant, decline } = phone(world.sandbox);
  return { posTid, grant: (scopes) => grant(rid, KARI, scopes), decline: () => decline(rid) };
}

/** The payment is approved in any case: only the data is declined. */
async function requestWithPayment(world: TestTill, preset: string): Promise<Asked> {
  const customer = { kind: "phone", value: KARI } as const;
  const { posTid } = await world.must("payment.start", { action: "SALE", amount: 900, customer, preset });
  const { tid } = await paymentUntil(world, posTid, ({ phase, tid: known }) => phase === "waiting" && known !== null);
  const approve = (scopes?: string[]) =>
    phone(world.sandbox).approve(tid ?? "", scopes === undefined ? {} : { scopes });
  return { posTid, grant: approve, decline: () => approve([]) };
}

const PRESETS = defaultPresets("en").map(({ id, scope }): [string, Scope[]] => [id, scope]);

const nothing = { granted: [], claims: {}, unread: [], usable: false, deadline: null, erased: null };

/** Expects each shared scope to have content, all of it masked. */
function expectClaims({ claims }: Permission, scope: readonly Scope[]): void {
  expect(Object.keys(claims).toSorted()).toEqual([...scope].toSorted());
  const { fodselsnummer, ...masked } = claims;
  for (const value of Object.values(masked).flatMap((part) => Object.values(part))) expect(value).toContain("•••");
  if (scope.includes("fodselsnummer")) expect(fodselsnummer).toMatchObject({ over_18: "yes" });
}

describe.each([
  ["separately", requestAlone],
  ["with a payment", requestWithPayment],
] as const)("data requested %s", (how, ask) => {
  const isCombined = how === "with a payment";
  const paymentEnds = async (world: TestTill, posTid: string, phase: "captured" | "expired") => {
    if (isCombined) await world.waitForPhase(posTid, phase);
  };

  it.each(PRESETS)("%s is granted and read", async (preset, scope) => {
    await using world = await createTestTill();
    const { posTid, grant } = await ask(world, preset);
    await grant();
    const read = await permissionUntil(world, posTid, isRead);
    expect(read).toMatchObject({ phase: "granted", combined: isCombined, granted: scope, unread: [], usable: true });
    expectClaims(read, scope);
    await paymentEnds(world, posTid, "captured");
    // A response is applied once, however often it is reported.
    await world.asManager();
    const granted = await world.must("journal.list", { event: "permission.granted" });
    expect(granted.items.map((line) => line.posTid)).toEqual([posTid]);
  });

  it.each(PRESETS.filter(([, scope]) => wireScopes(scope).length > 1))(
    "%s is granted in part, and the rest counts as not granted",
    async (preset, scope) => {
      await using world = await createTestTill();
      const { posTid, grant } = await ask(world, preset);
      const shared = wireScopes(scope).slice(0, -1);
      await grant(shared);
      const read = await permissionUntil(world, posTid, isRead);
      const sharedScope = scope.filter((one) => shared.includes(one));
      expect(read).toMatchObject({ phase: "granted", granted: sharedScope, unread: [], usable: true, attention: null });
      expectClaims(read, sharedScope);
      await paymentEnds(world, posTid, "captured");
    },
  );

  it.each(PRESETS)("%s is declined", async (preset) => {
    await using world = await createTestTill();
    const { posTid, decline } = await ask(world, preset);
    await decline();
    const declined = await permissionUntil(world, posTid, ({ phase }) => phase === "declined");
    expect(declined).toMatchObject(nothing);
    await paymentEnds(world, posTid, "captured");
    expect(await world.must("permission.get", { posTid })).toMatchObject({ ...nothing, phase: "declined" });
  });

  it.each(PRESETS)("%s expires", async (preset) => {
    await using world = await createTestTill();
    const { posTid } = await ask(world, preset);
    world.sandbox.clock.advance(3_600_000);
    const expired = await permissionUntil(world, posTid, ({ phase }) => phase === "expired");
    expect(expired).toMatchObject(nothing);
    await paymentEnds(world, posTid, "expired");
  });

  it.each(PRESETS)("%s that the service withholds after all (403) counts as not granted", async (preset, scope) => {
    await using world = await createTestTill();
    const { posTid, grant } = await ask(world, preset);
    world.sandbox.faults.refuse("OAUTH", 403, 20);
    await grant();
    const read = await permissionUntil(world, posTid, isRead);
    // The customer's identity comes with the token itself.
    const grantedScope = scope.filter((one) => one === "openid");
    expect(read).toMatchObject({ phase: "granted", granted: grantedScope, unread: [], attention: null });
    expectClaims(read, grantedScope);
    const { connectivity } = await world.must("terminal.get", {});
    expect(connectivity).toBe("online");
  });
});

describe("a data request", () => {
  it("sends the customer the preset's terms, or those of a program", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const { items } = await world.must("permission.presets.get", {});
    const termsUrl = "https://shop.example/terms";
    const refused = await world.call("permission.presets.set", {
      items: items.map((one) => ({ ...one, termsUrl: "http://x" })),
    });
    expect(refused).toMatchObject({ error: { code: "invalid_input" } });
    await world.must("permission.presets.set", { items: items.map((one) => ({ ...one, termsUrl })) });
    const own = "https://shop.example/own";
    expect(await asking(world, { preset: "member" })).toMatchObject({ termsUrl });
    expect(await asking(world, { preset: "member", termsUrl: own })).toMatchObject({ termsUrl: own });
    const draft = await world.must("permission.request", { preset: "age-18" });
    await world.phone.scan(draft.qr?.text ?? "");
    await permissionUntil(world, draft.posTid, ({ phase }) => phase === "waiting");
    const seen = (await phone(world.sandbox).state()).permissions.map((one) => one.termsUrl);
    expect(seen.toSorted()).toEqual([own, termsUrl, termsUrl]);
  });
});
