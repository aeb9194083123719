import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  type Backup,
  type BackupKind,
  backupName,
  copyDatabase,
  listBackups,
  makeBackup,
  readBackupName,
  removeUnfinished,
} from "../../../../../main/storage/backups/backups.ts";
import { expiredBackups, overBudget } from "../../../../../main/storage/backups/retention.ts";
import { openToRead } from "../../../../../main/storage/database/database.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 2, 2, 12);

function backup(at: number, kind: BackupKind): Backup {
  return { path: backupName(at, kind), at, kind };
}

function remaining(backups: Backup[], now: number): Backup[] {
  const expired = new Set(expiredBackups(backups, now));
  return backups.filter((one) => !expired.has(one));
}

describe("a backup's name", () => {
  it("contains its time and kind, and can be parsed", () => {
    expect(backupName(NOON, "hourly")).toBe("till-20260302T120000000Z-hourly.db");
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        fc.constantFrom<BackupKind>("hourly", "day", "upgrade", "asked"),
        (at, kind) => {
          expect(readBackupName(backupName(at, kind))).toEqual({ at, kind });
        },
      ),
    );
  });

  it.each(["till-20260302T120000000Z-hourly.db.part", "till-20260302T120000000Z-hourly.db-wal", "till.db", "x"])(
    "is not %s",
    (name) => {
      expect(readBackupName(name)).toBeNull();
    },
  );
});

describe("backup rotation", () => {
  it("leaves 24 hourly backups of a year and the last one of each of 30 days", () => {
    const year = Array.from({ length: 24 * 365 }, (_, hour) => backup(NOON - hour * HOUR, "hourly"));
    const left = remaining(year, NOON);
    expect(left.slice(0, 24)).toEqual(year.slice(0, 24));
    const days = new Set(left.map(({ at }) => new Date(at).toISOString().slice(0, 10)));
    expect(days.size).toBe(30);
    // Noon today to 13:00 yesterday, then 23:00 of 28 days more (yesterday's 23:00 is one of the 24).
    expect(left).toHaveLength(24 + 28);
  });

  it("prefers the backup at the close of a day to later ones", () => {
    const closed = backup(NOON - 40 * HOUR, "day");
    const later = Array.from({ length: 40 }, (_, hour) => backup(NOON - hour * HOUR, "hourly"));
    expect(remaining([...later, closed], NOON)).toContain(closed);
  });

  it("never deletes a backup requested by a person, and keeps three from before upgrades", () => {
    const old = Array.from({ length: 5 }, (_, n) => [backup(n, "asked"), backup(n, "upgrade")]).flat();
    const left = remaining(old, NOON);
    expect(left.filter(({ kind }) => kind === "asked")).toHaveLength(5);
    expect(left.filter(({ kind }) => kind === "upgrade").map(({ at }) => at)).toEqual([2, 3, 4]);
  });

  it("is not misled by backups with a date in the future", () => {
    const future = Array.from({ length: 60 }, (_, n) => backup(NOON + (n + 1) * HOUR, "hourly"));
    const now = backup(NOON, "hourly");
    const left = remaining([...future, now], NOON);
    expect(left).toContain(now);
    expect(left.length).toBeLessThan(30);
  });

  it("keeps the newest backup, and changes nothing on a second run", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: NOON }), fc.constantFrom<BackupKind>("hourly", "day"))),
        (made) => {
          const backups = made.map(([at, kind]) => backup(at, kind));
          const left = remaining(backups, NOON);
          const newest = Math.max(...backups.map(({ at }) => at));
          expect(backups.length === 0 || left.some(({ at }) => at === newest)).toBe(true);
          expect(remaining(left, NOON)).toEqual(left);
        },
      ),
    );
  });
});

describe("incremental backups", () => {
  /** A full backup a month ago and one for each day since; hourly ones in the last two days. */
  function chain(): Backup[] {
    const base = backup(NOON - 30 * 24 * HOUR, "day");
    const backups = [base];
    let day = base;
    for (let hour = 30 * 24 - 1; hour >= 0; hour -= 1) {
      const kind = hour % 24 === 0 ? "day" : "hourly";
      const under = kind === "day" ? day : (backups.at(-1) ?? base);
      const at = NOON - hour * HOUR;
      const made = { path: backupName(at, kind, under), at, kind, restsOn: under.path } as const;
      backups.push(made);
      if (kind === "day") day = made;
    }
    return backups;
  }
  const whole = (backups: readonly Backup[]) => {
    const paths = new Set(backups.map(({ path }) => path));
    return backups.every(({ restsOn }) => restsOn === undefined || paths.has(restsOn));
  };
  const sizeOf = ({ restsOn }: Backup) => (restsOn === undefined ? 1000 : 10);
  const sum = (backups: readonly Backup[]) => backups.reduce((bytes, one) => bytes + sizeOf(one), 0);

  it("keep their base backups, whatever their age", () => {
    const left = remaining(chain(), NOON + HOUR);
    expect(whole(left)).toBe(true);
    expect(left.filter(({ kind }) => kind === "day").length).toBeGreaterThanOrEqual(30);
    // No hourly backups of the days before yesterday.
    expect(left.length).toBeLessThan(31 + 48);
  });

  it("stay within the size limit: the oldest are deleted first, and never a base of another", () => {
    const older = [backup(1, "day"), { ...backup(2, "hourly"), restsOn: backupName(1, "day") }];
    const backups = [...older, ...chain()];
    for (const budget of [2200, 1400, 1100, 0]) {
      const going = new Set(overBudget(backups, budget, sizeOf));
      const left = backups.filter((one) => !going.has(one));
      expect(whole(left)).toBe(true);
      expect(left).toContain(backups.at(-1));
      if (budget > 1310) expect(sum(left)).toBeLessThanOrEqual(budget);
      if (going.size > 0) expect(going).toContain(older[1]);
    }
    // The newest backup with its full and daily bases.
    const going = overBudget(backups, 0, sizeOf);
    expect(backups.length - going.length).toBe(31);
  });

  it("never delete a backup requested by a person", () => {
    const backups = [backup(1, "asked"), backup(2, "hourly"), backup(3, "hourly")];
    expect(overBudget(backups, 0, sizeOf)).toEqual([backups[1]]);
  });
});

describe("a backup", () => {
  it("is one file with all committed data, and is listed", async () => {
    using made = temporaryDatabase();
    made.database.exec("INSERT INTO setting VALUES ('a', '1')");
    const folder = join(made.folder, "backups");
    const { path } = await makeBackup(made.database, { folder, at: NOON, kind: "hourly" });
    expect(listBackups(folder)).toEqual([{ path, at: NOON, kind: "hourly" }]);
    using reader = openToRead(path, { alone: true });
    expect(reader.database.prepare("SELECT name FROM setting").pluck().all()).toEqual(["a"]);
    expect(reader.database.pragma("journal_mode", { simple: true })).toBe("delete");
    expect(readdirSync(folder)).toEqual([backupName(NOON, "hourly")]);
  });

  it("leaves no files when it is aborted", async () => {
    using made = temporaryDatabase();
    made.database.exec(
      "WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT 2000) INSERT INTO setting SELECT value, hex(randomblob(2000)) FROM n",
    );
    const folder = join(made.folder, "backups");
    const ending = new AbortController();
    const making = makeBackup(made.database, { folder, at: NOON, kind: "hourly", signal: ending.signal });
    ending.abort(new Error("the till stops"));
    await expect(making).rejects.toThrow("the till stops");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is discarded when it is aborted after its check", async () => {
    using made = temporaryDatabase();
    const folder = join(made.folder, "backups");
    const ending = new AbortController();
    const goesOn = vi.spyOn(ending.signal, "throwIfAborted");
    const copy = made.database.backup.bind(made.database);
    vi.spyOn(made.database, "backup").mockImplementation(async (...given) => {
      const copied = await copy(...given);
      // The first call comes after the copy, before the check; the second comes before the rename.
      goesOn.mockReturnValueOnce(undefined).mockImplementationOnce(() => {
        throw new Error("the till stops");
      });
      return copied;
    });
    const making = makeBackup(made.database, { folder, at: NOON, kind: "hourly", signal: ending.signal });
    await expect(making).rejects.toThrow("the till stops");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("left unfinished by another process is ignored and deleted", async () => {
    using made = temporaryDatabase();
    const folder = join(made.folder, "backups");
    const { path } = await makeBackup(made.database, { folder, at: NOON, kind: "hourly" });
    const unfinished = join(folder, `${backupName(NOON + 1, "hourly")}.part`);
    for (const name of [unfinished, `${unfinished}-journal`]) writeFileSync(name, "half");
    expect(listBackups(folder).map((one) => one.path)).toEqual([path]);
    removeUnfinished(folder);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("to a missing folder fails, and leaves no files", async () => {
    using made = temporaryDatabase();
    const target = join(made.folder, "nowhere", "copy.db");
    await expect(copyDatabase(made.database, target, { at: NOON, kind: "asked" })).rejects.toThrow(
      /directory does not exist/,
    );
    expect(existsSync(target)).toBe(false);
  });
});
