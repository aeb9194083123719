/**
 * Playwright fixtures: a shop with a demo till as a separate process, the cashier's window and the customer's phone.
 * The window is a browser's; in the project `desktop` it is the desktop's on a stand-in for Electron, and in the
 * project `electron` Electron's own.
 */
import { basename, join } from "node:path";
import {
  _electron,
  type Browser,
  test as base,
  chromium,
  type ElectronApplication,
  type Locator,
  type Page,
  expect as playwrightExpect,
} from "@playwright/test";
import jsQR from "jsqr";
import { PNG } from "pngjs";
import { type DesktopProcess, startDesktop } from "../support/desktop-process.ts";
import { temporaryFolder } from "../support/folder.ts";
import { type Layout, usKeys } from "../support/keyboard-layouts.ts";
import { startProcess, type TillProcess, watchProcess } from "../support/till-process.ts";

/** Waits as long as playwright.config.ts says, also outside the runner: in `npm run screenshots`. */
export const expect = playwrightExpect.configure({ timeout: 60_000 });

/** A file saved from a window. */
export interface SavedFile {
  name: string;
  path: string;
}

/** A till and its window. */
interface Opened {
  till: TillProcess;
  /** Shell of the window: a browser, or the desktop */
  shell: "browser" | "electron";
  /** The cashier's window, loaded. */
  counter: Page;
  /** Presses a control that saves a file, and waits for the file. In real use a person chooses its place. */
  saved(press: () => Promise<void>): Promise<SavedFile>;
  /** Returns the window's print as a PDF, on the page's paper size. */
  pdf(): Promise<Buffer>;
}

export interface Shop extends Opened {
  sandboxUrl: string;
  /** The customer's phone, opened on first use. */
  phone(): Promise<Page>;
}

export interface Fixtures {
  shop: Shop;
}

/** Runtime of the desktop's entry: Electron's program, or the stand-in for it. */
export type DesktopRuntime = { program: string } | "stand-in";

/** Options of a project in playwright.config.ts. */
export interface ShellOptions {
  /** null: the window is the browser's */
  desktop: DesktopRuntime | null;
}

const SIZE = { width: 1280, height: 800 };

/**
 * Starts a demo till in a folder and opens its window. @param page a browser page: the window, or the browser for the
 * phone
 */
export async function openShop(
  page: Page,
  folder: string,
  desktop: DesktopRuntime | null = null,
): Promise<Shop & AsyncDisposable> {
  const opened = await openWindow(page, ["--demo", "--data", folder], desktop);
  await expect(opened.counter.getByRole("button", { name: "Charge", exact: true }).last()).toBeVisible();
  return withPhone(opened, page);
}

/** Starts a till with these options, and opens its window in the page, or in the desktop. */
export function openWindow(
  page: Page,
  args: string[],
  desktop: DesktopRuntime | null,
): Promise<Opened & AsyncDisposable> {
  return desktop === null ? openInBrowser(page, args) : openDesktop(args, desktop);
}

/** A till of the desktop. */
export interface Desktop extends Opened, AsyncDisposable {
  /**
   * Returns a window's page by the end of its address; the newest of several. A crashed window gets a new page, because
   * Playwright cannot reuse the old one.
   */
  window(page: string): Promise<Page>;
}

/** Starts the desktop with these options, with a bridge for the test, and waits for its window. */
export function openDesktop(args: string[], runtime: DesktopRuntime): Promise<Desktop> {
  return runtime === "stand-in" ? openOverStandIn(args) : openInElectron(runtime.program, args);
}

/** Waits for a page whose address ends like this, and returns the newest. */
async function awaited(pages: () => Page[] | Promise<Page[]>, end: string): Promise<Page> {
  const found: Page[] = [];
  await expect
    .poll(async () => {
      found.push(...(await pages()).filter((page) => page.url().endsWith(end)));
      return found.length;
    })
    .toBeGreaterThan(0);
  return found.at(-1) as Page;
}

async function openInBrowser(page: Page, args: string[]): Promise<Opened & AsyncDisposable> {
  const till = startProcess(["--shell", "none", ...args]);
  const url = await till.ready;
  await page.goto(url.href);
  return {
    till,
    shell: "browser",
    counter: page,
    pdf: () => page.pdf({ preferCSSPageSize: true }),
    async saved(press) {
      const saving = page.waitForEvent("download");
      await press();
      const download = await saving;
      return { name: download.suggestedFilename(), path: await download.path() };
    },
    [Symbol.asyncDispose]: () => till[Symbol.asyncDispose](),
  };
}

async function openInElectron(program: string, args: string[]): Promise<Desktop> {
  const entry = join(import.meta.dirname, "../../out/main/electron.js");
  // Chromium's sandbox does not start for root on Linux.
  const flags = process.platform === "linux" && process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const app = await _electron.launch({
    executablePath: program,
    args: [...flags, entry, "--port", "0", ...args],
    // These tests do not depend on the machine's keychain.
    env: { ...environment(), TILL_PASSPHRASE: "correct horse battery staple" },
  });
  const till = watchProcess(app.process());
  await till.ready;
  const counter = await app.firstWindow();
  await counter.setViewportSize(SIZE);
  const folder = temporaryFolder();
  return {
    till,
    shell: "electron",
    counter,
    saved: (press) => savedByElectron(app, folder.path, press),
    pdf: () => printedByElectron(app),
    window: (end) => awaited(() => app.windows(), end),
    async [Symbol.asyncDispose]() {
      await app.close();
      folder[Symbol.dispose]();
    },
  };
}

/** A till of the desktop on the stand-in for Electron. */
export interface StandInDesktop extends Desktop {
  till: DesktopProcess;
  /** Returns a window's bounds as reported by Chromium. */
  bounds(page: Page): Promise<WindowBounds>;
  /** Moves a window as a person does, and waits until the till knows. */
  place(page: Page, bounds: Partial<WindowBounds>): Promise<void>;
}

interface WindowBounds {
  left?: number;
  top?: number;
  width?: number;
  height?: number;
  windowState?: "normal" | "minimized" | "maximized" | "fullscreen";
}

type StandInProgram = Parameters<typeof startDesktop>[2] & {
  /** null: the size given by the till */
  size?: typeof SIZE | null;
  /** The page that its window opens */
  shows?: string;
};

/** Opens a desktop on the stand-in, on a machine configured by the test. */
export async function openOverStandIn(
  args: string[],
  env: Record<string, string> = {},
  { size = SIZE, shows = "index.html", ...program }: StandInProgram = {},
): Promise<StandInDesktop> {
  const folder = temporaryFolder();
  const own = { STAND_IN_SAVE_TO: folder.path, STAND_IN_KEYRING: join(folder.path, "keyring") };
  const till = startDesktop(["--port", "0", ...args], { ...own, ...env }, program);
  await till.ready;
  const connected: Browser[] = [];
  const pages = async () => {
    // Chromium as in Electron's windows, without test defaults.
    const browser = await chromium.connectOverCDP(await till.endpoint(), { noDefaults: true });
    connected.push(browser);
    return browser.contexts().flatMap((context) => context.pages());
  };
  // Reconnects each time: a page between its crash and its reload never appears in an existing connection.
  const window = (end: string) => awaited(pages, end);
  const bounds = async (page: Page) => {
    const devtools = await page.context().newCDPSession(page);
    return (await devtools.send("Browser.getWindowForTarget")).bounds;
  };
  const counter = await window(shows);
  if (size !== null) await counter.setViewportSize(size);
  return {
    till,
    shell: "electron",
    counter,
    window,
    bounds,
    pdf: () => counter.pdf({ preferCSSPageSize: true }),
    async place(page, wanted) {
      const devtools = await page.context().newCDPSession(page);
      const { windowId } = await devtools.send("Browser.getWindowForTarget");
      const before = till.stderr().length;
      await devtools.send("Browser.setWindowBounds", { windowId, bounds: wanted });
      await expect.poll(() => till.stderr().slice(before)).toContain("electron: bounds");
    },
    async saved(press) {
      const before = till.stderr().length;
      await press();
      const name = /electron: download completed (.+)\n/;
      await expect.poll(() => name.test(till.stderr().slice(before))).toBe(true);
      const path = name.exec(till.stderr().slice(before))?.[1] ?? "";
      return { name: basename(path), path };
    },
    async [Symbol.asyncDispose]() {
      const gone = connected.filter((browser) => browser.isConnected());
      const ended = gone.map((browser) => new Promise((resolve) => browser.once("disconnected", resolve)));
      await till[Symbol.asyncDispose]();
      await Promise.all(ended);
      folder[Symbol.dispose]();
      // The error ends the till, or is lost in an event handler: any test that notices it fails.
      expect(till.stderr()).not.toContain("Object has been destroyed");
    },
  };
}

function environment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Saves a file in Electron: the test answers in main, before the dialog opens. */
async function savedByElectron(
  app: ElectronApplication,
  folder: string,
  press: () => Promise<void>,
): Promise<SavedFile> {
  const saving = await app.evaluateHandle(
    ({ session }, to) => ({
      file: new Promise<SavedFile>((resolve) => {
        session.defaultSession.once("will-download", (_event, item) => {
          const file = { name: item.getFilename(), path: `${to}/${item.getFilename()}` };
          item.setSavePath(file.path);
          item.once("done", () => resolve(file));
        });
      }),
    }),
    folder,
  );
  await press();
  return saving.evaluate(({ file }) => file);
}

/** Prints in main: Electron's windows are not headless. */
async function printedByElectron(app: ElectronApplication): Promise<Buffer> {
  const text = await app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const pdf = await window?.webContents.printToPDF({ preferCSSPageSize: true });
    return pdf?.toString("base64") ?? "";
  });
  return Buffer.from(text, "base64");
}

/**
 * Adds a customer's phone to a till with a running sandbox. @param page browser page for the phone, because Electron
 * opens none
 */
export function withPhone(opened: Opened & AsyncDisposable, page: Page): Shop & AsyncDisposable {
  const sandboxUrl = opened.till.sandbox();
  let phone: Page | null = null;
  return {
    ...opened,
    sandboxUrl,
    async phone() {
      if (!phone) {
        // A separate window: of two pages in one window, Chromium draws the hidden one once per second.
        phone = await browserOf(page).newPage();
        await phone.setViewportSize({ width: 390, height: 844 });
        await phone.goto(`${sandboxUrl}/phone`);
      }
      return phone;
    },
    async [Symbol.asyncDispose]() {
      await phone?.context().close();
      await opened[Symbol.asyncDispose]();
    },
  };
}

function browserOf(page: Page): Browser {
  const browser = page.context().browser();
  if (browser === null) throw new Error("the phone needs a browser");
  return browser;
}

export const test = base.extend<Fixtures & ShellOptions>({
  desktop: [null, { option: true }],
  shop: async ({ page, desktop }, use) => {
    using folder = temporaryFolder();
    await using shop = await openShop(page, folder.path, desktop);
    await use(shop);
  },
});

/** Types an amount as a cashier does: minor units first. */
export async function key(counter: Page, digits: string): Promise<void> {
  for (const digit of digits) await counter.getByRole("button", { name: digit, exact: true }).click();
}

/**
 * Sends keys as a scanner does, ending with Enter, to the focused element.
 * @param layout of the till's keyboard; the scanner assumes a US keyboard
 */
export async function typeAsScanner(counter: Page, text: string, gapMs = 5, layout: Layout = "us"): Promise<void> {
  await counter.evaluate(
    ({ keys, gap }) => {
      const at = performance.now() - keys.length * gap;
      for (const [index, key] of keys.entries()) {
        const event = new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true });
        Object.defineProperty(event, "timeStamp", { value: at + index * gap });
        (document.activeElement ?? document.body).dispatchEvent(event);
      }
    },
    { keys: [...usKeys(text, layout), { key: "Enter", code: "Enter" }], gap: gapMs },
  );
}

/** Charges an amount to a phone number: the default customer's if omitted. */
export async function chargePhone(counter: Page, digits: string, number = "+47 912 34 567"): Promise<void> {
  await key(counter, digits);
  await counter.getByLabel("Phone number").fill(number);
  await counter.getByRole("button", { name: new RegExp(`^Charge ${digits.slice(0, -2)}`) }).click();
}

/** Enters a PIN in the current step, ended by its key. */
export async function enterPin(box: Page | Locator, pin: string): Promise<void> {
  const field = box.getByTestId("pin-step").locator("input");
  await field.fill(pin);
  await field.press("Enter");
}

/** Reads a QR code from its pixels, as a phone does: the payment's by default. */
export async function readQr(
  counter: Page,
  testId: "qr" | "receipt-qr" | "reference-qr" | "phone-qr" = "qr",
): Promise<string> {
  const qr = counter.getByTestId(testId);
  await expect(qr).toBeVisible();
  const png = PNG.sync.read(await qr.screenshot());
  const code = jsQR(new Uint8ClampedArray(png.data), png.width, png.height);
  if (!code) throw new Error("the QR code on the screen cannot be read");
  return code.data;
}

/** Scans the till's screen with the customer's phone. */
export async function scan(shop: Shop): Promise<Page> {
  const link = await readQr(shop.counter);
  const phone = await shop.phone();
  await phone.getByLabel("Link from the QR code").fill(link);
  await phone.getByRole("button", { name: "Scan", exact: true }).click();
  await expect(phone.getByRole("button", { name: "Approve", exact: true })).toBeVisible();
  return phone;
}

/** Approves the request on the customer's phone. */
export async function approve(shop: Shop): Promise<void> {
  const phone = await shop.phone();
  await phone.getByRole("button", { name: "Approve", exact: true }).click();
}

/** Completes a sale or reservation from the first digit to the result. */
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
