import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./shop.ts";
import { still, tour } from "./tour.ts";

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
];

/** What a screen reader, a keyboard or a weak eye would stumble over: rule and place. */
async function obstacles(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/** What runs out of the window, or is cut off in its own box. */
function overflow(page: Page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    const cut = [...document.querySelectorAll<HTMLElement>("button, h1, h2")]
      .filter((element) => element.offsetParent !== null)
      .filter(
        (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible",
      )
      .map((element) => element.textContent);
    return { across: root.scrollWidth - root.clientWidth, down: root.scrollHeight - root.clientHeight, cut };
  });
}

test("every screen is accessible in the dark theme, runs under its policy, and says nothing on the console", async ({
  shop,
}) => {
  test.setTimeout(180_000);
  const { counter } = shop;
  const said: string[] = [];
  counter.on("console", (message) => {
    // Requests that fail are part of the tour: the till is shown without its service.
    if (message.type() === "warning" || /policy|violat/i.test(message.text())) said.push(message.text());
  });
  counter.on("pageerror", (error) => said.push(error.message));
  await counter.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await tour(shop, async (name) => expect(await obstacles(counter), name).toEqual([]));
  expect(said).toEqual([]);
});

test("every screen is accessible in the light theme, and nothing is clipped at any size", async ({ shop }) => {
  test.setTimeout(180_000);
  const { counter } = shop;
  await counter.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await tour(shop, async (name) => {
    for (const size of SIZES) {
      await counter.setViewportSize(size);
      await still(counter);
      expect(await overflow(counter), `${name} at ${size.width}×${size.height}`).toEqual({
        across: 0,
        down: 0,
        cut: [],
      });
    }
    expect(await obstacles(counter), name).toEqual([]);
  });
});
