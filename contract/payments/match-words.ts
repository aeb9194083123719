/**
 * Two words, such as "Blue heron", on the till's screens and in the customer's app. Customers use them to recognise
 * their payment. They are derived from the `posTid`, equal in every language, and neither secret nor proof.
 */
import type { CustomerLanguage } from "../values/customer-language.ts";
import { shortenText } from "../values/plain-text.ts";
import { MATCH_TABLES } from "./match-words-tables.ts";
import type { Payment } from "./views.ts";

const MAX_TEXT = 150;
const SEPARATOR = " · ";
const COLOURS = 12;

/** Returns a payment's match words in a language: `Blue heron`, `Blå hegre`, `Héron bleu`. */
export function matchWords(posTid: string, language: CustomerLanguage): string {
  const { animalFirst, colours, animals } = MATCH_TABLES[language];
  const number = hashOf(posTid);
  const colourIndex = number % COLOURS;
  const [gender, animal] = animals[Math.floor(number / COLOURS) % animals.length] ?? ["c", ""];
  const colour = colours[gender]?.[colourIndex] ?? "";
  const words = animalFirst ? `${animal} ${colour}` : `${colour} ${animal}`;
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

/** Appends the match words to the sale's note. A long note is shortened; the words never are. */
export function appendMatchWords(note: string | null, words: string): string {
  if (note === null) return words;
  const maxNoteLength = MAX_TEXT - SEPARATOR.length - words.length;
  return shortenText(note, maxNoteLength) + SEPARATOR + words;
}

/** Returns the words of a payment's request, or its future words. Null: the request has no words. */
export function displayedMatchWords(
  { posTid, operations, wordsIn }: Pick<Payment, "posTid" | "operations" | "wordsIn">,
  language: CustomerLanguage,
): string | null {
  const isRequested = operations.some(({ kind }) => kind === "create");
  const wordsLanguage = isRequested ? wordsIn : language;
  return wordsLanguage === null ? null : matchWords(posTid, wordsLanguage);
}

/** True if two ids get the same words, which people compare. */
export function haveSameWords(left: string, right: string): boolean {
  return matchWords(left, "en") === matchWords(right, "en");
}

/** FNV-1a, 32 bits: similar ids get different words. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash >>> 0;
}
