/** Names that nobody can guess. */
import { randomBytes } from "node:crypto";

/** Random text of letters, digits, `_` and `-`, six bits a character. */
export function randomName(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}

/** An id within `^[a-zA-Z0-9_.-]+$`, short enough to be read aloud: 80 bits. */
export function makeId(): string {
  return randomBytes(10).toString("hex");
}
