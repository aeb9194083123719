/** Every network fault at every kind of request: after losses, cuts and delays, both sides agree. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect } from "vitest";
import type { Payment } from "../../contract/payments/views.ts";
import { settled, watchForPrematureMoney } from "../support/balance.ts";
import { type Carried, FAULTS, type Fault, type FaultName } from "../support/fault-proxy.ts";
import { CUSTOMER, type TestTill } from "../support/test-till.ts";
import { createTillBehindProxy, type TillBehindProxy } from "../support/till-behind-proxy.ts";
import { faultCase, type Tally, usualOrNightly } from "./case.ts";

const KINDS = ["create", "capture", "release", "abort", "reauth", "refund", "outcome"] as const satisfies Carried[];
type Kind = (typeof KINDS)[number];

const toPhone = { customer: { kind: "phone", value: CUSTOMER } } as const;

/**
 * Brings a payment to the state in which a request of this kind is possible, and makes it after `strike` has set the
 * fault.
 */
const EXERCISE: Record<Kind, (world: TestTill, strike: () => void) => Promise<string>> = {
  async create(world, strike) {
    strike();
    const { posTid } = await world.must("payment.start", { action: "AUTH", amount: 10_000, ...toPhone });
    return posTid;
  },
  async capture(world, strike) {
    const { posTid } = await world.pay("AUTH", 10_000);
    strike();
    await world.must("payment.capture", { posTid, amount: 4000 });
    return posTid;
  },
  async release(world, strike) {
    const { posTid } = await world.pay("AUTH", 10_000);
    strike();
    await world.must("payment.release", { posTid });
    return posTid;
  },
  async abort(world, strike) {
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 10_000, ...toPhone });
    await world.waitForPayment(posTid, (payment) => payment.tid !== null);
    strike();
    await world.must("payment.abort", { posTid });
    return posTid;
  },
  async reauth(world, strike) {
    const { posTid } = await world.pay("AUTH", 10_000);
    strike();
    await world.must("payment.reauthorise", { posTid });
    return posTid;
  },
  async refund(world, strike) {
    const { posTid } = await world.pay("SALE", 10_000);
    await ensureSignedIn(world);
    strike();
    await world.must("payment.refund", { posTid, amount: 2500, reason: "returned" });
    return posTid;
  },
  async outcome(world, strike) {
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 10_000, ...toPhone });
    const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
    strike();
    await world.phone.approve(tid ?? "");
    return posTid;
  },
};

/** Sessions end after five minutes of the till's clock, which is fast here. */
async function ensureSignedIn(world: TestTill): Promise<void> {
  if (world.till.role() === null) await world.asManager();
}

/** The required result of the payment, whatever faults occurred. */
const EXPECTED_RESULTS: Record<Kind, Partial<Payment>> = {
  create: { phase: "waiting" },
  capture: { phase: "partly_captured", capturedTotal: 4000 },
  release: { phase: "released", capturedTotal: 0 },
  abort: { phase: "aborted", capturedTotal: 0 },
  reauth: { phase: "authorised", authorisedLeft: 10_000 },
  refund: { phase: "partly_refunded", refundedTotal: 2500 },
  outcome: { phase: "captured", capturedTotal: 10_000 },
};

/** Applies faults to each kind of request, and waits until both sides agree. */
async function runEveryKind({ world, proxy }: TillBehindProxy, faults: readonly Fault[], tally: Tally): Promise<void> {
  const early = watchForPrematureMoney(world);
  for (const kind of KINDS) {
    const before = proxy.forwardedRequests.length;
    const posTid = await EXERCISE[kind](world, () => {
      for (const fault of faults) proxy.injectFault(kind, fault);
    });
    await settled(world, { only: [posTid] });
    expect(await world.must("payment.get", { posTid }), `after ${kind}`).toMatchObject(EXPECTED_RESULTS[kind]);
    const applied = proxy.forwardedRequests.slice(before).filter(({ fault }) => faults.includes(fault)).length;
    expect(applied, `${kind} met the fault`).toBeGreaterThan(0);
    tally.runs += applied;
    // The till does not repeat a request whose response it could read.
    proxy.clearFaults();
  }
  await proxy.idle();
  const balance = await settled(world);
  tally.lost += balance.lost.length;
  tally.duplicated += balance.duplicated.length;
  expect(early.words).toEqual([]);
  expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
}

describe("a network fault", () => {
  for (const [name, meaning] of Object.entries(FAULTS).filter(([name]) => name !== "pass")) {
    faultCase(
      `loses and duplicates no operation: ${name.replaceAll("_", " ")} (${meaning.split(":")[0]})`,
      async (tally) => {
        await using elsewhere = await countingServer();
        await using behindProxy = await createTillBehindProxy({
          callbacks: false,
          proxy: { elsewhere: elsewhere.url },
        });
        await runEveryKind(behindProxy, Array<FaultName>(usualOrNightly(2, 4)).fill(name as FaultName), tally);
        expect(elsewhere.hits(), "no client follows a redirect").toBe(0);
      },
    );
  }

  faultCase("loses and duplicates no operation: connections refused", async (tally) => {
    await using behindProxy = await createTillBehindProxy({ callbacks: false });
    const { world, proxy } = behindProxy;
    for (const kind of KINDS) {
      const posTid = await EXERCISE[kind](world, () => {});
      await settled(world, { only: [posTid] });
      const open = await proxy.refuse();
      const { posTid: during } = await world.must("payment.start", { action: "SALE", amount: 700, ...toPhone });
      // A till that was offline before sending the request keeps it until it is online.
      await Promise.race([
        world.waitForPayment(during, (payment) => (payment.operations[0]?.attempts ?? 0) > 1),
        world.waitForTerminal(({ connectivity }) => connectivity === "offline"),
      ]);
      await open();
      await settled(world, { only: [during] });
      tally.runs += 1;
    }
    await settled(world);
  });
});

const RESPONSES: [string, Fault[]][] = [
  ["500, 501, 502, 503, 504 in a row", [500, 501, 502, 503, 504].map((status) => ({ status }))],
  [
    "503 with Retry-After although the request was processed",
    ["broken_answer", { status: 503, headers: { "retry-after": "3" } }],
  ],
  ["401 after accepted requests", [{ status: 401 }, { status: 401 }]],
  ["403 once", [{ status: 403 }]],
  ["408 and 425", [{ status: 408 }, { status: 425 }]],
  ["status codes 299 and 999", [{ status: 299, body: "{}" }, { status: 999 }]],
  ["200 with truncated JSON", ["{", '{"id":', "[1,"].map((body) => ({ status: 200, body }))],
  ["200 with a body that confirms nothing", ["", "{}", "[]", "null", '"x"'].map((body) => ({ status: 200, body }))],
];

describe("a long outage", () => {
  faultCase("ends with every queued operation done once after 72 h offline", async (tally) => {
    const offline = { enabled: true, maxAmount: 99_999_999, maxTotal: 10_000_000_000, maxAgeMinutes: 10_080 };
    // At fifty times the speed, the rate exceeds a busy machine's capacity, and late responses would only show that.
    const timeouts = { connectMs: 5000, headersMs: 5000, totalMs: 5000 };
    await using behindProxy = await createTillBehindProxy({ callbacks: false, provisioning: { offline }, timeouts });
    const { world, proxy, clock } = behindProxy;
    const count = usualOrNightly(100, 500);
    const reserved = [await world.pay("AUTH", 10_000), await world.pay("AUTH", 20_000)];
    const open = await proxy.refuse();
    await world.waitForTerminal(({ connectivity }) => connectivity === "offline");
    for (const { posTid } of reserved) await world.must("payment.release", { posTid });
    for (let sale = 0; sale < count; sale += 1)
      await world.must("payment.start", { action: "SALE", amount: 1000 + sale, ...toPhone });
    clock.pass(20 * HOUR_MS);
    const restarted = world.restart();
    clock.pass(3 * HOUR_MS);
    await open();
    await restarted;
    // The reservations are released within a day; payments that still count are polled.
    await settled(world, { only: reserved.map(({ posTid }) => posTid) });
    clock.pass(49 * HOUR_MS);
    const balance = await settled(world, { limitMs: 60_000 });
    tally.runs = balance.operations;
    tally.lost = balance.lost.length;
    tally.duplicated = balance.duplicated.length;
  });

  faultCase("parks an operation that always fails, while the others continue", async (tally) => {
    await using behindProxy = await createTillBehindProxy();
    const { world, proxy } = behindProxy;
    const poisoned = await world.pay("AUTH", 10_000);
    proxy.chooseFault = (kind) => (kind === "release" || kind === "outcome" ? { status: 404 } : "pass");
    await world.must("payment.release", { posTid: poisoned.posTid });
    // The till may poll the payment before its release is parked; those polls also return 404.
    await world.waitForPayment(poisoned.posTid, ({ operations }) => operations.at(-1)?.state === "attention");
    proxy.chooseFault = () => "pass";
    const others = [await world.pay("SALE", 500), await world.pay("SALE", 600)];
    await settled(world, { only: others.map(({ posTid }) => posTid) });
    await world.asManager();
    const { items } = await world.must("queue.list", {});
    const parked = items.find(({ posTid }) => posTid === poisoned.posTid);
    expect(parked).toMatchObject({ state: "attention", kind: "release" });
    await world.must("queue.retry", { operationId: parked?.id ?? "" });
    await world.waitForPhase(poisoned.posTid, "released");
    await settled(world);
    tally.runs = 1;
  });
});

const HOUR_MS = 3_600_000;

const RETRY_AFTER = [
  ["0", "7", "-1", "1e3", ""],
  [
    "soon",
    "Fri, 31 Feb 2026 10:00:00 GMT",
    "Fri, 02 Jan 1970 00:00:00 GMT",
    new Date(Date.now() + 20_000).toUTCString(),
  ],
];

describe("a failing service", () => {
  faultCase("loses and duplicates no operation: 429 with every form of Retry-After", async (tally) => {
    for (const texts of RETRY_AFTER) {
      await using behindProxy = await createTillBehindProxy({ callbacks: false });
      await runEveryKind(
        behindProxy,
        texts.map((text) => ({ status: 429, headers: { "retry-after": text } })),
        tally,
      );
    }
  });

  for (const [name, faults] of RESPONSES) {
    faultCase(`loses and duplicates no operation: ${name}`, async (tally) => {
      await using behindProxy = await createTillBehindProxy({ callbacks: false });
      await runEveryKind(behindProxy, faults, tally);
    });
  }

  const inThreeDays = new Date(Date.now() + 72 * HOUR_MS).toUTCString();
  for (const [what, text] of [
    ["899", "899"],
    ["99999999", "99999999"],
    ["a date in three days", inThreeDays],
  ] as const) {
    faultCase(`delays a retry by at most 15 min: 429 with Retry-After ${what}`, async (tally) => {
      await using behindProxy = await createTillBehindProxy({ callbacks: false });
      const { world, proxy, clock } = behindProxy;
      for (const kind of ["capture", "release", "refund", "reauth"] as const) {
        const before = clock.now();
        const posTid = await EXERCISE[kind](world, () => {
          proxy.injectFault(kind, { status: 429, headers: { "retry-after": text } });
        });
        const waiting = await world.waitForPayment(posTid, ({ operations }) => operations.at(-1)?.lastError !== null);
        const due = Date.parse(waiting.operations.at(-1)?.nextAttemptAt ?? "") - before;
        expect(due).toBeGreaterThan(890_000);
        clock.pass(900_000);
        await settled(world, { only: [posTid] });
        expect(await world.must("payment.get", { posTid })).toMatchObject(EXPECTED_RESULTS[kind]);
        tally.runs += 1;
      }
    });
  }
});

/** Starts a server that counts its requests, and expects none. */
async function countingServer(): Promise<{ url: string; hits(): number } & AsyncDisposable> {
  let hits = 0;
  const server = createServer((_request, response) => {
    hits += 1;
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    hits: () => hits,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
