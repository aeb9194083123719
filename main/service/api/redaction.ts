/**
 * What looks like a secret of this API - keys, tokens, signatures - and taking it out of what the service answered before
 * that is kept in an error: a service (or something in between) may echo our request, and an outcome that does not fit
 * its schema may still carry an access token.
 */

/** A pattern, and what is put in its place. */
export type Pattern = readonly [pattern: RegExp, put: string];

/** What stands where a secret stood. */
export const REDACTED = "[redacted]";

/** The words in the name of a secret. */
export const SECRET_WORDS =
  "(?:token|secret|passw|passphrase|authori[sz]ation|credential|signature|assertion|private|pepper|cookie|api.?key)";
/** Names of secret values. `pin` is one by itself, or the end of a name, and never part of a word. */
export const SECRET_NAME = new RegExp(`${SECRET_WORDS}|(?:^|[_.-])pin$|[a-z]Pin$|^otp$`, "i");

/** What is a secret wherever it stands, nothing else looks like it; and texts in JSON, cut off or not, by their names. */
export const KEYS_AND_TOKENS: readonly Pattern[] = [
  // Names are at most this long, so that no crafted text makes the expression slow.
  [
    new RegExp(String.raw`("[^"\\]{0,64}${SECRET_WORDS}[^"\\]{0,64}"\s{0,8}:\s{0,8})"(?:[^"\\]|\\.)*(?:"|\\?$)`, "gi"),
    `$1"${REDACTED}"`,
  ],
  [/-----BEGIN [A-Z ]{1,40}-----[^-]*(?:-----END [A-Z ]{1,40}-----|$)/g, REDACTED],
  [/\b(?:Bearer|SECRET|RSA-SHA256)\s{1,4}[\w.~+/=-]{4,}/gi, REDACTED],
  [/\beyJ[\w-]+\.[\w-]*\.?[\w-]*/g, REDACTED],
  [/\btoken:[^\s"'<>\\]+/gi, REDACTED],
];

/** Takes what the patterns find out of a text. */
export function without(patterns: readonly Pattern[], text: string): string {
  return patterns.reduce((result, [pattern, put]) => result.replace(pattern, put), text);
}

/** How much of an answer an error keeps, in characters: enough for an error body, little for a page of HTML. */
export const KEPT_ANSWER_CHARS = 4096;

/** Replaces the secrets that the sender knows it sent, as they are and as JSON would write them. */
function withoutKnown(text: string, known: readonly string[]): string {
  const forms = known.flatMap((secret) => (secret === "" ? [] : [secret, JSON.stringify(secret).slice(1, -1)]));
  return forms.reduce((result, form) => result.replaceAll(form, REDACTED), text);
}

/** The part of an answer that an error keeps: cut to {@link KEPT_ANSWER_CHARS}, with everything that looks like a secret replaced. */
export function excerpt(text: string, known: readonly string[]): string {
  // Known secrets go before the cut, which might otherwise leave the half of one.
  return without(KEYS_AND_TOKENS, withoutKnown(text, known).slice(0, KEPT_ANSWER_CHARS));
}

/** The same for a value that was parsed: texts are searched, fields with telling names are replaced whole. */
export function withoutSecrets(value: unknown, known: readonly string[]): unknown {
  return redactValue(value, {
    leaf(content, name) {
      if (typeof content !== "string") return content;
      return SECRET_NAME.test(name) ? REDACTED : excerpt(content, known);
    },
  });
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
