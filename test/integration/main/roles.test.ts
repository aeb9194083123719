/** The rights of each role: the owner's changes apply at once, to commands and approvals. */
import { describe, expect, it } from "vitest";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { BUILT_IN_NAMES } from "../../../contract/values/roles.ts";
import { enStaff } from "../../../renderer/kit/i18n/en/staff.ts";
import { nbStaff } from "../../../renderer/kit/i18n/nb/staff.ts";
import { createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

const CASHIER = { name: "Ola", role: "cashier", pin: "4821" } as const;
const MANAGER = { name: "Kari", role: "manager", pin: "702914" } as const;
const LEAD = { name: "Siri", pin: "815306" } as const;

const SHIFT_LEAD: CommandInput<"staff.setRole"> = {
  name: "Shift lead",
  rights: ["sale", "abort", "capture", "release", "refund", "queue"],
  refundLimit: 5000,
};

async function staffed(): Promise<TestTill & { lead: string }> {
  const world = await createTestTill();
  await world.must("staff.signIn", { pin: MANAGER_PIN });
  await world.must("staff.add", CASHIER);
  await world.must("staff.add", MANAGER);
  const { id } = await world.must("staff.setRole", SHIFT_LEAD);
  await world.must("staff.add", { ...LEAD, role: id });
  return Object.assign(world, { lead: id });
}

function journalled(world: TestTill, event: string) {
  return world.database
    .prepare<[string], { actor: string | null; data: string }>("SELECT actor, data FROM journal WHERE event = ?")
    .all(event)
    .map(({ actor, data }) => [actor, JSON.parse(data)]);
}

describe("a custom role", () => {
  it("signs in, and has only its assigned rights", async () => {
    await using world = await staffed();
    expect(await world.must("staff.signIn", { pin: LEAD.pin })).toEqual({ name: "Siri", role: world.lead });
    const { posTid } = await world.pay("SALE", 20_000);
    const refund = (amount: number) => world.call("payment.refund", { posTid, amount, reason: "Broken" });
    expect(await refund(5001)).toMatchObject({ error: { code: "limit", details: { needs: "manager" } } });
    expect(await refund(5000)).toMatchObject({ ok: true });
    for (const [command, input] of [
      ["report.takeX", {}],
      ["staff.list", {}],
      ["staff.setRole", { ...SHIFT_LEAD, id: world.lead, rights: ["sale", "reports"] }],
    ] as const)
      expect(await world.call(command, input as never)).toMatchObject({ error: { code: "not_allowed" } });
  });

  it("approves by PIN what it may do itself", async () => {
    await using world = await staffed();
    await world.must("staff.signIn", { pin: CASHIER.pin });
    const { posTid } = await world.pay("SALE", 20_000);
    const approve = (amount: number) =>
      world.call("staff.approve", {
        pin: LEAD.pin,
        command: "payment.refund",
        input: { posTid, amount, reason: "Broken" },
      });
    expect(await approve(5001)).toMatchObject({ error: { code: "limit" } });
    expect(await approve(5000)).toMatchObject({ ok: true, value: { by: { name: "Siri", role: world.lead } } });
    expect(await world.call("staff.checkApproval", { pin: LEAD.pin, command: "shell.leaveKiosk" })).toMatchObject({
      error: { code: "not_allowed" },
    });
  });

  it("loses withdrawn rights at once, even while a user with the role is signed in", async () => {
    await using world = await staffed();
    const { posTid } = await world.pay("SALE", 20_000);
    await world.must("staff.signIn", { pin: LEAD.pin });
    const [change] = await Promise.all([
      world.call("staff.checkApproval", { pin: MANAGER_PIN, command: "payment.refund" }),
    ]);
    expect(change.ok).toBe(true);
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    await world.must("staff.setRole", { ...SHIFT_LEAD, id: world.lead, rights: ["sale"] });
    await world.must("staff.signIn", { pin: LEAD.pin });
    expect(await world.call("payment.refund", { posTid, amount: 1, reason: "Broken" })).toMatchObject({
      error: { code: "not_allowed" },
    });
  });

  it("needs a six-digit PIN, can be removed when unused, and every change is journalled", async () => {
    await using world = await staffed();
    expect(await world.call("staff.add", { name: "Per", role: world.lead, pin: "4917" })).toMatchObject({
      error: { details: { fields: [{ field: "pin" }] } },
    });
    expect(await world.call("staff.add", { name: "Per", role: "invented", pin: "491735" })).toMatchObject({
      error: { details: { fields: [{ field: "role" }] } },
    });
    expect(await world.call("staff.setRole", { ...SHIFT_LEAD, name: "shift LEAD" })).toMatchObject({
      error: { details: { fields: [{ field: "name", because: { code: "role_name_taken" } }] } },
    });
    expect(await world.must("staff.setRole", { ...SHIFT_LEAD, id: world.lead })).toMatchObject({ id: world.lead });
    expect(await world.call("staff.removeRole", { id: world.lead })).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "role_in_use", values: { name: "Siri" } } } },
    });
    const { items } = await world.must("staff.list", {});
    const siri = items.find(({ name }) => name === "Siri")?.id ?? "";
    await world.must("staff.change", { id: siri, active: false });
    await world.must("staff.removeRole", { id: world.lead });
    expect((await world.must("staff.list", {})).items.find(({ id }) => id === siri)?.role).toBe("cashier");
    const saved = ["Owner", { role: "Shift lead", rights: SHIFT_LEAD.rights.join(", "), refundLimit: 5000 }];
    expect(journalled(world, "staff.roleChanged")).toEqual([saved, saved]);
    expect(journalled(world, "staff.roleRemoved")).toEqual([["Owner", { role: "Shift lead" }]]);
    const shown = (await world.must("journal.list", { people: true })).items.map(({ event }) => event);
    expect(shown).toEqual(expect.arrayContaining(["staff.roleChanged", "staff.roleRemoved"]));
  });
});

describe("the built-in roles", () => {
  it("can be changed for cashiers and managers within what their PINs protect, and never for the owner", async () => {
    await using world = await staffed();
    const set = (id: string, rights: string[], refundLimit: number | null = 0) =>
      world.call("staff.setRole", { id, name: null, rights: rights as never, refundLimit });
    expect(await set("owner", ["sale"])).toMatchObject({ error: { details: { because: { code: "role_owner" } } } });
    expect(await set("cashier", ["sale", "reports"])).toMatchObject({
      error: { details: { because: { code: "role_cashier" } } },
    });
    expect(await set("cashier", ["refund"], null)).toMatchObject({
      error: { details: { because: { code: "role_cashier" } } },
    });
    expect(await set("cashier", ["sale", "discount"])).toMatchObject({ ok: true });
    expect(await set("manager", ["sale", "settings"])).toMatchObject({ ok: true });
    expect(await set("nobody", ["sale"])).toMatchObject({ error: { code: "not_found" } });
    expect(await world.call("staff.removeRole", { id: "manager" })).toMatchObject({ error: { code: "illegal_state" } });
    await world.must("staff.signIn", { pin: MANAGER.pin });
    expect(await world.call("report.takeX", {})).toMatchObject({
      error: { code: "not_allowed", details: { needs: "owner" } },
    });
    const rule = { enabled: true, beforeHours: 12, renewUntilHours: 0, atEnd: "nothing" } as const;
    expect(await world.call("reservation.setRule", rule)).toMatchObject({ ok: true });
  });

  it("reserve their names in every language", async () => {
    await using world = await staffed();
    for (const name of ["Cashier", "manager", " OWNER", "Kasserer", "leder", "Eier", "shift LEAD"])
      expect(await world.call("staff.setRole", { ...SHIFT_LEAD, name })).toMatchObject({
        error: { details: { fields: [{ field: "name", because: { code: "role_name_taken" } }] } },
      });
    expect(await world.call("staff.setRole", { ...SHIFT_LEAD, id: world.lead })).toMatchObject({ ok: true });
    const languages = [enStaff, nbStaff].flatMap(({ staff }) => Object.values(staff.role));
    expect([...BUILT_IN_NAMES].sort()).toEqual([...new Set(languages)].sort());
  });

  it("accept no unknown right and none reserved for the owner, whatever a page sends", async () => {
    await using world = await staffed();
    for (const rights of [["everything"], ["access"], ["constructor"], ["sale", "sale"], "sale", [1], null])
      expect(await world.call("staff.setRole", { ...SHIFT_LEAD, name: "X", rights } as never)).toMatchObject({
        error: { code: "invalid_input" },
      });
    for (const refundLimit of [-1, 1.5, "5", Number.MAX_SAFE_INTEGER])
      expect(await world.call("staff.setRole", { ...SHIFT_LEAD, name: "X", refundLimit } as never)).toMatchObject({
        error: { code: "invalid_input" },
      });
    const { roles } = await world.must("staff.policy", {});
    expect(roles.map(({ id }) => id)).toEqual(["cashier", "manager", "owner", world.lead]);
  });

  it("keep the limits that their owner set on a till of an earlier version", async () => {
    await using world = await staffed();
    world.database
      .prepare("INSERT OR REPLACE INTO setting (name, value) VALUES ('staffPolicy', ?)")
      .run(JSON.stringify({ requireSignIn: true, idleLockMinutes: 7, refundLimits: { cashier: 1000, manager: 9000 } }));
    world.database.prepare("DELETE FROM setting WHERE name = 'roles'").run();
    const { roles, ...rules } = await world.must("staff.policy", {});
    expect(rules).toEqual({ requireSignIn: true, idleLockMinutes: 7 });
    expect(roles.map(({ id, refundLimit }) => [id, refundLimit])).toEqual([
      ["cashier", 1000],
      ["manager", 9000],
      ["owner", null],
    ]);
    expect(roles[0]?.rights).toContain("refund");
  });
});
