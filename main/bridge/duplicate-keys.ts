/** Finds duplicate keys in JSON: of two amounts `JSON.parse` takes the last, and a check may have read the first. */
import { fieldName } from "./fields.ts";

/** The strings, and what opens, parts and closes: between them well-formed JSON has nothing that matters here. */
const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\],]/g;

interface Level {
  /** The fields so far; null in an array */
  keys: Set<string> | null;
  /** Where in it the text is now */
  at: string | number;
  /** Whether the next string is a field's name */
  isKey: boolean;
}

/**
 * The first field that an object of this text has twice, with its dotted path; null where there is none.
 * @param text JSON that `JSON.parse` takes
 */
export function duplicateKey(text: string): string | null {
  const levels: Level[] = [];
  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (token === "{") levels.push({ keys: new Set(), at: "", isKey: true });
    else if (token === "[") levels.push({ keys: null, at: 0, isKey: false });
    else if (token === "}" || token === "]") levels.pop();
    else if (level === undefined) continue;
    else if (token === ",") beginNext(level);
    else if (level.isKey && isSecond(level, JSON.parse(token)))
      return fieldName(
        "",
        levels.map(({ at }) => at),
      );
  }
  return null;
}

function beginNext(level: Level): void {
  if (typeof level.at === "number") level.at += 1;
  level.isKey = level.keys !== null;
}

function isSecond(level: Level, key: string): boolean {
  const isKnown = level.keys?.has(key) === true;
  level.keys?.add(key);
  level.at = key;
  level.isKey = false;
  return isKnown;
}
