/** What was provisioned, what was chosen at the till since, and which of the two counts. */
import { describe, expect, it } from "vitest";
import { DEFAULT_COUNTER } from "../../../../../contract/counter.ts";
import { openCatalogue } from "../../../../../main/configuration/catalogue/catalogue-store.ts";
import { counterSettings } from "../../../../../main/configuration/catalogue/counter-settings.ts";
import { DEMO_CATALOGUE } from "../../../../../main/configuration/catalogue/demo-catalogue.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

describe("the counter's settings", () => {
  it("are what was chosen at the till, until other ones are provisioned", () => {
    using made = temporaryDatabase();
    const provisioned = { ...DEFAULT_COUNTER, appName: "Settle" };
    const chosen = { ...DEFAULT_COUNTER, appName: "Pay" };
    counterSettings(made.database, { counter: provisioned }).set(chosen);
    expect(counterSettings(made.database, { counter: provisioned }).get()).toEqual(chosen);
    const newer = { ...provisioned, appName: "Wallet" };
    expect(counterSettings(made.database, { counter: newer }).get()).toEqual(newer);
    expect(counterSettings(made.database, {}).get()).toEqual(chosen);
  });
});

describe("the catalogue", () => {
  const SHOP = { products: [], categories: [], counter: null, locale: "nb-NO", demo: false };
  const open = (database: ReturnType<typeof temporaryDatabase>["database"], settings: Partial<typeof SHOP>) =>
    openCatalogue(
      database,
      { ...SHOP, ...settings },
      () => false,
      () => undefined,
    );

  it("of a demo goes with the demo, and what a shop changed of it stays", () => {
    using made = temporaryDatabase();
    open(made.database, { demo: true }).put(DEMO_CATALOGUE);
    expect(open(made.database, { demo: true }).get()).toMatchObject(DEMO_CATALOGUE);
    expect(open(made.database, { demo: false }).get()).toMatchObject({ categories: [], products: [] });
    const own = { ...DEMO_CATALOGUE, products: DEMO_CATALOGUE.products.slice(1) };
    open(made.database, { demo: true }).put(own);
    expect(open(made.database, { demo: false }).get()).toMatchObject(own);
  });
});
