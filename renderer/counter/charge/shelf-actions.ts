/** Actions on the catalogue at the counter: read it, look something up, put it into the basket. */
import { priceOfWeight, readBarcode, type ScannedProduct, scannedName } from "../../../contract/barcodes.ts";
import type { Product } from "../../../contract/catalogue.ts";
import type { EntryAction } from "../../kit/amount/entry.ts";
import type { ActionPorts } from "../../store/ports.ts";
import { isModal, stageOf } from "../../store/select.ts";
import type { Shelf } from "../../store/state.ts";

/** What is done with a product: it is put into the basket, of a new sale where the last one's result stands. */
interface Basket {
  enter(action: EntryAction): void;
  newSale(): void;
}

export function shelfActions({ store, client }: ActionPorts, { enter, newSale }: Basket) {
  const change = (shelf: Partial<Shelf>) => store.setState((state) => ({ shelf: { ...state.shelf, ...shelf } }));
  const asked = new Set<string>();
  const put = (scanned: ScannedProduct) => {
    const { id, name, vatRate } = scanned.product;
    const locale = store.getState().terminal?.locale ?? "en";
    const goods = { productId: id, name: scannedName(name, scanned, locale), amount: scanned.amount, vatRate };
    enter({ type: "goods", goods });
  };
  /** Puts one of a product into the basket; of what is sold by weight the weight is asked first. */
  const addProduct = (product: Product) => {
    if (product.scale === "weight") return store.setState({ dialog: { kind: "weigh", productId: product.id } });
    put({ product, grams: null, amount: product.amount });
  };
  return {
    async readCatalogue() {
      const result = await client.call("catalogue.get", {});
      if (!result.ok) return;
      const { shelf } = store.getState();
      const isThere = result.value.categories.some(({ id }) => id === shelf.category);
      change({ catalogue: result.value, category: isThere ? shelf.category : null });
    },
    /** Reads a picture once. Where that fails the product has its name, and it is asked for when it is shown again. */
    async readPicture(picture: string) {
      if (asked.has(picture)) return;
      asked.add(picture);
      const result = await client.call("catalogue.picture", { picture });
      if (!result.ok) return void asked.delete(picture);
      const address = `data:${result.value.mediaType};base64,${result.value.data}`;
      store.setState(({ shelf }) => ({ shelf: { ...shelf, pictures: { ...shelf.pictures, [picture]: address } } }));
    },
    addProduct,
    /** @param grams more than nothing */
    addWeighed(product: Product, grams: number) {
      const amount = priceOfWeight(grams, product.amount);
      store.setState({ dialog: null });
      if (amount > 0) put({ product, grams, amount });
    },
    /**
     * Puts what was scanned into the basket: of the next sale, where the last one's result stands. It charges no customer.
     * @returns `unknown` where it is none of the shop's products, `notNow` where nothing is being keyed in
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
      else put(scanned);
      return "added";
    },
    showOnShelf: (view: NonNullable<Shelf["view"]>) => change({ view, query: null }),
    chooseCategory: (category: string | null) => change({ category, query: null }),
    /** @param query null: the search is over */
    findProduct: (query: string | null) => change({ query }),
  };
}
