/** Kiosk setup by the owner while the till runs: the machine, the rule, the deposit, the planned restart. */
import { describe, expect, it } from "vitest";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { startFakeDispenser } from "../../support/fake-dispenser.ts";
import { CUSTOMER, createTestTill } from "../../support/test-till.ts";

const PRODUCTS = [{ id: "water", name: "Water", amount: 2500, vatRate: 1500, slot: "A1" }];
const ORDER: CommandInput<"vend.start"> = {
  items: [{ productId: "water", quantity: 1 }],
  customer: { kind: "phone", value: CUSTOMER },
};
const NONE: CommandInput<"kiosk.set"> = {
  dispenser: { driver: "none" },
  unknownDrop: "release",
  deposit: null,
  receiptRequired: false,
  restartAt: null,
};
const at = (url: string) => ({ ...NONE, dispenser: { driver: "http", url } }) as const;

describe("a machine that is set up while the till runs", () => {
  it("sells at once and after a restart, and can be set up only by an owner", async () => {
    await using machine = await startFakeDispenser();
    await using world = await createTestTill({ provisioning: { products: PRODUCTS } });
    expect(await world.call("kiosk.set", at(machine.url))).toMatchObject({ error: { code: "not_allowed" } });
    await world.asManager();
    expect(await world.must("kiosk.get", {})).toEqual({ ...NONE, openVends: 0 });
    expect(await world.call("vend.start", ORDER)).toMatchObject({
      error: { details: { because: { code: "vend_no_machine" } } },
    });
    const chosen = { ...at(machine.url), deposit: 20_000, receiptRequired: false, restartAt: "03:30" };
    expect(await world.must("kiosk.set", chosen)).toEqual({ ...chosen, openVends: 0 });
    const terminalEvent = world.events.filter(({ type }) => type === "terminal.changed").at(-1);
    expect(terminalEvent).toMatchObject({ terminal: { vending: { deposit: 20_000 } } });
    const { posTid } = await world.must("vend.start", ORDER);
    const { tid } = await world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
    await world.phone.approve(tid ?? "");
    const sold = await world.waitForPayment(
      posTid,
      ({ vend, phase }) => vend?.state === "done" && phase === "captured",
    );
    expect(sold).toMatchObject({ capturedTotal: 2500, vend: { dropped: [{ slot: "A1", quantity: 1 }] } });
    await world.restart();
    await world.asManager();
    expect(await world.must("kiosk.get", {})).toEqual({ ...chosen, openVends: 0 });
    const { items } = await world.must("journal.list", { event: "settings.kiosk" });
    const line = { unknownDrop: "release", deposit: 20_000, receiptRequired: false, restartAt: "03:30" };
    expect(items.map(({ person, values }) => ({ person, ...values }))).toEqual([
      { person: "Owner", ...line, dispenser: `{"driver":"http","url":"${machine.url}"}` },
    ]);
  });

  it("keeps its settings and rules while a vend is in progress; the planned restart may change", async () => {
    await using machine = await startFakeDispenser({ delaysOrders: true });
    await using world = await createTestTill({ provisioning: { products: PRODUCTS } });
    await world.asManager();
    await world.must("kiosk.set", at(machine.url));
    const { posTid } = await world.must("vend.start", ORDER);
    for (const other of [NONE, { ...at(machine.url), unknownDrop: "capture" as const }]) {
      expect(await world.call("kiosk.set", other)).toMatchObject({
        error: { code: "illegal_state", details: { because: { code: "kiosk_vend_open", values: { number: 1 } } } },
      });
    }
    expect(await world.must("kiosk.set", { ...at(machine.url), restartAt: "05:00" })).toMatchObject({
      restartAt: "05:00",
      openVends: 1,
    });
    await world.must("vend.cancel", { posTid });
    expect(await world.must("kiosk.set", NONE)).toEqual({ ...NONE, openVends: 0 });
  });

  it("is rejected with each invalid field named", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const wrong = {
      dispenser: { driver: "http", url: "http://shop.example/" },
      unknownDrop: "release",
      receiptRequired: false,
    } as const;
    expect(await world.call("kiosk.set", { ...wrong, deposit: 0, restartAt: "24:00" })).toMatchObject({
      error: {
        code: "invalid_input",
        details: { fields: [{ field: "dispenser.url" }, { field: "deposit" }, { field: "restartAt" }] },
      },
    });
  });
});

describe("a machine test", () => {
  it("reports whether the active or another machine could sell, and orders nothing", async () => {
    await using machine = await startFakeDispenser();
    await using world = await createTestTill();
    await world.asManager();
    const { dispenser } = at(machine.url);
    const result = async () => (await world.must("kiosk.testMachine", { dispenser })).problem?.code ?? null;
    for (const isInForce of [false, true]) {
      if (isInForce) await world.must("kiosk.set", at(machine.url));
      expect(await result()).toBeNull();
      machine.faults.healthStatus = 503;
      expect(await result()).toBe("vend_machine_unfit");
      machine.faults.healthStatus = 404;
      expect(await result()).toBe("vend_machine_strange");
      machine.faults.healthStatus = 204;
    }
    expect(new Set(machine.receivedRequests)).toEqual(new Set(["GET"]));
    expect(await world.must("kiosk.testMachine", { dispenser: { driver: "none" } })).toMatchObject({
      problem: { code: "vend_no_machine" },
    });
  });

  it("requires the right to change settings, also for a test vend", async () => {
    await using machine = await startFakeDispenser();
    await using world = await createTestTill({ provisioning: { products: PRODUCTS } });
    const { dispenser } = at(machine.url);
    expect(await world.call("kiosk.testMachine", { dispenser, slot: "A1" })).toMatchObject({
      error: { code: "not_allowed" },
    });
    expect(machine.receivedRequests).toEqual([]);
  });

  it("does not take a serial port from the active machine", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const port = (baudRate: 9600 | 19_200) => ({ driver: "serial", path: "/dev/ttyTill", baudRate }) as const;
    await world.must("kiosk.set", { ...NONE, dispenser: port(9600) });
    expect(await world.call("kiosk.testMachine", { dispenser: port(19_200) })).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "kiosk_port_in_use" } } },
    });
  });
});
