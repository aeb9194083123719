/** Complete vends at a machine on a serial cable: the customer pays for what dropped. */
import { describe, expect, it } from "vitest";
import type { VendState } from "../../../contract/kiosk/vend.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { createVendingMachine, type MachineOptions, type VendingMachine } from "../../dispenser/machine.ts";
import { type Cable, plugCable } from "../../dispenser/pty.ts";
import { attach, type SerialSide, serialSide } from "../../dispenser/serial-side.ts";
import { missing } from "../../faults/storage/process.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

const PRODUCTS = [
  { id: "water", name: "Water", amount: 2500, vatRate: 1500, slot: "A1" },
  { id: "beer", name: "Beer", amount: 6000, vatRate: 2500, slot: "B2" },
];
const ITEMS = [
  { productId: "water", quantity: 2 },
  { productId: "beer", quantity: 1 },
];
/** A slow line, so that the till waits long enough on its fast clock. */
const BAUD = { baudRate: 1200 };
const END: readonly VendState[] = ["done", "cancelled", "unknown"];

interface Shop extends AsyncDisposable {
  machine: VendingMachine;
  /** Resolves when an event occurs at the machine. @param act runs at that moment */
  happens(event: string, act?: () => void): Promise<void>;
  /** The machine's events */
  events: string[];
  world: TestTill;
  unplug(): Promise<void>;
  plug(): Promise<void>;
  /** A vend that its customer has approved */
  bought(): Promise<string>;
  /** Resolves when the vend and its money are settled */
  over(posTid: string): Promise<Payment>;
}

async function shop(options: Partial<MachineOptions> = {}): Promise<Shop> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(temporaryFolder());
  const cable = opened.use(await plugCable(folder.path));
  const waiting = new Map<string, () => void>();
  const events: string[] = [];
  const onEvent = (event: string) => {
    events.push(event);
    waiting.get(event)?.();
  };
  const machine = createVendingMachine({ clock: systemClock, turnMs: 30, ...options, onEvent });
  const port = await plugged(cable, serialSide(machine), opened);
  const dispenser = { driver: "serial", path: cable.till, ...BAUD };
  const provisioning = { products: PRODUCTS, kiosk: { dispenser } };
  const world = opened.use(await createTestTill({ clock: fastClock(5), provisioning }));
  await world.asManager();
  const resources = opened.move();
  return {
    machine,
    world,
    ...port,
    events,
    happens: (event, act) =>
      new Promise((resolve) =>
        waiting.set(event, () => {
          act?.();
          resolve();
        }),
      ),
    async bought() {
      const customer = { kind: "phone", value: CUSTOMER } as const;
      const { posTid } = await world.must("vend.start", { items: ITEMS, customer });
      const { tid } = await world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
      await world.phone.approve(tid ?? "");
      return posTid;
    },
    over: (posTid) =>
      world.waitForPayment(
        posTid,
        ({ vend, authorisedLeft }) => END.some((state) => state === vend?.state) && authorisedLeft === 0,
      ),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Connects the machine to its end of a removable cable. */
async function plugged(cable: Cable, side: SerialSide, opened: AsyncDisposableStack) {
  const open = () => attach(side, { path: cable.machine, ...BAUD });
  let port = await open();
  opened.defer(() => port[Symbol.asyncDispose]());
  return {
    async unplug() {
      await cable.unplug();
      await port.gone;
    },
    async plug() {
      await cable.plug();
      port = await open();
    },
  };
}

/** Returns how many items of each slot dropped, and what the customer paid. */
function balance({ machine, world }: Shop, { tid }: Payment) {
  const captured = world.sandbox.captures(tid ?? "").map(({ amount }) => amount);
  return { fell: Object.fromEntries(machine.droppedItems), captured };
}

describe("a vend at a machine on a serial cable", () => {
  const onCable = (name: string, run: (kept: Shop) => Promise<void>, options: Partial<MachineOptions> = {}) =>
    it(name, async ({ skip }) => {
      const reason = missing("socat");
      if (reason !== null) skip(reason);
      await using kept = await shop(options);
      await run(kept);
    });

  onCable("is captured when everything dropped", async (kept) => {
    const payment = await kept.over(await kept.bought());
    expect(payment).toMatchObject({ phase: "captured", vend: { state: "done" } });
    expect(balance(kept, payment)).toEqual({ fell: { A1: 2, B2: 1 }, captured: [11_000] });
  });

  onCable("that reports a jam as done is captured for what dropped, and listed", async (kept) => {
    kept.machine.faults.reportsFailureAsDone = true;
    const first = kept.happens("one of A1 fell, 9 left", () => {
      kept.machine.faults.jam = "A1";
    });
    const payment = await kept.over(await kept.bought());
    await first;
    expect(payment).toMatchObject({ vend: { state: "done", short: true, dropped: [{ slot: "A1", quantity: 1 }] } });
    expect(balance(kept, payment)).toEqual({ fell: { A1: 1 }, captured: [2500] });
    const { items } = await kept.world.must("vend.list", {});
    expect(items).toMatchObject([{ becauseReason: { code: "vend_short" } }]);
  });

  onCable("that jams is captured for what dropped", async (kept) => {
    const first = kept.happens("one of A1 fell, 9 left").then(() => {
      kept.machine.faults.jam = "A1";
    });
    const payment = await kept.over(await kept.bought());
    await first;
    expect(payment).toMatchObject({
      phase: "captured",
      vend: { state: "done", dropped: [{ slot: "A1", quantity: 1 }] },
    });
    expect(balance(kept, payment)).toEqual({ fell: { A1: 1 }, captured: [2500] });
  });

  onCable("that the machine denies costs nothing", async (kept) => {
    kept.machine.fill("B2", 0);
    const payment = await kept.over(await kept.bought());
    expect(payment).toMatchObject({ phase: "released", vend: { state: "done", dropped: [] } });
    expect(balance(kept, payment)).toEqual({ fell: {}, captured: [] });
  });

  onCable(
    "is captured once despite lost and garbled responses, a restart of the till and a pulled cable",
    async (kept) => {
      const drops = kept.happens("the motor of A1 turns");
      kept.machine.faults.corruptResponses = 1;
      const posTid = await kept.bought();
      await drops;
      kept.machine.faults.loseResponses = 1;
      await kept.unplug();
      await kept.world.restart(() => kept.machine.still());
      await kept.plug();
      const payment = await kept.over(posTid);
      expect(payment).toMatchObject({ phase: "captured", vend: { state: "done" } });
      expect(balance(kept, payment)).toEqual({ fell: { A1: 2, B2: 1 }, captured: [11_000] });
    },
  );

  onCable("whose power fails between drop and report is decided by the rule, and listed", async (kept) => {
    kept.machine.faults.cutAfterDrop = true;
    const cut = kept.happens("the power is cut");
    const posTid = await kept.bought();
    await cut;
    kept.machine.powerOn();
    const payment = await kept.over(posTid);
    expect(payment).toMatchObject({ phase: "released", vend: { state: "unknown" } });
    expect(balance(kept, payment)).toEqual({ fell: { A1: 1 }, captured: [] });
    const { items } = await kept.world.must("vend.list", {});
    expect(items).toMatchObject([{ posTid, rule: "release", becauseReason: { code: "vend_machine_unsure" } }]);
  });

  onCable(
    "starts once when the till restarts before the response, and the board then restarts without memory",
    async (kept) => {
      const { machine } = kept;
      const turns = kept.happens("the motor of A1 turns", () => {
        machine.faults.loseResponses = 1000;
      });
      const posTid = await kept.bought();
      await turns;
      await kept.world.restart(() => {
        machine.cutPower();
        machine.powerOn();
        machine.faults.loseResponses = 0;
      });
      const payment = await kept.over(posTid);
      expect(payment).toMatchObject({ phase: "released", vend: { state: "unknown" } });
      expect(kept.events.filter((event) => event.startsWith("vend "))).toHaveLength(1);
      await kept.world.asManager();
      const { items } = await kept.world.must("vend.list", {});
      expect(items).toMatchObject([{ posTid, rule: "release", becauseReason: { code: "vend_machine_unsure" } }]);
    },
    { remembers: 0, turnMs: 60_000 },
  );

  onCable("requests no payment when its slot's name is invalid for the machine", async (kept) => {
    await kept.world.must("catalogue.set", {
      categories: [],
      products: [{ id: "water", name: "Water", amount: 2500, vatRate: 1500, slot: "Rad 1" }],
    });
    const order = { items: [{ productId: "water", quantity: 1 }] };
    expect(await kept.world.call("vend.start", order)).toMatchObject({
      error: { details: { because: { code: "vend_machine_slot", values: { slot: "Rad 1" } } } },
    });
    expect(kept.world.sandbox.payments()).toEqual([]);
  });

  onCable("is not started while the machine is unplugged or unfit", async (kept) => {
    kept.machine.faults.outOfServiceReason = "door";
    const order = () => kept.world.call("vend.start", { items: ITEMS });
    expect(await order()).toMatchObject({ error: { details: { because: { code: "vend_machine_unfit" } } } });
    await kept.unplug();
    // The next response may be the one already awaited.
    await order();
    expect(await order()).toMatchObject({ error: { details: { because: { code: "vend_machine_unreached" } } } });
    expect(kept.world.sandbox.payments()).toEqual([]);
  });
});
