import { createHash } from "node:crypto";
import type { CatalogueContent } from "../../../../contract/catalogue/catalogue.ts";
import type { PaymentLine } from "../../../../contract/values/lines.ts";
import type { Database } from "../../../storage/database/database.ts";
import type { Period } from "../period.ts";
import { soldLines } from "../records.ts";
import { ARTICLE } from "./codes.ts";
import { replaceInvalidCharacters } from "./xml.ts";

/** The longest id in the format (`IdentificationString35`). */
const MAX_ID = 35;

/** Prefix of the article id of a product whose own id does not fit. */
const HASHED = "sha256-";

/**
 * Returns the article of a product, or of a keyed amount. Hashes an id that is too long, reserved or invalid in XML.
 */
export function articleId(productId: string | undefined): string {
  if (productId === undefined) return ARTICLE.id;
  const isReserved = productId === ARTICLE.id || productId.startsWith(HASHED);
  if (productId.length <= MAX_ID && !isReserved && replaceInvalidCharacters(productId) === productId) return productId;
  return (HASHED + createHash("sha256").update(productId, "utf16le").digest("hex")).slice(0, MAX_ID);
}

export interface Sold {
  articles: ReadonlyMap<string, string>;
  rates: ReadonlySet<number>;
}

/** Collects articles and rates. Yields after each page. */
export function* readSold(database: Database, period: Period): Generator<null, Sold> {
  const rates = new Set<number>();
  const articles = new Map<string, string>([[ARTICLE.id, ARTICLE.description]]);
  const add = (id: string | undefined, name: string | null) => {
    if (!articles.has(articleId(id))) articles.set(articleId(id), name || articleId(id));
  };
  const storedCatalogue = database.prepare<[], string>("SELECT content FROM catalogue").pluck().get();
  const { products }: CatalogueContent =
    storedCatalogue === undefined ? { categories: [], products: [] } : JSON.parse(storedCatalogue);
  for (const { id, name } of products) add(id, name);
  for (const page of soldLines(database, period)) {
    for (const { lines } of page)
      for (const { productId, name, vatRate } of JSON.parse(String(lines)) as PaymentLine[]) {
        add(productId, name);
        if (vatRate !== undefined) rates.add(vatRate);
      }
    yield null;
  }
  return { articles, rates };
}
