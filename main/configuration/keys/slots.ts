import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import type { KeyScheme, PublicHalf } from "../../../contract/configuration/keys.ts";
import { holdSecret } from "../../lib/secret.ts";
import type { Credentials } from "../../service/api/authentication.ts";
import type { SecretName, Vault } from "../../storage/vault/vault.ts";

export type KeySlot = "current" | "next" | "previous";

const SLOTS: Readonly<Record<KeySlot, Record<KeyScheme, SecretName>>> = {
  current: { "RSA-SHA256": "privateKey", SECRET: "secret" },
  next: { "RSA-SHA256": "nextPrivateKey", SECRET: "nextSecret" },
  previous: { "RSA-SHA256": "previousPrivateKey", SECRET: "previousSecret" },
};

/** Returns the name of a slot's secret in the vault. */
export function slotOf(slot: KeySlot, scheme: KeyScheme): SecretName {
  return SLOTS[slot][scheme];
}

/** Returns null for an empty slot. The text stays in the vault. */
export function credentialsIn(vault: Vault, slot: KeySlot, scheme: KeyScheme): Credentials | null {
  return vault.use(slotOf(slot, scheme), (bytes) => credentialsOf(scheme, bytes));
}

/** Identifies credentials by a fingerprint or hash. Vault only, because a short secret could be guessed. */
export function markOf(credentials: Credentials): string {
  if (credentials.scheme === "RSA-SHA256") return publicHalfOf(credentials.privateKey).fingerprint;
  return createHash("sha256").update(credentials.secret.reveal()).digest("hex");
}

/** Returns the mark of a slot's key; null if the slot is empty. */
export function markIn(vault: Vault, slot: KeySlot, scheme: KeyScheme): string | null {
  const credentials = credentialsIn(vault, slot, scheme);
  return credentials && markOf(credentials);
}

/** Reads a PEM or a secret. @throws when it is no key */
export function credentialsOf(scheme: KeyScheme, value: string | Buffer): Credentials {
  return scheme === "SECRET"
    ? { scheme, secret: holdSecret(value.toString()) }
    : { scheme, privateKey: createPrivateKey(value) };
}

/** Secrets are never shown. */
export const NOTHING_TO_SHOW: PublicHalf = { publicKeyPem: null, fingerprint: null };

/** Returns the public key and its SHA-256 (SPKI, DER) in lower-case hex. */
export function publicHalfOf(key: KeyObject): { publicKeyPem: string; fingerprint: string } {
  const publicKey = key.type === "private" ? createPublicKey(key) : key;
  const der = publicKey.export({ type: "spki", format: "der" });
  return {
    publicKeyPem: publicKey.export({ type: "spki", format: "pem" }).toString(),
    fingerprint: createHash("sha256").update(der).digest("hex"),
  };
}
