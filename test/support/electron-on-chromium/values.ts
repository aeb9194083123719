/**
 * Converts values to text and back as a structured clone: between this process and a page, and between the two worlds
 * of a page. Both functions are also injected into pages as text, so they use nothing from this file.
 */

/** A JSON value; other values are objects with a `t` (kind) and a `v`. */
export type Packed = null | boolean | number | string | { t: string; v?: unknown };

/**
 * Packs a value.
 * @param other packs a function or a promise; throws where they are not allowed
 * @throws TypeError for unsupported values
 */
export function pack(value: unknown, other: (value: object) => Packed): Packed {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (value === undefined) return { t: "undefined" };
  if (typeof value === "number") {
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { t: "number", v: Object.is(value, -0) ? "-0" : String(value) };
  }
  if (typeof value === "bigint") return { t: "bigint", v: String(value) };
  if (typeof value === "function" || value instanceof Promise) return other(value);
  if (typeof value !== "object") throw new TypeError("An object could not be cloned.");
  const all = (items: unknown[]) => items.map((item) => pack(item, other));
  if (Array.isArray(value)) return { t: "array", v: all(value) };
  if (value instanceof Date) return { t: "date", v: value.getTime() };
  if (value instanceof Map) return { t: "map", v: all([...value].flat()) };
  if (value instanceof Set) return { t: "set", v: all([...value]) };
  if (value instanceof Error) return { t: "error", v: value.message };
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new TypeError(`The stand-in for Electron cannot carry a ${value.constructor?.name}.`);
  }
  return { t: "object", v: Object.entries(value).map(([name, item]) => [name, pack(item, other)]) };
}

/** Unpacks a value. @param other unpacks kinds that only the caller knows */
export function unpack(packed: Packed, other: (packed: { t: string; v?: unknown }) => unknown): unknown {
  if (packed === null || typeof packed !== "object") return packed;
  const { t, v } = packed;
  const all = () => (v as Packed[]).map((item) => unpack(item, other));
  if (t === "undefined") return undefined;
  if (t === "number") return Number(v);
  if (t === "bigint") return BigInt(v as string);
  if (t === "array") return all();
  if (t === "date") return new Date(v as number);
  if (t === "set") return new Set(all());
  if (t === "error") return new Error(v as string);
  if (t === "map") {
    const flat = all();
    return new Map(flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]] as const] : [])));
  }
  if (t !== "object") return other(packed);
  // Defined instead of assigned, since `__proto__` is an ordinary name here.
  const made = {};
  for (const [name, item] of v as [string, Packed][]) {
    const options = { enumerable: true, configurable: true, writable: true };
    Object.defineProperty(made, name, Object.assign(options, { value: unpack(item, other) }));
  }
  return made;
}
