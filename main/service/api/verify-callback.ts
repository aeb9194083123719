/**
 * Verifies a callback's signature (section 5.5; G20, G27). Pure: bytes, headers and a clock in, a verdict out.
 * *applied* is proven to come from the service; *hint* is only a reason to ask the service; *refused* was changed or
 * forged.
 */
import { createHash, createPublicKey, type KeyObject, timingSafeEqual, verify as verifyBytes } from "node:crypto";
import { z } from "zod";
import { parseDateTime, vendorHeader } from "../../../contract/wire.ts";
import { keyObject } from "./fields.ts";
import { contentDigest, signatureMessage } from "./signing.ts";

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
  /** As received: repeated names and their case as they came */
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
  vendor: string;
  /** The service's; null when none is configured */
  publicKey: KeyObject | null;
  /** The corrected clock, in ms since the epoch (G27) */
  now: number;
}

/** How old or early a signed timestamp may be (G27). */
export const TIMESTAMP_TOLERANCE_MS = 5 * 60_000;
/** A signature by less is no proof (G27). */
export const MIN_KEY_BITS = 2048;
/** A signature by a 16384-bit key is 2732 characters long. */
const MAX_AUTHORIZATION_CHARS = 4096;

/**
 * Verifies a callback. What is there and wrong is refused; what is missing, old or weak makes it a hint; only a right
 * signature by a strong key over a right digest and a fresh timestamp is applied.
 */
export function verifyCallback(callback: ReceivedCallback): Verdict {
  if (!isReceived(callback)) return refused("not what verifyCallback takes");
  const { vendor, now } = callback;
  const signed = collectHeaders(callback.headers, vendor);
  if ("because" in signed) return refused(signed.because);
  const digest = signed.vendor[vendorHeader(vendor, "Content-Digest").toUpperCase()];
  if (digest !== undefined && !sameText(digest, contentDigest(callback.body)))
    return refused(digest.startsWith("SHA256=") ? "wrong digest" : "wrong algorithm");
  if (signed.authorization === null) return hint("not signed");
  const signature = readSignature(signed.authorization);
  if ("because" in signature) return refused(signature.because);
  if (callback.publicKey === null) return hint("no public key is configured");
  const message = signatureMessage(callback.method, callback.url, signed.vendor, vendor);
  if (!isSignatureOf(message, signature.bytes, callback.publicKey)) return refused("wrong signature");
  if (keyBits(callback.publicKey) < MIN_KEY_BITS) return hint("weak key");
  // The signature covers the digest header alone: without it, nothing covers the body.
  if (digest === undefined) return hint("no digest");
  return checkTimestamp(signed.vendor[vendorHeader(vendor, "Timestamp").toUpperCase()], now);
}

/** Whether it is what the types ask for: without them, a part that is missing must not let anything through. */
function isReceived(callback: unknown): callback is ReceivedCallback {
  return received.safeParse(callback).success;
}

const received = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.instanceof(Uint8Array),
  vendor: z.string().min(1),
  publicKey: keyObject.nullable(),
  now: z.number(),
});

function checkTimestamp(timestamp: string | undefined, now: number): Verdict {
  const sentAt = timestamp === undefined ? null : parseDateTime(timestamp);
  if (sentAt === null) return hint("no timestamp");
  return Math.abs(now - sentAt) <= TIMESTAMP_TOLERANCE_MS ? { verdict: "applied" } : hint("stale timestamp");
}

interface SignedHeaders {
  /** The vendor's headers, names in upper case */
  vendor: Record<string, string>;
  authorization: string | null;
}

/**
 * Collects the signed headers. A name that comes twice (in whatever case), a line break or other control
 * character, and `&`, which the signed text uses between pairs, are refused: with any of them two different requests
 * would have the same signature.
 */
function collectHeaders(
  headers: ReceivedCallback["headers"],
  vendor: string,
): SignedHeaders | { because: RefusalReason } {
  const prefix = `X-${vendor}-`.toUpperCase();
  const found = new Map<string, string>();
  for (const [rawName, value] of headers) {
    const name = rawName.toUpperCase();
    if (!name.startsWith(prefix) && name !== "AUTHORIZATION") continue;
    if (found.has(name)) return { because: "a signed header twice" };
    if (!/^[A-Z0-9_-]+$/.test(name) || !/^[\x20-\x25\x27-\x7e]*$/.test(value))
      return { because: "a signed header that cannot be read in one way only" };
    found.set(name, value);
  }
  const authorization = found.get("AUTHORIZATION") ?? null;
  found.delete("AUTHORIZATION");
  return { vendor: Object.fromEntries(found), authorization };
}

function readSignature(authorization: string): { bytes: Buffer } | { because: RefusalReason } {
  const [scheme = "", text = "", ...more] = authorization.slice(0, MAX_AUTHORIZATION_CHARS + 1).split(" ");
  if (scheme !== "RSA-SHA256") return { because: "wrong algorithm" };
  const wellFormed =
    authorization.length <= MAX_AUTHORIZATION_CHARS && more.length === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  return wellFormed ? { bytes: Buffer.from(text, "base64") } : { because: "no signature in Authorization" };
}

function isSignatureOf(message: string, signature: Buffer, key: KeyObject): boolean {
  return key.asymmetricKeyType === "rsa" && verifyBytes("sha256", Buffer.from(message, "utf8"), key, signature);
}

function keyBits(key: KeyObject): number {
  return key.asymmetricKeyDetails?.modulusLength ?? 0;
}

/**
 * What the service's key is good for: only one that `verifies` lets a callback be applied. Without it a scan's callback is
 * a hint that names nobody (G14, G27).
 */
export type KeyStrength = "verifies" | "weak" | "none";

/** How strong the service's key for callbacks is. @param pem as it was provisioned; null: none is */
export function keyStrength(pem: string | null): KeyStrength {
  if (pem === null) return "none";
  return keyBits(createPublicKey(pem)) >= MIN_KEY_BITS ? "verifies" : "weak";
}

/** The headers of a request, from Node's `rawHeaders`: the only place where a repeated name is still seen twice. */
export function headerPairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  if (!Array.isArray(rawHeaders)) return [];
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? "",
    rawHeaders[2 * index + 1] ?? "",
  ]);
}

/** Compares in a time that does not depend on where the texts differ, nor on their lengths. */
export function sameText(one: string, other: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

function hint(because: HintReason): Verdict {
  return { verdict: "hint", because };
}

function refused(because: RefusalReason): Verdict {
  return { verdict: "refused", because };
}
