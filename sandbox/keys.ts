/** RSA key pairs: made, read, and kept in files that only their owner can read. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { MIN_KEY_BITS } from "./signature.ts";

export interface KeyPair {
  privateKey: KeyObject;
  privatePem: string;
  publicPem: string;
}

/** Reads a key pair from its private half in PEM. Throws what node:crypto throws when it is none. */
export function readKeyPair(privatePem: string): KeyPair {
  const privateKey = createPrivateKey(privatePem);
  return { privateKey, privatePem, publicPem: exportPublic(createPublicKey(privateKey)) };
}

/** Makes a key pair, of 2048 bits unless told otherwise. */
export function makeKeyPair(bits = MIN_KEY_BITS): KeyPair {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  return readKeyPair(privateKey.export({ type: "pkcs8", format: "pem" }).toString());
}

/** The key pair in a file, which is made when it is not there. */
export function keyPairIn(file: string, bits = MIN_KEY_BITS): KeyPair {
  if (existsSync(file)) return readKeyPair(readFileSync(file, "utf8"));
  const pair = makeKeyPair(bits);
  writeFileSync(file, pair.privatePem, { mode: 0o600 });
  return pair;
}

const throwaway = new Map<string, KeyPair>();

/** A key pair of this process alone: sandboxes in memory share it, since making one takes longer than a test. */
export function throwawayKeyPair(name: string, bits = MIN_KEY_BITS): KeyPair {
  const pair = throwaway.get(name) ?? makeKeyPair(bits);
  throwaway.set(name, pair);
  return pair;
}

/** A public key in PEM as an RSA key of at least 2048 bits, or null when it is anything else. */
export function readPublicKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === "rsa" && bits >= MIN_KEY_BITS ? key : null;
  } catch {
    return null; // Not a PEM at all: the caller says what it needs.
  }
}

function exportPublic(key: KeyObject): string {
  return key.export({ type: "spki", format: "pem" }).toString();
}
