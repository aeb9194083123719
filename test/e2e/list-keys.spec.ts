/** The payment list by keyboard alone, when it is longer than its window. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { temporaryFolder } from "../support/folder.ts";
import { CHEAP_PINS } from "../support/till-process.ts";
import { type DesktopRuntime, expect, openShop, pay, type Shop, test } from "./fixtures.ts";
import { still } from "./tour.ts";

/** Opens a shop with two days of sales, more than one screen. */
function openSeeded(page: Page, folder: string, desktop: DesktopRuntime | null): Promise<Shop & AsyncDisposable> {
  const script = join(import.meta.dirname, "../../scripts/run.mjs");
  const wanted = ["--payments", "60", "--days", "2", "--unsigned", "--data", folder];
  execFileSync(process.execPath, [...CHEAP_PINS, script, "seed", ...wanted], { stdio: "ignore" });
  return openShop(page, folder, desktop);
}

async function listAll(counter: Page): Promise<void> {
  await counter.keyboard.press("F3");
  await counter.getByRole("button", { name: "Today" }).click();
  await counter.getByRole("menuitemradio", { name: "All days" }).click();
  await expect(rows(counter).first()).toBeVisible();
  await still(counter);
}

function rows(page: Page): Locator {
  return page.getByRole("grid", { name: "Payments" }).locator("[role=row][data-key]");
}

/** Checks that the list's heading covers no part of a row, now and at rest. */
async function expectVisible(page: Page, row: Locator): Promise<void> {
  await expect(row).toBeInViewport({ ratio: 1 });
  const heading = await page.getByRole("grid", { name: "Payments" }).getByRole("columnheader").first().boundingBox();
  const below = (heading?.y ?? 0) + (heading?.height ?? Number.POSITIVE_INFINITY);
  expect((await row.boundingBox())?.y).toBeGreaterThanOrEqual(below);
}

test("arrows move from the search through the list, with each row fully visible @thorough", async ({
  page,
  desktop,
}) => {
  using folder = temporaryFolder();
  await using shop = await openSeeded(page, folder.path, desktop);
  const { counter } = shop;
  await counter.setViewportSize({ width: 1280, height: 800 });
  await listAll(counter);
  await counter.keyboard.press("/");
  await expect(counter.getByRole("searchbox", { name: "Search payments" })).toBeFocused();
  await counter.keyboard.press("ArrowDown");
  await expect(rows(counter).first()).toBeFocused();
  // A browser scrolls for unprevented events from the next frame on.
  await counter.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await expectVisible(counter, rows(counter).first());
  const focused = counter.locator("[role=row]:focus");
  for (const [key, at] of [
    ["ArrowDown", 22],
    ["ArrowUp", 7],
  ] as const) {
    for (let presses = 0; presses < Math.abs(at - (key === "ArrowDown" ? 2 : 22)); presses += 1)
      await counter.keyboard.press(key);
    await expect(focused).toHaveAttribute("aria-rowindex", String(at));
    await expectVisible(counter, focused);
  }
});

test("a dialog over the list takes the keyboard, and returns it to its row @thorough", async ({ page, desktop }) => {
  using folder = temporaryFolder();
  await using shop = await openSeeded(page, folder.path, desktop);
  const { counter } = shop;
  await counter.setViewportSize({ width: 800, height: 600 });
  await listAll(counter);
  await counter.keyboard.press("/");
  await expect(counter.getByRole("searchbox", { name: "Search payments" })).toBeFocused();
  await counter.keyboard.press("ArrowDown");
  const first = rows(counter).first();
  await expect(first).toBeFocused();
  // Arrows continue, and open nothing over the list.
  const payment = counter.getByTestId("payment");
  const fourth = rows(counter).nth(3);
  for (let presses = 0; presses < 3; presses += 1) await counter.keyboard.press("ArrowDown");
  await expect(fourth).toBeFocused();
  await expect(payment).toHaveCount(0);
  await counter.keyboard.press("Enter");
  await expect(payment).toBeFocused();
  await counter.keyboard.press("Escape");
  await expect(payment).toHaveCount(0);
  await expect(fourth).toBeFocused();
  // Presses a row without key or touch, as a screen reader does.
  await counter.keyboard.press("ArrowUp");
  await expect(rows(counter).nth(2)).toBeFocused();
  await rows(counter)
    .nth(1)
    .evaluate((row) => (row as HTMLElement).click());
  await expect(payment).toBeFocused();
  await counter.keyboard.press("Escape");
  await expect(rows(counter).nth(1)).toBeFocused();
  // Next to the list each payment is shown, and going back returns to its row.
  await counter.setViewportSize({ width: 1280, height: 800 });
  await counter.keyboard.press("ArrowDown");
  await counter.keyboard.press("ArrowUp");
  await expect(payment).toBeVisible();
  await payment.focus();
  await counter.keyboard.press("Escape");
  await expect(payment).toHaveCount(0);
  await expect(rows(counter).nth(1)).toBeFocused();
});

test("F4 moves to the first reservation, and arrows and Enter continue from it @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.keyboard.press("F4");
  await expect(counter.getByText("Nothing is reserved")).toBeVisible();
  await counter.keyboard.press("F2");
  for (const digits of ["14900", "25000"]) {
    await pay(shop, digits, "Reserve");
    await counter.bringToFront();
    await counter.getByRole("button", { name: "New sale" }).click();
  }
  await counter.keyboard.press("F4");
  const reservations = counter.getByRole("grid", { name: "Reserved" }).locator("[role=row][data-key]");
  await expect(reservations.first()).toBeFocused();
  await counter.keyboard.press("ArrowDown");
  await expect(reservations.nth(1)).toBeFocused();
  await counter.keyboard.press("Enter");
  await expect(counter.getByTestId("payment")).toBeVisible();
  await counter.keyboard.press("F4");
  await expect(reservations.first()).toBeFocused();
});
