import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createBookings } from "../../../../../main/accounting/periods/bookings.ts";
import { type Clock, systemClock } from "../../../../../main/lib/clock.ts";
import { holdSecret } from "../../../../../main/lib/secret.ts";
import { type Poller, startPoller } from "../../../../../main/payments/outcomes/poller.ts";
import { operations } from "../../../../../main/payments/queue/operations.ts";
import { paymentRows } from "../../../../../main/payments/rows.ts";
import { createPaymentStore } from "../../../../../main/payments/store.ts";
import { createApiClient } from "../../../../../main/service/api/client.ts";
import { getMerchant } from "../../../../../main/service/api/merchant.ts";
import type { Database } from "../../../../../main/storage/database/database.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { createManualClock, type ManualClock } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { fastClock } from "../../../../support/fast-clock.ts";
import { type QuietSockets, watchSockets } from "../../../../support/quiet-sockets.ts";

interface PollerWorld extends AsyncDisposable {
  /** Tids in the order of their polls */
  asked: string[];
  /** Resolves after this number of polls */
  until(count: number): Promise<void>;
  /** Adds an open payment that the service knows */
  add(name: string, phase: "waiting" | "authorised", at?: number): void;
  /** Adds a reservation from a bulk capture; the service does not list the capture */
  addCaptured(name: string): void;
  /** Captures an existing reservation in the same way */
  capture(name: string): void;
  /** Tids for which the service sends no response */
  silent: Set<string>;
  /** Tids for which the service returns an error */
  broken: Set<string>;
  /** Tids that the service reports as unknown */
  unknown: Set<string>;
  /** Tids of payments that need attention because the service reported them as not found */
  disowned(): string[];
  /** Handling of responses; they are applied unless a test overrides this */
  takeIn: { work(): void };
  start(activeMs?: number): Poller;
  /** Sends a request with the lowest priority. */
  send(): Promise<unknown>;
  /** Number of times all open payments were read */
  readings(): number;
}

const HANGING_MS = 600_000;

/**
 * Moves the clock from one timer to the next, each time after all requests and responses in flight have arrived.
 * @returns ms of the clock until `done()` holds
 */
async function advanceUntil(clock: ManualClock, sockets: QuietSockets, done: () => boolean): Promise<number> {
  const began = clock.monotonic();
  for (await sockets.quiet(); !done(); await sockets.quiet()) await clock.advance(clock.nextWakeMs() ?? 0);
  return clock.monotonic() - began;
}

/** A poller on a real database, and a service that reports every payment as pending. */
async function pollerWorld(clock: Clock = systemClock): Promise<PollerWorld> {
  await using opened = new AsyncDisposableStack();
  const { database } = opened.use(temporaryDatabase());
  const asked: string[] = [];
  const silent = new Set<string>();
  const broken = new Set<string>();
  const unknown = new Set<string>();
  const takeIn = { work: () => {} };
  let told = () => {};
  const server = createServer((request, response) => {
    const tid = /payment_request\/([^/]+)\/outcome/.exec(request.url ?? "")?.[1] ?? "";
    if (tid !== "") asked.push(tid);
    told();
    if (broken.has(tid)) response.writeHead(500).end();
    else if (unknown.has(tid)) response.writeHead(404).end();
    else if (!silent.has(tid)) answer(response, tid);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const api = createApiClient({
    service: {
      vendor: "svc",
      merchant: "shop",
      user: "till-1",
      integrator: null,
      testbedToken: null,
      baseUrl: `http://127.0.0.1:${port}`,
    },
    credentials: { scheme: "SECRET", secret: holdSecret("a secret of a test") },
    clock,
    // A hanging request hangs until the end of the test, however slow the machine.
    timeouts: { connectMs: HANGING_MS, headersMs: HANGING_MS, totalMs: HANGING_MS },
  });
  opened.defer(() => api.close());
  const log = pino({ level: "silent" });
  const rows = paymentRows(database);
  let readings = 0;
  const inPhases: typeof rows.inPhases = (phases) => {
    readings += 1;
    return rows.inPhases(phases);
  };
  const tables = { rows: { ...rows, inPhases }, operations: operations(database) };
  const store = createPaymentStore({
    ...tables,
    bookings: createBookings(database),
    database,
    clock,
    journal: createJournal(database),
    onChange: () => undefined,
  });
  const capture = (name: string) => {
    const operation = { id: `op-${name}`, kind: "capture", body: Buffer.from("{}"), amount: 100 } as const;
    tables.operations.enqueue({ ...operation, posTid: name }, 0);
    tables.operations.markBulk(name);
    store.commit(name, (now) => tables.operations.settle(`op-${name}`, { state: "done" }, now));
  };
  const resources = opened.move();
  return {
    asked,
    silent,
    broken,
    unknown,
    disowned: () => database.prepare<[], string>("SELECT tid FROM payment WHERE disowned = 1").pluck().all(),
    takeIn,
    until: (count) =>
      new Promise((resolve) => {
        told = () => asked.length >= count && resolve();
        told();
      }),
    add: (name, phase, at = 0) => insert(database, name, phase, at),
    addCaptured(name) {
      insert(database, name, "authorised", 0);
      capture(name);
    },
    capture,
    send: () => getMerchant(api, "shop"),
    readings: () => readings,
    start(activeMs = 60_000) {
      const poller = startPoller({
        api,
        store,
        log,
        clock,
        random: () => 0.5,
        receiving: () => false,
        intake: {
          outcome: () => {
            takeIn.work();
            return { result: "unchanged", shouldPoll: false };
          },
        },
        settings: { activeMs, idleMs: 60_000 },
      });
      resources.defer(async () => {
        const ending = poller.close();
        await api.close();
        await ending;
      });
      return poller;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

let sequence = 0;

function insert(database: Database, name: string, phase: string, at: number): void {
  sequence += 1;
  database
    .prepare(
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, tid, phase, created_at, modified_at)
       VALUES (@name, @sequence, @name, 'SALE', 'NOK', 100, 0, 0, @name, @phase, @at, @at)`,
    )
    .run({ name, sequence, phase, at });
}

function answer(response: ServerResponse, tid: string): void {
  const outcome = { currency: "NOK", amount: 100, status: "pending", pos_id: "p", pos_tid: tid, tid };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(outcome));
}

describe("an outdated response", () => {
  it("is requested again immediately, without waiting for the schedule", async () => {
    using sockets = watchSockets();
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    world.add("waiting-1", "waiting");
    const poller = world.start();
    world.takeIn.work = () => {
      world.takeIn.work = () => {};
      poller.pollNow("waiting-1");
    };
    expect(await advanceUntil(clock, sockets, () => world.asked.length === 2)).toBe(1000);
  });
});

describe("a capture that is being confirmed", () => {
  it("is polled promptly when a callback hints at it", async () => {
    using sockets = watchSockets();
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    world.add("reserved", "authorised");
    const poller = world.start();
    await advanceUntil(clock, sockets, () => world.asked.length === 1);
    world.capture("reserved");
    poller.wake("reserved");
    await sockets.quiet();
    poller.pollNow("reserved");
    expect(await advanceUntil(clock, sockets, () => world.asked.length === 2)).toBe(200);
  });
});

describe("the first polls after a start", () => {
  it("run at twenty a second, waiting customers first, newest first", async () => {
    using sockets = watchSockets();
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    for (let i = 0; i < 90; i += 1) world.add(`reserved-${i}`, "authorised", i);
    for (let i = 0; i < 5; i += 1) world.add(`waiting-${i}`, "waiting", i);
    world.start();
    // Ten a second with the rest of the burst would take eight seconds; twenty a second takes three and a half.
    expect(await advanceUntil(clock, sockets, () => world.asked.length === 95)).toBeLessThan(4000);
    // Eight requests run at once, and may arrive in any order.
    const early = world.asked.slice(0, 5 + 7);
    expect(early).toEqual(expect.arrayContaining([0, 1, 2, 3, 4].map((n) => `waiting-${n}`)));
    expect(early).toContain("reserved-89");
    expect(early).not.toContain("reserved-0");
    expect(new Set(world.asked).size).toBe(95);
  });
});

describe("a hundred waiting customers", () => {
  it("leave room for queued requests, and the newest is polled as often as if alone", async () => {
    using sockets = watchSockets();
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    for (let i = 0; i < 100; i += 1) world.add(`waiting-${i}`, "waiting", i);
    world.start(1000);
    await advanceUntil(clock, sockets, () => world.asked.length >= 120);
    const before = world.asked.length;
    for (let number = 0; number < 20; number += 1) {
      let isSent = false;
      const sending = world.send().finally(() => {
        isSent = true;
      });
      await advanceUntil(clock, sockets, () => isSent);
      await sending;
    }
    // While polls used the rate, one of ten requests a second was a queued request.
    expect(world.asked.length - before).toBeLessThan(90);
    const from = world.asked.length;
    await advanceUntil(clock, sockets, () => world.asked.length >= from + 30);
    const lastFive = new Set([95, 96, 97, 98, 99].map((n) => `waiting-${n}`));
    expect(world.asked.slice(from).filter((tid) => lastFive.has(tid)).length).toBeGreaterThan(12);
  });
});

describe("sixty bulk-captured reservations that the service does not list", () => {
  it("delay no customer at the counter", async () => {
    using sockets = watchSockets();
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    for (let i = 0; i < 60; i += 1) world.addCaptured(`captured-${i}`);
    const poller = world.start(1000);
    // The first polls are done, and soon the next ones, too.
    await advanceUntil(clock, sockets, () => world.asked.length >= 150);
    world.add("customer", "waiting", clock.now());
    poller.wake();
    const from = world.asked.length;
    await advanceUntil(clock, sockets, () => world.asked.length >= from + 100);
    // About ten of a hundred polls. Without priority it would be two.
    const questions = world.asked.slice(from).filter((tid) => tid === "customer").length;
    expect(questions).toBeGreaterThan(3);
  });
});

describe("one of two hundred open payments that changes", () => {
  it("is the only payment read from the database", async () => {
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    for (let i = 0; i < 200; i += 1) world.add(`reserved-${i}`, "authorised", i);
    const poller = world.start();
    await world.until(2);
    expect(world.readings()).toBe(1);
    for (let i = 0; i < 20; i += 1) {
      poller.wake(`reserved-${i}`);
      await clock.advance(1);
    }
    expect(world.readings()).toBe(1);
    poller.wake();
    await clock.advance(1);
    expect(world.readings()).toBe(2);
  });
});

describe("a response that the disk cannot store", () => {
  it("is requested again within seconds", async () => {
    using sockets = watchSockets();
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    world.add("approved", "waiting");
    world.takeIn.work = () => {
      throw new Error("database or disk is full");
    };
    world.start();
    expect(await advanceUntil(clock, sockets, () => world.asked.length === 2)).toBe(2000);
    expect(world.asked).toEqual(["approved", "approved"]);
  });
});

describe("a payment that the service reports as not found", () => {
  it("counts as missing after three such responses in a row, not after other errors", async () => {
    await using world = await pollerWorld(fastClock(100));
    world.add("waiting", "waiting");
    world.broken.add("waiting");
    world.start(1000);
    /** Returns "not found" this many times, and then another kind of response. */
    const notFound = async (times: number, next: Set<string> | null) => {
      const from = world.asked.length;
      world.broken.delete("waiting");
      world.unknown.add("waiting");
      await world.until(from + times);
      world.unknown.delete("waiting");
      next?.add("waiting");
      await world.until(from + times + 1);
    };
    await world.until(4);
    await notFound(2, world.broken);
    await notFound(2, null);
    await notFound(2, world.broken);
    expect(world.disowned()).toEqual([]);
    await notFound(3, world.broken);
    expect(world.disowned()).toEqual(["waiting"]);
  });
});

describe("hanging responses", () => {
  it("delay no other customer: six hang, and the seventh is polled immediately", async () => {
    await using world = await pollerWorld();
    for (let i = 0; i < 6; i += 1) world.add(`hung-${i}`, "waiting");
    for (let i = 0; i < 6; i += 1) world.silent.add(`hung-${i}`);
    const poller = world.start();
    await world.until(6);
    world.add("seventh", "waiting", 1);
    poller.wake();
    await world.until(7);
    // No payment was polled twice: all six requests were still hanging.
    expect(new Set(world.asked).size).toBe(7);
    expect(world.asked.at(-1)).toBe("seventh");
  });

  /** Adds a customer at the counter, and resolves at their first poll, within ten seconds of the clock. */
  async function another(world: PollerWorld, poller: Poller, clock: ManualClock): Promise<void> {
    world.add("customer", "waiting", clock.now());
    poller.wake();
    await clock.advance(10_000);
    while (!world.asked.includes("customer")) await world.until(world.asked.length + 1);
  }

  it("delay no other customer: forty first polls after a start", async () => {
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    const names = Array.from({ length: 40 }, (_, at) => `hung-${at}`);
    for (const [at, name] of names.entries()) world.add(name, at % 2 === 0 ? "waiting" : "authorised", at);
    for (const name of names) world.silent.add(name);
    const poller = world.start();
    await world.until(8);
    await another(world, poller, clock);
    // Eight requests still hang, and none was repeated: the newest poll did not wait for them.
    expect(world.asked).toHaveLength(9);
    expect(new Set(world.asked).size).toBe(9);
  });

  it("delay no other customer: twenty hints whose first poll failed", async () => {
    using sockets = watchSockets();
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    const names = Array.from({ length: 20 }, (_, at) => `hung-${at}`);
    for (const [at, name] of names.entries()) world.add(name, "authorised", at);
    for (const name of names) world.broken.add(name);
    const poller = world.start();
    for (const name of names) poller.pollNow(name);
    await advanceUntil(clock, sockets, () => world.asked.length === names.length);
    for (const name of names) world.silent.add(name);
    world.broken.clear();
    // By then all are due again, eight at a time.
    await clock.advance(5000);
    await world.until(names.length + 8);
    await another(world, poller, clock);
    expect(world.asked).toHaveLength(names.length + 9);
  });
});
