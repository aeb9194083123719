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
  it("says when it was made and why, and reads back", () => {
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

describe("thinning out", () => {
  it("leaves a year of hours with 24 of them and the last of each of 30 days", () => {
    const year = Array.from({ length: 24 * 365 }, (_, hour) => backup(NOON - hour * HOUR, "hourly"));
    const left = remaining(year, NOON);
    expect(left.slice(0, 24)).toEqual(year.slice(0, 24));
    const days = new Set(left.map(({ at }) => new Date(at).toISOString().slice(0, 10)));
    expect(days.size).toBe(30);
    // Noon today to 13:00 yesterday, then 23:00 of 28 days more (yesterday's 23:00 is among the 24).
    expect(left).toHaveLength(24 + 28);
  });

  it("prefers the close of a day to whatever came after it", () => {
    const closed = backup(NOON - 40 * HOUR, "day");
    const later = Array.from({ length: 40 }, (_, hour) => backup(NOON - hour * HOUR, "hourly"));
    expect(remaining([...later, closed], NOON)).toContain(closed);
  });

  it("never takes one that a person asked for, and keeps three from before upgrades", () => {
    const old = Array.from({ length: 5 }, (_, n) => [backup(n, "asked"), backup(n, "upgrade")]).flat();
    const left = remaining(old, NOON);
    expect(left.filter(({ kind }) => kind === "asked")).toHaveLength(5);
    expect(left.filter(({ kind }) => kind === "upgrade").map(({ at }) => at)).toEqual([2, 3, 4]);
  });

  it("is not misled by backups that a wrong clock dated into the future", () => {
    const future = Array.from({ length: 60 }, (_, n) => backup(NOON + (n + 1) * HOUR, "hourly"));
    const now = backup(NOON, "hourly");
    const left = remaining([...future, now], NOON);
    expect(left).toContain(now);
    expect(left.length).toBeLessThan(30);
  });

  it("never takes the newest, nor anything twice over", () => {
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

describe("backups that rest on others", () => {
  /** A whole one a month ago, and one for each day since: the hours of the last two days between them. */
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

  it("keep what they rest on, whatever its age", () => {
    const left = remaining(chain(), NOON + HOUR);
    expect(whole(left)).toBe(true);
    expect(left.filter(({ kind }) => kind === "day").length).toBeGreaterThanOrEqual(30);
    // Of the days before yesterday none of the hours.
    expect(left.length).toBeLessThan(31 + 48);
  });

  it("take no more than they may: the oldest go first, and never one that another rests on", () => {
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
    // The newest with the whole one and the days between.
    const going = overBudget(backups, 0, sizeOf);
    expect(backups.length - going.length).toBe(31);
  });

  it("never take what a person asked for", () => {
    const backups = [backup(1, "asked"), backup(2, "hourly"), backup(3, "hourly")];
    expect(overBudget(backups, 0, sizeOf)).toEqual([backups[1]]);
  });
});

describe("a backup", () => {
  it("is one file with everything that was committed, and is in the list", async () => {
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

  it("that was ended leaves nothing behind", async () => {
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

  it("that is told to end once it was looked through is none", async () => {
    using made = temporaryDatabase();
    const folder = join(made.folder, "backups");
    const ending = new AbortController();
    const goesOn = vi.spyOn(ending.signal, "throwIfAborted");
    const copy = made.database.backup.bind(made.database);
    vi.spyOn(made.database, "backup").mockImplementation(async (...given) => {
      const copied = await copy(...given);
      // Asked for the first time after the copy it is about to be looked through, for the second to get its name.
      goesOn.mockReturnValueOnce(undefined).mockImplementationOnce(() => {
        throw new Error("the till stops");
      });
      return copied;
    });
    const making = makeBackup(made.database, { folder, at: NOON, kind: "hourly", signal: ending.signal });
    await expect(making).rejects.toThrow("the till stops");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("that another one left unfinished is no backup, and is swept away", async () => {
    using made = temporaryDatabase();
    const folder = join(made.folder, "backups");
    const { path } = await makeBackup(made.database, { folder, at: NOON, kind: "hourly" });
    const unfinished = join(folder, `${backupName(NOON + 1, "hourly")}.part`);
    for (const name of [unfinished, `${unfinished}-journal`]) writeFileSync(name, "half");
    expect(listBackups(folder).map((one) => one.path)).toEqual([path]);
    removeUnfinished(folder);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("of a file that is no database fails, and leaves nothing", async () => {
    using made = temporaryDatabase();
    const target = join(made.folder, "nowhere", "copy.db");
    await expect(copyDatabase(made.database, target, { at: NOON, kind: "asked" })).rejects.toThrow(
      /directory does not exist/,
    );
    expect(existsSync(target)).toBe(false);
  });
});
