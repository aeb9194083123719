/** The reasons in the preview of a product file for rejecting a file, a row or a cell. */
import { describe, expect, it } from "vitest";
import type { CatalogueContent } from "../../../../../contract/catalogue/catalogue.ts";
import { decodeText } from "../../../../../contract/values/text-files.ts";
import { readCatalogueCsv } from "../../../../../main/configuration/catalogue/csv.ts";

const TERMS = { currency: "NOK", locale: "nb-NO", usualVatRate: 2500 };

const read = (text: string, products: CatalogueContent["products"] = []) =>
  readCatalogueCsv(text, { categories: [], products }, TERMS);
const codes = (text: string) => read(text).problems.map(({ because }) => because.code);

describe("a file that is not a table", () => {
  it.each([
    ["empty", Buffer.from("")],
    ["of spaces", Buffer.from("\ufeff \n\n")],
    ["an Excel workbook", Buffer.from("504b03041400060008000000210062ee9d685e0100009004000013000802", "hex")],
  ])("is rejected with the advice to save it as CSV: %s", (_, bytes) => {
    expect(codes(decodeText(bytes, "nb-NO").text)).toEqual(["csv_no_text"]);
  });
});

describe("a repeated product", () => {
  it.each([
    ["name", "navn;pris\nBun;10\nTea;20\nBUN;12\n"],
    ["id", "id;navn;pris\n7;Bun;10\n8;Tea;20\n7;Cake;12\n"],
    ["barcode", "navn;pris;ean\nBun;10;7038010009457\nTea;20;\nCake;12;7038010009457\n"],
  ])("is reported by its %s, with the number of the other row", (field, text) => {
    const { problems } = read(text);
    expect(problems).toMatchObject([{ row: 4, field, because: { code: "csv_repeated", values: { row: 2 } } }]);
  });

  it("is reported when a product in the till already has the barcode", () => {
    const bun = { id: "a", name: "Bun", amount: 1000, vatRate: 1500, barcode: "7038010009457" };
    const { problems } = read("id;navn;pris;ean\nb;Cake;10;7038010009457\n", [bun]);
    expect(problems[0]?.message).toContain("Bun");
    expect(problems).toMatchObject([{ field: "barcode", because: { code: "csv_barcode_taken" } }]);
  });
});

describe("a rejected price", () => {
  it.each([
    ["1.234", "csv_price_ambiguous"],
    ["45.000", "csv_price_ambiguous"],
    ["-5", "csv_price_negative"],
    ["\u22125,50", "csv_price_negative"],
    ["", "csv_price_empty"],
    ["free", "csv_price"],
  ])("%j has the reason %s, with its product and cell", (cell, code) => {
    expect(read(`navn;pris;mva\nBun;${cell};15\n`).problems).toMatchObject([
      { field: "price", because: { code }, product: "Bun", cell },
    ]);
  });

  it("is shortened when it is long", () => {
    expect(read(`navn;pris\nBun;${"x".repeat(99)}\n`).problems[0]?.cell).toHaveLength(40);
  });
});

describe("the VAT rate of new products", () => {
  it("is the default rate only when no VAT column is read", () => {
    expect(read("navn;pris\nBun;10\n").defaultVatRate).toBe(2500);
    expect(read("navn;pris;mva\nBun;10;15\n").defaultVatRate).toBeNull();
  });

  it.each(["Mva sats", "mva-sats", "MVA-sats %", "Tax %", "Tax rate (%)"])("is read from %s", (header) => {
    expect(read(`navn;pris;${header}\nBun;10;15\n`)).toMatchObject({
      problems: [],
      catalogue: { products: [{ vatRate: 1500 }] },
    });
  });

  it.each(["Sats", "Avg.", "Rate"])("prompts a question when the column %s may contain it", (header) => {
    expect(read(`navn;pris;${header}\nBun;10;15\n`).questions).toEqual([{ field: "vat", columns: [header] }]);
  });
});
