/** Folds texts for search: `tromso` finds Tromsø, `creme` finds Crème. */

import { nameKey } from "./plain-text.ts";

const LETTERS = { ø: "o", æ: "ae", ß: "ss", ł: "l", đ: "d", œ: "oe" } as const;
const FOLDED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

export function foldForSearch(text: string): string {
  const plain = nameKey(text).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(FOLDED, (letter) => LETTERS[letter as keyof typeof LETTERS]);
}

/** Each spelling is a separate index lookup. */
const MAX_SPELLINGS = 32;

/** Returns all spellings that fold to the same word, for an index that only removes accents. */
export function spellingsOf(word: string): string[] {
  let spellings = [foldForSearch(word)];
  for (const [letter, plain] of Object.entries(LETTERS)) {
    for (let position = 0; position < word.length * 2; position += 1) {
      const more = spellings.flatMap((variant) =>
        variant.startsWith(plain, position)
          ? [variant.slice(0, position) + letter + variant.slice(position + plain.length)]
          : [],
      );
      if (spellings.length + more.length > MAX_SPELLINGS) return spellings;
      spellings = [...new Set([...spellings, ...more])];
    }
  }
  return spellings;
}
