import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, type Database, openDatabase } from "../../main/storage/database/database.ts";
import { temporaryFolder } from "./folder.ts";

/** A real database file in a folder of its own. */
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

/** What {@link newDatabase} copies: made once in a worker, which keeps its modules from file to file. */
let template: Buffer | null = null;

/**
 * Opens a database where none is: byte for byte the file that `openDatabase` makes, without taking all of its steps each
 * time. They were a third of what the unit tests computed. Tests of the steps themselves open theirs by `openDatabase`.
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
