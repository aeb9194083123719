import { describe, expect, it } from "vitest";
import {
  CUSTOMER_LANGUAGES,
  customerLanguageOf,
  customerLocale,
  LANGUAGE_NAMES,
  operatorLanguageOf,
} from "../../../../contract/values/customer-language.ts";

describe("the language of a shop's customers", () => {
  it.each([
    ["nb-NO", "nb"],
    ["nn-NO", "nb"],
    ["no", "nb"],
    ["sv-FI", "sv"],
    ["da-DK", "da"],
    ["de-CH", "de"],
    ["uk_UA", "uk"],
    ["EN-us", "en"],
    ["nl-NL", "en"],
    // A three-letter code: Filipino is not Finnish.
    ["fil-PH", "en"],
    ["", "en"],
  ])("for %j is %s", (locale, language) => {
    expect(customerLanguageOf(locale)).toBe(language);
  });

  it("has its own name, as the runtime does", () => {
    for (const language of CUSTOMER_LANGUAGES) {
      const spoken = language === "nb" ? "no" : language;
      const own = new Intl.DisplayNames([language], { type: "language" }).of(spoken) ?? "";
      expect(LANGUAGE_NAMES[language].toLocaleLowerCase(language)).toBe(own.toLocaleLowerCase(language));
    }
  });

  it("is written as in the shop, or as usual in its country", () => {
    expect(customerLocale("de", "de-CH")).toBe("de-CH");
    expect(customerLocale("de", "nb-NO")).toBe("de-DE");
    expect(customerLocale("en", "nl-NL")).toBe("nl-NL");
    for (const language of CUSTOMER_LANGUAGES)
      expect(customerLanguageOf(customerLocale(language, "nl-NL"))).toMatch(/^../);
    for (const language of CUSTOMER_LANGUAGES.slice(1))
      expect(customerLanguageOf(customerLocale(language, ""))).toBe(language);
  });

  it("is one of two for operators", () => {
    expect(["nn-NO", "nb", "sv-SE", "de-DE", "en-GB"].map(operatorLanguageOf)).toEqual(["nb", "nb", "en", "en", "en"]);
  });
});
