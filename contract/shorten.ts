/**
 * A text that has room for so much: a longer one ends with `…`, and never in the middle of a character. Pure.
 * @param most UTF-16 units, as schemas count them; at least 1
 */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1).replace(/\p{Surrogate}$/u, "");
  return `${kept.trimEnd()}…`;
}
