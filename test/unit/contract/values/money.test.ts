import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CUSTOMER_LANGUAGES, customerLocale } from "../../../../contract/values/customer-language.ts";
import {
  decimalText,
  formatMoney,
  MAX_AMOUNT,
  minorDigits,
  moneyParts,
  parseAmountText,
} from "../../../../contract/values/money.ts";

const customersLocales = fc.constantFrom(...CUSTOMER_LANGUAGES.map((language) => customerLocale(language, "nb-NO")));
const amounts = fc.integer({ min: 0, max: MAX_AMOUNT });

describe("amounts as text", () => {
  it.each([
    [14_950, "NOK", "149.50"],
    [0, "NOK", "0.00"],
    [5, "NOK", "0.05"],
    [1000, "JPY", "1000"],
    [1234, "KWD", "1.234"],
    [-150, "NOK", "-1.50"],
  ])("%i %s is %s", (amount, currency, text) => {
    expect(decimalText(amount, currency)).toBe(text);
  });

  it("are formatted without floating point", () => {
    expect(formatMoney(14_950, "NOK", "nb-NO")).toBe("149,50\u00a0kr");
    expect(formatMoney(-14_950, "NOK", "nb-NO")).toBe("\u2212149,50\u00a0kr");
    expect(moneyParts(123_450, "NOK", "nb-NO")).toEqual({ number: "1\u00a0234,50", symbol: "kr", symbolFirst: false });
    expect(formatMoney(9_007_199_254_740_991, "NOK", "en")).toContain("90,071,992,547,409.91");
  });

  it("have one minus sign and no accounting style, in any customer language", () => {
    fc.assert(
      fc.property(
        amounts,
        customersLocales,
        fc.constantFrom("NOK", "EUR", "PLN", "JPY"),
        (amount, locale, currency) => {
          const [paid, back] = [formatMoney(amount, currency, locale), formatMoney(-amount - 1, currency, locale)];
          expect(paid).not.toMatch(/[-\u2212()]/);
          expect(back).toMatch(/^\u2212[^-\u2212()]+$/);
          expect(back.slice(1)).toBe(formatMoney(amount + 1, currency, locale));
          expect(moneyParts(-amount - 1, currency, locale).number).toMatch(/^\u2212\d/);
        },
      ),
    );
  });

  it("use the minor unit of each currency", () => {
    expect(["NOK", "JPY", "KWD", "ISK"].map(minorDigits)).toEqual([2, 0, 3, 0]);
  });

  it("survive a round trip in either style", () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom("NOK", "JPY", "KWD"), (amount, currency) => {
        const text = decimalText(amount, currency);
        expect(parseAmountText(text, currency, ".")).toEqual({ ok: true, amount });
        expect(parseAmountText(text.replace(".", ","), currency, ",")).toEqual({ ok: true, amount });
      }),
    );
  });

  it("parse the formatted text", () => {
    fc.assert(
      fc.property(amounts, customersLocales, (amount, locale) => {
        expect(parseAmountText(formatMoney(amount, "NOK", locale), "NOK")).toEqual({ ok: true, amount });
      }),
    );
  });

  it.each([
    ["1 234,50", 123_450],
    ["1.234,50", 123_450],
    ["1,234.50", 123_450],
    ["149", 14_900],
    ["149,5", 14_950],
    ["kr 149,50", 14_950],
    ["149,-", 14_900],
    ["\u200e1\u00a0234,50\u00a0kr\u200f", 123_450],
    ["\u2068149\u200b,50\u2069", 14_950],
    ["149.0000", 14_900],
    ["1\u2019234.50", 123_450],
    ["1\u202f234,50\u00a0kr.", 123_450],
    ["NOK 1'234.50", 123_450],
    ["149.50 nok", 14_950],
    ["\u200f١٬٢٣٤٫٥٠", 123_450],
    ["۱۴۹٫۵", 14_950],
    ["1.234.567", 123_456_700 > MAX_AMOUNT ? null : 123_456_700],
  ])("%s is %s minor units", (text, amount) => {
    expect(parseAmountText(text, "NOK")).toEqual(
      amount === null ? { ok: false, problem: "too_large" } : { ok: true, amount },
    );
  });

  it.each([
    ["PLN", ["45,50 zł", "45,50 PLN", "pln 45,50"]],
    ["UAH", ["₴45,50", "45,50 грн.", "45,50грн"]],
    ["CHF", ["CHF 45.50", "Fr. 45.50", "45.50 SFr."]],
    ["CZK", ["45,50 Kč"]],
    ["RON", ["45,50 lei"]],
    ["EUR", ["€45.50", "45,50 €", "45.50 EUR"]],
    ["SEK", ["45,50 kr", "kr. 45,50"]],
  ])("in %s accept only the symbols and the code of that currency", (currency, texts) => {
    for (const text of texts) {
      expect([text, parseAmountText(text, currency)]).toEqual([text, { ok: true, amount: 4550 }]);
      const isKrone = text.includes("kr");
      expect([text, parseAmountText(text, "NOK").ok, parseAmountText(text, "GBP").ok]).toEqual([text, isKrone, false]);
    }
  });

  it("accept full-width symbols, also in currencies without decimals", () => {
    expect(parseAmountText("￥455", "JPY")).toEqual({ ok: true, amount: 455 });
    expect(parseAmountText("455 Ft", "HUF")).toMatchObject({ ok: true });
  });

  it("allow three decimals when the currency has them and the format is known", () => {
    for (const text of ["1.234", "1,234"])
      expect(parseAmountText(text, "KWD")).toEqual({ ok: false, problem: "ambiguous" });
    expect(parseAmountText("1.234", "KWD", ".")).toEqual({ ok: true, amount: 1234 });
    expect(parseAmountText("1,234", "KWD", ".")).toEqual({ ok: false, problem: "ambiguous" });
    expect(parseAmountText("1,234.5", "KWD", ".")).toEqual({ ok: true, amount: 1_234_500 });
    expect(parseAmountText("1.2345", "KWD")).toEqual({ ok: false, problem: "not_a_number" });
    expect(parseAmountText("1,234", "JPY", ".")).toEqual({ ok: false, problem: "ambiguous" });
  });

  it.each([
    ["1.234", "ambiguous"],
    ["1,234", "ambiguous"],
    ["", "empty"],
    ["abc", "not_a_number"],
    ["1,2,3", "not_a_number"],
    ["12,345,6", "not_a_number"],
    ["12 50", "not_a_number"],
    ["1 234'567", "not_a_number"],
    ["149 stk", "not_a_number"],
    ["149.0001", "not_a_number"],
    ["149.000", "ambiguous"],
    ...["-5", "45-", "45.00-", "12,50\u2013", "$45", "45 EUR", "45 ft", "45 DKK"].map((text) => [text, "not_a_number"]),
    ["1e5", "not_a_number"],
    ["1000000", "too_large"],
  ])("reject %s: %s", (text, problem) => {
    expect(parseAmountText(text, "NOK")).toEqual({ ok: false, problem });
  });
});
