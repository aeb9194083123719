/**
 * A day of random customers at a till with a vending machine, with faults of the machine, network, people and power.
 */
import type { CommandInput } from "../../contract/bridge/commands.ts";
import type { Payment } from "../../contract/payments/views.ts";
import type { ReasonCode } from "../../contract/reasons/reasons.ts";
import { type FakeDispenser, type MachineFaults, NO_FAULTS, startFakeDispenser } from "./fake-dispenser.ts";
import { type FastClock, fastClock } from "./fast-clock.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";
import { CUSTOMER, createTestTill, MANAGER_PIN, type TestTill } from "./test-till.ts";
import { giveUnlimitedFunds } from "./till-behind-proxy.ts";
import { listedVends, vendDisagreements } from "./vend-tally.ts";

const BY_PHONE = { kind: "phone", value: CUSTOMER } as const;
const PRODUCTS = [
  { id: "water", name: "Water", amount: 2500, vatRate: 1500, slot: "A1" },
  { id: "beer", name: "Beer", amount: 6000, vatRate: 2500, slot: "B2" },
];
const ORDER = [
  { productId: "water", quantity: 2 },
  { productId: "beer", quantity: 1 },
];

/** Machine faults, one each, and the review reasons that each allows. */
const MACHINES: readonly { faults: Partial<MachineFaults>; causes?: readonly ReasonCode[] }[] = [
  { faults: {} },
  { faults: {} },
  { faults: { jamAfter: 0 } },
  { faults: { jamAfter: 1 } },
  { faults: { jamAfter: 2 } },
  { faults: { refuse: 409 } },
  { faults: { loseOrders: 3 } },
  { faults: { loseOrdersBefore: 3 } },
  { faults: { loseReports: 3 } },
  { faults: { pendingReports: 4 } },
  { faults: { jamAfter: 0, reportsJamAsDone: true }, causes: ["vend_short"] },
  { faults: { jamAfter: 1, reportsJamAsDone: true }, causes: ["vend_short"] },
  { faults: { extra: 1 }, causes: ["vend_other_drop"] },
  { faults: { reportBody: '{"state":"DONE"}' }, causes: ["vend_unreadable"] },
  { faults: { forgetsVends: true }, causes: ["vend_forgotten"] },
  { faults: { reportsUnknownDrop: true }, causes: ["vend_machine_unsure"] },
  // Its second report exceeds the order. If a restart interrupts the first, the till receives only the second.
  { faults: { changesReport: true }, causes: ["vend_second_report", "vend_other_drop"] },
];

interface Day {
  world: TestTill;
  machine: FakeDispenser;
  random: SeededRandom;
  clock: FastClock;
  /** Allowed review reasons by vend id */
  causes: Map<string, ReasonCode[]>;
  /** Number of sessions by result */
  counts: Map<string, number>;
}

const OVER: readonly (string | undefined)[] = ["done", "cancelled", "unknown"];

/** Returns whether a payment and its vend are over, with no operation in progress. */
export function isOver({ authorisedLeft, operations, phase, vend }: Payment): boolean {
  const isEnded = vend === null ? !["draft", "queued", "waiting"].includes(phase) : OVER.includes(vend.state);
  return isEnded && authorisedLeft === 0 && operations.every(({ state }) => state === "done" || state === "refused");
}

/** Opens the till in the morning. @param factor speed of its clock relative to real time */
export async function openRandomDay(seed: number, factor = 100) {
  await using opened = new AsyncDisposableStack();
  const random = seededRandom(seed);
  const machine = opened.use(await startFakeDispenser());
  const clock = fastClock(factor);
  const kiosk = { dispenser: { driver: "http", url: machine.url }, deposit: 20_000 };
  const provisioning = { products: PRODUCTS, kiosk };
  const world = opened.use(await createTestTill({ clock, callbacks: random.chance(0.5), provisioning }));
  giveUnlimitedFunds(world);
  const day: Day = { world, machine, random, clock, causes: new Map(), counts: new Map() };
  const resources = opened.move();
  return {
    /** Runs one customer's session from the first touch until no operation is in progress */
    async session() {
      const { faults, causes = [] } = random.pick(MACHINES);
      await unblockAll(world);
      Object.assign(machine.faults, NO_FAULTS, faults);
      const isSale = random.chance(0.25);
      const payment = isSale ? await sale(day) : await vend(day, causes);
      const end = isSale ? `sale ${payment.phase}` : (payment.vend?.state ?? "");
      day.counts.set(end, (day.counts.get(end) ?? 0) + 1);
      world.sandbox.faults.clear();
    },
    /** Returns the differences at the end of the day, and how the sessions ended */
    compare: () => compare(day),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Unblocks all slots, so that each session starts with a working machine. */
async function unblockAll(world: TestTill): Promise<void> {
  const { slots } = await world.must("vend.slots", {});
  const offSale = slots.filter(({ state }) => state !== "on_sale");
  if (offSale.length === 0) return;
  await world.asManager();
  for (const { slot } of offSale) await world.must("vend.unblock", { slot });
  await world.must("staff.signOut", {});
}

/** Sells products at a kiosk without a vending machine. */
async function sale(day: Day): Promise<Payment> {
  const { world, random } = day;
  const begun = await world.must("payment.start", {
    action: "SALE",
    amount: 1 + random.between(0, 50_000),
    customer: BY_PHONE,
  });
  injectServiceFault(day);
  const crossing = await answered(day, begun.posTid, () => world.call("payment.abort", { posTid: begun.posTid }));
  if (random.chance(0.1)) await world.restart();
  if (!crossing) await world.call("payment.abort", { posTid: begun.posTid });
  return world.waitForPayment(begun.posTid, isOver);
}

async function vend(day: Day, causes: readonly ReasonCode[]): Promise<Payment> {
  const { world, random } = day;
  const isDeposit = random.chance(0.3);
  const items = random.pick([ORDER, ORDER.slice(0, 1), ORDER.slice(1)]);
  const begun = await started(world, isDeposit ? { customer: BY_PHONE } : { items, customer: BY_PHONE });
  const { posTid } = begun;
  day.causes.set(begun.vend?.id ?? "", [...causes]);
  injectServiceFault(day);
  const cancel = random.pick(["vend.cancel", "payment.abort"] as const);
  await answered(day, posTid, () => world.call(cancel, { posTid }));
  if (random.chance(0.2)) await world.restart();
  if (isDeposit) await choose(day, posTid, items, cancel);
  if (random.chance(0.2)) await world.restart();
  if (random.chance(0.06)) await silence(day, posTid);
  if (causes.includes("vend_unreadable")) await unreadable(day, posTid);
  return world.waitForPayment(posTid, isOver);
}

/** Retries as a customer does when the machine was switched on a moment ago. */
async function started(world: TestTill, input: CommandInput<"vend.start">): Promise<Payment> {
  for (let tries = 1; ; tries += 1) {
    const begun = await world.call("vend.start", input);
    if (begun.ok) return begun.value;
    const isAway = begun.error.details?.because?.code === "vend_machine_unreached";
    if (!isAway || tries === 10) throw new Error(begun.error.message);
  }
}

/** Injects faults between till and service. */
function injectServiceFault({ random, world: { sandbox } }: Day): void {
  if (random.chance(0.3)) sandbox.faults.loseAnswerTo(random.pick(["CAPTURE", "RELEASE", "ANY"] as const));
  if (random.chance(0.2)) sandbox.faults.loseRequest(random.pick(["CAPTURE", "RELEASE", "ANY"] as const));
  sandbox.faults.listLateMs = random.pick([0, 0, 300]);
}

/** Acts as the customer on the phone and at the till. @returns whether they approved or rejected */
async function answered(
  { world, random, clock }: Day,
  posTid: string,
  cancel: () => Promise<unknown>,
): Promise<boolean> {
  const { tid } = await world.waitForPayment(posTid, (payment) => payment.phase === "waiting" && payment.tid !== null);
  const customer = random.between(0, 11);
  const approve = () => world.phone.approve(tid ?? "").catch(() => undefined);
  // Customers leave, cancel, cancel while approving, or decline; the others approve.
  if (customer === 0) clock.pass(5 * 60_000);
  else if (customer === 1) await cancel();
  else if (customer === 2) await Promise.all([approve(), cancel()]);
  else if (customer === 3) await Promise.all([cancel(), approve()]);
  else if (customer === 4) await world.phone.reject(tid ?? "");
  else await approve();
  if (random.chance(0.1)) await cancel();
  return customer > 1;
}

type Cancel = "vend.cancel" | "payment.abort";

async function choose({ world, random }: Day, posTid: string, items: typeof ORDER, cancel: Cancel): Promise<void> {
  const { phase } = await world.waitForPayment(
    posTid,
    (payment) => payment.phase !== "waiting" && payment.phase !== "queued",
  );
  if (phase !== "authorised") return;
  if (random.chance(0.8)) await world.call("vend.choose", { posTid, items });
  else await world.call(cancel, { posTid });
}

/** Cuts the machine's power: it stays silent for a day, or an operator resolves it first. */
async function silence(day: Day, posTid: string): Promise<void> {
  const { world, machine, clock, random, causes } = day;
  const { vend } = await world.must("payment.get", { posTid });
  if (vend?.state !== "dispensing") return;
  machine.faults.isOff = true;
  const may = causes.get(vend.id) ?? [];
  if (random.chance(0.5)) {
    clock.pass(24 * 3_600_000);
    causes.set(vend.id, [...may, "vend_unanswered"]);
    return;
  }
  clock.pass(121_000);
  const dropped = random.pick([machine.motor.get(vend.id) ?? [], []]);
  const signedIn = await world.call("staff.signIn", { pin: MANAGER_PIN });
  if (!signedIn.ok) throw new Error(signedIn.error.message);
  const resolved = await world.call("vend.resolve", { posTid, dropped });
  await world.must("staff.signOut", {});
  if (resolved.ok) causes.set(vend.id, [...may, "vend_second_report"]);
  machine.faults.isOff = false;
  // A machine without power before the order does not know the vend, and is polled for a day.
  if (resolved.ok && !machine.motor.has(vend.id)) clock.pass(24 * 3_600_000);
}

/** Simulates an unreadable report: its program is repaired, or a day passes. */
async function unreadable({ world, machine, clock, random }: Day, posTid: string): Promise<void> {
  const isWaiting = world.database
    .prepare<[string], number>("SELECT because IS NOT NULL OR resolved_at IS NOT NULL FROM vend WHERE pos_tid = ?")
    .pluck();
  const payment = await world.waitForPayment(posTid, (now) => isOver(now) || isWaiting.get(posTid) === 1);
  if (isOver(payment)) return;
  if (random.chance(0.5)) machine.faults.reportBody = null;
  if (machine.faults.reportBody !== null) clock.pass(24 * 3_600_000);
}

async function compare({ world, machine, causes, counts }: Day) {
  // The clock is fast, so a long sign-in has expired.
  const listed = await listedVends(async (cursor) => {
    await world.asManager();
    return world.must("vend.list", { cursor, limit: 200 });
  });
  const posTids = world.database.prepare<[], string>("SELECT pos_tid FROM payment ORDER BY sequence").pluck().all();
  const payments = await Promise.all(posTids.map((posTid) => world.must("payment.get", { posTid })));
  const journal = world.database
    .prepare<[], { event: string; posTid: string | null; data: string }>(
      "SELECT event, pos_tid AS posTid, data FROM journal ORDER BY sequence",
    )
    .all()
    .map(({ data, ...line }) => ({ ...line, values: JSON.parse(data) }));
  const allowedReasons = (vend: string) => causes.get(vend) ?? [];
  const { sandbox } = world;
  const problems = vendDisagreements({ sandbox, motor: machine.motor, payments, listed, allowedReasons, journal });
  return { problems, counts };
}
