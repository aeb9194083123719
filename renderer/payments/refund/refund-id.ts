/** The id of a refund, made when its dialog opens: however often it is pressed, it is that one refund. */

// Crockford's alphabet, as main's own ids.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Twenty random characters, five bits each. */
export function newRefundId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => ALPHABET.charAt(byte & 31)).join("");
}
