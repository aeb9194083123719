/** A page that main made, as its style and all the rest. Pure. */

const OPENS = "<style>";
const CLOSES = "</style>";

/** Takes a page's one style sheet out of it. A page without one keeps everything, and its style is empty. */
export function pageParts(html: string): { css: string; rest: string } {
  const start = html.indexOf(OPENS);
  // Whatever is between the two is style: a sheet may hold any character, `<` too.
  const end = html.indexOf(CLOSES, start);
  if (start < 0 || end < 0) return { css: "", rest: html };
  return { css: html.slice(start + OPENS.length, end), rest: html.slice(0, start) + html.slice(end + CLOSES.length) };
}
