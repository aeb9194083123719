/** Signatures by section 5.4. Independent of the till's code, so that one mistake cannot hide in both. */
import { createHash, type KeyObject, sign, timingSafeEqual, verify } from "node:crypto";

export type Header = readonly [name: string, value: string];

/** Minimum key size for signatures (G27). */
export const MIN_KEY_BITS = 2048;

/** Returns `X-Content-Digest`: `SHA256=<base64>`; without a body, of the empty string. */
export function contentDigest(body: Uint8Array): string {
  return `SHA256=${createHash("sha256").update(body).digest("base64")}`;
}

/** Returns the signed headers: those with the vendor's prefix, case-insensitive. */
export function vendorHeaders(headers: readonly Header[], vendor: string): Header[] {
  const prefix = `x-${vendor.toLowerCase()}-`;
  return headers.filter(([name]) => name.toLowerCase().startsWith(prefix));
}

/** Returns the URL to sign: lower-case scheme and host, no fragment, otherwise unchanged. */
export function signedUrl(url: string): string {
  const withoutFragment = url.replace(/#.*$/s, "");
  return withoutFragment.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, (origin) => origin.toLowerCase());
}

/** Returns the text to sign: `<method>|<url>|<headers>` (5.4). @param headers all headers; unsigned ones are ignored */
export function signedText(method: string, url: string, headers: readonly Header[], vendor: string): string {
  const pairs = vendorHeaders(headers, vendor)
    .map(([name, value]) => [name.toUpperCase(), value] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return `${method.toUpperCase()}|${signedUrl(url)}|${pairs.join("&")}`;
}

/** Signs with RSASSA-PKCS1-v1_5 and SHA-256. Returns base64. */
export function signText(text: string, privateKey: KeyObject): string {
  return sign("sha256", Buffer.from(text), privateKey).toString("base64");
}

/** Verifies a base64 signature. */
export function verifyText(text: string, signature: string, publicKey: KeyObject): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false;
  return verify("sha256", Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
}

/** Compares two texts in constant time. */
export function sameText(left: string, right: string): boolean {
  return sameDigest(createHash("sha256").update(left).digest(), createHash("sha256").update(right).digest());
}

export function sameDigest(left: Uint8Array, right: Uint8Array): boolean {
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}
