/** Dialogs on a real keyboard: the next focus and the messages. */
import { enterPin, expect, pay, test } from "./fixtures.ts";
import { beginRefund } from "./refund-steps.ts";

const OWNER_PIN = "274951";

test("requires a new press of Enter to refund, not the one that ended the PIN @thorough", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "14900");
  await counter.bringToFront();
  const dialog = await beginRefund(counter, "149,00");
  await dialog.getByTestId("pin-step").locator("input").fill(OWNER_PIN);
  await counter.keyboard.down("Enter");
  const hold = dialog.getByRole("button", { name: /^(Hold to refund|Keep holding)/ });
  await expect(hold).toBeFocused();
  // The same key, still held: it repeats, is released, and has started nothing.
  for (let repeats = 0; repeats < 3; repeats += 1) await counter.keyboard.down("Enter");
  await expect(hold).toHaveText(/^Hold to refund/);
  await counter.keyboard.up("Enter");
  await expect(hold).toHaveText(/^Hold to refund/);
  await expect(dialog.getByText(/^Hold until the bar/)).toHaveCount(0);
  await counter.keyboard.down("Enter");
  await expect(hold).toHaveText(/^Keep holding/);
  await expect(dialog.getByText("Refunded 149,00 kr")).toBeVisible();
  await counter.keyboard.up("Enter");
});

test("shows why a PIN was refused, in its dialog only, until another is typed @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "People" }).click();
  await enterPin(counter.getByTestId("settings-gate"), OWNER_PIN);
  await counter.getByRole("button", { name: "Add person" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Berit");
  await dialog.getByLabel("PIN").fill("2580");
  // Enter saves, from a field and from the button, and the focus does not move.
  const save = dialog.getByRole("button", { name: "Save" });
  await counter.keyboard.press("Enter");
  const refused = dialog.getByText(/^Too easy to guess: .*keypad/);
  await expect(refused).toBeVisible();
  await expect(dialog.getByLabel("PIN")).toBeFocused();
  await save.focus();
  await counter.keyboard.press("Enter");
  await expect(refused).toBeVisible();
  await expect(save).toBeFocused();
  await expect(counter.getByText("Some of the input is not valid.")).toHaveCount(0);
  await dialog.getByLabel("PIN").fill("258");
  await expect(refused).toHaveCount(0);
  await dialog.getByLabel("Name").fill("Owner");
  await dialog.getByLabel("PIN").fill("815306");
  await counter.keyboard.press("Enter");
  await expect(dialog.getByText("This name is already in use. Choose another.")).toBeVisible();
});
