import { describe, expect, it } from "vitest";
import { COUNTER_ROWS, DEFAULT_COUNTER } from "../../../../../contract/catalogue/counter.ts";
import { withDefaults } from "../../../../../contract/values/setting-rows.ts";
import { presetsOf, settingsDraft, settingsOf } from "../../../../../renderer/settings/rows/setting-draft.ts";
import { ALL_CONTROLS, ALL_VALUES } from "../../../../support/setting-rows.ts";

const TERMS = { usual: [2500, 1500, 0], currency: "NOK" };

describe("a draft of settings", () => {
  it("is saved as the settings that it was made from", () => {
    for (const values of [
      ALL_VALUES,
      withDefaults(ALL_CONTROLS, { rate: 1250 }),
      withDefaults(ALL_CONTROLS, { extra: { kind: "amount", presets: [1000, 2550] } }),
    ]) {
      const draft = settingsDraft(ALL_CONTROLS, values, TERMS);
      expect(settingsOf(ALL_CONTROLS, draft, TERMS)).toEqual({ problems: [], values });
    }
  });

  it("parses, in a currency with three decimals, the amounts that it shows", () => {
    const terms = { usual: [], currency: "KWD" };
    const tips = { kind: "amount" as const, presets: [1234, 2500], where: "screen" as const };
    const settings = withDefaults(COUNTER_ROWS, { tips });
    expect(settingsOf(COUNTER_ROWS, settingsDraft(COUNTER_ROWS, settings, terms), terms).values).toEqual(settings);
  });

  it("starts variants with the suggested values and defaults of their fields", () => {
    const off = settingsDraft(ALL_CONTROLS, withDefaults(ALL_CONTROLS, {}), TERMS);
    expect(settingsOf(ALL_CONTROLS, { ...off, extra: "percent" }, TERMS).values.extra).toEqual({
      kind: "percent",
      presets: [500, 1000, 1500],
      isRounded: true,
    });
  });

  it("names each invalid field by its path", () => {
    const draft = { ...settingsDraft(COUNTER_ROWS, DEFAULT_COUNTER, TERMS), accent: "red", tips: "amount" };
    const wrong = { ...draft, keyedVatRate: { chosen: "other", other: "many" }, "tips.presets.money": "ten" };
    expect(settingsOf(COUNTER_ROWS, draft, TERMS).problems).toEqual(["accent"]);
    expect(settingsOf(COUNTER_ROWS, wrong, TERMS).problems).toEqual(["keyedVatRate", "tips.presets", "accent"]);
  });
});

describe("presets", () => {
  it.each([
    ["5; 10; 15", [500, 1000, 1500]],
    ["5 10 15 %", null],
    ["5, 10, 15", [500, 1000, 1500]],
    ["7,5; 10%", [750, 1000]],
    ["10; 5", null],
    ["1; 2; 3; 4; 5", null],
    ["", null],
    ["0; 5", null],
    ["120", null],
  ])("reads %j as percentages", (text, presets) => {
    expect(presetsOf("percent", text, "NOK")).toEqual(presets);
  });
});
