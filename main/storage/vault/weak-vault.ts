/**
 * The vault of a desktop without a keychain: keys lie in a file beside the key to it. The owner's key, secret and
 * tokens are not put there before the owner has accepted that in writing; until then they are in memory, and gone with
 * the till. What the till makes for itself is kept: it opens nothing anywhere else.
 */
import { existsSync } from "node:fs";
import type { VaultConsent } from "../../../contract/keys.ts";
import { readConsent, writeConsent } from "./consent.ts";
import { type FileVaultOptions, openVaultFile } from "./file-vault.ts";
import { vaultFiles } from "./files.ts";
import { type Values, vaultOver } from "./values.ts";
import type { SecretName, Vault } from "./vault.ts";

/**
 * What the till itself makes: secrets for its PINs, journal, backups, waiting requests, signed transactions, registers and the
 * path of its receiver; and the version of head office's settings, which is no secret.
 */
const OWN: ReadonlySet<SecretName> = new Set([
  "pinPepper",
  "journalKey",
  "backupKey",
  "bodyKey",
  "callbackPath",
  "saftKey",
  "registersOwnTlsKey",
  "newestSettings",
]);

/**
 * Opens it. A file with an owner's key in it, from before, stays in use: refusing it now would protect nothing and stop
 * a shop; it is {@link Vault.weak} all the same.
 * @param given what the owner accepted earlier; null: nothing yet
 * @throws VaultError when a file is there and does not open
 */
export function openWeakVault(
  folder: string,
  given: VaultConsent | null,
  machine: Omit<FileVaultOptions, "passphrase">,
): Vault {
  const inUse = existsSync(vaultFiles(folder).file);
  const file = openVaultFile(folder, { ...machine, reseal: true });
  const holdsAll = inUse && [...file.values.keys()].some((name) => !OWN.has(name));
  let consent = given;
  let latest = file.values;
  // Accepted for this machine in another folder: it is written down here, too.
  if (given !== null && readConsent(folder) === null) writeConsent(folder, given);
  return vaultOver(latest, {
    backend: file.backend,
    weak: () => consent === null,
    consent: () => consent,
    write(values) {
      file.write(consent !== null || holdsAll ? values : own(values));
      latest = values;
    },
    accept(word) {
      // The word first: what lies on the disk without it would be what it is there to prevent.
      writeConsent(folder, word);
      file.write(latest);
      consent = word;
    },
  });
}

function own(values: Values): Values {
  return new Map([...values].filter(([name]) => OWN.has(name)));
}
