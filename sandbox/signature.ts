/**
 * Signing and verifying by section 5.4. The sandbox has its own code for it and shares none with the till, so that a
 * mistake cannot agree with itself.
 */
import { createHash, type KeyObject, sign, timingSafeEqual, verify } from "node:crypto";

/** A header as it was sent: name and value. */
export type Header = readonly [name: string, value: string];

/** Signatures come from keys of at least this many bits (G27). */
export const MIN_KEY_BITS = 2048;

/** `X-Content-Digest` of a body: `SHA256=<base64>`; no body is the digest of the empty string. */
export function contentDigest(body: Uint8Array): string {
  return `SHA256=${createHash("sha256").update(body).digest("base64")}`;
}

/** The headers that a signature covers: those of the vendor's own prefix, in any letter case. */
export function vendorHeaders(headers: readonly Header[], vendor: string): Header[] {
  const prefix = `x-${vendor.toLowerCase()}-`;
  return headers.filter(([name]) => name.toLowerCase().startsWith(prefix));
}

/** The URL as it is signed: scheme and host in lower case, no fragment, all else as it was sent. */
export function signedUrl(url: string): string {
  const withoutFragment = url.replace(/#.*$/s, "");
  return withoutFragment.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, (origin) => origin.toLowerCase());
}

/** The text that is signed: `<method>|<url>|<headers>` (5.4). @param headers all of the request's; others are left out */
export function signedText(method: string, url: string, headers: readonly Header[], vendor: string): string {
  const pairs = vendorHeaders(headers, vendor)
    .map(([name, value]) => [name.toUpperCase(), value] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return `${method.toUpperCase()}|${signedUrl(url)}|${pairs.join("&")}`;
}

/** Signs with RSASSA-PKCS1-v1_5 over SHA-256. @returns the signature in base64 */
export function signText(text: string, privateKey: KeyObject): string {
  return sign("sha256", Buffer.from(text), privateKey).toString("base64");
}

/** Whether a base64 signature of a text was made with the private half of a key. */
export function verifyText(text: string, signature: string, publicKey: KeyObject): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false;
  return verify("sha256", Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
}

/** Compares two texts in a time that does not tell where they differ, nor how long the expected one is. */
export function sameText(one: string, other: string): boolean {
  return sameDigest(createHash("sha256").update(one).digest(), createHash("sha256").update(other).digest());
}

/** Compares two digests in constant time. */
export function sameDigest(one: Uint8Array, other: Uint8Array): boolean {
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
