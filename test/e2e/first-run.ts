/** A till without a set-up: its own process in an empty folder, and its window. */
import type { Page } from "@playwright/test";
import { temporaryFolder } from "../support/folder.ts";
import { type DesktopRuntime, expect, openWindow, type Shop, test as shopTest, withPhone } from "./fixtures.ts";
import { still, type Visit } from "./tour.ts";

/** A PIN that main accepts: six digits, neither a date nor a sequence. */
export const OWNER_PIN = "739164";

/** Starts a till on an empty folder without configuration, and opens its window: the welcome. */
export async function openEmptyTill(
  page: Page,
  folder: string,
  desktop: DesktopRuntime | null = null,
): Promise<Shop & AsyncDisposable> {
  const opened = await openWindow(page, ["--data", folder], desktop);
  await expect(opened.counter.getByTestId("welcome")).toBeVisible();
  return withPhone(opened, page);
}

/** Test fixture with a till that is not set up. */
export const test = shopTest.extend<{ empty: Shop }>({
  empty: async ({ page, desktop }, use) => {
    using folder = temporaryFolder();
    await using shop = await openEmptyTill(page, folder.path, desktop);
    await use(shop);
  },
});

/** Opens the wizard of a new till for play money; its default is an own service. */
export async function setUpDemo(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Set up this till" }).click();
  await expect(page.getByRole("radio", { name: /^Your payment service/ })).toBeChecked();
  await page.getByText("Play money on this machine", { exact: true }).click();
}

/** Moves to the next step, and checks that it is shown. */
export async function next(page: Page, step: string): Promise<void> {
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByTestId(`setup-${step}`)).toBeVisible();
}

/** Enters the owner's PIN twice. */
export async function choosePin(page: Page, pin = OWNER_PIN): Promise<void> {
  await page.getByLabel("PIN", { exact: true }).fill(pin);
  await page.getByLabel("Repeat PIN").fill(pin);
}

/** Waits until every test of the wizard has a result. */
export async function tested(page: Page): Promise<void> {
  await expect(page.getByTestId("test-qr")).toHaveAttribute("data-state", "ok");
}

/** Activates the settings, waits until the till has restarted with them, and opens Charge. */
export async function finish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await page.getByRole("button", { name: "Take the first payment" }).click();
  await expect(page.getByTestId("total")).toBeVisible();
}

/** Visits the welcome and every step, for the demo and for an own service, without finishing. */
export async function setupTour({ counter }: Shop, look: Visit): Promise<void> {
  const visit: Visit = async (name) => {
    await still(counter);
    await look(name);
  };
  await visit("welcome");
  await setUpDemo(counter);
  await expect(counter.getByTestId("setup-service")).toBeVisible();
  await visit("setup-service-demo");
  await counter.getByText("Your payment service", { exact: true }).click();
  await visit("setup-service");
  await counter.getByRole("button", { name: "Next", exact: true }).click();
  await expect(counter.getByText("Enter the merchant ID from your service")).toBeVisible();
  await counter.getByRole("button", { name: /^Advanced/ }).click();
  await visit("setup-service-problems");
  await counter.getByLabel("Service address").fill("https://127.0.0.1:9");
  await counter.getByLabel("Merchant ID").fill("kaffebaren");
  await counter.getByLabel("User", { exact: true }).fill("till-2");
  await next(counter, "credentials");
  await visit("setup-credentials");
  await counter.getByText("With a secret", { exact: true }).click();
  await visit("setup-credentials-secret");
  await counter.getByText("With a key", { exact: true }).click();
  await counter.getByRole("button", { name: "Create a key" }).click();
  await expect(counter.getByTestId("public-key")).toBeVisible();
  await visit("setup-credentials-key");
  await counter.getByRole("button", { name: "Show QR code" }).click();
  await visit("setup-key-code");
  await counter.keyboard.press("Escape");
  await next(counter, "till");
  await visit("setup-till");
  await counter.getByRole("button", { name: /^Location/ }).click();
  await visit("setup-till-location");
  await next(counter, "callbacks");
  await visit("setup-callbacks-none");
  await counter.getByText("Push notifications", { exact: true }).click();
  await counter.getByText("The till", { exact: true }).click();
  await counter.getByRole("button", { name: "Next", exact: true }).click();
  await expect(counter.getByText("Choose the certificate and its private key.")).toBeVisible();
  await visit("setup-callbacks");
  await counter.getByText("Polling", { exact: true }).click();
  await next(counter, "owner");
  await visit("setup-owner");
  await choosePin(counter);
  await next(counter, "test");
  await tested(counter);
  await visit("setup-test-failed");
  await counter.getByRole("button", { name: "Show the code" }).click();
  await visit("setup-test-card");
  await counter.keyboard.press("Escape");
}
