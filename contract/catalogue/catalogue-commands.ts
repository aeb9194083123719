import { z } from "zod";
import {
  type CommandRow,
  duplicateIndexes,
  exactLine,
  exactName,
  noInput,
  oneLine,
  shape,
} from "../calls/command-row.ts";
import { colour, pictureId, vatRate } from "../calls/setting-schema.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { OPERATOR_LANGUAGES } from "../values/customer-language.ts";
import { MAX_AMOUNT } from "../values/money.ts";
import { isProductBarcode, normaliseBarcode } from "./barcodes.ts";
import type { Catalogue, Picture, ReadCatalogueFile } from "./catalogue.ts";
import { CATALOGUE_BYTES, type Category, type Product } from "./catalogue.ts";

/** The catalogue is always shown, stored and sent whole. */
export const MAX_PRODUCTS = 2000;
const MAX_CATEGORIES = 100;
export const MAX_PICTURE_BYTES = 200_000;
/** Guards against small files that decode to huge pictures. */
export const MAX_PICTURE_EDGE = 4096;
/** Total of all pictures, which are part of every backup. */
export const MAX_PICTURES_MEBIBYTES = 64;

const id = exactLine(64);

/** `line` is the schema for names: cleaned when stored, exact for comparison with earlier provisioning. */
const nameFields = (line: typeof exactName) => ({
  id,
  name: line(100),
  names: z.record(z.string().regex(/^[a-z]{2,3}$/, expectedReason("field_language")), line(100)).optional(),
});

const productParts = {
  amount: z.int().min(1).max(MAX_AMOUNT),
  category: id.optional(),
  barcode: z.string().optional(),
  scale: z.enum(["price", "weight"]).optional(),
  colour: colour.optional(),
  picture: pictureId.optional(),
  slot: exactLine(20).optional(),
};

function checkBarcode({ barcode, scale }: Pick<Product, "barcode" | "scale">, context: Context): void {
  if (barcode === undefined && scale === undefined) return;
  if (!isProductBarcode(barcode ?? "", scale !== undefined))
    reportIssue(context, ["barcode"], expectedReason(scale === undefined ? "field_barcode" : "field_barcode_scale"));
}

type Context = Pick<z.RefinementCtx, "addIssue">;

const reportIssue = (context: Context, path: PropertyKey[], message: string) =>
  context.addIssue({ code: "custom", path, message });

interface CatalogueParts {
  categories: readonly Pick<Category, "id">[];
  products: readonly Pick<Product, "id" | "barcode" | "category">[];
}

/** Checks that ids and barcodes are unique and that every category exists. */
export function checkCatalogueReferences({ categories, products }: CatalogueParts, context: Context): void {
  duplicateIndexes(categories.map((each) => each.id)).forEach((index) => {
    reportIssue(context, ["categories", index, "id"], expectedReason("field_each_once"));
  });
  duplicateIndexes(products.map((each) => each.id)).forEach((index) => {
    reportIssue(context, ["products", index, "id"], expectedReason("field_each_once"));
  });
  duplicateIndexes(products.map(({ barcode }) => (barcode === undefined ? null : normaliseBarcode(barcode)))).forEach(
    (index) => {
      reportIssue(context, ["products", index, "barcode"], expectedReason("field_barcode_once"));
    },
  );
  const categoryIds = new Set(categories.map((each) => each.id));
  products.forEach((each, index) => {
    if (each.category !== undefined && !categoryIds.has(each.category))
      reportIssue(context, ["products", index, "category"], expectedReason("field_category"));
  });
}

const catalogueFields = (line: typeof exactName) => ({
  categories: z.array(z.strictObject(nameFields(line))).max(MAX_CATEGORIES),
  products: z
    .array(z.strictObject({ ...nameFields(line), ...productParts, vatRate }).superRefine(checkBarcode))
    .max(MAX_PRODUCTS),
});

export const catalogueContent = z.strictObject(catalogueFields(exactName)).superRefine(checkCatalogueReferences);

const catalogueSet = z
  .strictObject({
    ...catalogueFields(oneLine),
    /** The version that was edited; `conflict` if it is not the current one. Absent: any version */
    version: z.int().min(0).optional(),
  })
  .superRefine(checkCatalogueReferences);

export const provisionedProducts = z
  .array(
    z
      .strictObject({ ...nameFields(exactName), ...productParts, vatRate: vatRate.optional() })
      .superRefine(checkBarcode),
  )
  .max(MAX_PRODUCTS)
  .default([]);
export const provisionedCategories = catalogueFields(exactName).categories.default([]);

const picture = z
  .base64()
  .min(1)
  .max(Math.ceil((MAX_PICTURE_BYTES * 4) / 3) + 4, expectedReason("field_picture_data"));

export const CATALOGUE_COMMANDS = {
  "catalogue.get": { input: noInput, whileLocked: "always", automatic: true, returns: shape<Catalogue>() },
  /** Replaces the whole catalogue. Unused pictures are removed after a day */
  "catalogue.set": {
    input: catalogueSet,
    needs: "catalogue",
    maxBytes: CATALOGUE_BYTES,
    /** `conflict` if the input's version is outdated */
    returns: shape<Catalogue>(),
  },
  /** PNG, JPEG or WebP in base64. The same picture has the same id */
  "catalogue.addPicture": {
    input: z.strictObject({ data: picture }),
    needs: "catalogue",
    maxBytes: 300 * 1024,
    returns: shape<{ picture: string }>(),
  },
  "catalogue.readCsv": {
    input: z.strictObject({
      text: z.string().max(CATALOGUE_BYTES),
      /** Answers to questions: the chosen header per field; empty: none */
      columns: z.record(z.string(), z.string()).optional(),
    }),
    needs: "catalogue",
    maxBytes: CATALOGUE_BYTES,
    returns: shape<ReadCatalogueFile>(),
  },
  /** `language` of the headers; default: the shop's locale */
  "catalogue.csv": {
    input: z.strictObject({ language: z.enum(OPERATOR_LANGUAGES).optional() }),
    needs: "catalogue",
    automatic: true,
    returns: shape<{ text: string }>(),
  },
  "catalogue.picture": {
    input: z.strictObject({ picture: pictureId }),
    whileLocked: "always",
    automatic: true,
    byCustomer: true,
    returns: shape<Picture>(),
  },
} as const satisfies Record<string, CommandRow>;
