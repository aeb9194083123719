/**
 * A complete visit with each input: touch, keyboard and six keys; in three languages, portrait and landscape, light,
 * dark and high contrast.
 */
import type { Locator, Page } from "@playwright/test";
import { type CustomerLanguage, LANGUAGE_NAMES } from "../../contract/values/customer-language.ts";
import { kioskTexts } from "../../renderer/kit/i18n/kiosks.ts";
import { expect, test } from "./fixtures.ts";
import { expectAccessibleAndVisible, onScreen } from "./kiosk-checks.ts";
import { goods, openKiosk } from "./kiosk-shop.ts";

type Press = (wanted: Locator) => Promise<void>;

const isFocused = (wanted: Locator) => wanted.evaluate((element) => element === document.activeElement);

/** Presses with a finger on a touch screen. */
const byTouch: Press = async (wanted) => {
  await wanted.scrollIntoViewIfNeeded();
  await wanted.tap();
};

const byKeyboard: Press = async (wanted) => {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 60 && !(await isFocused(wanted)); presses += 1)
    await wanted.page().keyboard.press("Tab");
  await wanted.page().keyboard.press("Enter");
};

const middleOf = (box: { x: number; y: number; width: number; height: number } | null) => ({
  x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
  y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
});

/** Moves as a person who sees the focus: towards the target, and around gaps. */
const bySixKeys: Press = async (wanted) => {
  await expect(wanted).toBeVisible();
  const { keyboard } = wanted.page();
  let stuck = 0;
  for (let presses = 0; presses < 60 && !(await isFocused(wanted)); presses += 1) {
    const at = middleOf(await wanted.page().locator(":focus").boundingBox());
    const to = middleOf(await wanted.boundingBox());
    // To its row first, and then along it.
    const isUpright = Math.abs(to.y - at.y) > 40 === (stuck % 2 === 0);
    const key = isUpright ? (to.y > at.y ? "ArrowDown" : "ArrowUp") : to.x > at.x ? "ArrowRight" : "ArrowLeft";
    const before = await focusedName(wanted.page());
    await keyboard.press(key);
    stuck = (await focusedName(wanted.page())) === before ? stuck + 1 : 0;
  }
  expect(await isFocused(wanted), `six keys lead to ${wanted}`).toBe(true);
  await keyboard.press("Enter");
};

const focusedName = (screen: Page) =>
  screen.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);

/** Returns a pattern for a text with any placeholder values. */
function patternOf(text: string): RegExp {
  const literal = text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\{\{\w+\}\}/g, ".*")}`);
}

const UPRIGHT = { width: 1080, height: 1920 };
const LYING = { width: 1024, height: 600 };
const LARGE = { width: 1920, height: 1080 };
const NARROW = { width: 800, height: 1280 };

interface Way {
  name: string;
  press: Press;
  language: CustomerLanguage;
  size: { width: number; height: number };
  theme: "light" | "dark";
  contrast?: true;
}

const WAYS: Way[] = [
  { name: "touch", press: byTouch, language: "uk", size: UPRIGHT, theme: "dark" },
  { name: "touch", press: byTouch, language: "de", size: LYING, theme: "light" },
  { name: "keyboard", press: byKeyboard, language: "de", size: NARROW, theme: "dark" },
  { name: "keyboard", press: byKeyboard, language: "nb", size: LARGE, theme: "light", contrast: true },
  { name: "six keys", press: bySixKeys, language: "nb", size: UPRIGHT, theme: "light" },
  { name: "six keys", press: bySixKeys, language: "uk", size: LYING, theme: "dark", contrast: true },
];

test.use({ hasTouch: true });

for (const { name, press, language, size, theme, contrast } of WAYS)
  test(`a customer buys by ${name}, in ${LANGUAGE_NAMES[language]}, ${size.width}×${size.height}, ${contrast ? "high contrast" : theme} @browser @thorough`, async ({
    page,
    desktop,
  }) => {
    const words = await kioskTexts(language);
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: theme });
    await using shop = await openKiosk(page, desktop, { catalogue: goods(6) });
    const { screen } = shop;
    const button = (text: string) => screen.getByRole("button", { name: patternOf(text) }).first();
    const opened = async (text: string, sheet: string) => {
      await press(button(text));
      await expectAccessibleAndVisible(screen, sheet);
      await screen.keyboard.press("Backspace");
      await expect(onScreen(screen, sheet)).toHaveCount(0);
    };
    await expectAccessibleAndVisible(screen, "attract");
    await press(onScreen(screen, "attract").getByRole("button", { name: "Touch to begin" }));
    await expectAccessibleAndVisible(screen, "language");
    await press(
      onScreen(screen, "language").getByRole("button", { name: LANGUAGE_NAMES[language], exact: true }).first(),
    );
    await expect(onScreen(screen, "products")).toContainText(words.products.title);
    if (contrast) {
      await press(button(words.ease.title));
      await press(button(words.ease.contrast));
      await screen.keyboard.press("Backspace");
    }
    await expectAccessibleAndVisible(screen, "products");
    await press(screen.locator("[data-testid=kiosk-products] li button").nth(3));
    await press(screen.locator("[data-testid=kiosk-products] footer [data-kind=primary]"));
    await expectAccessibleAndVisible(screen, "basket");
    await opened(words.help, "help");
    await opened(`${words.language}:`, "languages");
    await opened(words.ease.title, "ease");
    await press(button(words.basket.pay));
    await expect(screen.getByTestId("qr")).toBeVisible();
    await expectAccessibleAndVisible(screen, "code");
    await press(button(words.phone.use));
    await expectAccessibleAndVisible(screen, "phone");
    await screen.keyboard.press("Backspace");
    await shop.scan();
    await expectAccessibleAndVisible(screen, "approve");
    await opened(words.help, "help");
    await shop.approve();
    await expect(onScreen(screen, "result")).toHaveAttribute("data-outcome", "paid");
    await expectAccessibleAndVisible(screen, "result");
    await expect(onScreen(screen, "result").locator("[data-end]")).not.toHaveAttribute("data-guarded");
    await press(button(words.result.done));
    await expect(onScreen(screen, "attract").getByRole("button", { name: "Touch to begin" })).toBeVisible();
  });
