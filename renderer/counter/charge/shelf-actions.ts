import {
  priceOfWeight,
  readBarcode,
  type ScannedProduct,
  scannedLineName,
} from "../../../contract/catalogue/barcodes.ts";
import type { Product } from "../../../contract/catalogue/catalogue.ts";
import type { EntryAction } from "../../kit/amount/entry.ts";
import type { ActionPorts } from "../../store/ports.ts";
import { isModal, stageOf } from "../../store/select.ts";
import type { Shelf } from "../../store/state.ts";

interface Basket {
  enter(action: EntryAction): void;
  newSale(): void;
}

export function shelfActions({ store, client }: ActionPorts, { enter, newSale }: Basket) {
  const change = (shelf: Partial<Shelf>) => store.setState((state) => ({ shelf: { ...state.shelf, ...shelf } }));
  const asked = new Set<string>();
  const addToBasket = (scanned: ScannedProduct) => {
    const { id, name, vatRate } = scanned.product;
    const locale = store.getState().terminal?.locale ?? "en";
    const goods = { productId: id, name: scannedLineName(name, scanned, locale), amount: scanned.amount, vatRate };
    enter({ type: "goods", goods });
  };
  const addProduct = (product: Product) => {
    if (product.scale === "weight") return store.setState({ dialog: { kind: "weigh", productId: product.id } });
    addToBasket({ product, grams: null, amount: product.amount });
  };
  return {
    async readCatalogue() {
      const result = await client.call("catalogue.get", {});
      if (!result.ok) return;
      const { shelf } = store.getState();
      const isThere = result.value.categories.some(({ id }) => id === shelf.category);
      change({ catalogue: result.value, category: isThere ? shelf.category : null });
    },
    /** Loads a picture once. After a failure the name is shown, and the next display retries. */
    async readPicture(picture: string) {
      if (asked.has(picture)) return;
      asked.add(picture);
      const result = await client.call("catalogue.picture", { picture });
      if (!result.ok) return void asked.delete(picture);
      const address = `data:${result.value.mediaType};base64,${result.value.data}`;
      store.setState(({ shelf }) => ({ shelf: { ...shelf, pictures: { ...shelf.pictures, [picture]: address } } }));
    },
    addProduct,
    addWeighed(product: Product, grams: number) {
      const amount = priceOfWeight(grams, product.amount);
      store.setState({ dialog: null });
      if (amount > 0) addToBasket({ product, grams, amount });
    },
    /**
     * Adds a scanned product to the basket, starting a new sale after a result. It never charges.
     * @returns `unknown`: not in the catalogue; `notNow`: no amount entry
     */
    addScanned(text: string): "added" | "unknown" | "notNow" {
      const state = store.getState();
      const scanned = readBarcode(text, state.shelf.catalogue?.products ?? [], state.terminal?.currency);
      if (scanned === null) return "unknown";
      const { kind } = stageOf(state);
      const isKeyedIn = kind === "charge" || (kind === "result" && !state.isFresh);
      if (state.route !== "charge" || isModal(state) || !isKeyedIn || state.busy.start) return "notNow";
      if (kind === "result") newSale();
      if (scanned.isUnweighed) addProduct(scanned.product);
      else addToBasket(scanned);
      return "added";
    },
    showOnShelf: (view: NonNullable<Shelf["view"]>) => change({ view, query: null }),
    chooseCategory: (category: string | null) => change({ category, query: null }),
    /** @param query null ends the search */
    findProduct: (query: string | null) => change({ query }),
  };
}
