/** A soak test: all features in parallel, with a tenth of all requests failing. In the end the counts balance. */
import { describe, expect } from "vitest";
import { startAutomaticCustomer } from "../support/automatic-customer.ts";
import { settled, watchForPrematureMoney } from "../support/balance.ts";
import { ALL_FAULTS } from "../support/fault-proxy.ts";
import { runRandomCashier } from "../support/random-cashier.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { createTillBehindProxy } from "../support/till-behind-proxy.ts";
import { faultCase, usualOrNightly } from "./case.ts";

const FAULT_SHARE = 0.1;
const CASHIERS = 4;
/** Number of faults; at night as many as the time allows */
const FAULT_LIMIT = usualOrNightly(25, Number.POSITIVE_INFINITY);
/** Time limit in real milliseconds: a busy machine takes longer for the same work */
const LIMIT_MS = usualOrNightly(90_000, 20 * 60_000);

describe("all features in parallel", () => {
  faultCase("lose and duplicate nothing with 10 % of requests failing", async (tally) => {
    const random = seededRandom(tally.seed);
    await using behindProxy = await createTillBehindProxy();
    const { world, proxy } = behindProxy;
    await using _customers = await startAutomaticCustomer(world.sandbox, () =>
      random.chance(0.85) ? "approve" : "reject",
    );
    const early = watchForPrematureMoney(world);
    let faultCount = 0;
    const enough = new AbortController();
    const until = AbortSignal.any([enough.signal, AbortSignal.timeout(LIMIT_MS)]);
    proxy.chooseFault = () => {
      if (!random.chance(FAULT_SHARE)) return "pass";
      faultCount += 1;
      if (faultCount >= FAULT_LIMIT) enough.abort();
      return random.pick(ALL_FAULTS);
    };
    await Promise.all(Array.from({ length: CASHIERS }, () => runRandomCashier(world, random, until)));
    proxy.chooseFault = () => "pass";
    await proxy.idle();
    const balance = await settled(world, { limitMs: usualOrNightly(60_000, 300_000) });
    tally.runs = faultCount;
    tally.lost = balance.lost.length;
    tally.duplicated = balance.duplicated.length;
    tally.note = `${balance.operations} operations, ${proxy.forwardedRequests.length} requests, ${faultCount} spoiled`;
    expect(early.words).toEqual([]);
    // Nothing expires here: a capture reported as too late would have been offered too late.
    expect(balance.told).toEqual([]);
    expect(faultCount).toBeGreaterThan(20);
    expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
  });
});
