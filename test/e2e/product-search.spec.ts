/** A product is looked for at the counter. */
import { openCafe } from "./cafe.ts";
import { expect, test } from "./fixtures.ts";

test("clears the product search with its sale, and with its user @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.setViewportSize({ width: 800, height: 600 });
  await openCafe(shop);
  await counter.getByRole("radio", { name: "Products" }).click({ force: true });
  await expect(counter.getByRole("button", { name: /^Croissant/ })).toBeVisible();
  await expect(counter.getByRole("button", { name: /^Signed in/ })).toHaveCount(0);
  const search = counter.getByRole("textbox", { name: "Find a product" });
  const find = async (what: string) => {
    await counter.keyboard.press("Control+f");
    await expect(search).toBeFocused();
    await counter.keyboard.type(what, { delay: 60 });
  };
  await find("cro");
  // Two in a row: the second is looked for, and no customer is charged.
  await counter.keyboard.press("Enter");
  await counter.keyboard.press("Enter");
  await counter.keyboard.type("flat", { delay: 60 });
  await counter.keyboard.press("Enter");
  const charge = (amount: string) => counter.getByRole("button", { name: `Charge ${amount} kr` });
  await expect(charge("91,00")).toBeVisible();
  await counter.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  // The shelf is where it was, and has not followed the product that was found.
  await expect(counter.getByRole("button", { name: /^Filter coffee/ })).toBeInViewport({ ratio: 1 });
  // A touch leaves the search, and what was found where it is, for the next touch. The key leads into it again.
  const flatWhite = counter.getByRole("button", { name: "Flat white 49,00 kr" });
  await find("fl");
  await flatWhite.dblclick();
  await expect(search).not.toBeFocused();
  await find("zzz");
  await expect(counter.getByText("No product found.")).toBeVisible();
  await counter.keyboard.press("Escape");
  // Escape after a touch ends it, and nothing else.
  await find("fl");
  await flatWhite.click();
  await counter.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  await expect(charge("238,00")).toBeVisible();
  // So does another screen.
  await find("fl");
  await flatWhite.click();
  await counter.keyboard.press("F3");
  await expect(counter.locator("[data-payments]")).toBeVisible();
  await counter.keyboard.press("F2");
  await expect(charge("287,00")).toBeVisible();
  await expect(search).toHaveCount(0);
  // The tip is asked for on the phone. Enter after a touch charges, and puts nothing else in.
  await counter.keyboard.press("F8");
  await find("fl");
  await flatWhite.click();
  await counter.keyboard.press("Enter");
  await expect(counter.getByTestId("qr")).toBeVisible();
  await expect(counter.getByRole("main")).toContainText("336,00");
  await counter.keyboard.press("F2");
  await expect(counter.getByTestId("total")).toBeVisible();
  await expect(search).toHaveCount(0);
  await find("cro");
  await shop.till.call("staff.signIn", { pin: "274951" });
  await expect(search).toHaveCount(0);
});
