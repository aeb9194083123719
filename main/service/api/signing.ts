/** The RSA signature of sections 5.4 and 5.5. Passes the published test vectors. */
import { createPrivateKey, hash, KeyObject, sign as signBytes } from "node:crypto";

/**
 * Returns the string to sign: `<method>|<url>|<headers>` (section 5.4). Throws TypeError.
 * @param url as sent; only scheme and host are lower-cased, and the fragment is dropped
 * @param headers names in any case; only the vendor's headers (`X-<Vendor>-…`) are signed
 */
export function signatureMessage(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  vendor: string,
): string {
  if (typeof method !== "string") throw new TypeError("method: expected text");
  if (typeof url !== "string") throw new TypeError("url: expected text");
  if (typeof vendor !== "string") throw new TypeError("vendor: expected text");
  if (typeof headers !== "object" || headers === null) throw new TypeError("headers: expected an object");
  return signedText(method, url, vendorPairs(headers, vendor));
}

/** Returns the string to sign. `pairs` are `NAME=value`, upper-case names, sorted here as whole texts by code unit. */
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
 * Signs with RSASSA-PKCS1-v1_5 and SHA-256 (section 5.4) and returns base64. A `KeyObject` is twice as fast as PEM.
 * Throws TypeError for a key other than an RSA private key.
 */
export function sign(message: string, privateKey: KeyObject | string): string {
  if (typeof message !== "string") throw new TypeError("message: expected text");
  const key = typeof privateKey === "string" ? createPrivateKey(privateKey) : privateKey;
  if (!(key instanceof KeyObject) || key.type !== "private" || key.asymmetricKeyType !== "rsa")
    throw new TypeError("signing needs an RSA private key");
  return signBytes("sha256", Buffer.from(message, "utf8"), key).toString("base64");
}

/** Returns the Content-Digest header, `SHA256=<base64>`, of the empty string without a body (section 5.4). */
export function contentDigest(body: Uint8Array | string | null): string {
  if (!(body === null || body === undefined || typeof body === "string" || body instanceof Uint8Array))
    throw new TypeError("body: expected bytes or text");
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
