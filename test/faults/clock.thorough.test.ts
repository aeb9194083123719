/** Clocks that are wrong, jump or stop: intervals use the monotonic clock, and signatures the service's time. */
import { globSync } from "node:fs";
import { beforeAll, describe, expect } from "vitest";
import { settled } from "../support/balance.ts";
import { build } from "../support/build.ts";
import { fastClock } from "../support/fast-clock.ts";
import { CUSTOMER, type TestTill } from "../support/test-till.ts";
import { CLOCK_FACTOR, createTillBehindProxy } from "../support/till-behind-proxy.ts";
import { startProcess } from "../support/till-process.ts";
import { prepareTillProcess } from "../support/till-process-setup.ts";
import { faultCase, type Tally } from "./case.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Makes each kind of signed request once: request, reserve, partly capture, refund, release. */
async function makeSignedRequests(world: TestTill, tally: Tally): Promise<void> {
  const sale = await world.pay("SALE", 10_000);
  const reserved = await world.pay("AUTH", 20_000);
  await world.must("payment.capture", { posTid: reserved.posTid, amount: 5000 });
  await world.asManager();
  await world.must("payment.refund", { posTid: sale.posTid, amount: 100, reason: "returned" });
  await settled(world);
  await world.must("payment.release", { posTid: reserved.posTid });
  const balance = await settled(world);
  tally.runs += balance.operations;
}

describe("a wrong clock", () => {
  for (const days of [-90, 90]) {
    faultCase(`does not invalidate signatures when it is ${days} days off, also after a restart`, async (tally) => {
      const service = fastClock(CLOCK_FACTOR);
      await using behindProxy = await createTillBehindProxy({
        clock: fastClock(CLOCK_FACTOR, Date.now() + days * DAY_MS),
        sandbox: { now: service.now },
      });
      behindProxy.world.sandbox.faults.strictClock = true;
      await makeSignedRequests(behindProxy.world, tally);
      await behindProxy.world.restart();
      await makeSignedRequests(behindProxy.world, tally);
    });
  }

  for (const [name, jump] of [
    ["set back by a day", -DAY_MS],
    ["set forward by a day", DAY_MS],
  ] as const) {
    faultCase(`does not delay retries by more than minutes when it is ${name}`, async (tally) => {
      const service = fastClock(CLOCK_FACTOR);
      const clock = fastClock(CLOCK_FACTOR);
      await using behindProxy = await createTillBehindProxy({ clock, sandbox: { now: service.now } });
      const { world, proxy } = behindProxy;
      world.sandbox.faults.strictClock = true;
      const { posTid } = await world.pay("AUTH", 10_000);
      proxy.injectFault("capture", { status: 503 }, 3);
      await world.must("payment.capture", { posTid, amount: 4000 });
      await world.waitForPayment(posTid, ({ operations }) => operations.at(-1)?.lastError !== null);
      clock.setBy(jump);
      const before = clock.monotonic();
      await settled(world, { only: [posTid], limitMs: 15_000 });
      // Three retries take at most seven seconds, and a credentials problem some more, but never a day.
      expect(clock.monotonic() - before).toBeLessThan(5 * 60_000);
      await makeSignedRequests(world, tally);
    });
  }

  faultCase(
    "expires requests and keeps signatures valid after the machine was suspended for eight hours",
    async (tally) => {
      const clock = fastClock(CLOCK_FACTOR);
      await using behindProxy = await createTillBehindProxy({ clock, sandbox: { now: clock.now } });
      const { world } = behindProxy;
      world.sandbox.faults.strictClock = true;
      const reserved = await world.pay("AUTH", 10_000);
      const customer = { kind: "phone", value: CUSTOMER } as const;
      const asked = await world.must("payment.start", { action: "SALE", amount: 500, customer });
      await world.waitForPayment(asked.posTid, (payment) => payment.tid !== null);
      // Both wall clocks advance; the monotonic clock of a sleeping machine does not.
      clock.setBy(8 * HOUR_MS);
      await world.waitForPhase(asked.posTid, "expired");
      expect(await world.must("payment.get", { posTid: reserved.posTid })).toMatchObject({ phase: "authorised" });
      await makeSignedRequests(world, tally);
    },
  );

  faultCase("keeps signatures valid when the service's clock moves by a month", async (tally) => {
    await using behindProxy = await createTillBehindProxy();
    const { world } = behindProxy;
    world.sandbox.faults.strictClock = true;
    await makeSignedRequests(world, tally);
    await world.sandbox.clock.advance(30 * DAY_MS);
    await makeSignedRequests(world, tally);
  });
});

describe("a till process whose clock is 90 days behind (faketime)", () => {
  const [library] = globSync("/usr/lib/*/faketime/libfaketime.so.1");
  const missing = () => (library === undefined ? "faketime is not installed" : null);
  beforeAll(() => library && build(), 120_000);

  faultCase(
    "starts a sale, and reports the clock difference",
    async (tally) => {
      await using setup = await prepareTillProcess();
      await using till = startProcess(setup.firstArguments, {
        LD_PRELOAD: library ?? "",
        FAKETIME: "-90d",
        DONT_FAKE_MONOTONIC: "1",
      });
      await till.ready;
      const customer = { kind: "phone", value: CUSTOMER } as const;
      const started = await till.call("payment.start", { action: "SALE", amount: 100, customer });
      expect(started).toMatchObject({ ok: true });
      const terminal = await till.call("terminal.get", {});
      expect(terminal.ok && Math.abs(terminal.value.clockSkewMs - 90 * DAY_MS)).toBeLessThan(60_000);
      tally.runs = 1;
    },
    { missing },
  );
});
