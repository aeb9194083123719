/** Text in HTML pages that the till makes itself. */

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text that can stand in an element or in a quoted attribute; characters that turn the reading direction are left out. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
