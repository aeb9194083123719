/** The position of a JSON syntax error, without any of the text: V8's own message repeats what it found there. */
import { visit } from "jsonc-parser";

/** Both from 1, as editors count. */
interface Place {
  line: number;
  column: number;
}

/** The place of the first token that JSON does not allow there; null when all of the text is JSON. */
export function placeOfJsonError(text: string): Place | null {
  let place: Place | null = null;
  visit(
    text,
    {
      onError(_error, _offset, _length, line, column) {
        place ??= { line: line + 1, column: column + 1 };
      },
    },
    { disallowComments: true },
  );
  return place;
}
