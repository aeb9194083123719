import { randomBytes } from "node:crypto";

// Crockford's alphabet: no I, L, O or U, so that a number read aloud is the number written down.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A random identifier of `length` characters, five bits each, of the characters that section 2.3 allows. */
export function randomIdentifier(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte & 31)).join("");
}
