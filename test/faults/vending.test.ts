/** Vends whose till is killed at every step, and vends whose machine, service and customers do what they should not. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect } from "vitest";
import type { JournalLine } from "../../contract/journal.ts";
import type { Payment } from "../../contract/views.ts";
import { startAutomaticCustomer } from "../support/automatic-customer.ts";
import { build } from "../support/build.ts";
import { type FakeDispenser, type MachineFaults, NO_FAULTS, startFakeDispenser } from "../support/fake-dispenser.ts";
import { fastClock } from "../support/fast-clock.ts";
import { buildMutant, type Mutation } from "../support/mutant.ts";
import { type SeededRandom, seededRandom } from "../support/seeded-random.ts";
import { CUSTOMER, createTestTill, MANAGER_PIN, type TestTill } from "../support/test-till.ts";
import { giveUnlimitedFunds } from "../support/till-behind-proxy.ts";
import { startProcess, type TillProcess } from "../support/till-process.ts";
import { prepareTillProcess, type TillProcessSetup } from "../support/till-process-setup.ts";
import { vendDisagreements } from "../support/vend-tally.ts";
import { faultCase, usualOrNightly } from "./case.ts";

beforeAll(build, 120_000);

const PRODUCTS = [
  { id: "water", name: "Water", amount: 2500, vatRate: 1500, slot: "A1" },
  { id: "beer", name: "Beer", amount: 6000, vatRate: 2500, slot: "B2" },
];
const ORDER = [
  { productId: "water", quantity: 2 },
  { productId: "beer", quantity: 1 },
];
const BY_PHONE = { kind: "phone", value: CUSTOMER } as const;
const PRELOAD = pathToFileURL(join(import.meta.dirname, "../support/kill-at-step.mjs")).href;

/** Captures what was ordered, and not what dropped. */
const CAPTURES_THE_ORDER: Mutation = {
  find: /Math\.min\(item\.quantity, dropped\.get\(item\.slot\) \?\? 0\)/,
  put: "item.quantity",
};

const OVER: readonly (string | undefined)[] = ["done", "cancelled", "unknown"];

/** Whether a vend is over, and nothing of its payment is under way. */
function isOver({ authorisedLeft, operations, vend }: Payment): boolean {
  return (
    OVER.includes(vend?.state) &&
    authorisedLeft === 0 &&
    operations.every(({ state }) => state === "done" || state === "refused")
  );
}

describe("vends", () => {
  faultCase("vends of a till that is killed at each step, and the three records of them", async (tally) => {
    const { vends, kills, problems } = await killedAtSteps({ steps: everyNth(usualOrNightly(7, 1)) });
    expect(problems).toEqual([]);
    expect(kills).toBeGreaterThan(usualOrNightly(6, 40));
    tally.runs = kills;
    tally.note = `${vends} vends`;
  });

  faultCase("random vends with faults of machine, service, people and power", async (tally) => {
    await using shop = await randomShop(tally.seed);
    const sessions = usualOrNightly(100, 5000);
    for (let session = 0; session < sessions; session += 1) await shop.session();
    const { problems, states } = await shop.compare();
    expect(problems).toEqual([]);
    expect(Object.keys(states)).toEqual(expect.arrayContaining(["cancelled", "done", "unknown"]));
    tally.runs = sessions;
    tally.note = Object.entries(states)
      .map(([state, count]) => `${count} ${state}`)
      .join(", ");
  });

  faultCase("self-test: a till that captures what was ordered, and not what dropped, is noticed", async (tally) => {
    using wrong = buildMutant(CAPTURES_THE_ORDER);
    const { problems } = await killedAtSteps({ steps: [NEVER], program: wrong.program });
    expect(problems).toEqual([expect.stringContaining("11000 was captured for goods of 2500")]);
    tally.runs = 1;
  });
});

/** More steps than a vend has. */
const NEVER = 1_000_000;

function* everyNth(stride: number): Generator<number> {
  for (let step = 1; ; step += stride) yield step;
}

interface Killing {
  /** A vend for each: at which of its steps the till is killed; after the last the till is left alone */
  steps: Iterable<number>;
  program?: string;
}

/** Begins a vend whose machine jams, kills the till at a step of it, and finishes it with the next till; and so on. */
async function killedAtSteps({ steps, program }: Killing) {
  await using machine = await startFakeDispenser({ jamAfter: 1 });
  await using setup = await prepareTillProcess({
    products: PRODUCTS,
    kiosk: { dispenser: { driver: "http", url: machine.url } },
    callbacks: {},
  });
  await using _customers = await startAutomaticCustomer(setup.sandbox);
  const at = join(dirname(setup.data), "kill-at-step");
  let kills = 0;
  for (const step of steps) {
    await using till = await started(setup, at, program);
    await allOver(till);
    writeFileSync(at, String(step));
    await aVend(till);
    rmSync(at);
    if (till.child.signalCode !== "SIGKILL") break;
    kills += 1;
  }
  await using last = await started(setup, at, program);
  const payments = await allOver(last);
  const records = { sandbox: setup.sandbox, motor: machine.motor, payments, journal: await journalOf(last) };
  return { kills, vends: payments.length, problems: vendDisagreements(records) };
}

async function started(setup: TillProcessSetup, at: string, program?: string): Promise<TillProcess> {
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, KILL_AT_STEP: at };
  const till = startProcess(existsSync(setup.data) ? setup.arguments : setup.firstArguments, env, program);
  await till.ready;
  return till;
}

/** One vend, to its end or the till's. */
async function aVend(till: TillProcess): Promise<void> {
  try {
    const begun = await till.call("vend.start", { items: ORDER, customer: BY_PHONE });
    if (begun.ok) await Promise.race([allOver(till), till.exited]);
  } catch {
    // The till was killed while it was asked.
    await till.exited;
  }
}

/** Resolves with all payments as soon as their vends are over. */
async function allOver(till: TillProcess): Promise<Payment[]> {
  for (;;) {
    const page = await till.call("payment.list", { limit: 200 });
    if (page.ok && page.value.items.every(isOver)) return page.value.items;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function journalOf(till: TillProcess): Promise<JournalLine[]> {
  const signedIn = await till.call("staff.signIn", { pin: MANAGER_PIN });
  expect(signedIn).toMatchObject({ ok: true });
  const lines: JournalLine[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await till.call("journal.list", { limit: 200, cursor });
    if (!page.ok) throw new Error(page.error.message);
    lines.unshift(...page.value.items.toReversed());
    if (page.value.next === null) return lines;
    cursor = page.value.next;
  }
}

/** What can be wrong with a machine, one thing at a time. */
const MACHINES: readonly Partial<MachineFaults>[] = [
  {},
  {},
  { jamAfter: 0 },
  { jamAfter: 1 },
  { jamAfter: 2 },
  { refuse: 409 },
  { loseOrders: 3 },
  { loseOrdersBefore: 3 },
  { loseReports: 3 },
  { pendingReports: 4 },
  { extra: 1 },
  { forgets: true },
  { isUnsure: true },
  { contradicts: true },
];

/** A shop in which each session is another customer, another machine, and sometimes another start of the till. */
async function randomShop(seed: number) {
  await using opened = new AsyncDisposableStack();
  const random = seededRandom(seed);
  const machine = opened.use(await startFakeDispenser());
  const clock = fastClock(100);
  const kiosk = { dispenser: { driver: "http", url: machine.url }, deposit: 20_000 };
  const world = opened.use(
    await createTestTill({ clock, callbacks: random.chance(0.5), provisioning: { products: PRODUCTS, kiosk } }),
  );
  giveUnlimitedFunds(world);
  const kept = opened.move();
  return {
    async session() {
      Object.assign(machine.faults, NO_FAULTS, random.pick(MACHINES));
      await session({ world, machine, random, clock });
      world.sandbox.faults.clear();
    },
    async compare() {
      const payments = world.database.prepare<[], string>("SELECT pos_tid FROM vend ORDER BY pos_tid").pluck().all();
      const views = await Promise.all(payments.map((posTid) => world.must("payment.get", { posTid })));
      const journal = world.database
        .prepare<[], { event: string; posTid: string | null; data: string }>(
          "SELECT event, pos_tid AS posTid, data FROM journal ORDER BY sequence",
        )
        .all()
        .map(({ data, ...line }) => ({ ...line, values: JSON.parse(data) }));
      const states: Record<string, number> = {};
      for (const { vend } of views) states[vend?.state ?? ""] = (states[vend?.state ?? ""] ?? 0) + 1;
      const records = { sandbox: world.sandbox, motor: machine.motor, payments: views, journal };
      return { problems: vendDisagreements(records), states };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

interface Session {
  world: TestTill;
  machine: FakeDispenser;
  random: SeededRandom;
  clock: ReturnType<typeof fastClock>;
}

async function session({ world, machine, random, clock }: Session): Promise<void> {
  const isDeposit = random.chance(0.3);
  const items = random.pick([ORDER, ORDER.slice(0, 1), ORDER.slice(1)]);
  const begun = await world.call("vend.start", isDeposit ? { customer: BY_PHONE } : { items, customer: BY_PHONE });
  if (!begun.ok) throw new Error(begun.error.message);
  const { posTid } = begun.value;
  spoil(world, random);
  const asked = await world.until(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
  const customer = random.between(0, 9);
  if (customer > 2) await world.phone.approve(asked.tid ?? "");
  if (customer === 2) await world.phone.reject(asked.tid ?? "");
  // A customer who leaves, and one whose approval crosses with a cancel.
  if (customer === 1) clock.pass(5 * 60_000);
  if (customer === 0 || random.chance(0.1)) await world.call("vend.cancel", { posTid });
  if (random.chance(0.2)) await world.restart();
  if (isDeposit) await choose(world, posTid, items, random);
  if (random.chance(0.2)) await world.restart();
  if (random.chance(0.05)) await silence(world, machine, posTid, clock);
  await world.until(posTid, isOver);
}

/** What goes wrong between till and service. */
function spoil({ sandbox }: TestTill, random: SeededRandom): void {
  if (random.chance(0.3)) sandbox.faults.loseAnswerTo(random.pick(["CAPTURE", "RELEASE", "ANY"] as const));
  if (random.chance(0.2)) sandbox.faults.loseRequest(random.pick(["CAPTURE", "RELEASE", "ANY"] as const));
  sandbox.faults.listLateMs = random.pick([0, 0, 300]);
}

async function choose(world: TestTill, posTid: string, items: typeof ORDER, random: SeededRandom): Promise<void> {
  const { phase } = await world.until(posTid, (payment) => payment.phase !== "waiting" && payment.phase !== "queued");
  if (phase !== "authorised") return;
  if (random.chance(0.8)) await world.call("vend.choose", { posTid, items });
  else await world.call("vend.cancel", { posTid });
}

/** The machine loses its power, and is not heard of again within a day. */
async function silence(
  world: TestTill,
  machine: FakeDispenser,
  posTid: string,
  clock: Session["clock"],
): Promise<void> {
  const { vend } = await world.must("payment.get", { posTid });
  if (vend?.state !== "dispensing") return;
  machine.faults.isOff = true;
  clock.pass(24 * 3_600_000);
}
