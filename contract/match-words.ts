/**
 * Two words that the customer sees on the till's screens and in their app, and by which they know that both are about the
 * same payment: "Blue heron". They follow from the payment's `posTid` alone, the same in every language. They are no
 * secret and prove nothing: they are for the eye. Pure.
 */
import type { CustomerLanguage } from "./customer-language.ts";
import { MATCH_TABLES } from "./match-words-tables.ts";
import { shortened } from "./shorten.ts";
import type { Payment } from "./views.ts";

/** The most that the service takes as a request's text (2.3). */
const MAX_TEXT = 150;
const BETWEEN = " · ";
/** Each language's table has as many. */
const COLOURS = 12;

/** The words of a payment, as its customer's language puts them: `Blue heron`, `Blå hegre`, `Héron bleu`. */
export function matchWords(posTid: string, language: CustomerLanguage): string {
  const { animalFirst, colours, animals } = MATCH_TABLES[language];
  const number = hashOf(posTid);
  const place = number % COLOURS;
  const [gender, animal] = animals[Math.floor(number / COLOURS) % animals.length] ?? ["c", ""];
  const colour = colours[gender]?.[place] ?? "";
  const words = animalFirst ? `${animal} ${colour}` : `${colour} ${animal}`;
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

/**
 * What the customer's app shows of a request: what it is for, and the words. A long note gives way to the words, which
 * are no use in part.
 * @param note the sale's note, at most 150 characters; null: nothing
 */
export function textWithWords(note: string | null, words: string): string {
  if (note === null) return words;
  const room = MAX_TEXT - BETWEEN.length - words.length;
  return shortened(note, room) + BETWEEN + words;
}

/**
 * The words to show beside a payment: those of its request, once that is made, else those that it will have.
 * @param language the customer's now
 * @returns null where the request has none: the app shows none either
 */
export function shownWords(
  { posTid, operations, wordsIn }: Pick<Payment, "posTid" | "operations" | "wordsIn">,
  language: CustomerLanguage,
): string | null {
  const isRequested = operations.some(({ kind }) => kind === "create");
  const shown = isRequested ? wordsIn : language;
  return shown === null ? null : matchWords(posTid, shown);
}

/** Whether two names have the same words, in every language. */
export function haveSameWords(one: string, other: string): boolean {
  return matchWords(one, "en") === matchWords(other, "en");
}

/** FNV-1a, 32 bits: spreads names that differ in one character. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash >>> 0;
}
