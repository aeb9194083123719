import { describe, expect, it } from "vitest";
import { currencyChoices } from "../../../../renderer/setup/choices.ts";

const codes = (current: string) => {
  const { common, others } = currencyChoices("en-GB", current);
  return [...common, ...others].map(({ value }) => value);
};

describe("the currencies of the wizard", () => {
  it("are those in common use, each once, the usual ones first and by name", () => {
    const { common, others } = currencyChoices("nb-NO", "NOK");
    expect(common[0]).toEqual({ value: "NOK", label: "NOK – norske kroner" });
    expect(common.map(({ value }) => value)).toEqual(["NOK", "SEK", "DKK", "EUR", "GBP", "USD"]);
    expect(new Set(codes("NOK")).size).toBe(codes("NOK").length);
    for (const past of ["DEM", "HRK", "BGN", "XAU", "XTS"]) expect(codes("NOK")).not.toContain(past);
    expect(others.length).toBeGreaterThan(100);
  });

  it("include the current one, even if it is out of use", () => {
    expect(codes("BGN")).toContain("BGN");
    expect(codes("BGN").filter((code) => code === "BGN")).toHaveLength(1);
  });
});
