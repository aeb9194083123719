import type { CatalogueContent, Category, Product } from "../../../contract/catalogue/catalogue.ts";

const CATEGORIES: Category[] = [
  { id: "coffee", name: "Kaffe og te", names: { en: "Coffee and tea" } },
  { id: "food", name: "Mat", names: { en: "Food" } },
  { id: "cold", name: "Kaldt", names: { en: "Cold" } },
];

/** Take-away food: 15 % in Norway. */
const FOOD = 1500;

const COLOURS = { coffee: "#ead9c8", food: "#f3e3b3", cold: "#cfe3ee" } as const;

const product = (id: string, category: keyof typeof COLOURS, amount: number, name: string, en: string): Product => ({
  id,
  name,
  names: { en },
  amount,
  vatRate: FOOD,
  category,
  colour: COLOURS[category],
});

const PRODUCTS: Product[] = [
  product("filter", "coffee", 3900, "Filterkaffe", "Filter coffee"),
  product("espresso", "coffee", 3600, "Espresso", "Espresso"),
  product("cappuccino", "coffee", 4900, "Cappuccino", "Cappuccino"),
  product("latte", "coffee", 5200, "Kaffe latte", "Caffè latte"),
  product("tea", "coffee", 3900, "Te", "Tea"),
  product("bun", "food", 4500, "Kanelbolle", "Cinnamon bun"),
  product("croissant", "food", 4200, "Croissant", "Croissant"),
  product("toast", "food", 8900, "Ostetoast", "Cheese toast"),
  product("soup", "food", 12_900, "Dagens suppe", "Soup of the day"),
  { ...product("water", "cold", 3500, "Mineralvann", "Sparkling water"), barcode: "7090000000011" },
  product("juice", "cold", 4500, "Eplejuice", "Apple juice"),
  product("iced", "cold", 5900, "Iskaffe", "Iced coffee"),
];

export const DEMO_CATALOGUE: CatalogueContent = { categories: CATEGORIES, products: PRODUCTS };
