import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../../contract/bridge/commands.ts";
import { inEnglish, unpackReason } from "../../../../contract/reasons/reasons.ts";
import {
  foreignExample,
  isPossiblePhone,
  ownExample,
  parsePhone,
  shopCountries,
} from "../../../../contract/values/phones.ts";

describe("the shop's countries", () => {
  it("are those of its locale and currency", () => {
    expect(shopCountries("nb-NO", "NOK")).toEqual(["NO"]);
    expect(shopCountries("nb", "NOK")).toEqual(["NO"]);
    expect(shopCountries("fi-FI", "EUR")).toEqual(["FI"]);
    expect(shopCountries("en-GB", "NOK")).toEqual(["GB", "NO"]);
  });
});

describe("a phone number", () => {
  it.each([
    ["987 65 432", "NO", "4798765432", "+47 98 76 54 32"],
    ["701234567", "SE", "46701234567", "+46 70 123 45 67"],
    ["070-123 45 67", "SE", "46701234567", "+46 70 123 45 67"],
    ["611 1234", "IS", "3546111234", "+354 611 1234"],
    ["040 123 4567", "FI", "358401234567", "+358 40 1234567"],
    ["20 12 34 56", "DK", "4520123456", "+45 20 12 34 56"],
    ["+46 (0)70 123 45 67", "NO", "46701234567", "+46 70 123 45 67"],
    ["+46 (0)70 123 45 67", "SE", "46701234567", "+46 70 123 45 67"],
    ["0046 70 123 45 67", "NO", "46701234567", "+46 70 123 45 67"],
    ["+47 987 65 432", "SE", "4798765432", "+47 98 76 54 32"],
    ["4798765432", "NO", "4798765432", "+47 98 76 54 32"],
    ["4798765432", "SE", "4798765432", "+47 98 76 54 32"],
    ["46 70 123 45 67", "NO", "46701234567", "+46 70 123 45 67"],
    ["\u202a+47 987 65 432\u202c", "SE", "4798765432", "+47 98 76 54 32"],
    ["\u200e0046\u00ad70 123\u200b45 67", "NO", "46701234567", "+46 70 123 45 67"],
  ])("%s in %s is %s", (text, country, digits, shown) => {
    expect(parsePhone(text, [country])).toMatchObject({ kind: "number", reading: { digits, shown } });
  });

  it("is rejected when no country has such a number", () => {
    for (const text of ["", "+", "12", "12345", "abc", "701234567", "+0 123 456 789"]) {
      expect(parsePhone(text, ["NO"])).toEqual({ kind: "none" });
    }
  });

  it("has an example of another country than the shop's, valid everywhere", () => {
    for (const shop of [["NO"], ["SE"], ["FI"], []]) {
      const read = parsePhone(foreignExample(shop), shop);
      expect(read).toMatchObject({ kind: "number", reading: { shown: foreignExample(shop) } });
      expect(read.kind === "number" && shop.includes(read.reading.country ?? "")).toBe(false);
    }
  });

  it("has an example of the shop's own country, too, in its local form", () => {
    for (const country of ["NO", "SE", "DK", "FI", "IS"]) {
      const example = ownExample([country]) ?? "";
      const read = parsePhone(example, [country]);
      expect(read).toMatchObject({ kind: "number", reading: { country } });
      // Grouped as displayed once it is typed.
      const groups = example.replace(/^0/, "").replace("-", " ");
      expect(read).toMatchObject({ reading: { shown: expect.stringMatching(new RegExp(` ${groups}$`)) } });
    }
    expect(ownExample([])).toBeNull();
  });

  it("that fits two countries' plans prompts a question", () => {
    // Eight digits are a valid number in Norway and in Denmark.
    expect(parsePhone("40 12 34 56", ["NO", "DK"])).toMatchObject({
      kind: "ask",
      readings: [
        { digits: "4740123456", country: "NO" },
        { digits: "4540123456", country: "DK" },
      ],
    });
  });

  it("that is long enough but in no mobile plan prompts a question, too", () => {
    expect(parsePhone("22 12 34 56", ["NO"])).toMatchObject({ kind: "ask", readings: [{ digits: "4722123456" }] });
    expect(parsePhone("12345678", ["NO"])).toMatchObject({ kind: "ask", readings: [{ digits: "4712345678" }] });
  });

  it("of the shop's country takes precedence over another country's code in its first digits", () => {
    // +98 765432 is a number in Iran, but not a mobile one.
    fc.assert(
      fc.property(fc.integer({ min: 40_000_000, max: 49_999_999 }), fc.constantFrom(0, 50_000_000), (low, plus) => {
        const text = String(low + plus);
        const read = parsePhone(text, ["NO"]);
        expect(read.kind === "number" && read.reading.digits !== `47${text}`, text).toBe(false);
      }),
    );
  });

  it("parses its own displayed form, in any shop", () => {
    const countries = fc.constantFrom("NO", "SE", "FI", "IS", "DK", "DE", "GB", "US");
    fc.assert(
      fc.property(countries, countries, fc.stringMatching(/^[0-9]{5,12}$/), (here, elsewhere, text) => {
        const read = parsePhone(text, [here]);
        if (read.kind !== "number") return;
        expect(parsePhone(read.reading.shown, [elsewhere])).toEqual(read);
        expect(isPossiblePhone(read.reading.digits)).toBe(true);
      }),
    );
  });
});

describe("main's own check", () => {
  const accepts = (value: string) =>
    COMMANDS["payment.identify"].input.safeParse({ posTid: "K7Q2-1", customer: { kind: "phone", value } });

  it("accepts international digits and refuses impossible numbers", () => {
    for (const value of ["4798765432", "4700000000", "46701234567", "3546111234"]) {
      expect(accepts(value).success).toBe(true);
    }
    for (const value of ["701234567", "460701234567", "+4798765432", "9991234567"]) {
      const refused = accepts(value);
      expect(refused.success, value).toBe(false);
      expect(refused.error?.issues[0]).toMatchObject({ path: ["customer", "value"] });
      expect(inEnglish(unpackReason(refused.error?.issues[0]?.message ?? ""))).toMatch(/4798765432/);
    }
  });
});
