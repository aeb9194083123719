import { describe, expect, it } from "vitest";
import type { Payment } from "../../../contract/payments/views.ts";
import { operations } from "../../../main/payments/queue/operations.ts";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { type Carried, type FaultProxy, faultProxy } from "../../support/fault-proxy.ts";
import { runningMs } from "../../support/running-time.ts";
import { CUSTOMER, createTestTill, type TestTill, type TestTillOptions } from "../../support/test-till.ts";

const toPhone = { action: "SALE", amount: 5000, customer: { kind: "phone", value: CUSTOMER } } as const;
const BACKLOG = 500;
/**
 * The requests of 300 ms at the rate limit, those in flight, and what the bucket gathers on a busy machine. With a
 * shared queue there would be hundreds.
 */
const IN_300_MS = 3 + 4 + 8;

interface Busy extends AsyncDisposable {
  world: TestTill;
  proxy: FaultProxy;
}

/** A test till with a proxy before its service. */
async function watchedCounter(options: TestTillOptions = {}): Promise<Busy> {
  await using opened = new AsyncDisposableStack();
  const proxy = opened.use(await faultProxy());
  const onService = (port: number) => {
    proxy.upstreamPort = port;
  };
  const world = opened.use(await createTestTill({ onService, service: { baseUrl: proxy.url }, ...options }));
  const resources = opened.move();
  return { world, proxy, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Inserts payments of this till with a pending operation that was due a minute ago, as after an outage. */
function insertBacklog(path: string, kind: "release" | "create", many = BACKLOG): void {
  const database = openDatabase(path);
  const at = Date.now() - 60_000;
  const insert = database.prepare(
    `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, tid, phase, created_at, modified_at)
     VALUES (?, ?, ?, 'AUTH', 'NOK', 100, 0, 0, ?, 'released', ?, ?)`,
  );
  const queue = operations(database);
  database.transaction(() => {
    for (let i = 0; i < many; i += 1) {
      insert.run(`old-${i}`, 1_000_000 + i, `OLD-${i}`, kind === "create" ? null : `tid-${i}`, at, at);
      queue.enqueue(
        { id: `op-${i}`, posTid: `old-${i}`, kind, body: Buffer.from(`{"action":"RELEASE","n":${i}}`) },
        at,
      );
    }
  })();
  closeDatabase(database);
}

/** Returns how many other requests reach the service between now and the next of a kind. */
function countOthersBefore({ proxy }: Busy, kind: Carried): () => number {
  const from = proxy.forwardedRequests.length;
  return () => {
    const index = proxy.forwardedRequests.findIndex((request, at) => at >= from && request.kind === kind);
    return index < 0 ? Number.POSITIVE_INFINITY : index - from;
  };
}

function isCapturing({ operations: asked }: Payment): boolean {
  return asked.some(({ kind }) => kind === "capture");
}

/** Resolves as soon as the request is sent, with the number of requests before it. */
async function countWhenSent(before: () => number): Promise<number> {
  while (before() === Number.POSITIVE_INFINITY) await new Promise((resolve) => setTimeout(resolve, 5));
  return before();
}

describe("a counter with eleven requests without a response", () => {
  it("completes another sale within ten seconds", async () => {
    await using busy = await watchedCounter();
    const { world, proxy } = busy;
    const reserved = [];
    for (let i = 0; i < 5; i += 1) reserved.push(await world.pay("AUTH", 1000 + i));
    proxy.injectFault("outcome", "stall", 6);
    for (let i = 0; i < 6; i += 1) await world.must("payment.start", { ...toPhone, amount: 2000 + i });
    proxy.injectFault("capture", "stall", 5);
    for (const { posTid } of reserved) await world.must("payment.capture", { posTid });
    const stalled = () => proxy.forwardedRequests.filter(({ fault }) => fault === "stall").length;
    while (stalled() < 11) await new Promise((resolve) => setTimeout(resolve, 20));
    const began = runningMs();
    const sold = await world.pay("SALE", 5000);
    expect(sold.phase).toBe("captured");
    expect(runningMs() - began).toBeLessThan(10_000);
    // All five still hung when it was done: none was abandoned or sent again.
    const sending = "SELECT count(*) FROM operation WHERE kind = 'capture' AND state = 'sending' AND attempts = 1";
    expect(world.database.prepare(sending).pluck().get()).toBe(5);
  });
});

describe("a till with five hundred waiting operations", () => {
  it.each(["release", "create"] as const)(
    "(%s) sends a new sale, its capture, a cancel and a refund within 300 ms each",
    async (kind) => {
      await using busy = await watchedCounter();
      const { world, proxy } = busy;
      const sold = await world.pay("SALE", 1000);
      await world.restart((path) => insertBacklog(path, kind));
      // The burst is used up: ten requests a second remain, and all are needed.
      while (proxy.forwardedRequests.length < 60) await new Promise((resolve) => setTimeout(resolve, 20));
      const creates = () => proxy.forwardedRequests.filter((request) => request.kind === "create").length;
      const before = creates();
      const aCreate = countOthersBefore(busy, "create");
      const started = await world.must("payment.start", toPhone);
      const waiting = await world.waitForPayment(started.posTid, ({ tid }) => tid !== null);
      if (kind === "release") expect(aCreate()).toBeLessThanOrEqual(IN_300_MS);
      else expect(creates() - before).toBeLessThanOrEqual(IN_300_MS);

      // Counts from the moment the till knows: the phone's and the callback's time is excluded.
      const approved = world.waitForPayment(started.posTid, isCapturing).then(() => countOthersBefore(busy, "capture"));
      await world.phone.approve(waiting.tid ?? "");
      const aCapture = await approved;
      await world.waitForPhase(started.posTid, "captured");
      expect(aCapture()).toBeLessThanOrEqual(IN_300_MS);

      const other = await world.must("payment.start", { ...toPhone, amount: 7000 });
      await world.waitForPayment(other.posTid, ({ tid }) => tid !== null);
      const anAbort = countOthersBefore(busy, "abort");
      await world.must("payment.abort", { posTid: other.posTid });
      await world.waitForPhase(other.posTid, "aborted");
      expect(anAbort()).toBeLessThanOrEqual(IN_300_MS);

      await world.asManager();
      const aRefund = countOthersBefore(busy, "refund");
      await world.must("payment.refund", { posTid: sold.posTid, amount: 1000, reason: "returned" });
      await world.waitForPhase(sold.posTid, "refunded");
      expect(aRefund()).toBeLessThanOrEqual(IN_300_MS);
      expect((await world.must("terminal.get", {})).queue.depth).toBeGreaterThan(BACKLOG / 2);
    },
  );
});

/** Reservations of this till that their customers approved and the service holds, with a manager signed in. */
async function reserved({ world }: Busy, many: number): Promise<Payment[]> {
  const made = await Promise.all(Array.from({ length: many }, (_, index) => world.pay("AUTH", 1000 + index)));
  await world.asManager();
  return made;
}

describe("a till that releases 120 reservations at once", () => {
  it.each([
    ["each is listed at once", 0],
    ["none is listed for a minute", 60_000],
  ])("(%s) sends a new sale, its poll, its capture and a cancel within 300 ms each", async (_how, listLateMs) => {
    await using busy = await watchedCounter({ clock: fastClock(4), callbacks: false });
    const { world, proxy } = busy;
    const held = await reserved(busy, 120);
    world.sandbox.faults.listLateMs = listLateMs;
    const from = proxy.forwardedRequests.length;
    const total = held.reduce((sum, { authorisedLeft }) => sum + authorisedLeft, 0);
    const posTids = held.map(({ posTid }) => posTid);
    const { asked } = await world.must("reservation.bulk", { step: "release", posTids, total });
    expect(asked).toBe(held.length);
    // The burst is used up, and many of the payments are polled, too.
    while (proxy.forwardedRequests.length < from + 120) await new Promise((resolve) => setTimeout(resolve, 5));

    const aCreate = countOthersBefore(busy, "create");
    const started = await world.must("payment.start", toPhone);
    const waiting = await world.waitForPayment(started.posTid, ({ tid }) => tid !== null);
    expect(aCreate()).toBeLessThanOrEqual(IN_300_MS);

    const approvedAt = proxy.forwardedRequests.length;
    await world.phone.approve(waiting.tid ?? "");
    await world.waitForPayment(started.posTid, isCapturing);
    // One poll a second during the customer's approval, at ten requests a second: with a shared queue there would be
    // ninety.
    expect(proxy.forwardedRequests.length - approvedAt).toBeLessThanOrEqual(25);
    const aCapture = countOthersBefore(busy, "capture");
    expect(await countWhenSent(aCapture)).toBeLessThanOrEqual(IN_300_MS);

    const other = await world.must("payment.start", { ...toPhone, amount: 7000 });
    await world.waitForPayment(other.posTid, ({ tid }) => tid !== null);
    const anAbort = countOthersBefore(busy, "abort");
    await world.must("payment.abort", { posTid: other.posTid });
    expect(await countWhenSent(anAbort)).toBeLessThanOrEqual(IN_300_MS);
    expect((await world.must("terminal.get", {})).queue.depth).toBeGreaterThan(20);
  });
});
