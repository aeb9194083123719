/** Ways out of a kiosk's screens: none loses the customer's choice, opens the next visit, or leaves the page. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { expectAccessibleAndVisible, onScreen, pressEnd } from "./kiosk-checks.ts";
import { begin, goods, openKiosk } from "./kiosk-shop.ts";

async function toCode(screen: Page): Promise<void> {
  await screen.getByRole("button", { name: /^Pay / }).click();
  await expect(screen.getByTestId("qr")).toBeVisible();
}

test("steps back keep the basket, and ask before it is lost @thorough", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  await begin(screen);
  await screen.getByRole("button", { name: /^Cinnamon bun/ }).click();
  await onScreen(screen, "products").getByRole("button", { name: "Back" }).click();
  await onScreen(screen, "language").getByRole("button", { name: "Norsk", exact: true }).first().click();
  await expect(screen.getByRole("button", { name: /^Kurv 1/ })).toBeVisible();
  for (const _ of ["products", "language"]) await screen.keyboard.press("Escape");
  const still = onScreen(screen, "still-there");
  await expect(still).toBeVisible();
  await still.getByRole("button", { name: "Mer tid" }).click();
  await onScreen(screen, "language").getByRole("button", { name: "Norsk", exact: true }).first().click();
  await expect(screen.getByRole("button", { name: /^Kurv 1/ })).toBeVisible();
});

test("a double tap on Done starts no visit, and guarded keys are not announced as unavailable @browser @thorough", async ({
  page,
  desktop,
}) => {
  await page.clock.install();
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1) });
  const { screen } = shop;
  await begin(screen);
  await toCode(screen);
  await shop.scan();
  await shop.approve();
  const done = onScreen(screen, "result").getByRole("button", { name: "Done" });
  await expect(done).not.toHaveAttribute("data-guarded");
  await screen.clock.pauseAt((await screen.evaluate(() => Date.now())) + 2000);
  await done.dblclick();
  await screen.mouse.click(400, 300);
  await expect(onScreen(screen, "attract")).toBeVisible();
  await expect(onScreen(screen, "language")).toHaveCount(0);
  await screen.clock.runFor(1100);
  await begin(screen);
  await screen.getByRole("button", { name: /^Pay / }).click();
  const cancel = screen.locator("[data-end]");
  await expect(cancel).toHaveAttribute("data-guarded");
  await expect(cancel).not.toHaveAttribute("aria-disabled");
  await expect(cancel).toBeEnabled();
});

test("a customer who cancels reads a calm message, with Done before Try again @thorough", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1) });
  const { screen } = shop;
  await begin(screen);
  await toCode(screen);
  await pressEnd(onScreen(screen, "code").getByRole("button", { name: "Cancel" }));
  const result = onScreen(screen, "result");
  await expect(result).toHaveAttribute("data-outcome", "cancelled");
  await expect(result).toHaveAttribute("data-tone", "closed");
  await expect(result.getByRole("heading", { level: 1 })).toHaveText("Cancelled");
  await expect(result.getByRole("status").first()).toContainText("No money was taken.");
  await expectAccessibleAndVisible(screen, "result");
  await screen.keyboard.press("ArrowDown");
  await expect(result.getByRole("button", { name: "Done" })).toBeFocused();
  await result.getByRole("button", { name: "Try again" }).click();
  await expect(onScreen(screen, "basket")).toBeVisible();
});

test("Backspace deletes the last digit of a number or amount, and goes back when empty @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(0) });
  const { screen } = shop;
  await begin(screen);
  await screen.keyboard.type("42");
  await screen.keyboard.press("Backspace");
  await expect(onScreen(screen, "amount").getByRole("status")).toHaveText(/[^\d]4\.00$/);
  await toCode(screen);
  await screen.getByRole("button", { name: "Use a phone number" }).click();
  const typed = onScreen(screen, "phone").getByRole("status");
  await screen.keyboard.type("912");
  await expect(typed).toHaveAttribute("aria-label", "Phone number: 9 1 2");
  await screen.keyboard.press("Backspace");
  await expect(typed).toHaveText("91");
  for (const _ of "91x") await screen.keyboard.press("Backspace");
  await expect(onScreen(screen, "code")).toBeVisible();
});

test("nothing can be dropped onto the screen, and no mouse or browser key leaves it @browser @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  await begin(screen);
  const refused = await screen.evaluate(() => {
    const isRefused = (event: Event) => !document.body.dispatchEvent(event);
    const given = { bubbles: true, cancelable: true };
    return [
      ...["dragenter", "dragover", "drop"].map((name) => isRefused(new DragEvent(name, given))),
      ...["mousedown", "mouseup", "auxclick"].flatMap((name) =>
        [3, 4].map((button) => isRefused(new MouseEvent(name, { ...given, button }))),
      ),
      ...["BrowserBack", "BrowserForward", "BrowserHome", "BrowserRefresh", "LaunchMail"].map((key) =>
        isRefused(new KeyboardEvent("keydown", { ...given, key })),
      ),
      // Customers' presses are not refused.
      isRefused(new MouseEvent("mousedown", { ...given, button: 0 })),
      isRefused(new KeyboardEvent("keydown", { ...given, key: "Enter" })),
    ];
  });
  expect(refused).toEqual([...Array.from({ length: 14 }, () => true), false, false]);
});

test("a second window says that another customer's payment replaced its own, and removes the code @browser @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1) });
  const { screen } = shop;
  const other = await screen.context().newPage();
  await other.goto((await shop.till.ready).href);
  await expect(onScreen(other, "attract")).toBeVisible();
  await begin(other);
  await toCode(other);
  // A result closes automatically, so this expectation starts before the other window has its code.
  const said = expect(onScreen(other, "result")).toHaveAttribute("data-outcome", "cancelled");
  await begin(screen);
  await Promise.all([toCode(screen), said]);
  await expect(other.getByTestId("qr")).toHaveCount(0);
  await shop.scan();
  await shop.approve();
  await expect(onScreen(screen, "result")).toHaveAttribute("data-outcome", "paid");
});
