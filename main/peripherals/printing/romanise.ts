/** Transliterates to Latin letters. Cyrillic follows Ukraine's resolution 55 of 2010, with Russian letters. Pure. */

// biome-ignore format: an alphabet
const LETTERS: Readonly<Record<string, string>> = {
  а: "a", б: "b", в: "v", г: "h", ґ: "g", д: "d", е: "e", є: "ie", ж: "zh", з: "z", и: "y", і: "i", ї: "i", й: "i",
  к: "k", л: "l", м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts", ч: "ch",
  ш: "sh", щ: "shch", ь: "", ю: "iu", я: "ia", ы: "y", э: "e", ё: "e", ъ: "", зг: "zgh",
};

/** Letters with another form at the start of a word. */
const FIRST: Readonly<Record<string, string>> = { є: "ye", ї: "yi", й: "y", ю: "yu", я: "ya" };

export function romanised(text: string): string {
  const letters = text.replace(/(?<=[\u0400-\u04ff])['’ʼ](?=[\u0400-\u04ff])/gu, "");
  return letters.replace(/зг|[\u0400-\u04ff]/giu, (letter, at: number) =>
    transliterate(letter, letters.charAt(at - 1), letters.charAt(at + letter.length)),
  );
}

function transliterate(letter: string, before: string, after: string): string {
  const small = letter.toLowerCase();
  const isWordStart = !/\p{L}/u.test(before);
  const latin = (isWordStart ? FIRST[small] : undefined) ?? LETTERS[small] ?? letter;
  if (letter === small) return latin;
  // Follows the case of the word: KHARKIV, but Kharkiv.
  const isAmongCapitals = /\p{Lu}/u.test(after) || (/\p{Lu}/u.test(before) && !/\p{Ll}/u.test(after));
  return isAmongCapitals ? latin.toUpperCase() : latin.charAt(0).toUpperCase() + latin.slice(1);
}

const ALPHABET = Array.from("abcdefghijklmnopqrstuvwxyz");
/** Unicode collation: a letter with a stroke, hook or turn follows its plain letter */
const { compare } = new Intl.Collator("und");
/** The last form of z; tones, clicks and glottal stops follow */
const LAST_LETTER = "ʓ";

/** Letters whose plain form differs from the collation's. */
// biome-ignore format: an alphabet
const LATIN: Readonly<Record<string, string>> = {
  æ: "ae", Æ: "AE", œ: "oe", Œ: "OE", ß: "ss", ẞ: "SS", þ: "th", Þ: "Th", ĸ: "k", ƿ: "w", Ƿ: "W",
};

/** Returns the plain letters a to z, or an apostrophe for a character that is no letter. */
export function plainLatin(letter: string): string {
  const mapped = LATIN[letter];
  if (mapped !== undefined) return mapped;
  const plain = ALPHABET.findLast((candidate) => compare(candidate, letter) <= 0);
  if (plain === undefined || compare(letter, LAST_LETTER) > 0) return "'";
  return letter === letter.toLowerCase() ? plain : plain.toUpperCase();
}
