import { approveUnseen, heal, hurry, loseAnswers } from "./service.ts";
import { expect, key, type Shop, test } from "./shop.ts";

/** A request to a phone number whose answer is lost, until the till says that it does not know. */
async function chargeUnanswered(shop: Shop): Promise<void> {
  const { counter } = shop;
  await loseAnswers(shop);
  await key(counter, "7900");
  await counter.getByLabel("Phone number").fill("+47 912 34 567");
  await counter.getByRole("button", { name: /^Charge 79/ }).click();
  await expect(counter.getByRole("heading", { name: "Checking" })).toBeVisible({ timeout: 15_000 });
}

test("a missing answer is a screen: what, since when, and that nobody pays twice", async ({ shop }) => {
  const { counter } = shop;
  await chargeUnanswered(shop);
  const screen = counter.getByTestId("checking");
  await expect(screen).toContainText("79,00");
  await expect(screen).toContainText("The customer may have been asked.");
  await expect(screen).toContainText("Nobody is charged twice");
  await expect(screen).toContainText(/Since \d\d:\d\d:\d\d/);
  const before = await screen.getByRole("timer").textContent();
  await expect(screen.getByRole("timer")).not.toHaveText(before ?? "");
  await expect(screen.getByText("Says paid")).toBeVisible();
});

test("waiting is enough: the answer comes, and the customer pays once @thorough", async ({ shop }) => {
  const { counter } = shop;
  await chargeUnanswered(shop);
  await heal(shop);
  await hurry(shop);
  await expect(counter.getByRole("heading", { name: "The customer approves on their phone" })).toBeVisible();
  await approveUnseen(shop, 7900);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  const phone = await shop.phone();
  await phone.bringToFront();
  await expect(phone.getByText("79.00").or(phone.getByText("79,00")).first()).toBeVisible();
});

test("a cancel is only asked for until the service has confirmed it @thorough", async ({ shop }) => {
  const { counter } = shop;
  await chargeUnanswered(shop);
  await counter.getByRole("button", { name: "Cancel this payment" }).click();
  await expect(counter.getByText("Cancelling was asked for")).toBeVisible();
  await expect(counter.getByRole("heading", { name: "Checking" })).toBeVisible();
  await heal(shop);
  await hurry(shop);
  await expect(counter.getByRole("heading", { name: "Cancelled" })).toBeVisible();
});

test("the next customer need not wait for it @thorough", async ({ shop }) => {
  const { counter } = shop;
  await chargeUnanswered(shop);
  await counter.getByRole("button", { name: "Next customer" }).click();
  await expect(counter.getByTestId("total")).toContainText("0,00");
  await counter.reload();
  await expect(counter.getByTestId("total")).toContainText("0,00");
});
