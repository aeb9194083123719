/**
 * Verifies callbacks (section 5.5; G20, G27). *applied* is proven; *hint* only makes the till poll; *refused* is
 * forged.
 */
import { createPublicKey, KeyObject, timingSafeEqual, verify as verifyBytes } from "node:crypto";
import { parseDateTime } from "../../../contract/wire/wire.ts";
import { contentDigest, signedText } from "./signing.ts";

export type Verdict =
  | { verdict: "applied" }
  | { verdict: "hint"; because: HintReason }
  | { verdict: "refused"; because: RefusalReason };

export type HintReason =
  | "no public key is configured"
  | "not signed"
  | "no digest"
  | "no timestamp"
  | "stale timestamp"
  | "weak key";

export type RefusalReason =
  | "not what verifyCallback takes"
  | "a signed header twice"
  | "a signed header that cannot be read in one way only"
  | "wrong digest"
  | "wrong algorithm"
  | "no signature in Authorization"
  | "wrong signature";

export interface ReceivedCallback {
  method: string;
  /** The `callback_uri` exactly as registered, whatever the request line and `Host` say (G20) */
  url: string;
  /** As received, with repeated names and original case */
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
  vendor: string;
  publicKey: KeyObject | null;
  /** ms since the epoch, by the corrected clock (G27) */
  now: number;
}

/** Maximum difference between a signed timestamp and the clock, in either direction (G27). */
export const TIMESTAMP_TOLERANCE_MS = 5 * 60_000;
export const MIN_KEY_BITS = 2048;
/** A signature by a 16384-bit key has 2732 characters. */
const MAX_AUTHORIZATION_CHARS = 4096;

/** Wrong parts are refused; missing, old or weak parts make a hint; only a fully valid callback is applied. */
export function verifyCallback(callback: ReceivedCallback): Verdict {
  if (!isReceivedCallback(callback)) return refused("not what verifyCallback takes");
  const { now, publicKey } = callback;
  const signed = collectHeaders(callback.headers, callback.vendor);
  if ("because" in signed) return refused(signed.because);
  const { digest } = signed;
  // Not constant-time: the sender knows both values.
  if (digest !== undefined && digest !== contentDigest(callback.body))
    return refused(digest.startsWith("SHA256=") ? "wrong digest" : "wrong algorithm");
  if (signed.authorization === undefined) return hint("not signed");
  const signature = readSignature(signed.authorization);
  if ("because" in signature) return refused(signature.because);
  if (publicKey === null) return hint("no public key is configured");
  const message = signedText(callback.method, callback.url, signed.pairs);
  if (!isSignatureOf(message, signature.bytes, publicKey)) return refused("wrong signature");
  if (keyBits(publicKey) < MIN_KEY_BITS) return hint("weak key");
  // The signature covers only headers: without the digest, nothing covers the body.
  if (digest === undefined) return hint("no digest");
  return checkTimestamp(signed.timestamp, now);
}

/** Checks the types at run time. Hand-written, because a schema would be slow. */
function isReceivedCallback(callback: unknown): callback is ReceivedCallback {
  if (typeof callback !== "object" || callback === null) return false;
  const { method, url, headers, body, vendor, publicKey, now } = callback as Partial<Record<string, unknown>>;
  const texts = typeof method === "string" && typeof url === "string" && typeof vendor === "string" && vendor !== "";
  const key = publicKey === null || publicKey instanceof KeyObject;
  const time = typeof now === "number" && Number.isFinite(now);
  return texts && key && time && body instanceof Uint8Array && Array.isArray(headers) && headers.every(isPair);
}

function isPair(pair: unknown): boolean {
  return Array.isArray(pair) && pair.length === 2 && typeof pair[0] === "string" && typeof pair[1] === "string";
}

function checkTimestamp(timestamp: string | undefined, now: number): Verdict {
  const sentAt = timestamp === undefined ? null : parseDateTime(timestamp);
  if (sentAt === null) return hint("no timestamp");
  return Math.abs(now - sentAt) <= TIMESTAMP_TOLERANCE_MS ? { verdict: "applied" } : hint("stale timestamp");
}

interface SignedHeaders {
  pairs: string[];
  digest: string | undefined;
  timestamp: string | undefined;
  authorization: string | undefined;
}

/**
 * Collects the signed headers. Refuses repeated names, control characters and `&`, the separator of the signed text:
 * with any of them two different requests could share one signature.
 */
function collectHeaders(
  headers: ReceivedCallback["headers"],
  vendor: string,
): SignedHeaders | { because: RefusalReason } {
  const prefix = `X-${vendor}-`.toUpperCase();
  const names: string[] = [];
  const found: SignedHeaders = { pairs: [], digest: undefined, timestamp: undefined, authorization: undefined };
  for (const [rawName, value] of headers) {
    // Fast path: the first letter rules out most headers.
    const initial = rawName.charCodeAt(0) | LOWER_CASE;
    if (initial !== A && initial !== X) continue;
    const name = rawName.toUpperCase();
    const isAuthorization = name === "AUTHORIZATION";
    if (!isAuthorization && !name.startsWith(prefix)) continue;
    if (names.includes(name)) return { because: "a signed header twice" };
    names.push(name);
    if (isAuthorization) {
      // `readSignature` validates it character by character.
      found.authorization = value;
      continue;
    }
    const signed = `${name}=${value}`;
    if (name.includes("=") || !/^[A-Z0-9_-]+=[\x20-\x25\x27-\x7e]*$/.test(signed))
      return { because: "a signed header that cannot be read in one way only" };
    found.pairs.push(signed);
    const suffix = name.slice(prefix.length);
    if (suffix === "CONTENT-DIGEST") found.digest = value;
    else if (suffix === "TIMESTAMP") found.timestamp = value;
  }
  return found;
}

const LOWER_CASE = 0x20;
const [A, X] = [0x61, 0x78];

function readSignature(authorization: string): { bytes: Buffer } | { because: RefusalReason } {
  if (!authorization.startsWith(SCHEME)) return { because: "wrong algorithm" };
  const rest = authorization.slice(SCHEME.length);
  if (rest !== "" && !rest.startsWith(" ")) return { because: "wrong algorithm" };
  const bytes = authorization.length > MAX_AUTHORIZATION_CHARS ? null : bytesOfBase64(rest.slice(1));
  return bytes === null ? { because: "no signature in Authorization" } : { bytes };
}

const SCHEME = "RSA-SHA256";

/** Returns null for an empty text and for invalid base64, which Node would decode leniently. */
function bytesOfBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  // Fast path: re-encoding is faster than the expression, and most texts match it.
  const isWellFormed = bytes.toString("base64") === text || /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  return text !== "" && isWellFormed ? bytes : null;
}

function isSignatureOf(message: string, signature: Buffer, key: KeyObject): boolean {
  return key.asymmetricKeyType === "rsa" && verifyBytes("sha256", Buffer.from(message, "utf8"), key, signature);
}

const bits = new WeakMap<KeyObject, number>();

/** Cached: reading the length takes a tenth of a verification. */
function keyBits(key: KeyObject): number {
  const known = bits.get(key);
  if (known !== undefined) return known;
  const found = key.asymmetricKeyDetails?.modulusLength ?? 0;
  bits.set(key, found);
  return found;
}

/** Strength of the service's key. Without one that `verifies`, callbacks are hints (G14, G27). */
export type KeyStrength = "verifies" | "weak" | "none";

/** `pem` is as provisioned; null for none. */
export function keyStrength(pem: string | null): KeyStrength {
  if (pem === null) return "none";
  return keyBits(createPublicKey(pem)) >= MIN_KEY_BITS ? "verifies" : "weak";
}

/** Returns header pairs from Node's `rawHeaders`, the only place that keeps repeated names. */
export function headerPairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  if (!Array.isArray(rawHeaders)) return [];
  const pairs: [name: string, value: string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  return pairs;
}

/** Compares in constant time. For another length it compares the secret with itself. */
export function sameBytes(secret: Uint8Array, other: Uint8Array): boolean {
  const comparable = other.length === secret.length;
  return timingSafeEqual(secret, comparable ? other : secret) && comparable;
}

function hint(because: HintReason): Verdict {
  return { verdict: "hint", because };
}

function refused(because: RefusalReason): Verdict {
  return { verdict: "refused", because };
}
