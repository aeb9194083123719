/** The order and speed at which a queue of 500 is sent, on a manual clock, with the client's own token bucket. */
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createBookings } from "../../../../../main/accounting/periods/bookings.ts";
import { operations } from "../../../../../main/payments/queue/operations.ts";
import { startWorker } from "../../../../../main/payments/queue/worker.ts";
import { paymentRows } from "../../../../../main/payments/rows.ts";
import { createPaymentStore } from "../../../../../main/payments/store.ts";
import type { ApiClient, ApiRequest } from "../../../../../main/service/api/client.ts";
import { createEndpoints } from "../../../../../main/service/api/paths.ts";
import { createTokenBucket } from "../../../../../main/service/api/token-bucket.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

const QUEUED = 500;
const MINUTE = 60_000;

/** A worker with 500 sales from an outage, and a service with a response delay. */
async function createOutageWorld({ perSecond = 10, answerMs = 50 } = {}) {
  await using opened = new AsyncDisposableStack();
  const { database } = opened.use(temporaryDatabase());
  database.pragma("synchronous = OFF");
  const clock = createManualClock();
  const queue = operations(database);
  const store = createPaymentStore({
    ...{ rows: paymentRows(database), operations: queue, bookings: createBookings(database) },
    ...{ database, clock, journal: createJournal(database), onChange: () => worker.wake() },
  });
  const insert = database.prepare(
    `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, taken_offline, created_at, modified_at)
     VALUES (@posTid, (SELECT count(*) FROM payment), @posTid, 'SALE', 'NOK', 500, 0, 0, 'queued', @offline, @at, @at)`,
  );
  const take = (posTid: string, at: number, offline: boolean) => {
    insert.run({ posTid, at, offline: Number(offline) });
    queue.enqueue({ id: `create-${posTid}`, posTid, kind: "create", body: Buffer.from(posTid) }, at);
  };
  database.transaction(() => {
    for (let index = 0; index < QUEUED; index += 1) take(`queued-${index}`, clock.now() - 10 * MINUTE + index, true);
  })();
  const bucket = createTokenBucket(clock, perSecond);
  const sent: string[] = [];
  const send = async ({ body, priority = "rest", path }: ApiRequest<unknown>) => {
    await bucket.acquire({ priority });
    const what = Buffer.from(body as Uint8Array).toString() || (path ?? "");
    sent.push(what);
    await clock.sleep(answerMs);
    return {
      ok: true,
      value: { tid: `tid-${what}`, claimUri: `https://claim.example/${what}` },
      status: 201,
      headers: {},
    };
  };
  const api = { send, endpoints: createEndpoints("http://127.0.0.1") } as unknown as ApiClient;
  const worker = startWorker({
    ...{ api, clock, store, perSecond, log: pino({ level: "silent" }), random: () => 0.5 },
    ...{ requests: {} as never, lookUp: async () => "unknown", offlineMinutes: 1440 },
    ...{
      isOffline: () => false,
      signerOf: () => "own",
      onChange: () => {},
      pollSoon: () => {},
      onCodeMissing: () => {},
      areCallbacksReliable: () => false,
    },
  });
  const resources = opened.move();
  return {
    clock,
    sent,
    /** The cashier presses Charge. */
    sell(posTid: string) {
      take(posTid, clock.now(), false);
      worker.allowOperatorProbe();
    },
    async [Symbol.asyncDispose]() {
      bucket.close();
      const ending = worker.close();
      await clock.advance(MINUTE);
      await ending;
      await resources.disposeAsync();
    },
  };
}

describe("five hundred queued sales when the service is back", () => {
  it("are sent at the rate limit, and each of five new sales is the very next request", async () => {
    await using till = await createOutageWorld();
    await till.clock.advance(5000);
    // Part of the burst, and then ten a second.
    expect(till.sent).toHaveLength(15 + 50);
    for (const posTid of ["one", "two", "three", "four", "five"]) {
      till.sell(posTid);
      await till.clock.advance(0);
      expect(till.sent.at(-1)).toBe(posTid);
    }
    expect(till.sent).toHaveLength(15 + 50 + 5);
    // The burst used for customers is refilled first; then the queue continues at the same speed.
    await till.clock.advance(5000);
    expect(till.sent).toHaveLength(15 + 100);
    expect(new Set(till.sent).size).toBe(till.sent.length);
  });

  it("are not slowed by responses that take 100 ms, when a hundred a second are allowed", async () => {
    await using till = await createOutageWorld({ perSecond: 100, answerMs: 100 });
    await till.clock.advance(1500);
    expect(till.sent.length).toBeGreaterThanOrEqual(0.9 * 150);
    till.sell("meanwhile");
    await till.clock.advance(0);
    expect(till.sent.at(-1)).toBe("meanwhile");
  });
});
