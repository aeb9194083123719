/** Passwords of tills: made here, and told to PostgreSQL as the verifier alone, so that no log of its can have one. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

const ITERATIONS = 4096;
const KEY_BYTES = 32;

/** A password that nobody guesses, in characters that an address takes as they are. */
export function newPassword(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * What PostgreSQL keeps of a password (RFC 5802, section 3, as `pg_authid.rolpassword` has it). The password is ASCII:
 * nothing is to be prepared (RFC 4013).
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, "sha256");
  const keyed = (text: string) => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(keyed("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${stored}:${keyed("Server Key").toString("base64")}`;
}
