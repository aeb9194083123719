/** Exiting kiosk mode: the right, the approval in place, the journal, and the uninterrupted payment. */
import { describe, expect, it } from "vitest";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import type { RunningTill } from "../../../main/app/context.ts";
import { type KioskMode, kioskMode } from "../../../main/app/kiosk-mode.ts";
import { plainHost } from "../../../main/app/plain-host.ts";
import { createEventStream } from "../../../main/bridge/events.ts";
import { startFakeDispenser } from "../../support/fake-dispenser.ts";
import { CUSTOMER, createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

const MANAGER = { name: "Kari", role: "manager", pin: "702914" } as const;

/** A till in kiosk mode with a window. */
async function kiosk(): Promise<{ world: TestTill; window: KioskMode } & AsyncDisposable> {
  const host = plainHost();
  const world = await createTestTill({ provisioning: { mode: "kiosk" }, host });
  const till = () => ({ terminal: () => ({ mode: "kiosk" }) }) as unknown as RunningTill;
  const window = kioskMode({ till, events: createEventStream({ keep: 1 }) });
  host.connect(window);
  await world.must("staff.signIn", { pin: MANAGER_PIN });
  await world.must("staff.add", MANAGER);
  await world.must("staff.add", { name: "Ola", role: "cashier", pin: "4821" });
  await world.must("staff.signOut", {});
  return { world, window, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

function journal(world: TestTill): { event: string; actor: string | null }[] {
  return world.database
    .prepare<[], { event: string; actor: string | null }>(
      "SELECT event, actor FROM journal WHERE event LIKE 'shell.%' ORDER BY sequence",
    )
    .all();
}

describe("a kiosk", () => {
  it("can be exited only with the right, or by a manager whose PIN approves it in place", async () => {
    await using kept = await kiosk();
    const { world, window } = kept;
    await world.must("staff.signIn", { pin: "4821" });
    expect(await world.call("shell.leaveKiosk", {})).toMatchObject({
      error: { code: "not_allowed", details: { needs: "manager" } },
    });
    const asked = { command: "shell.leaveKiosk", input: {} } as const;
    expect(await world.call("staff.approve", { pin: "4821", ...asked })).toMatchObject({
      error: { code: "not_allowed" },
    });
    expect([window.isOn(), journal(world)]).toEqual([true, []]);
    const approved = await world.must("staff.approve", { pin: MANAGER.pin, ...asked });
    expect(approved).toMatchObject({ by: { name: "Kari" }, value: { kiosk: { left: true } } });
    expect(window.isOn()).toBe(false);
    expect(await world.must("terminal.get", {})).toMatchObject({ mode: "kiosk", kioskLeft: true });
    expect((await world.must("shell.get", {})).kiosk.left).toBe(true);
    // Returning to kiosk mode needs no right.
    await world.must("shell.enterKiosk", {});
    expect(window.isOn()).toBe(true);
    expect(journal(world)).toEqual([
      { event: "shell.kioskLeft", actor: "Ola" },
      { event: "shell.kioskEntered", actor: "Ola" },
    ]);
    const kioskStates = world.events.flatMap((event) =>
      event.type === "shell.changed" ? [event.shell.kiosk.left] : [],
    );
    expect(kioskStates).toEqual([true, false]);
    expect(world.events.findLast(({ type }) => type === "terminal.changed")).toMatchObject({
      terminal: { kioskLeft: false },
    });
  });

  it("stays in kiosk mode while a customer's request is open, and can be exited afterwards", async () => {
    await using kept = await kiosk();
    const { world, window } = kept;
    await world.must("staff.signIn", { pin: MANAGER.pin });
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 4200 });
    expect(await world.call("shell.leaveKiosk", {})).toMatchObject({
      error: { code: "conflict", details: { reason: expect.stringContaining("A customer is paying.") } },
    });
    expect([window.isOn(), journal(world)]).toEqual([true, []]);
    await world.must("payment.abort", { posTid });
    await world.must("shell.leaveKiosk", {});
    expect(journal(world)).toEqual([{ event: "shell.kioskLeft", actor: "Kari" }]);
  });
});

describe("the kiosk screen", () => {
  it("has no rights after the signed-in user has returned to kiosk mode", async () => {
    await using kept = await kiosk();
    const { world, window } = kept;
    const leave = { pin: MANAGER_PIN, command: "shell.leaveKiosk", input: {} } as const;
    await world.must("staff.approve", leave);
    await world.asManager();
    await world.must("shell.enterKiosk", {});
    expect(await world.must("terminal.get", {})).toMatchObject({ staff: null, kioskLeft: false });
    for (const command of ["report.x", "staff.list", "shell.leaveKiosk"] as const)
      expect(await world.call(command, {})).toMatchObject({ error: { code: "not_allowed" } });
    expect(window.isOn()).toBe(true);
    const ends = world.database
      .prepare("SELECT json_extract(data, '$.how') FROM journal WHERE event = 'staff.signedOut' ORDER BY sequence")
      .pluck();
    expect(ends.all().at(-1)).toBe("kiosk");
    await world.must("staff.approve", leave);
    expect(window.isOn()).toBe(false);
    expect((await world.must("terminal.get", {})).staff).toBeNull();
  });

  it("has no rights after the first owner was created", async () => {
    await using world = await createTestTill({ provisioning: { mode: "kiosk" } });
    world.database.prepare("UPDATE staff SET role = 'manager'").run();
    await world.must("staff.claimOwner", { name: "Kari", pin: MANAGER.pin });
    expect((await world.must("terminal.get", {})).staff).toBeNull();
    expect(await world.call("staff.list", {})).toMatchObject({ error: { code: "not_allowed" } });
  });

  it("hides payments that were started at the counter from customers after a restart", async () => {
    await using world = await createTestTill({ provisioning: { mode: "kiosk" }, host: LEFT.host });
    await world.asManager();
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 12_300 });
    LEFT.now = false;
    await world.restart();
    expect(await world.call("payment.get", { posTid })).toMatchObject({ error: { code: "not_allowed" } });
    expect((await world.must("payment.list", {})).items).toEqual([]);
    expect(await world.must("display.get", {})).toMatchObject({ state: "idle" });
  });
});

const WATER = { id: "water", name: "Water", amount: 2500, vatRate: 1500 };
const LINE = { productId: "water", name: "Water", quantity: 1, unitAmount: 2500, vatRate: 1500 };
const BASKET: CommandInput<"payment.start"> = { action: "SALE", amount: 5000, lines: [{ ...LINE, quantity: 2 }] };
const BY_PHONE = { kind: "phone", value: CUSTOMER } as const;

describe("a kiosk's customers", () => {
  it("can buy catalogue products at their prices, and staff by approving the sale", async () => {
    await using world = await createTestTill({ provisioning: { mode: "kiosk", products: [WATER] } });
    const oneLine = (other: Partial<typeof LINE> & { discount?: number }, amount = 2500) => ({
      amount,
      lines: [{ ...LINE, ...other }],
    });
    const refused: [string, Partial<CommandInput<"payment.start">>][] = [
      ["action", { action: "AUTH" }],
      ["text", { text: "Pay me" }],
      ["scope", { scope: ["phone"] }],
      ["scopeText", { scopeText: "Why" }],
      ["additionalAmount", { additionalAmount: 100 }],
      ["additionalEdit", { additionalEdit: true }],
      ["lines[0].productId", oneLine({ productId: "gold" })],
      ["lines[0].unitAmount", oneLine({ unitAmount: 1 }, 1)],
      ["lines[0].name", oneLine({ name: "Gold" })],
      ["lines[0].vatRate", oneLine({ vatRate: 0 })],
      ["lines[0].discount", oneLine({ discount: 2499 }, 1)],
      ["lines", { amount: 4999 }],
    ];
    for (const [field, other] of refused)
      expect(await world.call("payment.start", { ...BASKET, ...other })).toMatchObject({
        error: { code: "invalid_input", details: { fields: [{ field }] } },
      });
    expect(await world.must("payment.list", {})).toMatchObject({ items: [] });
    expect(await world.must("payment.start", BASKET)).toMatchObject({ amount: 5000 });
    const input = { action: "AUTH", amount: 990_000, customer: BY_PHONE } as const;
    expect(await world.must("staff.approve", { pin: MANAGER_PIN, command: "payment.start", input })).toMatchObject({
      value: { amount: 990_000 },
    });
  });

  it("have one sale at a time: an unapproved previous one is cancelled, but not a user's", async () => {
    await using world = await createTestTill({ provisioning: { mode: "kiosk", products: [WATER] } });
    await world.asManager();
    const users = await world.must("payment.start", { action: "SALE", amount: 100 });
    await world.must("staff.signOut", {});
    const named = { ...BASKET, reference: "visit 1" };
    const former = await world.must("payment.start", named);
    expect(await world.must("payment.start", named)).toMatchObject({ posTid: former.posTid });
    const last = await world.must("payment.start", BASKET);
    await world.asManager();
    const wasLeft = async ({ posTid }: { posTid: string }) =>
      (await world.must("payment.get", { posTid })).abortRequested;
    expect(await Promise.all([users, former, last].map(wasLeft))).toEqual([false, true, false]);
  });

  it("can start a sale while an abandoned one ends", async () => {
    await using world = await createTestTill({ provisioning: { mode: "kiosk", products: [WATER] } });
    const { posTid } = await world.must("payment.start", BASKET);
    world.database.prepare("UPDATE payment SET left_at = 1").run();
    await world.must("payment.start", BASKET);
    await world.asManager();
    expect(await world.must("payment.get", { posTid })).toMatchObject({ abortRequested: false });
  });

  it("can choose an amount, except at a vending machine", async () => {
    const free = { action: "SALE", amount: 700 } as const;
    await using world = await createTestTill({ provisioning: { mode: "kiosk" } });
    expect(await world.must("payment.start", free)).toMatchObject({ amount: 700 });
    await using machine = await startFakeDispenser();
    const dispenser = { driver: "http", url: machine.url };
    await using other = await createTestTill({
      provisioning: { mode: "kiosk", kiosk: { dispenser, deposit: 20_000 } },
    });
    expect(await other.call("payment.start", free)).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "kiosk_machine_sells" } } },
    });
  });
});

/** A host that reports the kiosk as exited while the flag is set. */
const LEFT = {
  now: true,
  host: { ...plainHost(), kiosk: () => ({ left: LEFT.now, possible: true as const, because: null }) },
};
