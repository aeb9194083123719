/** What is done for the till's data while the till works: backups, checkpoints, checks, the signed head, disk space. */
import { rmSync } from "node:fs";
import type { Clock } from "../clock.ts";
import { headFile } from "../journal/head.ts";
import { createJournal, type Journal } from "../journal/journal.ts";
import type { Log } from "../log.ts";
import {
  type Backup,
  type BackupKind,
  backupFolder,
  expiredBackups,
  listBackups,
  makeBackup,
  sweepUnfinished,
} from "../store/backups.ts";
import { changesOf, checkpoint, type Database, transact } from "../store/database.ts";
import { type DiskSpace, diskSpace, freeBytes } from "../store/disk-space.ts";
import { findDamageAside } from "../store/integrity.ts";
import { settingStore } from "../store/settings.ts";
import type { Vault } from "../vault/vault.ts";
import { createWaker, runLoop } from "../waker.ts";

/** How often it is looked whether there is something to do; a till that wrote nothing for as long is idle. */
const LOOK_MS = 60_000;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export interface CarePorts {
  clock: Clock;
  log: Log;
  database: Database;
  vault: Vault;
  /** The data folder */
  folder: string;
  /** {@link Care.disk} or {@link Care.damage} says something new */
  onChange(): void;
  /** Free bytes on a folder's disk; asked of the system unless told */
  freeBytes?(folder: string): number;
}

export interface Care {
  /** How much room there is: `low` warns, `full` takes no new payment */
  disk(): DiskSpace;
  /** What the last check of the whole database found, in SQLite's words; null when nothing */
  damage(): string | null;
  /** When the newest backup was made, in ms since the epoch; null before the first. Older than an hour: nothing changed. */
  lastBackupAt(): number | null;
  /**
   * Signs the head and makes a backup now; `day` at the close of a day.
   * @returns the file; rejects when there could not be one
   */
  backUp(kind: BackupKind): Promise<Backup>;
  /** Ends what is under way, signs the head as closed and empties the write-ahead log. After everything that writes. */
  close(): Promise<void>;
}

/** Begins to care for an open database, in a data folder that this process has locked. */
export function startCare(ports: CarePorts): Care {
  const { clock, log, database } = ports;
  const waker = createWaker();
  const disk = watchDisk(ports);
  const journal = createJournal(database);
  const head = headKeeper(ports, journal);
  const backups = backupKeeper(ports, waker.closed, head);
  const integrity = integrityKeeper(ports, waker.closed, journal);
  const idle = idleWatch(database);
  head.begin();
  disk.look();
  const running = runLoop({ clock, log, waker }, async () => {
    await waker.sleep(clock, LOOK_MS);
    if (waker.closed.aborted) return;
    disk.look();
    // Each on its own: what one cannot do must not keep the others from being done.
    const jobs = [
      () => backups.hourly(disk.space() !== "full"),
      () => head.hourly(),
      ...(idle.look() ? [() => integrity.daily(), () => tidy(database, idle, head)] : []),
    ];
    for (const job of jobs) await attempt(job, log, waker.closed);
  });
  return {
    disk: disk.space,
    damage: integrity.damage,
    lastBackupAt: backups.lastAt,
    backUp: backups.make,
    async close() {
      waker.close();
      await Promise.allSettled([running, backups.settled()]);
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
    if (!ending?.aborted) log.error({ err }, "the care of the till's data failed at one job, and goes on");
  }
}

function watchDisk({ folder, log, onChange, freeBytes: ask = freeBytes }: CarePorts) {
  let space: DiskSpace = "ok";
  return {
    space: () => space,
    look() {
      const before = space;
      try {
        const free = ask(folder);
        space = diskSpace(free);
        if (space !== "ok" && space !== before) log.warn({ free, space }, "the disk of the data folder is filling up");
      } catch (err) {
        log.error({ err }, "the room on the disk cannot be told");
      }
      if (space !== before) onChange();
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

function headKeeper({ clock, log, folder, vault }: CarePorts, journal: Journal) {
  const file = headFile(folder, vault);
  let signedAt = Number.NEGATIVE_INFINITY;
  const sign = (open: boolean) => {
    file.write({ ...journal.head(), at: clock.now(), open });
    signedAt = clock.monotonic();
  };
  return {
    sign,
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

function backupKeeper(
  { clock, log, database, folder: dataDir }: CarePorts,
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
    const backup = await makeBackup(database, { folder, at, kind, signal });
    lastAt = at;
    saved = changes;
    dueAt = clock.monotonic() + HOUR_MS;
    for (const { path } of expiredBackups(listBackups(folder), at)) if (path !== backup.path) rmSync(path);
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

const CHECKED = "checkedAt";

function integrityKeeper({ clock, log, database, onChange }: CarePorts, signal: AbortSignal, journal: Journal) {
  const settings = settingStore(database);
  let damage: string | null = null;
  const check = async () => {
    const found = await findDamageAside(database.name, { depth: "full", signal });
    const chain = await journal.verifyAside();
    const before = damage;
    damage = found ?? (chain.ok ? null : `the journal's entry ${chain.firstBadAt} does not follow from the one before`);
    if (damage !== null) log.error({ damage }, "the till's data is damaged");
    if (damage !== before) onChange();
    transact(database, () => settings.set(CHECKED, clock.now()));
  };
  return {
    damage: () => damage,
    /** By the wall clock: a till that is switched off at night is never up for a day. */
    async daily() {
      const age = clock.now() - Number(settings.get(CHECKED) ?? Number.NEGATIVE_INFINITY);
      if (age >= DAY_MS || age < 0) await check();
    },
  };
}
