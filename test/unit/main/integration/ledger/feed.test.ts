/** A feed of the chain's ledger whose next page cannot be packed. */
import { setImmediate } from "node:timers/promises";
import { pino } from "pino";
import { expect, it } from "vitest";
import type { LedgerClient } from "../../../../../main/integration/ledger/client.ts";
import { startLedgerFeed } from "../../../../../main/integration/ledger/feed.ts";
import { openEndSigner } from "../../../../../main/integration/ledger/journal-end.ts";
import type { Page } from "../../../../../main/integration/ledger/outbox.ts";
import { fastClock } from "../../../../support/fast-clock.ts";

const START = { entries: 0, bookings: 0, reports: 0 };
const GOOD: Page = {
  ...{ entries: [], bookings: [], reports: [], payments: [], change: 1 },
  reaches: { ...START, entries: 1 },
};
/** A Z that is damaged in the till's own file. */
const DAMAGED: Page = { ...GOOD, reports: [{ number: 1, through: 1, content: "{", hash: "00" }] };

it("a damaged page does not block the page before it", async () => {
  const sent = Promise.withResolvers<object>();
  const connect = async (): Promise<LedgerClient> => {
    let isClosed = false;
    return {
      position: async () => ({ ...START, hash: null }),
      written: async () => undefined,
      async send({ reaches }) {
        // Lets the event loop run, as building a month's page does.
        for (let turn = 0; turn < 5; turn += 1) await setImmediate();
        if (!isClosed) sent.resolve(reaches);
      },
      reportState: async () => undefined,
      requests: async () => null,
      configurations: async () => [],
      othersAmong: async () => [],
      refuse: async () => undefined,
      close() {
        isClosed = true;
      },
    };
  };
  const feed = startLedgerFeed({
    ...{ clock: fastClock(100), log: pino({ level: "silent" }), random: Math.random, till: "kasse", posId: "kasse" },
    outbox: {
      end: () => GOOD.reaches,
      linkAt: () => null,
      after: ({ entries }) => (entries === 0 ? GOOD : DAMAGED),
    },
    signer: openEndSigner({ get: () => null, put: () => undefined }),
    connect,
    describe: () => ({
      ...{ version: "test", timeZone: "UTC", cutOff: "04:00", queueDepth: 0, queueOldest: null },
      ...{ error: null, settings: "", shop: null },
    }),
    requests: { through: () => 0, keep: () => undefined },
  });
  expect(await sent.promise).toEqual(GOOD.reaches);
  await feed.close();
});
