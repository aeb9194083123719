/**
 * The RSA signature of sections 5.4 and 5.5, as pure functions: what is signed, and how. Published test vectors run
 * against `signatureMessage` and `sign`.
 */
import { createPrivateKey, hash, KeyObject, sign as signBytes } from "node:crypto";

/**
 * The string to sign: `<method>|<url>|<headers>` (section 5.4).
 *
 * @param method  the HTTP method
 * @param url     the full URL as sent. Scheme and host are made lower case and a fragment is left out; everything
 *                else (user, port, path, query) stays to the letter, because the receiver signs the letters
 * @param headers the request's headers, names in any case; only those of the vendor (`X-<Vendor>-…`) are covered
 * @param vendor  the vendor token, `svc` for `X-Svc-…` (G26)
 * @throws TypeError that names what is not of its type
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
 * The string to sign, of the vendor's headers alone.
 * @param pairs `NAME=value` each, names in upper case, in any order. Sorted as the texts they are: the specification
 *   sorts pairs, which differs from sorting names where one name begins with another. By code units, since the order
 *   must not depend on a locale.
 */
export function signedText(method: string, url: string, pairs: readonly string[]): string {
  const sorted: string[] = [];
  // They are few: to put each in its place makes less garbage than to have them sorted.
  for (const pair of pairs) {
    let at = sorted.push(pair) - 1;
    for (; at > 0 && (sorted[at - 1] ?? "") > pair; at -= 1) sorted[at] = sorted[at - 1] ?? "";
    sorted[at] = pair;
  }
  return `${method.toUpperCase()}|${signedUrl(url)}|${sorted.join("&")}`;
}

/**
 * Signs by RSASSA-PKCS1-v1_5 over SHA-256 (section 5.4).
 * @param privateKey an RSA key; a `KeyObject` is twice as fast as a PEM text, which is parsed every time
 * @returns the signature in base64, what follows `RSA-SHA256 ` in the Authorization header
 * @throws TypeError when the key is not an RSA private key: another kind would sign, but by another scheme
 */
export function sign(message: string, privateKey: KeyObject | string): string {
  if (typeof message !== "string") throw new TypeError("message: text wanted");
  const key = typeof privateKey === "string" ? createPrivateKey(privateKey) : privateKey;
  if (!(key instanceof KeyObject) || key.type !== "private" || key.asymmetricKeyType !== "rsa")
    throw new TypeError("signing needs an RSA private key");
  return signBytes("sha256", Buffer.from(message, "utf8"), key).toString("base64");
}

/**
 * The value of the Content-Digest header: `SHA256=<base64>`, of the empty string when there is no body (section 5.4).
 * @throws TypeError for what is neither bytes nor text
 */
export function contentDigest(body: Uint8Array | string | null): string {
  if (!(body === null || body === undefined || typeof body === "string" || body instanceof Uint8Array))
    throw new TypeError("body: bytes or text wanted");
  return `SHA256=${hash("sha256", body ?? "", "base64")}`;
}

/** Lower-cases scheme and host and cuts the fragment. No URL parser: one would also rewrite escapes, dots and ports. */
function signedUrl(url: string): string {
  // As most are: nothing in it that could be changed.
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
