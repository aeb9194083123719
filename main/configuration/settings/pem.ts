/** Checks of PEM keys and certificates. Each returns what was expected, or null. Pure. */

import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";

export function privateKeyProblem(pem: string): Reason | null {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== "rsa") return reasonFor("pem_rsa");
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048 ? null : reasonFor("pem_rsa_bits");
  } catch {
    return reasonFor("pem_rsa_pem");
  }
}

export function tlsKeyProblem(pem: string): Reason | null {
  try {
    createPrivateKey(pem);
    return null;
  } catch {
    return reasonFor("pem_private");
  }
}

export function publicKeyProblem(pem: string): Reason | null {
  if (PRIVATE.test(pem)) return reasonFor("pem_public_alone");
  try {
    return createPublicKey(pem).asymmetricKeyType === "rsa" ? null : reasonFor("pem_public");
  } catch {
    return reasonFor("pem_public_pem");
  }
}

export function certificateProblem(pem: string): Reason | null {
  try {
    const blocks = pem.match(CERTIFICATES) ?? [];
    return blocks.length > 0 && blocks.every((block) => new X509Certificate(block))
      ? null
      : reasonFor("pem_certificates");
  } catch {
    return reasonFor("pem_certificates_readable");
  }
}

const PRIVATE = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Returns only the certificates: files often include their private key, which must not be stored. */
export function certificatesOf(pem: string | null): string | null {
  return pem === null ? null : `${(pem.match(CERTIFICATES) ?? []).join("\n")}\n`;
}

export function publicHalf(pem: string): string {
  return createPublicKey(pem).export({ type: "spki", format: "pem" }).toString();
}

export function belongTogether(certificate: string, key: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
}

/** SPKI prefix of the 32 bytes of an Ed25519 public key (RFC 8410, section 4). */
const ED25519_SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** Returns an Ed25519 public key as PEM from PEM, SPKI or 32 bytes; null for anything else. */
export function ed25519Pem(given: string | Buffer): string | null {
  if (typeof given === "string" && PRIVATE.test(given)) return null;
  const der = typeof given === "string" || given.length !== 32 ? given : Buffer.concat([ED25519_SPKI, given]);
  try {
    const key = createPublicKey(typeof der === "string" ? der : { key: der, format: "der", type: "spki" });
    return key.asymmetricKeyType === "ed25519" ? key.export({ type: "spki", format: "pem" }).toString() : null;
  } catch {
    return null;
  }
}
