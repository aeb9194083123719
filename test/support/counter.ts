/** A renderer's counter with a catalogue, and a main process whose answers the test sets. */

import type { CommandName } from "../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../contract/calls/errors.ts";
import type { Catalogue } from "../../contract/catalogue/catalogue.ts";
import { COUNTER_ROWS } from "../../contract/catalogue/counter.ts";
import type { Terminal } from "../../contract/payments/views.ts";
import { type SettingInput, withDefaults } from "../../contract/values/setting-rows.ts";
import { createActions } from "../../renderer/app/actions.ts";
import { totalOf } from "../../renderer/kit/amount/entry.ts";
import { createTillStore } from "../../renderer/store/store.ts";

export const WATER = {
  id: "water",
  name: "Mineralvann",
  names: { en: "Sparkling water" },
  amount: 3500,
  vatRate: 1500,
};
export const APPLES = {
  id: "apples",
  name: "Epler",
  amount: 3990,
  vatRate: 1500,
  scale: "weight" as const,
  barcode: "200001",
};
export const CATALOGUE: Catalogue = {
  version: 1,
  categories: [{ id: "cold", name: "Kald drikke" }],
  products: [
    { ...WATER, barcode: "7038010000065", category: "cold" },
    APPLES,
    { ...WATER, id: "creme", name: "Crème" },
  ],
};

/** Default answers of main: the payment has started, and other payments do not exist. */
function defaultResult(name: CommandName): Result<unknown> {
  if (name === "payment.get") return failed("not_found");
  return done(name === "payment.list" ? { items: [], next: null } : { posTid: "A-1", operations: [], steps: [] });
}

/** Opens a counter with a catalogue. @param answer main's answer to a command; a payment by default */
export function openCounter(
  settings: SettingInput<typeof COUNTER_ROWS> = {},
  answer?: (name: CommandName) => Result<unknown> | Promise<Result<unknown>> | undefined,
) {
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const called: [CommandName, Record<string, unknown>][] = [];
  const terminal = { currency: "NOK", locale: "nb-NO", confirmAbove: null, disk: "ok", people: {}, staff: null };
  store.setState({
    terminal: { ...terminal, counter: withDefaults(COUNTER_ROWS, settings) } as unknown as Terminal,
    shelf: { ...store.getState().shelf, catalogue: CATALOGUE },
  });
  const actions = createActions({
    store,
    client: {
      async call(name, input) {
        called.push([name, input as Record<string, unknown>]);
        return (await (answer?.(name) ?? defaultResult(name))) as never;
      },
      on: () => () => undefined,
    },
    now: () => 0,
    savePreferences: () => undefined,
  });
  const type = (digits: string) => {
    for (const digit of digits) actions.enter({ type: "digit", digit: Number(digit) });
  };
  const started = () => called.filter(([name]) => name === "payment.start").map(([, input]) => input);
  return {
    store,
    actions,
    called,
    started,
    type,
    state: store.getState,
    total: () => totalOf(store.getState().draft.entry),
  };
}
