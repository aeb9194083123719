/** The vault's slots for credentials: the current, the next and the previous ones. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import type { KeyScheme, PublicHalf } from "../../../contract/keys.ts";
import { holdSecret } from "../../lib/secret.ts";
import type { Credentials } from "../../service/api/authentication.ts";
import type { SecretName, Vault } from "../../storage/vault/vault.ts";

export type KeySlot = "current" | "next" | "previous";

const SLOTS: Readonly<Record<KeySlot, Record<KeyScheme, SecretName>>> = {
  current: { "RSA-SHA256": "privateKey", SECRET: "secret" },
  next: { "RSA-SHA256": "nextPrivateKey", SECRET: "nextSecret" },
  previous: { "RSA-SHA256": "previousPrivateKey", SECRET: "previousSecret" },
};

/** The vault's name for it. */
export function slotOf(slot: KeySlot, scheme: KeyScheme): SecretName {
  return SLOTS[slot][scheme];
}

/** Credentials out of the vault, their text left behind there. @returns null when there are none */
export function credentialsIn(vault: Vault, slot: KeySlot, scheme: KeyScheme): Credentials | null {
  return vault.use(slotOf(slot, scheme), (bytes) => credentialsOf(scheme, bytes));
}

/**
 * What credentials are recognised by without keeping them: of a key its fingerprint, whatever form its file has. For
 * the vault alone: a short secret could be guessed from it.
 */
export function markOf(credentials: Credentials): string {
  if (credentials.scheme === "RSA-SHA256") return publicHalfOf(credentials.privateKey).fingerprint;
  return createHash("sha256").update(credentials.secret.reveal()).digest("hex");
}

/** The mark of what is in a place; null when it is empty. */
export function markIn(vault: Vault, slot: KeySlot, scheme: KeyScheme): string | null {
  const credentials = credentialsIn(vault, slot, scheme);
  return credentials && markOf(credentials);
}

/** Credentials of a text: a PEM, or a secret. @throws when it is no key */
export function credentialsOf(scheme: KeyScheme, value: string | Buffer): Credentials {
  return scheme === "SECRET"
    ? { scheme, secret: holdSecret(value.toString()) }
    : { scheme, privateKey: createPrivateKey(value) };
}

/** Of a secret nothing may be shown. */
export const NOTHING_TO_SHOW: PublicHalf = { publicKeyPem: null, fingerprint: null };

/** The public half of a key, and its SHA-256 (SPKI, DER) in lower-case hex. */
export function publicHalfOf(key: KeyObject): { publicKeyPem: string; fingerprint: string } {
  const publicKey = key.type === "private" ? createPublicKey(key) : key;
  const der = publicKey.export({ type: "spki", format: "der" });
  return {
    publicKeyPem: publicKey.export({ type: "spki", format: "pem" }).toString(),
    fingerprint: createHash("sha256").update(der).digest("hex"),
  };
}
