import { existsSync } from "node:fs";
import type { VaultConsent } from "../../../contract/configuration/keys.ts";
import { renameDurably } from "../database/durable-file.ts";
import { openFileVault, openVaultFile } from "./file-vault.ts";
import { overwriteAndDelete, vaultFiles } from "./files.ts";
import { hasKeychain, type OsKeychain } from "./keychain.ts";
import { keychainValues, makeKeychainVault, openKeychainVault } from "./keychain-vault.ts";
import { type MachineIdentity, machineIdentity } from "./machine-id.ts";
import { sameValues, wipeValues } from "./values.ts";
import { type OpenVault, type Vault, VaultError } from "./vault.ts";
import { openWeakVault } from "./weak-vault.ts";

export interface DesktopVaultOptions {
  keychain: OsKeychain;
  passphrase?: string | undefined;
  /** The owner's consent to a machine without a keychain; null when not given */
  consent: VaultConsent | null;
  platform: NodeJS.Platform;
  machine?: MachineIdentity;
  /** Read-only, see {@link OpenVault}: nothing is moved, resealed or removed */
  readOnly?: boolean;
}

/**
 * Opens the vault of a desktop till, with the folder's lock. Uses a passphrase if set, else the system's keychain, else
 * a file with the owner's consent. A file vault moves into the keychain once. Throws VaultError; nothing is
 * overwritten.
 */
export async function openDesktopVault(folder: string, options: DesktopVaultOptions): Promise<Vault> {
  const { keychain, passphrase, consent, platform, machine = machineIdentity() } = options;
  const files = vaultFiles(folder);
  const ports = { keychain, platform };
  if (passphrase !== undefined) return openUnderPassphrase(folder, passphrase, machine);
  const inFile = existsSync(files.file);
  if (existsSync(files.keychain)) {
    if (options.readOnly) return openKeychainVault(folder, { ...ports, readOnly: true });
    if (inFile) await finishMove(folder, ports, machine);
    const vault = await openKeychainVault(folder, ports);
    sweep(folder);
    return vault;
  }
  if (!(await hasKeychain(platform, keychain).catch(() => false))) return openWeakVault(folder, consent, machine);
  const values = inFile ? openVaultFile(folder, machine).values : new Map();
  const vault = await makeKeychainVault(folder, values, ports);
  if (vault === null) return openWeakVault(folder, consent, machine);
  if (inFile) retireFile(folder);
  sweep(folder);
  return vault;
}

function openUnderPassphrase(folder: string, passphrase: string, machine: MachineIdentity): Vault {
  if (existsSync(vaultFiles(folder).keychain)) {
    throw new VaultError("the till's keys are in this machine's keychain: start without TILL_PASSPHRASE");
  }
  return openFileVault(folder, { passphrase, ...machine, reseal: true });
}

/** Finishes a move that a power cut interrupted after the keychain vault was verified: both hold the same values. */
async function finishMove(
  folder: string,
  ports: { keychain: OsKeychain; platform: NodeJS.Platform },
  machine: MachineIdentity,
): Promise<void> {
  const movedValues = await keychainValues(folder, ports);
  const { values } = openVaultFile(folder, machine);
  const same = sameValues(movedValues, values);
  wipeValues(movedValues);
  wipeValues(values);
  if (!same) {
    throw new VaultError(
      "the data folder has two vaults with different keys, vault.json and vault.keychain.json: remove the one that does not belong there",
    );
  }
  retireFile(folder);
}

/** One atomic step, after which only the keychain vault counts. */
function retireFile(folder: string): void {
  const { file, movedVaultFile } = vaultFiles(folder);
  renameDurably(file, movedVaultFile);
}

/** Removes the remains of a file vault. Requires that the keychain vault opened. */
function sweep(folder: string): void {
  const { movedVaultFile, machineKey, consent, unverifiedKeychain } = vaultFiles(folder);
  overwriteAndDelete(folder, [machineKey, movedVaultFile, consent, unverifiedKeychain]);
}
