/** Sign-in by linked phone, also while a third party's wrong PINs lock the PIN. */
import { describe, expect, it } from "vitest";
import { checkUntil, granted, linkPhone } from "../../support/phones.ts";
import { KARI, OLA } from "../../support/sandbox.ts";
import { createTestTill, MANAGER_PIN } from "../../support/test-till.ts";

const LISE = { name: "Lise", role: "manager", pin: "702914" } as const;

/** A locked till whose manager has a linked phone, after six wrong PINs for her name. */
async function lockedTill() {
  const world = await createTestTill();
  await world.must("staff.signIn", { pin: MANAGER_PIN });
  await world.must("staff.add", LISE);
  const lise = await linkPhone(world, LISE.name, OLA);
  await world.must("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
  await world.must("staff.signOut", {});
  for (let times = 0; times < 6; times += 1) await world.call("staff.signIn", { pin: "902174", person: lise });
  return { world, lise, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe("a person whose PIN was locked by a third party", () => {
  it("signs in by phone, once per response", async () => {
    await using till = await lockedTill();
    const { world, lise } = till;
    expect(await world.call("staff.signIn", { pin: LISE.pin, person: lise })).toMatchObject({
      error: { code: "locked_out" },
    });
    const check = await world.must("staff.phone.signIn", {});
    expect(check).toMatchObject({ purpose: "signIn", way: "phone", state: "code" });
    expect(await granted(world, check, OLA)).toContain("Logge inn i kassen?");
    await checkUntil(world, check.id, "done");
    expect(await world.must("staff.signIn", { check: check.id })).toEqual({ name: "Lise", role: "manager" });
    expect((await world.must("terminal.get", {})).staff).toEqual({ name: "Lise", role: "manager" });
    await world.must("staff.signOut", {});
    expect(await world.call("staff.signIn", { check: check.id })).toMatchObject({ error: { code: "not_allowed" } });
  });

  it("can still approve in place, because approvals have a separate counter", async () => {
    await using till = await lockedTill();
    const { world } = till;
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    const approved = await world.call("staff.checkApproval", { pin: LISE.pin, command: "payment.refund" });
    expect(approved).toMatchObject({ ok: true, value: { name: "Lise" } });
  });
});

describe("phone sign-in is refused", () => {
  it("for a phone without a linked person, and for an approval by that phone", async () => {
    await using till = await lockedTill();
    const { world } = till;
    const stranger = await world.must("staff.phone.signIn", {});
    await granted(world, stranger, KARI);
    expect((await checkUntil(world, stranger.id, "refused")).because?.code).toBe("account_not_known");
    expect(await world.call("staff.signIn", { check: stranger.id })).toMatchObject({ ok: false });
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    const approval = { command: "customer.forget", input: { posTid: "X" } } as const;
    const check = await world.must("staff.approveByPhone", approval);
    await granted(world, check, OLA);
    await checkUntil(world, check.id, "done");
    expect(await world.call("staff.signIn", { check: check.id })).toMatchObject({ error: { code: "not_allowed" } });
  });

  it("at a kiosk, whose window cannot start it", async () => {
    await using world = await createTestTill({ provisioning: { mode: "kiosk" } });
    expect(await world.call("staff.phone.signIn", {})).toMatchObject({ error: { code: "not_allowed" } });
  });
});
