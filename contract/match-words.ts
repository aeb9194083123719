/**
 * Two words that the customer sees on the till's screens and in their app, and by which they know that both are about the
 * same payment: "Blue heron". They follow from the payment's `posTid` alone, the same in every language. They are no
 * secret and prove nothing: they are for the eye. Pure.
 */
import type { CustomerLanguage } from "./customer-language.ts";
import { shortened } from "./shorten.ts";
import type { Payment } from "./views.ts";

/** The most that the service takes as a request's text (2.3). */
const MAX_TEXT = 150;
const BETWEEN = " · ";

/** Norwegian has the form of the common gender, which all the animals have. */
const COLOURS = [
  ["Blue", "Blå"],
  ["Green", "Grønn"],
  ["Red", "Rød"],
  ["Yellow", "Gul"],
  ["White", "Hvit"],
  ["Grey", "Grå"],
  ["Brown", "Brun"],
  ["Purple", "Lilla"],
  ["Orange", "Oransje"],
  ["Pink", "Rosa"],
  ["Golden", "Gyllen"],
  ["Turquoise", "Turkis"],
] as const;

const ANIMALS = [
  ["heron", "hegre"],
  ["fox", "rev"],
  ["owl", "ugle"],
  ["elk", "elg"],
  ["otter", "oter"],
  ["beaver", "bever"],
  ["hare", "hare"],
  ["eagle", "ørn"],
  ["falcon", "falk"],
  ["swan", "svane"],
  ["seal", "sel"],
  ["whale", "hval"],
  ["lion", "løve"],
  ["tiger", "tiger"],
  ["panda", "panda"],
  ["camel", "kamel"],
  ["penguin", "pingvin"],
  ["parrot", "papegøye"],
  ["robin", "rødstrupe"],
  ["lynx", "gaupe"],
  ["reindeer", "rein"],
  ["salmon", "laks"],
  ["trout", "ørret"],
  ["dolphin", "delfin"],
  ["puffin", "lunde"],
  ["stork", "stork"],
  ["crane", "trane"],
  ["dove", "due"],
  ["giraffe", "sjiraff"],
  ["zebra", "sebra"],
  ["bee", "bie"],
  ["hedgehog", "igelkott"],
] as const;

const PLACE = { en: 0, nb: 1 } as const satisfies Record<CustomerLanguage, number>;

/** The words of a payment: `Blue heron`, `Blå hegre`. */
export function matchWords(posTid: string, language: CustomerLanguage): string {
  const number = hashOf(posTid);
  const colour = COLOURS[number % COLOURS.length] ?? COLOURS[0];
  const animal = ANIMALS[Math.floor(number / COLOURS.length) % ANIMALS.length] ?? ANIMALS[0];
  return `${colour[PLACE[language]]} ${animal[PLACE[language]]}`;
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

/** FNV-1a, 32 bits: spreads names that differ in one character. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash >>> 0;
}
