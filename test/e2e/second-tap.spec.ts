import type { Locator, Page } from "@playwright/test";
import { approve, expect, key, readQr, scan, test } from "./fixtures.ts";

/** Presses a button, and the same place once more. */
async function tapTwice(page: Page, button: Locator, pauseMs: number): Promise<void> {
  const box = await button.boundingBox();
  if (box === null) throw new Error("nothing to tap");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  // The pause is the subject of the test: a person's, between two taps of one finger.
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), pauseMs);
  await page.mouse.click(x, y);
}

for (const { width, height, pauseMs } of [
  { width: 800, height: 600, pauseMs: 60 },
  { width: 1280, height: 800, pauseMs: 300 },
  { width: 1080, height: 1920, pauseMs: 800 },
  { width: 1024, height: 600, pauseMs: 600 },
]) {
  test(`a tap ${pauseMs} ms after the one on Charge cancels nothing at ${width} × ${height} @thorough`, async ({
    shop,
  }) => {
    const { counter } = shop;
    await counter.setViewportSize({ width, height });
    await key(counter, "5000");
    const charge = counter.getByRole("button", { name: "Charge 50,00 kr" });
    const place = await charge.boundingBox();
    await tapTwice(counter, charge, pauseMs);
    await expect(counter.getByTestId("qr")).toBeVisible();
    const cancel = counter.getByRole("button", { name: "Cancel payment" });
    const cancelled = await cancel.boundingBox();
    if (place === null || cancelled === null) throw new Error("one of the buttons is not there");
    expect(cancelled.y + cancelled.height).toBeLessThan(place.y);
    await cancel.click();
    await expect(counter.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  });
}

test("charges a cancelled sale again unchanged @thorough", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "2500");
  await counter.getByRole("button", { name: "Add a line" }).click();
  await key(counter, "2500");
  await counter.getByRole("button", { name: "Charge 50,00 kr" }).click();
  const first = await readQr(counter);
  await counter.getByRole("button", { name: "Cancel payment" }).click();
  await expect(counter.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  const again = counter.getByRole("main").getByRole("button").first();
  await expect(again).toHaveText("Charge 50,00 kr again");
  // The key that pressed Cancel, held or pressed twice, does not charge.
  await counter.keyboard.press("Enter");
  await expect(counter.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  await again.click();
  expect(await readQr(counter)).not.toBe(first);
  await scan(shop);
  await approve(shop);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
});

test("sends a declined request again to the same number @thorough", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "9900");
  await counter.getByLabel("Phone number").fill("91234567");
  await expect(counter.getByText("Sends to +47 91 23 45 67 · Norway")).toBeVisible();
  await counter.getByRole("button", { name: /^Charge 99/ }).click();
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
  const phone = await shop.phone();
  await phone.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(counter.getByText("Declined – nothing was charged. Ask for another payment method.")).toBeVisible();
  await counter.getByRole("button", { name: "Charge 99,00 kr again" }).click();
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
  await expect(counter.getByText("•••4567 has been asked to pay 99,00 kr")).toBeVisible();
});
