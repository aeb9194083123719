import { expect, key, readQr, test } from "./fixtures.ts";
import { goOffline, heal, hurry, startElsewhere } from "./service-faults.ts";

test("without a connection every screen says so, and the sale says that nobody has been asked", async ({ shop }) => {
  const { counter } = shop;
  await goOffline(shop);
  await key(counter, "14900");
  await counter.getByRole("button", { name: /^Charge 149/ }).click();
  await expect(counter.getByRole("heading", { name: "Not paid – the customer has not been asked yet" })).toBeVisible();
  await expect(counter.getByTestId("qr")).toHaveCount(0);
  await expect(counter.getByRole("button", { name: "Try now" })).toBeVisible();
  const banner = counter.getByTestId("banner-line");
  await counter.keyboard.press("F3");
  await expect(banner).toContainText(/1 request, 149,00.kr, has waited here since \d\d:\d\d and has not been paid\./);
  for (const route of ["F3", "F4"]) {
    await counter.keyboard.press(route);
    await expect(banner).toContainText("149,00 kr");
  }
});

test("what was taken without a connection goes on by itself when it is back", async ({ shop }) => {
  const { counter } = shop;
  await goOffline(shop);
  await key(counter, "14900");
  await counter.getByRole("button", { name: /^Charge 149/ }).click();
  await expect(counter.getByTestId("not-asked")).toBeVisible();
  await heal(shop);
  await hurry(shop);
  expect(await readQr(counter)).toBe(await counter.getByTestId("qr-link").textContent());
  await expect(counter.getByTestId("banner-line")).toHaveCount(0);
});

test("the queue that waited is seen going out @thorough", async ({ shop }) => {
  const { counter } = shop;
  await goOffline(shop);
  await startElsewhere(shop, 2500, "4791234567");
  await expect(counter.getByRole("button", { name: /^2 waiting/ })).toBeVisible();
  await heal(shop);
  await hurry(shop);
  await expect(counter.getByTestId("banner-drain")).toHaveText("Everything that waited has been sent.");
  await expect(counter.getByRole("button", { name: /waiting/ })).toHaveCount(0);
  await expect(counter.getByTestId("banner-drain")).toHaveCount(0);
});

test("a sale over the limit is refused with the limits, and nothing of it is kept @thorough", async ({ shop }) => {
  const { counter } = shop;
  await goOffline(shop);
  await key(counter, "100001");
  await counter.getByRole("button", { name: /^Charge 1/ }).click();
  const failure = counter.getByTestId("failure");
  await expect(failure).toContainText("No money moved.");
  await expect(failure).toContainText("1 000,00 kr at most for each payment");
  await expect(failure).toContainText("10 000,00 kr at most for all that wait; 0,00 kr of it is used");
  await expect(failure).toContainText("Nothing more once the oldest has waited 24 hours");
  await counter.getByRole("button", { name: "OK" }).click();
  await expect(counter.getByTestId("total")).toContainText("1 000,01");
  const list = await shop.till.call("payment.list", {});
  expect(list.ok && list.value.items.map(({ amount }) => amount)).toEqual([4900]);
});

test("an intent that waits for the connection is cancelled at once @thorough", async ({ shop }) => {
  const { counter } = shop;
  await goOffline(shop);
  await key(counter, "2500");
  await counter.getByRole("button", { name: /^Charge 25/ }).click();
  await counter.getByRole("button", { name: "Cancel this payment" }).click();
  await expect(counter.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  await expect(counter.getByText(/^No connection since/)).toBeVisible();
});
