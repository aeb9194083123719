/**
 * What looks like a secret in a text: keys, tokens, signatures, PINs and whatever stands behind a telling name. Pure,
 * and the one place for it: errors, evidence and support bundles take out the same things.
 */

/** A pattern, and what is put in its place. */
export type Pattern = readonly [pattern: RegExp, put: string];

/** What stands where a secret stood. */
export const REDACTED = "[redacted]";

/** What is a secret wherever it stands: nothing else looks like it. */
export const KEYS_AND_TOKENS: readonly Pattern[] = [
  [/-----BEGIN [A-Z ]{1,40}-----[^-]*(?:-----END [A-Z ]{1,40}-----|$)/g, REDACTED],
  [/\b(?:Bearer|SECRET|RSA-SHA256)\s{1,4}[\w.~+/=-]{4,}/gi, REDACTED],
  [/\beyJ[\w-]+\.[\w-]*\.?[\w-]*/g, REDACTED],
  [/\btoken:[^\s"'<>\\]+/gi, REDACTED],
];

/** These too, and what is called a secret, or looks like one, in what leaves the till. */
export const SECRETS: readonly Pattern[] = [
  // Headers, as they are in a request and as somebody may have logged them: before what they hold.
  [
    /\b(authorization|proxy-authorization|cookie|set-cookie)(["']?\s{0,3}[:=]\s{0,3})[^\r\n"']{1,4096}/gi,
    `$1$2${REDACTED}`,
  ],
  ...KEYS_AND_TOKENS,
  [/\b(?:Basic|RSA)\s{1,4}[\w.~+/=-]{4,}/gi, REDACTED],
  // name=value and "name": "value" in the middle of a text, and in addresses.
  [
    /([\w.-]{0,40}(?:token|secret|passw\w{0,6}|passphrase|api.?key|signature|pepper)[\w.-]{0,40}\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?)[^\s"'&,;}\\]{1,4096}/gi,
    `$1${REDACTED}`,
  ],
  [
    /((?:(?:\b|_)[Pp][Ii][Nn]|[a-z]Pin)(?:\s?code)?\\?["']?\s{0,3}(?:[:=]|is|was)?\s{0,3}\\?["']?)\d{4,12}\b/g,
    `$1${REDACTED}`,
  ],
  // Fields of JSON that was cut off, or is inside a text.
  [
    /(["'][\w.-]{0,20}(?:customer|phone|msisdn|e-?mail)[\w.-]{0,20}\\?["']\s{0,3}:\s{0,3}\\?["'])(?!•••\d{0,4}\\?["'])[^"'\\]{1,300}/gi,
    `$1${REDACTED}`,
  ],
  [/:\/\/[^\s/@]{1,200}@/g, `://${REDACTED}@`],
  // Nothing that people write is as long as this without a space; keys, tokens and signatures are.
  [/[A-Za-z0-9+/_-]{40,}={0,2}/g, REDACTED],
];

/** Takes what the patterns find out of a text. */
export function without(patterns: readonly Pattern[], text: string): string {
  return patterns.reduce((result, [pattern, put]) => result.replace(pattern, put), text);
}

/** What no eye sees: format and control characters, except those that only part the words. */
const UNSEEN = /(?![\t\r\n])[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** A text as it reads: wide and raised letters and figures are what they stand for, and nothing unseen parts them. */
export function asRead(text: string): string {
  return text.normalize("NFKC").replace(UNSEEN, "");
}
