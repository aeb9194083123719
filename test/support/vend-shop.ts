/** A till that sells from a machine over real HTTP, for whole vends. */
import type { VendState } from "../../contract/kiosk/vend.ts";
import type { Payment } from "../../contract/payments/views.ts";
import { type FakeDispenser, type MachineFaults, startFakeDispenser } from "./fake-dispenser.ts";
import { type FastClock, fastClock } from "./fast-clock.ts";
import { CUSTOMER, createTestTill, type TestTill } from "./test-till.ts";

/** Beer and water have different VAT rates. Ice shares the slot of water, and crisps have no slot. */
const PRODUCTS = [
  { id: "water", name: "Water", amount: 2500, vatRate: 1500, slot: "A1" },
  { id: "beer", name: "Beer", amount: 6000, vatRate: 2500, slot: "B2" },
  { id: "ice", name: "Ice", amount: 3000, vatRate: 1500, slot: "A1" },
  { id: "crisps", name: "Crisps", amount: 3000, vatRate: 1500 },
];
export const ORDER = [
  { productId: "water", quantity: 2 },
  { productId: "beer", quantity: 1 },
];
export const BY_PHONE = { kind: "phone", value: CUSTOMER } as const;
const END: readonly VendState[] = ["done", "cancelled", "unknown"];

/** A till with a vending machine over real HTTP, and customers. */
export interface Shop extends AsyncDisposable {
  machine: FakeDispenser;
  clock: FastClock;
  world: TestTill;
  logged: string[];
  /** Starts a vend that its customer has approved */
  bought(items?: typeof ORDER): Promise<Payment & { tid: string }>;
  /** Approves a pending payment */
  approved(posTid: string): Promise<Payment & { tid: string }>;
  /** Resolves when the vend needs review, or no longer does */
  listed(posTid: string, isListed?: boolean): Promise<Payment>;
  /** Resolves when the vend and its payment are over */
  waitForEnd(posTid: string): Promise<Payment>;
}

export interface ShopOptions {
  faults?: Partial<MachineFaults>;
  kiosk?: Record<string, unknown>;
  mode?: "counter" | "kiosk";
  provisioning?: Record<string, unknown>;
  /** Keeps the service's time when the till's wall clock is set */
  serviceKeepsTime?: boolean;
}

/** Opens a shop with a fast clock. */
export async function shop(options: ShopOptions = {}): Promise<Shop> {
  const { faults, kiosk = {}, mode = "counter", provisioning: further, serviceKeepsTime = false } = options;
  await using opened = new AsyncDisposableStack();
  const machine = opened.use(await startFakeDispenser(faults));
  const clock = fastClock(20);
  const provisioning = {
    mode,
    products: PRODUCTS,
    kiosk: { dispenser: { driver: "http", url: machine.url }, ...kiosk },
    ...further,
  };
  const began = clock.now() - clock.monotonic();
  const sandbox = serviceKeepsTime ? { now: () => Math.trunc(began + clock.monotonic()) } : {};
  const logged: string[] = [];
  const log = { write: (line: string) => void logged.push(line) };
  const world = opened.use(await createTestTill({ clock, provisioning, sandbox, log }));
  const resources = opened.move();
  const approved = async (posTid: string) => {
    const { tid } = await world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
    await world.phone.approve(tid ?? "");
    return { ...(await world.must("payment.get", { posTid })), tid: tid ?? "" };
  };
  await world.asManager();
  const because = world.database.prepare<[string], string | null>("SELECT because FROM vend WHERE pos_tid = ?").pluck();
  return {
    machine,
    clock,
    world,
    logged,
    approved,
    bought: async (items = ORDER) => approved((await world.must("vend.start", { items, customer: BY_PHONE })).posTid),
    listed: (posTid, isListed = true) => world.waitForPayment(posTid, () => (because.get(posTid) != null) === isListed),
    waitForEnd: (posTid) =>
      world.waitForPayment(
        posTid,
        ({ vend, operations, authorisedLeft }) =>
          END.some((state) => state === vend?.state) &&
          authorisedLeft === 0 &&
          operations.every(({ state }) => state === "done" || state === "refused"),
      ),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Returns the journal's vend events in order. */
export function vendEvents({ world }: Shop): string[] {
  return world.database
    .prepare<[], string>("SELECT event FROM journal WHERE event LIKE 'vend.%' ORDER BY sequence")
    .pluck()
    .all();
}

/** Returns the service's captures in minor units. */
export function captured({ world }: Shop, tid: string): number[] {
  return world.sandbox.captures(tid).map(({ amount }) => amount);
}
