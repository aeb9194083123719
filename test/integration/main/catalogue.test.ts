import { describe, expect, it } from "vitest";
import type { Category, Product } from "../../../contract/catalogue/catalogue.ts";
import { COUNTER_ROWS, DEFAULT_COUNTER } from "../../../contract/catalogue/counter.ts";
import { withDefaults } from "../../../contract/values/setting-rows.ts";
import { createManualClock } from "../../support/clock.ts";
import { createTestTill } from "../../support/test-till.ts";

const DRINKS: Category = { id: "drinks", name: "Drikke", names: { en: "Drinks" } };
const COFFEE: Product = { id: "coffee", name: "Kaffe", amount: 4500, vatRate: 1500, category: "drinks" };
const MUG: Product = { id: "mug", name: "Kopp", amount: 12_900, vatRate: 2500 };
const CONTENT = { categories: [DRINKS], products: [COFFEE, MUG] };
/** A one-pixel image. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("the catalogue", () => {
  it("is empty at first and gets a new version with every change", async () => {
    await using world = await createTestTill();
    expect(await world.must("catalogue.get", {})).toEqual({ version: 0, categories: [], products: [] });
    expect(await world.call("catalogue.set", CONTENT)).toMatchObject({ ok: false, error: { code: "not_allowed" } });
    await world.asManager();
    expect(await world.must("catalogue.set", CONTENT)).toEqual({ version: 1, ...CONTENT });
    const dearer = { ...CONTENT, products: [{ ...COFFEE, amount: 4900 }] };
    await world.must("catalogue.set", dearer);
    expect(world.events.filter(({ type }) => type === "catalogue.changed")).toEqual([
      { type: "catalogue.changed", version: 1 },
      { type: "catalogue.changed", version: 2 },
    ]);
    await world.restart();
    expect(await world.must("catalogue.get", {})).toEqual({ version: 2, ...dearer });
    await world.asManager();
    const { items } = await world.must("journal.list", { event: "settings.catalogue" });
    expect(items.map(({ person, values }) => ({ person, ...values }))).toEqual([
      { person: "Owner", version: 2, products: 1, added: 0, removed: 1, changed: 1 },
      { person: "Owner", version: 1, products: 2, added: 2, removed: 0, changed: 0 },
    ]);
  });

  it("rejects a change based on an old version and names the current version", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const { version } = await world.must("catalogue.set", CONTENT);
    const dearer = { ...CONTENT, products: [{ ...COFFEE, amount: 4900 }, MUG] };
    const changed = await world.must("catalogue.set", { ...dearer, version });
    const fewer = { ...CONTENT, products: [COFFEE] };
    expect(await world.call("catalogue.set", { ...fewer, version })).toMatchObject({
      error: { code: "conflict", details: { because: { code: "catalogue_changed" } } },
    });
    expect(await world.must("catalogue.get", {})).toEqual(changed);
    expect(await world.must("catalogue.readCsv", { text: "name;price\nTea;39\n" })).toMatchObject({
      version: changed.version,
    });
    expect(await world.must("catalogue.set", fewer)).toMatchObject(fewer);
  });

  it("imports a file with two price columns only after one column was chosen", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const text = "Prices\r\nname,amount,price,retail price\nTea,40,12,39.50\n";
    expect(await world.must("catalogue.readCsv", { text })).toMatchObject({
      catalogue: { products: [] },
      problems: [{ row: 2, field: "price", because: { code: "csv_column" } }],
      questions: [{ field: "price", columns: ["price", "retail price"] }],
    });
    expect(await world.must("catalogue.readCsv", { text, columns: { price: "retail price" } })).toMatchObject({
      catalogue: { products: [{ name: "Tea", amount: 3950 }] },
      problems: [],
      questions: [],
      unread: ["amount", "price"],
      defaultVatRate: 2500,
    });
  });

  it("is unchanged when a change could not be written", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const before = await world.must("catalogue.set", CONTENT);
    const full = "CREATE TRIGGER full BEFORE INSERT ON journal WHEN NEW.event = 'settings.catalogue'";
    world.database.exec(`${full} BEGIN SELECT RAISE(ABORT, 'full'); END`);
    const cheaper = { ...CONTENT, products: [{ ...COFFEE, amount: 1 }] };
    expect(await world.call("catalogue.set", cheaper)).toMatchObject({ error: { code: "internal" } });
    expect(await world.must("catalogue.get", {})).toEqual(before);
    world.database.exec("DROP TRIGGER full");
    expect(await world.must("catalogue.set", cheaper)).toEqual({ version: 2, ...cheaper });
  });

  it("exports a file in the language of the window, or else of the shop", async () => {
    await using world = await createTestTill({ provisioning: { locale: "nb-NO" } });
    await world.asManager();
    const head = async (input: { language?: "en" | "nb" }) =>
      (await world.must("catalogue.csv", input)).text.slice(1).split(";", 3).join(" ");
    expect(await head({ language: "en" })).toBe("id name price");
    expect(await head({ language: "nb" })).toBe("id navn pris");
    expect(await head({})).toBe("id navn pris");
  });

  it("starts with the provisioned products, for which an id, a name and a price suffice", async () => {
    const products = [{ id: "cup", name: "A cup", amount: 4900 }, { ...COFFEE }];
    await using world = await createTestTill({ provisioning: { products, categories: [DRINKS] } });
    const content = { categories: [DRINKS], products: [{ ...products[0], vatRate: 2500 }, COFFEE] };
    expect(await world.must("catalogue.get", {})).toEqual({ version: 1, ...content });
    await world.restart();
    expect(await world.must("catalogue.get", {})).toMatchObject({ version: 1 });
    await world.asManager();
    await world.must("catalogue.set", CONTENT);
    await world.restart();
    expect(await world.must("catalogue.get", {})).toEqual({ version: 2, ...CONTENT });
  });

  it("stores each picture once, shows pictures on a locked till, and deletes unused pictures a day later", async () => {
    const clock = createManualClock(Date.now());
    await using world = await createTestTill({ clock });
    await world.asManager();
    const { picture } = await world.must("catalogue.addPicture", { data: PNG });
    expect(await world.must("catalogue.addPicture", { data: PNG })).toEqual({ picture });
    await world.must("catalogue.set", { ...CONTENT, products: [{ ...MUG, picture }] });
    expect(await world.must("catalogue.picture", { picture })).toEqual({ mediaType: "image/png", data: PNG });
    const aDayLater = async () => {
      clock.setBy(86_400_001);
      await world.asManager();
    };
    await aDayLater();
    await world.must("catalogue.set", { ...CONTENT, products: [{ ...COFFEE }, { ...MUG, picture }] });
    await world.must("counter.set", { ...DEFAULT_COUNTER, logo: picture });
    // A picture in use is kept, however old it is.
    await aDayLater();
    await world.must("catalogue.set", CONTENT);
    expect(await world.must("catalogue.picture", { picture })).toEqual({ mediaType: "image/png", data: PNG });
    await world.must("counter.set", DEFAULT_COUNTER);
    await world.must("catalogue.addPicture", { data: PNG });
    await world.must("catalogue.set", CONTENT);
    expect(await world.call("catalogue.picture", { picture })).toMatchObject({ ok: true });
    await aDayLater();
    await world.must("catalogue.set", CONTENT);
    expect(await world.call("catalogue.picture", { picture })).toMatchObject({ error: { code: "not_found" } });
    expect(await world.call("catalogue.set", { ...CONTENT, products: [{ ...MUG, picture }] })).toMatchObject({
      error: { details: { fields: [{ field: "products[0].picture" }] } },
    });
    const text = Buffer.from("<svg onload=alert(1)>").toString("base64");
    expect(await world.call("catalogue.addPicture", { data: text })).toMatchObject({
      error: { details: { fields: [{ field: "data" }] } },
    });
  });
});

describe("the counter's settings", () => {
  it("are shown on every screen and can be changed only by the owner", async () => {
    await using world = await createTestTill();
    expect(world.till.terminal().counter).toEqual(DEFAULT_COUNTER);
    const tips = { kind: "percent" as const, presets: [500, 1000], where: "screen" as const };
    const settings = { first: "products" as const, keyedVatRate: 2500 };
    const chosen = withDefaults(COUNTER_ROWS, { ...settings, tips });
    expect(await world.call("counter.set", chosen)).toMatchObject({ ok: false, error: { code: "not_allowed" } });
    await world.asManager();
    expect(await world.must("counter.set", chosen)).toEqual(chosen);
    expect((await world.waitForTerminal(({ counter }) => counter.first === "products")).counter).toEqual(chosen);
    await world.restart();
    expect(await world.must("counter.get", {})).toEqual(chosen);
    await world.asManager();
    expect(await world.call("counter.set", { ...chosen, logo: "a".repeat(64) })).toMatchObject({
      error: { details: { fields: [{ field: "logo" }] } },
    });
    const falling = withDefaults(COUNTER_ROWS, { ...settings, tips: { ...tips, presets: [10, 5] } });
    expect(await world.call("counter.set", falling)).toMatchObject({
      error: { details: { fields: [{ field: "tips.presets" }] } },
    });
    // As a window of an earlier version, and as one of a later version.
    const { keyedVatRate: _absent, ...earlier } = chosen;
    expect(await world.call("counter.set", earlier as never)).toMatchObject({
      error: { details: { fields: [{ field: "keyedVatRate" }] } },
    });
    expect(await world.call("counter.set", { ...chosen, later: true } as never)).toMatchObject({
      error: { details: { fields: [{ field: "later" }] } },
    });
    expect(await world.must("counter.get", {})).toEqual(chosen);
    const { items } = await world.must("journal.list", { event: "settings.counter" });
    expect(items.at(-1)).toMatchObject({ person: "Owner", values: { first: "products", keyedVatRate: 2500 } });
  });

  it("are the provisioned ones until the first change", async () => {
    await using world = await createTestTill({ provisioning: { counter: { appName: "Open Settle" } } });
    expect(await world.must("counter.get", {})).toEqual({ ...DEFAULT_COUNTER, appName: "Open Settle" });
  });
});
