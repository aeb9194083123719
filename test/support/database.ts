import { join } from "node:path";
import { closeDatabase, type Database, openDatabase } from "../../main/storage/database/database.ts";
import { temporaryFolder } from "./folder.ts";

/** A real database file in a folder of its own. */
export function temporaryDatabase(): { database: Database; path: string; folder: string } & Disposable {
  const folder = temporaryFolder();
  const path = join(folder.path, "till.db");
  const database = openDatabase(path);
  return {
    database,
    path,
    folder: folder.path,
    [Symbol.dispose]() {
      closeDatabase(database);
      folder[Symbol.dispose]();
    },
  };
}
