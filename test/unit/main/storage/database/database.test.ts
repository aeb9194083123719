import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import {
  afterCommit,
  checkpoint,
  closeDatabase,
  type Database,
  NewerDatabaseError,
  onListenerError,
  openDatabase,
  openToRead,
  transact,
} from "../../../../../main/storage/database/database.ts";
import { recordFailure } from "../../../../../main/storage/database/failure.ts";
import { FolderInUseError, lockFolder } from "../../../../../main/storage/database/lock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { looseJournal } from "../../../../support/loose-journal.ts";
import { openReportDatabase } from "../../../../support/report-database.ts";

describe("the database", () => {
  it("syncs every commit, enforces foreign keys and trusts no schema, on every open", () => {
    using made = temporaryDatabase();
    closeDatabase(made.database);
    const again = openDatabase(made.path);
    const pragma = (name: string) => again.pragma(name, { simple: true });
    expect([pragma("journal_mode"), pragma("synchronous"), pragma("foreign_keys"), pragma("trusted_schema")]).toEqual([
      "wal",
      2,
      1,
      0,
    ]);
    expect(pragma("recursive_triggers")).toBe(1);
    closeDatabase(again);
    using reader = openToRead(made.path, { alone: true });
    expect(reader.database.pragma("recursive_triggers", { simple: true })).toBe(1);
  });

  it("never deletes or replaces rows of the books or the journal", () => {
    using reports = openReportDatabase({ timeZone: "Europe/Oslo", cutOff: "04:00" });
    const { database } = reports;
    reports.book("p", 1000, { kind: "capture", amount: 500 });
    reports.z(2000);
    reports.book("q", 3000, { kind: "capture", amount: 700 });
    transact(database, () => looseJournal(database).append({ event: "money.captured" }, 1000));
    database.exec(
      "INSERT INTO saft_key VALUES (1, 'key', 0); INSERT INTO saft_transaction VALUES (1, 1, 1000, '', '', 500, 's', 1)",
    );
    const all = (table: string) => database.prepare(`SELECT * FROM ${table}`).all();
    for (const [table, set] of [
      [
        "booking",
        "sequence, 2 AS period, at, pos_tid, kind, id, currency, 9 AS amount, additional_amount, transaction_fee, interchange_fee, actor",
      ],
      ["saft_transaction", "nr, booking, at, trans_date, trans_time, 9 AS amount, signature, key_version"],
      ["saft_key", "version, 'mine' AS public_key, since"],
      ["journal", "sequence, at, event, pos_tid, actor, '{}' AS data, hash"],
      ["z_report", "number, at, through, journal_through, '{}' AS content, hash"],
    ] as const) {
      const before = all(table);
      expect(before.length).toBeGreaterThan(0);
      expect(() => database.exec(`INSERT OR REPLACE INTO ${table} SELECT ${set} FROM ${table}`)).toThrow();
      expect(() => database.exec(`UPDATE OR REPLACE ${table} SET rowid = rowid + 1`)).toThrow();
      expect(all(table)).toEqual(before);
    }
  });

  it("notifies listeners of a change after the commit, and never after a rollback", () => {
    using made = temporaryDatabase();
    const { database } = made;
    const notified: string[] = [];
    const notifyAfterCommit = (what: string) =>
      afterCommit(database, () => notified.push(`${what} ${database.inTransaction}`));
    transact(database, () => {
      transact(database, () => notifyAfterCommit("inner"));
      expect(notified).toEqual([]);
    });
    expect(notified).toEqual(["inner false"]);
    const failingTransaction = () =>
      transact(database, () => {
        transact(database, () => notifyAfterCommit("gone"));
        throw new Error("back");
      });
    expect(failingTransaction).toThrow("back");
    transact(database, () => undefined);
    notifyAfterCommit("outside");
    expect(notified).toEqual(["inner false", "outside false"]);
  });

  it("commits even when a listener throws: the error is reported, and other listeners are called", () => {
    using made = temporaryDatabase();
    const { database } = made;
    const [notified, reported]: [string[], unknown[]] = [[], []];
    onListenerError(database, ({ message, cause }) => reported.push(cause ?? message));
    const fails = (how: unknown) => () => {
      throw how;
    };
    const value = transact(database, () => {
      afterCommit(database, fails(new Error("first")));
      afterCommit(database, () => notified.push("second"));
      return "value";
    });
    expect(value).toBe("value");
    afterCommit(database, fails("outside"));
    expect([notified, reported]).toEqual([["second"], ["first", "outside"]]);
  });

  it("overwrites deleted values, so that none remain in the file", () => {
    using made = temporaryDatabase();
    const holds = () => readFileSync(made.path).includes("Markveien 35");
    const write = (value: string) =>
      made.database.prepare("INSERT OR REPLACE INTO setting (name, value) VALUES ('x', ?)").run(JSON.stringify(value));
    write("Markveien 35 ".repeat(2000));
    checkpoint(made.database);
    expect(holds()).toBe(true);
    write("");
    checkpoint(made.database);
    expect(holds()).toBe(false);
  });

  it("has strict tables only", () => {
    using made = temporaryDatabase();
    const loose = made.database
      .prepare(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
      )
      .all();
    expect(loose).toEqual([]);
  });

  it("of a newer till is refused and stays unchanged", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "till.db");
    const newer = new Sqlite(path);
    newer.pragma("journal_mode = WAL");
    newer.pragma("user_version = 9999");
    newer.close();
    const before = readFileSync(path);
    expect(() => openDatabase(path)).toThrow(NewerDatabaseError);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("is refused and stays unchanged when the file is not a database", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "till.db");
    const content = Buffer.from(
      "this is a shopping list, not a database, and it is long enough to be read as a header".repeat(20),
    );
    writeFileSync(path, content);
    expect(() => openDatabase(path)).toThrow(/not a database/);
    expect(readFileSync(path).equals(content)).toBe(true);
  });

  it("applies a transaction completely or not at all, also with a nested one", () => {
    using made = temporaryDatabase();
    const count = () => made.database.prepare("SELECT count(*) AS n FROM setting").get();
    const put = (name: string) => made.database.prepare("INSERT INTO setting VALUES (?, '1')").run(name);
    expect(() =>
      transact(made.database, () => {
        put("a");
        transact(made.database, () => put("b"));
        throw new Error("power cut");
      }),
    ).toThrow("power cut");
    expect(count()).toEqual({ n: 0 });
  });
});

describe("the write-ahead log", () => {
  const write = (database: Database, times: number) => {
    const put = database.prepare("INSERT OR REPLACE INTO setting VALUES ('x', hex(randomblob(500)))");
    for (let time = 0; time < times; time += 1) transact(database, () => put.run());
  };

  it("is reused regularly, even if nothing else empties it", () => {
    using made = temporaryDatabase();
    const size = () => statSync(`${made.path}-wal`).size;
    write(made.database, 600);
    const once = size();
    write(made.database, 1800);
    expect(size()).toBeLessThan(once * 1.2);
  });

  it("is emptied by a checkpoint, which does not wait for a reader", () => {
    using made = temporaryDatabase();
    write(made.database, 3);
    {
      using reader = openToRead(made.path, { alone: false });
      reader.database.exec("BEGIN; SELECT * FROM setting");
      reader.database.prepare("SELECT * FROM setting").all();
      write(made.database, 3);
      made.database.pragma("busy_timeout = 100000");
      const startedAt = performance.now();
      checkpoint(made.database);
      // A wait for the reader would take 100 s.
      expect(performance.now() - startedAt).toBeLessThan(90_000);
      expect(statSync(`${made.path}-wal`).size).toBeGreaterThan(0);
    }
    checkpoint(made.database);
    expect(statSync(`${made.path}-wal`).size).toBe(0);
    expect(made.database.pragma("busy_timeout", { simple: true })).toBe(5000);
  });

  it("is left to the next start after a disk failure, without losing data", () => {
    using made = temporaryDatabase();
    closeDatabase(made.database);
    const database = openDatabase(made.path);
    const before = readFileSync(made.path);
    write(database, 3);
    recordFailure(database, new Sqlite.SqliteError("disk I/O error", "SQLITE_IOERR_FSYNC"));
    closeDatabase(database);
    expect(readFileSync(made.path).equals(before)).toBe(true);
    const again = openDatabase(made.path);
    expect(again.prepare("SELECT count(*) FROM setting").pluck().get()).toBe(1);
    closeDatabase(again);
  });
});

describe("a read-only connection", () => {
  it("creates no log next to a file without one", () => {
    using made = temporaryDatabase();
    closeDatabase(made.database);
    const before = readdirSync(made.folder);
    {
      using reader = openToRead(made.path, { alone: true });
      expect(reader.database.prepare("SELECT count(*) FROM setting").pluck().get()).toBe(0);
      expect(() => reader.database.exec("DELETE FROM setting")).toThrow(/readonly/);
    }
    expect(readdirSync(made.folder)).toEqual(before);
  });
});

describe("the data folder's lock", () => {
  it("admits one till, and the next one after its release", () => {
    using folder = temporaryFolder();
    const first = lockFolder(folder.path);
    expect(() => lockFolder(folder.path)).toThrow(FolderInUseError);
    first.release();
    lockFolder(folder.path).release();
  });
});
