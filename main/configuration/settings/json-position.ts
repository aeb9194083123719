import { visit } from "jsonc-parser";

interface JsonPosition {
  line: number;
  column: number;
}

/** Returns the position of the first JSON error, counted from 1, or null. Too deep nesting is reported at the start. */
export function positionOfJsonError(text: string): JsonPosition | null {
  let firstError: JsonPosition | null = null;
  const onError = (_error: unknown, _offset: number, _length: number, line: number, column: number) => {
    firstError ??= { line: line + 1, column: column + 1 };
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    firstError ??= { line: 1, column: 1 };
  }
  return firstError;
}
