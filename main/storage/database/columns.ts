export type Stored = Record<string, string | number | Buffer | null>;

export function numberOrNull(value: Stored[string] | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

export function textOrNull(value: Stored[string] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
