/** Cost of searching, listing and reporting in addition to the database's own work. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { createBookings } from "../../../main/accounting/periods/bookings.ts";
import { makeReport } from "../../../main/accounting/periods/report.ts";
import { openSeals } from "../../../main/accounting/periods/seals.ts";
import { openTally } from "../../../main/accounting/periods/tally.ts";
import { todayAt } from "../../../main/accounting/periods/today.ts";
import { vendRows } from "../../../main/kiosk/vends/rows.ts";
import { vendViews } from "../../../main/kiosk/vends/view.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { operations } from "../../../main/payments/queue/operations.ts";
import { paymentRows } from "../../../main/payments/rows.ts";
import { EVERYTHING, listPayments, openSearch } from "../../../main/payments/search.ts";
import { queriesOf } from "../../../main/payments/search-queries.ts";
import { termsOf } from "../../../main/payments/search-terms.ts";
import { createPaymentStore } from "../../../main/payments/store.ts";
import { type Database, openToRead } from "../../../main/storage/database/database.ts";
import { createJournal } from "../../../main/storage/journal/journal.ts";
import { type Question, questionsAbout } from "../questions.ts";
import { figureOf, inTurns, medianOf, type Row, ratiosOf } from "../row.ts";
import { reusedFolder } from "../seed/reused-folder.ts";

const ROUNDS = 21;
const EACH = 3;
const PAGE = 50;
const CURRENCY = "NOK";
const LISTS = ["newest payments", "a day", "a month", "deep in the list", "released"];

export const row: Row = {
  number: 12,
  name: "search",
  what: "search, list and day report over years of payments, against the bare SQL with the same result",
  bound: "reading rows in SQLite, and building the screen's data",
  async measure() {
    const path = join(await reusedFolder(), "till.db");
    using ours = openToRead(path, { alone: false });
    using bare = openToRead(path, { alone: false });
    const kinds = [...questionsAbout(bare.database, EACH)];
    const lists = kinds.filter(([what]) => LISTS.includes(what)).flatMap(([, questions]) => questions);
    const searches = kinds.filter(([what]) => !LISTS.includes(what)).flatMap(([, questions]) => questions);
    const list = lister(ours.database);
    const [bareList, bareSearch] = [lists, searches].map((questions) => bareAnswers(bare.database, questions));
    const took = await inTurns(ROUNDS, {
      search: () => msOf(() => searches.forEach(list)),
      bareSearch: () => msOf(() => bareSearch?.()),
      list: () => msOf(() => lists.forEach(list)),
      bareList: () => msOf(() => bareList?.()),
      ...reports(path, ours.database, bare.database),
    });
    const goal = (name: string, what: string) => ({ name, what, atMost: 2, unit: "ratio" }) as const;
    const each = (values: readonly number[], count: number) => `${(medianOf(values) / count).toFixed(2)} ms`;
    const figure = (name: string, what: string, { own, sql, count }: { own: number[]; sql: number[]; count: number }) =>
      figureOf(goal(name, what), ratiosOf(own, sql), `${each(own, count)} of ${each(sql, count)}`);
    return [
      figure("search", "a page of search results, vs bare SQL", {
        own: took.search,
        sql: took.bareSearch,
        count: searches.length,
      }),
      figure("search.list", "a page of the list, vs bare SQL", {
        own: took.list,
        sql: took.bareList,
        count: lists.length,
      }),
      figure("search.report", "Today and X report, vs bare SQL", {
        own: took.reports,
        sql: took.bareReports,
        count: REPORTS,
      }),
    ];
  },
};

function msOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function lister(database: Database): (question: Question) => void {
  const store = createPaymentStore({
    ...{ rows: paymentRows(database), operations: operations(database), bookings: createBookings(database) },
    ...{ database, clock: systemClock, journal: createJournal(database), onChange: () => undefined },
    vendOf: vendViews(vendRows(database)),
  });
  return (question) => {
    const answer = listPayments({ database, store, currency: CURRENCY }, question);
    if (!answer.ok) throw new Error(answer.error.message);
  };
}

/** Reads the same pages, with all rows of their payments. */
function bareAnswers(database: Database, questions: readonly Question[]): () => void {
  const search = openSearch(database);
  const place = search.context(CURRENCY);
  const asked = questions.map((question) => {
    const before = /^before-(\d+)$/.exec(question.cursor ?? "")?.[1];
    const window = search.window(question, CURRENCY, before === undefined ? Number.MAX_SAFE_INTEGER : Number(before));
    const query = question.query?.trim() ?? "";
    const terms = query === "" ? [EVERYTHING] : termsOf(query, place);
    return terms
      .flatMap((term) => queriesOf(term, { ...window, phases: question.phases ?? null, limit: PAGE + 1 }))
      .map(({ sql, values }) => {
        const statement = database.prepare<[typeof values], { pos_tid: string; sequence: number }>(sql);
        return () => statement.all(values);
      });
  });
  const rows = ["payment", "operation", "movement", "vend"].map((table) =>
    database.prepare<[string], unknown>(`SELECT * FROM ${table} WHERE pos_tid IN (SELECT value FROM json_each(?))`),
  );
  return () => {
    for (const finding of asked) {
      const found = finding.flatMap((find) => find()).sort((one, other) => other.sequence - one.sequence);
      const page = JSON.stringify([...new Set(found.map(({ pos_tid }) => pos_tid))].slice(0, PAGE));
      for (const statement of rows) statement.all(page);
    }
  };
}

const REPORTS = 40;

/** Compares Today and the X report with their bare statements. */
function reports(path: string, database: Database, bare: Database) {
  const make = (own: Database) => {
    const time = { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, cutOff: "04:00" };
    const shop = { ...time, currency: CURRENCY, merchant: "T001", pos: { id: "counter-1", name: "Counter 1" } };
    const ports = { database: own, tally: openTally(own), seals: openSeals(own), shop };
    const now = Number(own.prepare("SELECT max(at) FROM booking").pluck().get()) + 1;
    const check = { first: null, last: null, hash: null, check: { ok: true, firstBadAt: null } };
    const frame = { now, journal: check, reconciliation: null, comparison: null, underWay: null };
    return () => {
      todayAt({ ...ports, catalogue: () => ({ products: [] }) }, now);
      makeReport(ports, frame, null);
    };
  };
  const [own, statements] = [make(database), statementsOf(path, make).map((sql) => bare.prepare(sql))];
  const times = (work: () => void) => () =>
    msOf(() => {
      for (let at = 0; at < REPORTS; at += 2) work();
    });
  return {
    reports: times(own),
    bareReports: times(() => {
      for (const statement of statements) statement.all();
    }),
  };
}

/** Returns the statements with their values inlined. */
function statementsOf(path: string, make: (database: Database) => () => void): string[] {
  const asked: string[] = [];
  const database = new Sqlite(path, { readonly: true, verbose: (sql) => asked.push(String(sql)) });
  try {
    const work = make(database);
    asked.length = 0;
    work();
    return asked.filter((sql) => /^\s*(SELECT|WITH)/.test(sql));
  } finally {
    database.close();
  }
}
