/** Provisioned values, choices made at the till, and their precedence. */
import { describe, expect, it } from "vitest";
import { COUNTER_ROWS, DEFAULT_COUNTER, PORTABLE_COUNTER_ROWS } from "../../../../../contract/catalogue/counter.ts";
import { withDefaults } from "../../../../../contract/values/setting-rows.ts";
import { openCatalogue } from "../../../../../main/configuration/catalogue/catalogue-store.ts";
import { counterSettings } from "../../../../../main/configuration/catalogue/counter-settings.ts";
import { DEMO_CATALOGUE } from "../../../../../main/configuration/catalogue/demo-catalogue.ts";
import { settingStore } from "../../../../../main/storage/database/settings.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

describe("the counter's settings", () => {
  it("keep the till's choices until new provisioning differs", () => {
    using made = temporaryDatabase();
    const provisioned = withDefaults(PORTABLE_COUNTER_ROWS, { appName: "Settle" });
    const chosen = { ...DEFAULT_COUNTER, appName: "Pay" };
    counterSettings(made.database, { counter: provisioned }).set(chosen);
    expect(counterSettings(made.database, { counter: provisioned }).get()).toEqual(chosen);
    const newer = { ...provisioned, appName: "Wallet" };
    expect(counterSettings(made.database, { counter: newer }).get()).toEqual({ ...newer, logo: null });
    expect(counterSettings(made.database, {}).get()).toEqual(chosen);
  });

  it("of an earlier version get the defaults of newer fields, and remain the choice", () => {
    using made = temporaryDatabase();
    const over = JSON.stringify({ appName: "Settle", first: "products" });
    settingStore(made.database).set("counter", { value: { appName: "Pay" }, over });
    const provisioned = withDefaults(PORTABLE_COUNTER_ROWS, { first: "products", appName: "Settle" });
    expect(counterSettings(made.database, { counter: provisioned }).get()).toEqual({
      ...DEFAULT_COUNTER,
      appName: "Pay",
    });
    expect(counterSettings(made.database, { counter: { appName: "Wallet" } }).get()).toEqual(
      withDefaults(COUNTER_ROWS, { appName: "Wallet" }),
    );
  });
});

describe("the catalogue", () => {
  const SHOP = { products: [], categories: [], counter: null, locale: "nb-NO", demo: false };
  const open = (database: ReturnType<typeof temporaryDatabase>["database"], settings: Partial<typeof SHOP>) =>
    openCatalogue(database, { ...SHOP, ...settings }, { hasPicture: () => false, onPut: () => undefined, now: 0 });

  it("of a demo is removed with the demo, but keeps the shop's changes", () => {
    using made = temporaryDatabase();
    open(made.database, { demo: true }).put(DEMO_CATALOGUE, 0);
    expect(open(made.database, { demo: true }).get()).toMatchObject(DEMO_CATALOGUE);
    expect(open(made.database, { demo: false }).get()).toMatchObject({ categories: [], products: [] });
    const own = { ...DEMO_CATALOGUE, products: DEMO_CATALOGUE.products.slice(1) };
    open(made.database, { demo: true }).put(own, 0);
    expect(open(made.database, { demo: false }).get()).toMatchObject(own);
  });

  it("keeps its version when a price change of a new provisioning file cannot be saved", () => {
    using made = temporaryDatabase();
    const tea = { id: "tea", name: "Tea", amount: 4500, vatRate: 2500 };
    const provisioned = (amount: number, onPut: () => void = () => undefined) =>
      openCatalogue(
        made.database,
        { ...SHOP, products: [{ ...tea, amount }] },
        { hasPicture: () => false, onPut, now: 0 },
      ).get();
    expect(provisioned(4500).version).toBe(1);
    const full = () => {
      throw new Error("disk full");
    };
    expect(() => provisioned(4900, full)).toThrow("disk full");
    expect(open(made.database, {}).get()).toMatchObject({ version: 1, products: [tea] });
    expect(provisioned(4900)).toMatchObject({ version: 2, products: [{ ...tea, amount: 4900 }] });
  });
});
