/** The desktop's windows on the stand-in for Electron: position, recovery and exit. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { temporaryFolder } from "../support/folder.ts";
import { buildMutant } from "../support/mutant.ts";
import { enterPin, expect, key, openOverStandIn, readQr, type StandInDesktop, test } from "./fixtures.ts";
import { clickLink } from "./page-checks.ts";

const TWO_DISPLAYS = { STAND_IN_DISPLAYS: "1280x800 1024x768" };
const OWN_SIZE = { size: null };

test.describe("desktop", { tag: "@stand-in" }, () => {
  test("shows the customer's screen on the second display, and follows its connection", async () => {
    using folder = temporaryFolder();
    await using desktop = await openOverStandIn(["--demo", "--data", folder.path], TWO_DISPLAYS);
    const { counter, till } = desktop;
    await openCustomerScreen(counter);
    const customer = await desktop.window("customer.html");
    await expect(customer.getByTestId("customer")).toHaveAttribute("data-state", "idle");
    const fills = { left: 1280, top: 0, width: 1024, height: 768, windowState: "fullscreen" };
    expect(await desktop.bounds(customer)).toEqual(fills);
    await counter.keyboard.press("F2");
    await key(counter, "34750");
    await counter.getByRole("button", { name: /^Charge 347/ }).click();
    expect(await readQr(customer)).toBe(await readQr(counter));
    await till.said("electron: keeps awake prevent-display-sleep");
    // It shares nothing with the till's own window, and cannot act.
    const reach = () => Object.keys(window).filter((name) => ["till", "customerDisplay", "require"].includes(name));
    expect(await counter.evaluate(reach)).toEqual(["till"]);
    expect(await customer.evaluate(reach)).toEqual(["customerDisplay"]);
    await counter.evaluate(() => localStorage.setItem("left", "something"));
    expect(await customer.evaluate(() => localStorage.getItem("left"))).toBeNull();
    const gone = customer.waitForEvent("close");
    till.tell({ do: "displays", count: 1 });
    await gone;
    expect(await till.call("shell.get", {})).toMatchObject({
      value: { displays: 1, customerDisplay: { open: false, wanted: true } },
    });
    till.tell({ do: "displays", count: 2 });
    const smaller = await desktop.window("customer.html");
    const replaced = smaller.waitForEvent("close");
    till.tell({ do: "display size", display: 1, width: 800, height: 600 });
    await replaced;
    const again = await desktop.window("customer.html");
    await expect(again.getByTestId("customer")).toHaveAttribute("data-state", "pay");
    await counter.getByRole("button", { name: "Cancel payment" }).click();
    await expect(again.getByTestId("customer")).toHaveAttribute("data-state", "not_paid");
    await till.said("electron: may sleep");
    // Closed manually, it stays closed.
    till.tell({ do: "close", window: 1 });
    await expect
      .poll(() => till.call("shell.get", {}))
      .toMatchObject({ value: { customerDisplay: { open: false, wanted: false } } });
  });

  test("fills the display as a kiosk, and cannot be closed until a manager unlocks it", async () => {
    using folder = temporaryFolder();
    const args = ["--demo", "--kiosk", "--data", folder.path];
    await using desktop = await openOverStandIn(args, {}, OWN_SIZE);
    const { counter, till } = desktop;
    const state = async () => (await desktop.bounds(counter)).windowState;
    await expect.poll(() => desktop.bounds(counter)).toMatchObject({ width: 1280, height: 800 });
    expect(await state()).toBe("fullscreen");
    till.tell({ do: "close", window: 0 });
    await till.said("electron: a window stays open");
    await counter.evaluate(() => window.close());
    await till.said(/(a window stays open.*){2}/s);
    await expect(counter.getByTestId("environment")).toBeVisible();
    const terminal = await till.call("terminal.get", {});
    const pin = (terminal.ok && terminal.value.demo?.managerPin) || "";
    await expect(counter.getByTestId("kiosk-attract")).toBeVisible();
    await counter.keyboard.press("Control+Shift+F12");
    await enterPin(counter.getByRole("dialog", { name: "Leave kiosk mode" }), pin);
    await expect.poll(state).toBe("normal");
    await counter.getByRole("button", { name: "Settings", exact: true }).click();
    await counter.getByRole("tab", { name: "Kiosk", exact: true }).click();
    await counter.getByRole("button", { name: "Return to kiosk mode" }).click();
    await expect.poll(state).toBe("fullscreen");
    await till.call("staff.approve", { pin, command: "shell.leaveKiosk", input: {} });
    await expect.poll(state).toBe("normal");
    till.tell({ do: "close", window: 0 });
    expect(await till.exited).toBe(0);
  });

  test("fills a display that is smaller than the window", async () => {
    using folder = temporaryFolder();
    const args = ["--demo", "--data", folder.path];
    await using desktop = await openOverStandIn(args, { STAND_IN_DISPLAYS: "800x600" }, OWN_SIZE);
    const { counter, bounds } = desktop;
    await expect
      .poll(() => bounds(counter))
      .toEqual({ left: 0, top: 0, width: 800, height: 600, windowState: "maximized" });
    await key(counter, "100");
    await expect(counter.getByRole("button", { name: /^Charge 1,00/ })).toBeInViewport({ ratio: 1 });
  });

  test("fills a small display after kiosk mode, too", async () => {
    using folder = temporaryFolder();
    const args = ["--demo", "--kiosk", "--data", folder.path];
    await using desktop = await openOverStandIn(args, { STAND_IN_DISPLAYS: "800x600" }, OWN_SIZE);
    const { counter, bounds, till } = desktop;
    await expect.poll(() => bounds(counter)).toMatchObject({ width: 800, height: 600, windowState: "fullscreen" });
    await till.call("staff.approve", { pin: "274951", command: "shell.leaveKiosk", input: {} });
    await expect.poll(() => bounds(counter)).toMatchObject({ width: 800, height: 600, windowState: "maximized" });
  });

  test("restores its position and size, and stays on screen when that display is gone", async () => {
    using folder = temporaryFolder();
    const args = ["--demo", "--data", join(folder.path, "data")];
    // The same user's keyring at every start.
    const keyring = { STAND_IN_KEYRING: join(folder.path, "keyring") };
    const placed = { left: 1340, top: 50, width: 900, height: 640 };
    const run = async (env: Record<string, string>, use: (desktop: StandInDesktop) => Promise<void>) => {
      await using desktop = await openOverStandIn(args, { ...keyring, ...env }, OWN_SIZE);
      await use(desktop);
      desktop.till.child.kill("SIGTERM");
      expect(await desktop.till.exited).toBe(0);
    };
    await run(TWO_DISPLAYS, async ({ counter, place }) => place(counter, placed));
    await run(TWO_DISPLAYS, async ({ counter, place, bounds }) => {
      expect(await bounds(counter)).toEqual({ ...placed, windowState: "normal" });
      await place(counter, { windowState: "maximized" });
    });
    await run(TWO_DISPLAYS, async ({ counter, bounds }) => {
      await expect.poll(() => bounds(counter)).toMatchObject({ left: 1280, width: 1024, windowState: "maximized" });
    });
    await run({}, async ({ counter, bounds }) => {
      await expect.poll(async () => (await bounds(counter)).left).toBeLessThan(1280);
    });
  });

  test("opens no window itself, and opens only the demo's phone in the system browser", async () => {
    using folder = temporaryFolder();
    await using desktop = await openOverStandIn(["--demo", "--data", folder.path]);
    const { counter, till } = desktop;
    const pages = () => counter.context().pages().length;
    const before = pages();
    const denied = (url: string) => till.said(`electron: window denied ${url}`);
    await clickLink(counter, "https://elsewhere.invalid/link", "_blank");
    await denied("https://elsewhere.invalid/link");
    await counter.evaluate(() => void window.open("https://elsewhere.invalid/script"));
    await denied("https://elsewhere.invalid/script");
    await clickLink(counter, "https://elsewhere.invalid/key", "", ["Control"]);
    await denied("https://elsewhere.invalid/key");
    expect(till.stderr()).not.toContain("electron: open external");
    await counter.getByTestId("environment").getByRole("link").click();
    await till.said(`electron: open external ${till.sandbox()}/phone`);
    await expect.poll(pages).toBe(before);
  });

  test("reloads a crashed page with the open payment, and asks for help after repeated crashes", async () => {
    using folder = temporaryFolder();
    await using desktop = await openOverStandIn(["--demo", "--data", folder.path]);
    const { till } = desktop;
    await key(desktop.counter, "14900");
    await desktop.counter.getByRole("button", { name: /^Charge 149/ }).click();
    const code = await readQr(desktop.counter);
    await crash(desktop.counter);
    const again = await desktop.window("index.html");
    expect(await readQr(again)).toBe(code);
    // The new page receives the events.
    await again.getByRole("button", { name: "Cancel payment" }).click();
    await expect(again.getByRole("heading", { name: "Cancelled" })).toBeVisible();
    await crash(again);
    await crash(await desktop.window("index.html"));
    await crash(await desktop.window("index.html"));
    const help = await desktop.window("help");
    await expect(help.getByRole("heading", { name: "Call for help" })).toBeVisible();
    expect(till.stderr().match(/a window's process is gone/g)).toHaveLength(4);
    expect(await till.call("terminal.get", {})).toMatchObject({ ok: true });
  });

  test("comes to the front when started again, and the second start reports it", async () => {
    using folder = temporaryFolder();
    const args = ["--demo", "--data", folder.path];
    await using desktop = await openOverStandIn(args);
    await expect(openOverStandIn(args)).rejects.toThrow(/\(3\).*in use by another till/s);
    await desktop.till.said("electron: focus");
    await key(desktop.counter, "100");
    await expect(desktop.counter.getByRole("button", { name: /^Charge 1,00/ })).toBeVisible();
  });

  test("asks for help when its preload fails, since the window is unusable", async () => {
    using folder = temporaryFolder();
    using mutant = buildMutant({ find: /exposeInMainWorld\("till"/, put: 'exposeNowhere("till"' });
    const program = { entry: mutant.desktop, shows: "help" };
    await using desktop = await openOverStandIn(["--demo", "--data", folder.path], {}, program);
    await expect(desktop.counter.getByRole("heading", { name: "Call for help" })).toBeVisible();
    expect(desktop.till.stderr()).toContain("a window's preload failed");
  });

  test("warns of weakly protected keys without a keyring, and moves them into one when available", async () => {
    using folder = temporaryFolder();
    const data = join(folder.path, "data");
    const vaults = () => readdirSync(data).filter((name) => name.startsWith("vault"));
    {
      await using desktop = await openOverStandIn(["--demo", "--data", data], { STAND_IN_KEYRING: "" });
      expect(vaults()).toEqual(["vault.json"]);
      const { till } = desktop;
      await till.call("staff.signIn", { pin: "274951" });
      expect(await till.call("vault.get", {})).toMatchObject({ ok: true, value: { weak: true } });
      till.tell({ do: "quit" });
      expect(await till.exited).toBe(0);
    }
    const keyring = { STAND_IN_KEYRING: join(folder.path, "keyring") };
    await using again = await openOverStandIn(["--data", data], keyring);
    expect(vaults()).toEqual(["vault.keychain.json"]);
    expect(await again.till.call("journal.verify", {})).toMatchObject({ ok: true, value: { ok: true } });
  });

  test("shuts down in order when told to quit, and when its window is closed", async () => {
    for (const request of [{ do: "quit" }, { do: "close", window: 0 }] as const) {
      using folder = temporaryFolder();
      await using desktop = await openOverStandIn(["--demo", "--data", folder.path]);
      // This till is not an installed one.
      desktop.till.tell({ do: "developer tools", window: 0 });
      await desktop.till.said("electron: developer tools opened");
      desktop.till.tell(request);
      expect(await desktop.till.exited).toBe(0);
      expect(desktop.till.stderr()).toContain('"stopping"');
    }
  });

  test("never blocks a log-out, even as a kiosk, and restores the payment afterwards", async () => {
    using folder = temporaryFolder();
    const args = ["--demo", "--kiosk", "--data", join(folder.path, "data")];
    const keyring = { STAND_IN_KEYRING: join(folder.path, "keyring") };
    const started = async () => {
      await using desktop = await openOverStandIn(args, keyring);
      const shelf = await desktop.till.call("catalogue.get", {});
      const product = shelf.ok ? shelf.value.products.find(({ scale }) => scale === undefined) : undefined;
      const { id: productId, amount = 0 } = product ?? {};
      const lines = [{ productId, quantity: 1, unitAmount: amount }];
      const payment = await desktop.till.call("payment.start", { action: "SALE", amount, lines });
      desktop.till.tell({ do: "shut down" });
      expect(await desktop.till.exited).toBe(0);
      // Each could exit on its own, and neither refused: main was closing the till when its window closed.
      expect(desktop.till.stderr()).toContain('"stopping"');
      expect(desktop.till.stderr()).not.toMatch(/electron: (a quit was prevented|a window stays open)/);
      return payment;
    };
    const payment = await started();
    if (!payment.ok) throw new Error(payment.error.message);
    await using again = await openOverStandIn(args, keyring);
    const found = await again.till.call("payment.get", { posTid: payment.value.posTid });
    expect(found).toMatchObject({ ok: true, value: { amount: payment.value.amount } });
  });
});

async function openCustomerScreen(counter: Page): Promise<void> {
  await counter.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "Customer screen" }).click();
  await counter.getByRole("button", { name: /^Open (in a browser|customer screen)$/ }).click();
}

/** Crashes a page's process, and waits for Chromium's report. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  await page.goto("chrome://crash").catch(() => undefined);
  await crashed;
}
