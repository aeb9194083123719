/** The vault's files in a data folder. Imports no schema, so that it can load before the program. */

import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "../database/durable-file.ts";

export function vaultFiles(folder: string) {
  return {
    file: join(folder, "vault.json"),
    machineKey: join(folder, "machine.key"),
    /** Sealed with a data key, which the system's keychain seals */
    keychain: join(folder, "vault.keychain.json"),
    consent: join(folder, "vault.consent.json"),
    /** The former `file` after the move to the keychain, to be deleted */
    movedVaultFile: join(folder, "vault.json.moved"),
    /** A keychain vault not yet verified by reading it back */
    unverifiedKeychain: join(folder, "vault.keychain.json.unproven"),
  };
}

export function hasVault(folder: string): boolean {
  const { file, keychain } = vaultFiles(folder);
  return existsSync(file) || existsSync(keychain);
}

/** Parses a JSON file; null when missing or invalid. Its content appears in no error. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** Overwrites and deletes files in order. SSDs may keep old blocks; there the missing key protects the content. */
export function overwriteAndDelete(folder: string, paths: readonly string[]): void {
  const existing = paths.filter((path) => existsSync(path));
  for (const path of existing) {
    overwrite(path);
    rmSync(path);
  }
  if (existing.length > 0) syncFolder(folder);
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
 * Overwrites and deletes this folder's key material, the keys first. The vault must be closed. The system's keychain
 * entry stays, but the only copy of the key it sealed is gone.
 */
export function wipeVault(folder: string): void {
  const { machineKey, keychain, unverifiedKeychain, movedVaultFile, file, consent } = vaultFiles(folder);
  const temporaryPath = (path: string) => `${path}.new`;
  overwriteAndDelete(
    folder,
    [machineKey, keychain, unverifiedKeychain, movedVaultFile, file, consent].flatMap((path) => [
      path,
      temporaryPath(path),
    ]),
  );
}
