/** Background maintenance: backups, checkpoints, integrity checks, the signed head, disk space. */

import { statSync } from "node:fs";
import type { Log } from "../../lib/log.ts";
import { startLoop } from "../../lib/loop.ts";
import type { StorageContext } from "../context.ts";
import { changesOf, checkpoint, type Database } from "../database/database.ts";
import { type DiskSpace, diskSpace, freeBytes } from "../database/disk-space.ts";
import { storageFailure } from "../database/failure.ts";
import { storedSettings } from "../database/settings.ts";
import { currentHead, headFile } from "../journal/head.ts";
import { createJournal } from "../journal/journal.ts";
import { backupKey } from "../vault/vault.ts";
import {
  type Backup,
  type BackupKind,
  backupFolder,
  listBackups,
  makeBackup,
  removeBackup,
  removeUnfinished,
} from "./backups.ts";
import { integrityChecker } from "./integrity.ts";
import { expiredBackups, overBudget } from "./retention.ts";

/** Interval of the maintenance loop. A till is idle after a whole interval without writes. */
const INTERVAL_MS = 60_000;
/** Interval of disk space checks; short, so that sales resume soon after space is freed. */
const DISK_CHECK_MS = 5000;
const HOUR_MS = 60 * 60 * 1000;
const GIGABYTE = 1_000_000_000;
const BUDGET = { gigabytes: 20 };

export interface MaintenancePorts extends Pick<StorageContext, "clock" | "database" | "log" | "vault"> {
  folder: string;
  /** Called when {@link Maintenance.disk} or {@link Maintenance.damage} changes, or the disk failed */
  onChange(): void;
  freeBytes?(folder: string): number;
}

export type Maintenance = ReturnType<typeof startMaintenance>;

/** Starts the maintenance. Requires the data folder's lock. */
export function startMaintenance(ports: MaintenancePorts) {
  const { clock, log, database } = ports;
  const closing = new AbortController();
  const disk = diskWatch(ports);
  const journal = createJournal(database);
  const head = headSigner(ports);
  const backups = backupMaker(ports, closing.signal, head);
  const integrity = integrityChecker(ports, closing.signal, journal);
  const idle = idleDetector(database);
  head.signAtStart();
  disk.check();
  // Starts at once: until then, part of a large file is unchecked.
  const startupCheck = attempt(integrity.checkAtStart, log, closing.signal);
  const running = startLoop(ports, async () => {
    await clock.sleep(INTERVAL_MS, closing.signal);
    if (closing.signal.aborted) return null;
    // Separate jobs, so that one failure does not stop the others.
    const jobs = [
      () => backups.hourly(disk.space() !== "full"),
      () => head.hourly(),
      ...(idle.isIdle() ? [() => integrity.daily(), () => checkpointIdle(database, idle, head)] : []),
    ];
    for (const job of jobs) await attempt(job, log, closing.signal);
    return 0;
  });
  const diskLoop = startLoop(ports, async () => {
    await clock.sleep(DISK_CHECK_MS, closing.signal);
    if (!closing.signal.aborted) disk.check();
    return 0;
  });
  return {
    /** `low` warns, `full` blocks new payments */
    disk: disk.space,
    freeBytes: disk.free,
    /** Damage found by the last check, in SQLite's words; null when none. The till warns and keeps taking payments. */
    damage: integrity.damage,
    /** Time of the last full check, ms since the epoch; null before the first */
    checkedAt: integrity.checkedAt,
    /** Time of the journal head's last signature in this run, ms since the epoch; null before the first */
    signedAt: head.signedMonotonicMs,
    /** Time of the newest backup, ms since the epoch; null before the first */
    lastBackupAt: backups.lastAt,
    backupOverdue: backups.overdue,
    /** Signs the head and makes a backup now; `day` at the close of a day. Rejects when no backup can be made. */
    backUp: backups.make,
    /** Stops all jobs, signs the head as closed and empties the log. Call it after everything that writes. */
    async close() {
      closing.abort();
      await Promise.allSettled([running.close(), diskLoop.close(), startupCheck, backups.settled()]);
      // The database closes next even if this fails: commits are already on disk.
      await attempt(() => head.sign(false), log);
      await attempt(() => checkpoint(database), log);
    },
  };
}

async function attempt(job: () => unknown, log: Log, ending?: AbortSignal): Promise<void> {
  try {
    await job();
  } catch (err) {
    if (!ending?.aborted) log.error({ err }, "a data maintenance job failed; the others continue");
  }
}

function diskWatch({ database, folder, log, onChange, freeBytes: readFreeBytes = freeBytes }: MaintenancePorts) {
  let space: DiskSpace = "ok";
  let stopped = false;
  const free = () => {
    try {
      return readFreeBytes(folder);
    } catch (err) {
      log.error({ err }, "the free disk space cannot be read");
      return null;
    }
  };
  return {
    free,
    space: () => space,
    check() {
      const previousSpace = space;
      const bytes = free();
      if (bytes !== null) space = diskSpace(bytes);
      if (bytes !== null && space !== "ok" && space !== previousSpace) {
        log.warn({ free: bytes, space }, "the disk of the data folder is nearly full");
      }
      const wasStopped = stopped;
      stopped = storageFailure(database) !== null;
      if (space !== previousSpace || stopped !== wasStopped) onChange();
    },
  };
}

function idleDetector(database: Database) {
  let lastChanges = changesOf(database);
  let checkpointedChanges = -1;
  return {
    isIdle() {
      const previousChanges = lastChanges;
      lastChanges = changesOf(database);
      return lastChanges === previousChanges;
    },
    hasNewChanges: () => checkpointedChanges !== lastChanges,
    recordCheckpoint() {
      lastChanges = changesOf(database);
      checkpointedChanges = lastChanges;
    },
  };
}

/** Signs the head first: if the log vanishes later, the head shows what it contained. */
function checkpointIdle(
  database: Database,
  idle: ReturnType<typeof idleDetector>,
  head: ReturnType<typeof headSigner>,
): void {
  if (!idle.hasNewChanges()) return;
  head.sign(true);
  checkpoint(database);
  idle.recordCheckpoint();
}

function headSigner({ clock, database, log, folder, vault }: MaintenancePorts) {
  const file = headFile(folder, vault);
  let signedAt = Number.NEGATIVE_INFINITY;
  let signedAtMs: number | null = null;
  const sign = (open: boolean) => {
    file.write(currentHead(database, { at: clock.now(), open }));
    signedAt = clock.monotonic();
    signedAtMs = clock.now();
  };
  return {
    sign,
    signedMonotonicMs: () => signedAtMs,
    signAtStart() {
      try {
        sign(true);
      } catch (err) {
        // A till on a full disk must still start and fetch outcomes.
        log.error({ err }, "the journal's head could not be signed at the start");
      }
    },
    hourly() {
      if (clock.monotonic() - signedAt >= HOUR_MS) sign(true);
    },
  };
}

/** Deletes expired and excess backups, newest first, so that no remaining backup loses its base. */
async function deleteOldBackups(folder: string, now: number, { gigabytes }: typeof BUDGET, log: Log): Promise<void> {
  for (const { path } of expiredBackups(listBackups(folder), now)) await removeBackup(path);
  const remaining = listBackups(folder);
  const sizes = new Map(remaining.map(({ path }) => [path, statSync(path).size]));
  const sizeOf = ({ path }: Backup) => sizes.get(path) ?? 0;
  const excessBackups = overBudget(remaining, gigabytes * GIGABYTE, sizeOf);
  for (const { path } of excessBackups) await removeBackup(path);
  const bytes = remaining.reduce((sum, backup) => sum + (excessBackups.includes(backup) ? 0 : sizeOf(backup)), 0);
  if (bytes > gigabytes * GIGABYTE) log.warn({ bytes, gigabytes }, "the backups exceed their space limit");
}

function backupMaker(
  { clock, log, database, vault, folder: dataDir }: MaintenancePorts,
  signal: AbortSignal,
  head: ReturnType<typeof headSigner>,
) {
  const folder = backupFolder(dataDir);
  removeUnfinished(folder);
  let lastAt = listBackups(folder).find(({ at }) => at <= clock.now())?.at ?? null;
  let dueAt = clock.monotonic() + (lastAt === null ? 0 : Math.max(0, lastAt + HOUR_MS - clock.now()));
  let savedChanges = -1;
  let queue: Promise<unknown> = Promise.resolve();

  const makeNow = async (kind: BackupKind) => {
    signal.throwIfAborted();
    head.sign(true);
    const changes = changesOf(database);
    const at = clock.now();
    const backup = await makeBackup(database, { folder, at, kind, signal, key: backupKey(vault) });
    lastAt = at;
    savedChanges = changes;
    dueAt = clock.monotonic() + HOUR_MS;
    await deleteOldBackups(folder, at, storedSettings(database)?.backups ?? BUDGET, log);
    log.info({ backup: backup.path }, "the till's data was backed up");
    return backup;
  };
  const make = (kind: BackupKind): Promise<Backup> => {
    const backupJob = queue.then(() => makeNow(kind));
    queue = backupJob.catch(() => undefined);
    return backupJob;
  };
  return {
    make,
    lastAt: () => lastAt,
    overdue: () => clock.monotonic() > dueAt + HOUR_MS && changesOf(database) !== savedChanges,
    settled: () => queue,
    async hourly(hasRoom: boolean) {
      // No changes, no backup: identical copies would displace useful ones.
      if (clock.monotonic() < dueAt || changesOf(database) === savedChanges) return;
      // The remaining space is for payments in progress.
      if (!hasRoom) return log.warn("no backup: the disk is full");
      await make("hourly");
    },
  };
}
