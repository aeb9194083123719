/**
 * The offer of an update feed and its Ed25519 signature. An attacker on the server or the network can withhold an
 * update but not forge one. The signature covers the SHA-512 of every file, which the updater compares with the
 * download.
 */
import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { gt, valid } from "semver";
import { z } from "zod";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";

export interface UpdateOffer {
  version: string;
  /** Schema version of the update's database; null if the feed does not say */
  databaseVersion: number | null;
  files: { url: string; sha512: string }[];
  /** Ed25519 signature of {@link signedText}, base64; null if missing */
  signature: string | null;
}

const SHA512_BASE64 = /^[A-Za-z0-9+/]{86}==$/;

const feedSchema = z.object({
  version: z
    .string()
    .max(60)
    .refine((text) => valid(text) === text),
  files: z
    .array(z.object({ url: z.string().min(1).max(500), sha512: z.string().regex(SHA512_BASE64) }))
    .min(1)
    .max(20),
  vendor: z
    .object({ databaseVersion: z.int().min(1).optional(), signature: z.string().max(200).optional() })
    .optional(),
});

/** Parses a feed. Returns null if it is not a release of this project. */
export function readOffer(feed: unknown): UpdateOffer | null {
  const read = feedSchema.safeParse(feed);
  if (!read.success) return null;
  const { version, files, vendor } = read.data;
  return {
    version,
    files: files.map(({ url, sha512 }) => ({ url, sha512 })),
    databaseVersion: vendor?.databaseVersion ?? null,
    signature: vendor?.signature ?? null,
  };
}

export function signedText({ version, databaseVersion, files }: Omit<UpdateOffer, "signature">): Buffer {
  return Buffer.from(canonicalJson({ product: "till", version, databaseVersion, files }));
}

/** Signs an offer. @param key the project's private release key, Ed25519 */
export function signOffer(offer: Omit<UpdateOffer, "signature">, key: KeyObject): string {
  return sign(null, signedText(offer), key).toString("base64");
}

const lastSeen = new WeakMap<KeyObject, { said: string; signed: boolean }>();

/** Returns whether the release key signed the offer. Caches the last result, because every poll asks for it. */
export function isSigned(offer: UpdateOffer, releaseKey: KeyObject): boolean {
  if (offer.signature === null) return false;
  const offerJson = JSON.stringify(offer);
  const seen = lastSeen.get(releaseKey);
  if (seen?.said === offerJson) return seen.signed;
  const signed = verify(null, signedText(offer), releaseKey, Buffer.from(offer.signature, "base64"));
  lastSeen.set(releaseKey, { said: offerJson, signed });
  return signed;
}

/** Parses the public release key of a build. Returns null if it is invalid. */
export function readReleaseKey(pem: unknown): KeyObject | null {
  try {
    const key = createPublicKey(String(pem));
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

/** Compares versions; a pre-release is older than its release. */
export function isNewer(version: string, than: string): boolean {
  return gt(version, than);
}
