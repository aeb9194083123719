/** Row 19: what a till has written reaches the chain's ledger, against the same rows by COPY; and what a payment takes there. */
import { join } from "node:path";
import { ledgerConnection } from "../../../contract/ledger.ts";
import { initLedger, type Ledger, openLedger } from "../../../ledger/database.ts";
import { addTill } from "../../../ledger/tills.ts";
import { openLedgerClient } from "../../../main/integration/ledger/client.ts";
import { openOutbox } from "../../../main/integration/ledger/outbox.ts";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startPostgres } from "../../support/postgres.ts";
import { figureOf, type Row } from "../row.ts";
import { seedFolder } from "../seed/folder.ts";

const PAYMENTS = 5000;
const ROUNDS = 3;
const TABLES = ["journal_entry", "booking", "payment"] as const;

export const row: Row = {
  number: 19,
  name: "chain",
  what: `${PAYMENTS} payments of one till into the chain's ledger, against the same rows by COPY; what they take there`,
  bound: "PostgreSQL: rows by JSON, each page a transaction with its counter under lock; COPY does none of that",
  async measure() {
    const folder = temporaryFolder();
    await using server = await startPostgres();
    const ledger = openLedger(server.url, null);
    try {
      await seedFolder({ dataDir: folder.path, ...SHOP });
      await initLedger(ledger);
      const ratios: number[] = [];
      const rates: string[] = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        const sent = await send(ledger, server.url, join(folder.path, "till.db"), `round-${round}`);
        const copied = await copyByHand(ledger, `round-${round}`);
        ratios.push(copied / sent.ms);
        rates.push(`${Math.round((1000 * sent.rows) / sent.ms)}/s of ${Math.round((1000 * sent.rows) / copied)}/s`);
      }
      const bytes = await bytesOf(ledger);
      return [
        figureOf(
          { name: "chain", what: "rows a second, of the same by COPY by hand", atLeast: 0.5, unit: "ratio" },
          ratios,
          `${rates.join(", ")}, on ${server.is}`,
        ),
        figureOf(
          {
            name: "chain.bytes",
            what: "on the ledger's disk for a payment, with all that is told of it",
            atMost: 8,
            unit: "kB",
          },
          [bytes / (ROUNDS * PAYMENTS) / 1000],
          `${(bytes / 1e6).toFixed(1)} MB for ${ROUNDS * PAYMENTS} payments, with indexes`,
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

/** As the feed does, page by page. @returns how long, and how many rows */
async function send(ledger: Ledger, url: string, path: string, till: string): Promise<{ ms: number; rows: number }> {
  const own = await addTill(ledger, { id: till, shop: null, replaces: null, renew: false }, url);
  const database = openDatabase(path);
  const client = await openLedgerClient(ledgerConnection(own, null), till);
  const outbox = openOutbox(database);
  const startedAt = performance.now();
  let position = { entries: 0, bookings: 0, reports: 0 };
  let rows = 0;
  for (let page = outbox.after(position); page !== null; page = outbox.after(position)) {
    await client.send(page);
    rows += page.entries.length + page.bookings.length + page.payments.length;
    position = page.reaches;
  }
  const ms = performance.now() - startedAt;
  client.close();
  closeDatabase(database);
  return { ms, rows };
}

/** The same till's rows into tables without triggers, with the same indexes. @returns ms */
async function copyByHand(ledger: Ledger, till: string): Promise<number> {
  const [server] = await ledger<{ data_directory: string }>`SHOW data_directory`;
  const file = join(server?.data_directory ?? "", "by-hand");
  let ms = 0;
  for (const table of TABLES) {
    await ledger.run(`COPY (SELECT * FROM ${table} WHERE till = '${till}') TO '${file}'`);
    await ledger.run("DROP TABLE IF EXISTS by_hand");
    await ledger.run(`CREATE TABLE by_hand (LIKE ${table} INCLUDING INDEXES)`);
    const startedAt = performance.now();
    await ledger.run(`COPY by_hand FROM '${file}'`);
    ms += performance.now() - startedAt;
  }
  return ms;
}

async function bytesOf(ledger: Ledger): Promise<number> {
  const [size] = await ledger<{ bytes: number }>`
    SELECT sum(pg_total_relation_size(c.oid))::float8 AS bytes FROM pg_class c
    WHERE relkind = 'r' AND relispartition AND relname ~ '^(journal_entry|booking|payment)_'`;
  return size?.bytes ?? Number.NaN;
}
