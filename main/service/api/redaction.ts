/** Redacts keys, tokens and signatures from responses before an error stores them: a response may echo the request. */

export type Pattern = readonly [pattern: RegExp, put: string];

export const REDACTED = "[redacted]";

export const SECRET_WORDS =
  "(?:token|secret|passw|passphrase|authori[sz]ation|credential|signature|assertion|private|pepper|cookie|api.?key)";
/** Names of secret values. `pin` matches as a whole name or at the end of one, never inside a word. */
export const SECRET_NAME = new RegExp(`${SECRET_WORDS}|(?:^|[_.-])pin$|[a-z]Pin$|^otp$`, "i");

/** Patterns of secrets in any text, and of JSON fields with secret names, truncated or not. */
export const KEYS_AND_TOKENS: readonly Pattern[] = [
  // Bounded name lengths keep crafted texts from making the expression slow.
  [
    new RegExp(String.raw`("[^"\\]{0,64}${SECRET_WORDS}[^"\\]{0,64}"\s{0,8}:\s{0,8})"(?:[^"\\]|\\.)*(?:"|\\?$)`, "gi"),
    `$1"${REDACTED}"`,
  ],
  [/-----BEGIN [A-Z ]{1,40}-----[^-]*(?:-----END [A-Z ]{1,40}-----|$)/g, REDACTED],
  [/\b(?:Bearer|SECRET|RSA-SHA256)\s{1,4}[\w.~+/=-]{4,}/gi, REDACTED],
  [/\beyJ[\w-]+\.[\w-]*\.?[\w-]*/g, REDACTED],
  [/\btoken:[^\s"'<>\\]+/gi, REDACTED],
];

export function redactText(patterns: readonly Pattern[], text: string): string {
  return patterns.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

export const MAX_EXCERPT_CHARS = 4096;

/** Replaces the secrets of the request itself, in plain and JSON-escaped form. */
function redactKnown(text: string, known: readonly string[]): string {
  const forms = known.flatMap((secret) => (secret === "" ? [] : [secret, JSON.stringify(secret).slice(1, -1)]));
  return forms.reduce((result, form) => result.replaceAll(form, REDACTED), text);
}

/** Returns the part of a response that an error stores, truncated and redacted. */
export function excerpt(text: string, known: readonly string[]): string {
  // Known secrets are replaced before truncation, which might leave half of one.
  return redactText(KEYS_AND_TOKENS, redactKnown(text, known).slice(0, MAX_EXCERPT_CHARS));
}

/** Redacts a parsed value: searches texts, and replaces fields with secret names whole. */
export function withoutSecrets(value: unknown, known: readonly string[]): unknown {
  return redactValue(value, {
    redactLeaf(content, name) {
      if (typeof content !== "string") return content;
      return SECRET_NAME.test(name) ? REDACTED : excerpt(content, known);
    },
  });
}

export interface Policy {
  /** Returns the redacted leaf. `name` is the name of its field, "" at the root. */
  redactLeaf(content: unknown, name: string): unknown;
  /** Returns the replacement of a whole field; undefined to redact its parts. */
  redactField?(content: unknown, name: string, parent: object): unknown;
  redactName?(name: string): string;
}

export function redactValue(value: unknown, policy: Policy, field = "", depth = 0): unknown {
  if (typeof value !== "object" || value === null) return policy.redactLeaf(value, field);
  // Deeper than any value of a till or a service.
  if (depth > 40) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, policy, field, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      policy.redactName?.(name) ?? name,
      policy.redactField?.(content, name, value) ?? redactValue(content, policy, name, depth + 1),
    ]),
  );
}
