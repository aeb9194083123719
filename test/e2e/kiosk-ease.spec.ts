/**
 * Display settings for one customer at a kiosk: larger text, contrast, a lowered screen. They affect that customer
 * only, and hide nothing.
 */
import type { Locator, Page } from "@playwright/test";
import { startFakeDispenser } from "../support/fake-dispenser.ts";
import { expect, test } from "./fixtures.ts";
import { expectAccessibleAndVisible, isWithinReach, onScreen, pressEnd } from "./kiosk-checks.ts";
import { begin, goods, type KioskShop, openKiosk } from "./kiosk-shop.ts";

const UPRIGHT = { width: 1080, height: 1920 };
const SIZES = [{ width: 800, height: 1280 }, UPRIGHT, { width: 1920, height: 1080 }, { width: 1024, height: 600 }];

/** Opens the settings sheet, presses these keys, and closes it. */
async function ease(screen: Page, ...keys: string[]): Promise<void> {
  await screen.getByRole("button", { name: "Accessibility" }).click();
  const sheet = onScreen(screen, "ease");
  for (const key of keys) {
    await sheet.getByRole("button", { name: key, exact: true }).click();
    await expect(sheet.getByRole("button", { name: key, exact: true })).toHaveAttribute("aria-pressed", "true");
  }
  await expectAccessibleAndVisible(screen, "ease");
  await sheet.getByRole("button", { name: "Close" }).click();
}

/** Returns the text size, the background, and the highest control as a share of the window. */
function appearanceOf(screen: Page) {
  return screen.evaluate(() => {
    const size = ({ fontSize }: CSSStyleDeclaration) => Number.parseFloat(fontSize);
    const main = document.querySelector("[data-kiosk]") ?? document.body;
    const tops = [...main.querySelectorAll("button")].map((button) => button.getBoundingClientRect().top);
    return {
      text: size(getComputedStyle(main.querySelector("footer button") ?? main)),
      title: size(getComputedStyle(main.querySelector("h1") ?? main)),
      behind: getComputedStyle(main).backgroundColor,
      highest: Math.min(...tops) / innerHeight,
    };
  });
}

test("keeps a customer's display settings from the first touch, and resets them for the next @browser @thorough", async ({
  page,
  desktop,
}) => {
  await page.clock.install();
  await using shop = await openKiosk(page, desktop, { catalogue: goods(4) });
  const { screen } = shop;
  await screen.setViewportSize(UPRIGHT);
  await begin(screen);
  const defaultAppearance = await appearanceOf(screen);
  expect(defaultAppearance.highest).toBeLessThan(0.2);
  for (const _ of ["products", "language"]) await screen.keyboard.press("Escape");
  await ease(screen, "200%", "High contrast");
  await expectAccessibleAndVisible(screen, "attract");
  await begin(screen);
  const larger = await appearanceOf(screen);
  expect([larger.text / defaultAppearance.text, larger.title / defaultAppearance.title]).toEqual([2, 2]);
  expect(larger.behind).toBe("rgb(0, 0, 0)");
  await ease(screen, "Lower the screen");
  // Every control is in the lower half, including overlays.
  expect((await appearanceOf(screen)).highest).toBeGreaterThanOrEqual(0.5);
  await screen.getByRole("button", { name: "Help" }).click();
  const help = await onScreen(screen, "help").boundingBox();
  expect(help?.y).toBeGreaterThanOrEqual(UPRIGHT.height / 2);
  await screen.keyboard.press("Escape");
  await screen.clock.runFor(46_000);
  await screen.clock.runFor(31_000);
  await expect(onScreen(screen, "attract")).toBeVisible();
  await begin(screen);
  expect(await appearanceOf(screen)).toEqual(defaultAppearance);
});

test("scrolls content longer than the screen with six keys @browser @thorough", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  await screen.setViewportSize({ width: 1024, height: 600 });
  await ease(screen, "200%");
  await screen.getByRole("button", { name: "Help" }).click();
  const last = onScreen(screen, "help").getByText("With keys:");
  await expect(last).not.toBeInViewport();
  await expect(onScreen(screen, "help").getByRole("button", { name: "Close" })).toBeFocused();
  for (let presses = 0; presses < 3; presses += 1) await screen.keyboard.press("ArrowDown");
  await expect(last).toBeInViewport({ ratio: 0.9 });
});

test("products keep their name and price visible on a low screen with the largest text @browser @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  await screen.setViewportSize({ width: 1024, height: 600 });
  await begin(screen);
  await ease(screen, "200%");
  for (const width of [1024, 800]) {
    await screen.setViewportSize({ width, height: 600 });
    const products = onScreen(screen, "products");
    for (const text of ["Cinnamon bun", /49\.00/]) {
      const words = products.getByRole("listitem").first().getByText(text);
      await expect(words).toBeInViewport({ ratio: 1 });
      const [box, footer] = [await words.boundingBox(), await products.locator("footer").boundingBox()];
      expect((box?.y ?? 0) + (box?.height ?? 0), `${width}: ${text}`).toBeLessThanOrEqual(footer?.y ?? 0);
    }
    await expectAccessibleAndVisible(screen, "products");
  }
});

test("a result starts with its whole headline on a low screen with the largest text @browser @thorough", async ({
  page,
  desktop,
}) => {
  await using machine = await startFakeDispenser({ jamAfter: 2 });
  const kiosk = { dispenser: { driver: "http" as const, url: machine.url } };
  await using shop = await openKiosk(page, desktop, { catalogue: goods(4, true), kiosk });
  const { screen } = shop;
  await screen.setViewportSize({ width: 1024, height: 600 });
  await begin(screen);
  await ease(screen, "200%");
  for (let times = 0; times < 3; times += 1) await screen.getByRole("button", { name: /^Cinnamon bun/ }).click();
  await screen.getByRole("button", { name: /^Basket 3/ }).click();
  await screen.getByRole("button", { name: /^Pay / }).click();
  await shop.scan();
  await shop.approve();
  const result = onScreen(screen, "result");
  await expect(result).toHaveAttribute("data-outcome", "part");
  await expect(screen.getByTestId("receipt-qr")).toBeVisible();
  const pane = await result.locator("[data-pane]").boundingBox();
  const headline = await result.getByRole("heading").boundingBox();
  expect(headline?.y).toBeGreaterThanOrEqual(pane?.y ?? Number.POSITIVE_INFINITY);
  await expect(result.getByRole("heading")).toBeInViewport({ ratio: 1 });
  await expectAccessibleAndVisible(screen, "result");
});

test("the amount is shown whole above the code on a narrow screen with the largest text @browser @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1), locale: "nb-NO" });
  const { screen } = shop;
  await screen.setViewportSize({ width: 800, height: 1280 });
  await begin(screen, "Українська");
  await screen.locator("[data-always] button[data-round]").last().click();
  await onScreen(screen, "ease").getByRole("button", { name: "200%", exact: true }).click();
  await screen.keyboard.press("Escape");
  await screen.locator("[data-testid=kiosk-basket] footer [data-kind=primary]").click();
  await expect(screen.getByTestId("qr")).toBeVisible();
  const bottomOf = async (wanted: Locator) => {
    const box = await wanted.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const code = onScreen(screen, "code");
  const footer = await code.locator("footer").boundingBox();
  const qr = await screen.getByTestId("qr").boundingBox();
  expect(await bottomOf(screen.getByTestId("kiosk-amount"))).toBeLessThanOrEqual(qr?.y ?? 0);
  expect(await bottomOf(screen.getByTestId("qr"))).toBeLessThanOrEqual(footer?.y ?? 0);
  await expectAccessibleAndVisible(screen, "code");
  await code.locator("footer button").last().click();
  await screen.keyboard.type("91234567");
  const number = onScreen(screen, "phone").getByText("+47 91 23 45 67", { exact: false }).last();
  await expect(number).toContainText("+47\u00a091\u00a023\u00a045\u00a067", { useInnerText: true });
});

/** Visits every screen, and checks that each is completely within the window with finger-sized keys. */
async function visitWhole(shop: KioskShop): Promise<void> {
  const { screen } = shop;
  const look = async (name: string) => {
    await expectAccessibleAndVisible(screen, name);
    await isWithinReach(screen, name);
  };
  await look("attract");
  // The second press of a double tap on Done starts nothing.
  await expect(onScreen(screen, "attract")).not.toHaveAttribute("data-guarded");
  await onScreen(screen, "attract").getByRole("button", { name: "Touch to begin" }).click();
  await look("language");
  await onScreen(screen, "language").getByRole("button", { name: "English", exact: true }).first().click();
  await look("products");
  await screen.getByRole("button", { name: /^Apple juice/ }).click();
  await screen.getByRole("button", { name: /^Basket 1/ }).click();
  await look("basket");
  const small = await screen.evaluate(
    () =>
      [...document.querySelectorAll("[data-kiosk] button")]
        .map((button) => button.getBoundingClientRect())
        .filter(({ width, height }) => width < 64 || height < 64).length,
  );
  expect(small).toBe(0);
  await screen.getByRole("button", { name: /^Pay / }).click();
  await expect(screen.getByTestId("qr")).toBeVisible();
  await look("code");
  await screen.getByRole("button", { name: "Help" }).click();
  await look("help");
  await screen.keyboard.press("Escape");
  await shop.scan();
  await look("approve");
  await shop.approve();
  await expect(screen.getByTestId("receipt-qr")).toBeVisible();
  await look("result");
  await pressEnd(onScreen(screen, "result").getByRole("button", { name: "Done" }));
  await expect(onScreen(screen, "attract")).toBeVisible();
}

const WAYS = [["200%"], ["150%", "High contrast"], ["High contrast", "Lower the screen"], ["200%", "Lower the screen"]];

for (const keys of WAYS)
  test(`nothing is clipped with ${keys.join(" and ")} @browser @thorough`, async ({ page, desktop }) => {
    await using shop = await openKiosk(page, desktop, { catalogue: goods(4) });
    for (const size of SIZES) {
      await shop.screen.setViewportSize(size);
      // A landscape screen cannot be lowered, so it has no such key.
      const isUpright = size.height > size.width;
      await ease(shop.screen, ...keys.filter((key) => isUpright || key !== "Lower the screen"));
      await visitWhole(shop);
    }
  });
