/** Stickers: made, tested, printed and retired in the settings. */
import type { Page } from "@playwright/test";
import jsQR from "jsqr";
import { PNG } from "pngjs";
import { enterPin, expect, type Shop, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";

const OWNER_PIN = "274951";

async function openStickers({ counter }: Shop): Promise<void> {
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "Stickers" }).click();
  const gate = counter.getByTestId("settings-gate");
  await enterPin(gate, OWNER_PIN);
  await expect(gate).toHaveCount(0);
}

async function makeSticker(counter: Page, name: string): Promise<void> {
  await counter.getByRole("button", { name: "New sticker" }).click();
  await counter.getByRole("dialog").getByLabel("Name").fill(name);
  await counter.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await expect(counter.getByRole("button", { name: `Print ${name}`, exact: true })).toBeVisible();
}

/** Scans a sticker from the list on the customer's phone. @returns the phone's page */
async function scanSticker(shop: Shop, name: string): Promise<Page> {
  const phone = await shop.phone();
  await phone.getByRole("button", { name: new RegExp(`· ${name}`) }).click();
  await phone.getByRole("button", { name: "Scan", exact: true }).click();
  return phone;
}

/** Reads the only code on an image, as a phone does. */
function readCode(image: Buffer): string | undefined {
  const png = PNG.sync.read(image);
  return jsQR(new Uint8ClampedArray(png.data), png.width, png.height)?.data;
}

test("a sticker is made, tested, renamed and retired @thorough", async ({ shop }) => {
  const { counter } = shop;
  await openStickers(shop);
  await expect(counter.getByText("No stickers yet")).toBeVisible();
  expect(await accessibilityViolations(counter)).toEqual([]);
  await makeSticker(counter, "Counter left");
  await counter.getByRole("button", { name: "New sticker" }).click();
  await counter.getByRole("dialog").getByLabel("Name").fill("counter LEFT");
  await counter.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await expect(counter.getByText("Another sticker has this name.")).toBeVisible();
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.getByRole("dialog").getByLabel("Name").fill("Window");
  await counter.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  const row = counter.getByTestId("sticker").filter({ hasText: "Counter left" });
  await counter.getByRole("button", { name: "Test Counter left" }).click();
  await expect(row.getByRole("status")).toContainText("Scan the printed sticker");
  const phone = await scanSticker(shop, "Counter left");
  await expect(phone.getByText("Dette klistremerket virker.").or(phone.getByText("This sticker works."))).toBeVisible();
  await expect(row.getByRole("status")).toContainText("Sticker works");
  await expect(row).toContainText("last scanned");
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.getByRole("button", { name: "Rename Counter left" }).click();
  await counter.getByRole("dialog").getByLabel("Name").fill("Counter right");
  await counter.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await counter.getByRole("button", { name: "Retire Counter right" }).click();
  await expect(counter.getByRole("alertdialog")).toContainText("stops working permanently");
  await counter.getByRole("button", { name: "Cancel" }).click();
  await counter.getByRole("button", { name: "Retire Counter right" }).click();
  await counter.getByRole("button", { name: "Retire", exact: true }).click();
  await counter.getByText("1 retired sticker").click();
  await expect(counter.getByTestId("sticker").filter({ hasText: "Counter right" })).toHaveAttribute(
    "data-state",
    "retired",
  );
  await expect(counter.getByTestId("sticker").filter({ hasText: "Window" })).toHaveAttribute("data-state", "active");
});

test("prints stickers alone, with codes that a phone reads, one per page or six @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", document.title);
  });
  await openStickers(shop);
  await makeSticker(counter, "Counter left");
  await makeSticker(counter, "Window");
  const links = await shop.till.call("sticker.list", {});
  const linkOf = (name: string) => (links.ok ? links.value.items.find((each) => each.name === name)?.link : null);
  await counter.getByRole("button", { name: "Print Window", exact: true }).click();
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.getByRole("button", { name: "Print…" }).click();
  await expect(counter.locator("body[data-printed=Stickers]")).toHaveCount(1);
  const paper = counter.getByTestId("printed-stickers");
  await counter.emulateMedia({ media: "print" });
  await expect(paper).toContainText("Scan to pay");
  await expect(paper.locator("article")).toHaveCount(1);
  await expect(counter.getByRole("navigation")).toBeHidden();
  expect(readCode(await paper.screenshot())).toBe(linkOf("Window"));
  const one = await shop.pdf();
  expect(one.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await counter.emulateMedia({ media: "screen" });
  await counter.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(paper).toHaveCount(0);
  await counter.getByRole("button", { name: "Print all" }).click();
  await counter
    .getByRole("radio", { name: "Six, to cut out" })
    .or(counter.getByText("Six, to cut out"))
    .first()
    .click();
  await counter.getByRole("button", { name: "Print…" }).click();
  await expect(paper.locator("article")).toHaveCount(2);
  await counter.emulateMedia({ media: "print" });
  for (const name of ["Counter left", "Window"])
    expect(readCode(await paper.locator("article").filter({ hasText: name }).screenshot())).toBe(linkOf(name));
  const six = await shop.pdf();
  expect(six.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test("a sticker printed alone fills a sheet of six, also in the preview @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", document.title);
  });
  await openStickers(shop);
  await makeSticker(counter, "Window");
  await counter.getByRole("button", { name: "Print Window", exact: true }).click();
  const dialog = counter.getByRole("dialog");
  await expect(dialog.locator("article")).toHaveCount(1);
  await dialog.getByText("Six, to cut out").click();
  await expect(dialog.locator("article")).toHaveCount(6);
  await counter.getByRole("button", { name: "Print…" }).click();
  await expect(counter.getByTestId("printed-stickers").locator("article")).toHaveCount(6);
});

test("the stickers page is complete at every size @thorough", async ({ shop }) => {
  const { counter } = shop;
  await openStickers(shop);
  await makeSticker(counter, "Beside the coffee machine, left of doors");
  await counter.getByRole("button", { name: /^Test Beside/ }).click();
  for (const [width, height] of [
    [800, 600],
    [1280, 800],
    [1080, 1920],
  ] as const)
    for (const theme of ["light", "dark"]) {
      await counter.setViewportSize({ width, height });
      await counter.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      const { across, cut } = await overflow(counter);
      expect({ across, cut }).toEqual({ across: 0, cut: [] });
    }
});
