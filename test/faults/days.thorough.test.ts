/**
 * Random days with an unreliable connection to a faulty service. A tenth of all requests fail, changes are confirmed
 * late, single responses are wrong, and the till restarts. Each day is closed with a Z report, and the total of all Z
 * reports must match the service.
 */
import { describe, expect } from "vitest";
import type { PaymentOutcome } from "../../contract/wire/wire.ts";
import { startAutomaticCustomer } from "../support/automatic-customer.ts";
import { settled } from "../support/balance.ts";
import { ALL_FAULTS } from "../support/fault-proxy.ts";
import { nextEvent, runRandomCashier } from "../support/random-cashier.ts";
import { type SeededRandom, seededRandom } from "../support/seeded-random.ts";
import type { TestTill } from "../support/test-till.ts";
import { createTillBehindProxy, type TillBehindProxy } from "../support/till-behind-proxy.ts";
import {
  type ClosedDay,
  closeDay,
  type Refusal,
  totalsOfService,
  totalsOfZReports,
} from "../support/z-report-totals.ts";
import { faultCase, usualOrNightly } from "./case.ts";

const FAULT_SHARE = 0.1;
/** Occasional wrong responses, never three identical ones, which would count as confirmed. */
const WRONG = 0.03;
const CASHIERS = 3;

const DAYS = usualOrNightly(3, 20);
const RUNS = usualOrNightly(1, 5);
/** Duration of a day in real milliseconds */
const DAY_MS = usualOrNightly(4000, 6000);
/**
 * Time limit in real milliseconds until all payments are finished, and then until the day is closed; only prevents
 * hanging
 */
const SETTLING_MS = usualOrNightly(100_000, 300_000);

/** Possible errors of the service in one response. */
const FALSE_OUTCOMES: readonly ((truth: PaymentOutcome) => PaymentOutcome)[] = [
  (truth) => ({ ...truth, refunds: [...(truth.refunds ?? []), ...(truth.refunds ?? [])] }),
  (truth) => ({ ...truth, captures: [...(truth.captures ?? []), ...(truth.captures ?? [])] }),
  (truth) => ({ ...truth, captures: [{ id: "made-up", amount: truth.amount + 1, additional_amount: 0 }] }),
  (truth) => ({ ...truth, status: "ok", status_code: 2000, captures: [] }),
  (truth) => ({ ...truth, pos_tid: `${truth.pos_tid}-of-another` }),
  (truth) => ({ ...truth, refunds: [] }),
];

describe("random days", () => {
  faultCase("close with Zs whose total equals the service's", async (tally) => {
    for (let run = 0; run < RUNS; run += 1) {
      const random = seededRandom(tally.seed + run);
      await using behindProxy = await createTillBehindProxy();
      await using _customers = await startAutomaticCustomer(behindProxy.world.sandbox, () =>
        random.chance(0.9) ? "approve" : "reject",
      );
      const open: string[] = [];
      let compared = 0;
      for (let day = 1; day <= DAYS; day += 1) {
        const closed = await live(behindProxy, random);
        if (closed.code !== null) open.push(`day ${day}: ${closed.because}`);
        else if (closed.z.comparison?.state !== "not_compared") compared += 1;
      }
      const sums = await expectSameTotals(behindProxy);
      tally.runs += DAYS;
      tally.note = `${sums.payments} payments, ${sums.reports} Zs in the last run, ${compared} of them compared over a bad connection${open.length > 0 ? `; not closed: ${open.join(", ")}` : ""}`;
    }
  });
});

/** Runs one day: work, a restart, more work, and the close. */
async function live({ world, proxy }: TillBehindProxy, random: SeededRandom): Promise<ClosedDay | Refusal> {
  proxy.chooseFault = () => (random.chance(FAULT_SHARE) ? random.pick(ALL_FAULTS) : "pass");
  for (const _half of [1, 2]) {
    world.sandbox.faults.listLateMs = random.pick([0, 300, 1500]);
    world.sandbox.faults.overrideOutcome = (truth) =>
      random.chance(WRONG) ? random.pick(FALSE_OUTCOMES)(truth) : truth;
    const until = AbortSignal.timeout(DAY_MS / 2);
    await Promise.all(Array.from({ length: CASHIERS }, () => runRandomCashier(world, random, until)));
    await world.restart();
  }
  return close(world);
}

/** Closes the day, or returns why it cannot be closed: open payments move to the next day. */
async function close(world: TestTill, compared: "if_possible" | "always" = "if_possible") {
  if (world.till.role() === null) await world.asManager();
  const closed: ClosedDay | Refusal = await closeDay(world, compared);
  expect([null, "illegal_state", "conflict", "offline", "limit"]).toContain(closed.code);
  return closed;
}

/** Waits until all payments are finished, closes the day, and compares the total of all Z reports with the service. */
async function expectSameTotals({ world, proxy }: TillBehindProxy): Promise<{ payments: number; reports: number }> {
  proxy.chooseFault = () => "pass";
  await proxy.idle();
  world.sandbox.faults.clear();
  await settled(world, { limitMs: SETTLING_MS });
  const closed = await closeWhenBack(world);
  const seen = closed.code === null ? { ...closed.z.comparison, reconciliation: closed.z.reconciliation } : closed;
  expect(seen).toMatchObject({ state: "compared", reconciliation: { differences: 0 } });
  const { reports, ...here } = await totalsOfZReports(world);
  const there = totalsOfService(world.sandbox);
  expect(here).toEqual(there);
  expect(there.captured).toBeGreaterThan(0);
  expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
  return { payments: world.sandbox.payments().length, reports };
}

/** On a busy machine a slow response may count as missing: closes the day after the till reports that it is online. */
async function closeWhenBack(world: TestTill): Promise<ClosedDay | Refusal> {
  const limit = AbortSignal.timeout(SETTLING_MS);
  for (;;) {
    const next = nextEvent(world, limit);
    const closed = await close(world, "always");
    if (closed.code !== "offline" || limit.aborted) return closed;
    await next;
  }
}
