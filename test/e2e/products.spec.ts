/** The shop's products, from Settings to the counter's buttons. */
import type { Locator } from "@playwright/test";
import { openCafe } from "./cafe.ts";
import { expect, type Shop, test, typeAsScanner } from "./fixtures.ts";
import { accessibilityViolations } from "./page-checks.ts";
import { still } from "./tour.ts";

async function openSection(shop: Shop, name: string): Promise<void> {
  await shop.till.call("staff.signIn", { pin: "274951" });
  await shop.counter.getByRole("button", { name: "Settings", exact: true }).click();
  await shop.counter.getByRole("tab", { name, exact: true }).click();
}

test("the owner adds a product with a picture, which becomes a button at the counter @thorough", async ({ shop }) => {
  const { counter } = shop;
  await openSection(shop, "Products");
  await counter.getByRole("button", { name: "Add product" }).click();
  const sheet = counter.getByRole("dialog");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet.getByText("Enter a name.")).toBeVisible();
  await expect(sheet.getByText("Enter a price.")).toBeVisible();
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await sheet.getByLabel("Name", { exact: true }).fill("Skillingsbolle");
  await sheet.getByLabel("Name in English").fill("Penny bun");
  const price = sheet.getByLabel("Price");
  await price.fill("36,00");
  // Typing replaces the selection, as in any field.
  await price.selectText();
  await price.pressSequentially("4750");
  await expect(price).toHaveValue("47,50");
  await sheet.getByLabel("VAT", { exact: true }).selectOption("1500");
  await sheet.getByLabel("Category").selectOption({ label: "Food" });
  await sheet.getByRole("radio", { name: "Sky" }).click({ force: true });
  const choosing = counter.waitForEvent("filechooser");
  await sheet.getByRole("button", { name: "Choose a picture" }).click();
  const buffer = await counter.screenshot({ clip: { x: 0, y: 0, width: 600, height: 300 } });
  await (await choosing).setFiles({ name: "bun.png", mimeType: "image/png", buffer });
  await expect(sheet.getByRole("button", { name: "Remove picture" })).toBeVisible();
  await sheet.getByRole("button", { name: "Save" }).click();
  const row = counter.getByRole("button", { name: /Penny bun.*47,50/ });
  await expect(row).toBeVisible();
  const stored = await shop.till.call("catalogue.get", {});
  const bun = stored.ok ? stored.value.products.find(({ name }) => name === "Skillingsbolle") : undefined;
  expect(bun).toMatchObject({ amount: 4750, vatRate: 1500, category: "food", colour: "#cfe3ee" });
  const picture = await shop.till.call("catalogue.picture", { picture: bun?.picture ?? "" });
  expect(picture.ok && picture.value.mediaType).toBe("image/webp");
  await counter.getByRole("button", { name: "Charge", exact: true }).first().click();
  await counter.getByRole("button", { name: /Penny bun/ }).click();
  await expect(counter.getByRole("button", { name: "Charge 47,50 kr" })).toBeVisible();
});

test("does not overwrite a change from another window: the user is warned, and can save over it @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await openSection(shop, "Products");
  await counter.getByRole("button", { name: "Add product" }).click();
  const sheet = counter.getByRole("dialog");
  await sheet.getByLabel("Name", { exact: true }).fill("Skillingsbolle");
  await sheet.getByLabel("Price").fill("47,50");
  const before = await shop.till.call("catalogue.get", {});
  if (!before.ok) throw new Error(before.error.message);
  const { version: _version, ...content } = before.value;
  const products = content.products.map((product) => ({ ...product, amount: product.amount + 100 }));
  await shop.till.call("catalogue.set", { ...content, products });
  await sheet.getByRole("button", { name: "Save" }).click();
  const warning = counter.getByRole("alertdialog");
  await expect(warning).toContainText("Another user changed the products in the meantime. Your change was not saved.");
  expect(await accessibilityViolations(counter)).toEqual([]);
  await warning.getByRole("button", { name: "OK" }).click();
  await expect(sheet.getByLabel("Name", { exact: true })).toHaveValue("Skillingsbolle");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet).toBeHidden();
  const after = await shop.till.call("catalogue.get", {});
  expect(after.ok && after.value.products).toMatchObject([...products, { name: "Skillingsbolle", amount: 4750 }]);
});

test("a barcode is scanned into its field as printed, in any symbology @thorough", async ({ shop }) => {
  const { counter } = shop;
  await openSection(shop, "Products");
  await counter.getByRole("button", { name: "Add product" }).click();
  const field = counter.getByRole("dialog").getByLabel("Barcode");
  for (const text of ["7038010055843", "https://id.example/01/07038010000065"]) {
    await field.focus();
    await typeAsScanner(counter, text, 10, "nb");
    await expect(field).toHaveValue(/^70380100(55843|00065)$/);
    await expect(field).toHaveValue(new RegExp(text.slice(-5)));
  }
  await expect(counter.getByText(/Unknown code/)).toHaveCount(0);
});

test("takes a section's PIN where the section was tapped, with all its keys visible @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  for (const size of [
    { width: 800, height: 600 },
    { width: 1280, height: 800 },
  ]) {
    await counter.setViewportSize(size);
    await counter.getByRole("tab", { name: "People", exact: true }).click();
    const gate = counter.getByTestId("settings-gate");
    for (const name of ["1", "0"])
      await expect(gate.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(gate.getByLabel(/PIN/)).toBeFocused();
    await counter.getByRole("tab", { name: "About" }).click();
  }
  await counter.getByRole("tab", { name: "Products", exact: true }).click();
  await counter.keyboard.type("000000");
  await counter.keyboard.press("Enter");
  await expect(counter.getByTestId("settings-gate").getByText(/^Wrong PIN\. \d tries left\.$/)).toBeVisible();
  await counter.keyboard.type("274951");
  await counter.keyboard.press("Enter");
  await expect(counter.getByRole("button", { name: "Add product" })).toBeVisible();
});

test("the owner chooses the order, the categories and the counter layout @thorough", async ({ shop }) => {
  const { counter } = shop;
  await openSection(shop, "Products");
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.getByRole("button", { name: "Reorder" }).click();
  await counter.getByRole("button", { name: "Move Espresso up" }).click();
  await expect(counter.getByRole("button", { name: "Move Espresso up" })).toBeDisabled();
  await counter.getByRole("button", { name: "Done", exact: true }).last().click();
  await counter.getByRole("tab", { name: "The counter", exact: true }).click();
  await counter.getByRole("radio", { name: "Products first" }).click();
  await counter.getByRole("radio", { name: "Percent" }).click();
  await counter.getByLabel("Percentages").fill("15; 5");
  await expect(counter.getByText("Enter one to four numbers, smallest first: 5; 10; 15.")).toBeVisible();
  await expect(counter.getByRole("button", { name: "Save" })).toBeDisabled();
  await counter.getByLabel("Percentages").fill("5; 10; 12,5");
  await counter.getByLabel("VAT on keyed-in amounts").selectOption("2500");
  await counter.getByLabel("App name").fill("Settle");
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.getByRole("button", { name: "Save" }).click();
  await expect(counter.getByText("Saved", { exact: true })).toBeVisible();
  const stored = await shop.till.call("counter.get", {});
  expect(stored.ok && stored.value).toMatchObject({
    first: "products",
    keyedVatRate: 2500,
    appName: "Settle",
    tips: { kind: "percent", presets: [500, 1000, 1250], where: "screen" },
  });
});

test("invites a shop without products to add one @thorough", async ({ shop }) => {
  const { counter } = shop;
  await shop.till.call("staff.signIn", { pin: "274951" });
  await shop.till.call("catalogue.set", { categories: [], products: [] });
  await openSection(shop, "Products");
  await expect(counter.getByText("No products yet")).toBeVisible();
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.getByRole("button", { name: "Add your first product" }).click();
  await expect(counter.getByRole("dialog", { name: "New product" })).toBeVisible();
});

test("scrolls to a product's error, and asks before closing loses a change @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.setViewportSize({ width: 800, height: 600 });
  await openSection(shop, "Products");
  await counter.getByRole("button", { name: "Add product" }).click();
  const sheet = counter.getByRole("dialog");
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeHidden();
  await counter.getByRole("button", { name: "Add product" }).click();
  await sheet.getByLabel("Name", { exact: true }).fill("Skillingsbolle");
  await sheet.getByLabel("Barcode").fill("123");
  const price = sheet.getByLabel("Price");
  await price.fill("1000000,00");
  await expect(sheet.getByText("At most 999\u00a0999,99\u00a0kr.")).toBeVisible();
  await price.fill("47,50");
  await sheet.getByLabel("Name", { exact: true }).focus();
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet.getByLabel("Barcode")).toBeFocused();
  await expect(sheet.getByLabel("Barcode")).toBeInViewport();
  await counter.keyboard.press("Escape");
  const asks = counter.getByRole("alertdialog", { name: "Discard your changes?" });
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.keyboard.press("Escape");
  await expect(asks).toHaveCount(0);
  await expect(sheet.getByLabel("Name", { exact: true })).toHaveValue("Skillingsbolle");
  await sheet.getByRole("button", { name: "Close" }).click();
  await asks.getByRole("button", { name: "Discard" }).click();
  await expect(sheet).toBeHidden();
});

test("a category has a name in each language, without mixing them @thorough", async ({ shop }) => {
  const { counter } = shop;
  await openSection(shop, "Products");
  await counter.getByRole("button", { name: "Categories" }).click();
  const sheet = counter.getByRole("dialog", { name: "Categories" });
  const english = sheet.getByLabel("Name in English").first();
  const name = await english.inputValue();
  await english.fill((await sheet.getByLabel("Name in English").nth(1).inputValue()) || "Cold");
  await expect(sheet.getByText("A category with this name already exists.").first()).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Save" })).toBeDisabled();
  await english.fill("Warm and nice");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(counter.getByRole("region", { name: "Warm and nice" })).toBeVisible();
  await expect(counter.getByRole("region", { name, exact: true })).toHaveCount(0);
  await counter.getByRole("button", { name: "Add product" }).click();
  await expect(counter.getByLabel("Category").getByRole("option", { name: "Warm and nice" })).toHaveCount(1);
});

test("a settings section asks before changes are lost, and shows that they are saved @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.setViewportSize({ width: 800, height: 600 });
  await openSection(shop, "The counter");
  await counter.getByLabel("App name").fill("Settle");
  const asks = counter.getByRole("alertdialog", { name: "Discard your changes?" });
  await counter.getByRole("tab", { name: "About" }).click();
  await asks.getByRole("button", { name: "Keep editing" }).click();
  await counter.keyboard.press("F3");
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await asks.getByRole("button", { name: "Keep editing" }).click();
  await expect(counter.getByLabel("App name")).toHaveValue("Settle");
  await counter.getByRole("button", { name: "Save" }).click();
  await expect(counter.getByText("Saved", { exact: true })).toBeInViewport({ ratio: 1 });
  await counter.getByLabel("App name").fill("Another");
  await counter.getByRole("tab", { name: "About" }).click();
  await asks.getByRole("button", { name: "Discard" }).click();
  await expect(counter.getByRole("tab", { name: "About", selected: true })).toBeVisible();
  await counter.getByRole("tab", { name: "The counter" }).click();
  await expect(counter.getByLabel("App name")).toHaveValue("Settle");
});

test("a key pressed right after a form is saved does its usual action @thorough", async ({ shop }) => {
  const { counter } = shop;
  await openSection(shop, "People");
  await counter.getByLabel("Auto-lock after (minutes)").fill("7");
  await counter.evaluate(() => {
    const press = new MutationObserver(() => {
      if (!document.body.textContent.includes("The rules are active.")) return;
      press.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "F3", code: "F3", bubbles: true }));
    });
    press.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await counter.getByRole("button", { name: "Save rules" }).click();
  await expect(counter.getByRole("tab", { name: "About" })).toHaveCount(0);
});

const SIZES = [
  { width: 800, height: 600 },
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
  { width: 1080, height: 1920 },
];

/** Returns clipped parts of the shelf: buttons clipped by its edge, and names or prices clipped by their button. */
function cutOnShelf(products: Locator): Promise<string[]> {
  return products.evaluate((shelf) => {
    const tiles = [...shelf.querySelectorAll<HTMLElement>("[data-keypad-key]")];
    const scroller = tiles[0]?.parentElement?.parentElement;
    if (!scroller) return ["no product"];
    const { bottom } = scroller.getBoundingClientRect();
    const cut = tiles.filter((tile) => {
      const box = tile.getBoundingClientRect();
      return box.top < bottom && box.bottom > bottom;
    });
    const seen = tiles.filter((tile) => tile.getBoundingClientRect().top < bottom);
    const words = seen.flatMap((tile) => [...tile.querySelectorAll<HTMLElement>("span")]);
    const broken = words.filter((word) => {
      const range = document.createRange();
      range.selectNodeContents(word);
      const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size;
      return lines > (word.textContent ?? "").split(" ").length || word.scrollWidth > word.clientWidth + 1;
    });
    return [...cut, ...broken].map((element) => element.textContent ?? "");
  });
}

for (const language of ["en", "nb"]) {
  test(`the counter shows whole products, and aligns amounts with their total, in ${language} @thorough`, async ({
    shop,
  }) => {
    const { counter } = shop;
    await openCafe(shop);
    if (language === "nb") {
      await counter.evaluate(() => localStorage.setItem("till.preferences", JSON.stringify({ language: "nb" })));
      await counter.reload();
    }
    const shelf = counter.getByRole("region", { name: language === "nb" ? "Varer" : "Products" });
    await shelf.getByRole("button", { name: /^Cappuccino/ }).click();
    const total = counter.getByTestId("total");
    const amount = counter.getByRole("list").getByText("52,00", { exact: true });
    for (const size of SIZES) {
      await counter.setViewportSize(size);
      if (await counter.getByRole("radio", { name: /^(Products|Varer)$/ }).isVisible())
        await counter.getByRole("radio", { name: /^(Products|Varer)$/ }).click();
      await still(counter);
      expect(await cutOnShelf(shelf), `${size.width}×${size.height}`).toEqual([]);
      const [over, under] = [await amount.boundingBox(), await total.boundingBox()];
      expect((over?.x ?? 0) + (over?.width ?? 0)).toBeCloseTo((under?.x ?? 0) + (under?.width ?? 0), 0);
    }
  });
}

test("a payment shows its items, and who approved a discount @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  const catalogue = await till.call("catalogue.get", {});
  const [product] = catalogue.ok ? catalogue.value.products : [];
  if (product === undefined) throw new Error("The demo sells nothing.");
  const line = { name: product.name, productId: product.id, quantity: 2, unitAmount: 5000, discount: 1000 };
  const input = { action: "SALE" as const, amount: 9500, lines: [line, { quantity: 1, unitAmount: 500 }] };
  await till.call("staff.approve", { pin: "274951", command: "payment.start", input });
  await counter.keyboard.press("F3");
  await counter.getByRole("row").filter({ hasText: "95,00" }).click();
  const sold = counter.getByRole("region", { name: "Items sold" });
  await expect(sold).toContainText(`2 × ${product.names?.en ?? product.name}`);
  await expect(sold).toContainText("Discount, approved by Owner");
  await expect(sold).toContainText("Keyed amount");
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
});
