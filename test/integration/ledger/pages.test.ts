/** The pages that a till sends of its tables: each row once and unchanged, each payment with all its rows. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ledgerConnection } from "../../../contract/integration/ledger.ts";
import { initLedger, type Ledger, openLedger } from "../../../ledger/database.ts";
import { addTill } from "../../../ledger/tills.ts";
import { verifyLedger } from "../../../ledger/verify.ts";
import { openLedgerClient } from "../../../main/integration/ledger/client.ts";
import { openOutbox, type Page } from "../../../main/integration/ledger/outbox.ts";
import { packPage } from "../../../main/integration/ledger/parcel.ts";
import { transact } from "../../../main/storage/database/database.ts";
import { temporaryDatabase } from "../../support/database.ts";
import { insertBookings } from "../../support/insert-bookings.ts";
import { looseJournal } from "../../support/loose-journal.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";

let server: TestPostgres;
let ledger: Ledger;

beforeAll(async () => {
  server = await startPostgres();
  ledger = openLedger(server.url, null);
  await initLedger(ledger);
});

afterAll(async () => {
  await ledger.end();
  await server[Symbol.asyncDispose]();
});

const BEGAN = Date.parse("2026-03-02T10:00:00.123Z");
const START = { entries: 0, bookings: 0, reports: 0 };

/** Creates a till with journal rows at these times, and a payment with a booking for every second row. */
function tillWithRows(times: readonly number[]) {
  const till = temporaryDatabase();
  const journal = looseJournal(till.database);
  transact(till.database, () => {
    for (const [at, time] of times.entries()) {
      const posTid = `TEST-${String(Math.floor(at / 2) + 1).padStart(4, "0")}-X`;
      journal.append({ event: "payment.started", posTid, actor: at % 2 ? null : "Åse", data: { "🧾": "½" } }, time);
    }
    const paid = times.filter((_, at) => at % 2 === 1);
    insertBookings(
      till.database,
      paid.map((at) => ({ kind: "capture", amount: 100, additional: 0, at, person: null })),
    );
  });
  return Object.assign(till, { outbox: openOutbox(till.database) });
}

async function clientOf(name: string) {
  const url = await addTill(ledger, { id: name, shop: null, replaces: null, renew: false }, server.url);
  const client = await openLedgerClient(ledgerConnection(url, null), name);
  const send = (page: Page) => client.send(packPage(name, page));
  return { client, send, [Symbol.dispose]: () => client.close() };
}

function pagesOf(till: { outbox: ReturnType<typeof openOutbox> }): Page[] {
  const pages: Page[] = [];
  for (let page = till.outbox.after(START); page !== null; page = till.outbox.after(page.reaches)) pages.push(page);
  return pages;
}

async function problemsOf(name: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { problems } of verifyLedger(ledger, [name])) found.push(...problems);
  return found;
}

describe("the pages of a till", () => {
  it("contain each payment once, with its entries and bookings", () => {
    using till = tillWithRows(Array.from({ length: 2400 }, (_, at) => BEGAN + at));
    const pages = pagesOf(till);
    expect(pages.map(({ entries, bookings }) => [entries.length, bookings.length])).toEqual([
      [1000, 500],
      [1000, 500],
      [400, 200],
    ]);
    expect(pages.flatMap(({ payments }) => payments)).toHaveLength(1200);
  });

  it("omit no booking when the till's clock was set back", () => {
    const times = Array.from({ length: 2400 }, (_, at) => BEGAN + (at < 600 ? 1e6 : 0) + at);
    using till = tillWithRows(times);
    const numbers = pagesOf(till).flatMap(({ bookings }) => bookings.map(({ sequence }) => sequence));
    expect(numbers).toEqual(Array.from({ length: 1200 }, (_, at) => at + 1));
  });

  it("preserve multi-byte names, missing users, and times far in the past and future", async () => {
    const times = [-1, Date.UTC(1999, 11, 31, 23, 59, 59, 999), BEGAN, Date.UTC(9999, 0, 1, 0, 0, 0, 1)];
    using till = tillWithRows(times);
    using sender = await clientOf("as-is");
    for (const page of pagesOf(till)) await sender.send(page);
    const rows = await ledger`
      SELECT (extract(epoch FROM at) * 1000)::float8 AS at, actor, data ->> '🧾' AS data FROM journal_entry
      WHERE till = 'as-is' ORDER BY number`;
    expect(rows).toEqual(times.map((at, row) => ({ at, actor: row % 2 ? null : "Åse", data: "½" })));
    const bookings = await ledger`
      SELECT (extract(epoch FROM at) * 1000)::float8 AS at, pos_tid, kind, id, amount::int, additional_amount::int AS tip, actor
      FROM booking WHERE till = 'as-is' ORDER BY number`;
    const booked = { kind: "capture", id: null, amount: 100, tip: 0, actor: null };
    expect(bookings).toEqual([
      { ...booked, at: times[1], pos_tid: "TEST-0001-X" },
      { ...booked, at: times[3], pos_tid: "TEST-0002-X" },
    ]);
    expect(await problemsOf("as-is")).toEqual([]);
  });

  it("preserve the chain and the seal when texts contain characters that PostgreSQL cannot store", async () => {
    using till = tillWithRows([BEGAN]);
    const journal = looseJournal(till.database);
    const text = "nul \0 and \ufffd";
    transact(till.database, () => {
      insertBookings(till.database, [{ kind: "refund", amount: 100, additional: 0, at: BEGAN, text, person: "K\0ri" }]);
      till.database.prepare("UPDATE payment SET tid = ?, reference = ?").run("t\0", "half \ud83d");
      journal.append({ event: "payment.started", posTid: "TEST-0001-X", actor: "K\0ri", data: { text } }, BEGAN);
    });
    const booked =
      till.database.prepare(`SELECT sequence, period, at, pos_tid, kind, id, currency, amount, additional_amount,
      transaction_fee, interchange_fee, actor FROM booking`);
    const hash = createHash("sha256")
      .update(`${JSON.stringify(booked.raw().get())}\n`)
      .digest("hex");
    const [from, to] = [new Date(BEGAN).toISOString(), new Date(BEGAN + 1).toISOString()];
    const sums = { currency: "NOK", captured: 0, refunded: 100, net: -100 };
    const content = JSON.stringify({ number: 1, from, to, ...sums, bookings: { hash } });
    const seal = createHash("sha256").update(Buffer.alloc(32)).update(content).digest();
    journal.append({ event: "report.closed", actor: null, data: { number: 1, hash: seal.toString("hex") } }, BEGAN + 1);
    using sender = await clientOf("nul");
    for (const page of pagesOf(till)) await sender.send(page);
    await ledger`INSERT INTO z_report (till, number, from_at, to_at, currency, captured, refunded, net, data, through, hash)
      VALUES ('nul', 1, ${from}, ${to}, 'NOK', 0, 100, -100, ${content}::json, 1, ${seal})`;
    expect(await ledger`SELECT tid, reference, taken_by FROM payment WHERE till = 'nul'`).toEqual([
      { tid: "t\ufffd", reference: "half \ufffd", taken_by: "K\ufffdri" },
    ]);
    expect(await ledger`SELECT actor FROM booking WHERE till = 'nul'`).toEqual([{ actor: "K\ufffdri" }]);
    const problems = await problemsOf("nul");
    expect(problems.filter((problem) => !problem.startsWith("the sums of payment "))).toEqual([]);
    const state = { version: "1", timeZone: "UTC", cutOff: "04:00", queueDepth: 0, queueOldest: null, behind: 0 };
    await sender.client.reportState({ ...state, error: null, settings: "", shop: "Sh\0p", key: "k" }, null);
    expect(await sender.client.othersAmong(["t\0"])).toEqual([]);
    expect(await ledger`SELECT told_shop AS shop FROM till WHERE till = 'nul'`).toEqual([{ shop: "Sh\ufffdp" }]);
  });

  it("write nothing that the ledger already has, and add what is missing", async () => {
    using till = tillWithRows(Array.from({ length: 6 }, (_, at) => BEGAN + at));
    using sender = await clientOf("again");
    const [page] = pagesOf(till) as [Page];
    const first = { ...page, entries: page.entries.slice(0, 4), bookings: page.bookings.slice(0, 2) };
    for (const sent of [first, first, page, first]) await sender.send(sent);
    const counted = await ledger`SELECT last_number::int, last_booking::int,
        (SELECT count(*)::int FROM journal_entry j WHERE j.till = t.till) AS entries,
        (SELECT count(*)::int FROM booking b WHERE b.till = t.till) AS bookings
      FROM till t WHERE till = 'again'`;
    expect(counted).toEqual([{ last_number: 6, last_booking: 3, entries: 6, bookings: 3 }]);
  });

  it("are written completely or not at all", async () => {
    using till = tillWithRows(Array.from({ length: 6 }, (_, at) => BEGAN + at));
    using sender = await clientOf("whole");
    const [page] = pagesOf(till) as [Page];
    const gap = { ...page, bookings: page.bookings.slice(1) };
    await expect(sender.send(gap)).rejects.toThrow("booking: after 0 of whole comes 1, not 2");
    const rows = await ledger`SELECT last_number::int,
        (SELECT count(*)::int FROM payment p WHERE p.till = t.till) AS payments FROM till t WHERE till = 'whole'`;
    expect(rows).toEqual([{ last_number: 0, payments: 0 }]);
  });
});
