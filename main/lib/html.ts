/** Text in HTML pages that the till makes itself. */

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text that can stand in an element or in a quoted attribute; characters that turn the reading direction are left out. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** Text in an element, with each {@link isolated} part of it in a `<bdi>`. */
export function htmlText(text: string): string {
  return text
    .split(/\u2068([^\u2068\u2069]*)\u2069/)
    .map((part, at) => (at % 2 === 0 ? escapeHtml(part) : `<bdi>${escapeHtml(part)}</bdi>`))
    .join("");
}
