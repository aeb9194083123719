import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type BackupKind,
  filesOf,
  listBackups,
  makeBackup,
  placeBackup,
} from "../../../../../main/storage/backups/backups.ts";
import { readPagesHeader } from "../../../../../main/storage/backups/changed-pages.ts";
import { type Database, openToRead, transact } from "../../../../../main/storage/database/database.ts";
import { checkInThreads } from "../../../../support/checks-in-threads.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { looseJournal } from "../../../../support/loose-journal.ts";

const NOON = Date.UTC(2026, 2, 2, 12);
const HOUR = 3_600_000;
const NODE = process.execPath;

checkInThreads();

function fill(database: Database, rows: number): void {
  database.exec(
    `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT ${rows})
     INSERT INTO setting SELECT 'filled-' || value, hex(randomblob(500)) FROM n`,
  );
}

/** A database whose backups, except the first, contain only the changed pages. */
function world() {
  const made = temporaryDatabase();
  const { database } = made;
  fill(database, 4000);
  const folder = join(made.folder, "backups");
  const journal = looseJournal(database);
  let entries = 0;
  return {
    ...made,
    backups: folder,
    list: () => listBackups(folder),
    write(count = 1) {
      for (let at = 0; at < count; at += 1) {
        transact(database, () => journal.append({ event: "money.captured", data: { at } }, NOON));
        entries += 1;
      }
    },
    entries: () => entries,
    backUp: (hour: number, kind: BackupKind = "hourly", signal?: AbortSignal) =>
      makeBackup(database, { folder, at: NOON + hour * HOUR, kind, wholeUpTo: 0, ...(signal && { signal }) }),
    /** The restored database's bytes, after SQLite's integrity check */
    restored(path: string) {
      const target = join(made.folder, `restored-${basename(path)}.db`);
      placeBackup(path, target);
      using reader = openToRead(target, { alone: true });
      expect(reader.database.pragma("integrity_check", { simple: true })).toBe("ok");
      return looseJournal(reader.database).head().entries;
    },
  };
}

describe("an incremental backup", () => {
  it("has the size of the changes, not of the database", async () => {
    using made = world();
    const fullBackup = await made.backUp(0);
    made.write(20);
    const changed = await made.backUp(1);
    expect(fullBackup.path).toMatch(/-hourly\.db$/);
    expect(changed.restsOn).toBe(fullBackup.path);
    // Of a thousand pages: the newest ones of the journal, its indices and the counters.
    expect(readPagesHeader(changed.path).changed).toBeLessThan(12);
    expect(statSync(changed.path).size / statSync(made.path).size).toBeLessThan(0.02);
    expect((await made.backUp(2)).path).toContain("-of-20260302T130000000Z-hourly.pages");
    expect(readPagesHeader(made.list()[0]?.path ?? "").changed).toBe(0);
  });

  it("restores the exact database file, also after it grew and shrank", async () => {
    using made = world();
    const expected: [string, number, Buffer][] = [];
    const keep = async (hour: number, kind?: BackupKind) => {
      const { path } = await made.backUp(hour, kind);
      expected.push([path, made.entries(), readFileSync(made.path)]);
    };
    await keep(0);
    made.write(30);
    await keep(1);
    made.database.exec("DELETE FROM setting; VACUUM");
    made.write(2);
    await keep(2);
    fill(made.database, 6000);
    await keep(3, "day");
    for (const [path, entries, bytes] of expected.slice(1)) {
      const target = join(made.folder, `placed-${basename(path)}.db`);
      placeBackup(path, target);
      expect(readFileSync(target).equals(bytes)).toBe(true);
      expect(made.restored(path)).toBe(entries);
    }
  });

  it("contains what was committed before it, and nothing committed during it", async () => {
    using made = world();
    await made.backUp(0);
    made.write(5);
    const making = made.backUp(1);
    // Between the steps, into the log, which is not emptied meanwhile.
    const writing = setInterval(() => made.write(1), 1);
    const { path } = await making;
    clearInterval(writing);
    const kept = readPagesHeader(path).entries;
    expect(kept).toBeGreaterThanOrEqual(5);
    expect(made.restored(path)).toBe(kept);
    expect(made.database.pragma("integrity_check", { simple: true })).toBe("ok");
  });

  it("of a day is based on another day's, so the hourly backups in between can be deleted", async () => {
    using made = world();
    const base = await made.backUp(0);
    for (const hour of [1, 2]) {
      made.write(3);
      await made.backUp(hour);
    }
    const day = await made.backUp(3, "day");
    expect(day.restsOn).toBe(base.path);
    for (const { path, kind } of made.list().slice(1, 3)) {
      expect(kind).toBe("hourly");
      rmSync(path);
    }
    expect(made.restored(day.path)).toBe(made.entries());
    expect((await made.backUp(4)).restsOn).toBe(day.path);
  });

  it("is replaced by a full backup when half of the database has changed", async () => {
    using made = world();
    await made.backUp(0);
    made.database.exec("UPDATE setting SET value = hex(randomblob(500))");
    expect((await made.backUp(1)).restsOn).toBeDefined();
    made.write();
    expect((await made.backUp(2)).restsOn).toBeUndefined();
  });

  it("requested by a person is full, and no other backup is based on it", async () => {
    using made = world();
    const base = await made.backUp(0);
    expect((await made.backUp(1, "asked")).path).toMatch(/-asked\.db$/);
    expect((await made.backUp(2)).restsOn).toBe(base.path);
  });

  it("is rejected with a message when one of its bases is missing", async () => {
    using made = world();
    const base = await made.backUp(0);
    made.write();
    const { path } = await made.backUp(1);
    copyFileSync(path, join(made.folder, basename(path)));
    expect(() => filesOf(join(made.folder, basename(path)))).toThrow("its base backup is missing");
    rmSync(base.path);
    expect(made.list()).toEqual([]);
    expect((await made.backUp(2)).restsOn).toBeUndefined();
  });

  it("is rejected when a byte of it, or of one of its bases, has changed", async () => {
    using made = world();
    const base = await made.backUp(0);
    made.write(3);
    const { path } = await made.backUp(1);
    const target = join(made.folder, "restored.db");
    for (const [file, at] of [
      [base.path, statSync(base.path).size - 5000],
      [path, 4096 + 100],
    ] as const) {
      const bytes = readFileSync(file);
      writeFileSync(file, Buffer.from(bytes.with(at, 255 - (bytes[at] ?? 0))));
      expect(() => placeBackup(path, target)).toThrow("is damaged");
      rmSync(target, { force: true });
      writeFileSync(file, bytes);
    }
    appendFileSync(path, "x");
    expect(() => placeBackup(path, target)).toThrow("incomplete backup");
    expect(existsSync(target)).toBe(false);
  });

  it("leaves no files when it is aborted", async () => {
    using made = world();
    const { path } = await made.backUp(0);
    const ending = new AbortController();
    const making = made.backUp(1, "hourly", ending.signal);
    ending.abort(new Error("the till stops"));
    await expect(making).rejects.toThrow("the till stops");
    expect(readdirSync(made.backups)).toEqual([basename(path)]);
  });

  it("keeps the database's locks: it never closes the database file", async () => {
    using made = world();
    await made.backUp(0);
    await made.backUp(1);
    await made.backUp(2);
    made.write();
    // Another process that opens and closes the database would delete its log if it held no lock on it.
    const program = `const S = require("better-sqlite3"); const d = new S(${JSON.stringify(made.path)}); d.prepare("SELECT 1 FROM setting").get(); d.close()`;
    expect(spawnSync(NODE, ["-e", program]).status).toBe(0);
    expect(statSync(`${made.path}-wal`).size).toBeGreaterThan(0);
  });
});
