import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appendMatchWords, displayedMatchWords, matchWords } from "../../../../contract/payments/match-words.ts";
import { MATCH_TABLES } from "../../../../contract/payments/match-words-tables.ts";
import type { Operation } from "../../../../contract/payments/views.ts";
import { CUSTOMER_LANGUAGES, type CustomerLanguage } from "../../../../contract/values/customer-language.ts";

const posTids = fc.string({ minLength: 1, maxLength: 40 });
const languages = fc.constantFrom(...CUSTOMER_LANGUAGES);
const REQUESTED = [{ kind: "create" } as Operation];

describe("the two words of a payment", () => {
  it("are a colour and an animal, and the same pair in both languages", () => {
    expect([matchWords("K7Q2-0142-abcdefgh", "en"), matchWords("K7Q2-0142-abcdefgh", "nb")]).toEqual([
      "Green giraffe",
      "Grønn sjiraff",
    ]);
  });

  it("have equally many distinct colours and animals in every language, and a form for every gender", () => {
    for (const language of CUSTOMER_LANGUAGES) {
      const { colours, animals } = MATCH_TABLES[language];
      expect([language, new Set(animals.map(([, name]) => name)).size]).toEqual([language, 32]);
      for (const forms of Object.values(colours)) expect([language, new Set(forms).size]).toEqual([language, 12]);
      for (const [gender, name] of animals) expect([name, colours[gender]?.length]).toEqual([name, 12]);
    }
  });

  it("agree in gender, and follow the word order of their language", () => {
    // The same payment in all languages: the giraffe is feminine in one and masculine in another.
    const found = CUSTOMER_LANGUAGES.map((language) => matchWords("K7Q2-0142-abcdefgh", language));
    expect(found).toEqual([
      "Green giraffe",
      "Grønn sjiraff",
      "Grön giraff",
      "Grøn giraf",
      "Vihreä kirahvi",
      "Grüne Giraffe",
      "Girafe verte",
      "Jirafa verde",
      "Zielona żyrafa",
      "Зелений жираф",
    ]);
    const white = (language: CustomerLanguage, animal: number) => {
      const { animals, colours, animalFirst } = MATCH_TABLES[language];
      const [gender, name] = animals[animal] ?? ["c", ""];
      const colour = colours[gender]?.[4] ?? "";
      return animalFirst ? `${name} ${colour}` : `${colour} ${name}`;
    };
    expect([white("sv", 12), white("da", 31), white("de", 18), white("fr", 29), white("es", 5)]).toEqual([
      "vitt lejon",
      "hvidt pindsvin",
      "weißes Rotkehlchen",
      "zèbre blanc",
      "castor blanco",
    ]);
  });

  it("distinguish the payments of a busy hour", () => {
    const numbers = Array.from({ length: 200 }, (_, index) => `K7Q2-${String(index).padStart(4, "0")}-q8w7e6r5`);
    expect(new Set(numbers.map((posTid) => matchWords(posTid, "en"))).size).toBeGreaterThan(120);
    const neighbours = numbers
      .slice(1)
      .filter((at, index) => matchWords(at, "en") === matchWords(numbers[index] ?? "", "en"));
    expect(neighbours.length).toBeLessThan(4);
  });

  it("are complete in the request's text, whatever the note", () => {
    fc.assert(
      fc.property(
        posTids,
        languages,
        fc.option(fc.string({ minLength: 1, maxLength: 150 })),
        (posTid, language, note) => {
          const words = matchWords(posTid, language);
          const text = appendMatchWords(note, words);
          expect(text.length).toBeLessThanOrEqual(150);
          expect(text.endsWith(words)).toBe(true);
        },
      ),
    );
  });

  it("follow a short note, and shorten a long one", () => {
    expect(appendMatchWords("Table 4", "Blue heron")).toBe("Table 4 · Blue heron");
    expect(appendMatchWords("x".repeat(150), "Blue heron")).toBe(`${"x".repeat(136)}… · Blue heron`);
  });

  it("never split a character of a note", () => {
    for (const before of [135, 136]) {
      const text = appendMatchWords("x".repeat(before) + "😀".repeat(7), "Blue heron");
      expect(text).toMatch(/^x+😀*… · Blue heron$/u);
      expect(text.length).toBeLessThanOrEqual(150);
    }
  });

  it("stay unchanged when the customer's language changes", () => {
    const payment = { posTid: "A", operations: REQUESTED, wordsIn: "nb" as const };
    expect(displayedMatchWords(payment, "en")).toBe(matchWords("A", "nb"));
    expect(displayedMatchWords({ ...payment, operations: [], wordsIn: null }, "en")).toBe(matchWords("A", "en"));
    expect(displayedMatchWords({ ...payment, wordsIn: null }, "en")).toBeNull();
  });
});
