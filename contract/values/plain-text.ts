/**
 * Cleans text of invisible characters. Pasted text may contain direction marks (phones), soft hyphens (web pages) and
 * decomposed letters (macOS).
 */

/** Scripts in which a joiner changes how letters look: Arabic, Persian and Indic scripts. */
const JOINING =
  "\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Nkoo}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}" +
  "\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Mymr}\\p{sc=Khmr}";

/** Visible format characters: joiners after such letters or between emoji, flag tags, number signs. */
const VISIBLE_FORMAT = [
  // A non-joiner matters only before another letter.
  `(?<=[${JOINING}]\\p{M}*)(?:\\u200d|\\u200c(?=\\p{Cf}{0,8}[\\p{L}\\p{M}\\p{N}]))`,
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})",
  // Flags have at most 30 tags. Without this limit, matching takes quadratic time.
  "(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{0,30})[\\u{e0020}-\\u{e007f}]",
  // Unicode's `Prepended_Concatenation_Mark`, which regular expressions lack.
  "[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]",
].join("|");
const FORMAT_CHARACTER = new RegExp(`(${VISIBLE_FORMAT})|\\p{Cf}`, "gu");

/**
 * Returns a name as stored and shown: NFC, trimmed, single spaces, and without format characters, except those needed
 * by Persian and Indic words, emoji and flags.
 */
export function cleanName(text: string): string {
  return text
    .replace(FORMAT_CHARACTER, "$1")
    .normalize("NFC")
    .replace(/\s{2,}|[^\S ]/g, " ")
    .trim();
}

/** Returns a comparison key that ignores case, composition, white space and invisible characters. */
export function nameKey(text: string): string {
  const plain = cleanName(text).replace(/\p{Join_Control}|\p{Variation_Selector}/gu, "");
  // Upper case first, so that `ß` equals `SS` and both small sigmas are equal.
  return plain.toUpperCase().toLowerCase().normalize("NFC");
}

/** Removes invisible characters from a phone number, an amount or a PIN. For names, see {@link cleanName}. */
export function stripInvisible(text: string): string {
  return text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");
}

const RIGHT_TO_LEFT = /[\p{scx=Hebr}\p{scx=Arab}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}\p{scx=Adlm}]/u;

/** Isolates a right-to-left name (U+2068, U+2069), so that adjacent numbers keep their place. */
export function isolateDirection(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name.replace(/[\u2066-\u2069]/g, "")}\u2069` : name;
}

/** Shortens a text to `maxLength` UTF-16 units (at least 1), ending with `…`. Never splits a character. */
export function shortenText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength - 1).replace(/\p{Surrogate}$/u, "");
  return `${start.trimEnd()}…`;
}
