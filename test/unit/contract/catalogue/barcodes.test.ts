import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  expandUpcE,
  isGtin,
  normaliseBarcode,
  readBarcode,
  scannedLineName,
} from "../../../../contract/catalogue/barcodes.ts";
import type { Product } from "../../../../contract/catalogue/catalogue.ts";

const product = (id: string, more: Partial<Product>): Product => ({
  id,
  name: id,
  amount: 4990,
  vatRate: 1500,
  ...more,
});

/** Appends the check digit by the textbook: weights 3 and 1 from the right. */
function withCheckDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1)
    sum += Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 3 : 1);
  return digits + String((10 - (sum % 10)) % 10);
}

describe("barcodes", () => {
  it.each(["96385074", "036000291452", "4006381333931", "7038010021145", "10614141000415"])(
    "are valid with the right check digit: %s",
    (code) => {
      expect(isGtin(code)).toBe(true);
      const other = String((Number(code.at(-1)) + 1) % 10);
      expect(isGtin(code.slice(0, -1) + other)).toBe(false);
    },
  );

  it("are invalid with any one digit misread", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12}$/), fc.nat(12), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
        const code = withCheckDigit(digits);
        const misread = [...code].map((digit, index) => (index === at ? String((Number(digit) + by) % 10) : digit));
        expect([isGtin(code), isGtin(misread.join(""))]).toEqual([true, false]);
      }),
    );
  });

  it("are equal with leading zeros: UPC-A, EAN-13, GTIN-14", () => {
    const upc = "036000291452";
    const products = [product("soap", { barcode: `0${upc}` })];
    for (const code of [upc, `0${upc}`, `00${upc}`]) {
      expect(normaliseBarcode(code)).toBe(`00${upc}`);
      expect(readBarcode(` ${code} `, products)).toEqual({ product: products[0], grams: null, amount: 4990 });
    }
    expect(readBarcode("4006381333931", products)).toBeNull();
    expect(readBarcode("hello", products)).toBeNull();
  });

  it.each([
    ["04252614", "042100005264"],
    ["01234505", "012000003455"],
    ["01234531", "012300000451"],
    ["01234543", "012340000053"],
    ["01234565", "012345000065"],
    ["12345670", "123456000070"],
  ])("of UPC-E expand to their UPC-A: %s", (short, whole) => {
    expect(expandUpcE(short)).toBe(whole);
    const products = [product("soap", { barcode: whole })];
    for (const text of [short, `]E0${short}`, `]E0${short.slice(0, 7)}`]) {
      expect(readBarcode(text, products)?.product, text).toBe(products[0]);
    }
    expect(expandUpcE(short.slice(0, 7) + String((Number(short[7]) + 1) % 10))).toBeNull();
    if (short.startsWith("0"))
      for (const digits of [short.slice(1), short.slice(1, 7)])
        expect(readBarcode(`]E0${digits}`, products)?.product, digits).toBe(products[0]);
    expect(readBarcode(short.slice(1), products)).toBeNull();
  });

  it("of eight digits are EAN-8 first, and UPC-E when no product has the EAN-8", () => {
    const both = ["01234565", "02345673", "12345670", "10000014"].filter(
      (code) => isGtin(code) && expandUpcE(code) !== null,
    );
    expect(both).not.toEqual([]);
    for (const code of both) {
      const [ean8, upc] = [product("ean8", { barcode: code }), product("upc", { barcode: expandUpcE(code) ?? "" })];
      expect(readBarcode(code, [upc, ean8])?.product).toBe(ean8);
      expect(readBarcode(code, [upc])?.product).toBe(upc);
    }
  });

  it("of the shop's own scale carry a price or a weight", () => {
    const tomatoes = product("Tomater", { barcode: "2312345", scale: "weight", amount: 4990 });
    const cheese = product("Ost", { barcode: "2054321", scale: "price" });
    const products = [tomatoes, cheese];
    const weighed = readBarcode(withCheckDigit("231234500345"), products);
    expect(weighed).toEqual({ product: tomatoes, grams: 345, amount: 1722 });
    expect(scannedLineName("Tomater", { grams: 345 }, "nb-NO").replace(/\s/g, " ")).toBe("Tomater 0,345 kg");
    expect(scannedLineName("Tomatoes", { grams: 1200 }, "en-GB").replace(/\s/g, " ")).toBe("Tomatoes 1.200 kg");
    expect(readBarcode(withCheckDigit("205432112990"), products)).toEqual({
      product: cheese,
      grams: null,
      amount: 12_990,
    });
    expect(scannedLineName("Ost", { grams: null }, "nb-NO")).toBe("Ost");
  });

  it("of the shop's own scale match the product with the longest prefix", () => {
    const short = product("Frukt", { barcode: "231234", scale: "price" });
    const long = product("Tomater", { barcode: "23123456", scale: "price" });
    for (const products of [
      [short, long],
      [long, short],
    ]) {
      expect(readBarcode(withCheckDigit("231234560345"), products)).toMatchObject({ product: long, amount: 345 });
      expect(readBarcode(withCheckDigit("231234000345"), products)).toMatchObject({ product: short, amount: 345 });
    }
  });

  it("keep the full weight in the line: a long name is shortened", () => {
    const [long, emoji] = ["x".repeat(100), `${"x".repeat(88)}🍅🍅🍅🍅🍅🍅`];
    for (const name of [long, emoji]) {
      const line = scannedLineName(name, { grams: 1345 }, "nb-NO").replace(/\s/g, " ");
      expect(line).toMatch(/x(🍅)*… 1,345 kg$/u);
      expect(line.length).toBeLessThanOrEqual(100);
    }
    expect(scannedLineName(long, { grams: null }, "nb-NO")).toBe(long);
  });

  it("that are empty, misread or of another item match no product", () => {
    const products = [product("Tomater", { barcode: "2312345", scale: "weight" })];
    expect(readBarcode(withCheckDigit("231234500000"), products)).toBeNull();
    expect(readBarcode(withCheckDigit("231234600345"), products)).toBeNull();
    const right = withCheckDigit("231234500345");
    expect(readBarcode(right.slice(0, -1) + String((Number(right.at(-1)) + 1) % 10), products)).toBeNull();
  });

  it("round half a minor unit up, and match a product's full 13-digit code first", () => {
    const own = withCheckDigit("231234500345");
    const products = [
      product("Weighed", { barcode: "2312345", scale: "weight", amount: 1000 }),
      product("Tray", { barcode: own, amount: 2900 }),
    ];
    expect(readBarcode(own, products)).toMatchObject({ product: { id: "Tray" }, amount: 2900 });
    const halves = [product("Half", { barcode: "2312345", scale: "weight", amount: 100 })];
    expect(readBarcode(withCheckDigit("231234500345"), halves)?.amount).toBe(35);
    expect(readBarcode(withCheckDigit("231234500344"), halves)?.amount).toBe(34);
  });
});
