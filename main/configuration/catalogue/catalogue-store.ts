/** The `catalogue` table: provisioned until changed at the till; later provisioning replaces it. */
import { createHash } from "node:crypto";
import type { Catalogue, CatalogueContent, Product } from "../../../contract/catalogue/catalogue.ts";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import { cleanName } from "../../../contract/values/plain-text.ts";
import { standardRate } from "../../../contract/values/vat.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { DEMO_CATALOGUE } from "./demo-catalogue.ts";

interface Row {
  version: number;
  content: string;
  provisioned: Buffer | null;
}

type Provisioned = Pick<StoredSettings, "products" | "categories" | "counter" | "locale" | "demo">;

interface CataloguePorts {
  /** Returns whether the picture exists here. A provisioning file from another till may name missing ones */
  hasPicture(id: string): boolean;
  /** Runs inside the transaction of every change */
  onPut(before: Catalogue, after: Catalogue, now: number): void;
  now: number;
}

export function openCatalogue(
  database: Database,
  settings: Provisioned,
  { hasPicture, onPut, now: openedAt }: CataloguePorts,
) {
  const read = database.prepare<[], Row>("SELECT version, content, provisioned FROM catalogue");
  const write = database.prepare(
    `INSERT INTO catalogue (one, version, content, provisioned) VALUES (1, @version, @content, @provisioned)
     ON CONFLICT (one) DO UPDATE SET version = excluded.version, content = excluded.content, provisioned = excluded.provisioned`,
  );
  const version = database.prepare<[], number>("SELECT version FROM catalogue").pluck();
  const provisioned = digestOf(settings);
  let current = catalogueOf(read.get());
  // Follows the transaction: a rollback restores the previous version.
  const get = (): Catalogue => {
    if ((version.get() ?? 0) !== current.version) current = catalogueOf(read.get());
    return current;
  };
  const put = ({ categories, products }: CatalogueContent, now: number): Catalogue => {
    const earlier = get();
    const content = cleanContent({ categories, products });
    const next = { version: earlier.version + 1, ...content };
    write.run({ version: next.version, content: JSON.stringify(content), provisioned });
    current = next;
    onPut(earlier, next, now);
    return next;
  };
  if (provisioned !== null && !read.get()?.provisioned?.equals(provisioned))
    transact(database, () => put(contentOf(settings, hasPicture), openedAt));
  // A demo that becomes a real till loses the demo products.
  else if (!settings.demo && isDemoCatalogue(current)) put({ categories: [], products: [] }, openedAt);
  return { get, put };
}

const cleanContent = ({ categories, products }: CatalogueContent): CatalogueContent => ({
  categories: categories.map(cleanNames),
  products: products.map(cleanNames),
});

function cleanNames<T extends Pick<Product, "name" | "names">>(item: T): T {
  const named = { ...item, name: cleanName(item.name) };
  if (item.names === undefined) return named;
  return {
    ...named,
    names: Object.fromEntries(Object.entries(item.names).map(([language, name]) => [language, cleanName(name)])),
  };
}

function catalogueOf(row: Row | undefined): Catalogue {
  if (!row) return { version: 0, categories: [], products: [] };
  return { version: row.version, ...cleanContent(JSON.parse(row.content) as CatalogueContent) };
}

function isDemoCatalogue({ categories, products }: Catalogue): boolean {
  return canonicalJson({ categories, products }) === canonicalJson(DEMO_CATALOGUE);
}

function digestOf({ products, categories = [] }: Provisioned): Buffer | null {
  if (products.length === 0) return null;
  return createHash("sha256").update(canonicalJson({ products, categories })).digest();
}

function contentOf({ products, categories = [], ...settings }: Provisioned, hasPicture: CataloguePorts["hasPicture"]) {
  const usual = defaultVatRate(settings);
  return {
    categories,
    products: products.map(({ picture, vatRate = usual, ...product }): Product => {
      const withVatRate: Product = { ...product, vatRate };
      if (picture !== undefined && hasPicture(picture)) withVatRate.picture = picture;
      return withVatRate;
    }),
  };
}

function defaultVatRate({ counter, locale }: Pick<Provisioned, "counter" | "locale">): number {
  return counter?.keyedVatRate ?? standardRate(locale);
}
