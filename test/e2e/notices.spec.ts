import { expect, key, readQr, test } from "./fixtures.ts";
import { approveUnseen, goOffline, startElsewhere } from "./service-faults.ts";
import { still } from "./tour.ts";

const CUSTOMER = "4791234567";

test("messages never cover an unpaid result, and can all be dismissed at once @thorough", async ({ shop }) => {
  const { counter } = shop;
  await startElsewhere(shop, 7900, CUSTOMER);
  await startElsewhere(shop, 8900, CUSTOMER);
  await key(counter, "3900");
  await counter.getByRole("button", { name: /^Charge 39/ }).click();
  await readQr(counter);
  await counter.getByRole("button", { name: "Cancel payment" }).click();
  await expect(counter.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  await approveUnseen(shop, 7900);
  await approveUnseen(shop, 8900);
  // The till knows both results before it shows the message next to the next sale.
  await expect(counter.getByText("Paid", { exact: true })).toHaveCount(0);
  await counter.getByRole("button", { name: "New sale" }).click();
  await expect(counter.getByTestId("news")).toHaveText("Results 2");
  await counter.getByTestId("news").click();
  await expect(counter.getByTestId("banner-ended")).toHaveCount(2);
  await counter.getByRole("button", { name: "Dismiss all" }).click();
  await expect(counter.getByTestId("news")).toHaveCount(0);
});

for (const { when, ...size } of [
  { width: 800, height: 600, when: "" },
  { width: 800, height: 1280, when: " @thorough" },
  { width: 1024, height: 600, when: " @thorough" },
  { width: 1280, height: 800, when: " @thorough" },
]) {
  test(`messages never move a key at ${size.width} × ${size.height}${when} @thorough`, async ({ shop }) => {
    const { counter } = shop;
    await counter.setViewportSize(size);
    const places = () =>
      counter.locator("[data-keypad-key]").evaluateAll((keys) =>
        keys.map((key) => {
          const { x, y, width, height } = key.getBoundingClientRect();
          return [x, y, width, height].map(Math.round).join(" ");
        }),
      );
    await still(counter);
    const before = await places();
    expect(before.length).toBeGreaterThan(10);
    await goOffline(shop);
    await expect(counter.getByTestId("banner-line")).toBeVisible();
    expect(await places()).toEqual(before);
  });
}
