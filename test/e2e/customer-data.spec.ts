/** Customer data: requested at the counter, answered on the phone, viewed and erased; and the requestable data. */
import type { Page } from "@playwright/test";
import { enterPin, expect, readQr, type Shop, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";

const OWNER_PIN = "274951";

/** Opens the list of requests, chooses one, and shows the code. */
async function ask({ counter }: Shop, preset: string): Promise<void> {
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  await counter.getByText(preset, { exact: true }).click();
  await counter.getByRole("button", { name: "Show code" }).click();
  await expect(counter.getByRole("heading", { name: "Ask the customer to scan" })).toBeVisible();
}

async function scanned(shop: Shop): Promise<Page> {
  const link = await readQr(shop.counter);
  const phone = await shop.phone();
  await phone.getByLabel("Link from the QR code").fill(link);
  await phone.getByRole("button", { name: "Scan", exact: true }).click();
  await expect(phone.getByRole("button", { name: "Grant", exact: true })).toBeVisible();
  return phone;
}

/** Requests, scans and grants. @param leftOut scopes that the customer does not share */
async function granted(shop: Shop, preset: string, leftOut: string[] = []): Promise<void> {
  await ask(shop, preset);
  const phone = await scanned(shop);
  for (const scope of leftOut) await phone.locator(`input[name=${scope}]`).uncheck();
  await phone.getByRole("button", { name: "Grant", exact: true }).click();
}

async function checked({ counter }: Shop): Promise<void> {
  expect(await accessibilityViolations(counter)).toEqual([]);
}

/** Names of a Norwegian shop. */
const PRESETS = [
  { name: "Send hjem", some: "shipping_address", claims: ["Town", "Phone number", "Name"] },
  { name: "Kvittering på e-post", some: null, claims: ["E-mail address"] },
  { name: "Medlem", some: "email", claims: ["Name", "Phone number", "E-mail address"] },
] as const;

for (const { name, some, claims } of PRESETS) {
  test(`a request for ${name} can be granted, partly granted and declined @browser @thorough`, async ({ shop }) => {
    const { counter } = shop;
    await granted(shop, name);
    await expect(counter.getByRole("heading", { name: "The customer shared this" })).toBeVisible();
    for (const claim of claims)
      await expect(counter.getByRole("button", { name: `Show: ${claim}` }).first()).toBeVisible();
    await checked(shop);
    await counter.getByRole("button", { name: "Done" }).click();
    if (some !== null) {
      await granted(shop, name, [some]);
      await expect(counter.getByRole("heading", { name: "The customer shared some of it" })).toBeVisible();
      await expect(counter.getByRole("heading", { name: "Not shared" })).toBeVisible();
      await checked(shop);
      await counter.getByRole("button", { name: "Done" }).click();
    }
    await ask(shop, name);
    const phone = await scanned(shop);
    await expect(counter.getByRole("heading", { name: "Waiting for the customer" })).toBeVisible();
    await checked(shop);
    await phone.getByRole("button", { name: "Decline", exact: true }).click();
    await expect(counter.getByRole("heading", { name: "The customer declined" })).toBeVisible();
    await checked(shop);
  });
}

test("an age check shows the result and its proof, and nothing else @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  await granted(shop, "Alderskontroll 18+");
  await expect(counter.getByTestId("age")).toHaveAttribute("data-adult", "true");
  await expect(counter.getByTestId("age")).toContainText("Verified with");
  await expect(counter.getByTestId("permission")).not.toContainText(/\d{11}/);
  await expect(counter.getByRole("button", { name: /^Show/ })).toHaveCount(0);
  await checked(shop);
});

test("shows a claim after a PIN, hides it again and erases all data by keyboard @browser @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await granted(shop, "Kvittering på e-post");
  const show = counter.getByRole("button", { name: "Show: E-mail address" });
  await show.focus();
  await counter.keyboard.press("Enter");
  const dialog = counter.getByRole("dialog");
  await dialog.getByRole("button", { name: "Show", exact: true }).click();
  await enterPin(dialog, OWNER_PIN);
  await expect(counter.getByTestId("revealed")).toContainText("@");
  await checked(shop);
  await counter.keyboard.press("Enter");
  await expect(counter.getByTestId("revealed")).toHaveCount(0);
  await expect(counter.getByTestId("permission")).not.toContainText("@");
  await counter.getByRole("button", { name: "Erase customer data" }).press("Enter");
  await expect(counter.getByRole("alertdialog")).toContainText("cannot undo this");
  await checked(shop);
  await counter.getByRole("button", { name: "Erase", exact: true }).click();
  await enterPin(counter.getByRole("alertdialog"), OWNER_PIN);
  await expect(counter.getByTestId("erased")).toContainText("E-mail address");
  await counter.getByRole("button", { name: "Done" }).last().press("Enter");
  await expect(counter.getByTestId("permission-word")).toContainText("Erased");
  await expect(counter.getByRole("button", { name: "Erase customer data" })).toHaveCount(0);
});

test("sends a request by phone number, cancels it and finds it in the list @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  await counter.getByText("Medlem", { exact: true }).click();
  await checked(shop);
  await counter.getByRole("textbox", { name: "Phone number" }).fill("+47 912 34 567");
  await counter.getByRole("button", { name: "Send request" }).click();
  await expect(counter.getByRole("heading", { name: "Waiting for the customer" })).toBeVisible();
  await expect(async () => {
    const cancel = counter.getByRole("button", { name: "Cancel request" });
    if (await cancel.isVisible()) await cancel.click({ timeout: 5_000 });
    await expect(counter.getByTestId("permission-word")).toContainText("Cancelled", { timeout: 5_000 });
  }).toPass();
  await counter.getByRole("button", { name: "Back to counter" }).click();
  await counter.getByRole("navigation").getByRole("button", { name: "Payments" }).click();
  await counter.getByRole("button", { name: "Customers' data" }).click();
  await expect(counter.getByRole("button", { name: /Medlem.*Cancelled/ })).toBeVisible();
  await checked(shop);
});

test("adds, changes and removes requestable data in the settings @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "Customers' data" }).click();
  await enterPin(counter.getByTestId("settings-gate"), OWNER_PIN);
  await expect(counter.getByTestId("preset")).toHaveCount(4);
  await checked(shop);
  await counter.getByRole("button", { name: "New question" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).first().fill("Warranty");
  await dialog.getByLabel("Purpose").fill("To reach the buyer of a device");
  await dialog.getByRole("checkbox", { name: "E-mail address" }).press("Space");
  await dialog.getByLabel("How long to keep it").selectOption("30");
  await dialog.getByLabel("Message to the customer").fill("x".repeat(200));
  await expect(dialog).toContainText("150 of 150 characters");
  await checked(shop);
  await dialog.getByRole("button", { name: "Save" }).click();
  const row = counter.getByTestId("preset").filter({ hasText: "Warranty" });
  await expect(row).toContainText("30 days");
  await counter.getByRole("button", { name: "Edit Warranty" }).click();
  await counter.getByRole("dialog").getByLabel("Name", { exact: true }).first().fill("Guarantee");
  await counter.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await counter.getByRole("button", { name: "Delete Guarantee" }).click();
  await counter.getByRole("button", { name: "Keep", exact: true }).click();
  await counter.getByRole("button", { name: "Delete Guarantee" }).click();
  await counter.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(counter.getByTestId("preset")).toHaveCount(4);
});

const SIZES = [
  [800, 600],
  [1024, 600],
  [1280, 800],
  [1920, 1080],
  [1080, 1920],
] as const;

test("everything is visible at every size @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  const look = async (name: string) => {
    for (const [width, height] of SIZES) {
      await counter.setViewportSize({ width, height });
      expect(await overflow(counter), `${name} ${width}`).toEqual({ across: 0, down: 0, cut: [] });
    }
  };
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  await expect(counter.getByRole("button", { name: "Show code" })).toBeVisible();
  await look("ask");
  await counter.getByRole("button", { name: "Show code" }).click();
  await look("code");
  const phone = await scanned(shop);
  await look("waiting");
  await phone.getByRole("button", { name: "Grant", exact: true }).click();
  await expect(counter.getByRole("heading", { name: "The customer shared this" })).toBeVisible();
  await look("granted");
});

/** Chooses the request in the sheet of the whole sale, and charges. */
async function chargedWith({ counter }: Shop, preset: string): Promise<void> {
  await counter.keyboard.type("4900");
  await counter.getByRole("button", { name: "Discount and note" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByLabel("Ask for customer details").selectOption(preset);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(counter.getByRole("button", { name: "Remove the request for details" })).toBeVisible();
  await counter.getByRole("button", { name: /^Charge 49,00/ }).click();
}

test("sends a data request with a sale; declining it does not affect the payment or the next sale @browser @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await chargedWith(shop, "Medlem");
  const link = await readQr(counter);
  const phone = await shop.phone();
  await phone.getByLabel("Link from the QR code").fill(link);
  await phone.getByRole("button", { name: "Scan", exact: true }).click();
  await expect(phone.locator("input[name=email]")).toBeVisible();
  await phone.locator("input[name=email]").uncheck();
  await phone.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(counter.getByTestId("shared-data")).toHaveText("Customer shared some of the details");
  await checked(shop);
  await counter.getByRole("button", { name: "Open answer" }).press("Enter");
  await expect(counter.getByRole("heading", { name: "The customer shared some of it" })).toBeVisible();
  await counter.getByRole("button", { name: "Back to counter" }).click();
  await counter.keyboard.type("100");
  await expect(counter.getByRole("button", { name: /^Charge 1,00/ })).toBeVisible();
  await expect(counter.getByRole("button", { name: "Remove the request for details" })).toHaveCount(0);
});

test("a payment with a data request links to the answer, and back @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  const started = await shop.till.call("payment.start", { action: "SALE", amount: 4900, preset: "receipt-by-mail" });
  expect(started).toMatchObject({ ok: true });
  await counter.getByRole("navigation").getByRole("button", { name: "Payments" }).click();
  await counter.locator("[data-payments] [role=row][data-key]").first().click();
  await counter.getByRole("button", { name: "Open answer" }).click();
  await expect(counter.getByTestId("permission")).toContainText("Kvittering på e-post");
  await checked(shop);
  await counter.getByRole("button", { name: /^(View|Open) payment$/ }).click();
  await expect(counter.getByRole("button", { name: "Open answer" })).toBeVisible();
});
