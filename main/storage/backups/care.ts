/** Background maintenance of the till's data: backups, checkpoints, integrity checks, the signed head, disk space. */

import { statSync } from "node:fs";
import type { Log } from "../../lib/log.ts";
import { startLoop } from "../../lib/loop.ts";
import type { StorageContext } from "../context.ts";
import { changesOf, checkpoint, type Database } from "../database/database.ts";
import { type DiskSpace, diskSpace, freeBytes } from "../database/disk-space.ts";
import { storageFailure } from "../database/failure.ts";
import type { Damage } from "../database/integrity-record.ts";
import { keptSettings } from "../database/settings.ts";
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
  sweepUnfinished,
} from "./backups.ts";
import { integrityKeeper } from "./integrity.ts";
import { expiredBackups, overBudget } from "./retention.ts";

/** The interval of the maintenance loop; a till that wrote nothing for as long is idle. */
const LOOK_MS = 60_000;
/** How often the free disk space is read: sales begin again as soon as there is some. */
const ROOM_MS = 5000;
const HOUR_MS = 60 * 60 * 1000;
const GIGABYTE = 1_000_000_000;
/** Of a till that nobody told otherwise. */
const BUDGET = { gigabytes: 20 };

export interface CarePorts extends Pick<StorageContext, "clock" | "database" | "log" | "vault"> {
  /** The data folder */
  folder: string;
  /** {@link Care.disk} or {@link Care.damage} says something new, or the disk has failed under the database */
  onChange(): void;
  /** Free bytes on a folder's disk; asked of the system unless told */
  freeBytes?(folder: string): number;
}

export interface Care {
  /** How much disk space there is: `low` warns, `full` takes no new payment */
  disk(): DiskSpace;
  /** How many bytes are free there; null when the system does not tell */
  freeBytes(): number | null;
  /**
   * What the last check of the whole database found, in SQLite's words, and since when (ms since the epoch); null when
   * nothing. It is warned of, and nothing more: the till goes on reading and taking payments, since the service knows
   * each of them and a till that was restored learns of them again.
   */
  damage(): Damage | null;
  /** When the whole database was last checked, in ms since the epoch; null before the first time */
  checkedAt(): number | null;
  /** When the journal's head was last signed in this run, in ms since the epoch; null before the first time */
  signedAt(): number | null;
  /** When the newest backup was made, in ms since the epoch; null before the first. Older than an hour: nothing changed. */
  lastBackupAt(): number | null;
  /** Whether there is something new that should have been backed up long ago */
  backupOverdue(): boolean;
  /**
   * Signs the head and makes a backup now; `day` at the close of a day.
   * @returns the file; rejects when there could not be one
   */
  backUp(kind: BackupKind): Promise<Backup>;
  /** Ends what is under way, signs the head as closed and empties the write-ahead log. After everything that writes. */
  close(): Promise<void>;
}

/** Starts the maintenance of an open database, in a data folder that this process has locked. */
export function startCare(ports: CarePorts): Care {
  const { clock, log, database } = ports;
  const closing = new AbortController();
  const disk = watchDisk(ports);
  const journal = createJournal(database);
  const head = headKeeper(ports);
  const backups = backupKeeper(ports, closing.signal, head);
  const integrity = integrityKeeper(ports, closing.signal, journal);
  const idle = idleWatch(database);
  head.begin();
  disk.look();
  // At once: until it is done, part of a large file is taken on trust.
  const reading = attempt(integrity.atStart, log, closing.signal);
  const running = startLoop(ports, async () => {
    await clock.sleep(LOOK_MS, closing.signal);
    if (closing.signal.aborted) return null;
    // Each on its own: what one cannot do must not keep the others from being done.
    const jobs = [
      () => backups.hourly(disk.space() !== "full"),
      () => head.hourly(),
      ...(idle.look() ? [() => integrity.daily(), () => tidy(database, idle, head)] : []),
    ];
    for (const job of jobs) await attempt(job, log, closing.signal);
    return 0;
  });
  const looking = startLoop(ports, async () => {
    await clock.sleep(ROOM_MS, closing.signal);
    if (!closing.signal.aborted) disk.look();
    return 0;
  });
  return {
    disk: disk.space,
    freeBytes: disk.free,
    damage: integrity.damage,
    checkedAt: integrity.checkedAt,
    signedAt: head.signedAt,
    lastBackupAt: backups.lastAt,
    backupOverdue: backups.overdue,
    backUp: backups.make,
    async close() {
      closing.abort();
      await Promise.allSettled([running.close(), looking.close(), reading, backups.settled()]);
      // The database closes next, whatever becomes of this: what was committed is on disk.
      await attempt(() => head.sign(false), log);
      await attempt(() => checkpoint(database), log);
    },
  };
}

async function attempt(job: () => unknown, log: Log, ending?: AbortSignal): Promise<void> {
  try {
    await job();
  } catch (err) {
    if (!ending?.aborted) log.error({ err }, "the data maintenance failed at one job, and goes on");
  }
}

function watchDisk({ database, folder, log, onChange, freeBytes: ask = freeBytes }: CarePorts) {
  let space: DiskSpace = "ok";
  let stopped = false;
  const free = () => {
    try {
      return ask(folder);
    } catch (err) {
      log.error({ err }, "the free disk space cannot be read");
      return null;
    }
  };
  return {
    free,
    space: () => space,
    look() {
      const before = space;
      const bytes = free();
      if (bytes !== null) space = diskSpace(bytes);
      if (bytes !== null && space !== "ok" && space !== before) {
        log.warn({ free: bytes, space }, "the disk of the data folder is nearly full");
      }
      const wasStopped = stopped;
      stopped = storageFailure(database) !== null;
      if (space !== before || stopped !== wasStopped) onChange();
    },
  };
}

/** Idle: nothing was written since the last look. */
function idleWatch(database: Database) {
  let seen = changesOf(database);
  let tidied = -1;
  return {
    look() {
      const before = seen;
      seen = changesOf(database);
      return seen === before;
    },
    /** Whether something was written since it was tidied up */
    untidy: () => tidied !== seen,
    tidied() {
      seen = changesOf(database);
      tidied = seen;
    },
  };
}

/** The head first: should the log vanish afterwards, the head knows what was in it. */
function tidy(database: Database, idle: ReturnType<typeof idleWatch>, head: ReturnType<typeof headKeeper>): void {
  if (!idle.untidy()) return;
  head.sign(true);
  checkpoint(database);
  idle.tidied();
}

function headKeeper({ clock, database, log, folder, vault }: CarePorts) {
  const file = headFile(folder, vault);
  let signedAt = Number.NEGATIVE_INFINITY;
  let signedWhen: number | null = null;
  const sign = (open: boolean) => {
    file.write(currentHead(database, { at: clock.now(), open }));
    signedAt = clock.monotonic();
    signedWhen = clock.now();
  };
  return {
    sign,
    signedAt: () => signedWhen,
    begin() {
      try {
        sign(true);
      } catch (err) {
        // A till on a full disk has outcomes to fetch all the same.
        log.error({ err }, "the journal's head could not be signed at the start");
      }
    },
    hourly() {
      if (clock.monotonic() - signedAt >= HOUR_MS) sign(true);
    },
  };
}

/** Takes away what has had its time or is too much, the newest first: nothing is left that rests on what is gone. */
async function thinOut(folder: string, now: number, { gigabytes }: typeof BUDGET, log: Log): Promise<void> {
  // Aside: to take gigabytes off a disk takes a while.
  for (const { path } of expiredBackups(listBackups(folder), now)) await removeBackup(path);
  const kept = listBackups(folder);
  const sizes = new Map(kept.map(({ path }) => [path, statSync(path).size]));
  const sizeOf = ({ path }: Backup) => sizes.get(path) ?? 0;
  const going = overBudget(kept, gigabytes * GIGABYTE, sizeOf);
  for (const { path } of going) await removeBackup(path);
  const bytes = kept.reduce((sum, one) => sum + (going.includes(one) ? 0 : sizeOf(one)), 0);
  if (bytes > gigabytes * GIGABYTE) log.warn({ bytes, gigabytes }, "the backups take more than they may");
}

function backupKeeper(
  { clock, log, database, vault, folder: dataDir }: CarePorts,
  signal: AbortSignal,
  head: ReturnType<typeof headKeeper>,
) {
  const folder = backupFolder(dataDir);
  sweepUnfinished(folder);
  let lastAt = listBackups(folder).find(({ at }) => at <= clock.now())?.at ?? null;
  let dueAt = clock.monotonic() + (lastAt === null ? 0 : Math.max(0, lastAt + HOUR_MS - clock.now()));
  let saved = -1;
  let queue: Promise<unknown> = Promise.resolve();

  const makeNow = async (kind: BackupKind) => {
    signal.throwIfAborted();
    head.sign(true);
    const changes = changesOf(database);
    const at = clock.now();
    const backup = await makeBackup(database, { folder, at, kind, signal, key: backupKey(vault) });
    lastAt = at;
    saved = changes;
    dueAt = clock.monotonic() + HOUR_MS;
    await thinOut(folder, at, keptSettings(database)?.backups ?? BUDGET, log);
    log.info({ backup: backup.path }, "the till's data was backed up");
    return backup;
  };
  const make = (kind: BackupKind): Promise<Backup> => {
    const made = queue.then(() => makeNow(kind));
    queue = made.catch(() => undefined);
    return made;
  };
  return {
    make,
    lastAt: () => lastAt,
    overdue: () => clock.monotonic() > dueAt + HOUR_MS && changesOf(database) !== saved,
    settled: () => queue,
    async hourly(hasRoom: boolean) {
      // A till at rest would push out what is different with copies that are all the same.
      if (clock.monotonic() < dueAt || changesOf(database) === saved) return;
      // The last room on a disk is for payments under way.
      if (!hasRoom) return log.warn("no backup: the disk is full");
      await make("hourly");
    },
  };
}
