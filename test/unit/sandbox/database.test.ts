import { describe, expect, it } from "vitest";
import { inTransaction, openDatabase, readSetting, run, runUnsynced } from "../../../sandbox/state/database.ts";
import { temporaryFolder } from "../../support/folder.ts";

/** Writes the sync mode that was active: 2 for each commit, 1 for none. */
const WRITE = "INSERT INTO setting (name, value) SELECT ?, CAST(synchronous AS TEXT) FROM pragma_synchronous";

describe("the sandbox's database", () => {
  it("syncs each write, except those that a power cut may lose", () => {
    using folder = temporaryFolder();
    const db = openDatabase(folder.path);
    run(db, WRITE, "money");
    runUnsynced(db, WRITE, "address");
    expect(() => runUnsynced(db, WRITE, "address")).toThrow(/UNIQUE/);
    run(db, WRITE, "money after it");
    inTransaction(db, () => runUnsynced(db, WRITE, "address with money"));
    const names = ["money", "address", "money after it", "address with money"];
    expect(names.map((name) => readSetting(db, name))).toEqual(["2", "1", "2", "2"]);
    db.close();
  });
});
