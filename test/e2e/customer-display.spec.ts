/** The screen that faces the customer: it follows the counter, shows what it must and nothing else, and can do nothing. */
import type { Page } from "@playwright/test";
import { approve, expect, key, readQr, type Shop, scan, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";
import { startElsewhere } from "./service-faults.ts";
import { still } from "./tour.ts";

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 800, height: 1280 },
];

/** Opens the screen as a person at the till does. */
async function openCustomerScreen({ counter }: Shop): Promise<Page> {
  await counter.keyboard.press("F2");
  await counter.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "Customer's screen" }).click();
  const opening = counter.context().waitForEvent("page");
  await counter.getByRole("button", { name: /^Open (it in a browser|the customer's screen)$/ }).click();
  const customer = await opening;
  await shows(customer, "idle");
  return customer;
}

/** Waits for the screen to show a state. */
function shows(customer: Page, state: string): Promise<void> {
  return expect(customer.getByTestId("customer")).toHaveAttribute("data-state", state);
}

test("a sale as the customer sees it: code, approval, Paid, and wiped again", async ({ shop }) => {
  const { counter } = shop;
  const customer = await openCustomerScreen(shop);
  await expect(customer.getByRole("heading", { name: "Kaffebaren Grünerløkka" })).toBeVisible();
  await expect(counter.getByText("It is open.")).toBeVisible();
  await counter.bringToFront();
  await counter.keyboard.press("F2");
  await key(counter, "34750");
  await counter.getByRole("button", { name: /^Charge 347/ }).click();
  await shows(customer, "pay");
  expect(await readQr(customer)).toBe(await readQr(counter));
  await expect(customer.getByTestId("amount")).toHaveText("347,50kr");
  // The shop is Norwegian, and so are its customers until somebody says otherwise.
  await expect(customer.getByRole("listitem")).toHaveText(["Åpne appen", "Skann koden", "Godkjenn"]);
  await scan(shop);
  await shows(customer, "approve");
  await expect(customer.getByTestId("qr")).toHaveCount(0);
  await expect(customer.getByRole("timer")).toHaveText(/^\d:\d\d$/);
  await approve(shop);
  await shows(customer, "paid");
  await expect(customer.getByRole("heading", { name: "Betalt" })).toBeVisible();
  // The customer has not moved on as fast as the counter.
  await counter.getByRole("button", { name: "New sale" }).click();
  await shows(customer, "paid");
  await shows(customer, "idle");
  await expect(customer.locator("body")).not.toContainText("347");
});

test("it speaks the customer's language, whatever the till's @thorough", async ({ shop }) => {
  const { counter } = shop;
  const customer = await openCustomerScreen(shop);
  await expect(customer.getByText("Betal her med telefonen.")).toBeVisible();
  await counter.bringToFront();
  await counter.getByRole("radio", { name: "English" }).or(counter.getByText("English")).last().click();
  await expect(customer.getByText("Pay here with your phone.")).toBeVisible();
  expect(await customer.locator("html").getAttribute("lang")).toBe("en");
});

test("it never says who pays, and shows what a program started, too @thorough", async ({ shop }) => {
  const customer = await openCustomerScreen(shop);
  await startElsewhere(shop, 9900, "4791234567");
  await shows(customer, "approve");
  const text = (await customer.locator("body").textContent()) ?? "";
  expect(text).toContain("99,00");
  expect(text).not.toMatch(/4567|•••|\d{4}-\d{4}/);
});

test("a cashier who goes on takes the code away with them @thorough", async ({ shop }) => {
  const { counter } = shop;
  const customer = await openCustomerScreen(shop);
  await counter.bringToFront();
  await counter.keyboard.press("F2");
  await key(counter, "1200");
  await counter.getByRole("button", { name: /^Charge 12/ }).click();
  await shows(customer, "pay");
  await counter.getByRole("button", { name: "Cancel this payment" }).click();
  await shows(customer, "not_paid");
  await expect(customer.getByTestId("qr")).toHaveCount(0);
});

test("whoever reaches the screen can do nothing with it @thorough", { tag: "@browser" }, async ({ shop }) => {
  const customer = await openCustomerScreen(shop);
  const till = (await shop.till.ready).origin;
  const tried = await customer.evaluate(async (origin) => {
    const authorization = `Bearer ${sessionStorage.getItem("till.session")}`;
    const headers = { "content-type": "application/json", authorization };
    const status = (url: string, how: RequestInit = {}) =>
      fetch(url, { method: "POST", credentials: "include", headers, ...how })
        .then((answer) => answer.status)
        .catch(() => "refused");
    return {
      own: await status("/bridge/display.get", { body: "{}" }),
      start: await status("/bridge/payment.start", { body: '{"action":"SALE","amount":100}' }),
      terminal: await status("/bridge/terminal.get", { body: "{}" }),
      tills: await status(`${origin}/bridge/terminal.get`, { body: "{}" }),
      session: await status(`${origin}/session`),
      page: await status("/", { method: "GET" }),
      cookie: document.cookie,
      opener: window.opener === null,
    };
  }, till);
  expect(tried).toEqual({
    ...{ own: 200, start: 403, terminal: 403 },
    // The page's own policy lets it speak to nobody but its server.
    ...{ tills: "refused", session: "refused", page: 404 },
    ...{ cookie: "", opener: true },
  });
});

test("it can be read at every size, in both themes and by everybody @thorough", async ({ shop }) => {
  const customer = await openCustomerScreen(shop);
  const look = async (state: string) => {
    await shows(customer, state);
    for (const colorScheme of ["light", "dark"] as const) {
      await customer.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const size of SIZES) {
        const name = `${state} at ${size.width}×${size.height} ${colorScheme}`;
        await customer.setViewportSize(size);
        await still(customer);
        expect(await overflow(customer), name).toEqual({ across: 0, down: 0, cut: [] });
        if (state === "pay") expect(await readQr(customer), name).toBe(await readQr(shop.counter));
      }
      expect(await accessibilityViolations(customer), `${state} ${colorScheme}`).toEqual([]);
    }
    await shows(customer, state);
  };
  await look("idle");
  await shop.counter.bringToFront();
  await shop.counter.keyboard.press("F2");
  await key(shop.counter, "1234500");
  await shop.counter.getByRole("button", { name: /^Charge 12/ }).click();
  await look("pay");
  const phone = await scan(shop);
  await look("approve");
  await phone.getByRole("button", { name: "Reject", exact: true }).click();
  await shows(customer, "not_paid");
  expect(await accessibilityViolations(customer)).toEqual([]);
});
