/** Keys and certificates in PEM, as files and people bring them. Every check says what was expected, or null. Pure. */
import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";

/** What is wrong with a key that requests are to be signed with. */
export function privateKeyProblem(pem: string): string | null {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== "rsa") return "an RSA private key";
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048 ? null : "an RSA private key of at least 2048 bits";
  } catch {
    return "an RSA private key in PEM, without a passphrase";
  }
}

/** What is wrong with the private key of a TLS certificate. */
export function tlsKeyProblem(pem: string): string | null {
  try {
    createPrivateKey(pem);
    return null;
  } catch {
    return "a private key in PEM, without a passphrase";
  }
}

/** What is wrong with the service's key for callbacks. */
export function publicKeyProblem(pem: string): string | null {
  if (PRIVATE.test(pem)) return "the service's public key alone: this file holds a private key";
  try {
    return createPublicKey(pem).asymmetricKeyType === "rsa" ? null : "an RSA public key";
  } catch {
    return "an RSA public key in PEM";
  }
}

/** What is wrong with a chain of certificates, or with further authorities. */
export function certificateProblem(pem: string): string | null {
  try {
    const blocks = pem.match(CERTIFICATES) ?? [];
    return blocks.length > 0 && blocks.every((block) => new X509Certificate(block)) ? null : "certificates in PEM";
  } catch {
    return "certificates in PEM, each of them readable";
  }
}

const PRIVATE = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates of a file and nothing else: files that also hold their private key are common, and are not kept. */
export function certificatesOf(pem: string | null): string | null {
  return pem === null ? null : `${(pem.match(CERTIFICATES) ?? []).join("\n")}\n`;
}

/** The public half of a key, in PEM. @throws when it is none */
export function publicHalf(pem: string): string {
  return createPublicKey(pem).export({ type: "spki", format: "pem" }).toString();
}

/** Whether a private key is that of a chain's first certificate. @throws when either cannot be read */
export function belongTogether(certificate: string, key: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
}
