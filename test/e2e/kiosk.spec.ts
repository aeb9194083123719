/** A self-service till: the PIN exit of its window, and the shell's reaction. */
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Page } from "@playwright/test";
import { temporaryFolder } from "../support/folder.ts";
import { startProcess } from "../support/till-process.ts";
import { enterPin, expect, openWindow, readQr, type Shop, test as shopTest, withPhone } from "./fixtures.ts";
import { pressEnd } from "./kiosk-checks.ts";

const test = shopTest.extend<{ kiosk: Shop }>({
  kiosk: async ({ page, desktop }, use) => {
    using folder = temporaryFolder();
    const opened = await openWindow(page, ["--demo", "--kiosk", "--data", folder.path], desktop);
    await using shop = withPhone(opened, page);
    await expect(shop.counter.getByTestId("environment")).toBeVisible();
    await use(shop);
  },
});

test("a demo's kiosk shows the phone's address, without a link or a PIN @thorough", async ({ kiosk }) => {
  const { counter, sandboxUrl, till } = kiosk;
  const terminal = await till.call("terminal.get", {});
  const pin = (terminal.ok && terminal.value.demo?.managerPin) || "none";
  await expect(counter.getByTestId("environment")).toContainText(`${sandboxUrl}/phone`);
  await expect(counter.locator("body")).not.toContainText(pin);
  await counter.getByTestId("kiosk-attract").getByRole("button").first().click();
  await counter.getByTestId("kiosk-language").getByRole("button", { name: "English", exact: true }).first().click();
  await buyFirst(counter);
  expect(await readQr(counter)).toContain("http");
  await expect(counter.getByRole("link")).toHaveCount(0);
});

test("a PIN exits the kiosk to the settings and back, in whichever window shows the page @thorough", async ({
  kiosk,
}) => {
  const { counter, till } = kiosk;
  const pin = await leave(kiosk);
  expect(await till.call("terminal.get", {})).toMatchObject({ value: { mode: "kiosk", kioskLeft: true } });
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  await counter.getByRole("tab", { name: "People" }).click();
  await counter.getByLabel("Owner's PIN").fill(pin);
  await counter.keyboard.press("Enter");
  const rights = counter.getByRole("row", { name: "Leave kiosk mode" });
  await expect(rights.getByRole("img", { name: "Yes" })).toHaveCount(2);
  await expect(rights.getByRole("img", { name: "No" })).toHaveCount(1);
  await counter.getByRole("tab", { name: "Kiosk", exact: true }).click();
  await counter.getByRole("button", { name: "Return to kiosk mode" }).click();
  await expect(counter.getByTestId("kiosk-attract")).toBeVisible();
});

test("a kiosk that was exited is a kiosk again after a restart @browser @thorough", async ({ page }) => {
  using folder = temporaryFolder();
  const args = ["--shell", "none", "--data", folder.path];
  {
    await using till = startProcess([...args, "--demo", "--kiosk"]);
    await page.goto((await till.ready).href);
    await leave({ counter: page, till });
    till.child.kill("SIGTERM");
    expect(await till.exited).toBe(0);
  }
  await using again = startProcess([...args, "--demo", "--kiosk"]);
  await page.goto((await again.ready).href);
  await expect(page.getByTestId("kiosk-attract")).toBeVisible();
});

test("a kiosk sells to customers where all staff must sign in @thorough", async ({ kiosk }) => {
  const { counter, till } = kiosk;
  await till.call("staff.signIn", { pin: "274951" });
  await till.call("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
  await till.call("staff.signOut", {});
  await counter.getByTestId("kiosk-attract").getByRole("button").first().click();
  await counter.getByTestId("kiosk-language").getByRole("button", { name: "English", exact: true }).first().click();
  await buyFirst(counter);
  await expect(counter.getByTestId("qr")).toBeVisible();
  await pressEnd(counter.getByTestId("kiosk-code").getByRole("button", { name: "Cancel" }));
  await pressEnd(counter.getByTestId("kiosk-result").getByRole("button", { name: "Done" }));
  await leave(kiosk);
  await expect(counter.getByTestId("lock")).toBeVisible();
});

/** Puts the first product into the basket, and opens the code. */
async function buyFirst(counter: Page): Promise<void> {
  await counter.getByTestId("kiosk-products").getByRole("list").getByRole("button").first().click();
  await counter.getByRole("button", { name: /^Basket 1/ }).click();
  await counter.getByRole("button", { name: /^Pay / }).click();
}

/** Leaves kiosk mode as staff do. @returns the PIN */
async function leave({ counter, till }: Pick<Shop, "counter" | "till">): Promise<string> {
  const terminal = await till.call("terminal.get", {});
  const pin = (terminal.ok && terminal.value.demo?.managerPin) || "";
  await expect(counter.getByTestId("kiosk-attract")).toBeVisible();
  await counter.keyboard.press("Control+Shift+F12");
  await enterPin(counter.getByRole("dialog", { name: "Leave kiosk mode" }), pin);
  await expect(counter.getByTestId("kiosk-attract")).toHaveCount(0);
  return pin;
}

/** A fake browser that records its arguments; the test's own page replaces its window. */
function standInBrowser(folder: string) {
  const started = join(folder, "started");
  writeFileSync(started, "");
  writeFileSync(join(folder, "chromium"), `#!/bin/sh\necho "$@" >> '${started}'\nexec sleep 120\n`, { mode: 0o755 });
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, DISPLAY: ":99" };
  const windows = () =>
    readFileSync(started, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => (line.split(" ").includes("--kiosk") ? "kiosk" : "window"));
  return { env, windows };
}

test("a manager's PIN exits kiosk mode until the next start, and a button returns to it @browser @thorough", async ({
  page,
}) => {
  using folder = temporaryFolder();
  using programs = temporaryFolder();
  const { env, windows } = standInBrowser(programs.path);
  await using till = startProcess(["--shell", "browser", "--demo", "--kiosk", "--data", folder.path], env);
  await page.goto((await till.ready).href);
  const terminal = await till.call("terminal.get", {});
  const pin = (terminal.ok && terminal.value.demo?.managerPin) || "";
  await expect.poll(windows).toEqual(["kiosk"]);
  await expect(page.getByTestId("kiosk-attract")).toBeVisible();
  await page.keyboard.press("Control+Shift+F12");
  const dialog = page.getByRole("dialog", { name: "Leave kiosk mode" });
  await expect(dialog).toContainText("Kiosk mode returns when the till restarts");
  await enterPin(dialog, "999888");
  await expect(dialog).toContainText("Wrong PIN");
  // A register starts a payment meanwhile: the customer is not interrupted.
  const shelf = await till.call("catalogue.get", {});
  const product = shelf.ok ? shelf.value.products.find(({ scale }) => scale === undefined) : undefined;
  const { id: productId, amount = 0 } = product ?? {};
  const lines = [{ productId, quantity: 1, unitAmount: amount }];
  const started = await till.call("payment.start", { action: "SALE", amount, lines });
  await enterPin(dialog, pin);
  await expect(dialog.getByRole("alert").first()).toContainText("A customer is paying");
  expect(windows()).toEqual(["kiosk"]);
  if (started.ok) await till.call("payment.abort", { posTid: started.value.posTid });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Shift+F12");
  await enterPin(dialog, pin);
  await expect(page.getByTestId("kiosk-attract")).toHaveCount(0);
  await expect.poll(windows).toEqual(["kiosk", "window"]);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("tab", { name: "Kiosk", exact: true }).click();
  const section = page.getByTestId("kiosk-mode");
  await expect(section).toContainText("Kiosk mode is off until the till restarts");
  expect(await till.call("terminal.get", {})).toMatchObject({ value: { mode: "kiosk", kioskLeft: true } });
  await section.getByRole("button", { name: "Return to kiosk mode" }).click();
  await expect(page.getByTestId("kiosk-attract")).toBeVisible();
  await expect.poll(windows).toEqual(["kiosk", "window", "kiosk"]);
  // On termination the till closes its window: the fake browser ends too.
  till.child.kill("SIGTERM");
  expect(await till.exited).toBe(0);
});
