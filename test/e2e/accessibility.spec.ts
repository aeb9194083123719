import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./shop.ts";
import { tour } from "./tour.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test(`every screen is accessible in the ${colorScheme} theme`, async ({ shop }) => {
    test.setTimeout(120_000);
    const { counter } = shop;
    await counter.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await tour(shop, async (name) => {
      const { violations } = await new AxeBuilder({ page: counter })
        .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
        .analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
      );
      expect(found, name).toEqual([]);
    });
  });
}

for (const size of [
  { width: 1280, height: 800 },
  { width: 1024, height: 600 },
  { width: 1920, height: 1080 },
]) {
  test(`nothing is clipped or runs out of the window at ${size.width}×${size.height}`, async ({ shop }) => {
    test.setTimeout(120_000);
    const { counter } = shop;
    await counter.setViewportSize(size);
    await tour(shop, async (name) => {
      const overflow = await counter.evaluate(() => {
        const root = document.documentElement;
        const cut = [...document.querySelectorAll<HTMLElement>("button, h1, h2")]
          .filter((element) => element.offsetParent !== null)
          .filter(
            (element) =>
              element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible",
          )
          .map((element) => element.textContent);
        return { across: root.scrollWidth - root.clientWidth, down: root.scrollHeight - root.clientHeight, cut };
      });
      expect(overflow, name).toEqual({ across: 0, down: 0, cut: [] });
    });
  });
}

test("the page runs under its content security policy, and says nothing on the console", async ({ shop }) => {
  const { counter } = shop;
  const said: string[] = [];
  counter.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") said.push(message.text());
  });
  counter.on("pageerror", (error) => said.push(error.message));
  await counter.reload();
  await tour(shop, async () => undefined);
  expect(said).toEqual([]);
});
