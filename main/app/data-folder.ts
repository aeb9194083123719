/** Opens a till's data folder. An unexpected state stops the start and is left unchanged. */
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import Sqlite from "better-sqlite3";
import { StartupError } from "../lib/startup-error.ts";
import { backupFolder } from "../storage/backups/backups.ts";
import { closeDatabase, type Database, openDatabase, transact } from "../storage/database/database.ts";
import { databasePath, inspectDatabase } from "../storage/database/inspection.ts";
import { FolderInUseError, lockFolder } from "../storage/database/lock.ts";
import { type Advice, adviceText, recoveryAdvice } from "../storage/database/recovery-advice.ts";
import { type Upgrade, upgradeDatabase } from "../storage/database/upgrade.ts";
import { currentHead, type HeadFile, headFile } from "../storage/journal/head.ts";
import { createJournal } from "../storage/journal/journal.ts";
import { openFileVault } from "../storage/vault/file-vault.ts";
import { vaultFiles } from "../storage/vault/files.ts";
import { machineIdentity } from "../storage/vault/machine-id.ts";
import { derivedAhead } from "../storage/vault/scrypt-cost.ts";
import { backupKey, type OpenVault, type Vault, VaultError } from "../storage/vault/vault.ts";

/** The database cannot be used as it is: a person must decide. */
export class RecoveryNeededError extends StartupError {
  readonly advice: Advice;

  constructor(advice: Advice) {
    super(1, adviceText(advice));
    this.advice = advice;
  }
}

export function makeFolder(folder: string): void {
  process.umask(0o077);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of ["till.db", "till.db-wal", "till.db-shm", "till.lock"]) {
      if (existsSync(join(folder, name))) chmodSync(join(folder, name), 0o600);
    }
  } catch (cause) {
    throw new StartupError(2, "The data folder cannot be created.", {
      problems: [{ field: "--data", expected: `a folder that can be written to (${folder})` }],
      cause,
    });
  }
}

export function lockOrExplain(folder: string): ReturnType<typeof lockFolder> {
  try {
    return lockFolder(folder);
  } catch (cause) {
    if (cause instanceof FolderInUseError)
      throw new StartupError(3, `${cause.message}: close it first, or use another --data folder.`, { cause });
    throw new StartupError(1, `The data folder cannot be used: ${folder}`, { cause });
  }
}

let ownPassphrase: string | undefined;

/** Removes the passphrase from the environment, so that child processes such as a browser never see it. */
function takePassphrase(): string | undefined {
  ownPassphrase = process.env.TILL_PASSPHRASE ?? ownPassphrase;
  delete process.env.TILL_PASSPHRASE;
  return ownPassphrase;
}

const openInFile: OpenVault = async (folder, { passphrase }) =>
  openFileVault(folder, { passphrase, ...machineIdentity(), reseal: true, ahead: await derivedAhead() });

/** Minimum length: shorter passphrases can be guessed. */
const PASSPHRASE_LENGTH = 12;

/**
 * Checks the passphrase before anything is written. An existing vault keeps a shorter one, or its till would lose its
 * keys.
 * @throws StartupError (2)
 */
export function checkPassphrase(folder: string): void {
  const { TILL_PASSPHRASE: passphrase } = process.env;
  if (passphrase === undefined) return;
  if ([...passphrase].length >= PASSPHRASE_LENGTH) return;
  if (passphrase !== "" && existsSync(vaultFiles(folder).file)) return;
  const expected = `at least ${PASSPHRASE_LENGTH} characters, or an unset variable`;
  throw new StartupError(2, "The passphrase is too short to protect the till's keys.", {
    problems: [{ field: "TILL_PASSPHRASE", expected }],
  });
}

/**
 * Opens a folder's vault, also for another till in this process.
 * @param open the shell's key storage; a file by default
 * @throws StartupError (1)
 */
export async function unlockOrExplain(
  folder: string,
  open: OpenVault = openInFile,
  consent: Vault["consent"] = null,
): Promise<Vault> {
  const passphrase = takePassphrase();
  try {
    return await open(folder, { passphrase, consent });
  } catch (cause) {
    if (!(cause instanceof VaultError)) throw cause;
    throw new StartupError(1, `The till's keys cannot be opened: ${cause.message}. Nothing was changed.`, { cause });
  }
}

/**
 * Opens a locked folder's database: inspects it without writing, backs it up and upgrades it.
 * @param now ms since the epoch
 * @throws RecoveryNeededError if it cannot be used; StartupError (1)
 */
export async function openOrExplain(folder: string, vault: Vault, now: number): Promise<Database> {
  const file = headFile(folder, vault);
  const stored = file.read();
  const finding = inspectDatabase(folder, stored, { depth: "start", alone: true });
  if ("because" in finding) throw new RecoveryNeededError(recoveryAdvice(finding, folder, vault.get("backupKey")));
  // The steps below may merge the log of a killed till into its database, after which a missing log means nothing.
  if (stored.is === "signed" && stored.head.open)
    writeOrExplain(folder, () => file.write({ ...stored.head, open: false }));
  const upgrade = await upgradeOrExplain(folder, backupKey(vault), now);
  const database = openFile(databasePath(folder));
  try {
    begin(database, { upgrade, now, firstHead: stored.is === "none" || stored.is === "keyless" ? file : null });
    return database;
  } catch (error) {
    closeDatabase(database);
    throw error;
  }
}

function begin(
  database: Database,
  { upgrade, firstHead, now }: { upgrade: Upgrade | null; firstHead: HeadFile | null; now: number },
): void {
  const journal = createJournal(database);
  if (upgrade) {
    const { from, to, backup } = upgrade;
    const data = { from, to, backup: basename(backup) };
    transact(database, () => journal.append({ event: "database.upgraded", data }, now));
  }
  firstHead?.write(currentHead(database, { at: now, open: false }));
}

function writeOrExplain(folder: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    const { code = "unknown error" } = cause as NodeJS.ErrnoException;
    const message = `The data folder ${folder} cannot be written (${code}). The till did not start, and nothing was changed. Check the disk space, then start it again.`;
    throw new StartupError(1, message, { cause });
  }
}

async function upgradeOrExplain(folder: string, key: string | null, at: number): Promise<Upgrade | null> {
  try {
    return await upgradeDatabase(databasePath(folder), { folder: backupFolder(folder), at, key });
  } catch (cause) {
    const message = `${databasePath(folder)} could not be migrated. It is unchanged, and the till did not start: ${cause instanceof Error ? cause.message : cause}.`;
    throw new StartupError(1, message, { cause });
  }
}

function openFile(path: string): Database {
  try {
    return openDatabase(path);
  } catch (cause) {
    if (!(cause instanceof Sqlite.SqliteError)) throw cause;
    throw new StartupError(1, `${path} cannot be opened (${cause.code}: ${cause.message}). It was not touched.`, {
      cause,
    });
  }
}
