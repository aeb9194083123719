/**
 * `npm run screenshots`: visits every screen in a real browser and writes the documentation's pictures to
 * `docs/images/`. `--all FOLDER` writes every screen in every size and theme to a folder, for review; `--sizes
 * 800x600,1080x1920` and `--themes light` limit them.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { onProjectNode, ROOT } from "./node.mjs";

const SIZES = ["1280x800", "800x600", "1024x600", "1920x1080", "1080x1920", "800x1280"];
const THEMES = ["light", "dark"];
/** Pictures of the documentation, each with its theme. */
const PICTURES = new Map([
  ["sale", "light"],
  ["refund", "light"],
  ["welcome", "light"],
  ["customer", "light"],
  ["close-day", "light"],
  ["open-sales", "light"],
  ["checking", "light"],
  ["stickers", "light"],
  ["kiosk-attract", "light"],
  ["kiosk-products", "light"],
  ["kiosk-code", "light"],
  ["kiosk-result", "light"],
  ["office-today", "light"],
  ["office-tills", "light"],
  ["office-payment", "dark"],
]);
/** Size of kiosk pictures, in portrait format. */
const UPRIGHT = { width: 800, height: 1280 };

await onProjectNode(import.meta.url, async () => {
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
  const { values } = parseArgs({
    options: { all: { type: "string" }, sizes: { type: "string" }, themes: { type: "string" } },
  });
  const folder = values.all ?? join(ROOT, "docs/images");
  const sizes = values.sizes?.split(",") ?? (values.all ? SIZES : SIZES.slice(0, 1));
  mkdirSync(folder, { recursive: true });
  for (const size of sizes) {
    const [width, height] = size.split("x").map(Number);
    for (const theme of values.themes?.split(",") ?? THEMES) {
      const fileOf = (name) => {
        if (values.all) return join(folder, `${name}-${size}-${theme}.png`);
        return PICTURES.get(name) === theme ? join(folder, `${name}.png`) : null;
      };
      const viewport = { width, height };
      await take(viewport, theme, fileOf);
      if (fileOf("office-today") ?? fileOf("office-payment")) await takeOffice(viewport, theme, fileOf);
      if (fileOf("kiosk-code") !== null) await takeKiosk(values.all ? viewport : UPRIGHT, theme, fileOf);
    }
  }
  return 0;
});

async function takeCustomers({ till }, context, path) {
  const { still } = await import("../test/e2e/tour.ts");
  await till.call("payment.start", { action: "SALE", amount: 34_750 });
  const opened = await till.call("display.open", {});
  const page = await context.newPage();
  await page.goto(opened.value.url);
  await page.locator("[data-testid=customer][data-state=pay]").waitFor();
  await still(page);
  await page.screenshot({ path });
}

/** A sale with its code, the till and the customer's phone side by side; then it is paid. */
async function takeSale(shop, path) {
  const { readEnglish } = await import("../test/e2e/cafe.ts");
  const { approve, expect, scan } = await import("../test/e2e/fixtures.ts");
  const { still } = await import("../test/e2e/tour.ts");
  const { counter } = shop;
  const phone = await shop.phone();
  const originalSizes = [counter.viewportSize(), phone.viewportSize()];
  await counter.setViewportSize({ width: 1024, height: 640 });
  await phone.setViewportSize({ width: 392, height: 640 });
  await readEnglish(shop);
  await counter.keyboard.press("F2");
  const products = counter.getByRole("region", { name: "Products" });
  for (const name of [/^Cappuccino /, /^Cappuccino /, /^Cinnamon bun /])
    await products.getByRole("button", { name }).click();
  await counter.getByRole("button", { name: /^Charge 143/ }).click();
  await expect(counter.getByTestId("qr")).toBeVisible();
  await Promise.all([still(counter), still(phone)]);
  await takeSideBySide(counter.context(), [await counter.screenshot(), await phone.screenshot()], path);
  await scan(shop);
  await approve(shop);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  for (const [index, page] of [counter, phone].entries()) await page.setViewportSize(originalSizes[index]);
}

async function takeSideBySide(context, pictures, path) {
  const page = await context.newPage();
  const images = pictures.map((png) => `<img src="data:image/png;base64,${png.toString("base64")}">`);
  await page.setContent(`<style>
    body { margin: 0; display: inline-flex; gap: 18px; padding: 18px; background: #e9ece9 }
    img { height: 480px; border-radius: 12px; box-shadow: 0 0 0 1px #14191f26 }
  </style>${images.join("")}`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.locator("body").screenshot({ path });
  await page.close();
}

/** A sale in progress, its receipt, and the lock screen, in a shop without other sales. */
async function takeQuiet(shop, picture, fileOf) {
  const { still } = await import("../test/e2e/tour.ts");
  const { counter, till } = shop;
  await takeSale(shop, fileOf("sale"));
  await counter.getByRole("button", { name: "Receipt" }).click();
  await counter.getByRole("dialog").getByText("Cappuccino").first().waitFor();
  await still(counter);
  await picture("receipt");
  await counter.keyboard.press("Escape");
  await till.call("staff.signIn", { pin: "274951" });
  for (const [name, role, pin] of [
    ["Ingrid", "manager", "702914"],
    ["Ola", "cashier", "482106"],
    ["Kari", "cashier", "930527"],
  ]) {
    await till.call("staff.add", { name, role, pin });
  }
  await till.call("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
  await till.call("staff.signOut", {});
  await counter.reload();
  await counter.getByTestId("lock").waitFor();
  await still(counter);
  await picture("lock");
}

async function takeKiosk(viewport, colorScheme, fileOf) {
  const { goods, openKiosk } = await import("../test/e2e/kiosk-shop.ts");
  const { kioskMachineTour, kioskTour } = await import("../test/e2e/kiosk-tour.ts");
  const { startFakeDispenser } = await import("../test/support/fake-dispenser.ts");
  await using browser = await openBrowser();
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
  const look = (shop) => async (name) => {
    const path = fileOf(name);
    if (path !== null) await shop.screen.screenshot({ path });
  };
  const page = await context.newPage();
  await page.clock.install();
  await using shop = await openKiosk(page, null, { phone: "22 33 44 55" });
  await kioskTour(shop, look(shop));
  await using machine = await startFakeDispenser({ waits: true });
  const kiosk = { dispenser: { driver: "http", url: machine.url } };
  await using vending = await openKiosk(await context.newPage(), null, {
    catalogue: goods(6, true),
    kiosk,
    phone: "22 33 44 55",
  });
  await kioskMachineTour(vending, machine, look(vending));
}

async function takeOffice(viewport, colorScheme, fileOf) {
  const { officeTour, openOffice } = await import("../test/e2e/office-tour.ts");
  await using browser = await openBrowser();
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await using chain = await openOffice(page, { tills: 25, shops: 4, payments: 12 });
  await officeTour(page, chain, async (name) => {
    const path = fileOf(`office-${name}`);
    if (path !== null) await page.screenshot({ path });
  });
}

async function openBrowser() {
  const { chromium } = await import("@playwright/test");
  const { BROWSER_ARGUMENTS, installedBrowser } = await import("./tools.mjs");
  return chromium.launch({ executablePath: installedBrowser() ?? undefined, args: BROWSER_ARGUMENTS });
}

async function take(viewport, colorScheme, fileOf) {
  const { openShop } = await import("../test/e2e/fixtures.ts");
  const { tour } = await import("../test/e2e/tour.ts");
  const { openEmptyTill, setupTour } = await import("../test/e2e/first-run.ts");
  await using browser = await openBrowser();
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
    if (fileOf("ask-customer") !== null) {
      const { customerDataTour } = await import("../test/e2e/customer-data-tour.ts");
      await using asking = await openShop(await context.newPage(), join(data, "asking"));
      await customerDataTour(asking, picture(asking.counter));
    }
    if (fileOf("sale") !== null) {
      await using quiet = await openShop(await context.newPage(), join(data, "sale"));
      await takeQuiet(quiet, picture(quiet.counter), fileOf);
    }
    const path = fileOf("customer");
    if (path !== null) await takeCustomers(shop, context, path);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
