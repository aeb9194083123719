/** RSA key pairs in memory or in private files. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { MIN_KEY_BITS } from "./signature.ts";

export interface KeyPair {
  privateKey: KeyObject;
  privatePem: string;
  publicPem: string;
}

/** Parses a private key in PEM. Throws the error of node:crypto. */
export function readKeyPair(privatePem: string): KeyPair {
  const privateKey = createPrivateKey(privatePem);
  return { privateKey, privatePem, publicPem: exportPublic(createPublicKey(privateKey)) };
}

export function makeKeyPair(bits = MIN_KEY_BITS): KeyPair {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  return readKeyPair(privateKey.export({ type: "pkcs8", format: "pem" }).toString());
}

export function keyPairIn(file: string, bits = MIN_KEY_BITS): KeyPair {
  if (existsSync(file)) return readKeyPair(readFileSync(file, "utf8"));
  const pair = makeKeyPair(bits);
  writeFileSync(file, pair.privatePem, { mode: 0o600 });
  return pair;
}

const throwaway = new Map<string, KeyPair>();

/** Returns a key pair that in-memory sandboxes of this process share, because creating one is slow. */
export function throwawayKeyPair(name: string, bits = MIN_KEY_BITS): KeyPair {
  const pair = throwaway.get(name) ?? makeKeyPair(bits);
  throwaway.set(name, pair);
  return pair;
}

/** Returns an RSA public key of at least 2048 bits from PEM, or null. */
export function readPublicKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === "rsa" && bits >= MIN_KEY_BITS ? key : null;
  } catch {
    return null; // Not PEM; the caller reports the error.
  }
}

function exportPublic(key: KeyObject): string {
  return key.export({ type: "spki", format: "pem" }).toString();
}
