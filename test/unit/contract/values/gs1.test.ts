import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readableCode, readBarcode } from "../../../../contract/catalogue/barcodes.ts";
import type { Product } from "../../../../contract/catalogue/catalogue.ts";
import { readElements } from "../../../../contract/values/gs1.ts";

const GS = "\u001d";
const GTIN = "07038010055843";

const product = (more: Partial<Product>): Product => ({ id: "a", name: "A", amount: 4990, vatRate: 1500, ...more });

/** Appends the check digit by the textbook: weights 3 and 1 from the right. */
function withCheckDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1)
    sum += Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 3 : 1);
  return digits + String((10 - (sum % 10)) % 10);
}

/** Encodings of a 14-digit GTIN, alone and with other elements. */
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
  (gtin) => `03${GTIN}01${gtin}`,
  (gtin) => `04${"1".repeat(16)}01${gtin}`,
  (gtin) => `^]01${gtin}10A${GS}`,
  (gtin) => `01${gtin}01${gtin}`,
  (gtin) => `(01)${gtin}(3103)000345(10)A(1)`,
  (gtin) => `(17)261231(01)${gtin}`,
  (gtin) => `https://id.gs1.org/01/${gtin}`,
  (gtin) => `HTTPS://shop.example/a/b/01/${gtin}/10/A%2FB/21/1?17=261231&3103=000345&linkType=all`,
  (gtin) => `https://shop.example/01/is/gtin/${gtin}/`,
  (gtin) => `https://shop.example/%30%31/${gtin}?x=%zz#top`,
  (gtin) => `https://shop.example/01/${gtin}?01=${gtin.replace(/^0/, "")}&x=1&x=2`,
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

  it("finds no product in any wrapping with a misread digit", () => {
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

  it("is never read from other codes", () => {
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
      `03${GTIN}`,
      `04${GTIN}01${GTIN}`,
    ])
      expect(readBarcode(text, [product({ barcode: GTIN })], "NOK"), text).toBeNull();
  });

  it("is shown as printed for an unknown code", () => {
    expect(readableCode(`]C101${GTIN}10A`)).toBe("7038010055843");
    expect(readableCode("https://shop.example/01/10614141000415")).toBe("10614141000415");
    expect(readableCode("\u0002*4011*\u0003")).toBe("4011");
    expect(readableCode(`10A${GS}21B`)).toBe("10A 21B");
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

  it("is requested when the code has none, and a zero weight is no weight", () => {
    expect(read("10A")).toEqual({ product: apples, grams: null, amount: 3990, isUnweighed: true });
    for (const other of ["3203000345", "3106000345", "3153000345"])
      expect(read(other)).toMatchObject({ isUnweighed: true });
    expect(read("3103000000")).toBeNull();
  });

  it("is ignored for a product sold by the piece", () => {
    const own = product({ barcode: GTIN });
    expect(read("3103000345", own)).toEqual({ product: own, grams: null, amount: 4990 });
  });

  it("applies to the shop's own product numbers, too", () => {
    const own = product({ barcode: "2312345", scale: "weight", amount: 4990 });
    const code = `01${withCheckDigit("0231234500000")}3103000345`;
    expect(readBarcode(code, [own], "NOK")).toEqual({ product: own, grams: 345, amount: 1722 });
    expect(readBarcode(withCheckDigit("0231234500345"), [own], "NOK")).toMatchObject({ grams: 345, amount: 1722 });
  });

  it("is never read from a plain barcode that looks similar", () => {
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
    [`39221290${GS}`, "NOK", 1290],
    [`3922129105${GS}10A`, "NOK", 129_105],
    [`39221290${GS}39221290`, "NOK", 1290],
    ["392212990", "NOK", 12_990],
    ["393257812990", "NOK", 12_990],
    ["39221100", "NOK", 1100],
    ["3922001100", "NOK", 1100],
    ["3922009990", "NOK", 9990],
    ["3920990", "NOK", 99_000],
  ])("%s in %s is %i", (elements, currency, amount) => {
    expect(read(elements, currency)).toBe(amount);
  });

  it("in another currency keeps the product's own price", () => {
    expect(read("39329781290")).toBe(4990);
    expect(read("39325781290", "SEK")).toBe(4990);
    expect(readBarcode(`01${GTIN}39221290`, [own])?.amount).toBe(4990);
  });

  it.each([
    ["more decimals than the currency", "39231295"],
    ["an empty price", "3922000"],
    ["no digits", "3922"],
    ["letters", "3922A"],
    ["a currency alone", "3932578"],
    ["more than the till charges", `3922${"9".repeat(12)}${GS}10A`],
    ["more than the till charges", "3922123456789"],
    ["a price that may end in a lot", "39221290105552"],
    ["129 with a lot", "3922129105"],
    ["990 with a serial number", "3922990211"],
    ["990 with a count", "3922990305"],
    ["12 with a lot", "392012105"],
    ["90 with a lot", "392290105"],
    ["000090 with a lot", "3922000090105"],
    ["1290 with a lot of letters", "3922129010LOT"],
    ["1290 with an order", "392212904001"],
    ["1290 with a shipping name", "3922129043001"],
    ["1290 with a customer's part number", "39221290241X"],
    ["1290 with an internal element", "39221290915"],
    ["129900, or 129 with an internal element", "3922129900"],
    ["1290 with an expiry date", "3922129017261231"],
    ["1290 with an expiry date and a lot", "392212901726123110A"],
    ["1290 with an expiry date and an internal element", "3922129017261231911"],
    ["1290 in a currency, with a lot", "39325781290105"],
    ["a total, with a lot", "39021290105"],
    ["1290 with a lot, and a separator only at the end", `39221290105${GS}`],
    ["1290 with a lot, and separators only at the end", `39221290105^]^]`],
    ["two prices", `39221290${GS}3922990`],
    ["two prices with other decimals", `39221290${GS}3920990`],
  ])("finds nothing with %s", (_what, elements) => {
    expect(readBarcode(`01${GTIN}${elements}`, [own], "NOK")).toBeNull();
  });

  it.each([
    [`]C101${GTIN}10LOT${GS}392212100`, 12_100],
    [`]d201${GTIN}21A1${GS}392222300`, 22_300],
    [`]d201${GTIN}21A1^]17261231392222300`, 22_300],
    [`10LOT${GS}01${GTIN}393257812300`, 12_300],
    [`01${GTIN}10LOT${GS}3922129105`, 129_105],
    [`01${GTIN}10LOT${GS}3922129105${GS}`, 129_105],
  ])("is read from the last element when the scanner sends separators: %s", (code, amount) => {
    expect(readBarcode(code, [own], "NOK")?.amount).toBe(amount);
  });

  it("is not read when the only separators follow fixed-length elements or surround the code", () => {
    for (const start of ["^]", "]C1^]", `]C1${GS}`, `\u0002]d2${GS}`, `17261231${GS}`, `${GS}17261231^]`])
      expect(readBarcode(`${start}01${GTIN}39221290105`, [own], "NOK"), start).toBeNull();
  });

  it("is read from printed brackets and links, but not when it is given twice", () => {
    for (const [text, amount] of [
      [`(01)${GTIN}(3922)129105`, 129_105],
      [`(01)${GTIN}(3922)1290(10)5`, 1290],
      [`(01)${GTIN}(3922)1290(3922)990`, undefined],
      [`https://shop.example/01/${GTIN}?3922=129105`, 129_105],
      [`https://shop.example/01/${GTIN}?3922=1290&3921=99`, undefined],
    ] as const)
      expect(readBarcode(text, [own], "NOK")?.amount, text).toBe(amount);
  });

  it("is never replaced by the product's usual price when the label carries the price", () => {
    const cheese = product({ barcode: GTIN, scale: "price" });
    for (const elements of ["3103000345", "39329781290", "39221290105", "3022"])
      expect(readBarcode(`01${GTIN}${elements}`, [cheese], "NOK"), elements).toBeNull();
    expect(read("3103000345")).toBe(4990);
    for (const elements of ["3103000345", "10A"])
      expect(readBarcode(`01${GTIN}${elements}${GS}39221290`, [cheese], "NOK")?.amount).toBe(1290);
    expect(readBarcode(GTIN, [cheese], "NOK")?.amount).toBe(4990);
  });

  it("is the price of a code with weight and price", () => {
    const apples = product({ barcode: GTIN, scale: "weight", amount: 3990 });
    const link = `https://shop.example/01/${GTIN}?3103=000345&3922=1290`;
    expect(readBarcode(link, [apples], "NOK")).toEqual({ product: apples, grams: 345, amount: 1290 });
    expect(readBarcode(`01${GTIN}39221290`, [apples], "NOK")).toEqual({ product: apples, grams: null, amount: 1290 });
  });
});

describe("a code with two values for one element", () => {
  const [own, other] = [product({ barcode: GTIN }), product({ id: "b", barcode: "04006381333931" })];

  it.each([
    `01${GTIN}01${other.barcode}`,
    `(01)${GTIN}(01)${other.barcode}`,
    `https://shop.example/01/${GTIN}/01/${other.barcode}`,
    `https://shop.example/01/${GTIN}/gtin/${other.barcode}`,
    `https://shop.example/01/${GTIN}?01=${other.barcode}`,
    `01${GTIN}31030003453102000345`,
    `01${GTIN}10A${GS}10B`,
  ])("is unknown: %s", (text) => {
    expect(readBarcode(text, [own, other], "NOK")).toBeNull();
  });
});

describe("elements", () => {
  it("are the code's contents, including dates and lots", () => {
    const elements = { "01": GTIN, "10": "A1", "17": "261231", "21": "x/2" };
    for (const text of [
      `01${GTIN}1726123110A1${GS}21x/2`,
      `(01)${GTIN}(17)261231(10)A1(21)x/2`,
      `https://shop.example/01/${GTIN}/10/A1/21/x%2F2?17=261231`,
    ])
      expect(Object.fromEntries(readElements(text) ?? [])).toEqual(elements);
    const others = {
      "235": "P",
      "240": "A",
      "251": "S",
      "400": "O",
      "710": "N",
      "4300": "C",
      "7003": "T",
      "8020": "R",
    };
    const text = Object.entries(others).map(([id, value]) => id + value);
    expect(Object.fromEntries(readElements([`01${GTIN}`, ...text].join(GS)) ?? [])).toEqual({ "01": GTIN, ...others });
  });
});
