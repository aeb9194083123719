/**
 * A till killed while requesting customer data: the customer is asked once and charged once, and the granted data is
 * read.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, vi } from "vitest";
import type { Permission } from "../../contract/customers/permissions.ts";
import { build } from "../support/build.ts";
import { type Phone, phone } from "../support/sandbox.ts";
import { startProcess, type TillProcess } from "../support/till-process.ts";
import { prepareTillProcess, type TillProcessSetup } from "../support/till-process-setup.ts";
import { faultCase, usualOrNightly } from "./case.ts";

beforeAll(build, 120_000);

const PRELOAD = pathToFileURL(join(import.meta.dirname, "../support/kill-at-step.mjs")).href;
/** Time limit until the till has synchronised with the service. */
const SOON = { timeout: 120_000, interval: 20 };
const ASKED = { preset: "member" } as const;
const SCOPES = ["email", "openid", "phone", "profile"];

type Way = "alone" | "with a payment";

describe("a killed till", () => {
  faultCase("asks and charges the customer once when killed at any step of a data request", async (tally) => {
    await using setup = await prepareTillProcess();
    const problems: string[] = [];
    for (const way of ["alone", "with a payment"] as const) {
      const stride = usualOrNightly(13, 1);
      for (let step = 1; ; step += stride) {
        const round = await killedAt(setup, way, step);
        problems.push(...round.problems);
        if (!round.isKilled) break;
        tally.runs += 1;
      }
    }
    expect(problems).toEqual([]);
    expect(tally.runs).toBeGreaterThan(4);
  });
});

/** Makes one request with a kill; the next till must complete it. */
async function killedAt(setup: TillProcessSetup, way: Way, step: number) {
  const at = join(dirname(setup.data), "kill-at-step");
  const customer = newCustomer(setup);
  const customerPhone = phone(setup.sandbox, customer);
  const name = `${way}, step ${step}`;
  let isKilled = false;
  {
    await using till = await started(setup, at);
    writeFileSync(at, String(step));
    await Promise.race([finished(till, customerPhone, way, await ask(till, way, customer)), till.exited]);
    rmSync(at);
    isKilled = till.child.signalCode === "SIGKILL";
  }
  await using next = await started(setup, at);
  const [known, ...more] = await of(next, customer);
  const problems = more.map(({ posTid }) => `${name}: ${posTid} asks them, too`);
  if (known === undefined && !isKilled) problems.push(`${name}: no till was killed, and no customer was asked`);
  if (known !== undefined) {
    const read = await finished(next, customerPhone, way, known.posTid);
    if (Object.keys(read.claims).toSorted().join() !== SCOPES.join())
      problems.push(`${name}: ${Object.keys(read.claims)} of what was granted`);
    if (read.fee?.amount === undefined) problems.push(`${name}: what it costs is not known`);
  }
  return {
    isKilled,
    problems: [...problems, ...atService(setup, way, { customer, name, known: known !== undefined })],
  };
}

/** Returns the service's record: one answer, and one capture for a payment; nothing when it was never requested. */
function atService(
  { sandbox }: TillProcessSetup,
  way: Way,
  { customer, name, known }: { customer: string; name: string; known: boolean },
) {
  const answered = new Set(sandbox.accessTokens().flatMap((token) => (token.customer === customer ? [token.rid] : [])));
  const payments = sandbox.payments().filter((payment) => payment.customer === customer);
  const captures = payments.flatMap(({ tid }) => sandbox.captures(tid));
  const found = { answered: answered.size, payments: payments.length, captures: captures.length };
  const due = Number(known);
  const paid = way === "alone" ? 0 : due;
  const isRight = found.answered === due && found.payments === paid && found.captures === paid;
  return isRight ? [] : [`${name}: the service has ${JSON.stringify(found)}`];
}

/** @returns the id from the till; null when the kill interrupted the call */
async function ask(till: TillProcess, way: Way, value: string): Promise<string | null> {
  const customer = { kind: "phone", value } as const;
  const asked =
    way === "alone"
      ? till.call("permission.request", { ...ASKED, customer })
      : till.call("payment.start", { ...ASKED, customer, action: "SALE", amount: 5000 });
  const answer = await asked.catch(() => till.exited.then(() => null));
  return answer?.ok ? answer.value.posTid : null;
}

/** Approves on the phone as soon as possible, and waits until all granted data is read. */
async function finished(till: TillProcess, theirs: Phone, way: Way, posTid: string | null): Promise<Permission> {
  if (posTid === null) return new Promise(() => undefined);
  return vi.waitFor(async () => {
    await sayYes(theirs, way);
    const answer = await till.call("permission.get", { posTid });
    if (!answer.ok || answer.value.phase !== "granted" || answer.value.reading) throw new Error("it is not over yet");
    if (way === "alone") return answer.value;
    const payment = await till.call("payment.get", { posTid });
    if (!payment.ok || payment.value.phase !== "captured") throw new Error("it is not paid yet");
    return answer.value;
  }, SOON);
}

async function sayYes({ state, grant, approve }: Phone, way: Way): Promise<void> {
  const { permissions, requests } = await state();
  if (way === "alone") for (const { rid } of permissions) await grant(rid);
  if (way === "with a payment") for (const { tid } of requests) await approve(tid);
}

/** Returns this customer's requests known to the till, by the masked number. */
async function of(till: TillProcess, customer: string): Promise<Permission[]> {
  const page = await till.call("permission.list", { limit: 200 });
  const payments = await till.call("payment.list", { limit: 200 });
  if (!page.ok || !payments.ok) throw new Error("the lists could not be read");
  const masked = `•••${customer.slice(-4)}`;
  const paying = payments.value.items.filter((payment) => payment.customer === masked).map(({ posTid }) => posTid);
  return page.value.items.filter((one) => one.customer === masked || paying.includes(one.posTid));
}

let customers = 0;

function newCustomer({ sandbox }: TillProcessSetup): string {
  const [like] = sandbox.users();
  if (like === undefined) throw new Error("the sandbox has no customer");
  customers += 1;
  const number = String(4_790_200_000 + customers);
  sandbox.putCustomer({ ...like, phone: number });
  return number;
}

async function started(setup: TillProcessSetup, at: string): Promise<TillProcess> {
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, KILL_AT_STEP: at };
  const till = startProcess(existsSync(setup.data) ? setup.arguments : setup.firstArguments, env);
  await till.ready;
  return till;
}
