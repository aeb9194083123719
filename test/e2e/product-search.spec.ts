/** The product search at the counter. */
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
  // Pressed twice: the second is a search, and no customer is charged.
  await counter.keyboard.press("Enter");
  await counter.keyboard.press("Enter");
  await counter.keyboard.type("flat", { delay: 60 });
  await counter.keyboard.press("Enter");
  const charge = (amount: string) => counter.getByRole("button", { name: `Charge ${amount} kr` });
  await expect(charge("91,00")).toBeVisible();
  await counter.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  // The shelf keeps its position, and does not scroll to the found product.
  await expect(counter.getByRole("button", { name: /^Filter coffee/ })).toBeInViewport({ ratio: 1 });
  // A touch leaves the search and keeps its results for the next touch. The key returns to it.
  const flatWhite = counter.getByRole("button", { name: "Flat white 49,00 kr" });
  await find("fl");
  await flatWhite.dblclick();
  await expect(search).not.toBeFocused();
  await find("zzz");
  await expect(counter.getByText("No product found.")).toBeVisible();
  await counter.keyboard.press("Escape");
  // Escape after a touch only closes the search.
  await find("fl");
  await flatWhite.click();
  await counter.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  await expect(charge("238,00")).toBeVisible();
  // Another screen closes it too.
  await find("fl");
  await flatWhite.click();
  await counter.keyboard.press("F3");
  await expect(counter.locator("[data-payments]")).toBeVisible();
  await counter.keyboard.press("F2");
  await expect(charge("287,00")).toBeVisible();
  await expect(search).toHaveCount(0);
  // The tip is asked on the phone. Enter after a touch charges, and adds nothing else.
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
