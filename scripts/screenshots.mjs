/**
 * `npm run screenshots`: walks through every screen in a real browser and takes the README's pictures into
 * `docs/images/`. With `--all FOLDER` it takes every screen at every size and theme into a folder, to be looked at.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onProjectNode, ROOT } from "./node.mjs";

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 600 },
  { width: 1920, height: 1080 },
];
const README_PICTURES = new Map([
  ["charge", "light"],
  ["present", "light"],
  ["approving", "light"],
  ["paid", "light"],
  ["reserved", "light"],
  ["payments", "light"],
  ["refund", "light"],
  ["not-paid", "dark"],
  ["charge-empty", "dark"],
  ["welcome", "light"],
  ["customer", "light"],
  ["today", "light"],
  ["close-day", "light"],
  ["z", "dark"],
  ["health", "light"],
]);

await onProjectNode(import.meta.url, async () => {
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
  const all = process.argv.indexOf("--all");
  const folder = all > 0 ? process.argv[all + 1] : join(ROOT, "docs/images");
  mkdirSync(folder, { recursive: true });
  for (const size of all > 0 ? SIZES : SIZES.slice(0, 1)) {
    for (const theme of ["light", "dark"]) {
      await take(size, theme, (name) => {
        if (all > 0) return join(folder, `${name}-${size.width}-${theme}.png`);
        return README_PICTURES.get(name) === theme ? join(folder, `${name}.png`) : null;
      });
    }
  }
  return 0;
});

/** The screen that faces the customer, with a code on it. */
async function takeCustomers({ till }, context, path) {
  const { still } = await import("../test/e2e/tour.ts");
  await till.call("display.setLanguage", { language: "en" });
  await till.call("payment.start", { action: "SALE", amount: 34_750 });
  const opened = await till.call("display.open", {});
  const page = await context.newPage();
  await page.goto(opened.value.url);
  await page.locator("[data-testid=customer][data-state=pay]").waitFor();
  await still(page);
  await page.screenshot({ path });
}

async function take(viewport, colorScheme, fileOf) {
  const { chromium } = await import("@playwright/test");
  const { BROWSER_ARGUMENTS, installedBrowser } = await import("./browser.mjs");
  const { openShop } = await import("../test/e2e/fixtures.ts");
  const { tour } = await import("../test/e2e/tour.ts");
  const { openEmptyTill, setupTour } = await import("../test/e2e/first-run.ts");
  const browser = await chromium.launch({ executablePath: installedBrowser() ?? undefined, args: BROWSER_ARGUMENTS });
  const data = mkdtempSync(join(tmpdir(), "till-pictures-"));
  try {
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
    const picture = (page) => async (name) => {
      const path = fileOf(name);
      if (path !== null) await page.screenshot({ path });
    };
    {
      await using empty = await openEmptyTill(await context.newPage(), join(data, "empty"));
      await setupTour(empty, picture(empty.counter));
    }
    await using shop = await openShop(await context.newPage(), join(data, "shop"));
    await tour(shop, async (name) => {
      await picture(shop.counter)(name);
      const path = fileOf(name);
      if (name === "approving" && path !== null)
        await (await shop.phone()).screenshot({ path: path.replace("approving", "phone") });
    });
    const path = fileOf("customer");
    if (path !== null) await takeCustomers(shop, context, path);
  } finally {
    await browser.close();
    rmSync(data, { recursive: true, force: true });
  }
}
