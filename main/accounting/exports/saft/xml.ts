/** XML as text, because a file can have millions of elements. A document builder was a hundred times slower. */

/** Returns an element with text, or an empty string for an empty value. */
export function element(name: string, value: string | number | boolean | null | undefined): string {
  return value === null || value === undefined || value === "" ? "" : `<${name}>${escaped(String(value))}</${name}>`;
}

export function group(name: string, parts: readonly string[]): string {
  return `<${name}>${parts.join("")}</${name}>`;
}

/** Cuts a text to a number of code points. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : Array.from(text).slice(0, most).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** Replaces each character that XML does not allow. */
export function replaceInvalidCharacters(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

export function escaped(text: string): string {
  return replaceInvalidCharacters(text).replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character);
}
