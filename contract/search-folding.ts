/** Folds texts for searches, so that `tromso` finds Tromsø and `creme` finds Crème. Pure. */

import { nameKey } from "./plain-text.ts";

/** Letters that Unicode does not take apart into a plain letter and a mark. */
const LETTERS = { ø: "o", æ: "ae", ß: "ss", ł: "l", đ: "d", œ: "oe" } as const;
const FOLDED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/** Returns the {@link nameKey} of the text without accents: what a search compares. */
export function foldForSearch(text: string): string {
  const plain = nameKey(text).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(FOLDED, (letter) => LETTERS[letter as keyof typeof LETTERS]);
}

/** No query needs more: each spelling is looked up in an index by itself. */
const MOST_SPELLINGS = 32;

/** Returns every way to write a word that folds to the same, accents apart: of an index that takes off accents alone. */
export function spellingsOf(word: string): string[] {
  let spellings = [foldForSearch(word)];
  for (const [letter, plain] of Object.entries(LETTERS)) {
    for (let at = 0; at < word.length * 2; at += 1) {
      const more = spellings.flatMap((one) =>
        one.startsWith(plain, at) ? [one.slice(0, at) + letter + one.slice(at + plain.length)] : [],
      );
      if (spellings.length + more.length > MOST_SPELLINGS) return spellings;
      spellings = [...new Set([...spellings, ...more])];
    }
  }
  return spellings;
}
