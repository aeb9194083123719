const OPENS = "<style>";

const CLOSES = "</style>";

/** Separates a page's style sheet. Without one, the style is empty. */
export function pageParts(html: string): { css: string; rest: string } {
  const start = html.indexOf(OPENS);
  // Style sheets may contain any character, also `<`.
  const end = html.indexOf(CLOSES, start);
  if (start < 0 || end < 0) return { css: "", rest: html };
  return { css: html.slice(start + OPENS.length, end), rest: html.slice(0, start) + html.slice(end + CLOSES.length) };
}
