import { describe, expect, it } from "vitest";
import type { CatalogueContent, Product } from "../../../../../contract/catalogue/catalogue.ts";
import {
  differences,
  draftOf,
  grouped,
  moveProduct,
  NEW_CATEGORY,
  problemsOf,
  rateOf,
  withDraft,
} from "../../../../../renderer/settings/catalogue/draft.ts";

const USUAL = [2500, 1500, 0];
const DRINKS = { id: "drinks", name: "Drikke" };
const COFFEE: Product = {
  id: "coffee",
  name: "Kaffe",
  names: { en: "Coffee" },
  amount: 4500,
  vatRate: 1500,
  category: "drinks",
  barcode: "7038010021145",
  colour: "#ead9c8",
  slot: "A1",
  picture: "a".repeat(64),
};
const TEA: Product = { id: "tea", name: "Te", amount: 3900, vatRate: 1250, category: "drinks" };
const BAG: Product = { id: "bag", name: "Pose", amount: 400, vatRate: 2500 };
const CONTENT: CatalogueContent = { categories: [DRINKS], products: [COFFEE, BAG, TEA] };
const newId = () => "new";

describe("a product's draft", () => {
  it("is saved as the product that it was made from", () => {
    for (const product of CONTENT.products) {
      const draft = draftOf(product, { usual: USUAL, category: "" });
      expect(problemsOf(draft, product.amount, { ...CONTENT, id: product.id })).toEqual([]);
      expect(withDraft(CONTENT, draft, { id: product.id, amount: product.amount, newId })).toEqual(CONTENT);
    }
  });

  it("rejects a complete scale code as the barcode of a product that is sold by weight or label price", () => {
    const problems = (soldBy: "piece" | "weight" | "price", barcode: string) =>
      problemsOf({ ...draftOf(TEA, { usual: USUAL, category: "" }), soldBy, barcode }, 100, { ...CONTENT, id: TEA.id });
    for (const soldBy of ["weight", "price"] as const) {
      for (const label of ["2312345003454", "02312345003454", "2000000000008"])
        expect(problems(soldBy, label), label).toEqual(["scale"]);
      for (const code of ["2312345", "23123456", "7038010055843", "96385074"])
        expect(problems(soldBy, code), code).toEqual([]);
      expect(problems(soldBy, "")).toEqual(["scale"]);
    }
    expect(problems("piece", "2312345003454")).toEqual([]);
    expect(problems("piece", "2312345")).toEqual(["barcode"]);
  });

  it("starts with the country's standard rate, and may include a new category", () => {
    const empty = draftOf(null, { usual: USUAL, category: "drinks" });
    expect([rateOf(empty.vat), empty.category]).toEqual([2500, "drinks"]);
    expect(problemsOf(empty, null, { categories: [], products: [], id: "x" })).toEqual(["name", "price"]);
    const draft = { ...empty, name: " Kake ", category: NEW_CATEGORY, newCategory: "Kaker" };
    const made = withDraft(CONTENT, draft, { id: "cake", amount: 5500, newId });
    expect(made.categories).toEqual([DRINKS, { id: "new", name: "Kaker" }]);
    expect(made.products.at(-1)).toEqual({ id: "cake", name: "Kake", amount: 5500, vatRate: 2500, category: "new" });
  });

  it("includes no category whose name is in use, in any language", () => {
    const content = { ...CONTENT, categories: [{ ...DRINKS, names: { en: "Drinks" } }] };
    const problems = (newCategory: string) =>
      problemsOf({ ...draftOf(COFFEE, { usual: USUAL, category: "" }), category: NEW_CATEGORY, newCategory }, 4500, {
        ...content,
        id: "coffee",
      });
    expect(problems(" drinks ")).toEqual(["newCategoryTaken"]);
    expect(problems("DRIKKE")).toEqual(["newCategoryTaken"]);
    expect(problems("Mat")).toEqual([]);
  });

  it.each([
    ["another product's barcode", { barcode: "07038010021145" }, ["barcodeTaken"]],
    ["a misread barcode", { barcode: "7038010021146" }, ["barcode"]],
    ["a scale without its code", { soldBy: "weight" as const }, ["scale"]],
    ["a category without a name", { category: NEW_CATEGORY }, ["newCategory"]],
    ["a missing rate", { vat: { chosen: "other", other: "many" } }, ["vat"]],
    ["a rate above 100 %", { vat: { chosen: "other", other: "101" } }, ["vat"]],
  ])("with %s is not saved", (_what, differs, problems) => {
    const draft = { ...draftOf(TEA, { usual: USUAL, category: "" }), ...differs };
    expect(problemsOf(draft, 3900, { ...CONTENT, id: "tea" })).toEqual(problems);
  });
});

describe("the list", () => {
  it("moves a product within its category, and no further", () => {
    const ids = ({ products }: CatalogueContent) => products.map(({ id }) => id).join(" ");
    expect(ids(moveProduct(CONTENT, "tea", -1))).toBe("tea bag coffee");
    expect(ids(moveProduct(CONTENT, "coffee", -1))).toBe("coffee bag tea");
    expect(ids(moveProduct(CONTENT, "bag", 1))).toBe("coffee bag tea");
  });

  it("is sorted by category, uncategorised products last, and searched by every name and the barcode", () => {
    const shown = (query: string) =>
      grouped(CONTENT, query).map(({ category, products }) => [category?.id ?? null, ...products.map(({ id }) => id)]);
    expect(shown("")).toEqual([
      ["drinks", "coffee", "tea"],
      [null, "bag"],
    ]);
    expect(shown("coffee")).toEqual([["drinks", "coffee"]]);
    expect(shown("70380")).toEqual([["drinks", "coffee"]]);
    expect(shown("xyz")).toEqual([]);
    const crumbs = { ...CONTENT, products: [{ ...TEA, name: "Grønn té", names: {} }] };
    expect(grouped(crumbs, "GRONN te").flatMap(({ products }) => products)).toHaveLength(1);
  });

  it("knows the changes of a file", () => {
    const dearer = { ...TEA, amount: 4000 };
    const after = { ...CONTENT, products: [COFFEE, BAG, dearer, { ...BAG, id: "b2" }] };
    expect(differences(CONTENT, after)).toEqual({
      added: [{ ...BAG, id: "b2" }],
      changed: [{ was: TEA, product: dearer }],
    });
  });
});
