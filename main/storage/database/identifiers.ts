import { randomBytes, randomFillSync } from "node:crypto";
import type { Database } from "./database.ts";
import { settingStore } from "./settings.ts";

// Crockford's alphabet: no I, L, O or U, so that numbers read aloud are unambiguous.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Pool of random bytes, each used once: fewer calls to the system. */
const randomPool = Buffer.alloc(1024);
let usedBytes = randomPool.length;

/** Returns a random identifier of `length` characters, five bits each, valid under section 2.3. */
export function randomIdentifier(length: number): string {
  if (length > randomPool.length) return identifierFrom(randomBytes(length));
  if (usedBytes + length > randomPool.length) {
    randomFillSync(randomPool);
    usedBytes = 0;
  }
  usedBytes += length;
  return identifierFrom(randomPool.subarray(usedBytes - length, usedBytes));
}

/** Encodes bytes as an identifier, one character per byte. Deterministic. */
export function identifierFrom(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += ALPHABET.charAt(byte & 31);
  return text;
}

export const PREFIX = "prefix";

/** Returns the till's four-character prefix of payment numbers. Created once per data folder. */
export function tillPrefix(database: Database): string {
  const existing = knownPrefix(database);
  if (existing !== null) return existing;
  const mark = randomIdentifier(4);
  settingStore(database).set(PREFIX, mark);
  return mark;
}

/** Formats a payment's number as on receipts: `K7Q2-0143`. */
export function paymentNumber(prefix: string, sequence: number): string {
  return `${prefix}-${String(sequence).padStart(4, "0")}`;
}

export function knownPrefix(database: Database): string | null {
  const existing = settingStore(database).get(PREFIX);
  return typeof existing === "string" ? existing : null;
}
