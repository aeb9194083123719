/** Checks for every screen of a kiosk. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";

export const onScreen = (screen: Page, name: string) => screen.getByTestId(`kiosk-${name}`);

/** Checks that axe finds nothing, and that all content is within the window. */
export async function expectAccessibleAndVisible(screen: Page, name: string): Promise<void> {
  await expect(onScreen(screen, name)).toBeVisible();
  // Elements fading in do not have their final colours yet.
  await screen.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .map(({ finished, effect }) => (effect?.getComputedTiming().iterations === 1 ? finished : null)),
    ),
  );
  expect(await accessibilityViolations(screen), name).toEqual([]);
  expect(await overflow(screen), name).toEqual({ across: 0, down: 0, cut: [] });
}

/** Checks that every control, scrolled to, is completely within the window. */
export async function isWithinReach(screen: Page, name: string): Promise<void> {
  await expect(onScreen(screen, name)).toBeVisible();
  const cut = await screen.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-kiosk] button, [data-kiosk] h1, [role=dialog] button")].flatMap(
      (element) => {
        element.scrollIntoView({ block: "nearest" });
        const { left, right, top, bottom, height } = element.getBoundingClientRect();
        const isWhole =
          left >= -1 && right <= innerWidth + 1 && (height > innerHeight || (top >= -1 && bottom <= innerHeight + 1));
        return isWhole ? [] : [element.textContent];
      },
    ),
  );
  expect(cut, name).toEqual([]);
  expect((await overflow(screen)).across, name).toBe(0);
}

/** Presses an ending control once it is active: it ignores the first second of its screen. */
export async function pressEnd(button: Locator): Promise<void> {
  await expect(button).not.toHaveAttribute("data-guarded");
  await button.click();
}
