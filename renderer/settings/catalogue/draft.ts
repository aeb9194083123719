import { useTranslation } from "react-i18next";
import { isProductBarcode, normaliseBarcode } from "../../../contract/catalogue/barcodes.ts";
import {
  type CatalogueContent,
  type Category,
  CSV_COLUMNS,
  type Product,
} from "../../../contract/catalogue/catalogue.ts";
import { parsePercent, percentDigits } from "../../../contract/values/percent.ts";
import { foldForSearch } from "../../../contract/values/search-folding.ts";

export interface ProductDraft {
  name: string;
  /** By language; empty: same as the main name */
  names: Record<string, string>;
  vat: RateDraft;
  /** Category id; empty: none; {@link NEW_CATEGORY} */
  category: string;
  newCategory: string;
  colour: string | null;
  picture: string | null;
  soldBy: "piece" | "weight" | "price";
  barcode: string;
  slot: string;
}

export const NEW_CATEGORY = "*new";
const OTHER_RATE = "other";

export interface RateDraft {
  /** Hundredths of a percent as text; `other`; empty: none */
  chosen: string;
  /** Custom rate in percent, as typed */
  other: string;
}

/** @param rate in hundredths of a percent; null: none */
export function rateDraft(rate: number | null, usual: readonly number[]): RateDraft {
  if (rate === null) return { chosen: "", other: "" };
  return usual.includes(rate)
    ? { chosen: String(rate), other: "" }
    : { chosen: OTHER_RATE, other: percentDigits(rate) };
}

export function isOtherRate({ chosen }: RateDraft): boolean {
  return chosen === OTHER_RATE;
}

/** Returns the rate in hundredths of a percent; null: none; undefined: invalid. */
export function rateOf({ chosen, other }: RateDraft): number | null | undefined {
  if (chosen === "") return null;
  if (chosen !== OTHER_RATE) return Number(chosen);
  return parsePercent(other) ?? undefined;
}

export function draftOf(
  product: Product | null,
  { usual, category }: { usual: readonly number[]; category: string },
): ProductDraft {
  return {
    name: product?.name ?? "",
    names: product?.names ?? {},
    vat: rateDraft(product?.vatRate ?? usual[0] ?? 0, usual),
    category: product ? (product.category ?? "") : category,
    newCategory: "",
    colour: product?.colour ?? null,
    picture: product?.picture ?? null,
    soldBy: product?.scale ?? "piece",
    barcode: product?.barcode ?? "",
    slot: product?.slot ?? "",
  };
}

export type DraftProblem =
  | "name"
  | "price"
  | "vat"
  | "newCategory"
  | "newCategoryTaken"
  | "barcode"
  | "scale"
  | "barcodeTaken";

/**
 * Returns the validation problems.
 * @param amount price in minor units; null: none
 */
export function problemsOf(
  draft: ProductDraft,
  amount: number | null,
  { categories, products, id }: CatalogueContent & { id: string },
): DraftProblem[] {
  const code = draft.barcode.trim();
  const isMeasured = draft.soldBy !== "piece";
  const isCode = isProductBarcode(code, isMeasured) || (!isMeasured && code === "");
  const isTaken =
    code !== "" &&
    products.some(
      (each) => each.id !== id && each.barcode && normaliseBarcode(each.barcode) === normaliseBarcode(code),
    );
  const wrong: [DraftProblem, boolean][] = [
    ["name", draft.name.trim() === ""],
    ["price", amount === null],
    ["vat", typeof rateOf(draft.vat) !== "number"],
    ["newCategory", draft.category === NEW_CATEGORY && draft.newCategory.trim() === ""],
    ["newCategoryTaken", draft.category === NEW_CATEGORY && isCategory(draft.newCategory, categories)],
    [isMeasured ? "scale" : "barcode", !isCode],
    ["barcodeTaken", isTaken],
  ];
  return wrong.filter(([, is]) => is).map(([problem]) => problem);
}

/**
 * Inserts a draft in its product's place or at the end of its category.
 * @param id of the product
 */
export function withDraft(
  { categories, products }: CatalogueContent,
  draft: ProductDraft,
  { id, amount, newId }: { id: string; amount: number; newId: () => string },
): CatalogueContent {
  const isNew = draft.category === NEW_CATEGORY;
  const added: Category[] = isNew ? [{ id: newId(), name: draft.newCategory.trim() }] : [];
  const product: Product = { id, name: draft.name.trim(), amount, vatRate: rateOf(draft.vat) ?? 0 };
  const names = namesOf(draft.names);
  if (names !== undefined) product.names = names;
  const category = isNew ? added[0]?.id : draft.category;
  if (category) product.category = category;
  if (draft.colour !== null) product.colour = draft.colour;
  if (draft.picture !== null) product.picture = draft.picture;
  if (draft.barcode.trim() !== "") product.barcode = draft.barcode.trim();
  if (draft.soldBy !== "piece") product.scale = draft.soldBy;
  if (draft.slot.trim() !== "") product.slot = draft.slot.trim();
  const at = products.findIndex((each) => each.id === id);
  return {
    categories: [...categories, ...added],
    products: at < 0 ? [...products, product] : products.with(at, product),
  };
}

export function namesOf(drafts: Readonly<Record<string, string>>): Product["names"] {
  const names = Object.entries(drafts).flatMap(([language, name]) =>
    name.trim() === "" ? [] : [[language, name.trim()] as const],
  );
  return names.length === 0 ? undefined : Object.fromEntries(names);
}

/** True when a category has this name in any language, because equal names are ambiguous at the counter. */
export function isCategory(text: string, categories: readonly Omit<Category, "id">[]): boolean {
  const wanted = text.trim().toLowerCase();
  return categories.some(({ name, names = {} }) =>
    [name, ...Object.values(names)].some((each) => each.trim().toLowerCase() === wanted),
  );
}

/** Moves a product within its category; unchanged at the end. */
export function moveProduct(content: CatalogueContent, id: string, by: -1 | 1): CatalogueContent {
  const { products } = content;
  const at = products.findIndex((each) => each.id === id);
  const category = products[at]?.category;
  const own = products.flatMap((each, index) => (each.category === category ? [index] : []));
  const other = own[own.indexOf(at) + by];
  const [one, two] = [products[at], other === undefined ? undefined : products[other]];
  if (other === undefined || !one || !two) return content;
  return { ...content, products: products.with(at, two).with(other, one) };
}

/**
 * Groups the products by category, in order, uncategorized ones last.
 * @param query words of a name, or a barcode
 */
export function grouped(
  { categories, products }: CatalogueContent,
  query: string,
): { category: Category | null; products: Product[] }[] {
  const words = foldForSearch(query);
  const isWanted = ({ name, names = {}, barcode = "" }: Product) =>
    [name, ...Object.values(names), barcode].some((text) => foldForSearch(text).includes(words));
  const wanted = products.filter(isWanted);
  const of = (category: Category | null) => ({
    category,
    products: wanted.filter((product) => (product.category ?? null) === (category?.id ?? null)),
  });
  return [...categories.map(of), of(null)].filter((group) => group.products.length > 0);
}

export function differences(before: CatalogueContent, after: CatalogueContent) {
  const old = new Map(before.products.map((product) => [product.id, product]));
  const added = after.products.filter(({ id }) => !old.has(id));
  const changed = after.products.flatMap((product) => {
    const previous = old.get(product.id);
    return previous &&
      JSON.stringify(Object.entries(previous).sort()) !== JSON.stringify(Object.entries(product).sort())
      ? [{ was: previous, product }]
      : [];
  });
  return { added, changed };
}

/** Returns the label of a field; a translated name uses its column as label. */
export function useColumnName(): (field: string) => string {
  const { t } = useTranslation();
  return (field) => {
    const column = CSV_COLUMNS.find((each) => each === field);
    return column === undefined ? field : t(`catalogue.columns.${column}`);
  };
}
