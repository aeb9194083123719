import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, pay, type Shop, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";
import { still } from "./tour.ts";

/** The manager's PIN of a demo till. */
const PIN = "274951";

/** Opens a section of the manager's area with its PIN. */
async function openReports({ counter }: Shop, section: string): Promise<void> {
  await counter.keyboard.press("F6");
  await counter.getByRole("tab", { name: section }).click();
  const gate = counter.getByTestId("settings-gate");
  await gate.getByLabel(/PIN/).fill(PIN);
  await gate.getByRole("button").last().click();
  await expect(gate).toHaveCount(0);
}

/** Checks that the screen is accessible in both themes, and not clipped on a small screen. */
async function expectReadable({ counter }: Shop): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await counter.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await still(counter);
    expect(await accessibilityViolations(counter), colorScheme).toEqual([]);
  }
  await counter.setViewportSize({ width: 1024, height: 600 });
  await still(counter);
  expect(await overflow(counter)).toEqual({ across: 0, down: 0, cut: [] });
  await counter.setViewportSize({ width: 1280, height: 800 });
}

async function saleOf(shop: Shop, digits: string): Promise<void> {
  await pay(shop, digits);
  await shop.counter.bringToFront();
  await shop.counter.getByRole("button", { name: "New sale" }).click();
}

test("a manager finds a journal entry, sees the row, verifies the chain and opens the payment @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await saleOf(shop, "14900");
  await openReports(shop, "Journal");
  const journal = counter.getByTestId("journal");
  await expect(journal.getByText("Charged 149,00 kr")).toBeVisible();
  await expect(journal.getByText("Signed in").first()).toBeVisible();
  await counter.getByRole("searchbox", { name: "Search the journal" }).fill("no such thing");
  await expect(counter.getByText("No results")).toBeVisible();
  await counter.getByRole("button", { name: "Show everything" }).click();
  await counter.getByRole("button", { name: /^Staff activity Event|Event/ }).click();
  await counter.getByRole("option", { name: "Amount charged" }).click();
  await expect(journal.locator("details")).toHaveCount(1);
  await journal.locator("summary").click();
  await expect(journal.getByText("money.captured")).toBeVisible();
  await expect(journal.getByText('"amount": 14900')).toBeVisible();
  await counter.getByRole("button", { name: "Verify chain" }).click();
  await expect(counter.getByTestId("chain").getByRole("status")).toContainText("The chain is intact");
  await expectReadable(shop);
  await journal.getByRole("button", { name: /^Payment / }).click();
  await expect(counter.getByTestId("payment")).toContainText("149,00");
});

test("a manager exports a period, and the files contain the sales @thorough", async ({ shop }) => {
  const { counter } = shop;
  await saleOf(shop, "14900");
  await openReports(shop, "Export");
  await counter.getByRole("button", { name: "Today", exact: true }).click();
  await counter.getByRole("button", { name: "Create export" }).click();
  await expect(counter.getByText("The export is ready.")).toBeVisible();
  const made = counter.getByTestId("exports").getByRole("listitem").first();
  const file = await shop.saved(() => made.getByRole("button", { name: "Save Sales and refunds" }).click());
  const rows: Record<string, string>[] = parse(readFileSync(file.path), {
    columns: true,
    delimiter: ";",
    bom: true,
  });
  expect(rows).toMatchObject([{ kind: "capture", total: "149,00", total_minor: "14900", nr: "1" }]);
  await counter.getByRole("radio", { name: "SAF-T" }).click();
  await counter.getByLabel("Organisation number").fill("999999999");
  await expectReadable(shop);
  await counter.getByRole("button", { name: "Create export" }).click();
  await expect(made).toContainText("SAF-T");
  const xml = await shop.saved(() => made.getByRole("button", { name: "Save SAF-T file" }).click());
  expect(xml.name).toMatch(/^SAF-T Cash Register_999999999_\d{14}_.*\.xml$/);
  const text = readFileSync(xml.path, "utf8");
  expect(text).toContain("<companyIdent>999999999</companyIdent>");
  expect(text).toContain("<transAmntIn>149.00</transAmntIn>");
});

test("shows the proof of a payment's history, and exports it as a file @thorough", async ({ shop }) => {
  const { counter } = shop;
  await saleOf(shop, "14900");
  await counter.keyboard.press("F3");
  await counter.getByRole("row").filter({ hasText: "149,00" }).click();
  const payment = counter.getByTestId("payment");
  await payment.getByRole("button", { name: "More" }).click();
  await payment.getByText("Request sent", { exact: true }).click();
  const entry = payment.getByRole("listitem").filter({ hasText: "Request sent" });
  await expect(entry.getByText(/Confirmed by the payment service \(\d+ ms\)\./)).toBeVisible();
  await expect(entry.getByText('"amount": 14900')).toBeHidden();
  await entry.getByText("Technical details").click();
  const evidence = payment.getByTestId("evidence").filter({ hasText: "POST" });
  await expect(evidence.getByText("/merchant/v1/payment_request/")).toBeVisible();
  await expect(evidence.getByText('"amount": 14900')).toBeVisible();
  await expect(evidence.getByText("Journal entry")).toBeVisible();
  await expectReadable(shop);
  const file = await shop.saved(() => payment.getByRole("button", { name: "Save support file" }).click());
  const content = JSON.parse(readFileSync(file.path, "utf8"));
  expect(content).toMatchObject({ format: "till-payment", payment: { amount: 14_900 }, till: { currency: "NOK" } });
});
