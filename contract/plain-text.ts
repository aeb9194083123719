/**
 * Text without characters that no eye sees. What people paste carries direction marks from a phone's contacts, soft hyphens
 * from a web page, and letters with separate accents (NFD) from a Mac. Pure.
 */

/** Scripts in which a joiner changes how letters look: Arabic and Persian, the scripts of India and their neighbors. */
const JOINING =
  "\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Nkoo}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}" +
  "\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Mymr}\\p{sc=Khmr}";

/** Format characters that are part of what is seen: a joiner after such a letter or between emoji, the tags of a flag, number signs. */
const SEEN = [
  // At the end of a word a joiner changes how it looks, and a non-joiner does not.
  `(?<=[${JOINING}]\\p{M}*)(?:\\u200d|\\u200c(?=\\p{Cf}{0,8}[\\p{L}\\p{M}\\p{N}]))`,
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})",
  // A flag has at most 30 tags and their end: without a limit, long texts of tags take quadratic time.
  "(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{0,30})[\\u{e0020}-\\u{e007f}]",
  // Unicode's `Prepended_Concatenation_Mark`, which regular expressions do not have.
  "[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]",
].join("|");
const FORMAT_CHARACTER = new RegExp(`(${SEEN})|\\p{Cf}`, "gu");

/**
 * Returns a name as it is stored and shown: composed (NFC), each run of white space one space, trimmed, and without format
 * characters, except those that Persian and Indian words, emoji and flags are written with.
 */
export function cleanName(text: string): string {
  return text
    .replace(FORMAT_CHARACTER, "$1")
    .normalize("NFC")
    .replace(/\s{2,}|[^\S ]/g, " ")
    .trim();
}

/** Returns what names are compared by: equal for names that differ in case, composition, white space or unseen characters alone. */
export function nameKey(text: string): string {
  const plain = cleanName(text).replace(/\p{Join_Control}|\p{Variation_Selector}/gu, "");
  // Upper case first: `ß` and `SS` are one, and so are both forms of a small sigma.
  return plain.toUpperCase().toLowerCase().normalize("NFC");
}

/**
 * Returns a phone number, an amount or a PIN without direction marks and other characters that are never seen (`\p{Cf}` and
 * default-ignorable ones). Not for names: {@link cleanName}.
 */
export function withoutMarks(text: string): string {
  return text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");
}

const RIGHT_TO_LEFT = /[\p{scx=Hebr}\p{scx=Arab}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}\p{scx=Adlm}]/u;

/**
 * Returns a name that may have other text around it: one from right to left between U+2068 and U+2069, so that the numbers
 * next to it keep their places. Printers leave both out, and pages have a `<bdi>` for them.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name.replace(/[\u2066-\u2069]/g, "")}\u2069` : name;
}
