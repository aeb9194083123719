import { randomBytes, randomFillSync } from "node:crypto";
import type { Database } from "./database.ts";
import { settingStore } from "./settings.ts";

// Crockford's alphabet: no I, L, O or U, so that a number read aloud is the number written down.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Random bytes, each used once: the system is asked for many together. */
const drawn = Buffer.alloc(1024);
let given = drawn.length;

/** A random identifier of `length` characters, five bits each, of the characters that section 2.3 allows. */
export function randomIdentifier(length: number): string {
  if (length > drawn.length) return identifierFrom(randomBytes(length));
  if (given + length > drawn.length) {
    randomFillSync(drawn);
    given = 0;
  }
  given += length;
  return identifierFrom(drawn.subarray(given - length, given));
}

/** The identifier that bytes come to, a character each: the same for the same bytes. */
export function identifierFrom(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += ALPHABET.charAt(byte & 31);
  return text;
}

export const PREFIX = "prefix";

/** The till's own four characters, made once per data folder: they begin every payment's number. */
export function tillPrefix(database: Database): string {
  const kept = knownPrefix(database);
  if (kept !== null) return kept;
  const made = randomIdentifier(4);
  settingStore(database).set(PREFIX, made);
  return made;
}

/** Formats a payment's number as receipts show it: `K7Q2-0143`. @param prefix of the till */
export function paymentNumber(prefix: string, sequence: number): string {
  return `${prefix}-${String(sequence).padStart(4, "0")}`;
}

/** Returns the prefix as {@link tillPrefix} does; null where none was made yet. */
export function knownPrefix(database: Database): string | null {
  const kept = settingStore(database).get(PREFIX);
  return typeof kept === "string" ? kept : null;
}
