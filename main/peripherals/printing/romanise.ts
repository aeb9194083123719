/**
 * Text in plain Latin letters, for printers that lack its own. Cyrillic: Ukrainian as its government writes it
 * (resolution 55 of 2010, the one in passports), with the letters that only Russian has. Pure.
 */

// biome-ignore format: an alphabet
const LETTERS: Readonly<Record<string, string>> = {
  а: "a", б: "b", в: "v", г: "h", ґ: "g", д: "d", е: "e", є: "ie", ж: "zh", з: "z", и: "y", і: "i", ї: "i", й: "i",
  к: "k", л: "l", м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts", ч: "ch",
  ш: "sh", щ: "shch", ь: "", ю: "iu", я: "ia", ы: "y", э: "e", ё: "e", ъ: "", зг: "zgh",
};

/** Those that are written otherwise where a word begins. */
const FIRST: Readonly<Record<string, string>> = { є: "ye", ї: "yi", й: "y", ю: "yu", я: "ya" };

/** The same text; what is not Cyrillic stays as it is. */
export function romanised(text: string): string {
  const letters = text.replace(/(?<=[\u0400-\u04ff])['’ʼ](?=[\u0400-\u04ff])/gu, "");
  return letters.replace(/зг|[\u0400-\u04ff]/giu, (letter, at: number) =>
    inLatin(letter, letters.charAt(at - 1), letters.charAt(at + letter.length)),
  );
}

function inLatin(letter: string, before: string, after: string): string {
  const small = letter.toLowerCase();
  const begins = !/\p{L}/u.test(before);
  const latin = (begins ? FIRST[small] : undefined) ?? LETTERS[small] ?? letter;
  if (letter === small) return latin;
  // A capital of a word in capitals is one throughout: KHARKIV, and Kharkiv.
  const isAmongCapitals = /\p{Lu}/u.test(after) || (/\p{Lu}/u.test(before) && !/\p{Ll}/u.test(after));
  return isAmongCapitals ? latin.toUpperCase() : latin.charAt(0).toUpperCase() + latin.slice(1);
}

const ALPHABET = Array.from("abcdefghijklmnopqrstuvwxyz");
/** The order of the Unicode collation, where a letter with a stroke, a hook or a turn follows its plain letter */
const { compare } = new Intl.Collator("und");
/** The last of the letters that are forms of z; tones, clicks and glottal stops follow */
const LAST_LETTER = "ʓ";

/** Letters whose plain form is another than the collation's. */
// biome-ignore format: an alphabet
const LATIN: Readonly<Record<string, string>> = {
  æ: "ae", Æ: "AE", œ: "oe", Œ: "OE", ß: "ss", ẞ: "SS", þ: "th", Þ: "Th", ĸ: "k", ƿ: "w", Ƿ: "W",
};

/** The plain letters a to z that a Latin letter is read as; an apostrophe for what is no letter of an alphabet. */
export function plainLatin(letter: string): string {
  const known = LATIN[letter];
  if (known !== undefined) return known;
  const plain = ALPHABET.findLast((candidate) => compare(candidate, letter) <= 0);
  if (plain === undefined || compare(letter, LAST_LETTER) > 0) return "'";
  return letter === letter.toLowerCase() ? plain : plain.toUpperCase();
}
