import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { inEnglishOrNull } from "../../../../../contract/reasons/reasons.ts";
import { transact } from "../../../../../main/storage/database/database.ts";
import {
  explainStorageError,
  recordFailure,
  StorageStoppedError,
  storageFailure,
} from "../../../../../main/storage/database/failure.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

const put = (name: string) => `INSERT INTO setting VALUES ('${name}', '1')`;

describe("a connection after a disk failure", () => {
  it.each(["SQLITE_IOERR_FSYNC", "SQLITE_IOERR_WRITE", "SQLITE_CORRUPT_INDEX", "SQLITE_NOTADB"])(
    "commits nothing more after %s in any way, and can still be read",
    (code) => {
      using made = temporaryDatabase();
      const { database } = made;
      transact(database, () => database.exec(put("before")));
      const failing = () => {
        throw new Error("a part of the till wrapped it", { cause: new Sqlite.SqliteError("disk I/O error", code) });
      };
      expect(() => transact(database, failing)).toThrow("wrapped");
      expect(() => transact(database, () => database.exec(put("later")))).toThrow(StorageStoppedError);
      expect(() => database.exec(put("past the door"))).toThrow(/readonly/);
      expect(database.prepare("SELECT name FROM setting").pluck().all()).toEqual(["before"]);
    },
  );

  it("is not blocked by a full disk, a busy database, or a programming error", () => {
    using made = temporaryDatabase();
    for (const code of ["SQLITE_FULL", "SQLITE_BUSY", "SQLITE_CONSTRAINT_UNIQUE"])
      recordFailure(made.database, new Sqlite.SqliteError("no", code));
    recordFailure(made.database, new TypeError("a mistake"));
    expect(storageFailure(made.database)).toBeNull();
    transact(made.database, () => made.database.exec(put("later")));
  });
});

describe("the message to staff", () => {
  const english = (error: unknown) => inEnglishOrNull(explainStorageError(error));

  it.each([
    ["SQLITE_FULL", /disk is full/],
    ["SQLITE_IOERR_WRITE", /Restart the till/],
    ["SQLITE_IOERR_FSYNC", /check whether this was saved before you repeat it/],
    ["SQLITE_CORRUPT", /damaged/],
    ["SQLITE_READONLY", /stopped writing/],
    ["SQLITE_BUSY_SNAPSHOT", /Another program/],
    ["SQLITE_CANTOPEN", /data folder/],
  ])("for %s says that nothing was sent and no money moved", (code, means) => {
    const sentence = english(new Error("wrapped", { cause: new Sqlite.SqliteError("x", code) }));
    expect(sentence).toMatch(means);
    expect(sentence).toMatch(/[Nn]othing was (written or )?sent,? and no money moved/);
  });

  it("claims that nothing was written only when that is certain", () => {
    expect(english(new Sqlite.SqliteError("x", "SQLITE_IOERR_FSYNC"))).not.toMatch(/written or sent/);
    expect(english(new Sqlite.SqliteError("x", "SQLITE_FULL"))).toMatch(/written or sent/);
  });

  it("is empty for errors outside the storage", () => {
    for (const error of [new TypeError("x"), "x", null, new Sqlite.SqliteError("x", "SQLITE_CONSTRAINT")])
      expect(explainStorageError(error)).toBeNull();
  });
});
