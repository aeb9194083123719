/** Days in which the till is killed repeatedly, each closed with a Z report; and a self-test of their comparison. */
import { beforeAll, describe, expect } from "vitest";
import type { Payment } from "../../contract/payments/views.ts";
import { isPresent } from "../../contract/values/phases.ts";
import { build } from "../support/build.ts";
import { killLoop } from "../support/kill-loop.ts";
import { buildMutant, type Mutation } from "../support/mutant.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { CUSTOMER, MANAGER_PIN, phoneOf } from "../support/test-till.ts";
import { startProcess, type TillProcess } from "../support/till-process.ts";
import { prepareTillProcess, type TillProcessSetup } from "../support/till-process-setup.ts";
import {
  type ClosedDay,
  closeDay,
  type Refusal,
  totalsOfService,
  totalsOfZReports,
} from "../support/z-report-totals.ts";
import { faultCase, usualOrNightly } from "./case.ts";

beforeAll(build, 120_000);

/** Treats a 204 as final: does not poll until the change is confirmed. */
const STOPS_ASKING: Mutation = { find: /return \[\.\.\.movements, \.\.\.endings\]/, put: "return []" };

/** After the kills, the service returns correct responses. */
const COMPARED = {
  code: null,
  z: {
    comparison: { state: expect.stringMatching(/^(compared|confirming)$/) },
    reconciliation: { differences: 0 },
  },
};

const DAYS = usualOrNightly(1, 20);
const KILLS = usualOrNightly(6, 29);

describe("days of a killed till", () => {
  faultCase("close with Zs whose total equals the service's", async (tally) => {
    const random = seededRandom(tally.seed);
    await using setup = await prepareTillProcess();
    for (let day = 1; day <= DAYS; day += 1) {
      setup.sandbox.faults.listLateMs = random.pick([0, 300, 1500]);
      const { balance, lostOperations } = await killLoop(setup, { kills: KILLS, seed: tally.seed + day });
      tally.lost += balance.lost.length + lostOperations.length;
      tally.duplicated += balance.duplicated.length;
      await using till = startProcess(setup.arguments);
      await till.ready;
      expect(await close(till)).toMatchObject(COMPARED);
    }
    await using till = startProcess(setup.arguments);
    await till.ready;
    // On a slow machine each kill may precede any capture, so one sale runs without kills.
    await sell(till, setup);
    expect(await close(till)).toMatchObject(COMPARED);
    const { reports, ...here } = await totalsOfZReports(till);
    expect(here).toEqual(totalsOfService(setup.sandbox));
    expect(here.captured).toBeGreaterThan(0);
    tally.runs = DAYS * KILLS;
    tally.note = `${setup.sandbox.payments().length} payments, ${reports} Zs`;
  });

  faultCase("self-test: detects a till that stops polling after a 204, by the total of its Zs", async (tally) => {
    using wrong = buildMutant(STOPS_ASKING);
    const short = await missingRefundTotal(wrong.program);
    expect(short).toBe(1000);
    expect(await missingRefundTotal(undefined), "a till without the mistake").toBe(0);
    tally.runs = 1;
    tally.note = `it noticed that ${short / 100} is missing`;
  });
});

/** Cancels unanswered requests, and closes the day. */
async function close(till: TillProcess, uncompared = false): Promise<ClosedDay | Refusal> {
  const page = await till.call("payment.list", { limit: 200 });
  for (const { posTid } of page.ok ? page.value.items.filter(({ steps }) => steps.includes("abort")) : []) {
    await till.call("payment.abort", { posTid });
    await until(till, posTid, ({ phase }) => !isPresent(phase));
  }
  expect(await till.call("staff.signIn", { pin: MANAGER_PIN })).toMatchObject({ ok: true });
  return closeDay(till, uncompared ? "never" : "if_possible");
}

/**
 * Makes a sale one day and its refund the next, confirmed late. @returns the amount missing in the Zs compared with the
 * service
 */
async function missingRefundTotal(program: string | undefined): Promise<number> {
  await using setup = await prepareTillProcess({ callbacks: {} });
  await using till = startProcess(setup.firstArguments, {}, program);
  await till.ready;
  const posTid = await sell(till, setup);
  expect(await close(till, true)).toMatchObject({ code: null });
  setup.sandbox.faults.listLateMs = 500;
  await till.call("payment.refund", { posTid, amount: 1000, reason: "returned" });
  await until(till, posTid, ({ operations }) => operations.at(-1)?.attempts === 1);
  await until(till, posTid, ({ operations }) => operations.at(-1)?.state === "done");
  await setup.sandbox.clock.advance(1000);
  // A comparison would find what the mutant has not polled.
  expect(await close(till, true)).toMatchObject({ code: null });
  return totalsOfService(setup.sandbox).refunded - (await totalsOfZReports(till)).refunded;
}

/** Takes a sale of 50.00. @returns its id, once it is captured */
async function sell(till: TillProcess, { sandbox }: TillProcessSetup): Promise<string> {
  const customer = { kind: "phone", value: CUSTOMER } as const;
  const started = await till.call("payment.start", { action: "SALE", amount: 5000, customer });
  const posTid = started.ok ? started.value.posTid : "";
  const { tid } = await until(till, posTid, (payment) => payment.tid !== null);
  await phoneOf(sandbox).approve(tid ?? "");
  await until(till, posTid, ({ phase }) => phase === "captured");
  return posTid;
}

/** Polls the payment until it fulfils the condition. */
async function until(till: TillProcess, posTid: string, holds: (payment: Payment) => boolean): Promise<Payment> {
  for (;;) {
    const answer = await till.call("payment.get", { posTid });
    if (answer.ok && holds(answer.value)) return answer.value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
