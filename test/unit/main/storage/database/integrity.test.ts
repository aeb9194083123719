import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { findDamageAside } from "../../../../../main/storage/database/integrity.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

/** Of which SQLite reads for longer than any test waits: it computes the condition of every row. */
function endlessDatabase(path: string): void {
  const database = new Sqlite(path);
  database.pragma("ignore_check_constraints = ON");
  database.exec(`CREATE TABLE slow (value TEXT CHECK (length(hex(zeroblob(50000000))) > 0));
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) INSERT INTO slow SELECT i FROM n;`);
  database.close();
}

/** The processes that were begun to read a file. */
function readersOf(path: string): string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && wordsOf(name).includes(path));
}

function wordsOf(processId: string): string {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}

describe("a check aside", () => {
  it("says what is wrong with a file, and that it cannot be read", async () => {
    using folder = temporaryFolder();
    const [whole, other] = [join(folder.path, "whole.db"), join(folder.path, "other.db")];
    new Sqlite(whole).exec("CREATE TABLE t (a)").close();
    writeFileSync(other, "This is no database, whatever its name says of it.".repeat(100));
    expect(await findDamageAside(whole, { depth: "full" })).toBeNull();
    expect(await findDamageAside(other, { depth: "quick" })).toBe("file is not a database");
    expect(await findDamageAside(join(folder.path, "none.db"), { depth: "quick" })).toMatch(/unable to open/);
  });

  it.runIf(process.platform === "linux")(
    "is ended in the middle of SQLite's reading, and nothing of it is left",
    async () => {
      using folder = temporaryFolder();
      const path = join(folder.path, "endless.db");
      endlessDatabase(path);
      const ending = new AbortController();
      const checking = findDamageAside(path, { depth: "quick", signal: ending.signal });
      await expect.poll(() => readersOf(path)).not.toEqual([]);
      ending.abort(new Error("the till stops"));
      await expect(checking).rejects.toThrow("the till stops");
      await expect.poll(() => readersOf(path)).toEqual([]);
    },
  );
});
