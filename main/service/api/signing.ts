/**
 * The RSA signature of sections 5.4 and 5.5, as pure functions. `signatureMessage` and `sign` pass the published test
 * vectors.
 */
import { createPrivateKey, hash, KeyObject, sign as signBytes } from "node:crypto";

/**
 * Returns the string to sign: `<method>|<url>|<headers>` (section 5.4).
 * @param url the full URL as sent. Scheme and host become lower case and the fragment is dropped; the rest is not
 * normalised
 * @param headers names in any case; only the vendor's headers (`X-<Vendor>-…`) are signed
 * @param vendor the vendor token, `svc` for `X-Svc-…` (G26)
 * @throws TypeError that names the argument of a wrong type
 */
export function signatureMessage(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  vendor: string,
): string {
  if (typeof method !== "string") throw new TypeError("method: text wanted");
  if (typeof url !== "string") throw new TypeError("url: text wanted");
  if (typeof vendor !== "string") throw new TypeError("vendor: text wanted");
  if (typeof headers !== "object" || headers === null) throw new TypeError("headers: an object wanted");
  return signedText(method, url, vendorPairs(headers, vendor));
}

/**
 * Returns the string to sign for the given header pairs.
 * @param pairs `NAME=value`, names in upper case, in any order. They are sorted as whole texts, by code unit: the
 * specification sorts pairs, not names
 */
export function signedText(method: string, url: string, pairs: readonly string[]): string {
  const sorted: string[] = [];
  // Insertion sort: for a few pairs it allocates less than `sort`.
  for (const pair of pairs) {
    let at = sorted.push(pair) - 1;
    for (; at > 0 && (sorted[at - 1] ?? "") > pair; at -= 1) sorted[at] = sorted[at - 1] ?? "";
    sorted[at] = pair;
  }
  return `${method.toUpperCase()}|${signedUrl(url)}|${sorted.join("&")}`;
}

/**
 * Signs with RSASSA-PKCS1-v1_5 and SHA-256 (section 5.4).
 * @param privateKey an RSA key; a `KeyObject` is twice as fast as PEM text, which is parsed every time
 * @returns the signature in base64, without the `RSA-SHA256 ` of the Authorization header
 * @throws TypeError for a key other than an RSA private key, which would sign with another scheme
 */
export function sign(message: string, privateKey: KeyObject | string): string {
  if (typeof message !== "string") throw new TypeError("message: text wanted");
  const key = typeof privateKey === "string" ? createPrivateKey(privateKey) : privateKey;
  if (!(key instanceof KeyObject) || key.type !== "private" || key.asymmetricKeyType !== "rsa")
    throw new TypeError("signing needs an RSA private key");
  return signBytes("sha256", Buffer.from(message, "utf8"), key).toString("base64");
}

/**
 * Returns the Content-Digest header: `SHA256=<base64>`, of the empty string without a body (section 5.4).
 * @throws TypeError for anything but bytes or text
 */
export function contentDigest(body: Uint8Array | string | null): string {
  if (!(body === null || body === undefined || typeof body === "string" || body instanceof Uint8Array))
    throw new TypeError("body: bytes or text wanted");
  return `SHA256=${hash("sha256", body ?? "", "base64")}`;
}

/** Lower-cases scheme and host and drops the fragment. A URL parser would also rewrite escapes, dots and ports. */
function signedUrl(url: string): string {
  // Fast path: most URLs need no change.
  if (url === url.toLowerCase() && !url.includes("#")) return url;
  const [withoutFragment = ""] = url.split("#", 1);
  const parts = /^([^:/?]+:\/\/)([^/?]*@)?([^/?]*)(.*)$/s.exec(withoutFragment);
  if (!parts) return withoutFragment;
  const [, scheme = "", user = "", host = "", rest = ""] = parts;
  return scheme.toLowerCase() + user + host.toLowerCase() + rest;
}

function vendorPairs(headers: Readonly<Record<string, string>>, vendor: string): string[] {
  const prefix = `X-${vendor}-`.toUpperCase();
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    const upper = name.toUpperCase();
    if (upper.startsWith(prefix)) pairs.push(`${upper}=${value}`);
  }
  return pairs;
}
