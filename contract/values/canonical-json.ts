export type ParsedJson = { ok: true; value: unknown } | { ok: false; because: string };

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses JSON bytes. Drops `__proto__` members, which could replace an object's prototype. The last of duplicate names
 * wins. Bytes are parsed once, after signature verification, so there is only one reading of them.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return { ok: false, because: "not UTF-8" };
  }
  try {
    // A reviver is slow, so it runs only if the text may contain `__proto__`, possibly escaped.
    return { ok: true, value: /__proto__|\\u/.test(text) ? JSON.parse(text, dropPrototype) : JSON.parse(text) };
  } catch {
    return { ok: false, because: text.trimStart().startsWith("<") ? "HTML or XML instead of JSON" : "not JSON" };
  }
}

function dropPrototype(this: unknown, name: string, value: unknown): unknown {
  return name === "__proto__" ? undefined : value;
}

/**
 * Writes canonical JSON: sorted names, no white space, undefined members omitted. Equal values give equal text, so
 * stored requests can be sent again unchanged.
 * @throws TypeError for functions, bigints and numbers that are not finite
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value)
      .filter(([, content]) => content !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, content]) => `${JSON.stringify(name)}:${canonicalJson(content)}`);
    return `{${members.join(",")}}`;
  }
  throw new TypeError(`cannot serialise ${typeof value === "number" ? String(value) : `a ${typeof value}`} as JSON`);
}

/** Returns a value's canonical JSON in UTF-8. */
export function canonicalBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalJson(value));
}
