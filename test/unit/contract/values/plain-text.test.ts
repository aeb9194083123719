import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanName, nameKey, stripInvisible } from "../../../../contract/values/plain-text.ts";

const FORMAT = [
  "\u00ad",
  "\u061c",
  "\u200b",
  "\u200e",
  "\u200f",
  "\u202a",
  "\u202e",
  "\u2060",
  "\u2066",
  "\u2069",
  "\ufeff",
];
const names = fc.string({ unit: "grapheme", maxLength: 40 });
const anyText = fc.string({ unit: "binary", maxLength: 60 });
const format = fc.constantFrom(...FORMAT);

/** Inserts a format character between all characters. */
const spread = (text: string, mark: string) => mark + [...text].join(mark) + mark;

describe("cleanName", () => {
  it.each([
    ["Bla\u030aba\u0308r", "Blåbär"],
    ["A\u200b\u030ase", "Åse"],
    ["\u2067\u05d3\u05e0\u05d9\u05d0\u05dc\u2069", "\u05d3\u05e0\u05d9\u05d0\u05dc"],
    ["  Kaffe\u00a0 \u2009latte\u3000", "Kaffe latte"],
    ["Kaf\u00adfe\u200d", "Kaffe"],
    ["\u200e\u200f\ufeff", ""],
    ["\u0639\u0644\u06cc\u200c \u0639\u0644\u06cc\u200c", "\u0639\u0644\u06cc \u0639\u0644\u06cc"],
    ["\u0645\u06cc\u200c\u200c\u0631\u0648\u0645", "\u0645\u06cc\u200c\u0631\u0648\u0645"],
  ])("turns %j into %j", (text, clean) => {
    expect(cleanName(text)).toBe(clean);
  });

  it.each([
    ["a Persian word", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
    ["a Hindi half form", "\u0915\u094d\u200d\u0937"],
    ["an old Malayalam chillu at the end of a word", "\u0d28\u0d4d\u200d"],
    ["a number sign", "\u06dd\u0661\u0662 \u0600\u0665"],
    ["a family", "\u{1f469}\u200d\u{1f467}"],
    ["a couple with skin tone and heart", "\u{1f469}\u{1f3fd}\u200d\u2764\ufe0f\u200d\u{1f468}"],
    ["the flag of Scotland", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
  ])("keeps the characters used in %s", (_, text) => {
    expect(cleanName(text)).toBe(text);
  });

  it("cleans a long text of tags without a noticeable delay", () => {
    const from = performance.now();
    cleanName(`\u{1f3f4}${"\u{e0061}".repeat(32_000)}`);
    expect(performance.now() - from).toBeLessThan(200);
  });

  it("is idempotent", () => {
    fc.assert(fc.property(anyText, (text) => cleanName(cleanName(text)) === cleanName(text)));
  });

  it("removes every format character that is not a joiner or a tag", () => {
    fc.assert(
      fc.property(names, format, (name, mark) => {
        expect(cleanName(spread(name, mark))).not.toMatch(/(?!\p{Join_Control}|[\u{e0020}-\u{e007f}])\p{Cf}/u);
      }),
    );
  });
});

describe("nameKey", () => {
  it.each([
    ["BLÅBÆR", "bla\u030abær"],
    ["Straße", "STRASSE"],
    ["ΟΔΟΣ", "οδος"],
    ["Kaffe  latte", "kaffe\u00a0latte "],
    ["\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u062e\u0648\u0627\u0647\u0645"],
  ])("is the same for %j and %j", (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  it.each([
    ["Blåbær", "Blabær"],
    ["Kaffelatte", "Kaffe latte"],
  ])("differs for %j and %j", (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
  });

  it("ignores composition and format characters in every name", () => {
    fc.assert(
      fc.property(names, format, (name, mark) => {
        const seen = cleanName(name.replace(/\p{Cf}|\p{Variation_Selector}/gu, ""));
        expect(nameKey(seen.normalize("NFD"))).toBe(nameKey(seen));
        expect(nameKey(spread(seen, mark))).toBe(nameKey(seen));
      }),
    );
  });

  it("is its own key", () => {
    fc.assert(fc.property(anyText, (text) => nameKey(nameKey(text)) === nameKey(text)));
  });
});

describe("withoutMarks", () => {
  it("removes the marks around a pasted phone number, amount and PIN", () => {
    expect(stripInvisible("\u202a+47 912 34 567\u202c")).toBe("+47 912 34 567");
    expect(stripInvisible("\u200e1\u00a0234,50\u200f")).toBe("1\u00a0234,50");
    expect(stripInvisible("\u2068\u200d12\ufe0f34\u2069")).toBe("1234");
  });

  it("leaves every printable ASCII text as it is", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => stripInvisible(text) === text));
  });
});
