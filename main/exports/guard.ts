/**
 * Text in a cell that a spreadsheet would take for a formula and run: `=`, `+`, `-` and `@` at the beginning, also
 * behind white space, and in their wide forms. A leading apostrophe makes it text.
 */

const DANGEROUS = /^(?:[\t\r\n]|[\s\u00a0\u200b\ufeff]*[=+\-@'\uff1d\uff0b\uff0d\uff20])/;

/** A cell's text as it may be opened anywhere. An apostrophe of its own gets one more, so that both can be read back. */
export function guardCell(text: string): string {
  return DANGEROUS.test(text) ? `'${text}` : text;
}

/** Reads {@link guardCell}. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && DANGEROUS.test(cell.slice(1)) ? cell.slice(1) : cell;
}
