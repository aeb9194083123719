import type { Catalogue, Product } from "../../../contract/catalogue/catalogue.ts";
import type { CounterSettings } from "../../../contract/catalogue/counter.ts";
import { foldForSearch } from "../../../contract/values/search-folding.ts";
import type { Shelf, TillState } from "../../store/state.ts";

type First = CounterSettings["first"];

/** From this number on, or with categories, the shelf can be filtered. */
const MANY = 16;

/** Returns whether the shelf and its search exist, and what is shown first. */
export function shelfView({ shelf, terminal }: Pick<TillState, "shelf" | "terminal">): {
  view: First;
  first: First;
  hasProducts: boolean;
  hasSearch: boolean;
} {
  const first = terminal?.counter.first ?? "pad";
  const { products = [], categories = [] } = shelf.catalogue ?? {};
  const hasProducts = products.length > 0;
  const hasSearch = hasProducts && (categories.length > 0 || products.length > MANY);
  return { view: shelf.view ?? first, first, hasProducts, hasSearch };
}

export function visibleProducts(
  catalogue: Catalogue,
  { category, query }: Pick<Shelf, "category" | "query">,
): Product[] {
  const wanted = foldForSearch(query ?? "");
  if (wanted === "") return catalogue.products.filter((product) => category === null || product.category === category);
  return catalogue.products.filter(
    ({ name, names = {}, barcode }) =>
      [name, ...Object.values(names)].some((text) => foldForSearch(text).includes(wanted)) ||
      barcode?.startsWith(wanted),
  );
}
