/** Which user a slow command belongs to, and what is visible while no user is signed in. */
import { describe, expect, it } from "vitest";
import type { Result } from "../../../contract/calls/errors.ts";
import type { BuiltInRole } from "../../../contract/values/roles.ts";
import type { NumberedEvent } from "../../../main/bridge/events.ts";
import { lockedEvents } from "../../../main/bridge/locked-events.ts";
import { CUSTOMER, createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

const CASHIER = { name: "Ola", role: "cashier", pin: "4821" } as const;
const MANAGER = { name: "Kari", role: "manager", pin: "702914" } as const;

const CUSTOMER_PHONE = { kind: "phone" as const, value: CUSTOMER };

/** Returns the role that a refused command requires; null when it was accepted. */
async function requiredRole(answer: Promise<Result<unknown>>): Promise<BuiltInRole | null> {
  const result = await answer;
  return result.ok || result.error.code !== "not_allowed" ? null : (result.error.details.needs ?? null);
}

async function staffed(): Promise<TestTill> {
  const world = await createTestTill();
  await world.must("staff.signIn", { pin: MANAGER_PIN });
  await world.must("staff.add", CASHIER);
  await world.must("staff.add", MANAGER);
  return world;
}

/** Returns the service's payment id, which windows do not receive while no user is signed in. */
function tidOf({ database }: TestTill, posTid: string): string {
  return (
    database.prepare<[string], { tid: string }>("SELECT tid FROM payment WHERE pos_tid = ?").get(posTid)?.tid ?? ""
  );
}

/** Returns the users of an event in the journal. */
function usersOf(world: TestTill, event: string): (string | null)[] {
  return world.database
    .prepare<[string], { actor: string | null }>("SELECT actor FROM journal WHERE event = ? ORDER BY sequence")
    .all(event)
    .map(({ actor }) => actor);
}

describe("an approval", () => {
  it("covers none of a person's own actions, and none that are signed by their own PIN", async () => {
    await using world = await staffed();
    await world.must("staff.signIn", { pin: MANAGER.pin });
    const { posTid } = await world.pay("SALE", 10_000);
    await world.must("payment.refund", { posTid, amount: 100, reason: "Broken" });
    const refund = { posTid, amount: 200, reason: "Broken" };
    await world.must("staff.approve", { pin: MANAGER.pin, command: "payment.refund", input: refund });
    await world.must("staff.signOut", {});
    await world.must("staff.approve", {
      pin: MANAGER.pin,
      command: "payment.refund",
      input: { ...refund, amount: 300 },
    });
    const asked = world.database
      .prepare<[], { event: string; actor: string | null; data: string }>(
        "SELECT event, actor, data FROM journal WHERE event IN ('payment.started', 'operation.requested') ORDER BY sequence",
      )
      .all();
    const kinds = asked.map(({ event, data }) => (event === "payment.started" ? "start" : JSON.parse(data).kind));
    expect(kinds.filter((kind) => kind === "start" || kind === "refund")).toEqual([
      "start",
      ...Array(3).fill("refund"),
    ]);
    for (const { actor, data } of asked) {
      expect([null, "Kari"]).toContain(actor);
      expect(JSON.parse(data)).not.toHaveProperty("approvedBy");
    }
  });
});

describe("an action started by a user", () => {
  const signOut = (world: TestTill) => world.must("staff.signOut", {});

  it("is recorded under their name, even when another user signs in before it completes", async () => {
    await using world = await staffed();
    let made = 0;
    for (;;) {
      const prepared = world.call("keys.prepare", { kind: "make" });
      await world.must("staff.signIn", { pin: CASHIER.pin });
      const isCrossed = usersOf(world, "keys.prepared").length === made;
      expect(await prepared).toMatchObject({ ok: true });
      made += 1;
      if (isCrossed) break;
      // Key generation is instant here, so this sign-in completes before the other.
      await world.must("staff.signIn", { pin: MANAGER_PIN });
    }
    expect(usersOf(world, "keys.prepared")).toEqual(Array.from({ length: made }, () => "Owner"));
    expect(await world.call("keys.prepare", { kind: "make" })).toMatchObject({ error: { code: "not_allowed" } });
  });

  it("is recorded under their name in a Z, even when they leave during the comparison", async () => {
    await using world = await staffed();
    await world.pay("SALE", 1000);
    await world.must("staff.signIn", { pin: MANAGER.pin });
    const hold = world.sandbox.faults.hold("OUTCOME");
    const closed = world.call("report.z", {});
    await hold.arrived;
    await signOut(world);
    hold.release();
    expect(await closed).toMatchObject({ ok: true, value: { by: "Kari" } });
    expect(usersOf(world, "report.closed")).toEqual(["Kari"]);
  });

  it("is not sealed once they lose the right", async () => {
    await using world = await staffed();
    await world.pay("SALE", 1000);
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
    expect(usersOf(world, "report.closed")).toEqual([]);
  });
});

describe("a locked till", () => {
  it("lists the payment on the screen, and no other payment that waits for its customer", async () => {
    await using world = await staffed();
    await world.must("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
    await world.pay("SALE", 12_345);
    await world.pay("AUTH", 6789);
    const open = await world.must("payment.start", { action: "SALE", amount: 100 });
    await world.must("payment.start", { action: "SALE", amount: 200, customer: CUSTOMER_PHONE });
    const listed = async (input: Parameters<typeof world.call<"payment.list">>[1]) =>
      (await world.must("payment.list", input)).items.map(({ posTid }) => posTid);
    expect(await listed({})).toHaveLength(4);
    await world.must("staff.signOut", {});
    // Also when others are newer, and one of them fills the page.
    for (const limit of [1, 200]) expect(await listed({ limit })).toEqual([open.posTid]);
    expect(await listed({ phases: ["draft", "waiting", "authorised", "attention"] })).toEqual([open.posTid]);
    expect(await listed({ phases: ["captured", "authorised"] })).toEqual([]);
    expect(await listed({ query: "123,45" })).toEqual([]);
    await world.must("staff.signIn", { pin: CASHIER.pin });
    expect(await listed({})).toHaveLength(4);
  });

  it("returns what the customer sees of the payment, but not its products or identifiers", async () => {
    await using world = await staffed();
    await world.must("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
    const sold = { text: "Insulin", reference: "ORDER-77", lines: [{ name: "Pen", quantity: 1, unitAmount: 100 }] };
    const asked = { ...sold, action: "SALE", amount: 100, customer: CUSTOMER_PHONE } as const;
    const { posTid } = await world.must("payment.start", asked);
    const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
    await world.must("staff.signOut", {});
    const answers = [
      await world.must("payment.get", { posTid }),
      ...(await world.must("payment.list", {})).items,
      await world.must("payment.abort", { posTid }),
    ];
    expect(answers).toHaveLength(3);
    for (const shown of answers) {
      expect(shown).toMatchObject({ posTid, amount: 100, text: null, reference: null, tid: null, lines: [] });
      for (const hidden of ["Insulin", "ORDER-77", "Pen", `"${tid}"`])
        expect(JSON.stringify(shown)).not.toContain(hidden);
    }
    await world.must("staff.signIn", { pin: CASHIER.pin });
    expect(await world.must("payment.get", { posTid })).toMatchObject({ ...sold, tid });
  });

  it("returns and cancels the payment on the screen, and no other by its id", async () => {
    await using world = await staffed();
    const paid = await world.pay("SALE", 12_345);
    const open = await world.must("payment.start", { action: "SALE", amount: 100 });
    const other = await world.must("payment.start", { action: "SALE", amount: 200 });
    await world.must("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
    await world.must("staff.signOut", {});
    for (const { posTid } of [paid, other]) {
      expect(await requiredRole(world.call("payment.get", { posTid }))).toBe("cashier");
      expect(await requiredRole(world.call("payment.abort", { posTid }))).toBe("cashier");
    }
    expect(await world.must("payment.get", { posTid: open.posTid })).toMatchObject({ amount: 100 });
    expect(await requiredRole(world.call("staff.changePin", { pin: CASHIER.pin, newPin: "5091" }))).toBe("cashier");
    await world.must("payment.abort", { posTid: open.posTid });
    await world.must("staff.signIn", { pin: CASHIER.pin });
    expect(await world.must("payment.get", { posTid: paid.posTid })).toMatchObject({ amount: 12_345 });
  });

  it("shows no other payment on the screen, and reveals none that appears automatically", async () => {
    await using world = await staffed();
    const sale = (amount: number) => world.must("payment.start", { action: "SALE", amount });
    const [open, other] = [await sale(100), await sale(200)];
    await world.must("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
    await world.must("staff.signOut", {});
    const refused = async (posTid: string) => {
      for (const command of ["payment.get", "payment.abort", "payment.leave"] as const)
        expect(await requiredRole(world.call(command, { posTid }))).toBe("cashier");
    };
    for (const posTid of [other.posTid, "ABCD-0009-XXXXXXXX"])
      for (const shown of [{ posTid }, { posTid, instead: open.posTid }])
        expect(await requiredRole(world.call("display.show", shown))).toBe("cashier");
    await refused(other.posTid);
    expect(await world.must("display.show", { posTid: open.posTid })).toMatchObject({ amount: 100 });
    // Its customer sees it, and no other user of the screen can access it.
    expect(await world.must("display.show", { posTid: null, instead: open.posTid })).toMatchObject({ amount: 200 });
    await refused(other.posTid);
    expect((await world.must("payment.list", {})).items).toEqual([]);
    // It stays on the screen when a user signs in.
    await world.must("staff.signIn", { pin: CASHIER.pin });
    await world.must("staff.signOut", {});
    expect(await world.must("payment.get", { posTid: other.posTid })).toMatchObject({ amount: 200 });
  });

  it("reports that the printer needs attention, but not whose receipts", async () => {
    const printer = { kind: "escpos-tcp", host: "127.0.0.1", port: 9 };
    await using world = await createTestTill({ provisioning: { printer } });
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    const paid = await world.pay("SALE", 12_345);
    await world.must("receipt.print", { posTid: paid.posTid, kind: "sale", part: 0 });
    await world.must("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
    const open = await world.must("payment.start", { action: "SALE", amount: 100 });
    await world.must("staff.signOut", {});
    await world.must("display.show", { posTid: open.posTid, instead: paid.posTid });
    const windows = lockedEvents(world.till.events, world.till.visibility);
    const received = Promise.withResolvers<NumberedEvent>();
    windows.subscribe((numbered) => numbered.event.type === "printer.changed" && received.resolve(numbered));
    const { jobs } = await world.must("printer.get", {});
    expect(jobs).toMatchObject([{ kind: "receipt", posTid: null, paymentNumber: null, receipt: null }]);
    // Its printer cannot be reached: the next attempt emits the event.
    const told = JSON.stringify((await received.promise).event);
    for (const hidden of [paid.posTid, paid.number]) expect(told).not.toContain(hidden);
  });

  it("neither shows its windows an approval requested by a user, nor grants or cancels it", async () => {
    await using world = await staffed();
    await world.must("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
    const received: NumberedEvent[] = [];
    lockedEvents(world.till.events, world.till.visibility).subscribe((numbered) => received.push(numbered));
    const ofChecks = () => received.flatMap(({ event }) => (event.type === "phone.changed" ? [event.check.id] : []));
    const { id: check } = await world.must("staff.approveByPhone", { command: "shell.leaveKiosk", input: {} });
    expect(ofChecks()).toEqual([check]);
    await world.must("staff.signOut", {});
    for (const name of ["staff.phone.get", "staff.phone.cancel"] as const)
      expect(await world.call(name, { check })).toMatchObject({ error: { code: "not_found" } });
    const asked = await world.call("staff.approveByPhone", { command: "shell.leaveKiosk", input: {} });
    expect(asked).toMatchObject({ error: { code: "not_allowed" } });
    // Another request ends it.
    const own = await world.must("staff.phone.signIn", {});
    expect(ofChecks()).toEqual([check, own.id]);
    expect(await world.must("staff.phone.get", { check: own.id })).toMatchObject({ state: "code" });
  });

  it("notifies its windows of the payment on the screen only, without its content, and of nothing earlier", async () => {
    await using world = await staffed();
    const windows = lockedEvents(world.till.events, world.till.visibility);
    const received: NumberedEvent[] = [];
    windows.subscribe((numbered) => received.push(numbered));
    const open = await world.must("payment.start", { action: "SALE", amount: 100, customer: CUSTOMER_PHONE });
    const other = await world.must("payment.start", { action: "SALE", amount: 200, customer: CUSTOMER_PHONE });
    const before = windows.lastId();
    await world.must("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
    await world.must("staff.signOut", {});
    const locked = windows.lastId();
    const from = received.length;
    await world.waitForPhase(open.posTid, "waiting");
    await world.phone.approve(tidOf(world, open.posTid));
    await world.waitForPhase(open.posTid, "captured");
    const told = received.slice(from).map(({ event }) => event);
    expect(told.filter(({ type }) => type === "payment.changed")).toEqual([]);
    const moved = told.flatMap((event) => (event.type === "payment.moved" ? [event.posTid] : []));
    expect(new Set(moved)).toEqual(new Set([open.posTid]));
    expect(JSON.stringify(told)).not.toContain(other.posTid);
    // Events from signed-in times are not replayed; later ones are, as they were sent.
    expect(windows.eventsAfter(before)).toEqual({ gap: true });
    expect(windows.eventsAfter(locked)).toEqual({ events: received.slice(from) });
    await world.must("staff.signIn", { pin: CASHIER.pin });
    const missed = windows.eventsAfter(before);
    expect(missed).not.toEqual({ gap: true });
    expect(JSON.stringify(missed)).toContain('"payment.changed"');
  });
});

describe("a kiosk without a signed-in user", () => {
  it("starts, names and cancels the payment on its own screen, and nothing else", async () => {
    await using world = await createTestTill({ provisioning: { mode: "kiosk" } });
    const open = await world.must("payment.start", { action: "SALE", amount: 5000 });
    await world.must("payment.identify", { posTid: open.posTid, customer: CUSTOMER_PHONE });
    await world.waitForPhase(open.posTid, "waiting");
    await world.phone.approve(tidOf(world, open.posTid));
    await world.waitForPhase(open.posTid, "captured");
    const { posTid } = open;
    for (const refused of [
      world.call("payment.capture", { posTid }),
      world.call("payment.release", { posTid }),
      world.call("payment.leave", { posTid }),
      world.call("payment.timeline", { posTid }),
      world.call("receipt.get", { posTid }),
      world.call("report.x", {}),
      world.call("reservation.list", {}),
      world.call("staff.changePin", { pin: MANAGER_PIN, newPin: "380562" }),
    ])
      expect(await requiredRole(refused)).toBe("cashier");
    const next = await world.must("payment.start", { action: "SALE", amount: 100 });
    expect(await requiredRole(world.call("payment.get", { posTid }))).toBe("cashier");
    await world.must("payment.abort", { posTid: next.posTid });
  });

  it("sells although cashiers may not, and gives no discount although cashiers may", async () => {
    const roles = [{ id: "cashier", name: null, rights: ["discount" as const], refundLimit: 0 }];
    await using world = await createTestTill({ provisioning: { mode: "kiosk", roles } });
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 100 });
    await world.must("payment.identify", { posTid, customer: CUSTOMER_PHONE });
    await world.must("payment.abort", { posTid });
    const lines = [{ quantity: 1, unitAmount: 100, discount: 50 }];
    expect(await world.call("payment.start", { action: "SALE", amount: 50, lines })).toMatchObject({
      error: { code: "invalid_input" },
    });
    await world.asManager();
    await world.must("staff.add", { name: "Kim", role: "cashier", pin: "7391" });
    await world.must("staff.signIn", { pin: "7391" });
    expect(await requiredRole(world.call("payment.start", { action: "SALE", amount: 100 }))).toBe("manager");
  });

  it("receives only the state of a payment with a used reference, and shows it on no screen", async () => {
    await using world = await createTestTill({ provisioning: { mode: "kiosk" } });
    await world.asManager();
    const sold = { text: "Insulin", reference: "ORDER-77", action: "SALE", amount: 100 } as const;
    const first = await world.must("payment.start", { action: "SALE", amount: 50 });
    const { posTid } = await world.must("payment.start", { ...sold, customer: CUSTOMER_PHONE });
    const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
    await world.must("staff.signOut", {});
    const again = await world.must("payment.start", { ...sold, customer: CUSTOMER_PHONE });
    expect(again).toMatchObject({ posTid, amount: 100, text: null, reference: null, tid: null });
    for (const hidden of ["Insulin", "ORDER-77", `"${tid}"`]) expect(JSON.stringify(again)).not.toContain(hidden);
    await world.must("display.show", { posTid: null, instead: first.posTid });
    await world.must("payment.start", { ...sold, customer: CUSTOMER_PHONE });
    expect(await requiredRole(world.call("payment.get", { posTid }))).toBe("cashier");
    expect(await requiredRole(world.call("display.show", { posTid }))).toBe("cashier");
  });
});
