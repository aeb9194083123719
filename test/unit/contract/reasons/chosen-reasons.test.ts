import { describe, expect, it } from "vitest";
import { DISCARD_REASONS, localisedReason, REFUND_REASONS } from "../../../../contract/reasons/chosen-reasons.ts";
import { CUSTOMER_LANGUAGES } from "../../../../contract/values/customer-language.ts";

describe("a reason chosen from a list", () => {
  it("is shown in the reader's language, whichever it was chosen in", () => {
    for (const { en, nb } of [...Object.values(REFUND_REASONS), ...Object.values(DISCARD_REASONS)]) {
      expect([localisedReason("nb", en), localisedReason("nb", nb)]).toEqual([nb, nb]);
      expect([localisedReason("en", en), localisedReason("en", nb)]).toEqual([en, en]);
    }
  });

  it("is shown to a customer in their language, and differs in each", () => {
    for (const words of Object.values(REFUND_REASONS)) {
      const all = CUSTOMER_LANGUAGES.map((language) => localisedReason(language, words.en));
      expect(all).toEqual(CUSTOMER_LANGUAGES.map((language) => words[language]));
      expect(new Set(all).size).toBe(CUSTOMER_LANGUAGES.length);
    }
  });

  it("is left as it is for staff when it is for staff only", () => {
    expect(localisedReason("de", DISCARD_REASONS.mistake.nb)).toBe(DISCARD_REASONS.mistake.nb);
  });

  it("is left as typed when it is free text", () => {
    for (const own of ["A cup was broken", "Charged twice, and rude", "belastet to ganger"]) {
      expect([localisedReason("nb", own), localisedReason("en", own)]).toEqual([own, own]);
    }
  });
});
