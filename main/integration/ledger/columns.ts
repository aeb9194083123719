/**
 * Encodes values for PostgreSQL: columns as arrays in binary form (`array_send` and `array_recv`), which need no
 * parsing, and JSON. The driver sends a Buffer as binary. PostgreSQL rejects NUL and unpaired surrogates in text, so
 * U+FFFD replaces them; `verify` accounts for that.
 */

/** Type OIDs from `pg_type`. */
const BIGINT = 20;
const TEXT = 25;
const JSON_TEXT = 114;
const BYTEA = 17;
const TIMESTAMPTZ = 1184;

const INT32 = 4;
const INT64 = 8;
/** Header of a one-dimensional array: dimensions, null flag, element type, length, lower bound. */
const HEADER = 5 * INT32;
const NULL_LENGTH = -1;
/** PostgreSQL's epoch. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** `bigint[]` */
export function bigints<C extends string>(rows: readonly Readonly<Record<C, number>>[], column: C): Buffer {
  return int64s(BIGINT, valuesOf(rows, column), BigInt);
}

/** `timestamptz[]` from milliseconds since the Unix epoch */
export function times<C extends string>(rows: readonly Readonly<Record<C, number>>[], column: C): Buffer {
  return int64s(TIMESTAMPTZ, valuesOf(rows, column), (at) => BigInt(at - EPOCH_MS) * 1000n);
}

/** `text[]` */
export function texts<C extends string>(rows: readonly Readonly<Record<C, string | null>>[], column: C): Buffer {
  return ofAnyLength(TEXT, valuesOf(rows, column).map(storableText));
}

/** `json[]` of JSON texts, which PostgreSQL stores unchanged */
export function jsons<C extends string>(rows: readonly Readonly<Record<C, string>>[], column: C): Buffer {
  return ofAnyLength(JSON_TEXT, valuesOf(rows, column));
}

/** Serialises a value as JSON without escaped NUL characters, which PostgreSQL's JSON functions reject */
export function jsonOf(value: object): string {
  return JSON.stringify(value, (_name, part: unknown) => (typeof part === "string" ? storableText(part) : part));
}

/** Replaces characters that PostgreSQL cannot store */
export function storableText<T extends string | null>(text: T): T | string {
  return text === null || STORABLE.test(text) ? text : text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** Most texts are kept as they are */
const STORABLE = /^[^\0\ud800-\udfff]*$/;

/** `bytea[]` from hexadecimal digits */
export function bytes<C extends string>(rows: readonly Readonly<Record<C, string>>[], column: C): Buffer {
  return ofAnyLength(BYTEA, valuesOf(rows, column), "hex");
}

function valuesOf<C extends string, T>(rows: readonly Readonly<Record<C, T>>[], column: C): T[] {
  return rows.map((row) => row[column]);
}

function int64s(type: number, values: readonly number[], of: (value: number) => bigint): Buffer {
  const { array, view } = startArray(type, values, values.length * INT64);
  let at = HEADER;
  for (const value of values) {
    view.setInt32(at, INT64);
    view.setBigInt64(at + INT32, of(value));
    at += INT32 + INT64;
  }
  return array;
}

function ofAnyLength(type: number, values: readonly (string | null)[], encoding: "utf8" | "hex" = "utf8"): Buffer {
  let content = 0;
  for (const value of values) content += value === null ? 0 : Buffer.byteLength(value, encoding);
  const { array, view } = startArray(type, values, content);
  let at = HEADER;
  for (const value of values) {
    const length = value === null ? NULL_LENGTH : array.write(value, at + INT32, encoding);
    view.setInt32(at, length);
    at += INT32 + Math.max(0, length);
  }
  return array;
}

/** @param content total bytes of the values, without their length fields */
function startArray(type: number, values: readonly unknown[], content: number): { array: Buffer; view: DataView } {
  const array = Buffer.allocUnsafe(HEADER + values.length * INT32 + content);
  const view = new DataView(array.buffer, array.byteOffset, array.byteLength);
  const header = [1, values.includes(null) ? 1 : 0, type, values.length, 1];
  for (const [at, word] of header.entries()) view.setInt32(at * INT32, word);
  return { array, view };
}
