/** The articles of a SAF-T file: products of the catalogue, products sold in the period, and keyed amounts. */
import type { CatalogueContent } from "../../../../contract/catalogue.ts";
import type { PaymentLine } from "../../../../contract/lines.ts";
import type { Database } from "../../../storage/database/database.ts";
import type { Period } from "../period.ts";
import { soldLines } from "../records.ts";
import { ARTICLE } from "./codes.ts";

/** The longest id of the format (`IdentificationString35`). */
const MAX_ID = 35;

/** Returns the article of a product. A line without a product, or with an id that is too long, is a keyed amount. */
export function articleId(productId: string | undefined): string {
  return productId === undefined || productId.length > MAX_ID ? ARTICLE.id : productId;
}

/** Collects ids and descriptions page by page, and yields in between. */
export function* readArticles(database: Database, period: Period): Generator<null, ReadonlyMap<string, string>> {
  const articles = new Map<string, string>([[ARTICLE.id, ARTICLE.description]]);
  const add = (id: string | undefined, name: string | null) => {
    if (!articles.has(articleId(id))) articles.set(articleId(id), name || articleId(id));
  };
  const kept = database.prepare<[], string>("SELECT content FROM catalogue").pluck().get();
  const { products }: CatalogueContent = kept === undefined ? { categories: [], products: [] } : JSON.parse(kept);
  for (const { id, name } of products) add(id, name);
  for (const page of soldLines(database, period)) {
    for (const { lines } of page)
      for (const { productId, name } of JSON.parse(String(lines)) as PaymentLine[]) add(productId, name);
    yield null;
  }
  return articles;
}
