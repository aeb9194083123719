/**
 * What looks like a secret in what leaves the till, besides what the client takes out of answers: PINs, cookies and
 * whatever stands behind a telling name. Pure, and the one place for it: recordings and support bundles take out the same.
 */
import { KEYS_AND_TOKENS, type Pattern, REDACTED, SECRET_WORDS } from "./api/redaction.ts";

/** Seven digits of any script or more, with a few spaces, dashes, dots, slashes or brackets between: perhaps a person's. */
export const LONG_NUMBER = /\+?\p{Nd}(?:[\s\p{Pd}\p{Ps}\p{Pe}./\\_\u00b7\u2212\u2044]{0,3}\p{Nd}){6,}/gu;

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
    new RegExp(
      String.raw`([\w.-]{0,40}${SECRET_WORDS}[\w.-]{0,40}\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?)[^\s"'&,;}\\]{1,4096}`,
      "gi",
    ),
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

/** What no eye sees: format and control characters, except those that only part the words. */
const UNSEEN = /(?![\t\r\n])[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** A text as it reads: wide and raised letters and figures are what they stand for, and nothing unseen parts them. */
export function asRead(text: string): string {
  return text.normalize("NFKC").replace(UNSEEN, "");
}
