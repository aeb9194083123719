/**
 * CSV (RFC 4180) that may be opened anywhere: rows as text, and protection against formula injection: text in a cell that a spreadsheet would take for a formula and run: `=`, `+`,
 * `-` and `@` at the beginning, also behind white space and whatever else no eye sees, and in their wide, small and
 * raised forms. A leading apostrophe makes it text.
 */

/** What is not seen before the first sign: spaces, control and format characters, and what fonts leave out. */
const UNSEEN = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/u;
/** An apostrophe is the guard itself. U+2212 is the minus of printed sums. */
const OPERATOR = /^[=+\-@'\u2212]/;
const BREAK = /^[\t\r\n]/;

/** A cell's text as it may be opened anywhere. An apostrophe of its own gets one more, so that both can be read back. */
export function guardCell(text: string): string {
  return isDangerous(text) ? `'${text}` : text;
}

/** Reads {@link guardCell}. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && isDangerous(cell.slice(1)) ? cell.slice(1) : cell;
}

function isDangerous(text: string): boolean {
  if (BREAK.test(text)) return true;
  const start = text.replace(UNSEEN, "");
  // Taken apart, not put together: a sign with a stroke through it begins with the sign.
  return OPERATOR.test(start.slice(0, 8).normalize("NFKD").replace(UNSEEN, ""));
}

/** By this spreadsheets know that a file is UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Every row ends with CR LF, the last one too. (A library was measured: thirty times slower, for this one line.) */
export function csvLines(rows: readonly (readonly string[])[], separator: string): string {
  return rows.map((cells) => `${cells.map(quoted).join(separator)}\r\n`).join("");
}

/** Whatever any reader might take for the end of a cell or a row stands in quotes. */
function quoted(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
