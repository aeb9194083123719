/**
 * A café's rush by touch alone: twelve products, three open sales, one with a discount approved by a manager, one with
 * a tip, and a refund.
 */
import type { Page } from "@playwright/test";
import { linesTotal } from "../../contract/values/lines.ts";
import { openCafe } from "./cafe.ts";
import { expect, type Shop, scan, test, typeAsScanner } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";
import { approveUnseen } from "./service-faults.ts";
import { still } from "./tour.ts";

test.use({ hasTouch: true });

const OWNER_PIN = "274951";

/** The switch of a window that is too small for keys and products side by side. */
function viewSwitch(counter: Page) {
  return counter.getByRole("radio", { name: "Products" });
}

async function tapProducts(counter: Page, ...names: string[]): Promise<void> {
  if (await viewSwitch(counter).isVisible()) await viewSwitch(counter).tap();
  const shelf = counter.getByRole("region", { name: "Products" });
  for (const name of names) await shelf.getByRole("button", { name: new RegExp(`^${name} `) }).tap();
}

async function tapKeys(counter: Page, digits: string): Promise<void> {
  const keys = counter.getByRole("radio", { name: "Keypad" });
  if (await keys.isVisible()) await keys.tap();
  for (const digit of digits) await counter.getByRole("button", { name: digit, exact: true }).tap();
}

const charge = (counter: Page) => counter.getByRole("button", { name: /^Charge \d/ }).tap();
const chip = (counter: Page, amount: string) => counter.getByTestId("open-sales").getByRole("button", { name: amount });

/** Checks that nothing is clipped, and that the screen is accessible in both themes. */
async function expectAccessible(counter: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await counter.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await still(counter);
    expect(await accessibilityViolations(counter), `${name}, ${colorScheme}`).toEqual([]);
  }
  expect(await overflow(counter), name).toEqual({ across: 0, down: 0, cut: [] });
}

/** Makes a sale with discounts on a line and on the total, approved by a manager. 149.00 kr before discounts. */
async function discounted(counter: Page): Promise<void> {
  const dialog = counter.getByRole("dialog");
  await tapProducts(counter, "Flat white", "Cinnamon bun", "Flat white");
  const lines = counter.getByRole("list", { name: "Lines" });
  await expect(lines.getByRole("listitem")).toHaveText([/Cinnamon bun.*51,00/, /Flat white ×\s2.*98,00/]);
  await lines.getByRole("button", { name: /^Flat white ×\s2/ }).tap();
  await dialog.getByRole("button", { name: "One less" }).tap();
  await dialog.getByRole("radio", { name: "Percent" }).tap();
  await dialog.getByRole("button", { name: /^10.%$/ }).tap();
  await expect(dialog.getByTestId("line-net")).toHaveText(/49,00.kr.*−4,90.kr.*44,10.kr/);
  await expectAccessible(counter, "a line");
  await dialog.getByRole("button", { name: "Done" }).tap();
  await counter.getByRole("button", { name: "Discount and note" }).tap();
  await dialog.getByRole("radio", { name: "Amount" }).tap();
  for (const digit of "510") await dialog.getByRole("button", { name: digit, exact: true }).tap();
  await expectAccessible(counter, "the whole sale");
  await dialog.getByRole("button", { name: "Done" }).tap();
  await expect(counter.getByTestId("total")).toContainText("90,00");
  await charge(counter);
  await dialog.getByRole("button", { name: "No tip" }).tap();
  await expect(dialog.getByText(/Discount 10,00.kr. The customer pays 90,00.kr./)).toBeVisible();
  await expectAccessible(counter, "a manager's PIN");
  for (const digit of OWNER_PIN) await dialog.getByRole("button", { name: digit, exact: true }).tap();
  await expect(counter.getByTestId("qr")).toBeVisible();
}

for (const { width, height, when } of [
  { width: 800, height: 600, when: "" },
  { width: 1024, height: 600, when: " @thorough" },
  { width: 1080, height: 1920, when: " @thorough" },
]) {
  test(`a café's rush by touch at ${width}×${height}${when} @thorough`, { tag: "@browser" }, async ({ shop }) => {
    const { counter } = shop;
    await counter.setViewportSize({ width, height });
    await openCafe(shop);
    await expect(counter.getByRole("region", { name: "Products" }).or(viewSwitch(counter))).toBeVisible();
    await discounted(counter);
    await counter.getByRole("button", { name: "Next customer" }).tap();

    await tapProducts(counter, "Soup of the day", "Tea");
    await charge(counter);
    // Its customer reads English, including amounts and percentages.
    await expect(counter.getByRole("dialog")).toContainText(/kr.155\.00 to pay/);
    await expectAccessible(counter, "the tip");
    await counter.getByRole("button", { name: /^15%/ }).tap();
    await expect(counter.getByTestId("qr")).toBeVisible();
    await expectAccessible(counter, "a code next to an open sale");
    await counter.getByRole("button", { name: "Next customer" }).tap();

    await tapKeys(counter, "7500");
    await counter.getByLabel("Phone number").fill("91234567");
    await charge(counter);
    await counter.getByRole("button", { name: "No tip" }).tap();
    await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
    await counter.getByRole("button", { name: "Next customer" }).tap();

    // Three are waiting. The paid one is reported, and the fourth is keyed in undisturbed.
    await tapProducts(counter, "Croissant");
    await expect(counter.getByTestId("open-sales").getByRole("button")).toHaveText([
      /90,00.kr.*Waiting/,
      /178,25.kr.*Waiting/,
      /75,00.kr.*Waiting/,
    ]);
    await approveUnseen(shop, 7500);
    await expect(chip(counter, "75,00")).toHaveText(/Paid/);
    await expect(counter.getByTestId("open-sales").getByRole("status")).toHaveText(/Paid: 75,00.kr/);
    await expect(counter.getByTestId("total")).toContainText("42,00");
    await expect(counter.getByTestId("news")).toHaveCount(0);
    await expectAccessible(counter, "the counter");

    // A window reloaded in the other language shows all of them, and the keyed amount.
    await counter.evaluate(() => localStorage.setItem("till.preferences", JSON.stringify({ language: "nb" })));
    await counter.reload();
    await expect(counter.getByTestId("open-sales").getByRole("button")).toHaveText([/Venter/, /Venter/, /Betalt/]);
    await expect(counter.getByTestId("total")).toContainText("42,00");
    await expectAccessible(counter, "disken");
    await counter.evaluate(() => localStorage.setItem("till.preferences", JSON.stringify({ language: "en" })));
    await counter.reload();

    await chip(counter, "75,00").tap();
    await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
    await counter.getByRole("button", { name: "Back to the sale" }).tap();
    await expect(chip(counter, "75,00")).toHaveCount(0);

    await chip(counter, "178,25").tap();
    const phone = await scan(shop);
    await phone.getByRole("button", { name: "Approve", exact: true }).click();
    await counter.bringToFront();
    await expect(counter.getByText(/155,00.kr \+ 23,25.kr tip/)).toBeVisible();
    await counter.getByRole("button", { name: "Back to the sale" }).tap();

    await chip(counter, "90,00").tap();
    await scan(shop);
    await approveUnseen(shop, 9000);
    await counter.bringToFront();
    await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
    await refunded(counter);
    await expectBooked(shop);
  });
}

async function refunded(counter: Page): Promise<void> {
  const dialog = counter.getByRole("dialog");
  await counter.getByRole("button", { name: "Open payment" }).tap();
  await counter.getByRole("button", { name: "Refund…" }).tap();
  await dialog.getByText("Goods returned").tap();
  await dialog.getByRole("button", { name: "Continue" }).tap();
  for (const digit of OWNER_PIN) await dialog.getByRole("button", { name: digit, exact: true }).tap();
  const hold = dialog.getByRole("button", { name: "Hold to refund" });
  await hold.hover();
  await counter.mouse.down();
  await expect(dialog.getByText(/Refunded 90,00.kr/)).toBeVisible();
  await counter.mouse.up();
}

/** Checks the till's books: every line with its share of the discount, and the tip next to the sale. */
async function expectBooked({ till }: Shop): Promise<void> {
  const listed = await till.call("payment.list", {});
  if (!listed.ok) throw new Error(listed.error.message);
  const sales = listed.value.items.toReversed();
  expect(sales.map(({ amount, additionalAmount }) => [amount, additionalAmount])).toEqual([
    [9000, 0],
    [15_500, 2325],
    [7500, 0],
  ]);
  for (const { amount, lines } of sales) expect(linesTotal(lines)).toBe(amount);
  expect(sales[0]?.lines.map(({ name, discount }) => [name, discount])).toEqual([
    ["Kanelbolle", 274],
    ["Flat white", 726],
  ]);
  expect(sales[2]?.lines).toMatchObject([{ name: null, quantity: 1, unitAmount: 7500, vatRate: 2500 }]);
  expect(sales.map(({ phase }) => phase)).toEqual(["refunded", "captured", "captured"]);
}

test("the last added line stays visible when an unknown code is reported above it @browser @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await counter.setViewportSize({ width: 1024, height: 600 });
  await openCafe(shop);
  await tapProducts(counter, "Tea");
  await charge(counter);
  await counter.getByRole("dialog").getByRole("button", { name: "No tip" }).tap();
  await counter.getByRole("button", { name: "Next customer" }).tap();
  await tapProducts(counter, "Cappuccino", "Tea", "Croissant", "Apple juice", "Flat white", "Custard bun");
  const tape = counter.getByRole("list", { name: "Lines" });
  const isWhole = () =>
    tape.evaluate((box) => {
      const line = box.lastElementChild?.getBoundingClientRect();
      const room = box.getBoundingClientRect();
      return line !== undefined && line.top >= room.top - 1 && line.bottom <= room.bottom + 1;
    });
  await expect.poll(isWhole).toBe(true);
  await typeAsScanner(counter, "7038010055720");
  await expect(counter.getByRole("alert")).toContainText("7038010055720");
  await still(counter);
  // Checked at once, because messages close automatically.
  expect(await isWhole()).toBe(true);
});
