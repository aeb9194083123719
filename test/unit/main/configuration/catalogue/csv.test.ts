import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CatalogueContent, Product } from "../../../../../contract/catalogue/catalogue.ts";
import { catalogueContent } from "../../../../../contract/catalogue/catalogue-commands.ts";
import { cleanName, nameKey } from "../../../../../contract/values/plain-text.ts";
import { catalogueCsv, readCatalogueCsv } from "../../../../../main/configuration/catalogue/csv.ts";

const TERMS = { currency: "NOK", locale: "nb-NO", usualVatRate: 2500 };
const COMPLETE = { problems: [], questions: [], unread: [], defaultVatRate: null };
const NOTHING: CatalogueContent = { categories: [], products: [] };
const read = (text: string, before = NOTHING, terms = TERMS) => readCatalogueCsv(text, before, terms);
const problems = (text: string, before = NOTHING) =>
  read(text, before).problems.map(({ row, field }) => `${row} ${field}`);

const text = (max: number) =>
  fc
    .string({ minLength: 1, maxLength: max, unit: "grapheme" })
    .map(cleanName)
    .filter((each) => each !== "" && each.length <= max && !/[\p{Cc}\ufffd]/u.test(each));

const catalogue = fc
  .record({
    categories: fc.uniqueArray(fc.record({ id: fc.stringMatching(/^[a-z]{1,8}$/), name: text(30) }), {
      selector: ({ name }) => nameKey(name),
      maxLength: 4,
    }),
    products: fc.uniqueArray(
      fc.record(
        {
          id: text(20),
          name: text(40),
          amount: fc.integer({ min: 1, max: 99_999_999 }),
          vatRate: fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 10_000 })),
          colour: fc.stringMatching(/^#[0-9a-f]{6}$/),
          slot: text(5),
          names: fc.dictionary(fc.constantFrom("en", "nb", "sv"), text(30), { minKeys: 1 }),
          category: fc.nat(),
        },
        { requiredKeys: ["id", "name", "amount", "vatRate"] },
      ),
      { selector: ({ id }) => id, maxLength: 8 },
    ),
  })
  .map(({ categories, products }) => ({
    categories,
    products: products.map(({ category = 0, ...product }): Product => {
      const chosen = categories[category % Math.max(1, categories.length)];
      return chosen === undefined ? product : { ...product, category: chosen.id };
    }),
  }))
  .filter((content) => catalogueContent.safeParse(content).success)
  // A category is exported by name, and a name that equals another id would match that id.
  .filter(({ categories }) => categories.every(({ name }) => categories.every(({ id }) => id !== nameKey(name))));

const locales = fc.constantFrom(
  ...["nb-NO", "en-GB", "de-CH", "fr-FR", "pl-PL", "uk-UA", "ar-EG", "fa-IR", "hi-IN", "ne-NP", "pt-BR", "tr-TR"],
  ...["en-IN", "es-MX", "ja-JP", "ckb-IQ", "my-MM", "bn-BD", "sv-SE", "hu-HU", "ur-PK", "mr-IN", "lv-LV"],
);
const currencies = fc.constantFrom("NOK", "KWD", "JPY");
const languages = fc.constantFrom("en" as const, "nb" as const);

describe("a catalogue's CSV file", () => {
  it("survives a round trip in both languages", () => {
    fc.assert(
      fc.property(catalogue, locales, currencies, languages, (content, locale, currency, language) => {
        const terms = { ...TERMS, locale, currency };
        const written = catalogueCsv(content, terms, language);
        expect(read(written, content, terms)).toEqual({ catalogue: content, ...COMPLETE });
        const reread = read(written, { categories: content.categories, products: [] }, terms);
        expect(reread).toEqual({ catalogue: content, ...COMPLETE });
      }),
    );
  });

  it("opens in a Norwegian spreadsheet, without a formula", () => {
    const products = [{ id: "a", name: "=HYPERLINK(1)", amount: 4500, vatRate: 1250, barcode: "7038010021145" }];
    expect(catalogueCsv({ categories: [], products }, TERMS, "nb")).toBe(
      '\ufeffid;navn;pris;mva;kategori;strekkode;vekt;farge;plass\r\na;\'=HYPERLINK(1);"45,00";"12,5 %";;7038010021145;;;\r\n',
    );
  });

  it("has its headers in the operator's language, and its amounts in the shop's format", () => {
    expect(catalogueCsv(NOTHING, TERMS, "en")).toBe("\ufeffid;name;price;vat;category;barcode;scale;colour;slot\r\n");
  });

  it("reads no thousands separator as a decimal mark, and no decimals as thousands", () => {
    const prices = (currency: string, locale: string) =>
      ["1.234", "1,234", "1 234,500", "1,234.500"].map((price) => {
        const { catalogue } = read(`name;price\nTea;${price}\n`, NOTHING, { ...TERMS, currency, locale });
        return catalogue.products[0]?.amount ?? null;
      });
    expect(prices("KWD", "en-KW")).toEqual([1234, null, null, 1_234_500]);
    expect(prices("KWD", "nb-NO")).toEqual([null, 1234, 1_234_500, 1_234_500]);
    expect(prices("NOK", "nb-NO")).toEqual([null, null, null, null]);
  });

  it("is read from other programs: their headers, commas, percent signs, empty rows", () => {
    const english = "Product,Price,VAT %,Category,Colour\nLatte,45.50,15%,Coffee,#AABBCC\n\nFilter,39,,coffee,\n";
    const { catalogue, problems } = read(english);
    expect(problems).toEqual([]);
    expect(catalogue).toEqual({
      categories: [{ id: "coffee", name: "Coffee" }],
      products: [
        { id: "latte", name: "Latte", amount: 4550, vatRate: 1500, category: "coffee", colour: "#aabbcc" },
        { id: "filter", name: "Filter", amount: 3900, vatRate: 2500, category: "coffee" },
      ],
    });
    const weighed = read("Navn;Pris;Vekt;Strekkode;Navn (en)\nTomater;49,90;vekt;2312345;Tomatoes\n").catalogue;
    expect(weighed.products).toEqual([
      {
        id: "tomater",
        name: "Tomater",
        amount: 4990,
        vatRate: 2500,
        scale: "weight",
        barcode: "2312345",
        names: { en: "Tomatoes" },
      },
    ]);
  });

  it("drops the translations of a name that was changed", () => {
    const water: Product = {
      id: "water",
      name: "Vann",
      names: { en: "Water" },
      amount: 3500,
      vatRate: 1500,
      barcode: "7090000000011",
    };
    const before = { categories: [], products: [water] };
    const named = (name: string) =>
      read(`navn;pris;strekkode\n${name};89,00;7090000000011\n`, before).catalogue.products[0];
    expect(named("Øl")).toMatchObject({ id: "water", name: "Øl" });
    expect(named("Øl")?.names).toBeUndefined();
    expect(named("VANN")?.names).toEqual({ en: "Water" });
  });

  it("changes the named fields and keeps the rest, including pictures", () => {
    const bun: Product = { id: "bun", name: "Bolle", amount: 3900, vatRate: 1500, picture: "a".repeat(64), slot: "A1" };
    const before = { categories: [], products: [bun, { ...bun, id: "roll", name: "Rundstykke" }] };
    const { catalogue } = read("navn;pris\nbolle;42,00\nKaffe;45\n", before);
    expect(catalogue.products).toEqual([
      { ...bun, name: "bolle", amount: 4200 },
      before.products[1],
      { id: "kaffe", name: "Kaffe", amount: 4500, vatRate: 2500 },
    ]);
  });

  it("reports the row and column of each error, and accepts the rest", () => {
    expect(problems("hello\nworld")).toEqual(["1 null"]);
    expect(problems("")).toEqual(["1 null"]);
    const head = "id;navn;pris;mva;strekkode;vekt;farge\n";
    const rows: [string, string][] = [
      ["a;Kaffe;gratis;15;;;", "price"],
      ["a;Kaffe;0;15;;;", "price"],
      ["a;Kaffe;1.234;15;;;", "price"],
      ["a;Kaffe;45;mange;;;", "vat"],
      ["a;Kaffe;45;150;;;", "vat"],
      ["a;;45;15;;;", "name"],
      ["a;Kaffe;45;15;7038010021146;;", "barcode"],
      ["a;Kaffe;45;15;7038010021145;stykk;", "scale"],
      ["a;Kaffe;45;15;;;red", "colour"],
    ];
    for (const [row, column] of rows)
      expect([row, problems(`${head}${row}\nb;Te;40;15;2312345;vekt;#aabbcc\n`)]).toEqual([row, [`2 ${column}`]]);
    expect(problems(`${head}a;Kaffe;45;15;;;\na;Te;40;15;;;\n`)).toEqual(["3 id"]);
    const twice = `${head}a;Kaffe;45;15;036000291452;;\nb;Te;40;15;0036000291452;;\n`;
    expect(problems(twice)).toEqual(["3 barcode"]);
  });

  it("is refused when it is unreadable or larger than a catalogue", () => {
    expect(problems('navn;pris\nKaffe;45\n"Te;40\n')).toEqual(["3 null"]);
    const rows = (count: number) => Array.from({ length: count }, (_, at) => `Vare ${at};45\n`).join("");
    expect(read(`navn;pris\n${rows(2001)}`)).toMatchObject({
      catalogue: NOTHING,
      problems: [{ row: 2002, field: null, because: { code: "field_most_entries" } }],
    });
  });

  it.each([";;;;\r\n", "\n"])("is read within the time limit when it ends with many empty rows: %j", (row) => {
    const before = process.cpuUsage();
    const found = read(`navn;pris;mva;a;b\nKaffe;45;;;\n${row.repeat(2_000_000 / row.length)}`);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
    expect(found).toMatchObject({ catalogue: { products: [{ name: "Kaffe" }] }, problems: [] });
  });

  it("creates a distinct id for each of many names without usable characters, in time", () => {
    const rows = Array.from({ length: 2000 }, (_, at) => `${String.fromCodePoint(0x4e00 + at)};45\n`).join("");
    // CPU time instead of wall time, because other tests run in parallel.
    const before = process.cpuUsage();
    const { catalogue, problems: found } = read(`navn;pris\n${rows}`);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(4000);
    expect(found).toEqual([]);
    expect(new Set(catalogue.products.map(({ id }) => id)).size).toBe(2000);
  });
});
