import { describe, expect, it } from "vitest";
import { DISCARD_REASONS, REFUND_REASONS, reasonIn } from "../../../contract/chosen-reasons.ts";
import { CUSTOMER_LANGUAGES } from "../../../contract/customer-language.ts";

describe("a reason that was chosen from a list", () => {
  it("is said in the language of whoever reads it, whichever it was chosen in", () => {
    for (const { en, nb } of [...Object.values(REFUND_REASONS), ...Object.values(DISCARD_REASONS)]) {
      expect([reasonIn("nb", en), reasonIn("nb", nb)]).toEqual([nb, nb]);
      expect([reasonIn("en", en), reasonIn("en", nb)]).toEqual([en, en]);
    }
  });

  it("is said to a customer in each of their languages, and in no two the same way", () => {
    for (const words of Object.values(REFUND_REASONS)) {
      const all = CUSTOMER_LANGUAGES.map((language) => reasonIn(language, words.en));
      expect(all).toEqual(CUSTOMER_LANGUAGES.map((language) => words[language]));
      expect(new Set(all).size).toBe(CUSTOMER_LANGUAGES.length);
    }
  });

  it("is left to staff as it is where it is for them alone", () => {
    expect(reasonIn("de", DISCARD_REASONS.mistake.nb)).toBe(DISCARD_REASONS.mistake.nb);
  });

  it("is left as it was typed where it is a person's own", () => {
    for (const own of ["A cup was broken", "Charged twice, and rude", "belastet to ganger"]) {
      expect([reasonIn("nb", own), reasonIn("en", own)]).toEqual([own, own]);
    }
  });
});
