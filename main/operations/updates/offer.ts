/**
 * The offer of an update feed, and its signature. The feed's file is signed with the project's release key:
 * whoever holds the server, or the line to it, can withhold an update and cannot make one. The signature covers the
 * SHA-512 of every file, which the updater compares with what it downloads.
 */
import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { gt, valid } from "semver";
import { z } from "zod";
import { canonicalJson } from "../../../contract/canonical-json.ts";

/** An update as a feed describes it. */
export interface UpdateOffer {
  version: string;
  /** The version of the database that it works on; null when the feed does not say */
  databaseVersion: number | null;
  files: { url: string; sha512: string }[];
  /** Over {@link signedText}, Ed25519, base64; null when there is none */
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

/** Reads what a feed says. @returns null when it is nothing that a release of this project says */
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

/** What is signed of an offer. */
export function signedText({ version, databaseVersion, files }: Omit<UpdateOffer, "signature">): Buffer {
  return Buffer.from(canonicalJson({ product: "till", version, databaseVersion, files }));
}

/** Signs an offer. @param key the project's private release key, Ed25519 */
export function signOffer(offer: Omit<UpdateOffer, "signature">, key: KeyObject): string {
  return sign(null, signedText(offer), key).toString("base64");
}

/** What each key was last held against, all of it, and whether that was signed. */
const lastSeen = new WeakMap<KeyObject, { said: string; signed: boolean }>();

/** Whether an offer is one of this project's releases. Of the same offer, which is asked at every look, it is remembered. */
export function isSigned(offer: UpdateOffer, releaseKey: KeyObject): boolean {
  if (offer.signature === null) return false;
  const said = JSON.stringify(offer);
  const seen = lastSeen.get(releaseKey);
  if (seen?.said === said) return seen.signed;
  const signed = verify(null, signedText(offer), releaseKey, Buffer.from(offer.signature, "base64"));
  lastSeen.set(releaseKey, { said, signed });
  return signed;
}

/** Reads the public release key of a build. @returns null when it is none */
export function readReleaseKey(pem: unknown): KeyObject | null {
  try {
    const key = createPublicKey(String(pem));
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

/** Whether a version is newer than another; a pre-release is older than its release. */
export function isNewer(version: string, than: string): boolean {
  return gt(version, than);
}
