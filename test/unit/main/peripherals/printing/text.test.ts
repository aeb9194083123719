import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CODE_PAGES, type CodePage } from "../../../../../contract/receipts/receipts.ts";
import { formatMoney } from "../../../../../contract/values/money.ts";
import { printable } from "../../../../../main/peripherals/printing/code-page.ts";
import { escPos } from "../../../../../main/peripherals/printing/escpos.ts";
import { paperOf } from "../../../../../main/peripherals/printing/paper.ts";
import { LETTERS, testPage } from "../../../../../main/peripherals/printing/test-page.ts";
import type { Block } from "../../../../../main/peripherals/receipts/blocks.ts";
import { escPosReader } from "../../../../support/escpos-reader.ts";
import { runs } from "../../../../support/random-runs.ts";

describe("text for a printer", () => {
  it.each(["cp858", "windows1252", "cp865", "cp850"] as const)("keeps Nordic letters in %s", (codePage) => {
    expect(printable("Blåbærsyltetøy ÆØÅ é ü ß", codePage)).toBe("Blåbærsyltetøy ÆØÅ é ü ß");
  });

  it.each(["cp852", "windows1250"] as const)("keeps Polish and German letters in %s", (codePage) => {
    expect(printable("Zażółć gęślą jaźń ĄĆĘŁŃÓŚŹŻ äöüß", codePage)).toBe("Zażółć gęślą jaźń ĄĆĘŁŃÓŚŹŻ äöüß");
  });

  it.each<[string, CodePage, string]>([
    ["Zażółć gęślą jaźń", "cp858", "Zazólc gesla jazn"],
    ["Smørbrød Ærlig", "cp852", "Smorbrod AErlig"],
    ["№ 7 «так»", "cp858", 'No. 7 "tak"'],
    ["149,00\u00a0kr", "cp858", "149,00 kr"],
    ["1\u202f234,50", "cp858", "1 234,50"],
    ["\u221250,00", "cp858", "-50,00"],
    ["10 €", "cp858", "10 €"],
    ["10 €", "cp865", "10 EUR"],
    ["•••5090", "cp858", "***5090"],
    ["7–18 “så” …", "cp858", '7-18 "så" ...'],
    ["A\u030angstro\u0308m", "cp858", "Ångström"],
    ["Győr", "cp858", "Gyor"],
    ["日本 😀", "cp858", "?? ?"],
    ["a\tb\r\nc", "cp858", "a b  c"],
    ["\u202ekr 00,941", "cp858", "kr 00,941"],
    ["Máŋga ruoktu, Ŋ Ŧ ŧ", "cp858", "Mánga ruoktu, N T t"],
    ["Đakovo ħobż ĸ ı ł ø", "cp866", "Dakovo hobz k i l o"],
    ["Þórr eða œuf, Straße GROẞ", "windows1251", "Thorr eda oeuf, Strasse GROSS"],
    ["Ǽ ǿ ǆ ĳ ŉ ſ Ə ʔ", "cp852", "AE o dž ij 'n s E '"],
    ["Caffè™ ﬁn ½ 1½ H₂O 10² ① ⅓ ℃", "cp866", "CaffeTM fin 1/2 1 1/2 H2O 10 2 1 1/3 °C"],
    ["Cola™ 1½ m²", "windows1252", "Cola™ 1½ m²"],
    ["12″ 5′ ﷼ ㎏ １２ Ⅷ", "cp858", "12'' 5' Rial kg 12 VIII"],
    ["„a‟ ‚b‛ ‹c› ʻd′ «e»", "windows1250", '"a" ‚b\' ‹c› \'d\' "e"'],
    ["„a‟ ‚b‛ ‹c› ʻd′ «e»", "cp858", "\"a\" 'b' 'c' 'd' \"e\""],
    ["149 ₴ £5 ₺1 ₽2 ₹3 ₵4 ﹩5", "cp866", "149 UAH GBP5 TRY1 RUB2 INR3 c4 $5"],
    ["£5 ₴6", "cp858", "£5 UAH6"],
    ["1\u2003‒\u2015\u30002\u2028−3 ©®µ", "cp866", "1 -- 2 -3 (C)(R)u"],
    ["㈱ ⁇ ﷺ 한", "cp858", "? ? ? ?"],
  ])("%j in %s is %j", (text, codePage, expected) => {
    expect(printable(text, codePage)).toBe(expected);
  });

  it.each(CODE_PAGES)("can print amounts of money in every currency in %s", (codePage) => {
    const amounts = Intl.supportedValuesOf("currency").flatMap((currency) =>
      ["en-US", "uk-UA", "tr-TR", "pl-PL", "de-DE", "es-CR"].map((locale) => formatMoney(14_900, currency, locale)),
    );
    expect(amounts.filter((amount) => printable(amount, codePage).includes("?"))).toEqual([]);
  });

  it.each(CODE_PAGES)("has a replacement for each Latin letter in %s", (codePage) => {
    const letters = Array.from({ length: 0x1_e000 }, (_, point) => String.fromCodePoint(point)).filter((letter) =>
      /\p{Script=Latin}/u.test(letter),
    );
    expect(letters.length).toBeGreaterThan(1400);
    expect(letters.filter((letter) => /^$|[?]/.test(printable(letter, codePage)))).toEqual([]);
  });

  it("never contains a command, whatever the user typed", () => {
    const texts = fc.string({ unit: "binary", maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.constantFrom(...CODE_PAGES), (text, codePage) => {
        expect(printable(text, codePage)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe("the test page", () => {
  it.each(CODE_PAGES)("shows letters that %s has", (codePage) => {
    const letters = codePage === "cp865" || codePage === "cp850" ? "æøå ÆØÅ é ü EUR" : LETTERS[codePage];
    expect(printable(LETTERS[codePage], codePage)).toBe(letters);
  });
});

describe("lines of a roll", () => {
  const text = (blocks: Block[], columns: number) =>
    paperOf(blocks, columns, "cp858").map((part) => (part.kind === "text" ? part.text : `(${part.text})`));

  it("right-align the value, on the next line if needed", () => {
    expect(text([{ kind: "row", label: "Dato", value: "20.11.2026 14:32:08" }], 32)).toEqual([
      "Dato         20.11.2026 14:32:08",
    ]);
    expect(text([{ kind: "row", label: "Transaksjon", value: "a".repeat(24) }], 32)).toEqual([
      "Transaksjon",
      "a".repeat(24).padStart(32),
    ]);
    expect(text([{ kind: "row", label: "Tid", value: "b".repeat(64) }], 32)).toEqual([
      "Tid",
      "b".repeat(32),
      "b".repeat(32),
    ]);
    expect(text([{ kind: "row", label: "En ganske lang vare med mange ord", value: "149,00 kr" }], 32)).toEqual([
      "En ganske lang vare med mange",
      "ord                    149,00 kr",
    ]);
  });

  it("are large only when each word fits", () => {
    const sizes = (name: string) =>
      paperOf([{ kind: "name", text: name }], 32, "cp858").map((part) => part.kind === "text" && part.large);
    expect(sizes("Bakeriet")).toEqual([true]);
    expect(sizes("Fiskerisamvirkelaget")).toEqual([false]);
  });

  it("are never wider than the paper, and use only commands that printers support", () => {
    const blocks = fc.array(
      fc.oneof(
        fc.record({
          kind: fc.constantFrom("row" as const, "total" as const),
          label: fc.string({ unit: "grapheme", maxLength: 50 }),
          value: fc.string({ unit: "grapheme", maxLength: 70 }),
        }),
        fc.record({
          kind: fc.constantFrom(
            "banner" as const,
            "name" as const,
            "title" as const,
            "centre" as const,
            "note" as const,
          ),
          text: fc.string({ unit: "grapheme-ascii", maxLength: 90 }),
        }),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(blocks, fc.constantFrom<32 | 42 | 48>(32, 42, 48), (given, columns) => {
        const reader = escPosReader(columns);
        const printer = { kind: "escpos-tcp", host: "", port: 1, codePage: "cp858", codePageNumber: null } as const;
        const width = columns === 32 ? 58 : 80;
        reader.read(escPos(given, { ...printer, width, columns, cut: true, drawer: false }), () => undefined);
        expect(reader.problems).toEqual([]);
      }),
    );
  });
});

describe("a QR code as an image", () => {
  const print = (text: string, width: 58 | 80) => {
    const reader = escPosReader(width === 58 ? 32 : 42);
    const printer = { kind: "escpos-tcp", host: "", port: 1, codePage: "cp858", codePageNumber: null } as const;
    const bytes = escPos([{ kind: "code", text }], {
      ...printer,
      width,
      columns: null,
      cut: true,
      drawer: false,
      qr: "raster",
    });
    reader.read(bytes, () => undefined);
    return { paper: reader.papers[0], problems: reader.problems, bytes };
  };

  it.each([
    ["K7Q2-00017", 58],
    ["K7Q2-00017", 80],
    ["https://example.com/".padEnd(300, "a"), 58],
    ["x".repeat(2000), 58],
  ] as const)("holds its text, is at least 25 mm wide, and fits on the paper: %.20s, %i mm", (text, width) => {
    const { paper, problems, bytes } = print(text, width);
    expect(problems).toEqual([]);
    expect(paper?.codes).toEqual([text]);
    expect((paper?.codeDots[0] ?? 0) / 8).toBeGreaterThanOrEqual(25);
    expect(Buffer.from(bytes).includes(Buffer.of(0x1d, 0x28, 0x6b))).toBe(false);
  });
});

describe("a printer", () => {
  it("shows the code of the test page by both methods, for any printer", () => {
    const terms = { shop: { name: "Bakeriet", address: [], organisationNumber: null, phone: null, footer: null } };
    const time = { timeZone: "Europe/Oslo", language: "nb", now: 0 } as const;
    for (const qr of [undefined, "raster"] as const) {
      const printer = { kind: "escpos-tcp", host: "", port: 1, codePage: "cp858", codePageNumber: null, qr } as const;
      const settings = { ...printer, width: 58, columns: null, cut: true, drawer: false } as const;
      const reader = escPosReader(32);
      reader.read(escPos(testPage(settings, { ...terms, ...time, till: "Kasse 1" }), settings), () => undefined);
      expect(reader.problems).toEqual([]);
      expect(reader.papers[0]?.codes).toEqual(["Kasse 1", "Kasse 1"]);
      expect(reader.papers[0]?.codeDots).toHaveLength(1);
      expect(reader.papers[0]?.text).toMatch(/Kode fra skriveren.*Kode som bilde/s);
    }
  });
});
