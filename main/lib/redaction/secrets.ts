/**
 * What looks like a secret: keys, tokens, signatures, PINs and whatever stands behind a telling name; and the walk over
 * JSON to take it out. Pure, and the one place for it: errors, recordings and support bundles take out the same things.
 */

/** A pattern, and what is put in its place. */
export type Pattern = readonly [pattern: RegExp, put: string];

/** What stands where a secret stood. */
export const REDACTED = "[redacted]";

/** The words in the name of a secret. */
const WORDS =
  "(?:token|secret|passw|passphrase|authori[sz]ation|credential|signature|assertion|private|pepper|cookie|api.?key)";
/** Names of secret values. `pin` is one by itself, or the end of a name, and never part of a word. */
export const SECRET_NAME = new RegExp(`${WORDS}|(?:^|[_.-])pin$|[a-z]Pin$|^otp$`, "i");

/** Seven digits of any script or more, with a few spaces, dashes, dots, slashes or brackets between: perhaps a person's. */
export const LONG_NUMBER = /\+?\p{Nd}(?:[\s\p{Pd}\p{Ps}\p{Pe}./\\_\u00b7\u2212\u2044]{0,3}\p{Nd}){6,}/gu;

/** What is a secret wherever it stands, nothing else looks like it; and texts in JSON, cut off or not, by their names. */
export const KEYS_AND_TOKENS: readonly Pattern[] = [
  // Names are at most this long, so that no crafted text makes the expression slow.
  [
    new RegExp(String.raw`("[^"\\]{0,64}${WORDS}[^"\\]{0,64}"\s{0,8}:\s{0,8})"(?:[^"\\]|\\.)*(?:"|\\?$)`, "gi"),
    `$1"${REDACTED}"`,
  ],
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
    new RegExp(
      String.raw`([\w.-]{0,40}${WORDS}[\w.-]{0,40}\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?)[^\s"'&,;}\\]{1,4096}`,
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

/** What a redactor makes of a value that was JSON. */
export interface Policy {
  /** What stays of a text, a number, a switch or nothing; `name` is the field's that it is in, "" outside of all. */
  leaf(content: unknown, name: string): unknown;
  /** What stands in the place of a whole field; undefined to look inside. */
  whole?(content: unknown, name: string, parent: object): unknown;
  /** What stays of a field's name, which may be anything, too. */
  name?(name: string): string;
}

/** Walks over a value that was JSON and redacts it by a policy. */
export function redactValue(value: unknown, policy: Policy, field = "", depth = 0): unknown {
  if (typeof value !== "object" || value === null) return policy.leaf(value, field);
  // Nothing that a till or a service writes is nested as deep as this.
  if (depth > 40) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, policy, field, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      policy.name?.(name) ?? name,
      policy.whole?.(content, name, value) ?? redactValue(content, policy, name, depth + 1),
    ]),
  );
}
