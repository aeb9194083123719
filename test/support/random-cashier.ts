/** A simulated cashier who takes random payments, for soak tests with faults. */

import type { Payment } from "../../contract/payments/views.ts";
import { isPresent } from "../../contract/values/phases.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { CUSTOMER, type TestTill } from "./test-till.ts";

/** Starts payments and takes random offered steps, each after the outcome of the previous one. */
export async function runRandomCashier(world: TestTill, random: SeededRandom, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const amount = random.between(1, 90) * 1000;
    const customer = { kind: "phone", value: CUSTOMER } as const;
    const started = await world.call("payment.start", { action: random.pick(["SALE", "AUTH"]), amount, customer });
    // Offline and over its limits the till refuses payments until the next response arrives.
    if (!started.ok) {
      await nextEvent(world, until);
      continue;
    }
    const { posTid } = started.value;
    if (random.chance(0.1)) await world.call("payment.abort", { posTid });
    for (let turn = 0; turn < 4 && !until.aborted; turn += 1) {
      await atRest(world, until, posTid);
      await press(world, random, posTid);
    }
  }
}

async function press(world: TestTill, random: SeededRandom, posTid: string): Promise<void> {
  const { steps, authorisedLeft, refundable } = await world.must("payment.get", { posTid });
  const offered = steps.filter((step) => step !== "identify" && step !== "leave" && step !== "abort");
  if (offered.length === 0) return;
  const part = (of: number) => (random.chance(0.4) ? {} : { amount: Math.max(1, Math.floor(of * random.next())) });
  switch (random.pick(offered)) {
    case "capture":
      return void (await world.call("payment.capture", { posTid, ...part(authorisedLeft) }));
    case "release":
      return void (random.chance(0.3) && (await world.call("payment.release", { posTid })));
    case "reauthorise":
      return void (await world.call("payment.reauthorise", { posTid }));
    case "attach":
      return void (await world.call("payment.attach", { posTid }));
    case "refund":
      if (world.till.role() === null) await world.asManager();
      return void (await world.call("payment.refund", { posTid, ...part(refundable), reason: "returned" }));
  }
}

/** Resolves when the customer has answered and no operation is in progress, or when the time is up. */
async function atRest(world: TestTill, until: AbortSignal, posTid: string): Promise<void> {
  const resting = ({ phase, operations }: Payment) =>
    !isPresent(phase) && operations.every(({ state }) => state === "done" || state === "refused");
  while (!until.aborted) {
    const next = nextEvent(world, until, posTid);
    if (resting(await world.must("payment.get", { posTid }))) return;
    await next;
  }
}

/** Resolves at the till's next event about a payment (or any event), or when the time is up. */
export function nextEvent(world: TestTill, until: AbortSignal, posTid?: string): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      unsubscribe();
      until.removeEventListener("abort", finish);
      resolve();
    };
    const unsubscribe = world.till.events.subscribe(({ event }) => {
      if (posTid === undefined || (event.type === "payment.changed" && event.payment.posTid === posTid)) finish();
    });
    until.addEventListener("abort", finish);
  });
}
