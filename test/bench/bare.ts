/** The limits of whatever is durable here: what bare statements commit in transactions of their own, on disk when they return. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { type Database, openDatabase, transact } from "../../main/storage/database/database.ts";
import { randomIdentifier } from "../../main/storage/database/identifiers.ts";
import { temporaryFolder } from "../support/folder.ts";
import { rateOf } from "./row.ts";

/** A row of the size that a request to the service has. */
const ROW = "x".repeat(200);

/** Commits one row after the other: better-sqlite3, a write-ahead log, `synchronous = FULL`, and nothing else. */
export function bareCommits(): { rate(count: number): Promise<number> } & Disposable {
  const folder = temporaryFolder();
  const database = new Sqlite(join(folder.path, "bare.db"));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec("CREATE TABLE entry (id INTEGER PRIMARY KEY, content TEXT NOT NULL) STRICT");
  const insert = database.prepare("INSERT INTO entry (content) VALUES (?)");
  return {
    rate: (count) => rateOf(count, () => insert.run(ROW)),
    [Symbol.dispose]() {
      database.close();
      folder[Symbol.dispose]();
    },
  };
}

type Stored = Record<string, unknown>;

/**
 * Commits what a sale writes, by bare statements: nothing is asked, made or checked for it.
 * @param path of a database that is made for it, as a till's is
 * @param till with one sale in it
 */
export function sameRows(path: string, till: Database): { rate(count: number): Promise<number> } & Disposable {
  const database = openDatabase(path);
  const tables = ["payment", "operation", "journal"] as const;
  const [payments, operations, entries] = tables.map((table) => {
    const columns = till.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
    const values = columns.map((column) => `@${column}`).join(", ");
    const insert = database.prepare<Stored>(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values})`);
    return { rows: till.prepare<[], Stored>(`SELECT * FROM ${table}`).all(), insert };
  });
  let [count, entry] = [0, 0];
  const write = () => {
    count += 1;
    // Keys like a till's, and times that go on.
    const number = `5EED-${String(count).padStart(4, "0")}`;
    const posTid = `${number}-${randomIdentifier(8)}`;
    const times = (row: Stored) => ({ created_at: Number(row.created_at) + count, modified_at: count });
    transact(database, () => {
      for (const row of payments?.rows ?? [])
        payments?.insert.run({ ...row, ...times(row), pos_tid: posTid, sequence: count, number });
      for (const row of operations?.rows ?? [])
        operations?.insert.run({ ...row, ...times(row), id: randomIdentifier(20), pos_tid: posTid });
      for (const row of entries?.rows ?? []) {
        entry += 1;
        entries?.insert.run({ ...row, sequence: entry, at: Number(row.at) + count, pos_tid: posTid });
      }
    });
  };
  return {
    rate: (wanted) => rateOf(wanted, write),
    [Symbol.dispose]: () => database.close(),
  };
}
