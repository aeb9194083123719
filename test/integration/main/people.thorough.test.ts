import { describe, expect, it } from "vitest";
import { pinWeakness } from "../../../contract/calls/pins.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

const CASHIER = { name: "Ola", role: "cashier", pin: "4821" } as const;
const MANAGER = { name: "Kari", role: "manager", pin: "702914" } as const;

async function staffed(options: Parameters<typeof createTestTill>[0] = {}): Promise<TestTill> {
  const world = await createTestTill(options);
  await world.must("staff.signIn", { pin: MANAGER_PIN });
  await world.must("staff.add", CASHIER);
  await world.must("staff.add", MANAGER);
  return world;
}

function events(world: TestTill, event: string): { actor: string | null; data: string }[] {
  return world.database
    .prepare<[string], { actor: string | null; data: string }>(
      "SELECT actor, data FROM journal WHERE event = ? ORDER BY sequence",
    )
    .all(event);
}

/** Sets the refund limits per payment of cashiers and managers, in minor units; 0: none. */
async function limitRefunds(world: TestTill, limits: Record<"cashier" | "manager", number | null>): Promise<void> {
  const { roles } = await world.must("staff.policy", {});
  for (const { id, rights } of roles.filter((role) => role.id !== "owner")) {
    const refundLimit = limits[id as "cashier" | "manager"];
    await world.must("staff.setRole", {
      id,
      name: null,
      rights: [...new Set([...rights, "refund" as const])],
      refundLimit,
    });
  }
}

describe("people", () => {
  it("sign in by PIN, or by name and PIN, and their actions are recorded under their name", async () => {
    await using world = await staffed();
    expect(await world.must("staff.signIn", { pin: CASHIER.pin })).toEqual({ name: "Ola", role: "cashier" });
    await world.must("payment.start", { action: "SALE", amount: 100 });
    expect(events(world, "payment.started").at(-1)?.actor).toBe("Ola");
    const { items } = await world.must("staff.names", {});
    expect(items.map(({ name }) => name)).toEqual(["Owner", "Ola", "Kari"]);
    const kari = items.find(({ name }) => name === "Kari")?.id;
    expect(await world.call("staff.signIn", { pin: CASHIER.pin, person: kari })).toMatchObject({ ok: false });
    expect(await world.must("staff.signIn", { pin: MANAGER.pin, person: kari })).toMatchObject({ name: "Kari" });
  });

  it("are managed by the owner, and no two share a name or PIN", async () => {
    await using world = await staffed();
    for (const [input, field] of [
      [{ ...CASHIER, pin: "5091" }, "name"],
      [{ ...CASHIER, name: "Per" }, "pin"],
      [{ ...MANAGER, name: "Per", pin: "1234" }, "pin"],
      [{ ...CASHIER, name: "Per", pin: "7777" }, "pin"],
      [{ ...MANAGER, name: "Per", pin: "274951" }, "pin"],
      [{ ...CASHIER, name: "Per", pin: "274951" }, "pin"],
    ] as const)
      expect(await world.call("staff.add", input)).toMatchObject({
        error: { code: "invalid_input", details: { fields: [{ field }] } },
      });
    await world.must("staff.signIn", { pin: MANAGER.pin });
    expect(await world.call("staff.add", { name: "Per", role: "cashier", pin: "5091" })).toMatchObject({
      error: { code: "not_allowed" },
    });
  });

  it("always include an owner, and lose their session when they are removed", async () => {
    await using world = await staffed();
    const { items } = await world.must("staff.list", {});
    const idOf = (name: string) => items.find((person) => person.name === name)?.id ?? "";
    for (const change of [{ active: false }, { role: "manager" as const }])
      expect(await world.call("staff.change", { id: idOf("Owner"), ...change })).toMatchObject({
        error: { code: "illegal_state" },
      });
    expect(await world.call("staff.change", { id: idOf("Ola"), role: "manager" })).toMatchObject({
      error: { details: { fields: [{ field: "pin" }] } },
    });
    await world.must("staff.change", { id: idOf("Ola"), active: false });
    expect(await world.call("staff.signIn", { pin: CASHIER.pin })).toMatchObject({ ok: false });
    // A PIN that is no longer used can be reused, and so can the name.
    await world.must("staff.add", CASHIER);
    expect(await world.call("staff.change", { id: idOf("Ola"), active: true })).toMatchObject({
      error: { details: { fields: [{ field: "name" }] } },
    });
  });

  it("change their PIN with their current PIN", async () => {
    await using world = await staffed();
    expect(await world.call("staff.changePin", { pin: MANAGER.pin, newPin: "380562" })).toMatchObject({
      error: { code: "not_allowed" },
    });
    await world.must("staff.signIn", { pin: MANAGER.pin });
    for (const newPin of ["1234", "274951"])
      expect(await world.call("staff.changePin", { pin: MANAGER.pin, newPin })).toMatchObject({
        error: { details: { fields: [{ field: "newPin" }] } },
      });
    await world.must("staff.changePin", { pin: MANAGER.pin, newPin: "380562" });
    expect(await world.must("staff.signIn", { pin: "380562" })).toMatchObject({ name: "Kari" });
    expect(await world.call("staff.signIn", { pin: MANAGER.pin })).toMatchObject({ ok: false });
  });
});

describe("approval in place", () => {
  it("applies to one action, and leaves the cashier signed in", async () => {
    await using world = await staffed();
    const { posTid } = await world.pay("SALE", 14_900);
    await world.must("staff.signIn", { pin: CASHIER.pin });
    const refund = { posTid, amount: 4900, reason: "Broken" };
    expect(await world.call("payment.refund", refund)).toMatchObject({ error: { code: "not_allowed" } });
    const approved = await world.must("staff.approve", { pin: MANAGER.pin, command: "payment.refund", input: refund });
    expect(approved.by).toEqual({ name: "Kari", role: "manager" });
    expect((approved.value as Payment).refundable).toBe(10_000);
    expect((await world.must("terminal.get", {})).staff).toEqual({ name: "Ola", role: "cashier" });
    expect(await world.call("payment.refund", refund)).toMatchObject({ error: { code: "not_allowed" } });
    expect(events(world, "staff.approved")).toEqual([
      { actor: "Kari", data: JSON.stringify({ asked: "Ola", command: "payment.refund", role: "manager" }) },
    ]);
    expect(events(world, "staff.approvalUsed")).toEqual(events(world, "staff.approved"));
    expect(
      events(world, "operation.requested")
        .filter(({ actor }) => actor === "Ola")
        .map(({ data }) => JSON.parse(data))
        .map(({ kind, approvedBy }) => [kind, approvedBy]),
    ).toEqual([["refund", "Kari"]]);
  });

  it("checks a PIN before the request: nothing is done by the check, and each wrong PIN counts as an attempt", async () => {
    await using world = await staffed();
    const { posTid } = await world.pay("SALE", 14_900);
    const check = (pin: string) => world.call("staff.checkApproval", { pin, command: "payment.refund" });
    expect(await check(MANAGER.pin)).toEqual({ ok: true, value: { name: "Kari", role: "manager" } });
    expect(await check(CASHIER.pin)).toMatchObject({
      error: { code: "not_allowed", details: { reason: "Ola cannot approve this. No money moved." } },
    });
    // A correct PIN does not reset earlier wrong ones: both kinds of attempts share one count.
    for (const pin of ["111222", "111223", "111224"]) {
      expect(await check(pin)).toMatchObject({ error: { details: { fields: [{ field: "pin" }] } } });
      expect(await check(MANAGER.pin)).toMatchObject({ ok: true });
    }
    const approve = (pin: string) =>
      world.call("staff.approve", { pin, command: "payment.refund", input: { posTid, reason: "Broken" } });
    for (const pin of ["111225", "111226"]) await approve(pin);
    expect(await check(MANAGER.pin)).toMatchObject({ error: { code: "locked_out" } });
    expect(await approve(MANAGER.pin)).toMatchObject({ error: { code: "locked_out" } });
    expect(events(world, "staff.refused")).toHaveLength(5);
    expect(events(world, "staff.approved")).toEqual([]);
    expect(world.sandbox.payments()[0]?.refunds ?? []).toEqual([]);
  });

  it("refuses an unauthorised PIN, an invalid input and a wrong PIN with different messages", async () => {
    await using world = await staffed();
    const { posTid } = await world.pay("SALE", 14_900);
    const refund = { command: "payment.refund" as const, input: { posTid, reason: "Broken" } };
    expect(await world.call("staff.approve", { pin: CASHIER.pin, ...refund })).toMatchObject({
      error: { code: "not_allowed", details: { reason: "Ola cannot approve this. No money moved." } },
    });
    expect(
      await world.call("staff.approve", { pin: MANAGER.pin, ...refund, input: { posTid, amount: -1 } }),
    ).toMatchObject({ error: { code: "invalid_input" } });
    expect(await world.call("staff.approve", { pin: "111222", ...refund })).toMatchObject({
      error: { details: { fields: [{ field: "pin" }] } },
    });
    expect(world.sandbox.payments()[0]?.refunds ?? []).toEqual([]);
    // The journal shows that neither had an effect, and whose approval it was.
    expect(events(world, "staff.approved")).toHaveLength(1);
    expect(events(world, "staff.approvalUsed")).toEqual([]);
    const reported = events(world, "staff.approvalRefused").map(({ actor, data }) => [actor, JSON.parse(data).code]);
    expect(reported).toEqual([
      ["Ola", "not_allowed"],
      ["Kari", "invalid_input"],
    ]);
    expect(events(world, "staff.refused").map(({ actor }) => actor)).toEqual(["Owner"]);
  });

  it("is limited by the role's limit, beyond which the owner's PIN is needed", async () => {
    await using world = await staffed();
    await world.must("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
    await limitRefunds(world, { cashier: 1000, manager: 5000 });
    const { posTid } = await world.pay("SALE", 20_000);
    await world.must("staff.signIn", { pin: CASHIER.pin });
    const refund = (amount: number) => ({ posTid, amount, reason: "Broken" });
    const approve = (pin: string, amount: number) =>
      world.call("staff.approve", { pin, command: "payment.refund", input: refund(amount) });
    expect(await world.call("payment.refund", refund(1001))).toMatchObject({
      error: { code: "limit", details: { needs: "manager" } },
    });
    expect(await world.call("payment.refund", refund(1000))).toMatchObject({ ok: true });
    // The cashier's earlier refund counts: an approver is responsible for the sum.
    expect(await approve(MANAGER.pin, 4001)).toMatchObject({
      error: {
        code: "limit",
        details: {
          needs: "owner",
          fields: [{ expected: "at most kr\u00a040.00, since kr\u00a010.00 of this payment is already refunded" }],
        },
      },
    });
    await world.waitForPayment(posTid, ({ refundedTotal }) => refundedTotal === 1000);
    expect(await approve(MANAGER.pin, 4000)).toMatchObject({ ok: true });
    await world.waitForPayment(posTid, ({ refundedTotal }) => refundedTotal === 5000);
    expect(await approve(MANAGER_PIN, 15_000)).toMatchObject({ ok: true });
    await world.waitForPayment(posTid, ({ phase }) => phase === "refunded");
    // Nothing is sold without a signed-in user.
    await world.must("staff.signOut", {});
    expect(await world.call("payment.start", { action: "SALE", amount: 100 })).toMatchObject({
      error: {
        code: "not_allowed",
        message: "No user is signed in. No money moved.",
        details: { needs: "cashier" },
      },
    });
  });

  it("names who could approve when the user's role may not", async () => {
    await using world = await staffed();
    await world.must("staff.signIn", { pin: CASHIER.pin });
    const needs = async (call: Promise<unknown>) =>
      ((await call) as { error?: { details: { needs?: string } } }).error?.details.needs;
    const { posTid } = await world.pay("SALE", 100);
    expect(await needs(world.call("payment.refund", { posTid, reason: "Broken" }))).toBe("manager");
    expect(await needs(world.call("staff.list", {}))).toBe("owner");
    const approved = { pin: CASHIER.pin, command: "payment.refund" as const, input: { posTid, reason: "Broken" } };
    expect(await needs(world.call("staff.approve", approved))).toBe("manager");
  });
});

describe("staff", () => {
  it("cannot reset another person's count with their own PIN", async () => {
    await using world = await staffed();
    await world.must("staff.signOut", {});
    const { items } = await world.must("staff.names", {});
    const idOf = (name: string) => items.find((person) => person.name === name)?.id ?? "";
    const guess = (pin: string) => world.call("staff.signIn", { pin, person: idOf("Owner") });
    for (const pin of ["600001", "600014", "600027", "600040"]) await guess(pin);
    await world.must("staff.signIn", { pin: CASHIER.pin, person: idOf("Ola") });
    await guess("600053");
    expect(await guess(MANAGER_PIN)).toMatchObject({ error: { code: "locked_out" } });
    // People without wrong attempts can still sign in.
    await world.must("staff.signIn", { pin: MANAGER.pin, person: idOf("Kari") });
  });

  it("are locked out after attempts without a name, and a cashier's correct PIN does not reset the count", async () => {
    await using world = await staffed();
    for (const pin of ["600001", "600014", "600027", "600040"]) await world.call("staff.signIn", { pin });
    await world.must("staff.signIn", { pin: CASHIER.pin });
    await world.call("staff.signIn", { pin: "600053" });
    expect(await world.call("staff.signIn", { pin: MANAGER.pin })).toMatchObject({ error: { code: "locked_out" } });
  });

  it("learn no other PIN through PIN changes", async () => {
    await using world = await staffed();
    await world.must("staff.signIn", { pin: CASHIER.pin });
    const change = (newPin: string) => world.call("staff.changePin", { pin: CASHIER.pin, newPin });
    // An always refused PIN reveals nothing and counts as no attempt.
    for (let tries = 0; tries < 5; tries += 1) expect(await change("1234")).toMatchObject({ ok: false });
    expect(await change(MANAGER.pin)).toMatchObject({ error: { code: "invalid_input" } });
    // A successful change reveals as much as a refused one.
    await world.must("staff.changePin", { pin: CASHIER.pin, newPin: "5091" });
    await world.must("staff.changePin", { pin: "5091", newPin: CASHIER.pin });
    expect(await change(MANAGER.pin)).toMatchObject({ error: { code: "locked_out" } });
    await world.restart();
    await world.must("staff.signIn", { pin: CASHIER.pin });
    expect(await change("5091")).toMatchObject({
      error: { code: "locked_out", details: { until: expect.any(String), reason: expect.stringContaining("24 h") } },
    });
  });

  it("are signed out when the owner takes their rights away", async () => {
    await using world = await staffed();
    const { items } = await world.must("staff.names", {});
    const idOf = (name: string) => items.find((person) => person.name === name)?.id ?? "";
    const signedIn = async () => (await world.must("terminal.get", {})).staff?.name ?? null;
    const change = (name: string, changed: object) => world.must("staff.change", { id: idOf(name), ...changed });
    const eva = await world.must("staff.add", { name: "Eva", role: "owner", pin: "839150" });
    // Another person's change, or another name, does not sign the user out.
    await change("Ola", { active: false });
    await change("Owner", { name: "Boss" });
    expect(await signedIn()).toBe("Owner");
    await change("Owner", { role: "manager" });
    expect(await signedIn()).toBeNull();
    expect(events(world, "staff.signedOut").at(-1)).toEqual({ actor: "Owner", data: '{"how":"changed"}' });
    // A person who signs in at that moment is signed out or refused.
    await world.must("staff.signIn", { pin: "839150" });
    await Promise.all([
      change("Kari", { active: false, pin: "380562" }),
      world.call("staff.signIn", { pin: MANAGER.pin }),
    ]);
    expect(await signedIn()).not.toBe(MANAGER.name);
    expect(events(world, "staff.changed").at(-1)?.actor).toBe(eva.name);
  });

  it("are limited to forty", async () => {
    await using world = await staffed();
    const pins = Array.from({ length: 500 }, (_, number) => `${5100 + number}`).filter(
      (pin) => pinWeakness(pin) === null,
    );
    for (let number = 3; number < 40; number += 1)
      await world.must("staff.add", { name: `P${number}`, role: "cashier", pin: pins[number] ?? "" });
    const more = { name: "One more", role: "cashier", pin: pins[40] ?? "" } as const;
    expect(await world.call("staff.add", more)).toMatchObject({ error: { code: "limit" } });
    const { items } = await world.must("staff.names", {});
    expect(items).toHaveLength(40);
    // Removed people do not count.
    await world.must("staff.change", { id: items.at(-1)?.id ?? "", active: false });
    await world.must("staff.add", more);
  });

  it("cannot remove the last owner from two places at once", async () => {
    await using world = await staffed();
    const second = await world.must("staff.add", { name: "Eva", role: "owner", pin: "839150" });
    const { items } = await world.must("staff.list", {});
    const first = items.find(({ name }) => name === "Owner")?.id ?? "";
    const demoted = await Promise.all(
      [first, second.id].map((id, index) =>
        world.call("staff.change", { id, role: "cashier", pin: index === 0 ? "591735" : "591736" }),
      ),
    );
    expect(demoted.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await world.call("staff.claimOwner", { name: "Thief", pin: "583920" })).toMatchObject({
      error: { code: "not_allowed" },
    });
  });
});

describe("a refund limit", () => {
  const limited = async (limits: { cashier: number; manager: number | null }) => {
    const world = await staffed();
    await limitRefunds(world, limits);
    const { posTid } = await world.pay("SALE", 200_000);
    return { world, refund: (amount: number) => ({ posTid, amount, reason: "Broken" }), posTid };
  };

  it("applies to the sum of a payment's refunds", async () => {
    const { world, refund, posTid } = await limited({ cashier: 1000, manager: null });
    await using _world = world;
    await world.must("staff.signIn", { pin: CASHIER.pin });
    await world.must("payment.refund", refund(600));
    expect(await world.call("payment.refund", refund(401))).toMatchObject({
      error: {
        code: "limit",
        details: {
          needs: "manager",
          fields: [{ expected: "at most kr\u00a04.00, since kr\u00a06.00 of this payment is already refunded" }],
        },
      },
    });
    await world.must("payment.refund", refund(400));
    await world.waitForPayment(posTid, ({ refundedTotal }) => refundedTotal === 1000);
    const oneself = { pin: CASHIER.pin, command: "payment.refund" as const };
    for (const amount of [1, 400, 1000])
      expect(await world.call("staff.approve", { ...oneself, input: refund(amount) })).toMatchObject({
        error: { code: "limit", details: { needs: "manager" } },
      });
    expect(world.sandbox.payments()[0]?.refunds).toHaveLength(2);
    // Neither a colleague nor the approver themselves raises the limit.
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    await world.must("staff.add", { name: "Per", role: "cashier", pin: "5091" });
    await world.must("staff.signIn", { pin: "5091" });
    expect(await world.call("payment.refund", refund(1))).toMatchObject({ error: { code: "limit" } });
    await world.must("staff.signIn", { pin: MANAGER.pin });
    await world.must("payment.refund", refund(199_000));
    await world.waitForPayment(posTid, ({ phase }) => phase === "refunded");
  });

  it("of a manager cannot be bypassed by their own PIN or by a second manager's", async () => {
    const { world, refund, posTid } = await limited({ cashier: 0, manager: 50_000 });
    await using _world = world;
    await world.must("staff.add", { name: "Eva", role: "manager", pin: "839150" });
    await world.must("staff.signIn", { pin: MANAGER.pin });
    await world.must("payment.refund", refund(50_000));
    const tries = [MANAGER.pin, MANAGER.pin, "839150"].map((pin) =>
      world.call("staff.approve", { pin, command: "payment.refund", input: refund(50_000) }),
    );
    for (const answer of [world.call("payment.refund", refund(50_000)), ...tries])
      expect(await answer).toMatchObject({ error: { code: "limit", details: { needs: "owner" } } });
    await world.must("staff.signIn", { pin: "839150" });
    expect(await world.call("payment.refund", refund(1))).toMatchObject({ error: { code: "limit" } });
    await world.waitForPayment(posTid, ({ refundedTotal }) => refundedTotal === 50_000);
    expect(world.sandbox.payments()[0]?.refunds).toHaveLength(1);
    await world.must("staff.approve", { pin: MANAGER_PIN, command: "payment.refund", input: refund(150_000) });
    await world.waitForPayment(posTid, ({ phase }) => phase === "refunded");
  });
});
