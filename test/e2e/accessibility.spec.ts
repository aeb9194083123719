import type { Locator } from "@playwright/test";
import { expect, pay, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";
import { scrollDown, still, tour } from "./tour.ts";

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
];

test("every screen is accessible in the dark theme, obeys its CSP and logs nothing to the console @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  const lines: string[] = [];
  counter.on("console", (message) => {
    // Failed requests are part of the tour: the till is shown without its service.
    if (message.type() === "warning" || /policy|violat/i.test(message.text())) lines.push(message.text());
  });
  counter.on("pageerror", (error) => lines.push(error.message));
  await counter.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await tour(shop, async (name) => expect(await accessibilityViolations(counter), name).toEqual([]));
  expect(lines).toEqual([]);
});

test("every screen is accessible in the light theme, and nothing is clipped at any size @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await counter.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await tour(shop, async (name) => {
    for (const size of SIZES) {
      await counter.setViewportSize(size);
      await still(counter);
      // Overlays follow the window's size a moment later.
      await expect
        .poll(() => overflow(counter), { message: `${name} at ${size.width}×${size.height}` })
        .toEqual({ across: 0, down: 0, cut: [] });
    }
    // Other sizes have scrolled it: no row may be half hidden under the fixed buttons.
    if (name === "payment-proof") await scrollDown(counter.getByTestId("payment"));
    expect(await accessibilityViolations(counter), name).toEqual([]);
  });
});

test("the next action on a result is prominent in forced colours @thorough", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "14900");
  await counter.bringToFront();
  await counter.emulateMedia({ forcedColors: "active", colorScheme: "light", reducedMotion: "reduce" });
  const background = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor);
  const screen = await background(counter.locator("[data-tone=paid]"));
  expect(await background(counter.getByRole("button", { name: "New sale" }))).not.toBe(screen);
});
