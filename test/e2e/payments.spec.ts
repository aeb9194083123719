/** The payment list and its details: filters with totals, the history, and the way back. */
import { enterPin, expect, key, pay, scan, test } from "./fixtures.ts";

test("filters payments by chips, totals them, and opens them from their figure @thorough", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "14900");
  await counter.getByRole("button", { name: "New sale" }).click();
  await pay(shop, "5000");
  await counter.keyboard.press("F3");
  const totals = counter.getByTestId("totals");
  await expect(totals).toContainText("2 payments");
  await expect(totals).toContainText("Paid199,00 kr");

  await counter.getByRole("button", { name: /Status/ }).click();
  await counter.getByRole("option", { name: "Not paid" }).click();
  await expect(counter.getByText("No results")).toBeVisible();
  await expect(totals).toContainText("0 payments");
  await counter.getByRole("button", { name: "Clear filters" }).click();
  await expect(totals).toContainText("2 payments");
  await counter.getByRole("button", { name: "Today" }).click();
  await counter.getByRole("menuitemradio", { name: "Yesterday" }).click();
  await expect(counter.getByText("No payments in these days")).toBeVisible();

  await counter.keyboard.press("F6");
  await counter.getByRole("tab", { name: "Today", exact: true }).click();
  await enterPin(counter.getByTestId("settings-gate"), "274951");
  await counter.getByTestId("tiles").getByRole("button", { name: /Sales/ }).click();
  await expect(counter.getByRole("button", { name: /Status.*Paid|Paid.*Status/ })).toBeVisible();
  await expect(totals).toContainText("2 payments");
  await expect(totals).toContainText("Paid199,00 kr");
  await counter.getByRole("button", { name: "Back to Reports" }).click();
  await expect(counter.getByRole("tab", { name: "Today", exact: true })).toBeVisible();
});

test("a reopened list shows no old figures while its totals load @thorough @browser", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "14900");
  await counter.bringToFront();
  await counter.keyboard.press("F3");
  const totals = counter.getByTestId("totals");
  await expect(totals).toContainText("1 payment");
  await counter.keyboard.press("F2");
  await pay(shop, "5000");
  await counter.bringToFront();
  const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>();
  await counter.route("**/bridge/payment.totals", async (route) => {
    await isAsked;
    await route.continue();
  });
  await counter.keyboard.press("F3");
  await expect(counter.getByRole("grid", { name: "Payments" }).locator("[role=row][data-key]")).toHaveCount(2);
  await expect(totals).toHaveCount(0);
  answer();
  await expect(totals).toContainText("2 payments");
});

test("shows a payment's history in a few plain rows, and the details behind More", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "14900");
  await counter.getByRole("button", { name: "Open payment" }).click();
  const story = counter.getByTestId("story").getByRole("listitem");
  await expect(story).toContainText(["Requested 149,00 kr", "Code scanned", "approved", "Paid 149,00 kr"]);
  const everything = counter.getByRole("list", { name: "Full history" });
  await expect(everything).toHaveCount(0);
  await counter.getByRole("button", { name: "More" }).click();
  await expect(everything.getByText("Request sent", { exact: true })).toBeVisible();
  // In the order of the history above it.
  await expect(everything.getByRole("listitem").first()).toContainText("Code shown");
  // In a low window, the payment's title stays visible above the end of its history.
  await counter.setViewportSize({ width: 800, height: 600 });
  await everything.getByRole("listitem").last().scrollIntoViewIfNeeded();
  await expect(counter.getByTestId("payment").getByText("Paid", { exact: true }).first()).toBeInViewport({ ratio: 1 });
  await expect(counter.getByRole("button", { name: "Back to list" })).toBeInViewport({ ratio: 1 });
  await counter.getByRole("button", { name: "Less" }).click();
  await expect(everything).toHaveCount(0);
});

for (const [where, size] of Object.entries({
  "next to its list": { width: 1280, height: 800 },
  "over its list @thorough": { width: 800, height: 600 },
  "below its list @thorough": { width: 1080, height: 1920 },
})) {
  test(`a reservation opens ${where}, and going back returns to the same place @thorough`, async ({ shop }) => {
    const { counter } = shop;
    await pay(shop, "30000", "Reserve");
    await counter.getByRole("button", { name: "New sale" }).click();
    await pay(shop, "40000", "Reserve");
    await counter.setViewportSize(size);
    await counter.keyboard.press("F4");
    const rows = counter.getByRole("grid", { name: "Reserved" }).getByRole("row");
    await rows.filter({ hasText: "400,00" }).getByRole("checkbox").click({ force: true });
    await expect(counter.getByText("1 selected:")).toBeVisible();
    const other = rows.filter({ hasText: "300,00" });
    await other.getByRole("button", { name: /^Open/ }).click();
    await expect(counter.getByTestId("story")).toContainText("300,00 kr reserved");
    await counter.getByRole("button", { name: "Back to list" }).click();
    await expect(counter.getByTestId("payment")).toHaveCount(0);
    await expect(counter.getByRole("heading", { name: "Reserved" })).toBeVisible();
    await expect(counter.getByText("1 selected:")).toBeVisible();
    await expect(other.getByRole("button", { name: /^Open/ })).toBeFocused();
  });
}

test("shows in its history that a payment was not paid @thorough", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "8000");
  await counter.getByRole("button", { name: /^Charge 80/ }).click();
  const phone = await scan(shop);
  await phone.getByRole("button", { name: "Reject", exact: true }).click();
  await counter.getByRole("button", { name: "Open payment" }).click();
  await expect(counter.getByTestId("story").getByRole("listitem")).toContainText([
    "Requested 80,00 kr",
    "Code scanned",
    "Not paid",
  ]);
});
