/** Backups of the database: made while the till works, verified before they get their name, deleted by age. */
import { chmodSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Database } from "../database/database.ts";
import { renameDurably, syncFileAside } from "../database/durable-file.ts";
import { findDamageAside } from "../database/integrity.ts";

/** `upgrade`: before a migration · `asked`: by an operator */
export type BackupKind = "hourly" | "day" | "upgrade" | "asked";

export interface Backup {
  path: string;
  kind: BackupKind;
  /** When it was made, in ms since the epoch by the till's clock */
  at: number;
}

/** The copy is not whole: it was thrown away. */
export class BadCopyError extends Error {
  override readonly name = "BadCopyError";
}

const KEPT_HOURLY = 24;
const KEPT_DAYS = 30;
const KEPT_UPGRADES = 3;
const DAY_MS = 24 * 60 * 60 * 1000;
/** About 1 MB at a time: a payment that comes meanwhile waits for less than a frame of the screen. */
const PAGES_PER_STEP = 256;
const ALL_PAGES = 0x7fffffff;

/** Where a data folder has its backups. */
export function backupFolder(dataDir: string): string {
  return join(dataDir, "backups");
}

const NAME = /^till-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(hourly|day|upgrade|asked)\.db$/;

/** `till-20260302T100000000Z-hourly.db`: the time in UTC first, so that names sort as they were made. */
export function backupName(at: number, kind: BackupKind): string {
  return `till-${new Date(at).toISOString().replace(/[-:.]/g, "")}-${kind}.db`;
}

/** What a name says; null when it is no finished backup's. */
export function readBackupName(name: string): Omit<Backup, "path"> | null {
  const match = NAME.exec(name);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour, minute, second, ms] = match.slice(1, 8).map(Number);
  return { at: Date.UTC(year, month - 1, day, hour, minute, second, ms), kind: match[8] as BackupKind };
}

/** The finished backups of a folder, newest first; none when there is no such folder. */
export function listBackups(folder: string): Backup[] {
  return namesIn(folder)
    .flatMap((name) => {
      const read = readBackupName(name);
      return read ? [{ path: join(folder, name), ...read }] : [];
    })
    .sort((one, other) => other.at - one.at);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Which backups have had their time: kept are the newest 24 hourly ones, the last of each of 30 days (that of its
 * close, where there is one), three from before an upgrade, and all that an operator asked for. Those from what is now
 * the future were made by a clock that was wrong: they are counted apart, so that they do not push out the real ones.
 */
export function expiredBackups(backups: readonly Backup[], now: number): Backup[] {
  const [past, future] = [backups.filter(({ at }) => at <= now), backups.filter(({ at }) => at > now)];
  const kept = new Set([...keptOf(past), ...keptOf(future)]);
  return backups.filter((backup) => !kept.has(backup));
}

function keptOf(backups: readonly Backup[]): Backup[] {
  const newestFirst = [...backups].sort((one, other) => other.at - one.at);
  const of = (...kinds: BackupKind[]) => newestFirst.filter(({ kind }) => kinds.includes(kind));
  const lastOfDay = new Map<number, Backup>();
  for (const backup of [...of("day"), ...of("hourly")]) {
    const day = Math.floor(backup.at / DAY_MS);
    if (!lastOfDay.has(day)) lastOfDay.set(day, backup);
  }
  const days = [...lastOfDay].sort(([one], [other]) => other - one).slice(0, KEPT_DAYS);
  return [
    ...of("asked"),
    ...of("upgrade").slice(0, KEPT_UPGRADES),
    ...of("hourly").slice(0, KEPT_HOURLY),
    ...days.map(([, backup]) => backup),
  ];
}

/** Removes what crashed backups left behind. Only with the data folder's lock: no other process is writing one then. */
export function sweepUnfinished(folder: string): void {
  for (const name of namesIn(folder)) if (UNFINISHED.test(name)) rmSync(join(folder, name), { force: true });
}

const PART = ".part";
/** The copy itself, and the journal that SQLite keeps beside it while it is written. */
const UNFINISHED = /\.db\.part(-\w+)?$/;

/**
 * Makes a backup in `folder`, which is made when it is not there. It has its name only when it is whole and on disk.
 * @throws BadCopyError when the copy is damaged, which says that the database is
 */
export async function makeBackup(
  database: Database,
  { folder, at, kind, ...how }: { folder: string; at: number; kind: BackupKind } & CopyOptions,
): Promise<Backup> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, backupName(at, kind));
  await copyDatabase(database, path, how);
  return { path, kind, at };
}

export interface CopyOptions {
  /**
   * Reads all of it in one go: for a file that another process may write, where each write would begin the copy anew.
   * Writes by the same connection are taken into a copy that is under way.
   */
  atOnce?: boolean;
  signal?: AbortSignal;
}

/**
 * Copies a database that may be written meanwhile: to a temporary name, then checked, synced and renamed.
 * @throws BadCopyError when the copy is damaged; nothing is left behind then, nor when `signal` ended it
 */
export async function copyDatabase(
  database: Database,
  target: string,
  { atOnce = false, signal }: CopyOptions = {},
): Promise<void> {
  const part = `${target}${PART}`;
  try {
    await database.backup(part, {
      progress: () => {
        signal?.throwIfAborted();
        return atOnce ? ALL_PAGES : PAGES_PER_STEP;
      },
    });
    chmodSync(part, 0o600);
    const damage = await findDamageAside(part, { depth: "full", copy: true, signal });
    if (damage !== null) throw new BadCopyError(`the copy for ${basename(target)} is damaged: ${damage}`);
    await syncFileAside(part);
    renameDurably(part, target);
  } catch (error) {
    removeParts(part);
    throw error;
  }
}

function removeParts(part: string): void {
  for (const name of namesIn(dirname(part))) {
    if (name.startsWith(basename(part))) rmSync(join(dirname(part), name), { force: true });
  }
}
