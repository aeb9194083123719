/** Upper bounds for durable work: the rate of bare statements, each committed in its own transaction on disk. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { type Database, openDatabase } from "../../main/storage/database/database.ts";
import { temporaryFolder } from "../support/folder.ts";
import { rateOf } from "./row.ts";
import { saleRows, saleWriter } from "./sale-rows.ts";

/** A row as large as a request to the service. */
const ROW = "x".repeat(200);

/** Commits single rows with better-sqlite3, a write-ahead log and `synchronous = FULL` only. */
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
 * Commits the rows of a sale with bare statements.
 * @param path a new database with a till's settings
 * @param till database with one sale
 */
export function sameRows(path: string, till: Database): { rate(count: number): Promise<number> } & Disposable {
  const database = openDatabase(path);
  const write = saleWriter(database, saleRows(till));
  return {
    rate: (wanted) => rateOf(wanted, write),
    [Symbol.dispose]: () => database.close(),
  };
}
