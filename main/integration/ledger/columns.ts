/**
 * What a till sends, in the forms that PostgreSQL takes in: columns of rows as its arrays in binary form (`array_send`
 * and `array_recv`), which it takes as they are where it would parse a text value by value, and JSON. The driver sends a
 * Buffer as binary. PostgreSQL keeps no NUL and no half of a surrogate pair in a text, and would refuse a page with one
 * for ever: U+FFFD stands for each, which `verify` knows.
 */

/** Numbers of PostgreSQL's own types, as `pg_type` has them. */
const BIGINT = 20;
const TEXT = 25;
const JSON_TEXT = 114;
const BYTEA = 17;
const TIMESTAMPTZ = 1184;

const INT32 = 4;
const INT64 = 8;
/** Of an array of one dimension: dimensions, whether some are null, the type, how many, the first one's index. */
const HEADER = 5 * INT32;
const NULL_LENGTH = -1;
/** PostgreSQL counts microseconds from here. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** `bigint[]` */
export function bigints<C extends string>(rows: readonly Readonly<Record<C, number>>[], column: C): Buffer {
  return int64s(BIGINT, valuesOf(rows, column), BigInt);
}

/** `timestamptz[]`, of ms since the epoch */
export function times<C extends string>(rows: readonly Readonly<Record<C, number>>[], column: C): Buffer {
  return int64s(TIMESTAMPTZ, valuesOf(rows, column), (at) => BigInt(at - EPOCH_MS) * 1000n);
}

/** `text[]` */
export function texts<C extends string>(rows: readonly Readonly<Record<C, string | null>>[], column: C): Buffer {
  return ofAnyLength(TEXT, valuesOf(rows, column).map(storable));
}

/** `json[]`, of JSON texts, which PostgreSQL keeps as they are */
export function jsons<C extends string>(rows: readonly Readonly<Record<C, string>>[], column: C): Buffer {
  return ofAnyLength(JSON_TEXT, valuesOf(rows, column));
}

/** A value as JSON for PostgreSQL's own functions to read, which stop at an escaped NUL as well */
export function jsonOf(value: object): string {
  return JSON.stringify(value, (_name, part: unknown) => (typeof part === "string" ? storable(part) : part));
}

/** A text that PostgreSQL keeps */
export function storable<T extends string | null>(text: T): T | string {
  return text === null || KEPT.test(text) ? text : text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** Most texts are kept as they are */
const KEPT = /^[^\0\ud800-\udfff]*$/;

/** `bytea[]`, of hexadecimal digits */
export function bytes<C extends string>(rows: readonly Readonly<Record<C, string>>[], column: C): Buffer {
  return ofAnyLength(BYTEA, valuesOf(rows, column), "hex");
}

function valuesOf<C extends string, T>(rows: readonly Readonly<Record<C, T>>[], column: C): T[] {
  return rows.map((row) => row[column]);
}

function int64s(type: number, values: readonly number[], of: (value: number) => bigint): Buffer {
  const { array, view } = begin(type, values, values.length * INT64);
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
  const { array, view } = begin(type, values, content);
  let at = HEADER;
  for (const value of values) {
    const length = value === null ? NULL_LENGTH : array.write(value, at + INT32, encoding);
    view.setInt32(at, length);
    at += INT32 + Math.max(0, length);
  }
  return array;
}

/** @param content how many bytes the values take, without their lengths */
function begin(type: number, values: readonly unknown[], content: number): { array: Buffer; view: DataView } {
  const array = Buffer.allocUnsafe(HEADER + values.length * INT32 + content);
  const view = new DataView(array.buffer, array.byteOffset, array.byteLength);
  const header = [1, values.includes(null) ? 1 : 0, type, values.length, 1];
  for (const [at, word] of header.entries()) view.setInt32(at * INT32, word);
  return { array, view };
}
