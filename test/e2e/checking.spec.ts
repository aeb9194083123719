import { chargePhone, expect, type Shop, test } from "./fixtures.ts";
import { approveUnseen, fail, goOffline, heal, loseAnswers, retryQueueNow } from "./service-faults.ts";

/** Sends a request to a phone number, loses its response, and waits until the till reports it as unknown. */
async function chargeUnanswered(shop: Shop): Promise<void> {
  const { counter } = shop;
  await loseAnswers(shop);
  await chargePhone(counter, "7900");
  await expect(counter.getByRole("heading", { name: "Checking" })).toBeVisible();
}

test("explains a missing response: the payment, the time, and that the customer is not charged twice", async ({
  shop,
}) => {
  const { counter } = shop;
  await chargeUnanswered(shop);
  const screen = counter.getByTestId("checking");
  await expect(screen).toContainText("79,00");
  await expect(screen).toContainText("The request was sent but no answer has come back.");
  await expect(screen).toContainText("never charged twice");
  await expect(screen).toContainText(/Since \d\d:\d\d:\d\d/);
  const before = await screen.getByRole("timer").textContent();
  await expect(screen.getByRole("timer")).not.toHaveText(before ?? "");
  await expect(screen.getByText("Says paid")).toBeVisible();
});

test("does not call a payment unpaid while offline, and shows it as paid after reconnecting", async ({ shop }) => {
  const { counter } = shop;
  await chargePhone(counter, "7900");
  await expect(counter.getByText("Nothing is paid yet")).toBeVisible();
  await goOffline(shop);
  const screen = counter.getByTestId("checking");
  await expect(screen.getByRole("heading", { name: "Result unknown" })).toBeVisible();
  await expect(screen).toContainText(/Offline since \d\d:\d\d:\d\d/);
  await expect(screen).toContainText("may have approved already. Do not charge again.");
  await expect(screen).toContainText("The customer may have approved. Wait.");
  await expect(counter.getByText("Nothing is paid yet")).toHaveCount(0);
  await heal(shop);
  await approveUnseen(shop, 7900);
  await retryQueueNow(shop);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
});

test("resolves automatically when the response arrives, and the customer pays once @thorough", async ({ shop }) => {
  const { counter } = shop;
  await chargeUnanswered(shop);
  await heal(shop);
  await retryQueueNow(shop);
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
  await approveUnseen(shop, 7900);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  const phone = await shop.phone();
  await phone.bringToFront();
  await expect(phone.getByText("79.00").or(phone.getByText("79,00")).first()).toBeVisible();
});

test("shows a cancellation as requested until the service confirms it @thorough", async ({ shop }) => {
  const { counter } = shop;
  await chargeUnanswered(shop);
  await counter.getByRole("button", { name: "Cancel payment" }).click();
  await expect(counter.getByText("Cancellation requested")).toBeVisible();
  await expect(counter.getByRole("heading", { name: "Checking" })).toBeVisible();
  await heal(shop);
  await retryQueueNow(shop);
  await expect(counter.getByRole("heading", { name: "Cancelled" })).toBeVisible();
});

test("allows the next sale to start before the payment is resolved @thorough", async ({ shop }) => {
  const { counter } = shop;
  await chargeUnanswered(shop);
  await counter.getByRole("button", { name: "Move on" }).click();
  await expect(counter.getByTestId("total")).toContainText("0,00");
  await counter.reload();
  await expect(counter.getByTestId("total")).toContainText("0,00");
});

test("never reports an approval that follows a cancellation as paid: the till refunds it @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await chargePhone(counter, "9900");
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
  await fail(shop, { effect: "lose_request", kind: "ABORT", times: 1_000_000 });
  await counter.getByRole("button", { name: "Cancel payment" }).click();
  await expect(counter.getByRole("heading", { name: "Cancelling" })).toBeVisible();
  await approveUnseen(shop, 9900);
  const warning =
    "The customer approved while the payment was being cancelled. The till is reversing it: do not hand over the items.";
  await expect(counter.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  await expect(counter.getByText(warning)).toBeVisible();
  await expect(counter.getByText("Reserved 99")).toHaveCount(0);
  await counter.getByRole("button", { name: "Open payment" }).click();
  const payment = counter.getByTestId("payment");
  await expect(payment.getByText(warning)).toBeVisible();
  await payment.getByRole("button", { name: "More" }).click();
  await expect(payment.getByText("Customer approved during the cancellation. Nothing is charged.")).toBeVisible();
  await heal(shop);
  // After a lost response, the till accepts the refusal of a cancellation only some seconds later, and retries until
  // then.
  await expect(async () => {
    await retryQueueNow(shop);
    await expect(payment.getByText("Released", { exact: true }).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
});
