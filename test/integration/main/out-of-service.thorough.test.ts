/**
 * A kiosk that cannot sell shows it before a customer scans, on its screens, in its log and in Health; and recovers.
 */
import { describe, expect, it } from "vitest";
import type { OutOfServiceCode } from "../../../contract/health/out-of-service.ts";
import { startFakeDispenser } from "../../support/fake-dispenser.ts";
import { fakePrinter } from "../../support/fake-printer.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { createTestTill, type TestTill, type TestTillOptions } from "../../support/test-till.ts";

const ITEMS = [{ productId: "water", quantity: 1 }];
const LINES = [{ productId: "water", quantity: 1, unitAmount: 2500 }];
const SALE = { action: "SALE" as const, amount: 2500, lines: LINES };

interface Kiosk extends AsyncDisposable {
  world: TestTill;
  /** Resolves when the kiosk's screen shows these causes */
  becomes(...causes: OutOfServiceCode[]): Promise<unknown>;
  /** The log lines for monitoring, as causes; `null`: in service */
  said(): unknown[];
}

async function kiosk(options: TestTillOptions = {}): Promise<Kiosk> {
  const clock = fastClock(20);
  const lines: string[] = [];
  const { provisioning, ...others } = options;
  const world = await createTestTill({
    clock,
    log: { write: (line) => void lines.push(line) },
    ...others,
    provisioning: {
      mode: "kiosk",
      products: [{ id: "water", name: "Water", amount: 2500, vatRate: 1500, slot: "A1" }],
      ...provisioning,
    },
  });
  return {
    world,
    becomes: (...causes) => world.waitForTerminal(({ outOfService }) => outOfService.join() === causes.join()),
    said: () =>
      lines
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => /^till\.(in|outOf)Service$/.test(msg))
        .map(({ causes }) => causes ?? null),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** The Health finding of an area, as the owner sees it. */
async function found({ world }: Kiosk, area: "clock" | "dispenser" | "printer"): Promise<string> {
  await world.asManager();
  const { findings } = await world.must("diagnostics.health", {});
  await world.must("staff.signOut", {});
  return findings[area].code;
}

describe("a counter", () => {
  it("is not stopped by a wrong clock", async () => {
    await using counter = await createTestTill({ clock: fastClock(20) });
    // The last event of a start: only the measured difference can cause another.
    await counter.waitForTerminal(({ merchant }) => merchant.name !== null);
    counter.sandbox.clock.advance(3_600_000);
    await counter.waitForTerminal(({ clockSkewMs }) => clockSkewMs > 3_000_000);
    expect((await counter.must("terminal.get", {})).outOfService).toEqual([]);
    expect(await counter.must("payment.start", SALE)).toMatchObject({ phase: "draft" });
  });
});

describe("an out-of-service kiosk", () => {
  it("sells nothing while its machine does not respond or reports that it cannot sell, and returns automatically", async () => {
    await using machine = await startFakeDispenser();
    const dispenser = { driver: "http", url: machine.url };
    await using shop = await kiosk({ provisioning: { kiosk: { dispenser } } });
    const { world } = shop;
    await machine.waitForRequests("GET");
    expect(await found(shop, "dispenser")).toBe("dispenser_clear");
    machine.faults.isOff = true;
    await shop.becomes("dispenser_unreached");
    expect(await found(shop, "dispenser")).toBe("dispenser_unreached");
    expect(await world.call("vend.start", { items: ITEMS })).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "vend_machine_unreached" } } },
    });
    expect(await world.call("payment.start", SALE)).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "vend_machine_unreached" } } },
    });
    machine.faults.isOff = false;
    machine.faults.healthStatus = 503;
    await shop.becomes("dispenser_unfit");
    machine.faults.healthStatus = 204;
    await shop.becomes();
    expect(await world.must("vend.start", { items: ITEMS })).toMatchObject({ phase: "draft" });
    expect(shop.said()).toEqual([null, ["dispenser_unreached"], ["dispenser_unfit"], null]);
  });

  it("sells nothing while its clock differs too much from the service's, and returns automatically", async () => {
    await using shop = await kiosk();
    const { world } = shop;
    world.sandbox.clock.advance(3_600_000);
    await shop.becomes("clock_too_far");
    expect(await found(shop, "clock")).toBe("clock_too_far");
    expect(await world.call("payment.start", SALE)).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "kiosk_clock" } } },
    });
    world.sandbox.clock.advance(-3_600_000);
    await shop.becomes();
    expect(await world.must("payment.start", SALE)).toMatchObject({ phase: "draft" });
    // A request signed at the wrong time may have been refused in the meantime, which adds a cause.
    expect([shop.said().at(0), shop.said().at(-1)]).toEqual([null, null]);
    expect(shop.said()).toContainEqual(["clock_too_far"]);
  });

  it("sells nothing while its required receipt printer cannot print, and returns automatically", async () => {
    await using printer = await fakePrinter();
    const shared = { printer: printer.settings() };
    await using shop = await kiosk({ provisioning: { ...shared, kiosk: { receiptRequired: true } } });
    const { world } = shop;
    await shop.becomes();
    await printer.switchOff();
    await shop.becomes("printer_required");
    expect(await found(shop, "printer")).toBe("printer_required");
    expect(await world.call("payment.start", SALE)).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "kiosk_printer" } } },
    });
    await printer.switchOn();
    await shop.becomes();
    expect(await world.must("payment.start", SALE)).toMatchObject({ phase: "draft" });
    expect(shop.said()).toEqual([null, ["printer_required"], null]);
  });

  it("shows on its screen whom to call as soon as the shop has set a contact", async () => {
    await using shop = await kiosk();
    const { world } = shop;
    expect((await world.must("terminal.get", {})).phone).toBeNull();
    await world.asManager();
    const { shop: details } = await world.must("receipt.settings.get", {});
    await world.must("receipt.settings.set", { shop: { ...details, phone: "22 33 44 55" } });
    expect(world.events.findLast(({ type }) => type === "terminal.changed")).toMatchObject({
      terminal: { phone: "22 33 44 55" },
    });
  });

  it("reports a required printer that it does not have", async () => {
    await using shop = await kiosk({ provisioning: { kiosk: { receiptRequired: true } } });
    expect((await shop.world.must("terminal.get", {})).outOfService).toEqual(["printer_required"]);
  });

  it("sells nothing while the service is unreachable or rejects its key, and returns automatically", async () => {
    await using shop = await kiosk({ callbacks: false });
    const { world } = shop;
    const begun = await world.must("payment.start", { ...SALE, reference: "visit-1" });
    world.sandbox.faults.breakDown("ANY", 503, 1_000_000);
    await shop.becomes("service_offline");
    expect(await world.call("payment.start", SALE)).toMatchObject({
      error: { code: "offline", details: { because: { code: "kiosk_offline" } } },
    });
    // A payment that had started is returned again to a window that lost the response.
    expect(await world.must("payment.start", { ...SALE, reference: "visit-1" })).toMatchObject({
      posTid: begun.posTid,
    });
    world.sandbox.faults.clear();
    await shop.becomes();
    world.sandbox.faults.refuse("ANY", 401, 1_000_000);
    await shop.becomes("service_refused");
    expect(await world.call("payment.start", SALE)).toMatchObject({
      error: { code: "auth_failed", details: { because: { code: "kiosk_credentials" } } },
    });
    world.sandbox.faults.clear();
    await shop.becomes();
    expect(shop.said()).toEqual([null, ["service_offline"], null, ["service_refused"], null]);
  });
});
