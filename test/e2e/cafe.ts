/** A café's catalogue, for tests and pictures of a counter with products. */
import type { CatalogueContent } from "../../contract/catalogue/catalogue.ts";
import { COUNTER_ROWS, type CounterSettings } from "../../contract/catalogue/counter.ts";
import { withDefaults } from "../../contract/values/setting-rows.ts";
import type { Shop } from "./fixtures.ts";

const OWNER_PIN = "274951";

const MENU: CatalogueContent = {
  categories: [
    { id: "hot", name: "Varm drikke", names: { en: "Hot drinks" } },
    { id: "bakery", name: "Bakst", names: { en: "Bakery" } },
    { id: "other", name: "Annet", names: { en: "Other" } },
  ],
  products: [
    ["Filterkaffe", "Filter coffee", 3900, "hot", "#ead8ca"],
    ["Flat white", "Flat white", 4900, "hot", "#ead8ca"],
    ["Cappuccino", "Cappuccino", 5200, "hot", "#ead8ca"],
    ["Te", "Tea", 3600, "hot", "#ead8ca"],
    ["Kanelbolle", "Cinnamon bun", 5100, "bakery", "#f4e3b5"],
    ["Skolebolle", "Custard bun", 4500, "bakery", "#f4e3b5"],
    ["Croissant", "Croissant", 4200, "bakery", "#f4e3b5"],
    ["Gulrotkake", "Carrot cake", 6500, "bakery", undefined],
    ["Dagens suppe", "Soup of the day", 11_900, "other", "#e3dcd2"],
    ["Smørbrød", "Open sandwich", 12_900, "other", "#e3dcd2"],
    ["Eplemost", "Apple juice", 4900, "other", "#d0e3ee"],
    ["Mineralvann", "Sparkling water", 3500, "other", "#d0e3ee"],
  ].map(([name, en, amount, category, colour], index) => ({
    id: `p${index}`,
    name: String(name),
    names: { en: String(en) },
    amount: Number(amount),
    vatRate: 1500,
    category: String(category),
    colour: colour === undefined ? undefined : String(colour),
  })),
};

/**
 * Turns the shop into a café with twelve products, tip questions at the till, and VAT on keyed amounts. Its customers
 * read English.
 * @returns a function that restores the shop
 */
export async function openCafe({ till }: Shop): Promise<() => Promise<void>> {
  const [catalogue, settings] = [await till.call("catalogue.get", {}), await till.call("counter.get", {})];
  if (!catalogue.ok || !settings.ok) throw new Error("the till does not say what it sells");
  const { categories, products } = catalogue.value;
  const tips = { kind: "percent" as const, presets: [1000, 1500], where: "screen" as const };
  await readEnglish({ till });
  await become({ till }, MENU, withDefaults(COUNTER_ROWS, { ...settings.value, keyedVatRate: 2500, tips }));
  return () => become({ till }, { categories, products }, settings.value);
}

/** Sets the customers' language to English. */
export async function readEnglish({ till }: Pick<Shop, "till">): Promise<void> {
  await till.call("staff.signIn", { pin: OWNER_PIN });
  await till.call("display.setUsualLanguage", { language: "en" });
  await till.call("staff.signOut", {});
}

async function become(
  { till }: Pick<Shop, "till">,
  catalogue: CatalogueContent,
  settings: CounterSettings,
): Promise<void> {
  await till.call("staff.signIn", { pin: OWNER_PIN });
  await till.call("catalogue.set", catalogue);
  await till.call("counter.set", settings);
  await till.call("staff.signOut", {});
}
