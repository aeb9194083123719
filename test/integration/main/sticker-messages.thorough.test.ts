/** Signed messages about a sticker: late, without a time, repeated, and after the sticker was retired. */
import { describe, expect, it } from "vitest";
import { callbackUri, deliver, signedCallback } from "../../support/callback-requests.ts";
import { startFakeDispenser } from "../../support/fake-dispenser.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { createTestTill } from "../../support/test-till.ts";

const WATER = { id: "water", name: "Water", amount: 2500, vatRate: 1500, slot: "A1" };
const SALE = { action: "SALE", amount: 5000 } as const;

/** A till with a sticker a minute after its start, and a sender of scan messages. */
async function tillWithMessages() {
  const clock = fastClock(1);
  const began = clock.now() - clock.monotonic();
  /** The service's time, which is unchanged when the till's wall clock is set */
  const serviceNow = () => Math.trunc(began + clock.monotonic());
  const sandbox = { now: serviceNow };
  const world = await createTestTill({ clock, sandbox, provisioning: { locale: "en-GB" } });
  await world.asManager();
  const { id } = await world.must("sticker.create", { name: "Counter" });
  await world.waitForTerminal(({ scanFirst }) => scanFirst.stickers === 1);
  const { posTid } = await world.startWaiting("SALE", 1);
  await world.must("payment.abort", { posTid });
  await world.waitForPhase(posTid, "aborted");
  clock.pass(120_000);
  let sent = 0;
  const uri = `${callbackUri(world)}/${id}`;
  /** @param madeAt null: the message has no time */
  const tell = async (token: string, madeAt: number | null) => {
    sent += 1;
    const time = madeAt === null ? {} : { timestamp: new Date(madeAt).toISOString().slice(0, 19).replace("T", " ") };
    const meta = { id: `told-${sent}`, event: "shortlink_scanned", ...time };
    const message = { meta, object: { id: token, argstring: null } };
    expect(await deliver(signedCallback(uri, message, { at: serviceNow() }))).toBe(200);
  };
  const isAsked = async (sale: { posTid: string }) =>
    !(await world.must("payment.get", { posTid: sale.posTid })).steps.includes("identify");
  const ready = () => world.till.terminal().scanFirst.ready !== null;
  return { world, clock, serviceNow, id, tell, isAsked, ready };
}

describe("a message about a scan", () => {
  it("counts from the time of the scan, and not of its message", async () => {
    const { world, clock, tell, isAsked, ready } = await tillWithMessages();
    await using _ = world;
    await tell("token:late", clock.now() - 61_000);
    expect(ready()).toBe(false);
    const first = await world.must("payment.start", SALE);
    await tell("token:late-too", clock.now() - 61_000);
    expect(await isAsked(first)).toBe(false);
    const beside = clock.now();
    await world.must("payment.abort", { posTid: first.posTid });
    clock.pass(30_000);
    const next = await world.must("payment.start", SALE);
    await tell("token:beside", beside);
    expect(await isAsked(next)).toBe(false);
    await tell("token:now", clock.now());
    expect(await isAsked(next)).toBe(true);
  });

  it("uses the service's time while the wall clock is set back, and causes a poll when it is from the future", async () => {
    const { world, clock, serviceNow, tell, isAsked } = await tillWithMessages();
    await using _ = world;
    const first = await world.must("payment.start", SALE);
    const scannedAt = serviceNow();
    clock.pass(3000);
    await world.must("payment.abort", { posTid: first.posTid });
    clock.pass(27_000);
    const next = await world.must("payment.start", SALE);
    clock.setBy(-60_000);
    await tell("token:beside", scannedAt);
    expect(await isAsked(next)).toBe(false);
    await tell("token:from-ahead", serviceNow() + 30_000);
    expect(await isAsked(next)).toBe(false);
    await tell("token:now", serviceNow());
    expect(await isAsked(next)).toBe(true);
  });

  it("causes a poll when it has no time", async () => {
    const { world, tell, isAsked } = await tillWithMessages();
    await using _ = world;
    const sale = await world.must("payment.start", SALE);
    await tell("token:timeless", null);
    expect(await isAsked(sale)).toBe(false);
  });

  it("is applied once, under whatever id it is repeated", async () => {
    const { world, clock, tell, isAsked, ready } = await tillWithMessages();
    await using _ = world;
    await tell("token:once", clock.now());
    expect(ready()).toBe(true);
    await world.must("scan.forget", {});
    await tell("token:once", clock.now());
    expect(ready()).toBe(false);
    const sale = await world.must("payment.start", SALE);
    await tell("token:once", clock.now());
    expect(await isAsked(sale)).toBe(false);
  });

  it("is ignored for a retired sticker", async () => {
    const { world, clock, id, tell, ready } = await tillWithMessages();
    await using _ = world;
    await world.must("sticker.retire", { id });
    await tell("token:given-up", clock.now());
    expect(ready()).toBe(false);
  });

  it("explains a kiosk that is out of service, and is kept for no sale, also when it came before", async () => {
    await using machine = await startFakeDispenser();
    const clock = fastClock(1);
    const dispenser = { driver: "http", url: machine.url };
    const provisioning = { locale: "en-GB", mode: "kiosk", kiosk: { dispenser }, products: [WATER] };
    // A service whose scans have no time must be polled first (2.6).
    await using world = await createTestTill({ clock, provisioning, sandbox: { dialect: "house" } });
    await world.asManager();
    await world.must("sticker.create", { name: "Door" });
    await world.waitForTerminal(({ scanFirst }) => scanFirst.stickers === 1);
    const [sticker] = (await world.must("sticker.list", {})).items;
    await world.must("staff.signOut", {});
    clock.pass(5000);
    const scan = async () => ((await world.phone.scan(sticker?.link ?? "")).body as { text: string | null }).text;
    expect(await scan()).toContain("Connected to");
    expect(world.till.terminal().scanFirst.ready).not.toBeNull();
    machine.faults.healthStatus = 503;
    const isOut = world.waitForTerminal(({ outOfService }) => outOfService.includes("dispenser_unfit"));
    clock.pass(30_000);
    await isOut;
    expect(world.till.terminal().scanFirst.ready).toBeNull();
    expect(await scan()).toBe("Nothing can be bought here now. You have not paid anything.");
    expect(world.till.terminal().scanFirst.ready).toBeNull();
    machine.faults.healthStatus = 204;
    const isBack = world.waitForTerminal(({ outOfService }) => outOfService.length === 0);
    clock.pass(30_000);
    await isBack;
    expect(await scan()).toContain("Connected to");
  });
});
