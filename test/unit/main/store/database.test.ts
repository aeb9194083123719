import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { closeDatabase, NewerDatabaseError, openDatabase, transact } from "../../../../main/store/database.ts";
import { FolderInUseError, lockFolder } from "../../../../main/store/lock.ts";
import { temporaryDatabase } from "../../../support/database.ts";
import { temporaryFolder } from "../../../support/folder.ts";

describe("the database", () => {
  it("syncs every commit, checks references and trusts no schema, on every open", () => {
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
    closeDatabase(again);
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

  it("of a newer till is refused and left as it was", () => {
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

  it("that is no database is refused and left as it was", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "till.db");
    const content = Buffer.from(
      "this is a shopping list, not a database, and it is long enough to be read as a header".repeat(20),
    );
    writeFileSync(path, content);
    expect(() => openDatabase(path)).toThrow(/not a database/);
    expect(readFileSync(path).equals(content)).toBe(true);
  });

  it("does all of a transaction or nothing, also of one inside another", () => {
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

describe("the data folder's lock", () => {
  it("lets one till in, and the next when that one is gone", () => {
    using folder = temporaryFolder();
    const first = lockFolder(folder.path);
    expect(() => lockFolder(folder.path)).toThrow(FolderInUseError);
    first.release();
    lockFolder(folder.path).release();
  });
});
