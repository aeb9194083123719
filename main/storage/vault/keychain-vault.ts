/** The desktop's vault: AES-256-GCM under a data key, which the system's keychain seals. The keychain is used once. */
import { z } from "zod";
import { renameDurably, writeFileDurably } from "../database/durable-file.ts";
import { base64, seal, sealedFields, unseal } from "./cipher.ts";
import { overwriteAndDelete, readJson, vaultFiles } from "./files.ts";
import { type DataKey, hasKeychain, keychainName, newDataKey, type OsKeychain, openDataKey } from "./keychain.ts";
import { createVault, STRONG, sameValues, type Values, type VaultBackend } from "./values.ts";
import { type Vault, VaultError } from "./vault.ts";

const envelopeSchema = z.object({
  version: z.literal(1),
  backend: z.literal("keychain"),
  /** The keychain that sealed the key; another one cannot open it */
  keychain: z.string().min(1),
  sealedKey: base64,
  ...sealedFields,
});

export interface KeychainPorts {
  keychain: OsKeychain;
  platform: NodeJS.Platform;
  readOnly?: boolean;
}

/** Creates a keychain vault, verified through the keychain before it gets its name. Null when the keychain fails. */
export async function makeKeychainVault(folder: string, values: Values, ports: KeychainPorts): Promise<Vault | null> {
  const { keychain: path, unverifiedKeychain } = vaultFiles(folder);
  const dataKey = await newDataKey(ports.platform, ports.keychain);
  if (dataKey === null) return null;
  const name = keychainName(ports.platform, ports.keychain);
  writeEnvelope(unverifiedKeychain, values, dataKey, name);
  const readBack = await open(unverifiedKeychain, ports).catch(() => null);
  if (readBack === null || !sameValues(readBack.values, values)) {
    overwriteAndDelete(folder, [unverifiedKeychain]);
    return null;
  }
  renameDurably(unverifiedKeychain, path);
  return createVault(values, backendFor(path, dataKey, name));
}

/**
 * Opens the keychain vault, and reseals it when the keychain requests that. Throws VaultError; nothing is written then.
 */
export async function openKeychainVault(folder: string, ports: KeychainPorts): Promise<Vault> {
  const { keychain: path } = vaultFiles(folder);
  const name = keychainName(ports.platform, ports.keychain);
  const { values, dataKey, shouldReEncrypt } = await open(path, ports);
  const renewed = shouldReEncrypt && !ports.readOnly ? await newDataKey(ports.platform, ports.keychain) : null;
  // A failure is harmless: the old key still works, and the next start tries again.
  if (renewed) writeEnvelope(path, values, renewed, name);
  return createVault(values, backendFor(path, renewed ?? dataKey, name));
}

export async function keychainValues(folder: string, ports: KeychainPorts): Promise<Values> {
  return (await open(vaultFiles(folder).keychain, ports)).values;
}

function backendFor(path: string, dataKey: DataKey, name: string): VaultBackend {
  return { ...STRONG, backend: name, write: (values) => writeEnvelope(path, values, dataKey, name) };
}

async function open(path: string, ports: KeychainPorts) {
  const { data: envelope } = envelopeSchema.safeParse(readJson(path));
  if (!envelope) throw new VaultError(`the vault's file cannot be read (${path})`);
  const name = keychainName(ports.platform, ports.keychain);
  if (envelope.keychain !== name) {
    throw new VaultError(
      `they were encrypted by ${envelope.keychain}, but this session has ${name}: sign in to the desktop session in which the till was set up`,
    );
  }
  if (!(await hasKeychain(ports.platform, ports.keychain).catch(() => false))) {
    throw new VaultError(`the keychain (${name}) is locked or does not answer: unlock it and start again`);
  }
  const sealedKey = Buffer.from(envelope.sealedKey, "base64");
  const opened = await openDataKey(ports.keychain, sealedKey);
  if (opened === null) {
    throw new VaultError(
      `the keychain (${name}) does not open the vault: it is locked or not running - unlock it and start again - or the vault was made by another user or machine`,
    );
  }
  const { key, shouldReEncrypt } = opened;
  try {
    return { values: unseal(envelope, key, associatedData(name)), dataKey: { key, sealedKey }, shouldReEncrypt };
  } catch {
    throw new VaultError("the vault was changed, or its file is damaged");
  }
}

function writeEnvelope(path: string, values: Values, { key, sealedKey }: DataKey, name: string): void {
  const envelope: z.output<typeof envelopeSchema> = {
    version: 1,
    backend: "keychain",
    keychain: name,
    sealedKey: sealedKey.toString("base64"),
    ...seal(values, key, associatedData(name)),
  };
  writeFileDurably(path, JSON.stringify(envelope), 0o600);
}

function associatedData(name: string): string {
  return `till-vault 1 keychain ${name}`;
}
