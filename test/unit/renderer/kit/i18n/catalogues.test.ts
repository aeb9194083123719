import i18next from "i18next";
import { describe, expect, it } from "vitest";
import { ERRORS, type ErrorCode, failed } from "../../../../../contract/calls/errors.ts";
import { PHASES } from "../../../../../contract/values/phases.ts";
import { en } from "../../../../../renderer/kit/i18n/en/index.ts";
import { languageFor } from "../../../../../renderer/kit/i18n/index.ts";
import { nb } from "../../../../../renderer/kit/i18n/nb/index.ts";
import { startAllTexts } from "../../../../support/texts.ts";

type Tree = { [key: string]: string | Tree };

function texts(tree: Tree, path = ""): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const name = path === "" ? key : `${path}.${key}`;
    if (typeof value === "string") all.set(name, value);
    else for (const [inner, text] of texts(value, name)) all.set(inner, text);
  }
  return all;
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe("the catalogues", () => {
  const english = texts(en);
  const norwegian = texts(nb);

  it("have the same keys", () => {
    expect([...norwegian.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("have the same placeholders under each key", () => {
    for (const [key, text] of english)
      expect([key, placeholders(norwegian.get(key) ?? "")]).toEqual([key, placeholders(text)]);
  });

  it("have no empty text", () => {
    for (const catalogue of [english, norwegian])
      for (const text of catalogue.values()) expect(text.trim()).not.toBe("");
  });

  it("have both plural forms or none", () => {
    for (const key of english.keys()) {
      if (key.endsWith("_one")) expect(english.has(key.replace(/_one$/, "_other"))).toBe(true);
    }
  });

  it("count payments with a singular and a plural", () => {
    for (const [language, catalogue] of [
      ["en", english],
      ["nb", norwegian],
    ] as const) {
      for (const [key, text] of catalogue) {
        if (/_(one|other)$/.test(key)) continue;
        expect(text, `${language} ${key}`).not.toMatch(/\{\{\w+\}\} (payments|betalinger|differences)\b/);
      }
    }
  });

  it("state for every error what happened, whether money moved, and what to do", () => {
    for (const catalogue of [en, nb]) {
      expect(Object.keys(catalogue.error).sort()).toEqual(Object.keys(ERRORS).sort());
      for (const { happened, money, next } of Object.values(catalogue.error))
        expect([happened, money, next].every(Boolean)).toBe(true);
    }
  });

  it("match the table of errors in English", () => {
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      const staff = failed(code).error.message;
      const { money } = en.error[code];
      if (code !== "internal") expect(staff).toContain(money);
    }
  });

  it("have a word for every phase", () => {
    for (const phase of PHASES) expect(en.state[phase]).toBeTruthy();
  });
});

it("the catalogues count payments that wait for a manager in both languages", async () => {
  for (const [language, one, more] of [
    ["en", "1 needs a manager", "2 need a manager"],
    ["nb", "1 venter på leder", "2 venter på leder"],
  ] as const) {
    await startAllTexts(language);
    expect([i18next.t("bar.parked", { count: 1 }), i18next.t("bar.parked", { count: 2 })]).toEqual([one, more]);
  }
});

describe("texts", () => {
  it("select the plural by number", async () => {
    await startAllTexts("en");
    expect(i18next.t("reserved.count", { count: 1 })).toBe("1 reservation");
    expect(i18next.t("reserved.count", { count: 3 })).toBe("3 reservations");
  });

  it("default to the browser's language", () => {
    expect(languageFor(["nn-NO", "en"])).toBe("nb");
    expect(languageFor(["de-DE", "en-US", "nb-NO"])).toBe("en");
    expect(languageFor(["de-DE"])).toBe("en");
  });
});
