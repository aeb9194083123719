import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serialize } from "node:v8";
import type { Result } from "../../../contract/calls/errors.ts";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startSandboxProcess } from "../../support/sandbox-process.ts";
import { CUSTOMER } from "../../support/test-till.ts";
import { openCounter, TLS_FILES } from "../counter.ts";
import { startServer } from "../other-process.ts";
import { figureOf, inTurns, medianOf, type Row, ratiosOf } from "../row.ts";
import { saleRows } from "../sale-rows.ts";
import { openScenarioTill } from "../seed/scenario-till.ts";

const SALES = 200;
/** Sales per round without a rate limit. */
const FREE_SALES = 80;
const FREE_ROUNDS = 4;
/** More than any till sends, so the rate is no limit. */
const NO_LIMIT = 1000;
/** The rate for measurements bounded by it: twice the default rate. */
const RATE = 20;
/** Seconds of the rate that a pause accumulates. */
const SAVED_UP_S = 2;
const AMOUNT = 100;

export const row: Row = {
  number: 15,
  name: "sales",
  what: "200 sales to phones with immediate approvals and callbacks, until all are captured; without a rate limit, against bare node:http with the same commits and requests",
  bound: "the configured rate; without a rate, seven commits and five RSA operations per sale on one thread",
  async measure() {
    const limited = await atRate();
    const rates = await withoutLimit();
    const goals = {
      limited: { name: "sales", what: "200 sales, vs the time the rate allows", atMost: 1.1, unit: "ratio" },
      free: {
        name: "sales.free",
        what: "sales without a rate, vs bare node:http",
        atLeast: 0.5,
        unit: "ratio",
      },
    } as const;
    // Two requests per sale, creation and capture; requests accumulated in a pause are sent at once.
    const allowedS = (2 * SALES - SAVED_UP_S * RATE) / RATE;
    const detail = `${medianOf(rates.till).toFixed(1)}/s of ${medianOf(rates.bare).toFixed(1)}/s`;
    return [
      figureOf(goals.limited, [limited / allowedS], `${limited.toFixed(1)} s of ${allowedS.toFixed(1)} s at ${RATE}/s`),
      figureOf(goals.free, ratiosOf(rates.till, rates.bare), detail),
    ];
  },
};

/** @returns seconds until all are captured */
async function atRate(): Promise<number> {
  await using counter = await openCounter(RATE);
  await using _customer = approveAll(counter.phoneUrl);
  await sell(counter.bridge, 5);
  // Accumulates the maximum number of requests.
  await sleep(SAVED_UP_S * 1000);
  return SALES / (await sell(counter.bridge, SALES));
}

async function withoutLimit(): Promise<Record<"till" | "bare", number[]>> {
  await using counter = await openCounter(NO_LIMIT);
  await using bare = await openBare();
  await using _customer = approveAll(counter.phoneUrl);
  await using _other = approveAll(bare.phoneUrl);
  return await inTurns(FREE_ROUNDS, {
    till: () => sell(counter.bridge, FREE_SALES),
    bare: () => sell(bare.bridge, FREE_SALES),
  });
}

/** Where sales are started and reported. */
interface Bridge {
  origin: string;
  authorization: string;
}

/** Opens the minimal program with its own service. */
async function openBare(): Promise<{ bridge: Bridge; phoneUrl: string } & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(temporaryFolder());
  const [path, rows] = [join(folder.path, "same.db"), join(folder.path, "rows")];
  const { certFile, keyFile } = TLS_FILES;
  const sandbox = opened.use(await startSandboxProcess(join(folder.path, "sandbox"), ["--callback-ca", certFile]));
  using till = openScenarioTill(JSON.parse(readFileSync(sandbox.provisioning, "utf8")).currency);
  till.begin({ action: "SALE", amount: AMOUNT, byPhone: true, withText: false });
  writeFileSync(rows, serialize(saleRows(till.database)));
  closeDatabase(openDatabase(path));
  const bare = opened.use(await startServer("whole-sales-only", path, rows, sandbox.provisioning, certFile, keyFile));
  const resources = opened.move();
  return {
    bridge: { origin: bare.url, authorization: "" },
    phoneUrl: sandbox.phoneUrl,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Starts sales one after another, and waits until each is reported as paid. @returns sales per second */
async function sell({ origin, authorization }: Bridge, count: number): Promise<number> {
  const open = new Set<string>();
  const early = new Set<string>();
  const paid = Promise.withResolvers<void>();
  let isStarted = false;
  const listening = new AbortController();
  const following = eachEvent(`${origin}/bridge/events`, listening.signal, authorization, (text) => {
    const event = JSON.parse(text);
    if (event.type !== "payment.changed" || event.payment.phase !== "captured") return;
    if (!open.delete(event.payment.posTid)) early.add(event.payment.posTid);
    if (isStarted && open.size === 0) paid.resolve();
  });
  const startedAt = performance.now();
  const headers = { authorization, "content-type": "application/json" };
  const body = JSON.stringify({ action: "SALE", amount: AMOUNT, customer: { kind: "phone", value: CUSTOMER } });
  for (let left = count; left > 0; left -= 1) {
    const answer = await fetch(`${origin}/bridge/payment.start`, { method: "POST", headers, body });
    const started = (await answer.json()) as Result<{ posTid: string }>;
    if (!started.ok) throw new Error(started.error.message);
    if (!early.delete(started.value.posTid)) open.add(started.value.posTid);
  }
  isStarted = true;
  if (open.size === 0) paid.resolve();
  await Promise.race([paid.promise, following]);
  if (open.size > 0) throw new Error(`${open.size} sales were not reported as paid`);
  const rate = (count * 1000) / (performance.now() - startedAt);
  listening.abort();
  await following;
  return rate;
}

/** Simulates a customer who approves every request as soon as the phone shows it. */
function approveAll(phoneUrl: string): AsyncDisposable {
  const ended = new AbortController();
  const { signal } = ended;
  const seen = new Set<string>();
  const approving = eachEvent(`${phoneUrl}/api/events`, signal, "", async () => {
    const answer = await fetch(`${phoneUrl}/api/requests?customer=${CUSTOMER}`, { signal });
    for (const { tid } of ((await answer.json()) as { requests: { tid: string }[] }).requests) {
      if (seen.has(tid)) continue;
      seen.add(tid);
      const body = JSON.stringify({ customer: CUSTOMER, additionalAmount: null });
      const headers = { "content-type": "application/json" };
      await fetch(`${phoneUrl}/api/requests/${tid}/approve`, { method: "POST", headers, body, signal });
    }
  });
  return {
    async [Symbol.asyncDispose]() {
      ended.abort();
      await approving;
    },
  };
}

/** Calls back with the data of each server-sent event until aborted. */
async function eachEvent(
  url: string,
  signal: AbortSignal,
  authorization: string,
  heard: (data: string) => unknown,
): Promise<void> {
  try {
    const { body } = await fetch(url, { signal, headers: { authorization } });
    let text = "";
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (text + chunk).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data: ")) await heard(line.slice("data: ".length));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
