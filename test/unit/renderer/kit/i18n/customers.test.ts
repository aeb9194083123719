import i18next from "i18next";
import { describe, expect, it } from "vitest";
import { CUSTOMER_LANGUAGES, type CustomerLanguage } from "../../../../../contract/values/customer-language.ts";
import { enCustomers } from "../../../../../renderer/kit/i18n/customer/en.ts";
import { CUSTOMERS, customersTexts, loadCustomersTexts } from "../../../../../renderer/kit/i18n/customers.ts";
import { enKiosk } from "../../../../../renderer/kit/i18n/kiosk/en.ts";
import { kioskTexts } from "../../../../../renderer/kit/i18n/kiosks.ts";
import { startAllTexts } from "../../../../support/texts.ts";
import { WRONG_LANGUAGE } from "../../../../support/wrong-language.ts";

type Tree = { [key: string]: string | Tree };

function texts(tree: object, path = ""): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of Object.entries(tree as Tree)) {
    const name = path === "" ? key : `${path}.${key}`;
    if (typeof value === "string") all.set(name, value);
    else for (const [inner, text] of texts(value, name)) all.set(inner, text);
  }
  return all;
}

const PLURAL = /_(zero|one|two|few|many|other)$/;
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
const withoutPlurals = (all: Map<string, string>) => [
  ...new Set([...all.keys()].map((key) => key.replace(PLURAL, ""))),
];

type Languages = Partial<Record<CustomerLanguage, readonly string[]>>;

/** Each catalogue, in English and in any language, and the words that are the same in both. */
const CATALOGUES: [string, object, (language: CustomerLanguage) => Promise<object>, Languages][] = [
  ["on the till's screens", enCustomers, customersTexts, { es: ["message.no"] }],
  [
    "at a kiosk",
    enKiosk,
    kioskTexts,
    { da: ["request.reference", "helps.reference"], es: ["basket.total"], fr: ["basket.total"] },
  ],
];

/** Words of a language that are also English words. */
const HOMOGRAPHS: Partial<Record<CustomerLanguage, RegExp>> = { de: /\b(was)\b/gi, da: /\b(have)\b/gi };

describe.each(CATALOGUES)("customer texts %s", (_, source, textsIn, same) => {
  const english = texts(source);

  describe.each(CUSTOMER_LANGUAGES)("texts in %s", (language) => {
    it("include every text, and no other", async () => {
      expect(withoutPlurals(texts(await textsIn(language))).sort()).toEqual(withoutPlurals(english).sort());
    });

    it("have every plural form of the language", async () => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      const plurals = [...texts(await textsIn(language)).keys()].filter((key) => PLURAL.test(key));
      const stems = new Set(plurals.map((key) => key.replace(PLURAL, "")));
      expect(stems.size).toBeGreaterThan(0);
      const wanted = [...stems].flatMap((stem) => pluralCategories.map((category) => `${stem}_${category}`));
      expect(plurals.sort()).toEqual(wanted.sort());
    });

    it("have the placeholders of the English text", async () => {
      for (const [key, text] of texts(await textsIn(language))) {
        const as = english.get(key) ?? english.get(key.replace(PLURAL, "_other")) ?? "";
        expect([key, placeholders(text)]).toEqual([key, placeholders(as)]);
      }
    });

    it("have no English left, and no empty text", async () => {
      const all = texts(await textsIn(language));
      for (const text of all.values()) expect(text.trim()).not.toBe("");
      if (language === "en") return;
      const left = [...all].filter(([key, text]) => text === english.get(key)).map(([key]) => key);
      expect(left).toEqual(same[language] ?? []);
      for (const [key, text] of all) {
        const foreign = text.replace(HOMOGRAPHS[language] ?? /^$/, "");
        expect([key, WRONG_LANGUAGE.nb.exec(foreign)?.[0]]).toEqual([key, undefined]);
      }
    });
  });
});

it.each(CUSTOMER_LANGUAGES)("every result states in %s whether money was captured", async (language) => {
  const { because, wait } = await customersTexts(language);
  const { result, refused } = await kioskTexts(language);
  const ends = [because.declined, because.cancelled, because.expired, wait.undoing.text, wait.queued.text];
  const atKiosk = [result.nothingText, result.undoneText, result.checkingText, refused.machine, refused.goods];
  for (const text of [...ends, ...atKiosk]) expect(text.split(/ ?[.:] /).length).toBeGreaterThan(1);
});

describe("texts that count", () => {
  it.each([
    ["en", ["and 1 more", "and 2 more", "and 5 more", "and 22 more"]],
    ["de", ["und 1 weiterer Artikel", "und 2 weitere Artikel", "und 5 weitere Artikel", "und 22 weitere Artikel"]],
    ["fr", ["et 1 autre", "et 2 autres", "et 5 autres", "et 22 autres"]],
    ["pl", ["i jeszcze 1 pozycja", "i jeszcze 2 pozycje", "i jeszcze 5 pozycji", "i jeszcze 22 pozycje"]],
    ["uk", ["і ще 1 позиція", "і ще 2 позиції", "і ще 5 позицій", "і ще 22 позиції"]],
  ] as const)("have the plural forms of %s", async (language, expected) => {
    await startAllTexts("en");
    await loadCustomersTexts(language);
    const t = i18next.getFixedT(language, CUSTOMERS);
    expect([1, 2, 5, 22].map((count) => t("more", { count }))).toEqual(expected);
  });

  it("are English until a language is loaded, and then in that language", async () => {
    await startAllTexts("nb");
    const t = i18next.getFixedT("fi", CUSTOMERS);
    expect(t("outcome.paid")).toBe("Paid");
    await loadCustomersTexts("fi");
    expect(t("outcome.paid")).toBe("Maksettu");
  });
});

it.each(CUSTOMER_LANGUAGES)(
  "proof of payment is the same word in a kiosk's help and on its screen (%s)",
  async (language) => {
    const { helps } = await kioskTexts(language);
    const { outcome } = await customersTexts(language);
    expect(helps.step3).toContain(outcome.paid);
    expect(helps.notYet).toContain(outcome.paid);
  },
);
