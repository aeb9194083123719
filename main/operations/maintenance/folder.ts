/** The data folder of a maintenance task: perhaps in use, perhaps without keys that open here. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../storage/database/inspection.ts";
import { FolderInUseError, lockFolder } from "../../storage/database/lock.ts";
import { type HeadFile, headFile, type KeptHead, keylessHead } from "../../storage/journal/head.ts";
import { openFileVault } from "../../storage/vault/file-vault.ts";
import { hasVault } from "../../storage/vault/files.ts";
import { machineIdentity } from "../../storage/vault/machine-id.ts";
import { type OpenVault, type Vault, VaultError } from "../../storage/vault/vault.ts";

/** How a task ends: 0 all is well, 1 something is wrong, 2 a wrong command, 3 a till works in the folder. */
export type ExitCode = 0 | 1 | 2 | 3;

export interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

export interface TaskPorts extends Streams {
  env: Readonly<Record<string, string | undefined>>;
  /** ms since the epoch */
  now: number;
  /** How this program opens a folder's keys; in a file unless it says otherwise */
  openVault?: OpenVault;
  /** What whoever reads the advice types before a task; `npm run till --` unless it is another program */
  program?: string;
}

/** A task cannot go on; the message is for whoever started it. Nothing was changed. */
export class TaskError extends Error {
  override readonly name = "TaskError";
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** @throws TaskError when there is no till's data in this folder */
export function requireDatabase(dataDir: string): string {
  const path = databasePath(dataDir);
  if (existsSync(path)) return path;
  throw new TaskError(`There is no till's data in ${dataDir}. Name the folder with --data DIR.`);
}

/** The lock of a folder that a till has used; `alone` is false without it, and then there is nothing to give back. */
export function lockIfFree(dataDir: string): { alone: boolean } & Disposable {
  // No till has been here: there is nothing to lock, and looking leaves no file behind.
  if (!existsSync(join(dataDir, "till.lock"))) return { alone: false, [Symbol.dispose]: () => undefined };
  try {
    const lock = lockFolder(dataDir);
    return { alone: true, [Symbol.dispose]: () => lock.release() };
  } catch (error) {
    if (error instanceof FolderInUseError) return { alone: false, [Symbol.dispose]: () => undefined };
    throw error;
  }
}

/** The folder's lock. @throws TaskError (3) when a till has it */
export function lockOrRefuse(dataDir: string): Disposable {
  try {
    const lock = lockFolder(dataDir);
    return { [Symbol.dispose]: () => lock.release() };
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new TaskError(`A till works in ${dataDir}: stop it first. Nothing was changed.`, 3);
  }
}

/** Opens a folder's keys, only to look into them. @throws VaultError when this machine does not have them */
export async function vaultOf(dataDir: string, { env, openVault = inFile }: VaultPorts): Promise<Vault> {
  return openVault(dataDir, { passphrase: env.TILL_PASSPHRASE, consent: null, looking: true });
}

/** Where the journal's head is kept and signed. @throws VaultError when this machine does not have the keys */
export async function headOf(dataDir: string, ports: VaultPorts): Promise<HeadFile> {
  return headFile(dataDir, await vaultOf(dataDir, ports));
}

/**
 * What this till's backups are authenticated with. A till makes it at its start: looking makes none.
 * @returns null where there is none, or it cannot be read here
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

/** The kept head of a folder that may have no vault: looking must not make one. */
export async function keptHead(dataDir: string, ports: VaultPorts): Promise<KeptHead> {
  return hasVault(dataDir) ? (await headOf(dataDir, ports)).read() : keylessHead(dataDir);
}

type VaultPorts = Pick<TaskPorts, "env" | "openVault">;

const inFile: OpenVault = (dataDir, { passphrase }) => openFileVault(dataDir, { passphrase, ...machineIdentity() });
