import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { temporaryFolder } from "../support/folder.ts";
import { phone as phoneOf } from "../support/sandbox.ts";
import { type SandboxProcess, startSandboxProcess } from "../support/sandbox-process.ts";
import { startProcess } from "../support/till-process.ts";
import { choosePin, finish, next, OWNER_PIN, openEmptyTill, setUpDemo, test, tested } from "./first-run.ts";
import { approve, expect, key, readQr, scan } from "./fixtures.ts";
import { accessibilityViolations } from "./page-checks.ts";

test("starts a play-money payment with one touch, and does not show the welcome again", async ({ empty }) => {
  const { counter, till } = empty;
  await expect(counter.getByTestId("environment")).toContainText("Demo – play money");
  // Keys for screens and digits do nothing before the user has chosen.
  await counter.keyboard.press("F3");
  await counter.keyboard.type("149");
  await counter.getByRole("button", { name: /^Try it with play money/ }).click();
  await expect(counter.getByTestId("total")).toContainText("0,00");
  await key(counter, "4900");
  await counter.getByRole("button", { name: /^Charge 49/ }).click();
  await scan(empty);
  await approve(empty);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(counter.getByTestId("environment")).toContainText("Demo – play money");
  await counter.reload();
  await expect(counter.getByTestId("total")).toBeVisible();
  expect(await till.call("terminal.get", {})).toMatchObject({ value: { setup: "done", environment: "demo" } });
});

test("keeps entries after going back, after a reload, and for the other preset @thorough", async ({ empty }) => {
  const { counter } = empty;
  await counter.getByRole("button", { name: "Set up this till" }).click();
  await counter.getByLabel("Service address").fill("https://pay.example");
  await counter.getByText("Play money on this machine", { exact: true }).click();
  await next(counter, "till");
  await counter.getByLabel("Name", { exact: true }).fill("Kassen ved døren");
  await next(counter, "owner");
  await choosePin(counter);
  await counter.reload();
  await expect(counter.getByTestId("setup-owner")).toBeVisible();
  await expect(counter.getByLabel("PIN", { exact: true })).toHaveValue("");
  await counter.getByRole("button", { name: "Back", exact: true }).click();
  await expect(counter.getByLabel("Name", { exact: true })).toHaveValue("Kassen ved døren");
  await counter.getByRole("button", { name: /^Service/ }).click();
  await expect(counter.getByRole("heading", { name: "Payment service" })).toBeFocused();
  await counter.getByRole("button", { name: "Exit set-up" }).click();
  await expect(counter.getByRole("button", { name: /^Continue set-up/ })).toBeVisible();
});

test("rejects a weak PIN at its field, and completes the setup with a better one @thorough", async ({ empty }) => {
  const { counter, till } = empty;
  await setUpDemo(counter);
  await next(counter, "till");
  await next(counter, "owner");
  await choosePin(counter, "123456");
  await counter.getByRole("button", { name: "Next", exact: true }).click();
  await expect(counter.getByText("Choose a PIN of 6 to 12 digits that is hard to guess.")).toBeVisible();
  await choosePin(counter);
  await next(counter, "test");
  await tested(counter);
  await finish(counter);
  expect(await till.call("staff.signIn", { pin: OWNER_PIN })).toMatchObject({ value: { role: "owner" } });
  // The demo's own PIN is no longer valid or shown.
  await expect(counter.getByTestId("environment")).not.toContainText("PIN");
});

test("sets up a second till from the first one's configuration, with its own key, and takes a payment @thorough", async ({
  page: own,
  browser,
  desktop,
}) => {
  using folder = temporaryFolder();
  await using sandbox = await startSandboxProcess(join(folder.path, "service"));
  const configuration = await saveConfiguration(await browser.newPage(), sandbox, folder.path);
  await using shop = await openEmptyTill(own, join(folder.path, "second"), desktop);
  const { counter: page } = shop;
  await importConfiguration(page, configuration);
  await expect(page.getByLabel("Service address")).toHaveValue(sandbox.url);
  await expect(page.getByTestId("setup-shared")).toContainText("offline payments up to");
  // The first till's user is not this one's: the wizard asks for another, and says why.
  await expect(page.getByLabel("User", { exact: true })).toHaveValue("");
  await expect(page.getByText("Create a new user for this till")).toBeVisible();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText("Enter the user name from your service")).toBeVisible();
  await page.getByLabel("User", { exact: true }).fill("till-2");
  await next(page, "credentials");
  await page.getByRole("button", { name: "Create a key" }).click();
  const publicKeyPem = (await page.getByTestId("public-key").textContent()) ?? "";
  await page.getByRole("button", { name: "Show QR code" }).click();
  expect(await readQr(page)).toBe(publicKeyPem);
  await page.keyboard.press("Escape");
  await next(page, "till");
  await expect(page.getByLabel("ID", { exact: true })).toHaveValue("counter-2");
  await next(page, "callbacks");
  await page.getByText("Push notifications", { exact: true }).click();
  await page.getByLabel("Listening address").fill("127.0.0.1:0");
  await page.getByRole("button", { name: "Send a test notification" }).click();
  // The service does not know this user yet: the test reports that and the next step.
  await expect(page.getByTestId("test-callback")).toContainText("or create the user at the service");
  await sandbox.register("till-2", publicKeyPem);
  await page.getByRole("button", { name: "Test again" }).click();
  await expect(page.getByTestId("test-callback")).toContainText("A genuine notification arrived");
  await next(page, "owner");
  await choosePin(page);
  await next(page, "test");
  await tested(page);
  await expect(page.getByTestId("test-payment")).toContainText("made and cancelled");
  await finish(page);
  await expect(page.getByTestId("environment")).toContainText("Test – no real money moves");
  await key(page, "14900");
  await page.getByRole("button", { name: /^Charge 149,00/ }).click();
  const hand = phoneOf(sandbox);
  await hand.scan(await readQr(page));
  const { tid } = await hand.request();
  await hand.approve(tid);
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect(await shop.till.call("terminal.get", {})).toMatchObject({
    value: { environment: "test", pos: { id: "counter-2" } },
  });
  // The first till still signs requests: its key was not replaced.
  await using first = startProcess(["--shell", "none", "--data", join(folder.path, "first")]);
  await first.ready;
  expect(await first.call("terminal.get", {})).toMatchObject({
    value: { connectivity: "online", pos: { id: "counter-1" } },
  });
});

/** Saves the configuration of the first till, provisioned by a file, from its settings. */
async function saveConfiguration(page: Page, sandbox: SandboxProcess, folder: string): Promise<string> {
  const data = join(folder, "first");
  await using till = startProcess(["--shell", "none", "--data", data, "--config", sandbox.provisioning]);
  await page.goto((await till.ready).href);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("tab", { name: "Run set-up again" }).click();
  await page.getByLabel("Owner's PIN").fill(sandbox.ownerPin);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Product pictures and the logo are not included")).toBeVisible();
  await page.getByRole("button", { name: "Set up this till…" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export settings…" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe("counter-1-configuration.json");
  const path = join(folder, "configuration.json");
  await download.saveAs(path);
  const text = readFileSync(path, "utf8");
  for (const secret of [sandbox.ownerPin, ...sandbox.privateKey.split("\n").filter((line) => line.length > 40)])
    expect(text).not.toContain(secret);
  await page.close();
  return path;
}

async function importConfiguration(page: Page, path: string): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import settings from another till…" }).click();
  await (await choosing).setFiles(path);
  await expect(page.getByTestId("setup-service")).toContainText("Settings were imported from another till");
}

test("completes the setup of a till that the service refuses, with two warnings @thorough", async ({ empty }) => {
  const { counter } = empty;
  await counter.getByRole("button", { name: "Set up this till" }).click();
  await counter.getByLabel("Service address").fill(empty.sandboxUrl);
  await counter.getByLabel("Merchant ID").fill("T001");
  await counter.getByLabel("User", { exact: true }).fill("till");
  await next(counter, "credentials");
  await counter.getByText("With a secret", { exact: true }).click();
  await counter.getByLabel("Secret", { exact: true }).fill("not-the-secret-at-all");
  await next(counter, "till");
  await next(counter, "callbacks");
  await next(counter, "owner");
  await choosePin(counter);
  await next(counter, "test");
  await tested(counter);
  await expect(counter.getByTestId("test-credentials")).toHaveAttribute("data-state", "failed");
  await expect(counter.getByText("Some tests failed.")).toBeVisible();
  await expect(counter.getByTestId("setup-money")).toHaveText("Test mode: no real money moves.");
  // Shown once for several tests with this finding. The main button opens the correcting step.
  const sentence = (await counter.getByTestId("test-credentials").locator("p").last().textContent()) ?? "";
  await expect(counter.getByTestId("setup-test").getByText(sentence, { exact: true })).toHaveCount(1);
  await expect(counter.getByTestId("test-pos")).toContainText("Same cause as “Credentials”.");
  const correctButton = counter.getByRole("button", { name: "Go to Credentials" });
  await correctButton.click();
  await expect(counter.getByTestId("setup-credentials")).toBeVisible();
  // A failed test is not ticked.
  const steps = counter.getByRole("navigation", { name: "Steps" }).getByRole("listitem");
  await expect(steps.filter({ hasText: "Test" })).toHaveAttribute("data-state", "failed");
  await expect(steps.filter({ hasText: "Owner" })).toHaveAttribute("data-state", "done");
  await steps.filter({ hasText: "Test" }).getByRole("button").click();
  await expect(correctButton).toHaveAttribute("data-kind", "primary");
  await expect(counter.getByRole("button", { name: "Finish anyway" })).toHaveAttribute("data-kind", "secondary");
  await counter.getByRole("button", { name: "Finish anyway" }).click();
  await expect(counter.getByRole("alertdialog")).toContainText("The till cannot take payments until it does.");
  await counter.getByRole("alertdialog").getByRole("button", { name: "Go to Credentials" }).click();
  await expect(counter.getByTestId("setup-credentials")).toBeVisible();
  await expect(counter.getByLabel("Secret", { exact: true })).toHaveValue("");
  await expect(counter.getByText("A secret is saved. Enter a new one only to replace it.")).toBeVisible();
});

/** Imports a key file written by the user. */
async function importKey(page: Page, content: string): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import a private key…" }).click();
  await (await choosing).setFiles({ name: "key.pem", mimeType: "text/plain", buffer: Buffer.from(content) });
}

test("shows the result of a key file, valid or not, also in a low window @thorough", async ({ empty }) => {
  const { counter } = empty;
  await counter.setViewportSize({ width: 1024, height: 600 });
  await counter.getByRole("button", { name: "Set up this till" }).click();
  await counter.getByLabel("Service address").fill(empty.sandboxUrl);
  await counter.getByLabel("Merchant ID").fill("T001");
  await counter.getByLabel("User", { exact: true }).fill("till-9");
  await next(counter, "credentials");
  await importKey(counter, "no key at all");
  const wrong = counter.getByText("This file holds no RSA private key in PEM of at least 2048 bits.");
  await expect(wrong).toBeInViewport({ ratio: 1 });
  await expect(counter.getByRole("region", { name: "With a key" }).getByRole("alert")).toBeVisible();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await importKey(counter, privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  const right = counter.getByRole("heading", { name: "Key imported" });
  await expect(right).toBeFocused();
  await expect(right).toBeInViewport({ ratio: 1 });
  await expect(counter.getByText("Key imported. Now delete the file.")).toBeInViewport({ ratio: 1 });
  await expect(wrong).toHaveCount(0);
  await importKey(counter, "no key either");
  await expect(wrong).toBeInViewport({ ratio: 1 });
});

test("offers the printer at the end, and first says which money is used @thorough", async ({ empty }) => {
  const { counter } = empty;
  await setUpDemo(counter);
  await next(counter, "till");
  await next(counter, "owner");
  await expect(counter.getByText(/^The demo PIN 274951 stops working after set-up/)).toBeVisible();
  await choosePin(counter);
  await next(counter, "test");
  await tested(counter);
  await expect(counter.getByTestId("setup-money")).toHaveText("Play money: no real money moves.");
  await counter.getByRole("button", { name: "Finish", exact: true }).click();
  await counter.getByRole("button", { name: "Set up a printer" }).click();
  await expect(counter.getByRole("tab", { name: "Printer" })).toHaveAttribute("aria-selected", "true");
});

test("another currency starts new books: every earlier screen says so, and asks for the owner's PIN @thorough", async ({
  empty,
}) => {
  const { counter, till } = empty;
  await counter.getByRole("button", { name: /^Try it with play money/ }).click();
  await key(counter, "4900");
  await counter.getByRole("button", { name: /^Charge 49/ }).click();
  await scan(empty);
  await approve(empty);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  await counter.getByRole("button", { name: "New sale" }).click();
  await till.call("staff.signIn", { pin: "274951" });
  await counter.getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "Run set-up again" }).click();
  await counter.getByRole("button", { name: "Set up this till…" }).click();
  await next(counter, "till");
  const note = counter.getByTestId("setup-anew");
  await expect(note).toHaveCount(0);
  await counter.getByLabel("Currency").selectOption("EUR");
  await expect(note).toContainText("These settings start new books.");
  expect(await accessibilityViolations(counter)).toEqual([]);
  await next(counter, "owner");
  await expect(note).toContainText("earlier/demo-…");
  await choosePin(counter);
  await next(counter, "test");
  await tested(counter);
  await expect(note).toContainText("play-money payments in NOK");
  // The demo's current service accepts the current currency: tests that need a request run after the restart.
  await counter.getByRole("button", { name: "Finish anyway" }).click();
  await expect(counter.getByRole("heading", { name: /^Ready, / })).toBeVisible();
  await till.call("staff.signIn", { pin: OWNER_PIN });
  expect(await till.call("report.x", {})).toMatchObject({ value: { currency: "EUR", captured: 0 } });
});
