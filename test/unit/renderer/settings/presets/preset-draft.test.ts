import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../../../contract/bridge/commands.ts";
import { defaultPresets } from "../../../../../contract/customers/permission-presets.ts";
import { CUSTOMER_LANGUAGES } from "../../../../../contract/values/customer-language.ts";
import {
  draftOf,
  hasAllFields,
  type PresetDraft,
  presetOf,
} from "../../../../../renderer/settings/presets/preset-draft.ts";

const SAVED = COMMANDS["permission.presets.set"].input;
const language = fc.constantFrom(...CUSTOMER_LANGUAGES);

/** Any input in the form: a line of letters, digits and signs, also empty or blank. */
const typed = (maxLength: number) => fc.string({ maxLength, unit: fc.constantFrom(..." -aZ9æøåéß.!") });

const drafts: fc.Arbitrary<PresetDraft> = fc.record({
  name: typed(40),
  purpose: typed(100),
  scope: fc.constant([]),
  keepDays: fc.integer({ min: 0, max: 30 }),
  termsUrl: fc.constantFrom("", " ", "https://shop.example/terms"),
  texts: fc.tuple(...CUSTOMER_LANGUAGES.map(() => typed(150))).map((texts) => ({
    ...draftOf(null).texts,
    ...Object.fromEntries(CUSTOMER_LANGUAGES.map((each, at) => [each, texts[at] ?? ""])),
  })),
});

describe("a preset's draft", () => {
  it("is saved as the preset that it was made from", () => {
    for (const preset of CUSTOMER_LANGUAGES.flatMap((main) => defaultPresets(main === "nb" ? "nb" : "en")))
      expect(presetOf(draftOf(preset), { id: preset.id, main: "nb", taken: [] })).toEqual(preset);
  });

  it("starts empty, with the shortest retention, and is incomplete", () => {
    const empty = draftOf(null);
    expect(empty).toMatchObject({ name: "", purpose: "", scope: [], keepDays: 0 });
    expect(Object.keys(empty.texts).sort()).toEqual([...CUSTOMER_LANGUAGES].sort());
    expect(hasAllFields(empty, "nb")).toBe(false);
  });

  it("is complete with exactly a name, a purpose and the text in the shop's language", () => {
    fc.assert(
      fc.property(drafts, language, (draft, main) => {
        const isThere = [draft.name, draft.purpose, draft.texts[main]].every((text) => /\S/.test(text));
        expect(hasAllFields(draft, main)).toBe(isThere);
      }),
    );
  });

  it("is accepted by the till whenever it is complete", () => {
    fc.assert(
      fc.property(drafts, language, (draft, main) => {
        fc.pre(hasAllFields(draft, main));
        const preset = presetOf(draft, { id: null, main, taken: [] });
        expect(SAVED.safeParse({ items: [preset] }).error?.issues ?? []).toEqual([]);
      }),
    );
  });

  it("falls back to the shop's own text in a language without one", () => {
    const draft = { ...draftOf(null), name: "Warranty", purpose: "Repairs" };
    draft.texts = { ...draft.texts, en: " To reach you ", nb: "  ", fi: "Takuu" };
    const { texts } = presetOf(draft, { id: null, main: "en", taken: [] });
    expect(texts).toMatchObject({ en: "To reach you", nb: "To reach you", fi: "Takuu", uk: "To reach you" });
  });

  it("keeps the id of an existing preset, and gives a new one a free id", () => {
    fc.assert(
      fc.property(drafts, fc.integer({ min: 1, max: 20 }), (draft, count) => {
        expect(presetOf(draft, { id: "member", main: "nb", taken: ["member"] }).id).toBe("member");
        const ids: string[] = [];
        for (let made = 0; made < count; made++) ids.push(presetOf(draft, { id: null, main: "nb", taken: ids }).id);
        expect(new Set(ids).size).toBe(count);
      }),
    );
  });

  it("has a valid id for any length of name, and for any number of equal names", () => {
    const taken: string[] = [];
    for (let made = 0; made < 20; made++) {
      const draft = { ...draftOf(null), name: "x".repeat(40), purpose: "Repairs" };
      const preset = presetOf({ ...draft, texts: { ...draft.texts, nb: "Hei" } }, { id: null, main: "nb", taken });
      expect(SAVED.safeParse({ items: [preset] }).error?.issues ?? []).toEqual([]);
      taken.push(preset.id);
    }
  });

  it("has an id that resembles its name", () => {
    const named = (name: string) => presetOf({ ...draftOf(null), name }, { id: null, main: "nb", taken: [] }).id;
    expect(named("Café à Paris")).toBe("cafe-a-paris");
    expect(named("Cafés")).toBe("cafes");
    expect(named("!!!")).toBe("question");
  });
});
