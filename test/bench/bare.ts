/** The limit of whatever is durable here: one row in a transaction of its own, on disk when it returns. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
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
