/**
 * The kill loop: kills a till under load at random moments and restarts it. Every operation acknowledged before a kill
 * is recorded, and must exist in the end.
 */
import { existsSync, readFileSync } from "node:fs";
import type { Operation, Payment } from "../../contract/payments/views.ts";
import { startAutomaticCustomer } from "./automatic-customer.ts";
import { type Balance, compareWithService, isBalanced } from "./balance.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";
import { CUSTOMER, MANAGER_PIN } from "./test-till.ts";
import { startProcess, type TillProcess } from "./till-process.ts";
import type { TillProcessSetup } from "./till-process-setup.ts";

export interface KillLoopOptions {
  kills: number;
  seed: number;
  /** Built program; the default one if omitted */
  program?: string;
  /** Time limit for everything to settle in the end */
  settleMs?: number;
}

export interface KillLoopResult {
  balance: Balance;
  /** Descriptions of acknowledged operations that are gone */
  lostOperations: string[];
  acknowledged: number;
  /** Milliseconds from the process's start to `till ready`, in order, without time spent waiting for a core */
  restartsMs: number[];
  /** All output of the processes on stdout and stderr */
  output: string;
}

interface Acknowledged {
  posTid: string;
  operationId: string | null;
  kind: Operation["kind"];
}

/** Runs the loop. After the last kill the till may finish everything, and is compared with the service. */
export async function killLoop(setup: TillProcessSetup, { kills, seed, program, settleMs = 30_000 }: KillLoopOptions) {
  const random = seededRandom(seed);
  const acknowledged: Acknowledged[] = [];
  const restartsMs: number[] = [];
  let output = "";
  await using _customers = await startAutomaticCustomer(setup.sandbox, () =>
    random.chance(0.9) ? "approve" : "ignore",
  );
  for (let kill = 0; kill < kills; kill += 1) {
    await using till = await started(setup, kill === 0, restartsMs, program);
    // Before the load, so that every round has a signed-in manager.
    const signedIn = await till.call("staff.signIn", { pin: MANAGER_PIN });
    // A mutant may have lost the last PIN check: this round then has no load.
    if (!signedIn.ok && !program) throw new Error(signedIn.error.message);
    const load = signedIn.ok ? loadOn(till, random, acknowledged) : Promise.resolve();
    await withTimeout(random.between(0, 700), load);
    till.child.kill("SIGKILL");
    await till.exited;
    await load;
    output += till.stdout() + till.stderr();
  }
  await using last = await started(setup, kills === 0, restartsMs, program);
  const payments = await settledOver(last, setup, settleMs);
  const result: KillLoopResult = {
    balance: compareWithService(payments, [...setup.sandbox.payments()].reverse()),
    lostOperations: missing(acknowledged, payments),
    acknowledged: acknowledged.length,
    restartsMs,
    output: output + last.stdout() + last.stderr(),
  };
  last.child.kill("SIGTERM");
  await last.exited;
  return result;
}

async function started(
  setup: TillProcessSetup,
  first: boolean,
  restartsMs: number[],
  program: string | undefined,
): Promise<TillProcess> {
  const startedAt = performance.now();
  const till = startProcess(first ? setup.firstArguments : setup.arguments, {}, program);
  await till.ready;
  if (!first) restartsMs.push(performance.now() - startedAt - waitedForCoreMs(till));
  return till;
}

/** Returns how long a runnable process waited for a core, from Linux's scheduler; 0 on other systems. */
function waitedForCoreMs({ child }: TillProcess): number {
  const statistics = `/proc/${child.pid}/schedstat`;
  if (!existsSync(statistics)) return 0;
  return Number(readFileSync(statistics, "utf8").split(" ")[1]) / 1e6;
}

/** Resolves after some milliseconds, or when the work is done. Gives the kill its random moment. */
async function withTimeout(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise, work]);
  clearTimeout(timer);
}

/** Runs random commands of two cashiers, and records acknowledged ones immediately. */
async function loadOn(till: TillProcess, random: SeededRandom, acknowledged: Acknowledged[]): Promise<void> {
  const note = (before: Payment | null, answer: { ok: true; value: Payment } | { ok: false }) => {
    if (!answer.ok) return null;
    const known = new Set(before?.operations.map(({ id }) => id));
    const { posTid, operations } = answer.value;
    for (const { id, kind } of operations.filter((operation) => !known.has(operation.id)))
      acknowledged.push({ posTid, operationId: id, kind });
    return answer.value;
  };
  const start = async (action: "SALE" | "AUTH") => {
    const amount = random.between(1, 50) * 1000;
    return note(
      null,
      await till.call("payment.start", { action, amount, customer: { kind: "phone", value: CUSTOMER } }),
    );
  };
  const change = async () => {
    const page = await till.call("payment.list", { limit: 30 });
    if (!page.ok) return;
    const candidates = page.value.items.filter(({ steps }) => steps.some((step) => step !== "identify"));
    if (candidates.length === 0) return;
    const before = random.pick(candidates);
    const { posTid } = before;
    const step = random.pick(before.steps);
    if (step === "capture")
      note(before, await till.call("payment.capture", { posTid, amount: part(before.authorisedLeft, random) }));
    if (step === "release") note(before, await till.call("payment.release", { posTid }));
    if (step === "abort") note(before, await till.call("payment.abort", { posTid }));
    if (step === "reauthorise") note(before, await till.call("payment.reauthorise", { posTid }));
    if (step === "refund") {
      const amount = part(before.refundable, random);
      note(before, await till.call("payment.refund", { posTid, amount, reason: "returned" }));
    }
  };
  const cashier = async () => {
    // A call interrupted by the kill has no response, so nothing was acknowledged.
    for (let turn = 0; turn < 4; turn += 1)
      await (random.chance(0.5) ? start(random.pick(["SALE", "AUTH"])) : change());
  };
  await Promise.all([cashier(), cashier()].map((work) => work.catch(() => undefined)));
}

function part(amount: number, random: SeededRandom): number {
  return random.chance(0.3) ? amount : Math.max(1, Math.floor(amount * random.next()));
}

/** Compares at every event of the till until till and service agree, or until the time limit. */
async function settledOver(till: TillProcess, setup: TillProcessSetup, limitMs: number): Promise<Payment[]> {
  const url = await till.ready;
  const headers = { authorization: `Bearer ${url.hash.replace("#token=", "")}` };
  const late = AbortSignal.timeout(limitMs);
  let payments = await all(till);
  const even = () => isBalanced(compareWithService(payments, [...setup.sandbox.payments()].reverse()));
  try {
    const events = await fetch(new URL("/bridge/events", url), { headers, signal: late });
    payments = await all(till);
    if (even()) return payments;
    for await (const _event of events.body ?? []) {
      payments = await all(till);
      if (even()) break;
    }
  } catch (error) {
    if (!late.aborted) throw error;
  }
  return payments;
}

async function all(till: TillProcess): Promise<Payment[]> {
  const payments: Payment[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await till.call("payment.list", { limit: 200, cursor });
    if (!page.ok) throw new Error(JSON.stringify(page.error));
    payments.push(...page.value.items);
    if (page.value.next === null) return payments;
    cursor = page.value.next;
  }
}

/** Returns acknowledged operations that the till has lost or not completed. */
function missing(acknowledged: readonly Acknowledged[], payments: readonly Payment[]): string[] {
  const byPosTid = new Map(payments.map((payment) => [payment.posTid, payment]));
  return acknowledged.flatMap(({ posTid, operationId, kind }) => {
    const payment = byPosTid.get(posTid);
    if (!payment) return [`payment ${posTid} was acknowledged, and is gone`];
    const operation = payment.operations.find(({ id }) => id === operationId);
    if (!operation) return [`${kind} ${operationId} of ${posTid} was acknowledged, and is gone`];
    const moves = kind === "capture" || kind === "refund" || kind === "release";
    return moves && operation.state !== "done"
      ? [`${kind} ${operationId} of ${posTid} was acknowledged, and is ${operation.state}: ${operation.lastError}`]
      : [];
  });
}
