/** A third party has locked the PIN of a kiosk's exit: staff exit with a linked phone, and sign in as usual. */
import { describe, expect, it } from "vitest";
import type { RunningTill } from "../../../main/app/context.ts";
import { kioskMode } from "../../../main/app/kiosk-mode.ts";
import { plainHost } from "../../../main/app/plain-host.ts";
import { createEventStream } from "../../../main/bridge/events.ts";
import type { Clock } from "../../../main/lib/clock.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { checkUntil, granted, linkPhone, scanned } from "../../support/phones.ts";
import { INGRID, KARI, OLA } from "../../support/sandbox.ts";
import { createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

const LISE = { name: "Lise", role: "manager", pin: "702914" } as const;
const PER = { name: "Per", role: "cashier", pin: "4821" } as const;
const LEAVE = { command: "shell.leaveKiosk", input: {} } as const;

/** A kiosk with linked phones of a manager and a cashier, at which a customer has tried PINs at the exit. */
async function lockedKiosk(clock?: Clock) {
  const host = plainHost();
  const world = await createTestTill({ provisioning: { mode: "kiosk" }, host, ...(clock && { clock }) });
  const till = () => ({ terminal: () => ({ mode: "kiosk" }) }) as unknown as RunningTill;
  const window = kioskMode({ till, events: createEventStream({ keep: 1 }) });
  host.connect(window);
  await world.must("staff.signIn", { pin: MANAGER_PIN });
  await world.must("staff.add", LISE);
  await world.must("staff.add", PER);
  const lise = await linkPhone(world, LISE.name, OLA);
  await linkPhone(world, PER.name, INGRID);
  await world.must("staff.signOut", {});
  for (let times = 0; times < 6; times += 1)
    await world.call("staff.approve", { pin: "902174", person: lise, ...LEAVE });
  return { world, window, lise, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

/** A clock that a test advances. */
function movedClock() {
  const real = fastClock(1);
  let ahead = 0;
  const clock: Clock = { ...real, now: () => real.now() + ahead, monotonic: () => real.monotonic() + ahead };
  const pass = (ms: number) => {
    ahead += ms;
  };
  return { clock, pass };
}

const locked = { error: { code: "locked_out" } };
const afterSignIn = async ({ world, lise }: { world: TestTill; lise: string }) =>
  world.must("staff.signIn", { pin: LISE.pin, person: lise });

describe("a kiosk whose exit takes no PIN", () => {
  it("can be exited by the manager's linked phone, requested from its locked window", async () => {
    await using kiosk = await lockedKiosk();
    const { world, window } = kiosk;
    expect(await world.call("staff.approve", { pin: LISE.pin, ...LEAVE })).toMatchObject(locked);
    const check = await world.must("staff.approveByPhone", LEAVE);
    expect(await granted(world, check, OLA)).toContain("kioskmodus");
    await checkUntil(world, check.id, "done");
    const approved = await world.must("staff.approve", { phone: check.id, ...LEAVE });
    expect(approved.by).toEqual({ name: "Lise", role: "manager" });
    expect(window.isOn()).toBe(false);
    expect(await afterSignIn(kiosk)).toEqual({ name: "Lise", role: "manager" });
  });

  it.each([
    ["a customer's phone", KARI, "phone_not_known"],
    ["the phone of a cashier without the right", INGRID, "staff_may_not_approve"],
  ])("cannot be exited by %s", async (_who, customer, because) => {
    await using kiosk = await lockedKiosk();
    const { world, window } = kiosk;
    const check = await world.must("staff.approveByPhone", LEAVE);
    await granted(world, check, customer);
    expect((await checkUntil(world, check.id, "refused")).because?.code).toBe(because);
    expect(await world.call("staff.approve", { phone: check.id, ...LEAVE })).toMatchObject({ ok: false });
    expect(window.isOn()).toBe(true);
  });

  it("sends a phone request only for the exit while no user is signed in", async () => {
    await using kiosk = await lockedKiosk();
    const asked = { command: "payment.refund", input: { posTid: "X", reason: "Broken" } } as const;
    expect(await kiosk.world.call("staff.approveByPhone", asked)).toMatchObject({ error: { code: "not_allowed" } });
  });

  it("lets its window follow and cancel the phone request", async () => {
    await using kiosk = await lockedKiosk();
    const { world } = kiosk;
    world.events.length = 0;
    const check = await world.must("staff.approveByPhone", LEAVE);
    expect(await world.must("staff.phone.get", { check: check.id })).toMatchObject({ state: "code" });
    expect(await world.must("staff.phone.cancel", { check: check.id })).toMatchObject({ state: "over" });
    expect(world.events.flatMap((event) => (event.type === "phone.changed" ? [event.check.state] : []))).toEqual([
      "code",
      "over",
    ]);
  });

  it("sends requests to staff phones as often as before, however often customers requested the exit", async () => {
    const { clock, pass } = movedClock();
    await using kiosk = await lockedKiosk(clock);
    const { world, window } = kiosk;
    for (let times = 0; times < 15; times += 1) {
      const { id } = await world.must("staff.approveByPhone", LEAVE);
      await world.must("staff.phone.cancel", { check: id });
      pass(10_000);
    }
    const check = await world.must("staff.approveByPhone", LEAVE);
    await granted(world, check, OLA);
    await checkUntil(world, check.id, "done");
    await world.must("staff.approve", { phone: check.id, ...LEAVE });
    expect(window.isOn()).toBe(false);
  });

  it("shows a code again that no phone has scanned, and waits ten seconds before the next request", async () => {
    const { clock, pass } = movedClock();
    await using kiosk = await lockedKiosk(clock);
    const { world } = kiosk;
    const first = await world.must("staff.approveByPhone", LEAVE);
    pass(60_000);
    expect(await world.must("staff.approveByPhone", LEAVE)).toEqual(first);
    await scanned(world, first, KARI);
    await checkUntil(world, first.id, "asked");
    const second = await world.must("staff.approveByPhone", LEAVE);
    expect(second).toMatchObject({ state: "code" });
    expect(second.id).not.toBe(first.id);
    await world.must("staff.phone.cancel", { check: second.id });
    pass(4_000);
    expect(await world.call("staff.approveByPhone", LEAVE)).toMatchObject({
      error: { code: "locked_out", details: { because: { code: "staff_asked_often", values: { seconds: 6 } } } },
    });
    pass(6_000);
    expect((await world.must("staff.approveByPhone", LEAVE)).id).not.toBe(second.id);
  });

  it("sends one of several simultaneous requests", async () => {
    await using kiosk = await lockedKiosk();
    const answers = await Promise.all(Array.from({ length: 8 }, () => kiosk.world.call("staff.approveByPhone", LEAVE)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter((answer) => !answer.ok && answer.error.code === "locked_out")).toHaveLength(7);
  });

  it("counts no request that was not sent", async () => {
    const clock = fastClock(1);
    await using kiosk = await lockedKiosk(clock);
    const { world } = kiosk;
    const offline = { error: { code: "offline" } };
    world.sandbox.faults.breakDown("ANY", 503, 1_000_000);
    for (let times = 0; times < 3; times += 1) clock.pass(60_000);
    await world.waitForTerminal(({ connectivity }) => connectivity === "offline");
    for (let times = 0; times < 2; times += 1)
      expect(await world.call("staff.approveByPhone", LEAVE)).toMatchObject(offline);
  });

  it("still signs in users by PIN, and takes no PIN at the exit after a restart", async () => {
    await using kiosk = await lockedKiosk();
    const { world } = kiosk;
    expect(await afterSignIn(kiosk)).toMatchObject({ name: "Lise" });
    await world.must("staff.signOut", {});
    await world.restart();
    expect(await world.call("staff.approve", { pin: LISE.pin, ...LEAVE })).toMatchObject(locked);
    expect(await afterSignIn(kiosk)).toMatchObject({ name: "Lise" });
  });
});
