/** Tip suggestions: hundredths of a percent of the sale (1000 = 10 %), or amounts in minor units. */
export interface TipChoices {
  kind: "percent" | "amount";
  /** One to four, ascending */
  presets: number[];
  /** The customer chooses on the customer display or in the app */
  where: "screen" | "phone";
}

export interface CounterSettings {
  first: "pad" | "products";
  /** VAT rate of keyed-in amounts, in hundredths of a percent; null: no VAT is stated */
  keyedVatRate: number | null;
  tips: TipChoices | null;
  /** The payment app's name: `Settle` makes "Open Settle"; null: "the app" */
  appName: string | null;
  /** `#rrggbb`, used only on the customer display; null: none */
  accent: string | null;
  logo: string | null;
}

export const DEFAULT_COUNTER: CounterSettings = {
  first: "pad",
  keyedVatRate: null,
  tips: null,
  appName: null,
  accent: null,
  logo: null,
};
