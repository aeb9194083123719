/** A test till with an unreliable connection: a fault proxy between till and sandbox, and a fast clock. */
import type { Customer } from "../../sandbox/state/customers.ts";
import { type FastClock, fastClock } from "./fast-clock.ts";
import { type FaultProxy, faultProxy, type ProxyOptions } from "./fault-proxy.ts";
import { CUSTOMER, createTestTill, type TestTill, type TestTillOptions } from "./test-till.ts";

export interface TillBehindProxy {
  world: TestTill;
  proxy: FaultProxy;
  clock: FastClock;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Speed relative to real time: a retry after half a second takes 10 ms. */
export const CLOCK_FACTOR = 50;

/** Request timeouts in real milliseconds: `late` and `stall` end quickly. */
const TIMEOUTS = { connectMs: 400, headersMs: 400, totalMs: 200 };

/** For cases in which every request is answered: no response is too late, however busy the machine. */
export const PATIENT = { timeouts: { connectMs: 120_000, headersMs: 120_000, totalMs: 120_000 } };

/** For cases in which customers wait, too: a customer's five minutes are at least one minute of running time. */
export const UNHURRIED = { ...PATIENT, factor: 5 };

/** Sufficient funds for a long test. */
export const UNLIMITED_FUNDS = {
  balance: 2 ** 50,
  payment_limit: 2 ** 50,
  day_limit: 2 ** 50,
  month_limit: 2 ** 50,
} as const;

/** Creates one; every request passes until a fault is set. */
export async function createTillBehindProxy(
  options: TestTillOptions & { proxy?: Partial<ProxyOptions>; factor?: number } = {},
): Promise<TillBehindProxy> {
  await using opened = new AsyncDisposableStack();
  const proxy = opened.use(await faultProxy(options.proxy));
  const clock = fastClock(options.factor ?? CLOCK_FACTOR);
  const world = opened.use(
    await createTestTill({
      clock,
      timeouts: TIMEOUTS,
      ...options,
      onService: (port) => {
        proxy.upstreamPort = port;
      },
      sandbox: { now: clock.now, ...options.sandbox },
      service: { baseUrl: proxy.url, ...options.service },
    }),
  );
  giveUnlimitedFunds(world);
  const resources = opened.move();
  return { world, proxy, clock, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Raises the default customer's balance and limits beyond the needs of any test. */
export function giveUnlimitedFunds({ sandbox }: Pick<TestTill, "sandbox">): void {
  const customer = sandbox.users().find(({ phone }) => phone === CUSTOMER) as Customer;
  sandbox.putCustomer({ ...customer, ...UNLIMITED_FUNDS });
}
