/** Finds duplicate keys in JSON: of two amounts `JSON.parse` takes the last, and a check may have read the first. */
import { visit } from "jsonc-parser";
import { fieldName } from "./fields.ts";

/**
 * The first field that an object of this text has twice, with its dotted path; null where there is none.
 * @param text JSON that `JSON.parse` takes
 * @throws RangeError for some thousand levels of nesting
 */
export function duplicateKey(text: string): string | null {
  const objects: Set<string>[] = [];
  let twice: string | null = null;
  visit(text, {
    onObjectBegin: () => void objects.push(new Set()),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty(name, _offset, _length, _line, _column, path) {
      const names = objects.at(-1);
      if (names?.has(name)) twice ??= fieldName("", [...path(), name]);
      names?.add(name);
    },
  });
  return twice;
}
