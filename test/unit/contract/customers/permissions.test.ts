import { describe, expect, it } from "vitest";
import { defaultPresets } from "../../../../contract/customers/permission-presets.ts";
import { MAX_SCOPE_TEXT } from "../../../../contract/customers/permissions.ts";
import { PERMISSION_COMMANDS } from "../../../../contract/customers/permissions-commands.ts";
import { CUSTOMER_LANGUAGES } from "../../../../contract/values/customer-language.ts";

const named: readonly (keyof typeof PERMISSION_COMMANDS)[] = [
  "permission.request",
  "permission.get",
  "permission.list",
  "permission.abort",
];
const presets = PERMISSION_COMMANDS["permission.presets.set"].input;
const request = PERMISSION_COMMANDS["permission.request"].input;

describe("the default presets of a shop", () => {
  it.each(["en", "nb"] as const)("can be saved unchanged, in %s", (language) => {
    const items = defaultPresets(language);
    expect(presets.safeParse({ items }).error).toBeUndefined();
    expect(items.map(({ id }) => id)).toEqual(["ship-to-home", "receipt-by-mail", "member", "age-18"]);
  });

  it("describe the requested data in each language, in a distinct text that fits", () => {
    for (const { texts } of defaultPresets("en")) {
      expect(Object.keys(texts).toSorted()).toEqual([...CUSTOMER_LANGUAGES].toSorted());
      expect(new Set(Object.values(texts)).size).toBe(CUSTOMER_LANGUAGES.length);
      for (const text of Object.values(texts)) expect(text.length).toBeLessThanOrEqual(MAX_SCOPE_TEXT);
    }
  });

  it("store nothing after the sale", () => {
    expect(defaultPresets("nb").map(({ keepDays }) => keepDays)).toEqual([0, 0, 0, 0]);
  });
});

describe("a preset", () => {
  const [first] = defaultPresets("en");

  it.each([
    ["a retention above 30 days", { keepDays: 31 }],
    ["a text that is too long", { texts: { ...first?.texts, en: "x".repeat(151) } }],
    ["no text in one of the languages", { texts: { en: "May we?" } }],
    ["an unknown scope", { scope: ["shoe_size"] }],
  ])("is refused with %s", (_, wrong) => {
    expect(presets.safeParse({ items: [{ ...first, ...wrong }] }).success).toBe(false);
  });

  it("is refused when another has its id", () => {
    expect(presets.safeParse({ items: [first, first] }).success).toBe(false);
  });
});

describe("a request", () => {
  it("is created, read, listed and withdrawn under the API's field names", () => {
    expect(Object.keys(PERMISSION_COMMANDS)).toEqual(expect.arrayContaining([...named]));
  });

  it("requests data directly, by a preset, or only the token", () => {
    const asked = (input: unknown) => request.safeParse(input).success;
    expect([asked({ scope: ["email"] }), asked({ preset: "member" }), asked({ scope: [] }), asked({})]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
