import { randomBytes } from "node:crypto";
import type { Database } from "./database.ts";
import { settingStore } from "./settings.ts";

// Crockford's alphabet: no I, L, O or U, so that a number read aloud is the number written down.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A random identifier of `length` characters, five bits each, of the characters that section 2.3 allows. */
export function randomIdentifier(length: number): string {
  return identifierFrom(randomBytes(length));
}

/** The identifier that bytes come to, a character each: the same for the same bytes. */
export function identifierFrom(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join("");
}

const PREFIX = "prefix";

/** The till's own four characters, made once per data folder: they begin every payment's number. */
export function tillPrefix(database: Database): string {
  const store = settingStore(database);
  const kept = store.get(PREFIX);
  if (typeof kept === "string") return kept;
  const made = randomIdentifier(4);
  store.set(PREFIX, made);
  return made;
}
