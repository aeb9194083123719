/**
 * A shop: a demo till as its own process, the cashier's window and the customer's phone. The window is a browser's, or
 * in the project of that name Electron's own.
 */
import { join } from "node:path";
import { _electron, test as base, expect, type Page } from "@playwright/test";
import jsQR from "jsqr";
import { PNG } from "pngjs";
import { temporaryFolder } from "../support/folder.ts";
import { startProcess, type TillProcess, watchProcess } from "../support/process.ts";

export interface Shop {
  till: TillProcess;
  sandboxUrl: string;
  /** The cashier's window, loaded. */
  counter: Page;
  /** The customer's phone, opened when it is first needed. */
  phone(): Promise<Page>;
}

interface Fixtures {
  shop: Shop;
}

/** What a project of playwright.config.ts says. */
export interface ShellOptions {
  /** Electron's program; null: the window is the browser's */
  electron: string | null;
}

/** Starts a demo till in a folder and opens its window in a page. */
export async function openShop(page: Page, folder: string): Promise<Shop & AsyncDisposable> {
  const till = startProcess(["--shell", "none", "--demo", "--data", folder]);
  const url = await till.ready;
  await page.goto(url.href);
  const shop = await shopOf(till, page, () => page.context().newPage());
  return { ...shop, [Symbol.asyncDispose]: () => till[Symbol.asyncDispose]() };
}

/**
 * Starts a demo till in Electron, with a bridge for the test beside its window.
 * @param program Electron's
 * @param phonePage a page of a browser, for the phone: Electron opens no pages but the till's
 */
async function openDesktopShop(program: string, phonePage: Page, folder: string): Promise<Shop & AsyncDisposable> {
  const entry = join(import.meta.dirname, "../../out/main/electron.js");
  // Chromium's sandbox does not start for root on Linux.
  const flags = process.platform === "linux" && process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const app = await _electron.launch({
    executablePath: program,
    args: [...flags, entry, "--demo", "--port", "0", "--data", folder],
  });
  const till = watchProcess(app.process());
  await till.ready;
  const shop = await shopOf(till, await app.firstWindow(), async () => phonePage);
  return { ...shop, [Symbol.asyncDispose]: () => app.close() };
}

async function shopOf(till: TillProcess, counter: Page, openPage: () => Promise<Page>): Promise<Shop> {
  const sandboxUrl = till.sandbox();
  await expect(counter.getByRole("button", { name: "Charge", exact: true }).last()).toBeVisible();
  let phone: Page | null = null;
  return {
    till,
    sandboxUrl,
    counter,
    async phone() {
      if (!phone) {
        phone = await openPage();
        await phone.setViewportSize({ width: 390, height: 844 });
        await phone.goto(`${sandboxUrl}/phone`);
      }
      return phone;
    },
  };
}

export const test = base.extend<Fixtures & ShellOptions>({
  electron: [null, { option: true }],
  shop: async ({ page, electron }, use) => {
    using folder = temporaryFolder();
    await using shop = await (electron === null
      ? openShop(page, folder.path)
      : openDesktopShop(electron, page, folder.path));
    await use(shop);
  },
});

export { expect };

/** Types an amount as a cashier does: minor units first. */
export async function key(counter: Page, digits: string): Promise<void> {
  for (const digit of digits) await counter.getByRole("button", { name: digit, exact: true }).click();
}

/** What the QR code on the screen says, read from its pixels as a phone would. */
export async function readQr(counter: Page): Promise<string> {
  const qr = counter.getByTestId("qr");
  await expect(qr).toBeVisible();
  const png = PNG.sync.read(await qr.screenshot());
  const code = jsQR(new Uint8ClampedArray(png.data), png.width, png.height);
  if (!code) throw new Error("the QR code on the screen cannot be read");
  return code.data;
}

/** The customer scans what is on the till's screen. */
export async function scan(shop: Shop): Promise<Page> {
  const link = await readQr(shop.counter);
  const phone = await shop.phone();
  await phone.getByLabel("Link from the QR code").fill(link);
  await phone.getByRole("button", { name: "Scan", exact: true }).click();
  await expect(phone.getByRole("button", { name: "Approve", exact: true })).toBeVisible();
  return phone;
}

/** The customer approves what is asked. */
export async function approve(shop: Shop): Promise<void> {
  const phone = await shop.phone();
  await phone.getByRole("button", { name: "Approve", exact: true }).click();
}

/** A sale or reservation from the first digit to the result. */
export async function pay(shop: Shop, digits: string, kind: "Sale" | "Reserve" = "Sale"): Promise<void> {
  const { counter } = shop;
  await counter
    .getByRole("radio", { name: kind })
    .or(counter.getByRole("button", { name: kind, exact: true }))
    .first()
    .click();
  await key(counter, digits);
  await counter.getByRole("button", { name: kind === "Sale" ? /^Charge \d/ : /^Reserve \d/ }).click();
  await scan(shop);
  await approve(shop);
  await expect(counter.getByRole("heading", { name: kind === "Sale" ? "Paid" : "Reserved" })).toBeVisible();
}
