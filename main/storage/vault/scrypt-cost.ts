/**
 * Derives the key of a vault's file with scrypt. Imports no schema, so that it can start before the program is loaded.
 */
import { scrypt, scryptSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { readJson, vaultFiles } from "./files.ts";
import { machineIdentity } from "./machine-id.ts";
import { bytesOf } from "./values.ts";

/** Parameters for guessable secrets: about a quarter of a second per guess of a PIN or a passphrase. */
export const SCRYPT_COST = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** `N` of scrypt. A machine's key has 256 random bits and needs less. Tests lower both. */
export const VAULT_COST = { machine: 32_768, passphrase: SCRYPT_COST.N };

export interface Derivation {
  /** A passphrase, or a machine's key with its id; wiped after the derivation */
  secret: Buffer;
  salt: Buffer;
  cost: number;
}

export interface DerivedKey extends Derivation {
  key: Buffer;
}

/** Returns the secret of a file; `machineId` is empty when it is not part of it. */
export function secretOf(passphrase: string | undefined, machineKey: () => string, machineId: string): Buffer {
  return bytesOf(passphrase ?? `${machineKey()}:${machineId}`);
}

/** Derives a 32-byte key, or reuses a matching one derived before. Wipes all other secrets. */
export function deriveKey({ secret, salt, cost }: Derivation, derivedBefore: DerivedKey | null): Buffer {
  const isReusable =
    derivedBefore?.cost === cost && derivedBefore.salt.equals(salt) && derivedBefore.secret.equals(secret);
  try {
    return isReusable ? Buffer.from(derivedBefore.key) : scryptSync(secret, salt, 32, { ...SCRYPT_COST, N: cost });
  } finally {
    for (const bytes of [secret, derivedBefore?.secret, derivedBefore?.key]) bytes?.fill(0);
  }
}

let pendingKey: Promise<DerivedKey | null> = Promise.resolve(null);

/**
 * Starts deriving a folder's key on another thread. Opening ignores a key derived from other parameters. Never throws.
 */
export function deriveAhead(folder: string, passphrase: string | undefined): void {
  try {
    const derivation = derivationOf(folder, passphrase);
    if (derivation !== null) pendingKey = deriveAsync(derivation);
  } catch {}
}

function deriveAsync(derivation: Derivation): Promise<DerivedKey | null> {
  const { secret, salt, cost } = derivation;
  const { promise, resolve } = Promise.withResolvers<DerivedKey | null>();
  scrypt(secret, salt, 32, { ...SCRYPT_COST, N: cost }, (error, key) => {
    if (error) secret.fill(0);
    resolve(error ? null : { ...derivation, key });
  });
  return promise;
}

/** Returns the key of {@link deriveAhead} once; null when none exists. Never rejects. */
export function derivedAhead(): Promise<DerivedKey | null> {
  const current = pendingKey;
  pendingKey = Promise.resolve(null);
  return current;
}

/** Reads a file's derivation parameters; null for an unknown format. Throws when it is unreadable. */
function derivationOf(folder: string, passphrase: string | undefined): Derivation | null {
  // Other systems need a program for the machine's id, which runs once, at opening.
  if (passphrase === undefined && process.platform !== "linux") return null;
  const { file, machineKey } = vaultFiles(folder);
  const envelope = readJson(file) as { salt?: unknown; cost?: unknown; machine?: unknown } | null;
  const cost = envelope?.cost ?? VAULT_COST.machine;
  if (typeof envelope?.salt !== "string" || (cost !== VAULT_COST.machine && cost !== VAULT_COST.passphrase))
    return null;
  const machineId = envelope.machine === "none" ? "" : machineIdentity().machineId;
  const secret = secretOf(passphrase, () => readFileSync(machineKey, "utf8"), machineId);
  return { secret, salt: Buffer.from(envelope.salt, "base64"), cost };
}
