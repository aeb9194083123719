/** The limits of whatever is durable here: what bare statements commit in transactions of their own, on disk when they return. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { type Database, openDatabase } from "../../main/storage/database/database.ts";
import { temporaryFolder } from "../support/folder.ts";
import { rateOf } from "./row.ts";
import { saleRows, saleWriter } from "./sale-rows.ts";

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

/**
 * Commits what a sale writes, by bare statements.
 * @param path of a database that is made for it, as a till's is
 * @param till with one sale in it
 */
export function sameRows(path: string, till: Database): { rate(count: number): Promise<number> } & Disposable {
  const database = openDatabase(path);
  const write = saleWriter(database, saleRows(till));
  return {
    rate: (wanted) => rateOf(wanted, write),
    [Symbol.dispose]: () => database.close(),
  };
}
