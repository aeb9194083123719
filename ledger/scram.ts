/** Passwords of tills. PostgreSQL receives only the SCRAM verifier, so its logs never contain a password. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

const ITERATIONS = 4096;
const KEY_BYTES = 32;

/** Returns a random password that is safe in a URL. */
export function newPassword(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * Returns PostgreSQL's SCRAM verifier (RFC 5802, section 3; format of `pg_authid.rolpassword`). The password is ASCII,
 * so SASLprep (RFC 4013) is not needed.
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, "sha256");
  const keyed = (text: string) => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(keyed("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${stored}:${keyed("Server Key").toString("base64")}`;
}
