import { describe, expect, it } from "vitest";
import { schemaOf } from "../../../../contract/calls/setting-schema.ts";
import { DEFAULT_COUNTER } from "../../../../contract/catalogue/counter.ts";
import { COUNTER_COMMANDS } from "../../../../contract/catalogue/counter-commands.ts";
import { RECEIPTS_COMMANDS } from "../../../../contract/receipts/receipts-commands.ts";
import { picturesIn, portableRows, withDefaults } from "../../../../contract/values/setting-rows.ts";
import { fieldProblems } from "../../../../main/bridge/fields.ts";
import { ALL_CONTROLS, ALL_VALUES } from "../../../support/setting-rows.ts";

const { isRounded: _, ...older } = ALL_VALUES.extra ?? { kind: "percent", presets: [] };

/** Returns the invalid fields of an input. */
function wrong(input: object): string[] {
  const read = schemaOf(ALL_CONTROLS).safeParse(input);
  return read.success ? [] : fieldProblems(read.error).map(({ field }) => field);
}

describe("the schema of rows", () => {
  it("accepts complete values unchanged, and completes absent fields at every depth", () => {
    expect(schemaOf(ALL_CONTROLS).parse(ALL_VALUES)).toEqual(ALL_VALUES);
    expect(schemaOf(ALL_CONTROLS).parse({ extra: older })).toEqual({
      isOn: false,
      size: "small",
      rate: null,
      note: null,
      colour: null,
      picture: null,
      extra: { ...older, isRounded: true },
    });
  });

  it.each<[field: string, input: object]>([
    ["isOn", { isOn: "yes" }],
    ["size", { size: "medium" }],
    ["rate", { rate: 10_001 }],
    ["note", { note: "longer than 10" }],
    ["colour", { colour: "red" }],
    ["picture", { picture: "logo.png" }],
    ["isOff", { isOff: true }],
    ["extra.kind", { extra: { ...older, kind: "share" } }],
    ["extra.presets", { extra: { kind: "percent" } }],
    ["extra.presets", { extra: { ...older, presets: [10, 5] } }],
    ["extra.presets[0]", { extra: { ...older, presets: [10_001] } }],
    ["extra.where", { extra: { ...older, where: "screen" } }],
  ])("rejects a wrong, missing or unknown %s", (field, input) => {
    expect(wrong(input)).toEqual([field]);
  });

  it("limits amounts only by the largest amount", () => {
    expect(wrong({ extra: { ...older, kind: "amount", presets: [10_001] } })).toEqual([]);
  });
});

describe("defaults", () => {
  it("equal the schema's, in the order of the rows", () => {
    for (const input of [{}, { extra: older }, ALL_VALUES])
      expect(JSON.stringify(withDefaults(ALL_CONTROLS, input))).toBe(
        JSON.stringify(schemaOf(ALL_CONTROLS).parse(input)),
      );
  });
});

describe("pictures", () => {
  it("are listed, and stay at their till", () => {
    expect(picturesIn(ALL_CONTROLS, ALL_VALUES)).toEqual([ALL_VALUES.picture]);
    expect(withDefaults(portableRows(ALL_CONTROLS), ALL_VALUES)).not.toHaveProperty("picture");
  });
});

describe("a command that replaces settings", () => {
  it("refuses settings that lack a field, because a window of an earlier version would reset it", () => {
    const counter = COUNTER_COMMANDS["counter.set"].input.safeParse({ ...DEFAULT_COUNTER, tips: undefined });
    expect(counter.error?.issues.map(({ path }) => path.join("."))).toEqual(["tips"]);
    const receipts = RECEIPTS_COMMANDS["receipt.settings.set"].input.safeParse({ receipt: { print: "always" } });
    expect(receipts.error?.issues.map(({ path }) => path.join("."))).toEqual(["receipt.electronic"]);
  });
});
