import { CUSTOMER } from "../../support/test-till.ts";
import { type Counter, openCounter } from "../counter.ts";
import { figureOf, type Row } from "../row.ts";

const SALES = 200;
/** More than any till asks: the rate is no limit then. */
const NO_LIMIT = 1000;
/** What is set where time is to be bounded by it: four times what a till has whose provisioning says nothing. */
const RATE = 40;

export const row: Row = {
  number: 15,
  name: "sales",
  what: "200 sales to phones, approved as they are asked, told by callback, until all are captured",
  bound:
    "the rate that is set; without one the processor: each sale is seven commits, three signed requests, two verified callbacks, and as much again at the service on the same two cores",
  async measure() {
    const limited = await round(RATE);
    const free = await round(NO_LIMIT);
    const goals = {
      limited: { name: "sales", what: "of the time that the rate allows them", atMost: 1.1, unit: "ratio" },
      free: { name: "sales.free", what: "captured without a limit", atLeast: 60, unit: "/s" },
    } as const;
    // Three requests a sale, its creation, its capture and what came of that; what a pause had saved up goes out at once.
    const allowedS = (3 * SALES - 2 * RATE) / RATE;
    return [
      figureOf(goals.limited, [limited / allowedS], `${limited.toFixed(1)} s of ${allowedS.toFixed(1)} s at ${RATE}/s`),
      figureOf(goals.free, [SALES / free], `${SALES} in ${free.toFixed(1)} s`),
    ];
  },
};

/** @returns seconds until all are captured */
async function round(perSecond: number): Promise<number> {
  await using counter = await openCounter(perSecond);
  const ended = new AbortController();
  const approving = approveAll(counter, ended.signal);
  try {
    await sell(counter, 5);
    const startedAt = performance.now();
    await sell(counter, SALES);
    return (performance.now() - startedAt) / 1000;
  } finally {
    ended.abort();
    await approving;
  }
}

/** Starts them one after the other, and waits until windows have heard that each is paid. */
async function sell({ bridge, till }: Counter, count: number): Promise<void> {
  const open = new Set<string>();
  const early = new Set<string>();
  const paid = Promise.withResolvers<void>();
  let isStarted = false;
  const listening = new AbortController();
  const following = eachEvent(`${bridge.origin}/bridge/events`, listening.signal, bridge.authorization, (text) => {
    const event = JSON.parse(text);
    if (event.type !== "payment.changed" || event.payment.phase !== "captured") return;
    if (!open.delete(event.payment.posTid)) early.add(event.payment.posTid);
    if (isStarted && open.size === 0) paid.resolve();
  });
  for (let left = count; left > 0; left -= 1) {
    const customer = { kind: "phone", value: CUSTOMER } as const;
    const started = await till.call("payment.start", { action: "SALE", amount: 100, customer });
    if (!started.ok) throw new Error(started.error.message);
    if (!early.delete(started.value.posTid)) open.add(started.value.posTid);
  }
  isStarted = true;
  if (open.size === 0) paid.resolve();
  await paid.promise;
  listening.abort();
  await following;
}

/** A customer who approves whatever comes, as soon as the phone shows it. */
async function approveAll({ phoneUrl }: Counter, until: AbortSignal): Promise<void> {
  const seen = new Set<string>();
  await eachEvent(`${phoneUrl}/api/events`, until, null, async () => {
    const answer = await fetch(`${phoneUrl}/api/requests?customer=${CUSTOMER}`, { signal: until });
    for (const { tid } of ((await answer.json()) as { requests: { tid: string }[] }).requests) {
      if (seen.has(tid)) continue;
      seen.add(tid);
      const body = JSON.stringify({ customer: CUSTOMER, additionalAmount: null });
      const headers = { "content-type": "application/json" };
      await fetch(`${phoneUrl}/api/requests/${tid}/approve`, { method: "POST", headers, body, signal: until });
    }
  });
}

/** Calls for the data of each server-sent event until it is aborted. */
async function eachEvent(
  url: string,
  signal: AbortSignal,
  authorization: string | null,
  heard: (data: string) => unknown,
): Promise<void> {
  try {
    const { body } = await fetch(url, { signal, headers: authorization === null ? {} : { authorization } });
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
