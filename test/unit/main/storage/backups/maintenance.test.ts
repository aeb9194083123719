import { existsSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import Sqlite from "better-sqlite3";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { backupName, listBackups } from "../../../../../main/storage/backups/backups.ts";
import { startMaintenance } from "../../../../../main/storage/backups/maintenance.ts";
import { transact } from "../../../../../main/storage/database/database.ts";
import { recordFailure } from "../../../../../main/storage/database/failure.ts";
import { settingStore } from "../../../../../main/storage/database/settings.ts";
import { headFile } from "../../../../../main/storage/journal/head.ts";
import type { Vault } from "../../../../../main/storage/vault/vault.ts";
import { checkInThreads } from "../../../../support/checks-in-threads.ts";
import { createManualClock, type ManualClock } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { looseJournal } from "../../../../support/loose-journal.ts";
import { testVault } from "../../../../support/vault.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

checkInThreads();

function world() {
  const made = temporaryDatabase();
  return worldOf(made, createManualClock(), () => made[Symbol.dispose]());
}

function worldOf(
  made: ReturnType<typeof temporaryDatabase>,
  clock: ManualClock,
  dispose: () => void,
  vault: Vault = testVault(made.folder),
) {
  const lines: string[] = [];
  const disk = { free: 10e9, changes: 0 };
  const care = startMaintenance({
    ...{ clock, vault, database: made.database, folder: made.folder },
    log: pino({ level: "info" }, { write: (line) => lines.push(line) }),
    onChange: () => {
      disk.changes += 1;
    },
    freeBytes: () => disk.free,
  });
  const journal = looseJournal(made.database);
  const backups = join(made.folder, "backups");
  return {
    ...{ ...made, clock, care, disk, lines, journal, backups },
    /** The next run of a till on the same folder. */
    again: () => worldOf(made, clock, () => undefined),
    write: () => transact(made.database, () => journal.append({ event: "money.captured" }, clock.now())),
    head: () => {
      const stored = headFile(made.folder, vault).read();
      return stored.is === "signed" ? stored.head : null;
    },
    /** Advances the clock, and waits for everything that this starts. */
    async pass(ms: number) {
      const end = clock.monotonic() + ms;
      while (clock.monotonic() < end) {
        await clock.advance(Math.min(MINUTE, end - clock.monotonic()));
        // Both loops: the one for the disk space, and the one for everything else.
        await clock.sleeping(2);
      }
    },
    async [Symbol.asyncDispose]() {
      await care.close();
      dispose();
    },
  };
}

describe("database maintenance", () => {
  it("makes backups without a MAC while the vault cannot be written", async () => {
    const made = temporaryDatabase();
    const kept = testVault(made.folder);
    const put: Vault["put"] = (name, value) => {
      if (name === "backupKey") throw new Error("ENOSPC");
      kept.put(name, value);
    };
    await using care = worldOf(made, createManualClock(), () => made[Symbol.dispose](), { ...kept, put });
    care.write();
    await care.pass(HOUR);
    expect(listBackups(care.backups).length).toBeGreaterThan(0);
    expect(readdirSync(care.backups).filter((name) => name.endsWith(".mac"))).toEqual([]);
  });

  it("makes a backup every hour with changes, and none for an idle till", async () => {
    await using made = world();
    made.write();
    await made.pass(MINUTE);
    expect(listBackups(made.backups)).toHaveLength(1);
    expect(made.care.lastBackupAt()).toBe(made.clock.now());
    await made.pass(3 * HOUR);
    const atRest = listBackups(made.backups).length;
    made.write();
    await made.pass(HOUR);
    expect(listBackups(made.backups)).toHaveLength(atRest + 1);
    await made.pass(5 * HOUR);
    expect(listBackups(made.backups)).toHaveLength(atRest + 1);
  });

  it("deletes backups after their retention time", async () => {
    await using made = world();
    mkdirSync(made.backups);
    for (let hour = 1; hour < 50; hour += 1)
      for (const ending of ["", ".mac"])
        writeFileSync(join(made.backups, `${backupName(made.clock.now() - hour * HOUR, "hourly")}${ending}`), "");
    const { path } = await made.care.backUp("asked");
    // 10:00 back to 9:00 two days before: the newest 24, and the last of the day before those.
    expect(listBackups(made.backups).map((one) => one.kind)).toEqual(["asked", ...Array(25).fill("hourly")]);
    expect(listBackups(made.backups)[0]?.path).toBe(path);
    // Each has its MAC, and an expired backup is deleted with its MAC.
    const names = listBackups(made.backups).map((one) => basename(one.path));
    expect(readdirSync(made.backups).sort()).toEqual(names.flatMap((name) => [name, `${name}.mac`]).sort());
  });

  it("keeps backups within their share of the disk, and always keeps the newest", async () => {
    await using made = world();
    mkdirSync(made.backups);
    for (let hour = 1; hour < 10; hour += 1) {
      const path = join(made.backups, backupName(made.clock.now() - hour * HOUR, "hourly"));
      writeFileSync(path, "");
      truncateSync(path, 30_000_000);
    }
    settingStore(made.database).set("settings", { backups: { gigabytes: 0.1 } });
    const { path } = await made.care.backUp("day");
    expect(listBackups(made.backups).map((one) => one.kind)).toEqual(["day", ...Array(3).fill("hourly")]);
    settingStore(made.database).set("settings", { backups: { gigabytes: 0.0001 } });
    await made.pass(MINUTE);
    const last = await made.care.backUp("day");
    expect(listBackups(made.backups).map((one) => one.path)).toEqual([last.path]);
    expect(last.path).not.toBe(path);
    expect(made.lines.join()).toContain("exceed their space limit");
  });

  it("empties the write-ahead log when the till is idle, and not during writes", async () => {
    await using made = world();
    const size = () => statSync(`${made.path}-wal`).size;
    made.write();
    await made.pass(MINUTE);
    expect(size()).toBeGreaterThan(0);
    await made.pass(2 * MINUTE);
    expect(size()).toBe(0);
  });

  it("signs the journal head at the start, when idle, every hour, at a backup and at the end", async () => {
    await using made = world();
    expect(made.head()).toMatchObject({ entries: 0, open: true });
    made.write();
    await made.pass(3 * MINUTE);
    expect(made.head()).toMatchObject({ entries: 1, open: true });
    for (let minute = 0; minute < 61; minute += 1) {
      made.write();
      await made.pass(MINUTE);
    }
    expect(made.head()?.entries).toBeGreaterThan(50);
    made.write();
    await made.care.backUp("day");
    expect(made.head()?.entries).toBe(made.journal.head().entries);
    made.write();
    await made.care.close();
    expect(made.head()).toMatchObject({ entries: made.journal.head().entries, open: false });
  });

  it("reports a disk that fills up once, and makes no backups on a full disk", async () => {
    await using made = world();
    expect(made.care.disk()).toBe("ok");
    for (const [free, means] of [
      [499e6, "low"],
      [450e6, "low"],
      [99e6, "full"],
      [600e6, "ok"],
    ] as const) {
      made.disk.free = free;
      made.write();
      await made.pass(HOUR + MINUTE);
      expect(made.care.disk()).toBe(means);
      if (means === "full") expect(made.care.lastBackupAt()).toBeLessThan(made.clock.now() - 30 * MINUTE);
    }
    expect(made.disk.changes).toBe(3);
  });

  it("reports a failed database disk once", async () => {
    await using made = world();
    recordFailure(made.database, new Sqlite.SqliteError("disk I/O error", "SQLITE_IOERR_FSYNC"));
    await made.pass(MINUTE);
    expect(made.disk.changes).toBe(1);
  });

  it("detects free space again within seconds", async () => {
    await using made = world();
    made.disk.free = 50e6;
    await made.pass(5000);
    expect(made.care.disk()).toBe("full");
    made.disk.free = 10e9;
    await made.pass(5000);
    expect(made.care.disk()).toBe("ok");
  });

  it("reads the whole database once a day, when the till is idle", async () => {
    await using made = world();
    const checkedAt = () => settingStore(made.database).get("checkedAt");
    await made.pass(2 * MINUTE);
    const first = checkedAt();
    expect(first).toEqual(expect.any(Number));
    await made.pass(23 * HOUR);
    expect(checkedAt()).toBe(first);
    await made.pass(2 * HOUR);
    expect(checkedAt()).toBeGreaterThan(Number(first));
    expect(made.care.damage()).toBeNull();
  });

  it("reports a changed journal found by the daily check", async () => {
    await using made = world();
    made.write();
    made.database.exec("DROP TRIGGER journal_keeps_values; UPDATE journal SET actor = 'Mallory'");
    await made.pass(3 * MINUTE);
    expect(made.care.damage()?.what).toMatch(/entry 1/);
    expect(made.disk.changes).toBe(1);
    expect(made.lines.join()).toContain("damaged");
  });

  it("remembers damage and its time across a restart, and clears it when the data is intact again", async () => {
    await using made = world();
    made.write();
    made.database.exec("DROP TRIGGER journal_keeps_values; UPDATE journal SET actor = 'Mallory'");
    await made.pass(3 * MINUTE);
    const damage = made.care.damage();
    expect(damage).toEqual({ at: expect.any(Number), what: expect.stringContaining("entry 1") });
    await made.care.close();
    await using again = made.again();
    expect(again.care.damage()).toEqual(damage);
    made.database.exec("UPDATE journal SET actor = NULL");
    await again.pass(3 * MINUTE);
    expect(again.care.damage()).toBeNull();
    expect(again.care.checkedAt()).toBeGreaterThan(damage?.at ?? 0);
  });

  it("reports an overdue backup, the time of the last signature, and the free disk space", async () => {
    await using made = world();
    made.write();
    await made.pass(2 * HOUR);
    expect(made.care.backupOverdue()).toBe(false);
    made.disk.free = 50e6;
    made.write();
    await made.pass(3 * HOUR);
    expect(made.care.backupOverdue()).toBe(true);
    expect(made.care.freeBytes()).toBe(50e6);
    expect(made.clock.now() - (made.care.signedAt() ?? 0)).toBeLessThanOrEqual(HOUR + MINUTE);
    made.disk.free = 10e9;
    await made.pass(2 * MINUTE);
    expect(made.care.backupOverdue()).toBe(false);
  });

  it("deletes the remains of a crashed backup, and continues when a backup fails", async () => {
    await using made = world();
    made.write();
    writeFileSync(made.backups, "a file where the folder should be");
    await made.pass(2 * MINUTE);
    expect(made.lines.join()).toContain("maintenance job failed");
    await expect(made.care.backUp("day")).rejects.toThrow();
    expect(made.head()).toMatchObject({ entries: 1 });
  });

  it("aborts a backup in progress when the till stops", async () => {
    await using made = world();
    made.database.exec(
      "WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n LIMIT 3000) INSERT INTO setting SELECT v, hex(randomblob(2000)) FROM n",
    );
    const making = made.care.backUp("asked");
    const ended = expect(making).rejects.toThrow();
    await made.care.close();
    await ended;
    expect(existsSync(made.backups) ? readdirSync(made.backups) : []).toEqual([]);
  });
});
