/**
 * Self-tests of the fault suite with mutants of the till. Each mutant has a mistake that the suite must catch, so each
 * case passes when the suite's own check fails.
 */
import { beforeAll, describe, expect } from "vitest";
import type { Payment } from "../../contract/payments/views.ts";
import { type Balance, compareWithService } from "../support/balance.ts";
import { build } from "../support/build.ts";
import { killLoop } from "../support/kill-loop.ts";
import { buildMutant, type Mutation } from "../support/mutant.ts";
import { CUSTOMER, phoneOf } from "../support/test-till.ts";
import { startProcess, type TillProcess } from "../support/till-process.ts";
import { prepareTillProcess } from "../support/till-process-setup.ts";
import { faultCase, NIGHTLY, usualOrNightly } from "./case.ts";

beforeAll(build, 120_000);

/** Commits operations a third of a second after they were acknowledged and sent: no write-ahead. */
const COMMITS_LATE: Mutation = {
  find: /transactionOf\(database\)\.immediate\(workWithHooks\)/,
  put: '(database.exec("BEGIN IMMEDIATE"), globalThis.setTimeout(() => database.inTransaction && database.exec("COMMIT"), 300), workWithHooks())',
};

/** Repeats a request without a response under another id: the service cannot detect the duplicate. */
const NEW_ID_AT_REPEAT: Mutation = {
  find: /await putPaymentRequest\(api, tid, operation\.body, /,
  put: "await putPaymentRequest(api, tid, Buffer.from(Buffer.from(operation.body).toString().replaceAll(operation.id, operation.id.slice(1) + operation.attempts)), ",
};

describe("the fault suite itself", () => {
  faultCase("self-test: the kill loop detects a commit that follows the request", async (tally) => {
    using wrong = buildMutant(COMMITS_LATE);
    await using setup = await prepareTillProcess();
    const kills = usualOrNightly(6, 20);
    const { balance, lostOperations } = await killLoop(setup, {
      kills,
      seed: tally.seed,
      program: wrong.program,
      settleMs: 1500,
    });
    tally.runs = kills;
    tally.note = `it noticed ${lostOperations.length + balance.lost.length} losses`;
    expect(lostOperations.length + balance.lost.length).toBeGreaterThan(0);
  });

  faultCase("self-test: the balance detects a new id for a request without a response", async (tally) => {
    using wrong = buildMutant(NEW_ID_AT_REPEAT);
    const broken = await balanceAfterLostResponse(wrong.program);
    expect(broken.duplicated.length).toBeGreaterThan(0);
    tally.runs = 1;
    tally.note = `it noticed ${broken.duplicated.length} duplicates`;
    if (!NIGHTLY) return;
    const right = await balanceAfterLostResponse(undefined);
    expect(right).toMatchObject({ lost: [], duplicated: [], differing: [] });
  });
});

/** Makes a capture whose response is lost in a separate till. @returns the balance of both sides afterwards */
async function balanceAfterLostResponse(program: string | undefined): Promise<Balance> {
  await using setup = await prepareTillProcess();
  await using till = startProcess(setup.firstArguments, {}, program);
  await till.ready;
  const customer = { kind: "phone", value: CUSTOMER } as const;
  const started = await till.call("payment.start", { action: "AUTH", amount: 30_000, customer });
  const posTid = started.ok ? started.value.posTid : "";
  const { tid } = await until(till, posTid, (payment) => payment.tid !== null);
  await phoneOf(setup.sandbox).approve(tid ?? "");
  await until(till, posTid, (payment) => payment.steps.includes("capture"));
  setup.sandbox.faults.loseAnswerTo("CAPTURE");
  await till.call("payment.capture", { posTid, amount: 4000 });
  // Under another id it is never confirmed as done; after some polls the till accepts the service's captures.
  const done = await until(
    till,
    posTid,
    ({ operations, captures }) =>
      operations.some(({ kind, state, attempts }) => kind === "capture" && (state === "done" || attempts > 1)) &&
      captures.length > 0,
  );
  return compareWithService([done], setup.sandbox.payments());
}

/** Waits for the event that fulfils the condition. */
async function until(till: TillProcess, posTid: string, holds: (payment: Payment) => boolean): Promise<Payment> {
  const url = await till.ready;
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${url.hash.replace("#token=", "")}` };
  const events = await fetch(new URL("/bridge/events", url), { headers, signal: stop.signal });
  const look = async () => {
    const answer = await till.call("payment.get", { posTid });
    return answer.ok && holds(answer.value) ? answer.value : null;
  };
  try {
    const now = await look();
    if (now) return now;
    for await (const _event of events.body ?? []) {
      const then = await look();
      if (then) return then;
    }
    throw new Error("the till ended");
  } finally {
    stop.abort();
  }
}
