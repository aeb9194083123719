/** Exports, as an accountant makes them. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { accessibilityViolations } from "./page-checks.ts";
import { still } from "./tour.ts";

async function openExports(counter: Page): Promise<void> {
  await counter.keyboard.press("F6");
  await counter.getByTestId("settings-gate").getByLabel(/PIN/).fill("274951");
  await counter.getByTestId("settings-gate").getByRole("button").last().click();
  await counter.getByRole("tab", { name: "Export" }).click();
  await expect(counter.getByTestId("export-form")).toBeVisible();
}

test("formats dates as the till does in any browser language, and lets them be typed or picked @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  expect(await counter.evaluate(() => navigator.language)).toBe("en-US");
  await openExports(counter);
  const from = counter.getByRole("group", { name: /^From/ });
  await expect(from).toHaveText(/^01\s?\/\s?\d\d\s?\/\s?\d{4}$/);
  await from.getByRole("spinbutton").first().click();
  await counter.keyboard.type("07032025");
  await expect(from).toHaveText(/^07\s?\/\s?03\s?\/\s?2025$/);
  await from.getByRole("button").click();
  const calendar = counter.getByRole("dialog");
  await expect(calendar.getByRole("heading", { name: "March 2025" })).toBeVisible();
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await calendar.getByRole("button", { name: /12 March 2025/ }).click();
  await expect(from).toHaveText(/^12\s?\/\s?03\s?\/\s?2025$/);
  const to = counter.getByRole("group", { name: /^To \(inclusive\)/ });
  await to.getByRole("spinbutton").first().click();
  await counter.keyboard.type("11032025");
  await expect(counter.getByText("The end date is before the start date.")).toBeVisible();
  await expect(counter.getByRole("button", { name: "Create export" })).toBeDisabled();
  await to.getByRole("spinbutton").first().click();
  await counter.keyboard.type("13032025");
  await counter.getByRole("button", { name: "Create export" }).click();
  await expect(counter.getByText("The export is ready.")).toBeVisible();
  const listed = await shop.till.call("export.list", {});
  if (!listed.ok) throw new Error(listed.error.message);
  expect(listed.value.items[0]?.from.slice(0, 10)).toMatch(/^2025-03-1[12]$/);
});

test("marks the chosen period, names the separator, and hides the ready message for another file type @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await openExports(counter);
  const chip = (name: string) => counter.getByRole("button", { name, exact: true });
  await expect(chip("This month")).toHaveAttribute("aria-pressed", "true");
  await expect(chip("Last month")).toHaveAttribute("aria-pressed", "false");
  await chip("Last month").click();
  await expect(chip("Last month")).toHaveAttribute("aria-pressed", "true");
  await expect(chip("This month")).toHaveAttribute("aria-pressed", "false");
  // The till writes amounts with a comma.
  await expect(counter.getByText("Default: Semicolon ( ; )").first()).toBeVisible();
  await counter.getByRole("button", { name: "Create export" }).click();
  await expect(counter.getByText("The export is ready.")).toBeVisible();
  await counter.getByText("JSON", { exact: true }).click();
  await expect(counter.getByText("The export is ready.")).toHaveCount(0);
});

test("shows an export's result in any window, but not as new when the page is reopened @thorough", async ({ shop }) => {
  const { counter } = shop;
  await openExports(counter);
  const ready = counter.getByText("The export is ready.");
  for (const [width, height] of [
    [1280, 800],
    [800, 600],
    [800, 1280],
  ] as const) {
    await counter.setViewportSize({ width, height });
    await counter.getByRole("radio", { name: "SAF-T" }).click();
    await expect(ready).toHaveCount(0);
    await counter.getByRole("button", { name: "Create export" }).click();
    await expect(ready).toBeInViewport({ ratio: 1 });
    await expect(counter.getByRole("button", { name: "Save SAF-T file" }).first()).toBeInViewport({ ratio: 1 });
    await counter.getByRole("radio", { name: "JSON" }).click();
  }
  await counter.getByRole("button", { name: "Create export" }).click();
  await expect(ready).toBeVisible();
  await counter.getByRole("tab", { name: "Today" }).click();
  await counter.getByRole("tab", { name: "Export" }).click();
  await expect(counter.getByTestId("exports")).toBeVisible();
  await expect(ready).toHaveCount(0);
});

test("the SAF-T company and tax details can be read in full @thorough", async ({ shop }) => {
  const { counter } = shop;
  await openExports(counter);
  await counter.getByText("SAF-T", { exact: true }).click();
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
    [800, 600],
  ] as const) {
    await counter.setViewportSize({ width, height });
    const description = counter.getByLabel("Description");
    await expect(description).toHaveValue("Not known to the payment terminal");
    const room = await description.evaluate((input) => input.clientWidth - input.scrollWidth);
    expect(room, `${width}`).toBeGreaterThanOrEqual(0);
    const panel = counter.getByRole("tabpanel");
    expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth), `${width}`).toBe(0);
  }
});
