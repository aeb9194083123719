import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { damagedPlace, decodeSettings, decodeText, type TextEncoding } from "../../../../contract/values/text-files.ts";

const CODE_PAGES = ["windows-1252", "windows-1250", "windows-1251"] as const;
const LOCALES = { "windows-1252": "nb-NO", "windows-1250": "pl-PL", "windows-1251": "uk-UA" } as const;

const utf8 = (text: string) => Uint8Array.from(Buffer.from(text, "utf8"));
const utf16le = (text: string) => Uint8Array.from(Buffer.from(text, "utf16le"));
const utf16be = (text: string) => Uint8Array.from(Buffer.from(text, "utf16le").swap16());
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const joined = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));

const wellFormed = fc.string({ unit: "grapheme" }).filter((text) => !text.startsWith("\ufeff") && !text.includes("\0"));

describe("decodeText", () => {
  it.each([
    ["UTF-8 with a byte-order mark", utf8("\ufeffBlåbær;1,00"), "utf-8"],
    ["UTF-8 with two byte-order marks", utf8("\ufeff\ufeffBlåbær;1,00"), "utf-8"],
    ["UTF-8 without one", utf8("Blåbær;1,00"), "utf-8"],
    ["UTF-16LE with a byte-order mark", utf16le("\ufeffBlåbær;1,00"), "utf-16le"],
    ["UTF-16BE with a byte-order mark", utf16be("\ufeffBlåbær;1,00"), "utf-16be"],
    ["UTF-16LE without one", utf16le("Blåbær;1,00"), "utf-16le"],
    ["UTF-16BE without one", utf16be("Blåbær;1,00"), "utf-16be"],
  ])("reads %s", (_, bytes, encoding) => {
    expect(decodeText(bytes, "nb-NO")).toEqual({ text: "Blåbær;1,00", encoding, isGuess: false });
  });

  it("reads Cyrillic UTF-16 without a byte-order mark", () => {
    const text = "Хлеб;25,00\r\nМолоко;30,00\r\n";
    expect(decodeText(utf16le(text), "uk")).toEqual({ text, encoding: "utf-16le", isGuess: false });
  });

  it.each([
    ["nb", "windows-1252"],
    ["sv-SE", "windows-1252"],
    ["da", "windows-1252"],
    ["de-AT", "windows-1252"],
    ["en-GB", "windows-1252"],
    ["fi", "windows-1252"],
    ["pl-PL", "windows-1250"],
    ["cs", "windows-1250"],
    ["hu", "windows-1250"],
    ["ro", "windows-1250"],
    ["sr-Latn", "windows-1250"],
    ["uk-UA", "windows-1251"],
    ["bg", "windows-1251"],
    ["sr", "windows-1251"],
    ["mk", "windows-1251"],
    ["el-GR", "windows-1253"],
    ["tr-TR", "windows-1254"],
    ["ar-EG", "windows-1256"],
    ["fa", "windows-1256"],
    ["lt-LT", "windows-1257"],
    ["et", "windows-1257"],
    ["not a locale", "windows-1252"],
  ])("uses the code page of %s", (locale, encoding) => {
    const { isGuess, ...decoded } = decodeText(Uint8Array.of(0x41, 0xc5, 0x42), locale);
    expect([decoded.encoding, isGuess]).toEqual([encoding, true]);
    const letters = { 1250: "Ĺ", 1251: "Е", 1252: "Å", 1253: "Ε", 1254: "Å", 1256: "إ", 1257: "Å" };
    expect(decoded.text).toBe(`A${Object.entries(letters).find(([page]) => encoding.endsWith(page))?.[1]}B`);
  });

  it.each([
    ["el-GR", [0xca, 0xe1, 0xf6, 0xdd, 0xf2], "Καφές"],
    ["ar-EG", [0xce, 0xc8, 0xd2], "خبز"],
    ["lt-LT", [0xd0, 0xe0, 0xeb], "Šąė"],
    ["tr-TR", [0xfe, 0xf0, 0xfd], "şğı"],
  ])("reads the letters of %s", (locale, bytes, text) => {
    expect(decodeText(Uint8Array.from(bytes), locale).text).toBe(text);
  });

  it("reads a Latin-1 Å as Å", () => {
    expect(decodeText(latin1('{"shop": "Åses kafé"}'), "nb-NO").text).toBe('{"shop": "Åses kafé"}');
  });

  it("keeps UTF-8 for a file with one damaged cell, and marks only the bad bytes", () => {
    const bytes = joined(utf8("Blåbær;1,00\r\nBr"), Uint8Array.of(0xf8), utf8("d;2,00\r\nØl;3,00\r\n"));
    expect(decodeText(bytes, "nb")).toEqual({
      text: "Blåbær;1,00\r\nBr\ufffdd;2,00\r\nØl;3,00\r\n",
      encoding: "utf-8",
      isGuess: true,
    });
  });

  it("reads UTF-8 unless it has more invalid bytes than letters, then the code page", () => {
    const file = (...bad: number[]) => joined(utf8("Blå\nS"), Uint8Array.from(bad), utf8("r"));
    expect(decodeText(file(0xe5), "nb").text).toBe("Blå\nS\ufffdr");
    expect(decodeText(file(0xe5, 0xe5), "nb").encoding).toBe("windows-1252");
    expect(decodeText(latin1("Sår"), "nb").text).toBe("Sår");
  });

  it("keeps UTF-8 with a byte-order mark, and is uncertain with a bad byte", () => {
    const bytes = joined(utf8("\ufeffBr"), Uint8Array.of(0xf8), utf8("d"));
    expect(decodeText(bytes, "nb")).toEqual({ text: "Br\ufffdd", encoding: "utf-8", isGuess: true });
  });

  it("marks a byte that the code page does not define", () => {
    expect(decodeText(Uint8Array.of(0xc5, 0x81, 0x80, 0x80), "nb").text).toBe("Å\ufffd€€");
    expect(decodeText(Uint8Array.of(0xb3, 0x98), "uk").text).toBe("і\ufffd");
  });

  it.each([
    ["in the middle of a character", (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -6), bytes.subarray(-4)])],
    ["at an odd length", (bytes: Buffer) => bytes.subarray(0, -1)],
  ])("is uncertain about UTF-16 that is cut %s, and reports the position", (_, cut) => {
    for (const mark of ["\ufeff", ""]) {
      const file = decodeText(cut(Buffer.from(`${mark}{"name":\n"Kiosk \u{1f601}"}`, "utf16le")), "nb");
      expect(file).toMatchObject({ encoding: "utf-16le", isGuess: true });
      expect(damagedPlace(file)).toMatchObject({ line: 2 });
    }
  });

  it("does not mistake a stray NUL for UTF-16", () => {
    expect(decodeText(utf8("Kaffe;30,00\r\nTe;2\0,00"), "nb").encoding).toBe("utf-8");
  });

  it("uses the chosen encoding, and drops a byte-order mark", () => {
    expect(decodeText(utf8("å"), "nb", "windows-1252")).toEqual({
      text: "Ã¥",
      encoding: "windows-1252",
      isGuess: false,
    });
    const marked = joined(Uint8Array.of(0xef, 0xbb, 0xbf), latin1("Å"));
    expect(decodeText(marked, "nb", "windows-1252").text).toBe("Å");
  });

  it("reads an empty file", () => {
    for (const bytes of [new Uint8Array(), utf8("\ufeff"), utf16le("\ufeff")])
      expect(decodeText(bytes, "nb").text).toBe("");
  });

  it("reads every text in a Unicode encoding", () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        expect(decodeText(utf8(text), "nb").text).toBe(text);
        for (const encode of [utf8, utf16le, utf16be])
          expect(decodeText(encode(`\ufeff${text}`), "nb").text).toBe(text);
      }),
    );
  });

  it("reads every defined byte of a code page, and marks only the others", () => {
    for (const page of CODE_PAGES) {
      // Each byte on its own, before a letter: no two bytes form UTF-8.
      const high = Array.from({ length: 128 }, (_, at) => at + 128);
      const bytes = Uint8Array.from(high.flatMap((byte) => [byte, 0x61]));
      const { text, encoding } = decodeText(bytes, LOCALES[page]);
      expect(encoding).toBe(page);
      expect(text).toHaveLength(256);
      expect(text).not.toMatch(/[\u0080-\u009f]/);
      expect(text.split("\ufffd")).toHaveLength(page === "windows-1251" ? 2 : 6);
    }
  });

  it("never throws, for any bytes, locale and choice", () => {
    const chosen = fc.option(fc.constantFrom<TextEncoding>("utf-8", "utf-16le", "utf-16be", ...CODE_PAGES), {
      nil: undefined,
    });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.string({ maxLength: 6 }), chosen, (bytes, locale, choice) => {
        expect(decodeText(bytes, locale, choice).text).not.toMatch(/^\ufeff/);
      }),
    );
  });
});

describe("decodeSettings", () => {
  it.each([
    ["pl-PL", "Ż"],
    ["uk-UA", "Ї"],
    ["nb-NO", "¯"],
  ])("uses the code page of the file's own locale %s", (locale, letter) => {
    const bytes = joined(utf8(`{"locale" : "${locale}", "name": "`), Uint8Array.of(0xaf), utf8('"}'));
    expect(decodeSettings(bytes).text).toBe(`{"locale" : "${locale}", "name": "${letter}"}`);
  });
});

describe("damagedPlace", () => {
  it("counts lines and columns from 1, with any line ending", () => {
    const bytes = joined(utf8("Åse\r\nÅse\rÅse\nÅ"), Uint8Array.of(0xf8));
    expect(damagedPlace(decodeText(bytes, "nb"))).toEqual({ line: 4, column: 2 });
  });

  it("is null for a replacement character from the file itself", () => {
    expect(damagedPlace(decodeText(utf8("Br\ufffdd"), "nb"))).toBeNull();
  });
});
