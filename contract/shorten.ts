/** Shortens a text to `most` UTF-16 units (at least 1), ending with `…`. Never splits a character. */
export function shortenText(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most - 1).replace(/\p{Surrogate}$/u, "");
  return `${start.trimEnd()}…`;
}
