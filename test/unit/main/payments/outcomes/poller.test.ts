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
  /** Tids in the order in which they were asked about */
  asked: string[];
  /** Resolves when so many questions have come */
  until(count: number): Promise<void>;
  /** Makes an open payment that the service has */
  add(name: string, phase: "waiting" | "authorised", at?: number): void;
  /** Makes a reservation that was captured with many others, and of which the service does not list that */
  addCaptured(name: string): void;
  /** The same of a reservation that is there */
  capture(name: string): void;
  /** Tids about which the service says nothing */
  silent: Set<string>;
  /** Tids about which the service says that it is broken */
  broken: Set<string>;
  /** Tids that the service says it does not know */
  unknown: Set<string>;
  /** Tids of payments that are for a person, because the service has said that it never had them */
  disowned(): string[];
  /** What becomes of the answers; they are taken in unless a test says otherwise */
  takeIn: { work(): void };
  start(activeMs?: number): Poller;
  /** Sends what no person waits for. */
  send(): Promise<unknown>;
  /** How often all open payments were read */
  readings(): number;
}

const HANGING_MS = 600_000;

/**
 * Moves the clock from one waking to the next, each time after every request and response on its way has arrived.
 * @returns ms of the clock until `done()` holds
 */
async function advanceUntil(clock: ManualClock, sockets: QuietSockets, done: () => boolean): Promise<number> {
  const began = clock.monotonic();
  for (await sockets.quiet(); !done(); await sockets.quiet()) await clock.advance(clock.nextWakeMs() ?? 0);
  return clock.monotonic() - began;
}

/** A poller on a real database and a service that says "pending" of everything. */
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
    // What hangs does so until the end of the test, however slow the machine.
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
  const kept = opened.move();
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
            return { is: "same", ask: false };
          },
        },
        settings: { activeMs, idleMs: 60_000 },
      });
      kept.defer(async () => {
        const ending = poller.close();
        await api.close();
        await ending;
      });
      return poller;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
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

describe("an answer that something overtook", () => {
  it("is asked for again at once, and not when the schedule has it", async () => {
    using sockets = watchSockets();
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    world.add("waiting-1", "waiting");
    const poller = world.start();
    world.takeIn.work = () => {
      world.takeIn.work = () => {};
      poller.soon("waiting-1");
    };
    expect(await advanceUntil(clock, sockets, () => world.asked.length === 2)).toBe(1000);
  });
});

describe("a capture that is being confirmed", () => {
  it("is asked about as soon as ever when a message hints at it meanwhile", async () => {
    using sockets = watchSockets();
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    world.add("reserved", "authorised");
    const poller = world.start();
    await advanceUntil(clock, sockets, () => world.asked.length === 1);
    world.capture("reserved");
    poller.wake("reserved");
    await sockets.quiet();
    poller.soon("reserved");
    expect(await advanceUntil(clock, sockets, () => world.asked.length === 2)).toBe(200);
  });
});

describe("the first looks after a start", () => {
  it("are at twenty a second, first at what a customer waits for, the newest before the others", async () => {
    using sockets = watchSockets();
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    for (let i = 0; i < 90; i += 1) world.add(`reserved-${i}`, "authorised", i);
    for (let i = 0; i < 5; i += 1) world.add(`waiting-${i}`, "waiting", i);
    world.start();
    // At ten a second, from what is left of the burst: eight seconds. At twenty: three and a half.
    expect(await advanceUntil(clock, sockets, () => world.asked.length === 95)).toBeLessThan(4000);
    // Eight are under way at once, and need not arrive in the order in which they left.
    const early = world.asked.slice(0, 5 + 7);
    expect(early).toEqual(expect.arrayContaining([0, 1, 2, 3, 4].map((n) => `waiting-${n}`)));
    expect(early).toContain("reserved-89");
    expect(early).not.toContain("reserved-0");
    expect(new Set(world.asked).size).toBe(95);
  });
});

describe("a hundred customers who wait at once", () => {
  it("leave room for what is to be sent, and the last that came is asked about as if alone", async () => {
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
    // Of ten requests a second, one was for what is to be sent, as long as the questions took the rest.
    expect(world.asked.length - before).toBeLessThan(90);
    const from = world.asked.length;
    await advanceUntil(clock, sockets, () => world.asked.length >= from + 30);
    const lastFive = new Set([95, 96, 97, 98, 99].map((n) => `waiting-${n}`));
    expect(world.asked.slice(from).filter((tid) => lastFive.has(tid)).length).toBeGreaterThan(12);
  });
});

describe("sixty reservations that were captured at once, which the service does not list", () => {
  it("keep no customer waiting: whoever stands there is no one of them", async () => {
    using sockets = watchSockets();
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    for (let i = 0; i < 60; i += 1) world.addCaptured(`captured-${i}`);
    const poller = world.start(1000);
    // The first looks are over, and the questions that follow them soon.
    await advanceUntil(clock, sockets, () => world.asked.length >= 150);
    world.add("customer", "waiting", clock.now());
    poller.wake();
    const from = world.asked.length;
    await advanceUntil(clock, sockets, () => world.asked.length >= from + 100);
    // Ten or so of a hundred questions. As one of sixty-one: two.
    const questions = world.asked.slice(from).filter((tid) => tid === "customer").length;
    expect(questions).toBeGreaterThan(3);
  });
});

describe("one of two hundred open payments that changes", () => {
  it("is read by itself: the others are not read again", async () => {
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

describe("an answer that the disk does not take", () => {
  it("is asked for again within seconds", async () => {
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

describe("a service that says that it never had a payment", () => {
  it("is believed when it has said so three times in a row, and not by what failed otherwise", async () => {
    await using world = await pollerWorld(fastClock(100));
    world.add("waiting", "waiting");
    world.broken.add("waiting");
    world.start(1000);
    /** Lets it say so this often; the answer to the question after that is of another kind. */
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

describe("answers that do not come", () => {
  it("keep no other customer waiting: six hang, and the seventh is asked about at once", async () => {
    await using world = await pollerWorld();
    for (let i = 0; i < 6; i += 1) world.add(`hung-${i}`, "waiting");
    for (let i = 0; i < 6; i += 1) world.silent.add(`hung-${i}`);
    const poller = world.start();
    await world.until(6);
    world.add("seventh", "waiting", 1);
    poller.wake();
    await world.until(7);
    // Nothing was asked a second time: all six were still hanging then.
    expect(new Set(world.asked).size).toBe(7);
    expect(world.asked.at(-1)).toBe("seventh");
  });

  /** Adds a customer at the counter, and resolves when they are asked about, which is within ten seconds of the clock. */
  async function another(world: PollerWorld, poller: Poller, clock: ManualClock): Promise<void> {
    world.add("customer", "waiting", clock.now());
    poller.wake();
    await clock.advance(10_000);
    while (!world.asked.includes("customer")) await world.until(world.asked.length + 1);
  }

  it("keep no other customer waiting: forty first looks after a start", async () => {
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    const names = Array.from({ length: 40 }, (_, at) => `hung-${at}`);
    for (const [at, name] of names.entries()) world.add(name, at % 2 === 0 ? "waiting" : "authorised", at);
    for (const name of names) world.silent.add(name);
    const poller = world.start();
    await world.until(8);
    await another(world, poller, clock);
    // Eight of them hang still, and none was asked a second time: nobody waited for their end.
    expect(world.asked).toHaveLength(9);
    expect(new Set(world.asked).size).toBe(9);
  });

  it("keep no other customer waiting: twenty hints of which the first question failed", async () => {
    using sockets = watchSockets();
    const clock = createManualClock();
    await using world = await pollerWorld(clock);
    const names = Array.from({ length: 20 }, (_, at) => `hung-${at}`);
    for (const [at, name] of names.entries()) world.add(name, "authorised", at);
    for (const name of names) world.broken.add(name);
    const poller = world.start();
    for (const name of names) poller.soon(name);
    await advanceUntil(clock, sockets, () => world.asked.length === names.length);
    for (const name of names) world.silent.add(name);
    world.broken.clear();
    // All are due again by then, eight at a time.
    await clock.advance(5000);
    await world.until(names.length + 8);
    await another(world, poller, clock);
    expect(world.asked).toHaveLength(names.length + 9);
  });
});
