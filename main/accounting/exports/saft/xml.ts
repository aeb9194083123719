/**
 * XML as text, element by element: a file may have millions of them, of which none but the present one is in memory.
 * (A document builder was measured: a hundred times slower here.)
 */

/** An element with text; left out when there is nothing to say. */
export function element(name: string, value: string | number | boolean | null | undefined): string {
  return value === null || value === undefined || value === "" ? "" : `<${name}>${escaped(String(value))}</${name}>`;
}

/** An element with others in it, in their order. */
export function group(name: string, parts: readonly string[]): string {
  return `<${name}>${parts.join("")}</${name}>`;
}

/** So many characters of a text at most, as XML counts them. */
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

/** Returns a text with a replacement character for each character that XML cannot hold. */
export function writable(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

/** Escapes a text for an element. */
export function escaped(text: string): string {
  return writable(text).replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character);
}
