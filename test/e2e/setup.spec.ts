import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, type Locator, type Page } from "@playwright/test";
import { temporaryFolder } from "../support/folder.ts";
import { startProcess } from "../support/process.ts";
import { phone as phoneOf } from "../support/sandbox.ts";
import { type SandboxProcess, startSandboxProcess } from "../support/sandbox-process.ts";
import { choosePin, finish, next, OWNER_PIN, openEmptyTill, setupTour, tested } from "./first-run.ts";
import { obstacles, overflow } from "./looks.ts";
import { PRESS_MS, person } from "./pace.ts";
import { approve, expect, key, readQr, type Shop, scan } from "./shop.ts";
import { still } from "./tour.ts";

const test = base.extend<{ empty: Shop }>({
  empty: async ({ page }, use) => {
    using folder = temporaryFolder();
    await using shop = await openEmptyTill(page, folder.path);
    await use(shop);
  },
});

/** The owner's PIN in the provisioning file that the sandbox writes. */
const SANDBOX_PIN = "274951";

/** Opening the phone, scanning, approving. */
const PHONE_PRESSES = 3;
/** Three minutes, for somebody who has never seen it. */
const LIMIT_MS = 180_000;

test("a stranger takes the first payment within three minutes of the first start, through the wizard", async ({
  page,
}) => {
  const startedAt = performance.now();
  using folder = temporaryFolder();
  await using shop = await openEmptyTill(page, folder.path);
  const stranger = person(page);
  const card = page.getByRole("main");
  await stranger.reads(page.getByTestId("welcome"));
  await stranger.presses(page.getByRole("button", { name: "Set up this till" }));
  await stranger.reads(card);
  await stranger.presses(page.getByRole("button", { name: "Next", exact: true }));
  await stranger.reads(page.getByTestId("setup-till"));
  await stranger.presses(page.getByRole("button", { name: "Next", exact: true }));
  await stranger.reads(page.getByTestId("setup-owner"));
  await stranger.types(page.getByLabel("PIN", { exact: true }), OWNER_PIN);
  await stranger.types(page.getByLabel("The same once more"), OWNER_PIN);
  await stranger.presses(page.getByRole("button", { name: "Next", exact: true }));
  await tested(page);
  for (const name of ["credentials", "clock", "pos", "shortlink", "callback"])
    await expect(page.getByTestId(`test-${name}`)).toHaveAttribute("data-state", "ok");
  // Of a test that works its name and outcome are read; the sentence is for one that does not.
  await stranger.reads(page.getByTestId("setup-test").locator("header"));
  for (const row of await page.getByTestId("test-outcome").all()) await stranger.reads(row);
  await stranger.presses(page.getByRole("button", { name: "Finish", exact: true }));
  await expect(page.getByRole("heading", { name: "The till is ready" })).toBeVisible({ timeout: 30_000 });
  await stranger.reads(page.getByTestId("setup-done"));
  await stranger.presses(page.getByRole("button", { name: "Take the first payment" }));
  await stranger.pressesAll([..."14900"].map((digit) => page.getByRole("button", { name: digit, exact: true })));
  await stranger.presses(page.getByRole("button", { name: /^Charge 149,00/ }));
  await expect(page.getByTestId("qr")).toBeVisible();
  await stranger.reads(page.getByRole("main"));
  // The customer is the same stranger, with the demo's phone: what these helpers press is counted here.
  await scan(shop);
  await stranger.reads((await shop.phone()).locator("body"));
  await approve(shop);
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  const machineMs = performance.now() - startedAt;
  const peopleMs = stranger.tookMs() + PHONE_PRESSES * PRESS_MS;
  const said = `${Math.round(peopleMs / 1000)} s of reading, thinking, typing; ${Math.round(machineMs / 1000)} s of machine`;
  test.info().annotations.push({ type: "first payment", description: said });
  expect(peopleMs + machineMs, said).toBeLessThan(LIMIT_MS);
});

test("a payment with play money is one touch away, and the welcome is not shown again", async ({ empty }) => {
  const { counter, till } = empty;
  await expect(counter.getByTestId("environment")).toContainText("Demo – play money");
  // Keys that open screens, and digits that make an amount, do nothing before somebody has chosen.
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

test("what was entered is there again after going back, after the page is loaded anew, and for the other preset", async ({
  empty,
}) => {
  const { counter } = empty;
  await counter.getByRole("button", { name: "Set up this till" }).click();
  await counter.getByText("Your payment service", { exact: true }).click();
  await counter.getByLabel("Address of the service").fill("https://pay.example");
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
  await expect(counter.getByRole("heading", { name: "Which payment service?" })).toBeFocused();
  await counter.getByRole("button", { name: "Leave the set-up" }).click();
  await expect(counter.getByRole("button", { name: /^Go on setting up/ })).toBeVisible();
});

test("a weak PIN is refused at its field, and the till is set up with a better one", async ({ empty }) => {
  const { counter, till } = empty;
  await counter.getByRole("button", { name: "Set up this till" }).click();
  await next(counter, "till");
  await next(counter, "owner");
  await choosePin(counter, "123456");
  await counter.getByRole("button", { name: "Next", exact: true }).click();
  await expect(counter.getByText("6 to 12 digits, and none that is easily guessed.")).toBeVisible();
  await choosePin(counter);
  await next(counter, "test");
  await tested(counter);
  await finish(counter);
  expect(await till.call("staff.signIn", { pin: OWNER_PIN })).toMatchObject({ value: { role: "owner" } });
  // The demo's own PIN is nobody's any more, and no longer shown.
  await expect(counter.getByTestId("environment")).not.toContainText("PIN");
});

test("a second till is set up from the first one's configuration, with a key of its own, and takes a payment @long", async ({
  page,
  browser,
}) => {
  using folder = temporaryFolder();
  await using sandbox = await startSandboxProcess(join(folder.path, "service"));
  const configuration = await saveConfiguration(await browser.newPage(), sandbox, folder.path);
  await using shop = await openEmptyTill(page, join(folder.path, "second"));
  await takeOver(page, configuration);
  await expect(page.getByLabel("Address of the service")).toHaveValue(sandbox.url);
  await page.getByLabel("User", { exact: true }).fill("till-2");
  await next(page, "credentials");
  await page.getByRole("button", { name: "Make a key here" }).click();
  const publicKeyPem = (await page.getByTestId("public-key").textContent()) ?? "";
  await page.getByRole("button", { name: "Show as a QR code" }).click();
  expect(await readQr(page)).toBe(publicKeyPem);
  await page.keyboard.press("Escape");
  await next(page, "till");
  await expect(page.getByLabel("Id", { exact: true })).toHaveValue("counter-2");
  await next(page, "callbacks");
  await page.getByText("The service calls", { exact: true }).click();
  await page.getByLabel("Listening address").fill("127.0.0.1:0");
  await page.getByRole("button", { name: "Test whether a callback arrives" }).click();
  // Nobody has told the service of this user yet: the test says so, and what to do.
  await expect(page.getByTestId("test-callback")).toContainText("or make the user there", { timeout: 30_000 });
  await sandbox.register("till-2", publicKeyPem);
  await page.getByRole("button", { name: "Test again" }).click();
  await expect(page.getByTestId("test-callback")).toContainText("A genuine callback arrived", { timeout: 30_000 });
  await next(page, "owner");
  await choosePin(page);
  await next(page, "test");
  await tested(page);
  await finish(page);
  await expect(page.getByTestId("environment")).toHaveCount(0);
  await key(page, "14900");
  await page.getByRole("button", { name: /^Charge 149,00/ }).click();
  const hand = phoneOf(sandbox);
  await hand.scan(await readQr(page));
  const { tid } = await hand.request();
  await hand.approve(tid);
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect(await shop.till.call("terminal.get", {})).toMatchObject({
    value: { environment: "live", pos: { id: "counter-2" } },
  });
});

/** The first till, provisioned by a file: its owner saves its configuration from the settings. */
async function saveConfiguration(page: Page, sandbox: SandboxProcess, folder: string): Promise<string> {
  const data = join(folder, "first");
  await using till = startProcess(["--shell", "none", "--data", data, "--config", sandbox.provisioning]);
  await page.goto((await till.ready).href);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("tab", { name: "Set up anew" }).click();
  await page.getByLabel("Owner's PIN").fill(SANDBOX_PIN);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Set up this till…" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save this till's configuration…" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe("counter-1-configuration.json");
  const path = join(folder, "configuration.json");
  await download.saveAs(path);
  const text = readFileSync(path, "utf8");
  for (const secret of [SANDBOX_PIN, ...sandbox.privateKey.split("\n").filter((line) => line.length > 40)])
    expect(text).not.toContain(secret);
  await page.close();
  return path;
}

async function takeOver(page: Page, path: string): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Take over another till's configuration…" }).click();
  await (await choosing).setFiles(path);
  await expect(page.getByTestId("setup-service")).toContainText("Taken over from another till");
}

test("a till that the service refuses may be finished, and says twice what that means", async ({ empty }) => {
  const { counter } = empty;
  await counter.getByRole("button", { name: "Set up this till" }).click();
  await counter.getByText("Your payment service", { exact: true }).click();
  await counter.getByLabel("Address of the service").fill(empty.sandboxUrl);
  await counter.getByLabel("Merchant id").fill("T001");
  await counter.getByLabel("User", { exact: true }).fill("nobody");
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
  await expect(counter.getByText("Something does not work yet.")).toBeVisible();
  await counter.getByRole("button", { name: "Finish anyway" }).click();
  await expect(counter.getByRole("alertdialog")).toContainText("no payment can be taken");
  await counter.getByRole("alertdialog").getByRole("button", { name: "Go to Credentials" }).click();
  await expect(counter.getByTestId("setup-credentials")).toBeVisible();
  await expect(counter.getByLabel("Secret", { exact: true })).toHaveValue("");
  await expect(counter.getByText("Kept in the vault. Type a new one only to replace it.")).toBeVisible();
});

/** Presses Tab until a control has the focus, as somebody does who has no pointer. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (
      await control.evaluate(
        (element) => element === document.activeElement || element.contains(document.activeElement),
      )
    )
      return;
    await page.keyboard.press("Tab");
  }
  await expect(control).toBeFocused();
}

test("the keyboard alone leads from the welcome to Charge", async ({ empty }) => {
  const { counter } = empty;
  const { keyboard } = counter;
  const button = (name: string | RegExp) => counter.getByRole("button", { name, exact: true });
  await expect(counter.getByRole("heading", { name: "Welcome" })).toBeFocused();
  await tabTo(counter, button(/^Set up this till/));
  await keyboard.press("Enter");
  await expect(counter.getByRole("heading", { name: "Which payment service?" })).toBeFocused();
  // The arrows choose between the cards, and back; nothing of the one is lost by looking at the other.
  await tabTo(counter, counter.getByRole("radio", { name: /^Play money/ }));
  await keyboard.press("ArrowDown");
  await expect(counter.getByLabel("Address of the service")).toBeVisible();
  await keyboard.press("ArrowUp");
  await tabTo(counter, button("Next"));
  await keyboard.press("Space");
  await expect(counter.getByRole("heading", { name: "Which till is this?" })).toBeFocused();
  await tabTo(counter, counter.getByLabel("Id", { exact: true }));
  await keyboard.press("ControlOrMeta+A");
  await keyboard.press("Delete");
  // Enter in a field goes on; what is wrong is said at the field, which has the focus.
  await keyboard.press("Enter");
  await expect(counter.getByText("An id with 1 to 100 characters")).toBeVisible();
  await expect(counter.getByLabel("Id", { exact: true })).toBeFocused();
  await keyboard.type("kasse-7");
  await keyboard.press("Enter");
  await expect(counter.getByRole("heading", { name: "The owner's PIN" })).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.type(OWNER_PIN);
  await keyboard.press("Tab");
  await keyboard.type(OWNER_PIN);
  await keyboard.press("Enter");
  await expect(counter.getByRole("heading", { name: "Does everything work?" })).toBeFocused();
  await tested(counter);
  await tabTo(counter, button("Play the sound"));
  await keyboard.press("Enter");
  await tabTo(counter, button("Did you hear it? Yes"));
  await keyboard.press("Enter");
  await expect(counter.getByTestId("test-sound")).toHaveAttribute("data-state", "ok");
  await tabTo(counter, button("Finish"));
  await keyboard.press("Enter");
  await expect(counter.getByRole("heading", { name: "The till is ready" })).toBeFocused({ timeout: 30_000 });
  await tabTo(counter, button("Take the first payment"));
  await keyboard.press("Enter");
  await expect(counter.getByTestId("total")).toBeVisible();
  await keyboard.type("149");
  await expect(counter.getByTestId("total")).toContainText("1,49");
});

const SIZES = [
  { width: 1024, height: 600 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
];

test("every step is accessible in both themes, and nothing is clipped at any size @long", async ({ empty }) => {
  test.setTimeout(180_000);
  const { counter } = empty;
  const said: string[] = [];
  counter.on("console", (message) => {
    if (message.type() === "warning" || /policy|violat/i.test(message.text())) said.push(message.text());
  });
  counter.on("pageerror", (error) => said.push(error.message));
  await setupTour(empty, async (name) => {
    await counter.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    expect(await obstacles(counter), name).toEqual([]);
    // The dark theme has other colours, and nothing else.
    await counter.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect(await obstacles(counter, ["color-contrast"]), `${name}, dark`).toEqual([]);
    for (const size of SIZES) {
      await counter.setViewportSize(size);
      await still(counter);
      const where = `${name} at ${size.width}×${size.height}`;
      expect(await overflow(counter), where).toEqual({ across: 0, down: 0, cut: [] });
    }
  });
  expect(said).toEqual([]);
});

test("the result of the tests prints on paper of its own, with till, time and each finding", async ({ empty }) => {
  const { counter } = empty;
  await counter.getByRole("button", { name: "Set up this till" }).click();
  await next(counter, "till");
  await next(counter, "owner");
  await choosePin(counter);
  await next(counter, "test");
  await tested(counter);
  const paper = counter.getByTestId("printout");
  await expect(paper).toBeHidden();
  await counter.emulateMedia({ media: "print" });
  await expect(paper).toBeVisible();
  for (const text of ["Demo – play money", "Counter 1 (counter-1)", "Credentials", "Callback", "Code on this screen"])
    await expect(paper).toContainText(text);
  await expect(counter.getByTestId("setup-test")).toBeHidden();
  await expect(counter.getByTestId("environment")).toBeHidden();
});
