import type { Page } from "@playwright/test";
import { chargePhone, expect, type Shop, test } from "./fixtures.ts";
import { approveUnseen, heal, loseAnswers, retryQueueNow } from "./service-faults.ts";

/** Makes a sale that the cashier leaves while it is unknown, and that the customer then approves. */
async function approveTooLate(shop: Shop): Promise<void> {
  const { counter } = shop;
  await loseAnswers(shop);
  await chargePhone(counter, "7900");
  await counter.getByRole("button", { name: "Move on" }).click();
  await expect(counter.getByTestId("total")).toContainText("0,00");
  await heal(shop);
  await approveUnseen(shop, 7900);
  await retryQueueNow(shop);
  await counter.getByTestId("news").click();
  await expect(counter.getByTestId("banner-late")).toContainText("Approved late 79,00 kr");
  await counter.keyboard.press("Escape");
}

/** The list updates with the event, and the dialog closes with the response: until then no key opens a screen. */
function dialogClosed(counter: Page): Promise<void> {
  return expect(counter.getByRole("dialog").or(counter.getByRole("alertdialog"))).toHaveCount(0);
}

test("reports late money, lists its cause, and keeps it for a sale @thorough", async ({ shop }) => {
  const { counter } = shop;
  await expect(counter.getByRole("button", { name: "Inbox" })).toHaveCount(0);
  await approveTooLate(shop);
  await expect(counter.getByRole("button", { name: "Inbox", exact: true })).toHaveAccessibleDescription(
    "1 late payment needs a decision",
  );
  await counter.keyboard.press("F5");
  await expect(counter.getByTestId("news")).toHaveCount(0);
  const late = counter.getByTestId("late");
  await expect(late).toContainText("Approved late");
  await expect(late).toContainText("79,00");
  await late.getByRole("button", { name: "Keep payment" }).click();
  await counter.getByLabel("Which sale (optional)").fill("Receipt 17");
  await counter.getByRole("button", { name: "Keep 79,00 kr" }).click();
  await expect(counter.getByText("Nothing to decide")).toBeVisible();
  await dialogClosed(counter);
  await counter.keyboard.press("F3");
  await counter.getByRole("row").filter({ hasText: "79,00" }).click();
  const payment = counter.getByTestId("payment");
  await expect(payment.getByText("Paid").first()).toBeVisible();
  await expect(payment.getByTestId("story")).toContainText("Payment keptReceipt 17");
  await payment.getByRole("button", { name: "More" }).click();
  await expect(payment).toContainText("Cashier moved on to the next customer");
  await expect(payment).toContainText("Moved to the inbox: approved late");
  await expect(payment).toContainText("Payment kept");
  await expect(payment).toContainText("Receipt 17");
});

test("refunds late money @thorough", async ({ shop }) => {
  const { counter } = shop;
  await approveTooLate(shop);
  await counter.keyboard.press("F5");
  await counter.getByTestId("late").getByRole("button", { name: "Release…" }).click();
  await counter.getByRole("button", { name: "Release 79,00 kr" }).click();
  await expect(counter.getByText("Nothing to decide")).toBeVisible();
  await dialogClosed(counter);
  await counter.keyboard.press("F3");
  await expect(counter.getByRole("row").filter({ hasText: "79,00" })).toContainText("Released");
});
