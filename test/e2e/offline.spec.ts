import { expect, key, readQr, test } from "./fixtures.ts";
import { goOffline, heal, retryQueueNow, startElsewhere } from "./service-faults.ts";

test("every screen says that the till is offline, and a sale says that no request was sent @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await goOffline(shop);
  await key(counter, "14900");
  await counter.getByRole("button", { name: /^Charge 149/ }).click();
  await expect(counter.getByRole("heading", { name: "Not paid – request not sent yet" })).toBeVisible();
  await expect(counter.getByTestId("qr")).toHaveCount(0);
  await expect(counter.getByRole("button", { name: "Try now" })).toBeVisible();
  const banner = counter.getByTestId("banner-line");
  await counter.keyboard.press("F3");
  await expect(banner).toContainText("2 requests are waiting, including new payments of 149,00 kr (not paid)");
  for (const route of ["F3", "F4"]) {
    await counter.keyboard.press(route);
    await expect(banner).toContainText("149,00 kr");
  }
});

test("shows one count of queued requests everywhere, and the total of unsent ones @thorough", async ({ shop }) => {
  const { counter } = shop;
  await goOffline(shop);
  await startElsewhere(shop, 19_900, null);
  await startElsewhere(shop, 2500, "4791234567");
  const line = counter.getByTestId("banner-line");
  await expect(line).toContainText("3 requests are waiting, including new payments of 224,00 kr (not paid)");
  await counter.getByRole("button", { name: "3 waiting" }).click();
  await expect(counter.getByTestId("queue").getByRole("row")).toHaveCount(1 + 3);
  await expect(line).toContainText("3 requests are waiting");
  await expect(counter.getByTestId("queue").getByRole("gridcell", { name: "Waiting", exact: true })).toHaveCount(2);
  await expect(counter.getByTestId("queue").getByRole("gridcell", { name: "Checking", exact: true })).toHaveCount(1);
  await heal(shop);
  await retryQueueNow(shop);
  await expect(counter.getByText("Everything has been sent")).toBeVisible();
  // The screen shows it, without a banner above.
  expect(await counter.getByTestId("banner-drain").count()).toBe(0);
});

test("a connection change while an amount is keyed in moves no key @thorough", async ({ shop }) => {
  const { counter } = shop;
  const five = counter.getByRole("button", { name: "5", exact: true });
  const line = counter.getByTestId("banner-line");
  const inPanel = counter.getByRole("region", { name: "Amount" }).getByTestId("banner-line");
  // The products appear next to the keys when loaded.
  await expect(counter.getByRole("region", { name: "Products" })).toBeVisible();
  const online = await five.boundingBox();
  await key(counter, "4900");
  await goOffline(shop);
  await expect(inPanel).toBeVisible();
  expect(await five.boundingBox()).toEqual(online);
  await counter.keyboard.press("F3");
  await expect(counter.locator("[data-payments]")).toBeVisible();
  await counter.keyboard.press("F2");
  await expect(line).toBeVisible();
  await expect(inPanel).toHaveCount(0);
  const offline = await five.boundingBox();
  await heal(shop);
  await retryQueueNow(shop);
  await expect(counter.getByText("Back online.", { exact: true })).toBeVisible();
  expect(await five.boundingBox()).toEqual(offline);
});

test("resumes offline sales automatically after reconnecting", async ({ shop }) => {
  const { counter } = shop;
  await goOffline(shop);
  await key(counter, "14900");
  await counter.getByRole("button", { name: /^Charge 149/ }).click();
  await expect(counter.getByTestId("not-asked")).toBeVisible();
  await heal(shop);
  await retryQueueNow(shop);
  expect(await readQr(counter)).toBe(await counter.getByTestId("qr-link").textContent());
  await expect(counter.getByTestId("banner-line")).toHaveCount(0);
});

test("shows the queue being sent after an outage @thorough", async ({ shop }) => {
  const { counter } = shop;
  await goOffline(shop);
  await startElsewhere(shop, 2500, "4791234567");
  await expect(counter.getByRole("button", { name: /^2 waiting/ })).toBeVisible();
  await heal(shop);
  await retryQueueNow(shop);
  await expect(counter.getByTestId("banner-drain")).toHaveText("All requests have been sent.");
  await expect(counter.getByRole("button", { name: /waiting/ })).toHaveCount(0);
  await expect(counter.getByTestId("banner-drain")).toHaveCount(0);
});

test("rejects a sale above the offline limit, shows the limits and keeps nothing @thorough", async ({ shop }) => {
  const { counter } = shop;
  await goOffline(shop);
  await key(counter, "100001");
  await counter.getByRole("button", { name: /^Charge 1/ }).click();
  const failure = counter.getByTestId("failure");
  await expect(failure).toContainText("No money moved.");
  await expect(failure).toContainText("At most 1 000,00 kr per payment");
  await expect(failure).toContainText("At most 10 000,00 kr in total (0,00 kr used)");
  await expect(failure).toContainText("No new requests when the oldest has waited 24 hours");
  await counter.getByRole("button", { name: "OK" }).click();
  await expect(counter.getByTestId("total")).toContainText("1 000,01");
  const list = await shop.till.call("payment.list", {});
  expect(list.ok && list.value.items.map(({ amount }) => amount)).toEqual([4900]);
});

test("cancels a queued intent at once @thorough", async ({ shop }) => {
  const { counter } = shop;
  await goOffline(shop);
  await key(counter, "2500");
  await counter.getByRole("button", { name: /^Charge 25/ }).click();
  await counter.getByRole("button", { name: "Cancel payment" }).click();
  await expect(counter.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  await expect(counter.getByText(/^Offline since/)).toBeVisible();
});
