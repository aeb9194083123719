/** JSON from outside, read safely; JSON to the outside, written the same way every time. */

export type ParsedJson = { ok: true; value: unknown } | { ok: false; because: string };

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses bytes as JSON. `__proto__` members are dropped (copied into an object they would replace its prototype);
 * of duplicate names the last one counts, as everywhere in JavaScript: bytes are parsed once, after their signature
 * was checked, so that nobody can see two readings of them.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return { ok: false, because: "not UTF-8" };
  }
  try {
    // To look at each member takes longer than to read all of them: only where one may be called that, or be escaped.
    return { ok: true, value: /__proto__|\\u/.test(text) ? JSON.parse(text, dropPrototype) : JSON.parse(text) };
  } catch {
    return { ok: false, because: text.trimStart().startsWith("<") ? "HTML or XML instead of JSON" : "not JSON" };
  }
}

function dropPrototype(this: unknown, name: string, value: unknown): unknown {
  return name === "__proto__" ? undefined : value;
}

/**
 * Writes a value as JSON in the one way that equal values have in common: names sorted, undefined members left out,
 * no white space. What is stored once and sent again must not depend on the order in which an object was built.
 * @throws TypeError for what JSON cannot say (functions, bigints, numbers that are not finite)
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value)
      .filter(([, content]) => content !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, content]) => `${JSON.stringify(name)}:${canonicalJson(content)}`);
    return `{${members.join(",")}}`;
  }
  throw new TypeError(`JSON cannot say ${typeof value === "number" ? String(value) : `a ${typeof value}`}`);
}

/** {@link canonicalJson} as the bytes that are sent, signed and stored. */
export function canonicalBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalJson(value));
}
