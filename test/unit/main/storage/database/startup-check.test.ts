import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { openOrExplain, RecoveryNeededError } from "../../../../../main/app/data-folder.ts";
import { startMaintenance } from "../../../../../main/storage/backups/maintenance.ts";
import {
  closeDatabase,
  type Database,
  openDatabase,
  openToRead,
  transact,
} from "../../../../../main/storage/database/database.ts";
import { findDamage } from "../../../../../main/storage/database/integrity.ts";
import { integrityRecord } from "../../../../../main/storage/database/integrity-record.ts";
import { findStartupDamage, isLarge } from "../../../../../main/storage/database/startup-check.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { testVault } from "../../../../support/vault.ts";

const PAGE = 4096;

const original = temporaryFolder();
afterAll(() => original[Symbol.dispose]());

/** A till's database that is too large for a full check at the start; most of it is old exchanges. */
function makeLarge(path: string): void {
  const database = openDatabase(path);
  database.pragma("synchronous = OFF");
  const insert = database.prepare(
    "INSERT INTO exchange (pos_tid, kind, at, last_at, received) VALUES ('p', 'request', 0, 0, hex(zeroblob(524288)))",
  );
  transact(database, () => {
    for (let row = 0; row < 66; row += 1) insert.run();
    const small = database.prepare(
      "INSERT INTO exchange (pos_tid, kind, at, last_at, received) VALUES ('p', 'request', 0, 0, ?)",
    );
    for (let row = 0; row < 600; row += 1) small.run(row === 599 ? "the last one" : "small");
    database.prepare("INSERT INTO setting VALUES ('known', '1')").run();
  });
  closeDatabase(database);
}

/** A copy of the database in its own folder. */
function largeTill() {
  const first = join(original.path, "till.db");
  if (!existsSync(first)) makeLarge(first);
  const folder = temporaryFolder();
  const path = join(folder.path, "till.db");
  copyFileSync(first, path, constants.COPYFILE_FICLONE);
  const vault = testVault(folder.path);
  return {
    path,
    folder: folder.path,
    vault,
    start: () => openOrExplain(folder.path, vault, 0),
    atStart: () => findDamage(path, { depth: "start", alone: true }),
    /** Overwrites one page, like a failing disk */
    damage: (page: number) => {
      const file = openSync(path, "r+");
      writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE);
      closeSync(file);
    },
    /** Page of the newest row */
    newestPage: () => Math.floor(readFileSync(path).lastIndexOf("the last one") / PAGE),
    rootOf: (name: string) => {
      using reader = openToRead(path, { alone: true });
      return Number(reader.database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(name));
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** The maintenance of a running till. @returns the maintenance, and its log line about the check */
function cared(till: ReturnType<typeof largeTill>, database: Database) {
  const { promise: said, resolve } = Promise.withResolvers<string>();
  const log = pino({ level: "info" }, { write: (line: string) => resolve(line) });
  const ports = { clock: createManualClock(), log, database, vault: till.vault };
  const care = startMaintenance({ ...ports, folder: till.folder, onChange: () => undefined, freeBytes: () => 10e9 });
  return { care, said };
}

describe("a start on a large database", () => {
  it("checks the important tables first, and reads the rest while the till is open", async () => {
    using till = largeTill();
    expect(isLarge(till.path)).toBe(true);
    till.damage(Math.floor(statSync(till.path).size / PAGE / 2));
    expect(till.atStart()).toBeNull();
    const database = await till.start();
    const { care, said } = cared(till, database);
    expect(await said).toContain("is damaged");
    expect(care.damage()?.what).toMatch(/\w/);
    await care.close();
    closeDatabase(database);
    await expect(till.start()).rejects.toThrow(RecoveryNeededError);
  });

  it.each<[string, (till: ReturnType<typeof largeTill>) => void]>([
    ["a damaged small table", (till) => till.damage(till.rootOf("setting") - 1)],
    ["a damaged index of unsettled operations", (till) => till.damage(till.rootOf("operation_unsettled") - 1)],
    ["damaged newest rows", (till) => till.damage(till.newestPage())],
    ["a truncated file", (till) => truncateSync(till.path, statSync(till.path).size - PAGE)],
  ])("detects %s", (_what, spoil) => {
    using till = largeTill();
    spoil(till);
    expect(till.atStart()).toMatch(/\w/);
  });

  it("reads everything first after too many postponed checks, and then not again", async () => {
    using till = largeTill();
    till.damage(Math.floor(statSync(till.path).size / PAGE / 2));
    for (let start = 0; start < 3; start += 1) {
      expect(till.atStart()).toBeNull();
      const database = openDatabase(till.path);
      integrityRecord(database).recordPostponed();
      closeDatabase(database);
    }
    expect(till.atStart()).toMatch(/\w/);
  });

  it("has no postponed check left once the rest was read", async () => {
    using till = largeTill();
    const database = await till.start();
    integrityRecord(database).recordPostponed();
    const { care, said } = cared(till, database);
    expect(integrityRecord(database).postponedChecks()).toBe(2);
    expect(await said).toContain("the full check of the till's data passed");
    expect([integrityRecord(database).postponedChecks(), care.damage(), integrityRecord(database).checkedAt()]).toEqual(
      [0, null, null],
    );
    await care.close();
    closeDatabase(database);
  });

  it("skips missing tables of an older version", () => {
    using till = largeTill();
    const database = openDatabase(till.path);
    database.exec("DROP TABLE saft_transaction; DROP TABLE rule_firing");
    expect(findStartupDamage(database)).toBeNull();
    closeDatabase(database);
  });
});
