/**
 * The vault of a desktop without a keychain: a file next to its key. The owner's keys stay in memory until the owner
 * consents in writing. Secrets the till generates are stored: they open nothing elsewhere.
 */

import { existsSync } from "node:fs";
import { z } from "zod";
import type { VaultConsent } from "../../../contract/configuration/keys.ts";
import { writeFileDurably } from "../database/durable-file.ts";
import { type FileVaultOptions, openVaultFile } from "./file-vault.ts";
import { readJson, vaultFiles } from "./files.ts";
import { createVault, type Values } from "./values.ts";
import type { SecretName, Vault } from "./vault.ts";

/** Values the till itself creates, and the version of head office's settings, which is not secret. */
const TILL_SECRETS: ReadonlySet<SecretName> = new Set([
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
 * Opens the vault. A file that already contains the owner's key stays in use, because refusing it would only stop the
 * shop; it is still {@link Vault.weak}. Throws VaultError.
 */
export function openWeakVault(
  folder: string,
  earlierConsent: VaultConsent | null,
  machine: Omit<FileVaultOptions, "passphrase">,
): Vault {
  const inUse = existsSync(vaultFiles(folder).file);
  const file = openVaultFile(folder, { ...machine, reseal: true });
  const hasForeignSecrets = inUse && [...file.values.keys()].some((name) => !TILL_SECRETS.has(name));
  let consent = earlierConsent;
  let latest = file.values;
  // The consent was given for this machine in another folder; record it here too.
  if (earlierConsent !== null && readConsent(folder) === null) writeConsent(folder, earlierConsent);
  return createVault(latest, {
    backend: file.backend,
    weak: () => consent === null,
    consent: () => consent,
    write(values) {
      file.write(consent !== null || hasForeignSecrets ? values : tillSecrets(values));
      latest = values;
    },
    accept(newConsent) {
      // The consent comes first: no secret may be on disk without it.
      writeConsent(folder, newConsent);
      file.write(latest);
      consent = newConsent;
    },
  });
}

function tillSecrets(values: Values): Values {
  return new Map([...values].filter(([name]) => TILL_SECRETS.has(name)));
}

const consentSchema = z.object({ by: z.string(), at: z.iso.datetime(), sentence: z.string().min(1) });

export function readConsent(folder: string): VaultConsent | null {
  return consentSchema.safeParse(readJson(vaultFiles(folder).consent)).data ?? null;
}

export function writeConsent(folder: string, { by, at, sentence }: VaultConsent): void {
  writeFileDurably(vaultFiles(folder).consent, JSON.stringify({ by, at, sentence }), 0o600);
}
