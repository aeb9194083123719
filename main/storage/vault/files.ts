/** The vault's files in a data folder. It imports no schema: what runs before the program is loaded imports it. */

import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "../database/durable-file.ts";

export interface VaultFiles {
  /** Under a passphrase or this machine's key */
  file: string;
  machineKey: string;
  /** Under a data key that the system's keychain seals */
  keychain: string;
  /** The owner's word for a weak backend */
  consent: string;
  /** On its way out: what `file` was before it moved to the keychain */
  moved: string;
  /** A keychain vault that was not read back yet */
  unproven: string;
}

/** Where everything is. */
export function vaultFiles(folder: string): VaultFiles {
  return {
    file: join(folder, "vault.json"),
    machineKey: join(folder, "machine.key"),
    keychain: join(folder, "vault.keychain.json"),
    consent: join(folder, "vault.consent.json"),
    moved: join(folder, "vault.json.moved"),
    unproven: join(folder, "vault.keychain.json.unproven"),
  };
}

/** Whether a data folder has a vault, of whichever kind. */
export function hasVault(folder: string): boolean {
  const { file, keychain } = vaultFiles(folder);
  return existsSync(file) || existsSync(keychain);
}

/** The JSON in a file; null when it cannot be read or is none. Its text is in no error. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/**
 * Overwrites files and takes them away, in order; those that are not there are passed over. Where the disk keeps old
 * blocks (SSDs, copy on write) overwriting proves nothing: what counts there is that the key to them is gone.
 */
export function shred(folder: string, paths: readonly string[]): void {
  const there = paths.filter((path) => existsSync(path));
  for (const path of there) {
    overwrite(path);
    rmSync(path);
  }
  if (there.length > 0) syncFolder(folder);
}

function overwrite(path: string): void {
  const file = openSync(path, "r+");
  try {
    writeSync(file, randomBytes(fstatSync(file).size), 0, undefined, 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Overwrites and removes everything by which this folder's key material could be read: first what opens it, then the
 * rest. A keychain's entry belongs to the program and not to a folder, and the system offers no way to remove one: the
 * only copy of the key that it sealed is in the vault's file, and goes with it. Nothing may have the vault open.
 */
export function wipeVault(folder: string): void {
  const { machineKey, keychain, unproven, moved, file, consent } = vaultFiles(folder);
  const beside = (path: string) => `${path}.new`;
  shred(
    folder,
    [machineKey, keychain, unproven, moved, file, consent].flatMap((path) => [path, beside(path)]),
  );
}
