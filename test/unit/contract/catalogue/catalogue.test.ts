import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../../contract/bridge/commands.ts";
import { localisedName, type Product } from "../../../../contract/catalogue/catalogue.ts";
import { knownRates, selectableRates, standardRate } from "../../../../contract/values/vat.ts";
import { fieldProblems } from "../../../../main/bridge/fields.ts";

const BUN: Product = { id: "bun", name: "Kanelbolle", amount: 3900, vatRate: 1500, category: "food" };
const FOOD = { id: "food", name: "Mat" };

function wrongFields(products: unknown[], categories: unknown[] = [FOOD]): string[] {
  const checked = COMMANDS["catalogue.set"].input.safeParse({ categories, products });
  return checked.success ? [] : [...new Set(fieldProblems(checked.error).map(({ field }) => field))];
}

describe("a catalogue", () => {
  it("has every part of a product", () => {
    const fullProduct: Product = {
      ...BUN,
      names: { en: "Cinnamon bun" },
      barcode: "7038010021145",
      colour: "#1257d6",
      slot: "A1",
      picture: "a".repeat(64),
    };
    expect(wrongFields([fullProduct, { ...BUN, id: "kg", barcode: "2312345", scale: "weight" }])).toEqual([]);
    expect(wrongFields([{ ...BUN, id: "kg", barcode: "7038010055843", scale: "weight" }])).toEqual([]);
    expect([localisedName(fullProduct, "en"), localisedName(fullProduct, "nb")]).toEqual([
      "Cinnamon bun",
      "Kanelbolle",
    ]);
  });

  it.each<[string, object]>([
    ["products[1].id", {}],
    ["products[1].category", { id: "b", category: "drinks" }],
    ["products[1].barcode", { id: "b", barcode: "7038010021146" }],
    ["products[1].barcode", { id: "b", barcode: "1234567", scale: "weight" }],
    ["products[1].barcode", { id: "b", scale: "price" }],
    ["products[1].colour", { id: "b", colour: "red" }],
    ["products[1].vatRate", { id: "b", vatRate: 10_001 }],
    ["products[1].vatRate", { id: "b", vatRate: 12.5 }],
    ["products[1].amount", { id: "b", amount: 0 }],
    ["products[1].name", { id: "b", name: "" }],
    ["products[1].name", { id: "b", name: "two\nlines" }],
    ["products[1].names.EN", { id: "b", names: { EN: "Bun" } }],
    ["products[1].price", { id: "b", price: 1 }],
  ])("reports an invalid %s: %j", (field, differs) => {
    expect(wrongFields([BUN, { ...BUN, ...differs }])).toEqual([field]);
  });

  it("has each barcode and each category once, in any spelling", () => {
    const upc = { ...BUN, barcode: "036000291452" };
    expect(wrongFields([upc, { ...BUN, id: "b", barcode: "0036000291452" }])).toEqual(["products[1].barcode"]);
    expect(wrongFields([], [FOOD, { ...FOOD, name: "More" }])).toEqual(["categories[1].id"]);
  });

  it("knows the rates of the shop's country, the standard one first", () => {
    expect(selectableRates("nb-NO")).toEqual([2500, 1500, 1200, 0]);
    expect(selectableRates("de-AT")).toEqual([2000, 1300, 1000, 490, 0]);
    expect(selectableRates("uk-UA")).toEqual([2000, 1400, 700, 0]);
    expect(["fa-IR", "en-US", "und"].map((locale) => knownRates(locale))).toEqual([[], [], []]);
    expect([standardRate("nb"), standardRate("en-GB"), standardRate("ja-JP")]).toEqual([2500, 2000, 0]);
  });
});
