/** Rows with every control, and valid values for them. */
import type { SettingRows, SettingValues } from "../../contract/values/setting-rows.ts";

export const ALL_CONTROLS = {
  isOn: { control: "switch", default: false },
  size: { control: "choice", options: ["small", "large"], default: "small" },
  rate: { control: "vatRate", default: null },
  note: { control: "text", maxLength: 10, default: null },
  colour: { control: "colour", default: null },
  picture: { control: "picture", default: null },
  extra: {
    control: "variants",
    by: "kind",
    fields: {
      kind: { control: "choice", options: ["percent", "amount"] },
      presets: { control: "presets", by: "kind", units: { percent: "percent", amount: "money" } },
      isRounded: { control: "switch", default: true },
    },
    default: null,
  },
} as const satisfies SettingRows;

export const ALL_VALUES: SettingValues<typeof ALL_CONTROLS> = {
  isOn: true,
  size: "large",
  rate: 2500,
  note: "Note",
  colour: "#136145",
  picture: "a".repeat(64),
  extra: { kind: "percent", presets: [500, 1250], isRounded: false },
};
