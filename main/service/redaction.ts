/** Secrets in recordings and support bundles, in addition to those the client redacts. */
import { KEYS_AND_TOKENS, type Pattern, REDACTED, SECRET_WORDS } from "./api/redaction.ts";

/** Seven or more digits of any script, with separators in between: possibly a person's number. */
export const PHONE_LIKE_NUMBER = /\+?\p{Nd}(?:[\s\p{Pd}\p{Ps}\p{Pe}./\\_\u00b7\u2212\u2044]{0,3}\p{Nd}){6,}/gu;

export const SECRETS: readonly Pattern[] = [
  // Headers in a request or a log line, redacted before their values match a later pattern.
  [
    /\b(authorization|proxy-authorization|cookie|set-cookie)(["']?\s{0,3}[:=]\s{0,3})[^\r\n"']{1,4096}/gi,
    `$1$2${REDACTED}`,
  ],
  ...KEYS_AND_TOKENS,
  [/\b(?:Basic|RSA)\s{1,4}[\w.~+/=-]{4,}/gi, REDACTED],
  // name=value and "name": "value" inside texts and addresses.
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
  // JSON fields in truncated JSON or inside a text.
  [
    /(["'][\w.-]{0,20}(?:customer|phone|msisdn|e-?mail)[\w.-]{0,20}\\?["']\s{0,3}:\s{0,3}\\?["'])(?!•••\d{0,4}\\?["'])[^"'\\]{1,300}/gi,
    `$1${REDACTED}`,
  ],
  [/:\/\/[^\s/@]{1,200}@/g, `://${REDACTED}@`],
  // Keys, tokens and signatures: people write nothing this long without a space.
  [/[A-Za-z0-9+/_-]{40,}={0,2}/g, REDACTED],
];

/** Invisible format and control characters, except white space. */
const INVISIBLE = /(?![\t\r\n])[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** Normalises a text before matching: plain characters for wide and superscript ones, none that are invisible. */
export function normalizedText(text: string): string {
  return text.normalize("NFKC").replace(INVISIBLE, "");
}
