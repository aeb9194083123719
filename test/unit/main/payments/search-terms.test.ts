import { describe, expect, it } from "vitest";
import { type Term, termsOf } from "../../../../main/payments/search-terms.ts";

const place = { currency: "NOK", prefix: "K7Q2", highest: 1_234_567 };
const of = <K extends Term["kind"]>(query: string, kind: K, known = place) =>
  termsOf(query, known).filter((term): term is Extract<Term, { kind: K }> => term.kind === kind);

describe("a search", () => {
  it("reads the beginning of a number, as far as such numbers exist", () => {
    expect(of("k7q2-12", "sequences")).toEqual([
      { kind: "sequences", from: 1200, to: 1299 },
      { kind: "sequences", from: 12_000, to: 12_999 },
      { kind: "sequences", from: 120_000, to: 129_999 },
      { kind: "sequences", from: 1_200_000, to: 1_299_999 },
    ]);
  });

  it("reads leading zeros as padding", () => {
    expect(of("K7Q2-0142", "sequences")).toEqual([{ kind: "sequences", from: 142, to: 142 }]);
    expect(of("K7Q201", "sequences")).toEqual([{ kind: "sequences", from: 100, to: 199 }]);
  });

  it.each(["K7", "k7q2", "K7Q2-"])("finds everything by %s, the prefix of all numbers", (query) => {
    expect(of(query, "sequences")).toEqual([{ kind: "sequences", from: 1, to: 1_234_567 }]);
  });

  it.each(["ZZ", "K", "X7Q2-12", "K7Q2-12X"])("finds no number by %s", (query) => {
    expect(of(query, "sequences")).toEqual([]);
  });

  it("reads a pasted query with direction marks and decomposed accents", () => {
    expect(of("\u202aK7Q2-0142\u202c", "sequences")).toEqual([{ kind: "sequences", from: 142, to: 142 }]);
    expect(of("\u200eK7Q2-0142-AB\u200e", "reference")).toEqual([{ kind: "reference", text: "K7Q2-0142-AB" }]);
    expect(of("\u200e149,00\u200f", "amount").map(({ amount }) => amount)).toEqual([14_900]);
    expect(of("\u202a+47 987 65 432\u202c", "customer")).toEqual(of("+47 987 65 432", "customer"));
    expect(of("+47 987 65 432", "customer")).toHaveLength(1);
    expect(of("Bla\u030abær\u00ad", "text")).toEqual(of("Blåbær", "text"));
  });

  it("keeps the spaces of a reference", () => {
    expect(of("order  7", "reference")).toEqual([{ kind: "reference", text: "order  7" }]);
  });

  it("reads digits as a number, as the end of one, and as an amount in major and in minor units", () => {
    expect(of("142", "sequences")).toEqual([{ kind: "sequences", from: 142, to: 142 }]);
    expect(of("142", "ending")).toEqual([{ kind: "ending", value: 142, digits: 3 }]);
    expect(of("142", "amount").map(({ amount }) => amount)).toEqual([14_200, 142]);
    expect(of("42", "ending")).toEqual([]);
  });

  it.each([
    ["1 234,50", [123_450]],
    ["149,-", [14_900]],
    ["0", []],
    ["1.234", []],
    ["coffee", []],
  ])("reads the amount of %s", (query, amounts) => {
    expect(of(query, "amount").map(({ amount }) => amount)).toEqual(amounts);
  });

  it.each(["1.234", "1,234"])(
    "reads %s as an amount in a currency with three decimals, and as no amount otherwise",
    (query) => {
      expect(of(query, "amount", { ...place, currency: "KWD" })).toEqual([{ kind: "amount", amount: 1234 }]);
      expect(of(query, "amount")).toEqual([]);
    },
  );

  it.each(["5090", "•••5090", "...5090", "+47 000 05 090", "4700005090"])("reads the customer of %s", (query) => {
    expect(of(query, "customer")).toEqual([{ kind: "customer", customer: "•••5090" }]);
  });

  it("reads the beginning of a payment's reference", () => {
    expect(of("k7q2-0142-ab", "beginning")).toEqual([{ kind: "beginning", sequence: 142, text: "K7Q2-0142-AB" }]);
  });

  it("reads words, the last one as a prefix, and no operators of the index", () => {
    expect(of('table 12 OR "x" NOT win', "text")).toEqual([
      {
        kind: "text",
        match: '("table" OR "tabłe") AND ("12") AND ("or" OR "ør") AND ("x") AND ("not" OR "nøt") AND ("win"*)',
      },
    ]);
    expect(of("%_*\"'", "text")).toEqual([]);
  });

  it("finds nothing by number at a till without payments", () => {
    expect(of("K7Q2-1", "sequences", { currency: "NOK", prefix: null as never, highest: 0 })).toEqual([]);
  });
});
