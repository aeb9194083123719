/** Shortens a text to `maxLength` UTF-16 units (at least 1), ending with `…`. Never splits a character. */
export function shortenText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength - 1).replace(/\p{Surrogate}$/u, "");
  return `${start.trimEnd()}…`;
}
