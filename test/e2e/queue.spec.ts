import { approve, chargePhone, enterPin, expect, type Shop, test } from "./fixtures.ts";
import { fail, refuseCreate, refuseRefund } from "./service-faults.ts";

/** Makes a request that the service forbids, which an operator must resolve. */
async function chargePoisoned(shop: Shop): Promise<void> {
  const { counter } = shop;
  await refuseCreate(shop);
  await chargePhone(counter, "3900");
  await expect(counter.getByRole("heading", { name: "Needs a manager" })).toBeVisible();
  await counter.getByRole("button", { name: "New sale" }).click();
}

test("a manager sees a stuck request with the service's error, and retries it @thorough", async ({ shop }) => {
  const { counter } = shop;
  await chargePoisoned(shop);
  await counter.getByRole("button", { name: "1 needs a manager" }).click();
  const parked = counter.getByTestId("queue").getByTestId("parked");
  await expect(parked).toContainText("Payment request");
  await expect(parked).toContainText("39,00 kr");
  await expect(parked).toContainText("The till's credentials do not allow this (403).");
  await parked.getByRole("button", { name: "Try again" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await enterPin(dialog, "000000");
  await expect(dialog.getByText("Wrong PIN.")).toBeVisible();
  await dialog.getByLabel("Manager's PIN").pressSequentially("274951");
  await expect(counter.getByText("Everything has been sent")).toBeVisible();
  await expect(counter.getByRole("button", { name: /needs a manager/ })).toHaveCount(0);
  await approve(shop);
  await counter.bringToFront();
  await counter.keyboard.press("F3");
  await counter.getByRole("row").filter({ hasText: "39,00" }).click();
  await expect(counter.getByTestId("payment").getByText("Paid").first()).toBeVisible();
  await counter.getByTestId("payment").getByRole("button", { name: "More", exact: true }).click();
  await expect(counter.getByTestId("payment")).toContainText("Request retried manually");
});

test("a request that the service forbids has the same actions everywhere, and shows what was sent @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await refuseCreate(shop);
  await chargePhone(counter, "3900");
  await expect(counter.getByRole("heading", { name: "Needs a manager" })).toBeVisible();
  const cancel = counter.getByRole("button", { name: "Cancel payment…" });
  const again = counter.getByRole("button", { name: "Try again" });
  const giveUp = counter.getByRole("button", { name: "Discard…" });
  const waysOn = async () =>
    expect([await again.count(), await cancel.count(), await giveUp.count()]).toEqual([1, 1, 0]);
  await waysOn();
  await counter.getByRole("button", { name: "Open payment" }).click();
  await expect(counter.getByTestId("payment").getByTestId("parked")).toBeVisible();
  await waysOn();
  await counter.getByRole("button", { name: "1 needs a manager" }).click();
  await expect(counter.getByTestId("queue").getByTestId("parked")).toBeVisible();
  // Nothing here is automatic, and the screen does not claim that.
  await expect(counter.getByRole("heading", { name: "Needs a manager", level: 1 })).toBeVisible();
  await waysOn();
  await cancel.click();
  const dialog = counter.getByRole("alertdialog");
  await expect(dialog).toContainText(
    "The customer has not been asked to pay. Nothing was charged, and the till will not try again.",
  );
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expect(counter.getByText("Everything has been sent")).toBeVisible();
});

test("a manager discards it from the payment itself, and the reason is kept with it @thorough", async ({ shop }) => {
  const { counter } = shop;
  await refuseRefund(shop);
  const payment = counter.getByTestId("payment");
  await payment.getByTestId("parked").getByRole("button", { name: "Discard…" }).click();
  const dialog = counter.getByRole("dialog");
  const giveUp = dialog.getByRole("button", { name: "Discard" });
  await expect(giveUp).toBeDisabled();
  await dialog.getByText("Other", { exact: true }).click();
  await expect(giveUp).toBeDisabled();
  await dialog.getByLabel("Your reason").fill("Paid in cash");
  await giveUp.click();
  await enterPin(dialog, "274951");
  await expect(payment.getByTestId("parked")).toHaveCount(0);
  const story = payment.getByTestId("story");
  await expect(story.getByText(/^Refund of .+ failed$/)).toBeVisible();
  await expect(story).toContainText("Paid in cash");
  await payment.getByRole("button", { name: "More", exact: true }).click();
  await expect(payment).toContainText("Refund discarded manually");
  await counter.keyboard.press("F2");
  await expect(counter.getByRole("button", { name: /needs a manager/ })).toHaveCount(0);
});

test("discards a rejected data request without mentioning a payment @thorough", async ({ shop }) => {
  const { counter } = shop;
  await fail(shop, { effect: "answer", kind: "PERMISSION", status: 403, times: 2 });
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  await counter.getByText("Medlem", { exact: true }).click();
  await counter.getByRole("textbox", { name: "Phone number" }).fill("+47 912 34 567");
  await counter.getByRole("button", { name: "Send request" }).click();
  await counter.getByRole("button", { name: "1 needs a manager" }).click();
  const parked = counter.getByTestId("queue").getByTestId("parked");
  await expect(parked).toContainText("Customer details");
  await parked.getByRole("button", { name: "Try again" }).click();
  await expect(counter.getByRole("dialog")).toContainText("The customer is asked only once.");
  await counter.getByRole("dialog").getByRole("button", { name: "Back" }).click();
  await parked.getByRole("button", { name: "Discard…" }).click();
  const dialog = counter.getByRole("dialog");
  await expect(dialog).toContainText("ignores any answer");
  await expect(dialog).toContainText("Saved in the journal.");
  await expect(dialog).not.toContainText("payment's history");
});
