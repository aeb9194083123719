/** Sign-in with accounts at the service in the machine's own browser: enabled, linked, used and removed. */
import { describe, expect, it } from "vitest";
import type { PhoneCheck } from "../../../contract/people/staff-phones.ts";
import { answerInBrowser } from "../../support/browser-answer.ts";
import { checkUntil, linkPhone } from "../../support/phones.ts";
import { KARI, OLA } from "../../support/sandbox.ts";
import { createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

const LISE = { name: "Lise", role: "manager", pin: "702914" } as const;
const OVER = { error: { code: "not_allowed", details: { because: { code: "phone_over" } } } };

/** A till with account sign-in enabled. The owner is signed in, and Lise is a manager. */
async function accounts() {
  const world = await createTestTill();
  await world.must("staff.signIn", { pin: MANAGER_PIN });
  await world.must("staff.add", LISE);
  expect(await world.must("staff.account.set", { enabled: true })).toEqual({ enabled: true, because: null });
  const { items } = await world.must("staff.list", {});
  return { world, lise: items.find(({ name }) => name === "Lise")?.id ?? "" };
}

/** Answers as the person in the browser. @returns the final page */
async function answers(world: TestTill, check: PhoneCheck, customer: string, how: "grant" | "decline" = "grant") {
  const back = await fetch(await answerInBrowser(world.sandbox, check.url ?? "", { customer, how }));
  return back.text();
}

async function linkInBrowser(world: TestTill, id: string, customer: string): Promise<PhoneCheck> {
  const check = await world.must("staff.account.link", { id });
  await answers(world, check, customer);
  await checkUntil(world, check.id, "confirm");
  return world.must("staff.phone.confirm", { check: check.id, pin: MANAGER_PIN });
}

async function provenAs(world: TestTill, customer: string): Promise<PhoneCheck> {
  const check = await world.must("staff.account.signIn", {});
  await answers(world, check, customer);
  return checkUntil(world, check.id, "done");
}

const journal = (world: TestTill, event: string) =>
  world.database
    .prepare<[string], { actor: string | null; data: string }>("SELECT actor, data FROM journal WHERE event = ?")
    .all(event)
    .map(({ actor, data }) => ({ actor, data: JSON.parse(data) as unknown }));

describe("a person with an account linked by the owner", () => {
  it("signs in with the account while the till is locked, once per response", async () => {
    const { world, lise } = await accounts();
    await using _ = world;
    expect(await linkInBrowser(world, lise, OLA)).toMatchObject({ state: "done", by: { name: "Lise" } });
    await world.must("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
    await world.must("staff.signOut", {});
    const check = await world.must("staff.account.signIn", {});
    expect(check).toMatchObject({ purpose: "signIn", state: "asked", qr: null, by: null });
    expect(new URL(check.url ?? "").searchParams.get("prompt")).toBe("login");
    expect(await answers(world, check, OLA)).toBe("Kassen har fått beskjed. Du kan lukke denne siden.");
    const proven = await checkUntil(world, check.id, "done");
    expect(proven).toMatchObject({ by: { name: "Lise", role: "manager" }, url: null });
    expect((await world.must("terminal.get", {})).staff).toBeNull();
    expect(await world.must("staff.signIn", { check: check.id })).toEqual({ name: "Lise", role: "manager" });
    expect((await world.must("terminal.get", {})).staff).toEqual({ name: "Lise", role: "manager" });
    expect(journal(world, "staff.signedIn").at(-1)).toEqual({
      actor: "Lise",
      data: { role: "manager", by: "account" },
    });
    await world.must("staff.signOut", {});
    expect(await world.call("staff.signIn", { check: check.id })).toMatchObject(OVER);
  });

  it("is the same person by phone and in the browser", async () => {
    const { world } = await accounts();
    await using _ = world;
    await linkPhone(world, "Lise", OLA);
    const { id } = await provenAs(world, OLA);
    expect(await world.must("staff.signIn", { check: id })).toEqual({ name: "Lise", role: "manager" });
  });

  it("cannot sign in after being unlinked or removed, even with an earlier response", async () => {
    const { world, lise } = await accounts();
    await using _ = world;
    await linkInBrowser(world, lise, OLA);
    const first = await provenAs(world, OLA);
    await world.must("staff.phone.unlink", { id: lise });
    expect(await world.call("staff.signIn", { check: first.id })).toMatchObject(OVER);
    await linkInBrowser(world, lise, OLA);
    const second = await provenAs(world, OLA);
    await world.must("staff.change", { id: lise, active: false });
    expect(await world.call("staff.signIn", { check: second.id })).toMatchObject(OVER);
    const check = await world.must("staff.account.signIn", {});
    await answers(world, check, OLA);
    expect((await checkUntil(world, check.id, "refused")).because?.code).toBe("account_not_known");
  });
});

describe("an account that a browser proved", () => {
  it("is shown only to the owner before it is linked", async () => {
    const { world, lise } = await accounts();
    await using _ = world;
    const begun = await world.must("staff.account.link", { id: lise });
    expect(begun.account).toBeNull();
    await answers(world, begun, OLA);
    const proven = await checkUntil(world, begun.id, "confirm");
    expect(proven.account).toEqual({
      name: expect.stringMatching(/^Ola /),
      number: expect.stringMatching(/^•••\d{4}$/),
    });
    await world.must("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
    await world.must("staff.signOut", {});
    expect(await world.call("staff.phone.get", { check: begun.id })).toMatchObject({ error: { code: "not_found" } });
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    const linked = await world.must("staff.phone.confirm", { check: begun.id, pin: MANAGER_PIN });
    expect(linked).toMatchObject({ state: "done", account: null });
    const name = proven.account?.name ?? "none";
    expect(world.database.serialize().includes(name)).toBe(false);
  });
});

describe("account sign-in is refused", () => {
  it("for an unlinked account, a declined request and a cancelled response", async () => {
    const { world, lise } = await accounts();
    await using _ = world;
    await linkInBrowser(world, lise, OLA);
    const stranger = await world.must("staff.account.signIn", {});
    await answers(world, stranger, KARI);
    expect((await checkUntil(world, stranger.id, "refused")).because?.code).toBe("account_not_known");
    expect(journal(world, "staff.accountRefused")).toEqual([{ actor: null, data: { because: "account_not_known" } }]);
    const declined = await world.must("staff.account.signIn", {});
    await answers(world, declined, OLA, "decline");
    expect((await checkUntil(world, declined.id, "refused")).because?.code).toBe("account_declined");
    const dropped = await world.must("staff.account.signIn", {});
    const back = await answerInBrowser(world.sandbox, dropped.url ?? "", { customer: OLA, how: "grant" });
    await world.must("staff.phone.cancel", { check: dropped.id });
    await expect(fetch(back)).rejects.toThrow();
    for (const { id } of [stranger, declined, dropped])
      expect(await world.call("staff.signIn", { check: id })).toMatchObject({ ok: false });
  });

  it("at a kiosk, whose window cannot start it", async () => {
    await using world = await createTestTill({ provisioning: { mode: "kiosk" } });
    expect(await world.call("staff.account.signIn", {})).toMatchObject({ error: { code: "not_allowed" } });
  });

  it("for a proof issued for another purpose, and a sign-in approves no command", async () => {
    const { world, lise } = await accounts();
    await using _ = world;
    const link = await world.must("staff.account.link", { id: lise });
    await answers(world, link, OLA);
    await checkUntil(world, link.id, "confirm");
    expect(await world.call("staff.signIn", { check: link.id })).toMatchObject(OVER);
    await world.must("staff.phone.confirm", { check: link.id, pin: MANAGER_PIN });
    const { id } = await provenAs(world, OLA);
    const refund = { command: "payment.refund", input: { posTid: "X", reason: "No" } } as const;
    expect(await world.call("staff.approve", { phone: id, ...refund })).toMatchObject(OVER);
  });

  it.each(["forged", "expired", "wrong_issuer", "wrong_audience", "wrong_nonce", "unsigned", "symmetric"] as const)(
    "for an id_token that is %s",
    async (variant) => {
      const { world, lise } = await accounts();
      await using _ = world;
      await linkInBrowser(world, lise, OLA);
      world.sandbox.faults.idToken = variant;
      const check = await world.must("staff.account.signIn", {});
      await answers(world, check, OLA);
      expect((await checkUntil(world, check.id, "refused")).because?.code).toBe("account_unproven");
    },
  );
});

describe("the owner", () => {
  it("disables account sign-in, which removes the application from the service and its secret from the till", async () => {
    const { world } = await accounts();
    await using _ = world;
    expect((await world.must("terminal.get", {})).people.accounts).toBe(true);
    expect(world.sandbox.applications()).toHaveLength(1);
    expect(await world.must("staff.account.set", { enabled: false })).toEqual({ enabled: false, because: null });
    expect(world.sandbox.applications()).toHaveLength(0);
    expect((await world.must("terminal.get", {})).people.accounts).toBe(false);
    expect(await world.call("staff.account.signIn", {})).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "account_off" } } },
    });
    expect(journal(world, "staff.accountSignIn").map(({ data }) => data)).toEqual([
      { enabled: true },
      { enabled: false },
    ]);
  });

  it("is the only one who can enable sign-in or link an account, and an account links to one person only", async () => {
    const { world, lise } = await accounts();
    await using _ = world;
    await linkInBrowser(world, lise, OLA);
    await world.must("staff.add", { name: "Per", role: "cashier", pin: "4821" });
    const { items } = await world.must("staff.list", {});
    const per = items.find(({ name }) => name === "Per")?.id ?? "";
    expect(await linkInBrowser(world, per, OLA)).toMatchObject({ state: "refused", because: { code: "phone_taken" } });
    await world.must("staff.signIn", { pin: LISE.pin });
    for (const refused of [
      await world.call("staff.account.set", { enabled: false }),
      await world.call("staff.account.link", { id: per }),
    ])
      expect(refused).toMatchObject({ error: { code: "not_allowed" } });
  });
});
