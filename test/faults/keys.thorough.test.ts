/**
 * A till killed while registering its new key with the service can sign afterwards, at whichever step it was killed.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, vi } from "vitest";
import type { CommandInput, CommandName, CommandValues } from "../../contract/bridge/commands.ts";
import { build } from "../support/build.ts";
import { CUSTOMER, MANAGER_PIN, phoneOf } from "../support/test-till.ts";
import { startProcess, type TillProcess } from "../support/till-process.ts";
import { prepareTillProcess, type TillProcessSetup } from "../support/till-process-setup.ts";
import { faultCase, usualOrNightly } from "./case.ts";

beforeAll(build, 120_000);

const PRELOAD = pathToFileURL(join(import.meta.dirname, "../support/kill-at-step.mjs")).href;
/** Time limit until the till has synchronised with the service. */
const SOON = { timeout: 120_000, interval: 20 };

describe("key registration", () => {
  faultCase("leaves a till that can sign when it is killed at any step", async (tally) => {
    await using setup = await prepareTillProcess();
    const at = join(dirname(setup.data), "kill-at-step");
    const ends = new Set<string>();
    const stride = usualOrNightly(3, 1);
    for (let step = 1; ; step += stride) {
      const { isKilled, end } = await killedAt(setup, at, step);
      ends.add(end);
      if (!isKilled) break;
      tally.runs += 1;
    }
    tally.note = `${tally.runs} kills; found afterwards: ${[...ends].join(", ")}`;
    expect(tally.runs).toBeGreaterThan(4);
    // Kills must happen both before and after the service received the key.
    expect([...ends]).toEqual(expect.arrayContaining(["the old key", "the new key"]));
  });
});

/** Prepares and registers one key with a kill, and then makes every kind of signed request. */
async function killedAt(
  setup: TillProcessSetup,
  at: string,
  step: number,
): Promise<{ isKilled: boolean; end: string }> {
  let isKilled = false;
  let fingerprint: string | null | undefined;
  {
    await using till = await started(setup, at);
    const { next } = (await must(till, "keys.prepare", { kind: "make" })) ?? {};
    fingerprint = next?.fingerprint;
    writeFileSync(at, String(step));
    // The kill interrupts the call.
    await till.call("keys.register", {}).catch(() => till.exited);
    rmSync(at);
    isKilled = till.child.signalCode === "SIGKILL";
  }
  await using next = await started(setup, at);
  await saleAndRefund(setup, next);
  const found = await must(next, "keys.get", {});
  const isNew = found.current.fingerprint === fingerprint;
  // An interrupted registration can be completed with the same key.
  if (!isNew) expect(found.next?.fingerprint).toBe(fingerprint);
  if (!isNew) expect(await must(next, "keys.register", {})).toMatchObject({ registered: true });
  expect((await must(next, "journal.verify", {})).ok).toBe(true);
  return { isKilled, end: isNew ? "the new key" : "the old key" };
}

/** Completes a sale and refunds it, which uses every kind of signed request. */
async function saleAndRefund({ sandbox }: TillProcessSetup, till: TillProcess): Promise<void> {
  const { posTid } = await must(till, "payment.start", {
    action: "SALE",
    amount: 5000,
    customer: { kind: "phone", value: CUSTOMER },
  });
  const tid = await vi.waitFor(async () => {
    const payment = await must(till, "payment.get", { posTid });
    if (payment.phase !== "waiting" || payment.tid === null) throw new Error(`the payment is ${payment.phase}`);
    return payment.tid;
  }, SOON);
  await phoneOf(sandbox).approve(tid);
  await phase(till, posTid, "captured");
  await must(till, "payment.refund", { posTid, reason: "returned" });
  await phase(till, posTid, "refunded");
}

async function phase(till: TillProcess, posTid: string, wanted: string): Promise<void> {
  await vi.waitFor(async () => {
    const payment = await must(till, "payment.get", { posTid });
    if (payment.phase !== wanted) throw new Error(`the payment is ${payment.phase}, and not ${wanted}`);
  }, SOON);
}

async function started(setup: TillProcessSetup, at: string): Promise<TillProcess> {
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, KILL_AT_STEP: at };
  const till = startProcess(existsSync(setup.data) ? setup.arguments : setup.firstArguments, env);
  await till.ready;
  await must(till, "staff.signIn", { pin: MANAGER_PIN });
  return till;
}

async function must<N extends CommandName>(
  till: TillProcess,
  name: N,
  input: CommandInput<N>,
): Promise<CommandValues[N]> {
  const answer = await till.call(name, input);
  if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
  return answer.value;
}
