import { visit } from "jsonc-parser";
import { fieldName } from "./fields.ts";

/**
 * Returns the dotted path of the first duplicate key in valid JSON, or null. `JSON.parse` uses the last of two amounts,
 * while a check may have read the first. Throws RangeError for excessive nesting.
 */
export function duplicateKey(text: string): string | null {
  const objects: Set<string>[] = [];
  let duplicate: string | null = null;
  visit(text, {
    onObjectBegin: () => void objects.push(new Set()),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty(name, _offset, _length, _line, _column, path) {
      const names = objects.at(-1);
      if (names?.has(name)) duplicate ??= fieldName("", [...path(), name]);
      names?.add(name);
    },
  });
  return duplicate;
}
