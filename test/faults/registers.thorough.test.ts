/** Two registers and a cashier use one till at the same time, with lost requests and responses on both sides. */
import { describe, expect } from "vitest";
import type { Payment } from "../../contract/payments/views.ts";
import { startAutomaticCustomer } from "../support/automatic-customer.ts";
import { paymentsOf, settled } from "../support/balance.ts";
import { ALL_FAULTS } from "../support/fault-proxy.ts";
import { keyOf, REGISTERS, type Register, type RegisterAnswer, registerAt } from "../support/register-client.ts";
import { type SeededRandom, seededRandom } from "../support/seeded-random.ts";
import { CUSTOMER, type TestTill } from "../support/test-till.ts";
import { createTillBehindProxy } from "../support/till-behind-proxy.ts";
import { faultCase, usualOrNightly } from "./case.ts";

const FAULT_SHARE = 0.1;
const AMOUNT = 300;
const customer = { kind: "phone" as const, value: CUSTOMER };
const OPEN: readonly Payment["phase"][] = ["draft", "queued", "waiting", "authorised"];

/** Loses every tenth request to the till, and every tenth response. */
function lossyFetch(random: SeededRandom, onLoss: () => void): typeof fetch {
  return async (...request) => {
    const roll = random.next();
    const lose = () => {
      onLoss();
      throw new TypeError("the connection broke");
    };
    if (roll < FAULT_SHARE) return lose();
    const answer = await fetch(...request);
    if (roll < 2 * FAULT_SHARE) return lose();
    return answer;
  };
}

/** Retries until a final response arrives, as a register does. */
async function retryUntilFinal(
  ask: () => Promise<RegisterAnswer>,
  pause: () => Promise<void>,
): Promise<RegisterAnswer> {
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer !== null && answer.status < 500) return answer;
    await pause();
  }
}

const hasEnded = (world: TestTill, posTid: string) =>
  world.waitForPayment(posTid, ({ phase }) => !OPEN.includes(phase));

describe("registers", () => {
  faultCase("make each sale once when requests and responses are lost on both sides", async (tally) => {
    const random = seededRandom(tally.seed);
    await using behindProxy = await createTillBehindProxy({
      provisioning: { registers: { listen: "127.0.0.1:0", clients: REGISTERS } },
    });
    const { world, proxy, clock } = behindProxy;
    await using _customers = await startAutomaticCustomer(world.sandbox);
    let faultCount = 0;
    proxy.chooseFault = () => {
      if (!random.chance(FAULT_SHARE)) return "pass";
      faultCount += 1;
      return random.pick(ALL_FAULTS);
    };
    const pause = () => clock.sleep(1000);
    const refunds = new Map<string, number>();
    const sales = usualOrNightly(20, 670);
    const sell = async (register: Register, name: string) => {
      for (let sale = 0; sale < sales; sale += 1) {
        const reference = `${name}/${sale}`;
        const path = `/payments/${encodeURIComponent(reference)}`;
        const body = { reference, action: "SALE", amount: AMOUNT, customer };
        const started = await retryUntilFinal(() => register.post("/payments", body), pause);
        expect([200, 201]).toContain(started.status);
        await hasEnded(world, started.body.posTid);
        if (!random.chance(0.5)) continue;
        const key = { "idempotency-key": `refund of ${reference}` };
        const asked = await retryUntilFinal(() => register.post(`${path}/refund`, { amount: 100 }, key), pause);
        if (asked.status === 200) refunds.set(started.body.posTid, 1);
      }
    };
    const cashier = async () => {
      for (let sale = 0; sale < sales; sale += 1) {
        const started = await world.call("payment.start", { action: "SALE", amount: AMOUNT, customer });
        if (started.ok) await hasEnded(world, started.value.posTid);
        else await pause();
      }
    };
    const way = lossyFetch(random, () => {
      faultCount += 1;
    });
    await Promise.all([
      sell(registerAt(world, keyOf("a"), way), "a"),
      sell(registerAt(world, keyOf("b"), way), "b"),
      cashier(),
    ]);
    proxy.chooseFault = () => "pass";
    await proxy.idle();
    const balance = await settled(world, { limitMs: usualOrNightly(30_000, 300_000) });
    const known = (await paymentsOf(world)).filter(({ reference }) => reference !== null);
    expect(known).toHaveLength(2 * sales);
    expect(new Set(known.map(({ reference }) => reference)).size).toBe(2 * sales);
    const held = world.sandbox.payments();
    const twice = known.filter(({ posTid }) => held.filter((one) => one.posTid === posTid).length !== 1);
    const refunded = known.filter(
      ({ posTid, tid }) => world.sandbox.refunds(tid ?? "").length !== (refunds.get(posTid) ?? 0),
    );
    expect([twice, refunded]).toEqual([[], []]);
    tally.runs = faultCount;
    tally.lost = balance.lost.length;
    tally.duplicated = balance.duplicated.length;
    tally.note = `${3 * sales} sales, ${refunds.size} refunds, ${faultCount} spoiled`;
    expect(refunds.size).toBeGreaterThan(0);
    expect(faultCount).toBeGreaterThan(5);
    expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
  });
});
