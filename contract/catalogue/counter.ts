import { portableRows, type SettingRows, type SettingValues, withDefaults } from "../values/setting-rows.ts";

/** Settings of the counter. Texts: `counterSettings.rows` in `renderer/kit/i18n/`; meanings: `docs/setup.md`. */
export const COUNTER_ROWS = {
  first: { section: "selling", control: "choice", options: ["pad", "products"], default: "pad" },
  /** VAT rate of keyed-in amounts, in hundredths of a percent; null: no VAT is stated */
  keyedVatRate: { section: "selling", control: "vatRate", default: null },
  /** Tip suggestions: hundredths of a percent of the sale (1000 = 10 %), or amounts in minor units */
  tips: {
    section: "tips",
    control: "variants",
    by: "kind",
    fields: {
      kind: { control: "choice", options: ["percent", "amount"] },
      presets: { control: "presets", by: "kind", units: { percent: "percent", amount: "money" } },
      /** The customer chooses on the customer display or in the app */
      where: { control: "choice", options: ["screen", "phone"] },
    },
    default: null,
  },
  /** The payment app's name: `Settle` makes "Open Settle"; null: "the app" */
  appName: { section: "customers", control: "text", maxLength: 40, default: null },
  /** Used only on the customer display */
  accent: { section: "customers", control: "colour", default: null },
  logo: { section: "customers", control: "picture", default: null },
} as const satisfies SettingRows;

export type CounterSettings = SettingValues<typeof COUNTER_ROWS>;

/** Fields of the tip suggestions that the customer display receives. */
const { where: _where, ...offered } = COUNTER_ROWS.tips.fields;
export const TIP_OFFER_ROWS: typeof offered = offered;

/** Rows that are provisioned and exported. */
export const PORTABLE_COUNTER_ROWS = portableRows(COUNTER_ROWS);

export const DEFAULT_COUNTER = withDefaults(COUNTER_ROWS, {});
