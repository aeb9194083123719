/**
 * Takes secrets out of what the service answered before it is kept in an error: a service (or something in between)
 * may echo our request, and an outcome that does not fit its schema may still carry an access token.
 */
import { KEYS_AND_TOKENS, REDACTED, without } from "../../lib/redaction/secrets.ts";

/** How much of an answer an error keeps, in characters: enough for an error body, little for a page of HTML. */
export const KEPT_ANSWER_CHARS = 4096;

const SECRET_NAME = /token|secret|password|authorization|credential|signature|assertion|private/i;
/** Names are at most 64 characters here, so that no crafted answer makes the expressions slow. */
const SECRET_FIELD =
  /("[^"\\]{0,64}(?:token|secret|password|authorization|credential|signature|assertion|private)[^"\\]{0,64}"\s{0,8}:\s{0,8})"(?:[^"\\]|\\.)*(?:"|\\?$)/gi;

/** Replaces the secrets that the sender knows it sent, as they are and as JSON would write them. */
export function withoutKnown(text: string, known: readonly string[]): string {
  let result = text;
  for (const secret of known) {
    if (secret === "") continue;
    result = result.replaceAll(secret, REDACTED).replaceAll(JSON.stringify(secret).slice(1, -1), REDACTED);
  }
  return result;
}

/** The part of an answer that an error keeps: cut to {@link KEPT_ANSWER_CHARS}, with everything that looks like a secret replaced. */
export function excerpt(text: string, known: readonly string[]): string {
  // Known secrets go before the cut, which might otherwise leave the half of one.
  return withoutPatterns(withoutKnown(text, known).slice(0, KEPT_ANSWER_CHARS));
}

/** The same for a value that was parsed: texts are searched, fields with telling names are replaced whole. */
export function withoutSecrets(value: unknown, known: readonly string[]): unknown {
  if (typeof value === "string") return excerpt(value, known);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, known));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      name,
      SECRET_NAME.test(name) && typeof content === "string" ? REDACTED : withoutSecrets(content, known),
    ]),
  );
}

function withoutPatterns(text: string): string {
  return without(KEYS_AND_TOKENS, text.replace(SECRET_FIELD, `$1"${REDACTED}"`));
}
