/**
 * A till killed between a sticker's scan and the request may forget the customer, but never matches them to another
 * sale.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, vi } from "vitest";
import type { Payment } from "../../contract/payments/views.ts";
import { build } from "../support/build.ts";
import { freePort } from "../support/free-port.ts";
import { MANAGER_PIN, phoneOf } from "../support/test-till.ts";
import { startProcess, type TillProcess } from "../support/till-process.ts";
import { prepareTillProcess, type TillProcessSetup } from "../support/till-process-setup.ts";
import { faultCase, usualOrNightly } from "./case.ts";

beforeAll(build, 120_000);

const PRELOAD = pathToFileURL(join(import.meta.dirname, "../support/kill-at-step.mjs")).href;
/** Time limit until the till has synchronised with the service. */
const SOON = { timeout: 120_000, interval: 20 };
const SALE = { action: "SALE", amount: 5000 } as const;

describe("a killed till", () => {
  faultCase("never matches a scan to another sale when killed at any step", async (tally) => {
    // Callbacks are retried at the same address: the next till receives those that this one missed.
    await using setup = await prepareTillProcess({ callbacks: { listen: `127.0.0.1:${await freePort()}` } });
    const at = join(dirname(setup.data), "kill-at-step");
    const link = await makeSticker(setup, at);
    const asked: string[] = [];
    for (const order of ["scan first", "sale first"] as const) {
      const stride = usualOrNightly(5, 1);
      const runsBefore = tally.runs;
      for (let step = 1; ; step += stride) {
        const round = await killedAt(setup, at, { order, step, link });
        asked.push(...round.problems);
        if (!round.isKilled) break;
        tally.runs += 1;
      }
      // The number of steps depends on the interleaving of the till's work.
      expect(tally.runs - runsBefore).toBeGreaterThan(0);
    }
    expect(asked).toEqual([]);
  });
});

interface Round {
  order: "scan first" | "sale first";
  /** Step at which the till is killed */
  step: number;
  link: string;
}

/** Makes one sale for a customer with a kill, and a following sale without a customer. */
async function killedAt(setup: TillProcessSetup, at: string, { order, step, link }: Round) {
  const customer = newCustomer(setup);
  const name = `${order}, step ${step}`;
  let isKilled = false;
  {
    await using till = await started(setup, at);
    writeFileSync(at, String(step));
    const scan = () => phoneOf(setup.sandbox).scan(link, customer);
    // The kill interrupts the call.
    const sale = () =>
      till.call("payment.start", { ...SALE, reference: name }).catch(() => till.exited.then(() => null));
    if (order === "scan first") await scan();
    const begun = await sale();
    if (order === "sale first") await scan();
    if (begun?.ok) await Promise.race([asked(till, begun.value.posTid), till.exited]);
    rmSync(at);
    isKilled = till.child.signalCode === "SIGKILL";
  }
  // The power is off for more than two seconds: message times are whole seconds, and two seconds count as no age.
  setup.sandbox.clock.advance(3000);
  await setup.sandbox.settled();
  await using next = await started(setup, at);
  const known = await listed(next);
  const own = known.find(({ reference }) => reference === name);
  const other = own === undefined ? null : await next.call("payment.abort", { posTid: own.posTid });
  const after = await next.call("payment.start", SALE);
  if (!after.ok) throw new Error(after.error.message);
  // Undelivered scan messages are retried while they are still young enough to count.
  await setup.sandbox.settled();
  setup.sandbox.clock.advance(6000);
  await setup.sandbox.settled();
  const requests = setup.sandbox.payments().filter((payment) => payment.customer === customer);
  const problems = requests
    .filter(({ posTid }) => posTid !== own?.posTid)
    .map(({ posTid }) => `${name}: the scan went to ${posTid}, and not to ${own?.posTid}`);
  // Its request may be in flight: the till's own record shows its customer first.
  const still = await next.call("payment.get", { posTid: after.value.posTid });
  if (!still.ok || still.value.phase !== "draft") problems.push(`${name}: the scan went to the sale after it`);
  if (requests.length > 1) problems.push(`${name}: ${requests.length} requests for one scan`);
  if (!isKilled && requests.length !== 1) problems.push(`${name}: no till was killed, and no customer was asked`);
  if (other?.ok === false && other.error.code !== "illegal_state") problems.push(`${name}: ${other.error.message}`);
  await next.call("payment.abort", { posTid: after.value.posTid });
  return { isKilled, problems };
}

let customers = 0;

function newCustomer({ sandbox }: TillProcessSetup): string {
  const [like] = sandbox.users();
  if (like === undefined) throw new Error("the sandbox has no customer");
  customers += 1;
  const phone = String(4_790_100_000 + customers);
  sandbox.putCustomer({ ...like, phone });
  return phone;
}

async function makeSticker(setup: TillProcessSetup, at: string): Promise<string> {
  await using till = await started(setup, at);
  await till.call("staff.signIn", { pin: MANAGER_PIN });
  await till.call("sticker.create", { name: "Counter" });
  // Awaited here because the till ends with this function.
  return await vi.waitFor(async () => {
    const answer = await till.call("sticker.list", {});
    const link = answer.ok ? answer.value.items[0]?.link : null;
    if (!link) throw new Error("the sticker has no link yet");
    return link;
  }, SOON);
}

async function started(setup: TillProcessSetup, at: string): Promise<TillProcess> {
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, KILL_AT_STEP: at };
  const till = startProcess(existsSync(setup.data) ? setup.arguments : setup.firstArguments, env);
  await till.ready;
  return till;
}

async function listed(till: TillProcess): Promise<Payment[]> {
  const page = await till.call("payment.list", { limit: 200 });
  return page.ok ? page.value.items : [];
}

/** Resolves when the customer of a payment is being asked. */
async function asked(till: TillProcess, posTid: string): Promise<void> {
  await vi.waitFor(async () => {
    const answer = await till.call("payment.get", { posTid }).catch(() => till.exited.then(() => null));
    if (answer !== null && !(answer.ok && answer.value.phase === "waiting"))
      throw new Error("the customer is not asked yet");
  }, SOON);
}
