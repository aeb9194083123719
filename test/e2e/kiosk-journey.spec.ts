/**
 * Complete journeys of a kiosk's customers: by touch, by keyboard and by six keys, in two languages, portrait and
 * landscape.
 */
import { expect, test } from "./fixtures.ts";
import { expectAccessibleAndVisible, onScreen, pressEnd } from "./kiosk-checks.ts";
import { begin, goods, type KioskShop, openKiosk } from "./kiosk-shop.ts";

const UPRIGHT = { width: 1080, height: 1920 };
const SMALL = { width: 1024, height: 600 };

async function payOnPhone({ screen, scan, approve }: KioskShop): Promise<void> {
  await expect(onScreen(screen, "code")).toBeVisible();
  await scan();
  // The code disappears at once: no other customer can join.
  await expect(screen.getByTestId("qr")).toHaveCount(0);
  await expect(onScreen(screen, "approve")).toBeVisible();
  await approve();
  const result = onScreen(screen, "result");
  await expect(result).toHaveAttribute("data-outcome", "paid");
  // Ending controls are inactive for a second after the screen has changed.
  await expect(result.locator("[data-end]")).not.toHaveAttribute("data-guarded");
}

test("a customer buys by touch, in English and portrait, and every screen is accessible", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(25) });
  const { screen } = shop;
  await screen.setViewportSize(UPRIGHT);
  await expectAccessibleAndVisible(screen, "attract");
  await onScreen(screen, "attract").getByRole("button", { name: "Touch to begin" }).click();
  await expectAccessibleAndVisible(screen, "language");
  await onScreen(screen, "language").getByRole("button", { name: "English", exact: true }).first().click();
  await expectAccessibleAndVisible(screen, "products");
  const products = onScreen(screen, "products");
  await products.getByRole("button", { name: /^Cinnamon bun,/ }).click();
  await products.getByRole("button", { name: /^Cinnamon bun,/ }).click();
  await products.getByRole("button", { name: "Drinks" }).click();
  await expect(products.getByRole("button", { name: /^Cinnamon bun,/ })).toHaveCount(0);
  await products.getByRole("button", { name: /^Filter coffee,/ }).click();
  await products.getByRole("button", { name: /^Basket 3/ }).click();
  await expectAccessibleAndVisible(screen, "basket");
  const basket = onScreen(screen, "basket");
  await expect(basket.getByTestId("kiosk-total")).toHaveText(/137\.00/);
  await basket.getByRole("button", { name: "One Cinnamon bun fewer" }).click();
  await expect(basket.getByTestId("kiosk-total")).toHaveText(/88\.00/);
  // Two taps, one payment.
  await basket.getByRole("button", { name: /^Pay / }).dblclick();
  await expect(screen.getByTestId("qr")).toBeVisible();
  await expectAccessibleAndVisible(screen, "code");
  await shop.scan();
  await expectAccessibleAndVisible(screen, "approve");
  const words = await screen.getByTestId("match-words").textContent();
  expect(words).toMatch(/^\p{Lu}\p{Ll}+ /u);
  await shop.approve();
  await expectAccessibleAndVisible(screen, "result");
  await expect(screen.getByTestId("receipt-qr")).toBeVisible();
  expect(await shop.requests()).toMatchObject([{ amount: 8800 }]);
  await pressEnd(onScreen(screen, "result").getByRole("button", { name: "Done" }));
  await expect(onScreen(screen, "attract")).toBeVisible();
});

test("a customer buys by keyboard, in Norwegian and landscape, and the next one sees no trace @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  await screen.setViewportSize(SMALL);
  await expect(onScreen(screen, "attract")).toBeVisible();
  const reach = async (name: RegExp | string) => {
    const wanted = screen.getByRole("button", { name }).first();
    await expect(wanted).toBeVisible();
    for (let presses = 0; presses < 40; presses += 1) {
      if (await wanted.evaluate((button) => button === document.activeElement)) return;
      await screen.keyboard.press("Tab");
    }
    throw new Error(`no Tab leads to ${name}`);
  };
  await reach("Touch to begin");
  await screen.keyboard.press("Enter");
  await expect(onScreen(screen, "language")).toBeVisible();
  await reach("Norsk");
  await screen.keyboard.press("Enter");
  await expect(onScreen(screen, "products")).toContainText("Hva vil du ha?");
  await expect(screen.locator("html")).toHaveAttribute("lang", "nb");
  await reach(/^Kanelbolle/);
  await screen.keyboard.press("Space");
  await reach(/^Kurv/);
  await screen.keyboard.press("Enter");
  await expectAccessibleAndVisible(screen, "basket");
  await reach(/^Betal/);
  await screen.keyboard.press("Enter");
  await payOnPhone(shop);
  await expectAccessibleAndVisible(screen, "result");
  await expect(onScreen(screen, "result")).toContainText("Betalt");
  await reach("Ferdig");
  await screen.keyboard.press("Enter");
  await expect(onScreen(screen, "attract")).toContainText("Touch to begin");
  await expect(screen.locator("html")).toHaveAttribute("lang", "en");
  await screen.keyboard.press("Enter");
  await begin(screen);
  await expect(onScreen(screen, "products").getByRole("button", { name: /^Basket 0/ })).toBeDisabled();
});

test("a customer buys with six keys: the arrows, OK and back @thorough", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(4) });
  const { screen } = shop;
  const press = async (...keys: string[]) => {
    for (const key of keys) await screen.keyboard.press(key);
  };
  const focused = () =>
    screen.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
  await expect(onScreen(screen, "attract")).toBeVisible();
  await press("ArrowDown");
  expect(await focused()).toBe("Touch to begin");
  await press("Enter");
  await expect(onScreen(screen, "language")).toBeVisible();
  await press("ArrowDown", "Enter");
  await expect(onScreen(screen, "products")).toBeVisible();
  await press("ArrowDown");
  expect(await focused()).toMatch(/^Cinnamon bun/);
  await press("Enter", "ArrowRight", "Enter", "Enter");
  await expect(screen.getByRole("button", { name: /^Filter coffee.*2 in the basket/ })).toBeFocused();
  // Moving back and forth loses nothing.
  await press("ArrowDown", "ArrowDown", "ArrowDown");
  const focusedBasket = screen.getByRole("button", { name: /^Basket 3/ });
  for (
    let presses = 0;
    presses < 4 && !(await focusedBasket.evaluate((at) => at === document.activeElement));
    presses += 1
  )
    await press("ArrowRight");
  await expect(focusedBasket).toBeFocused();
  await press("Enter");
  await expect(onScreen(screen, "basket")).toBeVisible();
  await press("Backspace");
  await expect(onScreen(screen, "products")).toBeVisible();
  await focusedBasket.focus();
  await press("Enter");
  await expect(onScreen(screen, "basket")).toBeVisible();
  await press("ArrowDown");
  expect(await focused()).toMatch(/^Pay /);
  await press("Enter");
  await expect(onScreen(screen, "code")).toBeVisible();
  // No single key ends a payment: back moves to the button, and OK confirms.
  await press("Escape");
  await expect(onScreen(screen, "code").getByRole("button", { name: "Cancel" })).toBeFocused();
  await payOnPhone(shop);
  await press("ArrowDown", "Enter");
  await expect(onScreen(screen, "attract")).toBeVisible();
  expect(await shop.requests()).toMatchObject([{ amount: 12_700 }]);
});

test("offers a fixed amount as one product, and lets a free amount be keyed in @thorough", async ({
  page,
  desktop,
}) => {
  {
    await using fixed = await openKiosk(page, desktop, { catalogue: goods(1) });
    await begin(fixed.screen);
    await expect(onScreen(fixed.screen, "basket").getByTestId("kiosk-total")).toHaveText(/49\.00/);
  }
  await using free = await openKiosk(page, desktop, { catalogue: goods(0) });
  const { screen } = free;
  await begin(screen);
  await expectAccessibleAndVisible(screen, "amount");
  await screen.getByRole("button", { name: "4", exact: true }).click();
  await screen.keyboard.press("2");
  await screen.getByRole("button", { name: /^Pay .*42\.00/ }).click();
  await payOnPhone(free);
  expect(await free.requests()).toMatchObject([{ amount: 4200 }]);
});

test("sends a cancellation to the service, and waits for its result @thorough", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1) });
  const { screen } = shop;
  await begin(screen);
  await screen.getByRole("button", { name: /^Pay / }).click();
  await shop.scan();
  await pressEnd(onScreen(screen, "approve").getByRole("button", { name: "Cancel" }));
  const result = onScreen(screen, "result");
  await expect(result).toHaveAttribute("data-outcome", "cancelled");
  await expect(result).toContainText("No money was taken.");
  await expect.poll(async () => (await shop.requests()).map(({ status }) => status)).toEqual(["fail"]);
});

test("tells a customer who declines that no money was taken, also in the help @thorough", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1) });
  const { screen } = shop;
  await begin(screen);
  const help = async (answer: string) => {
    await screen.getByRole("button", { name: "Help" }).click();
    await expectAccessibleAndVisible(screen, "help");
    await expect(onScreen(screen, "help").getByTestId("kiosk-charged")).toHaveAttribute("data-answer", answer);
  };
  await help("no");
  await screen.keyboard.press("Backspace");
  await screen.getByRole("button", { name: /^Pay / }).click();
  await expect(screen.getByTestId("qr")).toBeVisible();
  await help("notYet");
  const { number } = await shop.newest();
  await expect(screen.getByTestId("kiosk-reference")).toHaveText(number);
  await expect(screen.getByTestId("reference-qr")).toHaveAttribute("data-qr-text", number);
  await screen.keyboard.press("Escape");
  await shop.scan();
  await shop.reject();
  await expect(onScreen(screen, "result")).toContainText("No money was taken.");
  await help("no");
  await screen.keyboard.press("Escape");
  // The same order is one touch away, as a new payment.
  await onScreen(screen, "result").getByRole("button", { name: "Try again" }).click();
  await screen.getByRole("button", { name: /^Pay / }).click();
  await payOnPhone(shop);
  expect((await shop.requests()).map(({ amount }) => amount)).toEqual([4900, 4900]);
});

test("takes a phone number instead of a scan, and hides it from the next customer @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1), locale: "nb-NO" });
  const { screen } = shop;
  await screen.setViewportSize(SMALL);
  await begin(screen, "English");
  await screen.getByRole("button", { name: /^Pay / }).click();
  const phoneButton = screen.getByRole("button", { name: "Use a phone number" });
  await phoneButton.click();
  const phone = onScreen(screen, "phone");
  await expect(phone.getByRole("button", { name: "Send request to …" })).toBeDisabled();
  await phone.getByRole("button", { name: "9", exact: true }).click();
  // One step back returns to the code, and clears the typed number.
  await screen.keyboard.press("Escape");
  await expect(screen.getByTestId("qr")).toBeVisible();
  await phoneButton.click();
  await screen.keyboard.type("9123456");
  await phone.getByRole("button", { name: "7", exact: true }).click();
  await expectAccessibleAndVisible(screen, "phone");
  await phone.getByRole("button", { name: "Send request to +47 91 23 45 67 (Norway)" }).click();
  await expect(onScreen(screen, "approve")).toBeVisible();
  await shop.approve();
  await expect(onScreen(screen, "result")).toHaveAttribute("data-outcome", "paid");
  await expect(onScreen(screen, "result").locator("[data-end]")).not.toHaveAttribute("data-guarded");
  await pressEnd(onScreen(screen, "result").getByRole("button", { name: "Done" }));
  await begin(screen, "English");
  await screen.getByRole("button", { name: /^Pay / }).click();
  await phoneButton.click();
  await expect(phone.getByRole("button", { name: "Send request to …" })).toBeDisabled();
  expect(await screen.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain("91234567");
});

test("Enter submits a complete phone number only, and only when no other key has the focus @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1), locale: "nb-NO" });
  const { screen } = shop;
  await begin(screen, "English");
  await screen.getByRole("button", { name: /^Pay / }).click();
  await screen.getByRole("button", { name: "Use a phone number" }).click();
  const phone = onScreen(screen, "phone");
  await screen.keyboard.type("9123456");
  await screen.keyboard.press("Enter");
  await expect(phone.getByRole("button", { name: "Send request to …" })).toBeDisabled();
  await screen.keyboard.type("7");
  await phone.getByRole("button", { name: "Back", exact: true }).focus();
  await screen.keyboard.press("Enter");
  await expect(screen.getByTestId("qr")).toBeVisible();
  await screen.getByRole("button", { name: "Use a phone number" }).click();
  await screen.keyboard.type("91234567");
  await screen.keyboard.press("Enter");
  await expect(onScreen(screen, "approve")).toBeVisible();
  await shop.approve();
  await expect(onScreen(screen, "result")).toHaveAttribute("data-outcome", "paid");
});

test("an unknown number returns to the number; a number requested too often returns to the code @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1), locale: "nb-NO" });
  const { screen } = shop;
  await begin(screen, "English");
  await screen.getByRole("button", { name: /^Pay / }).click();
  const phoneButton = screen.getByRole("button", { name: "Use a phone number" });
  await phoneButton.click();
  const phone = onScreen(screen, "phone");
  for (const sentence of [
    "This number cannot receive requests.",
    "This number cannot receive requests.",
    "Too many requests",
  ]) {
    await screen.keyboard.type("99999999");
    await phone.getByRole("button", { name: /^Send request to \+47 99 / }).click();
    await expect(phone.getByRole("alert")).toContainText(sentence);
    await screen.keyboard.press("Escape");
    await expect(screen.getByTestId("qr")).toBeVisible();
    await phoneButton.click();
  }
  await screen.keyboard.type("91234567");
  await phone.getByRole("button", { name: /^Send request to \+47 91 / }).click();
  await expect(onScreen(screen, "approve")).toBeVisible();
  await shop.approve();
  await expect(onScreen(screen, "result")).toHaveAttribute("data-outcome", "paid");
});

test("a page reloaded during a payment continues it, in the customer's language @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1) });
  const { screen } = shop;
  await begin(screen, "Norsk");
  await screen.getByRole("button", { name: /^Betal / }).click();
  await expect(screen.getByTestId("qr")).toBeVisible();
  await screen.reload();
  await expect(onScreen(screen, "code")).toContainText("Skann for å betale");
  await shop.scan();
  await screen.reload();
  await expect(onScreen(screen, "approve")).toContainText("Godkjenn på telefonen");
  await shop.approve();
  await expect(onScreen(screen, "result")).toContainText("Betalt");
  expect(await shop.requests()).toHaveLength(1);
  await screen.reload();
  await expect(onScreen(screen, "attract")).toBeVisible();
});

test("a reloaded page has no basket, and offers no second try @thorough", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(4) });
  const { screen } = shop;
  await begin(screen);
  await screen.getByRole("button", { name: /^Filter coffee/ }).click();
  await screen.getByRole("button", { name: /^Basket 1/ }).click();
  await screen.getByRole("button", { name: /^Pay / }).click();
  await expect(screen.getByTestId("qr")).toBeVisible();
  await screen.reload();
  await pressEnd(onScreen(screen, "code").getByRole("button", { name: "Cancel" }));
  const result = onScreen(screen, "result");
  await expect(result).toHaveAttribute("data-outcome", "cancelled");
  await expect(result.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await pressEnd(result.getByRole("button", { name: "Done" }));
  await expect(onScreen(screen, "attract")).toBeVisible();
});
