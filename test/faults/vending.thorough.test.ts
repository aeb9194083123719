/** Vends whose till is killed at every step, and vends with misbehaving machines, service and customers. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect } from "vitest";
import type { JournalLine } from "../../contract/journal/journal.ts";
import type { Payment } from "../../contract/payments/views.ts";
import type { ReasonCode } from "../../contract/reasons/reasons.ts";
import { startAutomaticCustomer } from "../support/automatic-customer.ts";
import { build } from "../support/build.ts";
import { type MachineFaults, startFakeDispenser } from "../support/fake-dispenser.ts";
import { buildMutant, type Mutation } from "../support/mutant.ts";
import { isOver, openRandomDay } from "../support/random-day.ts";
import { CUSTOMER, MANAGER_PIN } from "../support/test-till.ts";
import { startProcess, type TillProcess } from "../support/till-process.ts";
import { prepareTillProcess, type TillProcessSetup } from "../support/till-process-setup.ts";
import { listedVends, vendDisagreements } from "../support/vend-tally.ts";
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

/** Lists every vend as unknown, and releases its money. */
const BELIEVES_NO_REPORT: Mutation = {
  find: /(?<=function recordReport\(ports, row, report, time\) \{\s*switch \()report\.state/,
  put: 'report.state === "failed" ? "unknown" : report.state',
};

/** Captures nothing for dropped products. */
const CAPTURES_NOTHING: Mutation = {
  find: /return quantity > 0(?= \? \[)/,
  put: "return quantity < 0",
};

/** Captures the order instead of the dropped products. */
const CAPTURES_THE_ORDER: Mutation = {
  find: /Math\.min\(item\.quantity, dropped\.get\(item\.slot\) \?\? 0\)/,
  put: "item.quantity",
};

describe("vends", () => {
  faultCase("agree in payments, journal and motor when the till is killed at any step", async (tally) => {
    const { vends, kills, problems } = await killedAtSteps({ steps: everyNth(usualOrNightly(7, 1)) });
    expect(problems).toEqual([]);
    expect(kills).toBeGreaterThan(usualOrNightly(6, 40));
    tally.runs = kills;
    tally.note = `${vends} vends`;
  });

  faultCase(
    "agree in all records when the machine completes with fewer items and the till is killed",
    async (tally) => {
      const steps = everyNth(usualOrNightly(11, 2));
      const { kills, problems, ends } = await killedAtSteps({ steps, faults: { jamAfter: 1, reportsJamAsDone: true } });
      expect(problems).toEqual([]);
      expect(kills).toBeGreaterThan(usualOrNightly(3, 15));
      expect(ends.filter((end) => end !== "cancelled").every((end) => end === "done, short, 2500")).toBe(true);
      tally.runs = kills;
      tally.note = ends.join("; ");
    },
  );

  faultCase(
    "agree in all records after a random day with faults of machine, network, people and power",
    async (tally) => {
      await using day = await openRandomDay(tally.seed);
      const sessions = usualOrNightly(100, 5000);
      for (let session = 0; session < sessions; session += 1) await day.session();
      const { problems, counts } = await day.compare();
      expect(problems).toEqual([]);
      expect([...counts.keys()]).toEqual(expect.arrayContaining(["cancelled", "done", "unknown", "sale captured"]));
      tally.runs = sessions;
      tally.note = [...counts].map(([end, count]) => `${count} ${end}`).join(", ");
    },
  );

  faultCase(
    "self-test: the comparison detects a till that captures ordered instead of dropped items",
    async (tally) => {
      using wrong = buildMutant(CAPTURES_THE_ORDER);
      const { problems } = await killedAtSteps({ steps: [NEVER], program: wrong.program });
      expect(problems).toEqual([expect.stringContaining("11000 was captured for goods of 2500")]);
      tally.runs = 1;
    },
  );

  faultCase("self-test: the comparison detects a till that treats every report as unknown", async (tally) => {
    using wrong = buildMutant(BELIEVES_NO_REPORT);
    const { problems } = await killedAtSteps({ steps: [NEVER], program: wrong.program });
    expect(problems).toEqual([expect.stringContaining("listed for vend_machine_unsure, which nothing gave cause for")]);
    tally.runs = 1;
  });

  faultCase("self-test: the comparison detects a till that captures nothing", async (tally) => {
    using wrong = buildMutant(CAPTURES_NOTHING);
    const { problems } = await killedAtSteps({ steps: [NEVER], program: wrong.program });
    expect(problems).toEqual([expect.stringContaining("0 was captured for goods of 2500")]);
    tally.runs = 1;
  });
});

/** More than the number of steps of a vend. */
const NEVER = 1_000_000;

function* everyNth(stride: number): Generator<number> {
  for (let step = 1; ; step += stride) yield step;
}

interface Killing {
  /** One vend per step at which the till is killed; after the last step the till runs on */
  steps: Iterable<number>;
  program?: string;
  /** Machine faults; a reported jam by default */
  faults?: Partial<MachineFaults>;
}

/**
 * Starts a vend whose machine jams, kills the till at a step, and finishes it with the next till; repeats for all
 * steps.
 */
async function killedAtSteps({ steps, program, faults = { jamAfter: 1 } }: Killing) {
  await using machine = await startFakeDispenser(faults);
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
    await allVendsOver(till);
    writeFileSync(at, String(step));
    await runVend(till);
    rmSync(at);
    if (till.child.signalCode !== "SIGKILL") break;
    kills += 1;
  }
  await using last = await started(setup, at, program);
  const payments = await allVendsOver(last);
  const journal = await journalOf(last);
  const listed = await listedVends(async (cursor) => {
    const page = await last.call("vend.list", { cursor });
    if (!page.ok) throw new Error(page.error.message);
    return page.value;
  });
  const { sandbox } = setup;
  const allowedReasons = (): ReasonCode[] => (faults.reportsJamAsDone ? ["vend_short"] : []);
  const records = { sandbox, motor: machine.motor, payments, listed, allowedReasons, journal };
  const ends = payments.map(({ vend, capturedTotal }) =>
    vend?.short ? `${vend.state}, short, ${capturedTotal}` : `${vend?.state}`,
  );
  return { kills, vends: payments.length, problems: vendDisagreements(records), ends };
}

async function started(setup: TillProcessSetup, at: string, program?: string): Promise<TillProcess> {
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, KILL_AT_STEP: at };
  const till = startProcess(existsSync(setup.data) ? setup.arguments : setup.firstArguments, env, program);
  await till.ready;
  return till;
}

/** Runs one vend until its end or the till's. */
async function runVend(till: TillProcess): Promise<void> {
  try {
    await unblockAll(till);
    const begun = await till.call("vend.start", { items: ORDER, customer: BY_PHONE });
    if (begun.ok) await Promise.race([allVendsOver(till), till.exited]);
  } catch {
    // The kill interrupted the call.
    await till.exited;
  }
}

/** Unblocks the slots that the previous vend left blocked. */
async function unblockAll(till: TillProcess): Promise<void> {
  const list = await till.call("vend.slots", {});
  const offSale = list.ok ? list.value.slots.filter(({ state }) => state !== "on_sale") : [];
  if (offSale.length > 0) await till.call("staff.signIn", { pin: MANAGER_PIN });
  for (const { slot } of offSale) await till.call("vend.unblock", { slot });
}

/** Resolves with all payments when their vends are over. */
async function allVendsOver(till: TillProcess): Promise<Payment[]> {
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
