/** Settings of a till's counter. */

/** Tip suggestions: hundredths of a percent of the sale (1000 = 10 %), or amounts in minor units. */
export interface TipChoices {
  kind: "percent" | "amount";
  /** One to four, ascending */
  presets: number[];
  /** The customer chooses on the customer display or in the app */
  where: "screen" | "phone";
}

export interface CounterSettings {
  /** The larger half of the counter: keypad or products */
  first: "pad" | "products";
  /** VAT rate of keyed-in amounts, in hundredths of a percent; null: no VAT is stated */
  keyedVatRate: number | null;
  /** Null: tips are off */
  tips: TipChoices | null;
  /** The payment app's name: `Settle` makes "Open Settle"; null: "the app" */
  appName: string | null;
  /** `#rrggbb`, used only on the customer display; null: none */
  accent: string | null;
  /** Logo id for `catalogue.picture`; null: none */
  logo: string | null;
}

export interface CounterValues {
  "counter.get": CounterSettings;
  "counter.set": CounterSettings;
}

export const DEFAULT_COUNTER: CounterSettings = {
  first: "pad",
  keyedVatRate: null,
  tips: null,
  appName: null,
  accent: null,
  logo: null,
};
