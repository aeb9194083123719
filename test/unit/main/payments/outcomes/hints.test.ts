/** Poll order of many waiting payments, on a manual clock, with the client's own token bucket. */
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createBookings } from "../../../../../main/accounting/periods/bookings.ts";
import { startPoller } from "../../../../../main/payments/outcomes/poller.ts";
import { operations } from "../../../../../main/payments/queue/operations.ts";
import { paymentRows } from "../../../../../main/payments/rows.ts";
import { createPaymentStore } from "../../../../../main/payments/store.ts";
import type { ApiClient, ApiRequest } from "../../../../../main/service/api/client.ts";
import { createEndpoints } from "../../../../../main/service/api/paths.ts";
import { createTokenBucket } from "../../../../../main/service/api/token-bucket.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

const WAITING = 30;

describe("the poller", () => {
  it.each([
    ["has not been polled yet", "w-0"],
    ["waits for the rate limit", "w-19"],
  ])(
    "polls a waiting customer that %s before those without a callback, when a callback hints at their payment",
    async (_how, name) => {
      using opened = temporaryDatabase();
      const { database } = opened;
      const clock = createManualClock();
      const insert = database.prepare(
        `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, tid, phase, created_at, modified_at)
       VALUES (@name, @at, @name, 'SALE', 'NOK', 100, 0, 0, @name, 'waiting', @at, @at)`,
      );
      for (let at = 0; at < WAITING; at += 1) insert.run({ name: `w-${at}`, at });
      const store = createPaymentStore({
        ...{ rows: paymentRows(database), operations: operations(database), bookings: createBookings(database) },
        ...{ database, clock, journal: createJournal(database), onChange: () => undefined },
      });
      const bucket = createTokenBucket(clock);
      const asked: string[] = [];
      const send = async ({ path, priority = "rest", firstLook = false }: ApiRequest<unknown>) => {
        await bucket.acquire({ priority, firstLook });
        const tid = path?.split("/")[2] ?? "";
        asked.push(tid);
        const value = { currency: "NOK", amount: 100, status: "pending", pos_id: "p", pos_tid: tid, tid };
        return { ok: true, value, status: 200, headers: {} };
      };
      const poller = startPoller({
        api: { send, endpoints: createEndpoints("http://127.0.0.1") } as unknown as ApiClient,
        ...{ store, clock, log: pino({ level: "silent" }), random: () => 0.5, receiving: () => false },
        ...{
          settings: { activeMs: 60_000, idleMs: 60_000 },
          intake: { outcome: () => ({ result: "unchanged", shouldPoll: false }) },
        },
      });
      await clock.advance(5000);
      expect(asked).toHaveLength(WAITING);
      // The service was away: all polls are due again, and other requests use up the burst.
      poller.pollAll();
      await clock.advance(2499);
      for (let other = 0; other < 15; other += 1) void bucket.acquire({ priority: "rest" });
      await clock.advance(500);
      // The five customers at the counter come first. Of the others, eight wait for the rate limit and seventeen behind
      // those.
      expect(asked.slice(WAITING).toSorted()).toEqual(
        ["w-25", "w-26", "w-27", "w-28", "w-29"].slice(0, asked.length - WAITING),
      );
      const from = asked.length;
      poller.pollNow(name);
      await clock.advance(400);
      expect(asked.slice(from)).toContain(name);
      const ending = poller.close();
      bucket.close();
      await clock.advance(60_000);
      await ending;
    },
  );
});
