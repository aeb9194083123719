import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { findDamageAsync } from "../../../../../main/storage/database/integrity.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

/** The child processes that read a file. */
function readersOf(path: string): string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && wordsOf(name).includes(path));
}

function wordsOf(processId: string): string {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, "utf8");
  } catch {
    // The process has ended meanwhile.
    return "";
  }
}

describe("a background check", () => {
  it("reports what is wrong with a file, or that it cannot be read", async () => {
    using folder = temporaryFolder();
    const [whole, other] = [join(folder.path, "whole.db"), join(folder.path, "other.db")];
    new Sqlite(whole).exec("CREATE TABLE t (a)").close();
    writeFileSync(other, "This file is not a database, in spite of its name.".repeat(100));
    expect(await findDamageAsync(whole, { depth: "full" })).toBeNull();
    expect(await findDamageAsync(other, { depth: "quick" })).toBe("file is not a database");
    expect(await findDamageAsync(join(folder.path, "none.db"), { depth: "quick" })).toMatch(/unable to open/);
  });

  it("runs in a thread when no process can be started", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "whole.db");
    new Sqlite(path).exec("CREATE TABLE t (a)").close();
    const program = process.execPath;
    process.execPath = join(folder.path, "replaced");
    try {
      expect(await findDamageAsync(path, { depth: "quick" })).toBeNull();
    } finally {
      process.execPath = program;
    }
  });

  it.runIf(process.platform === "linux")(
    "is aborted in the middle of SQLite's work, and leaves nothing behind",
    async () => {
      using folder = temporaryFolder();
      // A reader waits while another connection writes.
      const path = join(folder.path, "endless.db");
      spawnSync("mkfifo", [path]);
      const ending = new AbortController();
      const checking = findDamageAsync(path, { depth: "quick", signal: ending.signal });
      await expect.poll(() => readersOf(path)).not.toEqual([]);
      ending.abort(new Error("the till stops"));
      await expect(checking).rejects.toThrow("the till stops");
      await expect.poll(() => readersOf(path)).toEqual([]);
    },
  );
});
