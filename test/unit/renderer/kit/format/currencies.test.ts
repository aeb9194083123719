import { describe, expect, it } from "vitest";
import { CURRENT_CURRENCIES, currentCurrencies } from "../../../../../renderer/kit/format/currencies.ts";

describe("the selectable currencies", () => {
  it("are the currencies in use, each once and in order", () => {
    expect(CURRENT_CURRENCIES).toEqual([...new Set(CURRENT_CURRENCIES)].sort());
    for (const code of ["NOK", "SEK", "DKK", "EUR", "ISK", "GBP", "USD", "PLN", "CZK", "JPY", "KWD"])
      expect(CURRENT_CURRENCIES).toContain(code);
    expect(CURRENT_CURRENCIES.length).toBeGreaterThan(145);
    expect(CURRENT_CURRENCIES.length).toBeLessThan(160);
  });

  it.each([
    "DEM",
    "FRF",
    "ITL",
    "FIM",
    "HRK",
    "EEK",
    "BGN",
    "ANG",
    "CSK",
    "SUR",
    "ZWL",
    "XAU",
    "XTS",
    "XXX",
    "CLF",
    "BOV",
  ])("exclude %s", (code) => {
    expect(CURRENT_CURRENCIES).not.toContain(code);
  });

  it("have names in the operator's language, and are all codes that this machine can format", () => {
    const named = currentCurrencies("nb");
    expect(named.find(({ code }) => code === "NOK")?.name).toBe("norske kroner");
    const unnamed = CURRENT_CURRENCIES.filter((code) => !named.some((one) => one.code === code));
    // Currencies newer than the machine's data.
    expect(unnamed.filter((code) => !["VED", "XCG", "ZWG"].includes(code))).toEqual([]);
    const known = Intl.supportedValuesOf("currency");
    expect(named.map(({ code }) => code).filter((code) => !known.includes(code))).toEqual([]);
  });
});
