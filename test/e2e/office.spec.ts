/** Head office's page with a chain of sample tills, as a separate process on a real database. */
import { readFileSync } from "node:fs";
import { type ChainSize, tillAt } from "../support/chain.ts";
import { expect, test } from "./fixtures.ts";
import { chooseMonthOfZs, officeTour, openOffice, tab } from "./office-tour.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";
import { still } from "./tour.ts";

const SHOPS: ChainSize = { tills: 25, shops: 4, payments: 12 };

test("shows the day across shops, tills, a payment history, differences, and Z reports as a file @browser @thorough", async ({
  page,
}) => {
  await using chain = await openOffice(page, SHOPS);
  await expect(page.getByTestId("headline")).toContainText(/Net sales today, \d+ \w+ \d{4}, all shops/);
  await expect(page.getByTestId("per-shop").getByRole("row")).toHaveCount(1 + SHOPS.shops);
  await page
    .getByTestId("tiles")
    .getByRole("button", { name: /Tills that need attention/ })
    .click();
  const tills = page.getByTestId("tills");
  await expect(tills.getByRole("row")).toHaveCount(1 + 4);
  await expect(tills).toContainText("No contact");
  await expect(tills).toContainText("The payment service cannot be reached.");
  await page.getByRole("radio", { name: "All", exact: true }).click();
  await expect(tills.getByRole("row")).toHaveCount(1 + SHOPS.tills);

  await tab(page, "Today").click();
  await page
    .getByTestId("tiles")
    .getByRole("button", { name: /Money at risk/ })
    .click();
  await expect(page.getByTestId("found").getByRole("listitem")).toHaveCount(6);
  await page.getByLabel("Number, reference or amount").fill("order-K004-1002");
  await page.keyboard.press("Enter");
  await page
    .getByTestId("found")
    .getByRole("button", { name: /K004-1002/ })
    .click();
  await expect(page.getByTestId("story").getByRole("listitem")).toHaveCount(4);
  await expect(page.getByTestId("payment")).toContainText(tillAt(3));
  await page.getByRole("button", { name: "Back to results" }).click();
  await expect(page.getByTestId("found")).toBeVisible();

  await chain.ledger`SELECT put_requests('[{"tid": "tid-K004-1002", "unknown": true}]')`;
  await chooseMonthOfZs(page, chain, "Differences");
  await expect(page.getByTestId("requests").getByRole("listitem")).toContainText("Unknown to the service");
  await expect(page.getByTestId("differences").getByRole("listitem")).toHaveCount(2);
  await tab(page, "Z reports").click();
  await expect(page.getByTestId("reports").getByRole("row")).toHaveCount(1 + 1 + SHOPS.tills);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^z-\d{4}-\d\d\.csv$/);
  expect(
    readFileSync(await file.path(), "utf8")
      .trim()
      .split("\r\n"),
  ).toHaveLength(1 + SHOPS.tills);
});

test("goes back three days, excludes former tills, and reports a missing reconciliation @browser @thorough", async ({
  page,
}) => {
  await using chain = await openOffice(page, { tills: 25, shops: 4, payments: 2 });
  await chain.ledger`UPDATE till SET revoked_at = now() WHERE till = ${tillAt(24)}`;
  await chain.ledger`UPDATE till SET shop = 'Tromsø' WHERE till = ${tillAt(0)}`;
  await page.reload();
  const [present] = await chain.ledger<{ day: string }>`
    SELECT ((now() AT TIME ZONE 'Europe/Oslo' - interval '4 hours')::date - 3)::text AS day`;
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/office/today")) asked.push(request.postDataJSON().day);
  });
  await expect(page.getByTestId("headline")).toBeVisible();
  // No response arrives before the third press.
  await page.evaluate(() => {
    const back = document.querySelector<HTMLElement>('[aria-label="Previous day"]');
    for (let press = 0; press < 3; press += 1) back?.click();
  });
  await expect.poll(() => asked.at(-1)).toBe(present?.day);

  await expect(page.getByText("24 tills · ")).toBeVisible();
  await expect(page.getByTestId("tiles")).toContainText("of 24");
  await tab(page, "Tills").click();
  await page.getByRole("radio", { name: "All", exact: true }).click();
  await expect(page.getByTestId("tills").getByRole("caption")).toHaveText("24 tills · 1 revoked or replaced");
  await page.getByLabel("Search tills and shops").fill("tromso");
  await expect(page.getByTestId("tills").getByRole("row")).toHaveCount(1 + 1);

  await tab(page, "Differences").click();
  await expect(page.getByTestId("requests")).toContainText("Not compared");
  await page.getByLabel("Month").selectOption({ index: 20 });
  await expect(page.getByText("No Z reports this month")).toBeVisible();
  await expect(page.getByText(/match\.|agree/)).toHaveCount(0);
  await chain.ledger`ALTER TABLE z_report DISABLE TRIGGER USER`;
  await chain.ledger`UPDATE z_report SET data = (data::jsonb || '{"comparison": {"state": "not_compared"}}')::json`;
  await chooseMonthOfZs(page, chain, "Differences");
  await expect(page.getByText("Compared with the service at close: 0 of 25 fully")).toBeVisible();
});

test("reports a ledger that does not respond, keeps its data, and recovers automatically @browser @thorough", async ({
  page,
}) => {
  await page.clock.install();
  await using chain = await openOffice(page, { tills: 3, shops: 2, payments: 5 });
  await expect(page.getByTestId("headline")).toBeVisible();
  await chain.disconnect();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole("alert")).toContainText("is not responding");
  await expect(page.getByTestId("headline")).toBeVisible();
  await chain.reconnect();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole("alert")).toBeHidden();
});

test("explains how to start an empty chain, in Norwegian too, and guides an unauthorised visitor @browser @thorough", async ({
  page,
}) => {
  await using chain = await openOffice(page, { tills: 0, shops: 0, payments: 0 });
  await expect(page.getByText("No tills yet")).toBeVisible();
  await page.getByRole("button", { name: "Appearance and language" }).click();
  await page.getByRole("radio", { name: "Norsk" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Ingen kasser ennå")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Ingen kasser ennå")).toBeVisible();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(new URL("/", chain.url).href);
  await expect(page.getByRole("alert")).toContainText("Åpne hele adressen");
});

const SIZES = [
  { width: 800, height: 600 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
];

for (const size of [
  { tills: 0, shops: 0, payments: 0 },
  { tills: 1, shops: 1, payments: 4 },
  SHOPS,
  { tills: 500, shops: 40, payments: 4 },
]) {
  test(`is accessible and complete at every size with ${size.tills} tills @browser @thorough`, async ({ page }) => {
    const lines: string[] = [];
    page.on("console", (message) => lines.push(message.text()));
    page.on("pageerror", (error) => lines.push(error.message));
    await using chain = await openOffice(page, size);
    await officeTour(page, chain, async (name) => {
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport);
        const at = `${name} at ${viewport.width}×${viewport.height}`;
        await expect.poll(() => overflow(page), { message: at }).toEqual({ across: 0, down: 0, cut: [] });
      }
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await still(page);
        expect(await accessibilityViolations(page), `${name}, ${colorScheme}`).toEqual([]);
      }
    });
    expect(lines).toEqual([]);
  });
}
