/** The position of a JSON syntax error, without any of the text: V8's own message repeats what it found there. */
import { visit } from "jsonc-parser";

/** Both from 1, as editors count. */
interface Place {
  line: number;
  column: number;
}

/**
 * The place of the first token that JSON does not allow there; null when all of the text is JSON. Of a text that nests
 * deeper than can be followed it is the beginning.
 */
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
