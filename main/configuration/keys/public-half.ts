/** What may be shown of a key. */
import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import type { PublicHalf } from "../../../contract/keys.ts";

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
