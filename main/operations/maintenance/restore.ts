/** The restore of a backup. The database that was there is kept; nothing is ever deleted. */
import { copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { placeBackup } from "../../storage/backups/backups.ts";
import { connect, type Database, isTills, transact } from "../../storage/database/database.ts";
import { renameDurably, syncFile, syncFolder } from "../../storage/database/durable-file.ts";
import { databasePath } from "../../storage/database/inspection.ts";
import { MIGRATIONS, migrate, NEWEST_VERSION, versionOf } from "../../storage/database/migrations.ts";
import { RESTORED_AT, settingStore } from "../../storage/database/settings.ts";
import { type ChainLink, checkChain, exhaust } from "../../storage/journal/chain.ts";
import { createJournal } from "../../storage/journal/journal.ts";
import { type ExitCode, headOf, lockOrRefuse, TaskError, type TaskPorts } from "./folder.ts";
import { keepNumbersAbove, usedNumbers } from "./used-numbers.ts";

/** Checks a backup, and only then puts it in place, with a line in its journal that says so. */
export async function restore(
  { dataDir, file }: { dataDir: string; file: string },
  ports: TaskPorts,
): Promise<ExitCode> {
  // A FIFO on a stick would never end.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new TaskError(`There is no file ${file}.`);
  if (!existsSync(dataDir)) throw new TaskError(`There is no folder ${dataDir}. Name it with --data DIR.`);
  using _lock = lockOrRefuse(dataDir);
  const head = await headOf(dataDir, ports);
  const fresh = `${databasePath(dataDir)}.restoring`;
  let end: ChainLink;
  try {
    end = prepare(file, fresh, databasePath(dataDir), ports.now);
  } catch (error) {
    for (const beside of ["", "-wal", "-shm", "-journal"]) rmSync(`${fresh}${beside}`, { force: true });
    if (error instanceof TaskError) throw error;
    throw new TaskError(
      `${file} cannot be restored (${error instanceof Error ? error.message : error}). Nothing was changed.`,
    );
  }
  const kept = keepReplaced(databasePath(dataDir), ports.now);
  renameDurably(fresh, databasePath(dataDir));
  // A power cut before this line: the next start finds the journal shorter than its head, and asks to restore again.
  head.write({ ...end, at: ports.now, open: false });
  ports.stdout.write(`Restored from ${file}: ${end.entries} journal entries.\n`);
  if (kept !== null) ports.stdout.write(`What was there before is kept as ${kept}\n`);
  return 0;
}

/** A checked copy in one file, beside the database that it will replace. @returns the end of its journal */
function prepare(file: string, fresh: string, replaced: string, now: number): ChainLink {
  // Left by a restore that a power cut ended: a log of another database must not be folded into this one.
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${fresh}${suffix}`, { force: true });
  placeBackup(file, fresh);
  // A raw copy of a till that was killed has its newest payments in the log beside it.
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${fresh}-wal`);
  const database = connect(fresh);
  try {
    database.pragma("journal_mode = DELETE");
    refuseBad(database, file);
    // What is marked below is of today's schema; as it was before it stays in the backup itself.
    migrate(database, MIGRATIONS);
    const journal = createJournal(database);
    const used = usedNumbers(replaced);
    const data = {
      from: basename(file),
      entries: journal.head().entries,
      usedPayment: used.payment,
      usedReceipt: used.receipt,
      usedZ: used.z,
      usedSaft: used.saft,
    };
    transact(database, () => {
      journal.append({ event: "database.restored", data }, now);
      keepNumbersAbove(database, used);
      markAllUnsentUnknown(database, now);
    });
    return journal.head();
  } finally {
    database.close();
    syncFile(fresh);
  }
}

/**
 * What had not been sent when the backup was made may have been sent since: it is unknown now, and the service is asked.
 * So may a vend have been ordered: its machine is asked. All that is in a backup is from before, whatever the clock says.
 */
function markAllUnsentUnknown(database: Database, now: number): void {
  database
    .prepare(
      `UPDATE operation SET state = 'unknown', unknown_since = coalesce(unknown_since, @now), due_at = @now
       WHERE settled_at IS NULL AND state IN ('ready','sending')`,
    )
    .run({ now });
  database.prepare("UPDATE vend SET restored_at = @now WHERE state = 'authorising'").run({ now });
  settingStore(database).set(RESTORED_AT, now);
}

function refuseBad(database: Database, file: string): void {
  const check = database.pragma("integrity_check(10)", { simple: true });
  if (check !== "ok") throw new TaskError(`${file} is damaged (${check}). Nothing was changed.`);
  if (!isTills(database)) throw new TaskError(`${file} is no till's database. Nothing was changed.`);
  if (versionOf(database) > NEWEST_VERSION) {
    throw new TaskError(`${file} was written by a newer till: restore it with that one. Nothing was changed.`);
  }
  const { ok, firstBadAt } = exhaust(checkChain(database));
  if (!ok) throw new TaskError(`The journal in ${file} was changed at entry ${firstBadAt}. Nothing was changed here.`);
}

/** Gives the present database a second name, and its log the one that belongs to it. @returns the name; null: there is none */
function keepReplaced(path: string, now: number): string | null {
  const kept = `${path}.replaced-${new Date(now).toISOString().replace(/[-:.]/g, "")}`;
  if (existsSync(path)) linkOrCopy(path, kept);
  // The new database must not be read with the old one's log.
  for (const beside of ["-wal", "-shm"])
    if (existsSync(`${path}${beside}`)) renameSync(`${path}${beside}`, `${kept}${beside}`);
  syncFolder(dirname(path));
  return existsSync(kept) ? kept : null;
}

function linkOrCopy(path: string, kept: string): void {
  try {
    linkSync(path, kept);
  } catch {
    // A file system without links.
    copyFileSync(path, kept);
    syncFile(kept);
  }
}
