import { visit } from "jsonc-parser";

interface Place {
  line: number;
  column: number;
}

/** Returns the position of the first JSON error, counted from 1, or null. Too deep nesting is reported at the start. */
export function placeOfJsonError(text: string): Place | null {
  let place: Place | null = null;
  const onError = (_error: unknown, _offset: number, _length: number, line: number, column: number) => {
    place ??= { line: line + 1, column: column + 1 };
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    place ??= { line: 1, column: 1 };
  }
  return place;
}
