/** Restores a backup. Keeps the previous database and deletes nothing. */
import { copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { checkMac, type Unproven } from "../../storage/backups/authenticity.ts";
import { placeBackup, readBackupName } from "../../storage/backups/backups.ts";
import { stateOf } from "../../storage/backups/changed-pages.ts";
import { connect, type Database, isTillDatabase, openToRead, transact } from "../../storage/database/database.ts";
import { renameDurably, syncFile, syncFolder } from "../../storage/database/durable-file.ts";
import { knownPrefix } from "../../storage/database/identifiers.ts";
import { databasePath, inspectDatabase } from "../../storage/database/inspection.ts";
import { MIGRATIONS, migrate, NEWEST_VERSION, versionOf } from "../../storage/database/migrations.ts";
import { CONSENT, EXCLUDED, UNAUTHENTICATED } from "../../storage/database/recovery-advice.ts";
import { schemaDifference } from "../../storage/database/schema.ts";
import { RESTORED_AT, RESTORED_UP_TO, REVISION_BASE, settingStore } from "../../storage/database/settings.ts";
import { checkChain, runToEnd } from "../../storage/journal/chain.ts";
import { currentHead, type Head, headFile, type StoredHead } from "../../storage/journal/head.ts";
import { createJournal } from "../../storage/journal/journal.ts";
import { countedEntries } from "../../storage/journal/revision.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { type ExitCode, lockOrRefuse, TaskError, type TaskPorts, vaultOf } from "./folder.ts";
import { readFaults, restoreFaults } from "./machine-faults.ts";
import { type ReplacedRights, RIGHTS, replaceRights } from "./rights.ts";
import { findImplausibleNumber, newestPayment, raiseUsedNumbers, usedNumbers } from "./used-numbers.ts";
import { findDifferentSums } from "./verify.ts";

export interface RestoreRequest {
  dataDir: string;
  file: string;
  /** The owner accepts a file that this till cannot authenticate */
  unauthenticated: boolean;
}

/** Checks a backup, then puts it in place and records the restore in its journal. */
export async function restore(request: RestoreRequest, ports: TaskPorts): Promise<ExitCode> {
  const { dataDir, file } = request;
  // Reading a FIFO would never end.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new TaskError(`There is no file ${file}.`);
  if (!existsSync(dataDir)) throw new TaskError(`There is no folder ${dataDir}. Name it with --data DIR.`);
  using _lock = lockOrRefuse(dataDir);
  const vault = await vaultOf(dataDir, ports);
  const head = headFile(dataDir, vault);
  const restoringPath = `${databasePath(dataDir)}.restoring`;
  let prepared: Prepared;
  try {
    prepared = await prepare(request, { fresh: restoringPath, storedHead: head.read(), vault, now: ports.now });
  } catch (error) {
    for (const extension of ["", "-wal", "-shm", "-journal"]) rmSync(`${restoringPath}${extension}`, { force: true });
    if (error instanceof TaskError) throw error;
    throw new TaskError(
      `${file} cannot be restored (${error instanceof Error ? error.message : error}). Nothing was changed.`,
    );
  }
  const { end, rights, marks } = prepared;
  const replacedPath = setReplacedAside(databasePath(dataDir), ports.now);
  renameDurably(restoringPath, databasePath(dataDir));
  // After a power cut before this line, the next start finds the journal behind its head and asks for the restore
  // again.
  head.write(end);
  ports.stdout.write(`Restored from ${file}: ${end.entries} journal entries.\n`);
  if (rights !== null) ports.stdout.write(`It was not authenticated. ${rightsText(rights)}${marksText(marks).en}\n`);
  if (replacedPath !== null) ports.stdout.write(`The previous database is kept as ${replacedPath}\n`);
  const owner = rights?.hasUsers === false ? " with --config FILE to set the owner's PIN" : "";
  ports.stdout.write(
    `Next: start the till${owner}. It fetches payments that the backup lacks from the service. Then check Close the day.\n`,
  );
  return 0;
}

function rightsText({ hasFileSettings }: ReplacedRights): string {
  const rights = hasFileSettings
    ? "This is a new machine: it takes the settings of the file, and no users or keys."
    : `This till has its own keys or settings. None of these are from the file: ${EXCLUDED.en}.`;
  return `${rights} No open payment of the file moves money automatically: check each of them.`;
}

const WHY: Record<Unproven, { en: string; nb: string }> = {
  no_mac: { en: "there is no file with its MAC next to it", nb: "filen med MAC-en mangler i samme mappe" },
  no_key: {
    en: "the key for that is not in this till's vault",
    nb: "den nødvendige nøkkelen finnes ikke i hvelvet til denne kassen",
  },
  has_log: {
    en: "there is a log next to it, which no MAC covers",
    nb: "den har en loggfil i samme mappe, og ingen MAC dekker den",
  },
  wrong: {
    en: "it was changed or renamed to another time, or another till made it",
    nb: "den er endret, har fått navn etter et annet tidspunkt eller er laget av en annen kasse",
  },
};

interface Prepared {
  end: Head;
  /** Rights that replace those of the file; null if the file is authenticated */
  rights: ReplacedRights | null;
  marks: Marks;
}

/** Payment number prefixes of the file and of the replaced database; null if missing or damaged */
type Marks = Record<"file" | "own", string | null>;

/** Creates a checked single-file copy next to the database that it replaces. */
async function prepare(
  { dataDir, file, unauthenticated }: RestoreRequest,
  { fresh, storedHead, vault, now }: { fresh: string; storedHead: StoredHead; vault: Pick<Vault, "get">; now: number },
): Promise<Prepared> {
  const replaced = databasePath(dataDir);
  // Remove the WAL of an interrupted restore, so SQLite does not apply it to this database.
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${fresh}${suffix}`, { force: true });
  placeBackup(file, fresh);
  const doubt = checkMac(file, await stateOf(fresh), vault.get("backupKey"), readBackupName(basename(file)));
  // A raw copy of a killed till has its newest payments in the WAL, which no MAC covers.
  const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (hasLog) copyFileSync(`${file}-wal`, `${fresh}-wal`);
  const unauthenticatedReason = hasLog ? "has_log" : doubt;
  const database = connect(fresh);
  try {
    database.pragma("journal_mode = DELETE");
    refuseBad(database, file);
    const marks = { file: knownPrefix(database), own: readReplaced(replaced, knownPrefix) };
    if (unauthenticatedReason !== null && !unauthenticated)
      throw new TaskError(consentText(file, unauthenticatedReason, marks));
    // The updates below need today's schema. The backup itself stays unchanged.
    migrate(database, MIGRATIONS);
    if (unauthenticatedReason !== null) refuseImplausible(database, file);
    const journal = createJournal(database);
    const used = usedNumbers(replaced);
    const faults = readReplaced(replaced, (own) => readFaults(own, journal.head()));
    const counted = entriesBefore(replaced, storedHead);
    const data = {
      from: basename(file),
      entries: journal.head().entries,
      authenticated: unauthenticatedReason === null,
      unauthenticatedBecause: unauthenticatedReason,
      excluded: unauthenticatedReason === null ? "" : RIGHTS,
      usedPayment: used.payment,
      usedReceipt: used.receipt,
      usedZ: used.z,
      usedSaft: used.saft,
    };
    const trusted = unauthenticatedReason === null ? null : trustedDatabase(dataDir, storedHead);
    const rights = transact(database, () => {
      const replacedRights =
        unauthenticatedReason === null
          ? null
          : replaceRights(database, { replaced: trusted, takesSettings: !hasService(vault), now });
      // Must follow the settings: those of an untrusted file do not count.
      settingStore(database).set(REVISION_BASE, Math.max(countedEntries(database), counted));
      journal.append({ event: "database.restored", data }, now);
      raiseUsedNumbers(database, used);
      if (faults !== null) restoreFaults(database, faults);
      markAllUnsentUnknown(database, now);
      return replacedRights;
    });
    return { end: currentHead(database, { at: now, open: false }), rights, marks };
  } finally {
    database.close();
    syncFile(fresh);
  }
}

function consentText(file: string, unproven: Unproven, marks: Marks): string {
  const { en, nb } = marksText(marks);
  return `${file} cannot be authenticated as a backup of this till: ${WHY[unproven].en}. Nothing was changed. ${CONSENT.en}${en}
To consent, add ${UNAUTHENTICATED} to the command.

${file} kan ikke bekreftes som en sikkerhetskopi av denne kassen: ${WHY[unproven].nb}. Ingenting er endret. ${CONSENT.nb}${nb}
Legg til ${UNAUTHENTICATED} i kommandoen for å samtykke.`;
}

function marksText({ file, own }: Marks): Record<"en" | "nb", string> {
  if (file === null || own === null || file === own) return { en: "", nb: "" };
  return {
    en: ` Payment numbers in the file begin with ${file}, this till's with ${own}. After the restore, this till uses ${file}.`,
    nb: ` Betalingsnumrene i filen begynner med ${file}, denne kassens med ${own}. Etter gjenopprettingen bruker denne kassen ${file}.`,
  };
}

/** Returns whether a vault holds service credentials, or the settings that name the service. */
function hasService(vault: Pick<Vault, "get">): boolean {
  return (["provisioned", "secret", "privateKey"] as const).some((name) => vault.get(name) !== null);
}

/** Returns the number of journal entries in the replaced database; if it is damaged, the number in its signed head. */
function entriesBefore(replaced: string, storedHead: StoredHead): number {
  const signed = storedHead.is === "signed" ? (storedHead.head.base ?? 0) + storedHead.head.entries : 0;
  return Math.max(signed, readReplaced(replaced, countedEntries) ?? 0);
}

function readReplaced<T>(replaced: string, read: (database: Database) => T): T | null {
  try {
    using reader = openToRead(replaced, { alone: true });
    return read(reader.database);
  } catch {
    return null;
  }
}

/** Returns the replaced database if its users can be kept. It may be damaged, but not from another till or older. */
function trustedDatabase(dataDir: string, storedHead: StoredHead): string | null {
  const { is } = inspectDatabase(dataDir, storedHead, { depth: "quick", alone: true });
  return is === "sound" || is === "damaged" ? databasePath(dataDir) : null;
}

/**
 * Marks unsent operations as unknown, because they may have been sent after the backup; the service is then polled.
 * Likewise, vends may have been ordered, so the machine is polled. Applies to everything in the backup, whatever the
 * clock says.
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
  settingStore(database).set(RESTORED_UP_TO, newestPayment(database));
}

function refuseBad(database: Database, file: string): void {
  const check = database.pragma("integrity_check(10)", { simple: true });
  if (check !== "ok") throw new TaskError(`${file} is damaged (${check}). Nothing was changed.`);
  if (!isTillDatabase(database)) throw new TaskError(`${file} is not a till's database. Nothing was changed.`);
  if (versionOf(database) > NEWEST_VERSION) {
    throw new TaskError(
      `${file} was written by a newer version of the till: restore it with that version. Nothing was changed.`,
    );
  }
  const foreign = schemaDifference(database);
  if (foreign !== null)
    throw new TaskError(`The schema in ${file} is unknown to this program: ${foreign}. Nothing was changed.`);
  const { ok, firstBadAt } = runToEnd(checkChain(database));
  if (!ok) throw new TaskError(`The journal in ${file} was changed at entry ${firstBadAt}. Nothing was changed here.`);
}

/**
 * Rejects an edited file that would stop the till later: sums that no Z report can close, or numbers near their limit.
 * A backup made by this till is accepted despite its sums, because it may be the best one.
 */
function refuseImplausible(database: Database, file: string): void {
  const different = findDifferentSums(database, file);
  if (different !== null) throw new TaskError(`${different} Nothing was changed here.`);
  const implausible = findImplausibleNumber(database);
  if (implausible === null) return;
  throw new TaskError(
    `${file} was edited: its table ${implausible.table} has the implausible number ${implausible.number}. Nothing was changed.`,
  );
}

/** Links the current database and its WAL under a second name. Returns the name, or null if there is no database. */
function setReplacedAside(path: string, now: number): string | null {
  const replacedPath = `${path}.replaced-${new Date(now).toISOString().replace(/[-:.]/g, "")}`;
  if (existsSync(path)) linkOrCopy(path, replacedPath);
  // The new database must not be read with the old WAL.
  for (const suffix of ["-wal", "-shm"])
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${replacedPath}${suffix}`);
  syncFolder(dirname(path));
  return existsSync(replacedPath) ? replacedPath : null;
}

function linkOrCopy(path: string, target: string): void {
  try {
    linkSync(path, target);
  } catch {
    // The file system has no hard links.
    copyFileSync(path, target);
    syncFile(target);
  }
}
