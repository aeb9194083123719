import { statSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { changesOf, transact } from "../../../../../main/storage/database/database.ts";
import { recordFailure, StorageStoppedError } from "../../../../../main/storage/database/failure.ts";
import { probeDatabase } from "../../../../../main/storage/database/probe.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

const logBytes = (folder: string) => statSync(join(folder, "till.db-wal")).size;

describe("probing a database", () => {
  it("commits to its log, and does not count as a change of the data", () => {
    using world = temporaryDatabase();
    const before = { bytes: logBytes(world.folder), changes: changesOf(world.database) };
    probeDatabase(world.database, { mayWrite: true });
    expect(logBytes(world.folder)).toBeGreaterThan(before.bytes);
    expect(changesOf(world.database)).toBe(before.changes);
  });

  it("on a full disk reads, and writes nothing", () => {
    using world = temporaryDatabase();
    const before = logBytes(world.folder);
    probeDatabase(world.database, { mayWrite: false });
    expect(logBytes(world.folder)).toBe(before);
  });

  it("fails while another program locks the file", () => {
    using world = temporaryDatabase();
    world.database.pragma("busy_timeout = 0");
    using other = holding(world.path);
    expect(() => probeDatabase(world.database, { mayWrite: true })).toThrow(/locked/);
    other.release();
    expect(() => probeDatabase(world.database, { mayWrite: true })).not.toThrow();
  });

  it("fails after a disk failure on this connection, also on a full disk", () => {
    using world = temporaryDatabase();
    recordFailure(world.database, new Sqlite.SqliteError("disk I/O error", "SQLITE_IOERR_FSYNC"));
    expect(() => transact(world.database, () => undefined)).toThrow(StorageStoppedError);
    expect(() => probeDatabase(world.database, { mayWrite: true })).toThrow(StorageStoppedError);
    expect(() => probeDatabase(world.database, { mayWrite: false })).toThrow(StorageStoppedError);
  });
});

/** Another connection with the write lock. */
function holding(path: string) {
  const other = new Sqlite(path);
  other.exec("BEGIN IMMEDIATE");
  return { release: () => other.exec("ROLLBACK"), [Symbol.dispose]: () => other.close() };
}
