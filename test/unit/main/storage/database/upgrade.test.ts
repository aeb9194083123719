import { readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { listBackups } from "../../../../../main/storage/backups/backups.ts";
import {
  closeDatabase,
  connect,
  ForeignDatabaseError,
  OlderDatabaseError,
  openDatabase,
} from "../../../../../main/storage/database/database.ts";
import { MIGRATIONS, migrate, NEWEST_VERSION, versionOf } from "../../../../../main/storage/database/migrations.ts";
import { upgradeDatabase } from "../../../../../main/storage/database/upgrade.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

const NEXT = { version: NEWEST_VERSION + 1, sql: "CREATE TABLE novelty (x INTEGER) STRICT;" };
const AT = Date.UTC(2026, 2, 2, 10);

/** A till's database with one setting, closed. */
function closedDatabase() {
  const made = temporaryDatabase();
  made.database.exec("INSERT INTO setting VALUES ('kept', '1')");
  closeDatabase(made.database);
  return { path: made.path, folder: join(made.folder, "backups"), [Symbol.dispose]: made[Symbol.dispose] };
}

function look(path: string) {
  const database = new Sqlite(path);
  const version = versionOf(database);
  const settings = database.prepare("SELECT name FROM setting").pluck().all();
  database.close();
  return { version, settings };
}

describe("an upgrade", () => {
  it("makes a backup first, and then migrates the database", async () => {
    using made = closedDatabase();
    const done = await upgradeDatabase(made.path, { folder: made.folder, at: AT, migrations: [...MIGRATIONS, NEXT] });
    expect(done).toMatchObject({ from: NEWEST_VERSION, to: NEXT.version });
    expect(look(made.path)).toEqual({ version: NEXT.version, settings: ["kept"] });
    const [backup] = listBackups(made.folder);
    expect(backup).toMatchObject({ kind: "upgrade", at: AT, path: done?.backup });
    expect(look(backup?.path ?? "")).toEqual({ version: NEWEST_VERSION, settings: ["kept"] });
  });

  it.each([
    ["a step that fails", "CREATE TABLE half (x INTEGER) STRICT; CREATE TABLE setting (x);", /already exists/],
    [
      "rows with dangling references",
      "CREATE TABLE child (x TEXT REFERENCES payment (pos_tid)) STRICT; PRAGMA defer_foreign_keys = ON; INSERT INTO child VALUES ('unknown');",
      /breaks the foreign keys of 1 rows/,
    ],
  ])("is all or nothing: %s leaves the database unchanged", async (_what, sql, why) => {
    using made = closedDatabase();
    const migrations = [...MIGRATIONS, NEXT, { version: NEXT.version + 1, sql }];
    await expect(upgradeDatabase(made.path, { folder: made.folder, at: AT, migrations })).rejects.toThrow(why);
    expect(look(made.path)).toEqual({ version: NEWEST_VERSION, settings: ["kept"] });
    closeDatabase(openDatabase(made.path));
  });

  it("does not start without its backup", async () => {
    using made = closedDatabase();
    // A file in place of the folder.
    const upgrade = upgradeDatabase(made.path, { folder: made.path, at: AT, migrations: [...MIGRATIONS, NEXT] });
    await expect(upgrade).rejects.toThrow();
    expect(look(made.path).version).toBe(NEWEST_VERSION);
  });

  it("does nothing for a file that is current, missing, or not a till's", async () => {
    using made = closedDatabase();
    expect(await upgradeDatabase(made.path, { folder: made.folder, at: AT })).toBeNull();
    expect(await upgradeDatabase(join(made.folder, "none.db"), { folder: made.folder, at: AT })).toBeNull();
    expect(listBackups(made.folder)).toEqual([]);
  });

  it("keeps the language of a request's text, and then accepts more languages", () => {
    const database = new Sqlite(":memory:");
    const wordsIn = () => database.prepare("SELECT words_in FROM payment ORDER BY sequence").pluck().all();
    const add = (sequence: number, language: string | null) =>
      database
        .prepare(
          `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, created_at, modified_at, words_in)
           VALUES (?, ?, ?, 'SALE', 'NOK', 100, 0, 0, 'captured', 0, 0, ?)`,
        )
        .run(`P${sequence}`, sequence, `K-${sequence}`, language);
    migrate(database, MIGRATIONS.slice(0, 28));
    add(1, "nb");
    add(2, null);
    expect(() => add(3, "uk")).toThrow(/CHECK/);
    migrate(database, MIGRATIONS);
    add(3, "uk");
    expect(wordsIn()).toEqual(["nb", null, "uk"]);
    expect(() => add(4, "Ukrainian")).toThrow(/CHECK/);
    database.close();
  });

  it("clears the ended-without-money flag that an earlier version set on failed payments with captures", () => {
    const database = new Sqlite(":memory:");
    migrate(database, MIGRATIONS.slice(0, 49));
    const add = database.prepare(
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, created_at, modified_at, ended_seen, outcome)
       VALUES (@id, @at, @id, 'AUTH', 'NOK', 100, 0, 0, 'captured', 0, 0, 1, @outcome)`,
    );
    const outcomes = {
      captured: '{"status":"fail","captures":[{"id":"k","amount":40}]}',
      ended: '{"status":"fail","captures":[]}',
      late: '{"status":"ok","captures":[{"id":"k","amount":40}]}',
      unreadable: '{"status":"fail',
      unknown: null,
    };
    for (const [at, [id, outcome]] of Object.entries(outcomes).entries()) add.run({ id, at, outcome });
    migrate(database, MIGRATIONS);
    expect(database.prepare("SELECT pos_tid FROM payment WHERE ended_seen = 0").pluck().all()).toEqual(["captured"]);
    database.close();
  });
});

describe("migrating", () => {
  const child =
    "CREATE TABLE child (x TEXT REFERENCES payment (pos_tid)) STRICT; INSERT INTO child VALUES ('unknown');";

  it("replaces a table with references, which then name the new table", () => {
    const database = connect(":memory:");
    const parent = "CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT; INSERT INTO parent VALUES (1);";
    const referring = "CREATE TABLE child (x INTEGER REFERENCES parent (id)) STRICT; INSERT INTO child VALUES (1);";
    migrate(database, [{ version: 1, sql: parent + referring }]);
    const replace =
      "CREATE TABLE next (id INTEGER PRIMARY KEY, y TEXT) STRICT; INSERT INTO next (id) SELECT id FROM parent; DROP TABLE parent; ALTER TABLE next RENAME TO parent;";
    migrate(database, [{ version: 2, sql: replace }]);
    expect(database.pragma("foreign_key_list(child)")).toMatchObject([{ table: "parent" }]);
    expect(() => database.exec("DELETE FROM parent")).toThrow(/FOREIGN KEY/);
    database.close();
  });

  it.each([
    ["a row refers to a missing one", child, /in child$/],
    ["a step fails", "CREATE TABLE setting (x TEXT)", /already exists/],
  ])("enforces foreign keys again when %s", (_when, sql, why) => {
    const database = connect(":memory:");
    migrate(database, MIGRATIONS);
    expect(() => migrate(database, [{ version: NEXT.version, sql }])).toThrow(why);
    expect(database.pragma("foreign_keys", { simple: true })).toBe(1);
    expect(versionOf(database)).toBe(NEWEST_VERSION);
    database.close();
  });

  it("refuses to run inside another transaction, where foreign keys cannot be turned off", () => {
    const database = connect(":memory:");
    const work = database.transaction(() => migrate(database, MIGRATIONS));
    expect(work).toThrow(/inside a transaction/);
    database.close();
  });
});

describe("opening", () => {
  it("refuses an older file, which only an upgrade may change", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "till.db");
    const older = new Sqlite(path);
    older.exec(MIGRATIONS[0]?.sql ?? "");
    older.pragma("user_version = 1");
    older.close();
    expect(() => openDatabase(path)).toThrow(OlderDatabaseError);
    expect(await upgradeDatabase(path, { folder: join(folder.path, "backups"), at: AT })).toMatchObject({ from: 1 });
    closeDatabase(openDatabase(path));
  });

  it("refuses a foreign database and leaves it unchanged", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "till.db");
    const foreign = new Sqlite(path);
    foreign.exec("CREATE TABLE recipe (name TEXT)");
    foreign.close();
    const before = readFileSync(path);
    expect(() => openDatabase(path)).toThrow(ForeignDatabaseError);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
