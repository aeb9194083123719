/** Access to a data folder that may be in use, or whose keys may not open here. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../storage/database/inspection.ts";
import { FolderInUseError, lockFolder } from "../../storage/database/lock.ts";
import { type HeadFile, headFile, keylessHead, type StoredHead } from "../../storage/journal/head.ts";
import { openFileVault } from "../../storage/vault/file-vault.ts";
import { hasVault } from "../../storage/vault/files.ts";
import { machineIdentity } from "../../storage/vault/machine-id.ts";
import { type OpenVault, type Vault, VaultError } from "../../storage/vault/vault.ts";

/** Exit code: 0 success, 1 a problem was found, 2 invalid command, 3 the till is running. */
export type ExitCode = 0 | 1 | 2 | 3;

export interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

export interface TaskPorts extends Streams {
  env: Readonly<Record<string, string | undefined>>;
  now: number;
  openVault?: OpenVault;
  program?: string;
}

/** The task cannot continue, and nothing was changed. The message is for the operator. */
export class TaskError extends Error {
  override readonly name = "TaskError";
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** @throws TaskError if the folder contains no till data */
export function requireDatabase(dataDir: string): string {
  const path = databasePath(dataDir);
  if (existsSync(path)) return path;
  throw new TaskError(`There is no till's data in ${dataDir}. Name the folder with --data DIR.`);
}

/** Locks a folder if a till has used it. Without a lock file, `alone` is false and there is nothing to release. */
export function lockIfFree(dataDir: string): { alone: boolean } & Disposable {
  // The folder was never used; the check must not create files.
  if (!existsSync(join(dataDir, "till.lock"))) return { alone: false, [Symbol.dispose]: () => undefined };
  try {
    const lock = lockFolder(dataDir);
    return { alone: true, [Symbol.dispose]: () => lock.release() };
  } catch (error) {
    if (error instanceof FolderInUseError) return { alone: false, [Symbol.dispose]: () => undefined };
    throw error;
  }
}

/** Locks the folder. @throws TaskError (3) if a till holds the lock */
export function lockOrRefuse(dataDir: string): Disposable {
  try {
    const lock = lockFolder(dataDir);
    return { [Symbol.dispose]: () => lock.release() };
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new TaskError(`A till is running in ${dataDir}. Stop it first. Nothing was changed.`, 3);
  }
}

/** Opens a folder's vault for reading. @throws VaultError if this machine lacks the keys */
export async function vaultOf(dataDir: string, { env, openVault = inFile }: VaultPorts): Promise<Vault> {
  return openVault(dataDir, { passphrase: env.TILL_PASSPHRASE, consent: null, readOnly: true });
}

/** Opens the signed journal head. @throws VaultError if this machine lacks the keys */
export async function openHead(dataDir: string, ports: VaultPorts): Promise<HeadFile> {
  return headFile(dataDir, await vaultOf(dataDir, ports));
}

/**
 * Returns the key that authenticates this till's backups. Does not create one: the till does that when it starts.
 * @returns null if none exists, or it is unreadable here
 */
export async function backupKeyOf(dataDir: string, ports: VaultPorts): Promise<string | null> {
  if (!hasVault(dataDir)) return null;
  try {
    return (await vaultOf(dataDir, ports)).get("backupKey");
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}

/** Reads the stored head of a folder without creating a vault. */
export async function readStoredHead(dataDir: string, ports: VaultPorts): Promise<StoredHead> {
  return hasVault(dataDir) ? (await openHead(dataDir, ports)).read() : keylessHead(dataDir);
}

type VaultPorts = Pick<TaskPorts, "env" | "openVault">;

const inFile: OpenVault = (dataDir, { passphrase }) => openFileVault(dataDir, { passphrase, ...machineIdentity() });
