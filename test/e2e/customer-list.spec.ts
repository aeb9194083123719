/** The list of customer data from none to five hundred, by touch, and the negative answers. */
import type { Page } from "@playwright/test";
import { enterPin, expect, readQr, type Shop, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";

const OWNER_PIN = "274951";
/** Rows per page of the list */
const PAGE = 50;
/** Nora Lien, born in 2017 */
const CHILD = "4790000004";

/** Sends requests over the bridge, as a register does. */
async function asked({ till }: Shop, count: number): Promise<void> {
  for (let one = 0; one < count; one++)
    expect(await till.call("permission.request", { preset: "member" })).toMatchObject({ ok: true });
}

async function openList({ counter }: Shop): Promise<void> {
  const menu = counter.getByRole("navigation");
  await menu.getByRole("button", { name: "Charge" }).click();
  await menu.getByRole("button", { name: "Payments" }).click();
  await counter.getByRole("button", { name: "Customers' data" }).click();
  await expect(counter.getByTestId("permissions")).toBeVisible();
}

async function scannedAs(shop: Shop, customer: string | null): Promise<Page> {
  const link = await readQr(shop.counter);
  const phone = await shop.phone();
  if (customer !== null) await phone.locator("#customer").selectOption(customer);
  await phone.getByLabel("Link from the QR code").fill(link);
  await phone.getByRole("button", { name: "Scan", exact: true }).click();
  await expect(phone.getByRole("button", { name: "Grant", exact: true })).toBeVisible();
  return phone;
}

test("lists zero, one, 25 and five hundred requests completely, page by page @browser @thorough", async ({ shop }) => {
  test.slow();
  const { counter } = shop;
  const rows = counter.getByTestId("permissions").getByRole("listitem");
  const more = counter.getByRole("button", { name: "Show more" });
  const fits = async (name: string) => {
    for (const [width, height] of [
      [800, 600],
      [1280, 800],
      [1080, 1920],
    ] as const) {
      await counter.setViewportSize({ width, height });
      expect(await overflow(counter), `${name} ${width}`).toEqual({ across: 0, down: 0, cut: [] });
    }
  };
  await openList(shop);
  await expect(counter.getByText("No requests yet")).toBeVisible();
  await fits("none");
  let there = 0;
  for (const count of [1, 25, 500]) {
    await asked(shop, count - there);
    there = count;
    await openList(shop);
    await expect(rows).toHaveCount(Math.min(count, PAGE));
    await expect(more).toHaveCount(count > PAGE ? 1 : 0);
    await fits(`${count}`);
  }
  expect(await accessibilityViolations(counter)).toEqual([]);
  for (let shown = PAGE; shown < there; shown += PAGE) {
    await expect(rows).toHaveCount(shown);
    await more.click();
  }
  await expect(rows).toHaveCount(there);
  await expect(more).toHaveCount(0);
  await rows.last().getByRole("button").scrollIntoViewIfNeeded();
  await rows.last().getByRole("button").click();
  await expect(counter.getByTestId("permission")).toBeVisible();
});

test("an age check reports that a child is under age, and nothing else @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  await counter.getByText("Alderskontroll 18+", { exact: true }).click();
  await counter.getByRole("button", { name: "Show code" }).click();
  const phone = await scannedAs(shop, CHILD);
  await phone.getByRole("button", { name: "Grant", exact: true }).click();
  await expect(counter.getByTestId("age")).toHaveAttribute("data-adult", "false");
  await expect(counter.getByTestId("permission")).not.toContainText(/\d{11}|2017/);
  expect(await accessibilityViolations(counter)).toEqual([]);
});

/** Shows Kari's granted e-mail address in full. */
async function shown(shop: Shop, isSignedIn = false): Promise<void> {
  const { counter } = shop;
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  await counter.getByText("Kvittering på e-post", { exact: true }).click();
  await counter.getByRole("button", { name: "Show code" }).click();
  const phone = await scannedAs(shop, null);
  await phone.getByRole("button", { name: "Grant", exact: true }).click();
  await counter.getByRole("button", { name: "Show: E-mail address" }).click();
  const dialog = counter.getByRole("dialog");
  if (isSignedIn) {
    await dialog.getByRole("button", { name: "Use a button instead" }).click();
    await dialog.getByRole("button", { name: "Show it" }).click();
  } else {
    await dialog.getByRole("button", { name: "Show", exact: true }).click();
    await enterPin(dialog, OWNER_PIN);
  }
  await expect(counter.getByTestId("revealed")).toContainText("@");
}

test("hides full data automatically after half a minute @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.clock.install();
  await shown(shop);
  await expect(counter.getByRole("dialog").getByRole("timer")).toContainText(/0:(30|2\d)/);
  // Shorter than the silence after which the window treats its till as lost; the second jump counts as a sleep.
  await counter.clock.fastForward(8_000);
  await expect(counter.getByRole("dialog").getByRole("timer")).toContainText(/0:(2[0-2]|1\d)/);
  await counter.clock.fastForward(31_000);
  await expect(counter.getByTestId("revealed")).toHaveCount(0);
  await expect(counter.getByTestId("permission")).not.toContainText("@");
});

test("hides full data at once when it is erased elsewhere @browser @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  await till.call("staff.signIn", { pin: OWNER_PIN });
  await shown(shop, true);
  expect(await accessibilityViolations(counter)).toEqual([]);
  const list = await till.call("permission.list", {});
  const posTid = list.ok ? (list.value.items[0]?.posTid ?? "") : "";
  expect(await till.call("customer.forget", { posTid })).toMatchObject({ ok: true });
  await expect(counter.getByTestId("revealed")).toHaveCount(0);
  await expect(counter.getByTestId("permission-word")).toContainText("Erased");
});

test("retries or cancels a request that the service rejected, from the request's screen @browser @thorough", async ({
  shop,
  page,
}) => {
  const { counter } = shop;
  const refused = { effect: "answer", kind: "PERMISSION", times: 2, status: 403 };
  const fault = await page.request.post(new URL("/control/faults", shop.sandboxUrl).href, { data: refused });
  expect(fault.ok()).toBe(true);
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  await counter.getByText("Medlem", { exact: true }).click();
  await counter.getByRole("textbox", { name: "Phone number" }).fill("+47 912 34 567");
  await counter.getByRole("button", { name: "Send request" }).click();
  await expect(counter.getByRole("button", { name: "Cancel request" })).toBeVisible();
  await expect(counter.getByRole("button", { name: /Ask again|Give up/ })).toHaveCount(0);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.getByRole("button", { name: "Try again" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await enterPin(dialog, OWNER_PIN);
  await expect(counter.getByRole("heading", { name: "Waiting for the customer" })).toBeVisible();
});

test("reports a customer's timeout, and can send the request again @browser @thorough", async ({ shop, page }) => {
  const { counter } = shop;
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  await counter.getByText("Medlem", { exact: true }).click();
  await counter.getByRole("button", { name: "Show code" }).click();
  await scannedAs(shop, null);
  await expect(counter.getByRole("heading", { name: "Waiting for the customer" })).toBeVisible();
  const moved = await page.request.post(new URL("/control/clock", shop.sandboxUrl).href, {
    data: { advanceSeconds: 400 },
  });
  expect(moved.ok()).toBe(true);
  await expect(counter.getByTestId("permission-word")).toContainText("Expired");
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.getByRole("button", { name: "Ask again" }).click();
  await expect(counter.getByRole("heading", { name: "Ask the customer to scan" })).toBeVisible();
});

test.describe("the list of customer data by touch at 800×600", () => {
  test.use({ hasTouch: true, viewport: { width: 800, height: 600 } });

  test("sends a request, shows a claim and erases all data @browser @thorough", async ({ shop }) => {
    const { counter } = shop;
    await counter.getByRole("button", { name: "Ask the customer" }).tap();
    await counter.getByText("Kvittering på e-post", { exact: true }).tap();
    await counter.getByRole("button", { name: "Show code" }).tap();
    const phone = await scannedAs(shop, null);
    await phone.getByRole("button", { name: "Grant", exact: true }).click();
    await counter.getByRole("button", { name: "Show: E-mail address" }).tap();
    const dialog = counter.getByRole("dialog");
    await dialog.getByRole("button", { name: "Show", exact: true }).tap();
    await enterPin(dialog, OWNER_PIN);
    await expect(counter.getByTestId("revealed")).toContainText("@");
    await counter.keyboard.press("Escape");
    await counter.getByRole("button", { name: "Erase customer data" }).tap();
    await counter.getByRole("button", { name: "Erase", exact: true }).tap();
    await enterPin(counter.getByRole("alertdialog"), OWNER_PIN);
    await expect(counter.getByTestId("erased")).toContainText("E-mail address");
    await counter.getByRole("button", { name: "Done" }).last().tap();
    await expect(counter.getByTestId("permission-word")).toContainText("Erased");
  });
});
