/**
 * What turns a secret into the key of a vault's file: scrypt. It is slow on purpose, and can begin before the program that
 * opens the vault has been loaded: so nothing here imports a schema.
 */
import { scrypt, scryptSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { readJson, vaultFiles } from "./files.ts";
import { machineIdentity } from "./machine-id.ts";
import { bytesOf } from "./values.ts";

/**
 * What turns something that can be guessed into a key: scrypt. About a quarter of a second a guess, for a PIN and for a
 * passphrase alike.
 */
export const STRETCH = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/**
 * What deriving a key costs, as the `N` of scrypt. A machine's key is 256 random bits, and so was a passphrase's price
 * before there was another. Tests lower it: they open hundreds of vaults, and none protects anything.
 */
export const VAULT_COST = { machine: 32_768, passphrase: STRETCH.N };

/** What a key is derived from. */
export interface Derivation {
  /** A passphrase, or a machine's key with the machine's id: wiped once the key is there */
  secret: Buffer;
  salt: Buffer;
  /** The `N` of scrypt */
  cost: number;
}

/** A key that was derived before it was asked for. */
export interface DerivedKey extends Derivation {
  key: Buffer;
}

/** What opens a file: the passphrase, or without one this machine's key and id. @param machineId empty: it counts for nothing */
export function secretOf(passphrase: string | undefined, machineKey: () => string, machineId: string): Buffer {
  return bytesOf(passphrase ?? `${machineKey()}:${machineId}`);
}

/** Derives a key of 32 bytes, unless it is the one that was derived before. Whatever is not needed any more is wiped. */
export function deriveKey({ secret, salt, cost }: Derivation, before: DerivedKey | null): Buffer {
  const isSame = before?.cost === cost && before.salt.equals(salt) && before.secret.equals(secret);
  try {
    return isSame ? Buffer.from(before.key) : scryptSync(secret, salt, 32, { ...STRETCH, N: cost });
  } finally {
    for (const bytes of [secret, before?.secret, before?.key]) bytes?.fill(0);
  }
}

let underWay: Promise<DerivedKey | null> = Promise.resolve(null);

/**
 * Begins to derive, on another thread, the key that a folder's file will be asked for. The file is read and believed
 * here: a key that was derived from something else than what it is opened with is not used. What cannot be read is left
 * to the opening, which says so. Never throws.
 */
export function deriveAhead(folder: string, passphrase: string | undefined): void {
  try {
    const derivation = derivationOf(folder, passphrase);
    if (derivation !== null) underWay = derived(derivation);
  } catch {
    // The vault is opened as it is without this.
  }
}

function derived(derivation: Derivation): Promise<DerivedKey | null> {
  const { secret, salt, cost } = derivation;
  const { promise, resolve } = Promise.withResolvers<DerivedKey | null>();
  scrypt(secret, salt, 32, { ...STRETCH, N: cost }, (error, key) => {
    if (error) secret.fill(0);
    resolve(error ? null : { ...derivation, key });
  });
  return promise;
}

/** The key that {@link deriveAhead} began with, once; null when there is none. Never rejects. */
export function derivedAhead(): Promise<DerivedKey | null> {
  const taken = underWay;
  underWay = Promise.resolve(null);
  return taken;
}

/** What a file says that its key is derived from; null where it is not as tills write it. @throws what cannot be read */
function derivationOf(folder: string, passphrase: string | undefined): Derivation | null {
  // Elsewhere a program has to be asked for the machine's id: that is done once, when the vault is opened.
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
