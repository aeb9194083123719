const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for elements and quoted attributes. Drops characters that change the reading direction. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** Escapes text for an element, and wraps each part of `isolateDirection` in a `<bdi>`. */
export function htmlText(text: string): string {
  return text
    .split(/\u2068([^\u2068\u2069]*)\u2069/)
    .map((part, at) => (at % 2 === 0 ? escapeHtml(part) : `<bdi>${escapeHtml(part)}</bdi>`))
    .join("");
}
