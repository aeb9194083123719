/** Whose a command is that takes its time, and what is to be seen while nobody is signed in. */
import { describe, expect, it } from "vitest";
import { type Counter, counter, MANAGER_PIN } from "../../support/counter.ts";

const CASHIER = { name: "Ola", role: "cashier", pin: "4821" } as const;
const MANAGER = { name: "Kari", role: "manager", pin: "702914" } as const;

async function staffed(): Promise<Counter> {
  const world = await counter();
  await world.must("staff.signIn", { pin: MANAGER_PIN });
  await world.must("staff.add", CASHIER);
  await world.must("staff.add", MANAGER);
  return world;
}

/** Who did it, by the journal. */
function doersOf(world: Counter, event: string): (string | null)[] {
  return world.database
    .prepare<[string], { actor: string | null }>("SELECT actor FROM journal WHERE event = ? ORDER BY sequence")
    .all(event)
    .map(({ actor }) => actor);
}

describe("what somebody began", () => {
  const signOut = (world: Counter) => world.must("staff.signOut", {});

  it("is theirs, whoever signs in before it is done", async () => {
    await using world = await staffed();
    const prepared = world.call("keys.prepare", { kind: "make" });
    await world.must("staff.signIn", { pin: CASHIER.pin });
    expect(doersOf(world, "keys.prepared")).toEqual([]);
    expect(await prepared).toMatchObject({ ok: true });
    expect(doersOf(world, "keys.prepared")).toEqual(["Owner"]);
    expect(await world.call("keys.prepare", { kind: "make" })).toMatchObject({ error: { code: "not_allowed" } });
  });

  it("is theirs in a Z, also when they leave while it is compared", async () => {
    await using world = await staffed();
    await world.paid("SALE", 1000);
    await world.must("staff.signIn", { pin: MANAGER.pin });
    const hold = world.sandbox.faults.hold("OUTCOME");
    const closed = world.call("report.z", {});
    await hold.arrived;
    await signOut(world);
    hold.release();
    expect(await closed).toMatchObject({ ok: true, value: { by: "Kari" } });
    expect(doersOf(world, "report.closed")).toEqual(["Kari"]);
  });

  it("is not sealed once they may not any more", async () => {
    await using world = await staffed();
    await world.paid("SALE", 1000);
    const { items } = await world.must("staff.names", {});
    const kari = items.find(({ name }) => name === "Kari")?.id ?? "";
    await world.must("staff.signIn", { pin: MANAGER.pin });
    const hold = world.sandbox.faults.hold("OUTCOME");
    const closed = world.call("report.z", {});
    await hold.arrived;
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    await world.must("staff.change", { id: kari, active: false });
    hold.release();
    expect(await closed).toMatchObject({ error: { code: "not_allowed", details: { needs: "manager" } } });
    expect(doersOf(world, "report.closed")).toEqual([]);
  });
});

describe("a locked till", () => {
  it("lists what a customer stands at the counter with, and no other payment", async () => {
    await using world = await staffed();
    const refundLimits = { cashier: 0, manager: null };
    await world.must("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5, refundLimits });
    await world.paid("SALE", 12_345);
    await world.paid("AUTH", 6789);
    const open = await world.must("payment.start", { action: "SALE", amount: 100 });
    const listed = async (input: Parameters<typeof world.call<"payment.list">>[1]) =>
      (await world.must("payment.list", input)).items.map(({ posTid }) => posTid);
    expect(await listed({})).toHaveLength(3);
    await world.must("staff.signOut", {});
    expect(await listed({ limit: 200 })).toEqual([open.posTid]);
    expect(await listed({ phases: ["draft", "waiting", "authorised", "attention"] })).toEqual([open.posTid]);
    expect(await listed({ phases: ["captured", "authorised"] })).toEqual([]);
    expect(await listed({ query: "123,45" })).toEqual([]);
    await world.must("staff.signIn", { pin: CASHIER.pin });
    expect(await listed({})).toHaveLength(3);
  });
});
