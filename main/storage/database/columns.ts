/** A row as SQLite gives it, and its columns as the till has them. */
export type Stored = Record<string, string | number | Buffer | null>;

/** A column of numbers that may be empty. */
export function numberOrNull(value: Stored[string] | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** A column of texts that may be empty. */
export function textOrNull(value: Stored[string] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
