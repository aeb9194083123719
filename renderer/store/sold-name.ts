import { localisedLineName } from "../../contract/catalogue/catalogue.ts";
import { useTill } from "./store.ts";

interface Sold {
  /** Null or omitted: keyed in without a name */
  name?: string | null | undefined;
  productId?: string | null | undefined;
}

/** @returns the line's name; empty without one */
export function useSoldName(): (sold: Sold) => string {
  const { products, language } = useTill(({ shelf, ...state }) => ({
    products: shelf.catalogue?.products,
    language: state.language,
  }));
  return ({ name, productId }) =>
    localisedLineName(
      name ?? "",
      products?.find(({ id }) => id === productId),
      language,
    );
}
