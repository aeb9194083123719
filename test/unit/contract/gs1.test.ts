import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBarcode, shownCode } from "../../../contract/barcodes.ts";
import type { Product } from "../../../contract/catalogue.ts";
import { readElements } from "../../../contract/gs1.ts";

const GS = "\u001d";
const GTIN = "07038010055843";

const product = (more: Partial<Product>): Product => ({ id: "a", name: "A", amount: 4990, vatRate: 1500, ...more });

/** Digits with the check digit behind them, by the textbook: weights 3 and 1 from the right. */
function withCheckDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1)
    sum += Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 3 : 1);
  return digits + String((10 - (sum % 10)) % 10);
}

/** Ways in which a GTIN of 14 digits is written and sent, alone and with other elements. */
const WRAPPINGS: readonly ((gtin: string) => string)[] = [
  (gtin) => gtin,
  (gtin) => ` ${gtin}\r\n`,
  (gtin) => `]E0${gtin.replace(/^0(?=\d{13}$)/, "")}`,
  (gtin) => `\u0002${gtin}\u0003`,
  (gtin) => `*${gtin}*`,
  (gtin) => `01${gtin}`,
  (gtin) => `]C101${gtin}`,
  (gtin) => `]e001${gtin}3103000345`,
  (gtin) => `]d2${GS}01${gtin}17261231`,
  (gtin) => `]Q301${gtin}10A1-b/2${GS}17261231`,
  (gtin) => `${GS}01${gtin}21X1${GS}3922${"1290"}${GS}10L`,
  (gtin) => `11261101172612311526123101${gtin}`,
  (gtin) => `10LOT${GS}01${gtin}`,
  (gtin) => `01${gtin}10LOT^]3103000345`,
  (gtin) => `01${gtin}10LOT3103000345`,
  (gtin) => `01${gtin}3012${GS}3712`,
  (gtin) => `(01)${gtin}(3103)000345(10)A(1)`,
  (gtin) => `(17)261231(01)${gtin}`,
  (gtin) => `https://id.gs1.org/01/${gtin}`,
  (gtin) => `HTTPS://shop.example/a/b/01/${gtin}/10/A%2FB/21/1?17=261231&3103=000345&linkType=all`,
  (gtin) => `https://shop.example/01/is/gtin/${gtin}/`,
  (gtin) => `https://shop.example/%30%31/${gtin}?x=%zz#top`,
  (gtin) => `]Q1https://shop.example/01/${gtin}/22/%zz`,
];

const gtins = fc.stringMatching(/^\d{13}$/).map(withCheckDigit);
const wrappings = fc.constantFrom(...WRAPPINGS);

describe("a GTIN in a GS1 code", () => {
  it("finds its product in every wrapping", () => {
    fc.assert(
      fc.property(gtins, wrappings, (gtin, wrap) => {
        const own = product({ barcode: gtin });
        expect(readBarcode(wrap(gtin), [product({ id: "b", barcode: "96385074" }), own], "NOK")?.product).toBe(own);
      }),
      { numRuns: 500 },
    );
  });

  it("finds no product in any wrapping where a digit was misread", () => {
    const misread = fc.tuple(gtins, fc.nat(13), fc.integer({ min: 1, max: 9 }), wrappings);
    fc.assert(
      fc.property(misread, ([gtin, at, by, wrap]) => {
        const wrong = [...gtin]
          .map((digit, index) => (index === at ? String((Number(digit) + by) % 10) : digit))
          .join("");
        expect(readBarcode(wrap(wrong), [product({ barcode: gtin }), product({ barcode: wrong })], "NOK")).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["96385074", 8],
    ["036000291452", 12],
    ["7038010055843", 13],
    ["10614141000415", 14],
  ])("is %s in a Digital Link with %i digits", (gtin) => {
    const own = product({ barcode: gtin });
    for (const text of [gtin, gtin.padStart(14, "0")])
      expect(readBarcode(`https://shop.example/gtin/${text}`, [own])?.product).toBe(own);
  });

  it("is never read from what is no GS1 code", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const gtin = readElements(text)?.get("01");
        if (gtin !== undefined) expect(text).toMatch(/01|gtin/i);
        expect(readBarcode(text, [product({ barcode: GTIN })], "NOK")).toBeNull();
      }),
    );
    for (const text of [
      "01",
      `01${GTIN.slice(1)}`,
      `02${GTIN}`,
      "(01)",
      "https://",
      "https://shop.example/01",
      "(",
      "4011",
    ])
      expect(readBarcode(text, [product({ barcode: GTIN })], "NOK"), text).toBeNull();
  });

  it("is what is shown of an unknown code, as it is printed", () => {
    expect(shownCode(`]C101${GTIN}10A`)).toBe("7038010055843");
    expect(shownCode("https://shop.example/01/10614141000415")).toBe("10614141000415");
    expect(shownCode("\u0002*4011*\u0003")).toBe("4011");
    expect(shownCode(`10A${GS}21B`)).toBe("10A 21B");
  });
});

describe("a weight in a GS1 code", () => {
  const apples = product({ barcode: GTIN, scale: "weight", amount: 3990 });
  const read = (elements: string, own = apples) => readBarcode(`01${GTIN}${elements}`, [own], "NOK");

  it.each([
    ["3103000345", 345, 1377],
    ["3100000002", 2000, 7980],
    ["3101000012", 1200, 4788],
    ["3102000105", 1050, 4190],
    ["3104003455", 346, 1379],
    ["3105034550", 346, 1379],
  ])("%s is %i g, for %i", (elements, grams, amount) => {
    expect(read(elements)).toEqual({ product: apples, grams, amount });
  });

  it("is rounded once, half a minor unit up", () => {
    const priced = (amount: number) => product({ ...apples, amount });
    expect(read("3104000005", priced(100_000))?.amount).toBe(50);
    expect(read("3104000005", priced(99_900))?.amount).toBe(50);
    expect(read("3104000005", priced(98_900))?.amount).toBe(49);
    expect(read("3103999999", priced(99_999_999))).toBeNull();
  });

  it("is asked where the code has none, and a code for nothing is none", () => {
    expect(read("10A")).toEqual({ product: apples, grams: null, amount: 3990, isUnweighed: true });
    expect(read("3203000345")).toMatchObject({ isUnweighed: true });
    expect(read("3103000000")).toBeNull();
  });

  it("says nothing of a product that is sold by the piece", () => {
    const own = product({ barcode: GTIN });
    expect(read("3103000345", own)).toEqual({ product: own, grams: null, amount: 4990 });
  });

  it("is the product's of the shop's own number, too", () => {
    const own = product({ barcode: "2312345", scale: "weight", amount: 4990 });
    const code = `01${withCheckDigit("0231234500000")}3103000345`;
    expect(readBarcode(code, [own], "NOK")).toEqual({ product: own, grams: 345, amount: 1722 });
    expect(readBarcode(withCheckDigit("0231234500345"), [own], "NOK")).toMatchObject({ grams: 345, amount: 1722 });
  });

  it("is never read from a plain barcode that looks like one", () => {
    const french = withCheckDigit("310300034512");
    const own = product({ barcode: french, scale: "weight" });
    expect(readBarcode(french, [own], "NOK")).toMatchObject({ isUnweighed: true });
  });
});

describe("a price in a GS1 code", () => {
  const own = product({ barcode: GTIN });
  const read = (elements: string, currency = "NOK") => readBarcode(`01${GTIN}${elements}`, [own], currency)?.amount;

  it.each([
    ["39221290", "NOK", 1290],
    ["392012", "NOK", 1200],
    ["3921129", "NOK", 1290],
    ["392312900", "NOK", 1290],
    ["3920150", "JPY", 150],
    ["39235250", "KWD", 5250],
    ["39325781290", "NOK", 1290],
    [`3922129050${GS}10A`, "NOK", 129_050],
  ])("%s in %s is %i", (elements, currency, amount) => {
    expect(read(elements, currency)).toBe(amount);
  });

  it("in another currency leaves the product its own", () => {
    expect(read("39329781290")).toBe(4990);
    expect(read("39325781290", "SEK")).toBe(4990);
    expect(readBarcode(`01${GTIN}39221290`, [own])?.amount).toBe(4990);
  });

  it.each([
    ["more decimals than the currency", "39231295"],
    ["nothing", "3922000"],
    ["no digits", "3922"],
    ["letters", "3922A"],
    ["a currency alone", "3932578"],
    ["more than the till charges", `3922${"9".repeat(12)}${GS}10A`],
    ["what may be a lot as well, without a separator", "39221290105552"],
  ])("finds nothing with %s", (_what, elements) => {
    expect(readBarcode(`01${GTIN}${elements}`, [own], "NOK")).toBeNull();
  });

  it("is what is paid for a weight that has both", () => {
    const apples = product({ barcode: GTIN, scale: "weight", amount: 3990 });
    const link = `https://shop.example/01/${GTIN}?3103=000345&3922=1290`;
    expect(readBarcode(link, [apples], "NOK")).toEqual({ product: apples, grams: 345, amount: 1290 });
    expect(readBarcode(`01${GTIN}39221290`, [apples], "NOK")).toEqual({ product: apples, grams: null, amount: 1290 });
  });
});

describe("elements", () => {
  it("are what the code carries, dates and lots included", () => {
    const elements = { "01": GTIN, "10": "A1", "17": "261231", "21": "x/2" };
    for (const text of [
      `01${GTIN}1726123110A1${GS}21x/2`,
      `(01)${GTIN}(17)261231(10)A1(21)x/2`,
      `https://shop.example/01/${GTIN}/10/A1/21/x%2F2?17=261231`,
    ])
      expect(Object.fromEntries(readElements(text) ?? [])).toEqual(elements);
  });
});
