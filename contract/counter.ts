/** How a till's counter is set up by its owner. The commands' rows are in `counter-commands.ts`. */

/** Suggestions for a tip: percentages in hundredths of a percent of the sale (1000 = 10 %), or amounts in minor units. */
export interface TipChoices {
  kind: "percent" | "amount";
  /** One to four, ascending */
  presets: number[];
  /** Where the customer chooses: on the customer's screen at the till, or in the app on the phone */
  where: "screen" | "phone";
}

export interface CounterSettings {
  /** What stands in the larger half of the counter: the keypad, or the products */
  first: "pad" | "products";
  /** VAT on amounts that are keyed in, in hundredths of a percent; null: nothing is said about VAT */
  keyedVatRate: number | null;
  /** Null: no tip is suggested */
  tips: TipChoices | null;
  /** The name of the customer's app: `Settle` makes "Open Settle"; null: "the app" */
  appName: string | null;
  /** `#rrggbb`, on the customer's screen and nowhere else; null: none */
  accent: string | null;
  /** The id of the shop's logo, for `catalogue.picture`; null: none */
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
