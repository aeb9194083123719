/** What a thing that was sold is called in the operator's language. */
import { soldName } from "../../contract/catalogue.ts";
import { useTill } from "./store.tsx";

interface Sold {
  /** Null or left out: it was keyed in without one */
  name?: string | null | undefined;
  productId?: string | null | undefined;
}

/** @returns what names a sold line; empty where it has no name */
export function useSoldName(): (sold: Sold) => string {
  const { products, language } = useTill(({ shelf, ...state }) => ({
    products: shelf.catalogue?.products,
    language: state.language,
  }));
  return ({ name, productId }) =>
    soldName(
      name ?? "",
      products?.find(({ id }) => id === productId),
      language,
    );
}
