/** Random identifiers. */
import { randomBytes } from "node:crypto";

/** Returns random text of letters, digits, `_` and `-`; six bits per character. */
export function randomName(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}

/** Returns an 80-bit id that matches `^[a-zA-Z0-9_.-]+$` and is easy to read aloud. */
export function makeId(): string {
  return randomBytes(10).toString("hex");
}
