/** The list of payments by the keyboard alone, where it is longer than its window. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { temporaryFolder } from "../support/folder.ts";
import { expect, openShop, type Shop, test } from "./fixtures.ts";
import { still } from "./tour.ts";

async function openList(page: Page, folder: string): Promise<Shop & AsyncDisposable> {
  const seed = join(import.meta.dirname, "../../scripts/seed.mjs");
  const wanted = ["--payments", "60", "--days", "2", "--unsigned", "--data", folder];
  execFileSync(process.execPath, [seed, ...wanted], { stdio: "ignore" });
  const shop = await openShop(page, folder);
  await page.keyboard.press("F3");
  await page.getByRole("button", { name: "Today" }).click();
  await page.getByRole("menuitemradio", { name: "All days" }).click();
  await expect(rows(page).first()).toBeVisible();
  await still(page);
  return shop;
}

function rows(page: Page): Locator {
  return page.getByRole("grid", { name: "Payments" }).locator("[role=row][data-key]");
}

/** Nothing of a row lies under the list's heading, now and when all is at rest. */
async function expectInSight(page: Page, row: Locator): Promise<void> {
  await expect(row).toBeInViewport({ ratio: 1 });
  const heading = await page.getByRole("grid", { name: "Payments" }).getByRole("columnheader").first().boundingBox();
  const below = (heading?.y ?? 0) + (heading?.height ?? Number.POSITIVE_INFINITY);
  expect((await row.boundingBox())?.y).toBeGreaterThanOrEqual(below);
}

test("arrows lead from the search through the list, each row all in sight @thorough", async ({ page }) => {
  using folder = temporaryFolder();
  await page.setViewportSize({ width: 1280, height: 800 });
  await using _shop = await openList(page, folder.path);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search payments" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(rows(page).first()).toBeFocused();
  // A browser scrolls by what it was not kept from, from the next frame on.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await expectInSight(page, rows(page).first());
  const focused = page.locator("[role=row]:focus");
  for (const [key, at] of [
    ["ArrowDown", 22],
    ["ArrowUp", 7],
  ] as const) {
    for (let presses = 0; presses < Math.abs(at - (key === "ArrowDown" ? 2 : 22)); presses += 1)
      await page.keyboard.press(key);
    await expect(focused).toHaveAttribute("aria-rowindex", String(at));
    await expectInSight(page, focused);
  }
});

test("what is opened over the list has the keyboard, and gives it back to its row @thorough", async ({ page }) => {
  using folder = temporaryFolder();
  await page.setViewportSize({ width: 800, height: 600 });
  await using _shop = await openList(page, folder.path);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search payments" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  const first = rows(page).first();
  await expect(first).toBeFocused();
  await page.keyboard.press("Enter");
  const payment = page.getByTestId("payment");
  await expect(payment).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(payment).toHaveCount(0);
  await expect(first).toBeFocused();
});
