/**
 * Row 19: a till's rows reach the chain's ledger, compared with the same rows by COPY; the delay; and the size of a
 * payment.
 */
import { join } from "node:path";
import { pino } from "pino";
import { ledgerConnection } from "../../../contract/integration/ledger.ts";
import { initLedger, type Ledger, openLedger } from "../../../ledger/database.ts";
import { addTill } from "../../../ledger/tills.ts";
import { openLedgerClient } from "../../../main/integration/ledger/client.ts";
import { startLedgerFeed } from "../../../main/integration/ledger/feed.ts";
import { openEndSigner } from "../../../main/integration/ledger/journal-end.ts";
import { openOutbox } from "../../../main/integration/ledger/outbox.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startPostgres } from "../../support/postgres.ts";
import { measureLag, TILLS } from "../chain-lag.ts";
import { figureOf, inTurns, percentileOf, type Row } from "../row.ts";
import { seedFolder } from "../seed/folder.ts";

const PAYMENTS = 5000;
const ROUNDS = 5;
const TABLES = ["journal_entry", "booking", "payment"] as const;

export const row: Row = {
  number: 19,
  name: "chain",
  what: `${PAYMENTS} payments of one till into the chain's ledger, against COPY of the same rows; their size; and their delay`,
  bound: "PostgreSQL's indexes, and rows inserted one by one under the till's lock",
  async measure() {
    const folder = temporaryFolder();
    await using server = await startPostgres();
    const ledger = openLedger(server.url, null);
    try {
      await seedFolder({ dataDir: folder.path, ...SHOP });
      await initLedger(ledger);
      const path = join(folder.path, "till.db");
      let tills = 0;
      let bytes = 0;
      const rates = await inTurns(ROUNDS, {
        async sent() {
          const rate = await send(ledger, server.url, path, `till-${tills++}`);
          bytes ||= await bytesOf(ledger);
          return rate;
        },
        copied: () => copyByHand(ledger, `till-${tills++}`),
      });
      const lags = await measureLag(ledger, server.url);
      const ratios = rates.sent.map((rate, at) => rate / (rates.copied[at] ?? Number.NaN));
      const pairs = rates.sent.map((rate, at) => `${Math.round(rate)}/s of ${Math.round(rates.copied[at] ?? 0)}/s`);
      return [
        figureOf(
          { name: "chain", what: "rows to the ledger, vs COPY", atLeast: 0.5, unit: "ratio" },
          ratios,
          `${pairs.join(", ")}, on ${server.is}`,
        ),
        figureOf(
          {
            name: "chain.bytes",
            what: "ledger disk per payment",
            atMost: 8,
            unit: "kB",
          },
          [bytes / PAYMENTS / 1000],
          `${(bytes / 1e6).toFixed(1)} MB for ${PAYMENTS} payments, with indexes`,
        ),
        figureOf(
          {
            name: "chain.lag",
            what: `commit to ledger row, ${TILLS} tills, p95`,
            atMost: 2,
            unit: "s",
          },
          [percentileOf(lags, 0.95) / 1000],
          `median ${percentileOf(lags, 0.5).toFixed(0)} ms, longest of ${lags.length} ${Math.max(...lags).toFixed(0)} ms`,
        ),
      ];
    } finally {
      await ledger.end();
      folder[Symbol.dispose]();
    }
  },
};

const SHOP = {
  payments: PAYMENTS,
  days: 20,
  seed: 5,
  until: Date.UTC(2026, 2, 20, 12),
  signed: false,
  machineId: "bench",
  timeZone: "Europe/Oslo",
};

/** Sends a till's whole history through its feed, as after a long outage of the ledger. @returns rows per second */
async function send(ledger: Ledger, url: string, path: string, till: string): Promise<number> {
  const own = await addTill(ledger, { id: till, shop: null, replaces: null, renew: false }, url);
  const database = openDatabase(path);
  const outbox = openOutbox(database);
  const end = outbox.end();
  const arrived = Promise.withResolvers<void>();
  let startedAt = 0;
  const feed = startLedgerFeed({
    clock: systemClock,
    log: pino({ level: "silent" }),
    random: Math.random,
    till,
    outbox,
    signer: openEndSigner({ get: () => null, put: () => undefined }),
    async connect() {
      const client = await openLedgerClient(ledgerConnection(own, null), till);
      startedAt = performance.now();
      return {
        ...client,
        async send(parcel) {
          await client.send(parcel);
          const { entries, bookings, reports } = parcel.reaches;
          if (entries === end.entries && bookings === end.bookings && reports === end.reports) arrived.resolve();
        },
      };
    },
    describe: () => STATE,
    posId: till,
    requests: { through: () => 0, keep: () => undefined },
  });
  await arrived.promise;
  const ms = performance.now() - startedAt;
  await feed.close();
  closeDatabase(database);
  return (1000 * (await rowsOf(ledger, till))) / ms;
}

const STATE = {
  version: "bench",
  timeZone: "Europe/Oslo",
  cutOff: "04:00",
  queueDepth: 0,
  queueOldest: null,
  error: null,
  settings: "",
  shop: null,
};

async function rowsOf(ledger: Ledger, till: string): Promise<number> {
  const [counted] = await ledger<{ rows: number }>`
    SELECT ((SELECT count(*) FROM journal_entry WHERE till = ${till}) + (SELECT count(*) FROM booking WHERE till = ${till})
      + (SELECT count(*) FROM payment WHERE till = ${till}))::float8 AS rows`;
  return counted?.rows ?? Number.NaN;
}

/**
 * Copies the first till's rows to another till, in the same tables with their partitions, indexes and triggers.
 * @returns rows per second
 */
async function copyByHand(ledger: Ledger, till: string): Promise<number> {
  const [server] = await ledger<{ data_directory: string }>`SHOW data_directory`;
  await ledger`INSERT INTO till (till, role) VALUES (${till}::text, ${till}::text)`;
  let ms = 0;
  for (const table of TABLES) {
    const file = join(server?.data_directory ?? "", "by-hand");
    const [columns] = await ledger<{ names: string }>`
      SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names FROM pg_attribute
      WHERE attrelid = ${table}::regclass AND attnum > 1`;
    const order = table === "payment" ? "created_at" : "number";
    await ledger.run(
      `COPY (SELECT '${till}', ${columns?.names} FROM ${table} WHERE till = 'till-0' ORDER BY ${order}) TO '${file}'`,
    );
    const startedAt = performance.now();
    await ledger.run(`COPY ${table} FROM '${file}'`);
    ms += performance.now() - startedAt;
  }
  return (1000 * (await rowsOf(ledger, till))) / ms;
}

async function bytesOf(ledger: Ledger): Promise<number> {
  const [size] = await ledger<{ bytes: number }>`
    SELECT sum(pg_total_relation_size(c.oid))::float8 AS bytes FROM pg_class c
    WHERE relkind = 'r' AND relispartition AND relname ~ '^(journal_entry|booking|payment)_'`;
  return size?.bytes ?? Number.NaN;
}
