import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, type Database, openDatabase } from "../../main/storage/database/database.ts";
import { temporaryFolder } from "./folder.ts";

/** Opens a real database file in a temporary folder. */
export function temporaryDatabase(): { database: Database; path: string; folder: string } & Disposable {
  const folder = temporaryFolder();
  const path = join(folder.path, "till.db");
  const database = newDatabase(path);
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

/** The file that {@link newDatabase} copies, made once per worker; a worker keeps its modules between files. */
let template: Buffer | null = null;

/**
 * Creates a database by copying the file that `openDatabase` makes. Repeating its steps took a third of the unit tests'
 * time. Tests of the steps call `openDatabase`.
 */
export function newDatabase(path: string): Database {
  template ??= emptyTill();
  writeFileSync(path, template, { flag: "wx" });
  return openDatabase(path);
}

function emptyTill(): Buffer {
  using folder = temporaryFolder();
  const path = join(folder.path, "till.db");
  closeDatabase(openDatabase(path));
  return readFileSync(path);
}
