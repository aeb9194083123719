/** Unquoted prices with a comma in comma-delimited files. */
import { describe, expect, it } from "vitest";
import type { CatalogueContent } from "../../../../../contract/catalogue/catalogue.ts";
import { readCatalogueCsv } from "../../../../../main/configuration/catalogue/csv.ts";

const TERMS = { currency: "NOK", locale: "nb-NO", usualVatRate: 2500 };
const NOTHING: CatalogueContent = { categories: [], products: [] };

function read(text: string, { before = NOTHING, columns = {} } = {}) {
  const { catalogue, questions, problems } = readCatalogueCsv(text, before, TERMS, columns);
  return {
    questions,
    problems,
    prices: Object.fromEntries(catalogue.products.map(({ name, amount }) => [name, amount])),
    at: problems.map(({ row, field }) => `${row} ${field}`),
    because: problems.map(({ because }) => because.code),
  };
}

describe("prices that commas may have split into two cells", () => {
  it.each([
    ["decimals", "Name,Price,Stock\nBun,12,50\nTea,45,00\n", "12", "50"],
    ["decimals behind a currency", "Name,Price,Stock\nBun,kr 12,50\nTea,kr 45,00\n", "kr 12", "50"],
    ["decimals in a category", "Name,Price,Category\nBun,12,50\nTea,45,00\n", "12", "50"],
    ["thousands", "Name,Price,Stock\nTable,1,234\nChair,2,500\n", "1", "234"],
    ["thousands with decimals", "Name,Price,Stock\nTable,1,234.50\nChair,2,500.00\n", "1", "234.50"],
    ["both, next to a row without a price", "Name,Price,Stock\nBun,12,50\nTable,1,234\nTea,,\n", "12", "50"],
  ])("make the file invalid, with the first one in the message: %s", (_, text, whole, rest) => {
    for (const columns of [{}, { price: "Price" }])
      expect(read(text, { columns })).toMatchObject({
        prices: {},
        questions: [],
        problems: [
          {
            row: 2,
            field: "price",
            because: { code: "csv_split_price", values: { whole: { quoted: whole }, rest: { quoted: rest } } },
          },
        ],
      });
  });

  it("are reported by row when the next cell is a new id, name or category, or zero VAT", () => {
    const split = { at: ["3 price"], because: ["csv_split_price"] };
    const good = { prices: { Tea: 3000 }, ...split };
    expect(read("Name,Price,VAT,Category\nTea,30,25,Drinks\nBun,12,00,25\n")).toMatchObject(good);
    expect(read("Name,Price,VAT\nTea,30,25\nTable,1,000\n")).toMatchObject(good);
    expect(read("Name,Price,Category\nTea,30,Drinks\nBun,12,50\n")).toMatchObject(good);
    expect(read("Name,Price,Id\nTea,30,t\nTable,1,234\n")).toMatchObject(good);
    expect(read("Price,Name,Category\n30,Tea,Drinks\n12,50,Bun\n")).toMatchObject(good);
  });

  it("are accepted when the next cell is of another kind, or a name in the catalogue", () => {
    const before = {
      categories: [{ id: "c", name: "50" }],
      products: [{ id: "050", name: "Bun", amount: 1000, vatRate: 1500, category: "c" }],
    };
    for (const column of ["Category", "Id"])
      expect(read(`Name,Price,${column}\nBun,12,50\n`, { before })).toMatchObject({ prices: { Bun: 1200 }, at: [] });
    expect(read("Name,Price,Stock\nBun,12,50\nJam,30,5\n")).toMatchObject({ prices: { Bun: 1200, Jam: 3000 } });
    expect(read("Name,Price,VAT\nBun,12,25\nTea,45,0\n").prices).toEqual({ Bun: 1200, Tea: 4500 });
    expect(read("Name,Price,Taxes\nBun,12,25\n").questions).toEqual([{ field: "vat", columns: ["Taxes"] }]);
    expect(read("Name,Price,Taxes\nBun,12,25\n", { columns: { vat: "" } }).prices).toEqual({ Bun: 1200 });
    expect(read("Name,Price,Stock\nBun,12.00,50\n").prices).toEqual({ Bun: 1200 });
    for (const other of ["Name;Price;Stock\nBun;12;50\n", "Name,Price,Stock\n"])
      expect(read(other)).toMatchObject({ at: [], questions: [] });
  });
});
