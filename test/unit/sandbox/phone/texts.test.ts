import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CUSTOMER_LANGUAGES, customerLocale, LANGUAGE_NAMES } from "../../../../contract/values/customer-language.ts";
import { STATUS_CODES } from "../../../../contract/wire/wire.ts";
import { SCOPES } from "../../../../sandbox/flows/claims.ts";
import { ASSETS } from "../../../../sandbox/phone/page/assets.ts";

const PAGE = join(import.meta.dirname, "../../../../sandbox/phone/page");
const read = (name: string) => readFileSync(join(PAGE, name), "utf8");
const textsOf = (language: string) => JSON.parse(String(ASSETS[`${language}.json`]?.content)) as Record<string, string>;
const english = textsOf("en");
const placeholders = (text = "") => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/** Texts that are the same in both languages: signs, and shared words. */
const SAME: Record<string, readonly string[]> = {
  nb: ["ok"],
  sv: ["extra", "ok"],
  da: ["scan", "ok"],
  fi: ["ok"],
  de: ["extra", "ok"],
  fr: ["ok"],
  es: ["extra"],
  pl: ["ok"],
};

describe.each(CUSTOMER_LANGUAGES)("the phone in %s", (language) => {
  const texts = textsOf(language);

  it("has every text with its values, and no English left", () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim()).not.toBe("");
      expect([key, placeholders(text)]).toEqual([key, placeholders(english[key])]);
    }
    const same = Object.keys(texts).filter((key) => texts[key] === english[key]);
    if (language !== "en") expect(same).toEqual(SAME[language] ?? []);
  });

  it("has its language's own name and amount format", () => {
    const row = `${language}: { name: "${LANGUAGE_NAMES[language]}", locale: "${customerLocale(language, language === "en" ? "en-GB" : "")}" }`;
    expect(read("texts.js")).toContain(row);
  });
});

describe("the phone", () => {
  it("has every text that its page and its scripts use", () => {
    const scripts = ["phone.js", "screens.js", "texts.js"].map(read).join("\n");
    const asked = [
      ...[...scripts.matchAll(/(?<!\w)t\("(\w+)"/g)].map(([, key]) => key),
      ...[...scripts.matchAll(/(?<!\w)t\([^()"]*\? "(\w+)" : "(\w+)"/g)].flatMap(([, one, other]) => [one, other]),
      ...[...read("phone.html").matchAll(/data-text="(\w+)"/g)].map(([, key]) => key),
      ...Object.keys(SCOPES),
    ];
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter((key) => !((key ?? "") in english))).toEqual([]);
  });

  it("has a reason for every payment that failed", () => {
    const failures = Object.values(STATUS_CODES).filter(({ status }) => status === "fail");
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.map(({ name }) => name).filter((name) => !(name in english))).toEqual([]);
  });
});
