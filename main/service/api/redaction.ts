/**
 * Takes secrets out of what the service answered before it is kept in an error: a service (or something in between)
 * may echo our request, and an outcome that does not fit its schema may still carry an access token.
 */
import { KEYS_AND_TOKENS, REDACTED, redactValue, SECRET_NAME, without } from "../../lib/redaction/secrets.ts";

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
