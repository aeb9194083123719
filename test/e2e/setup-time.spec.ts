/** A first-time user's time from an empty folder to the first payment, by the Keystroke-Level Model. */
import { join } from "node:path";
import { temporaryFolder } from "../support/folder.ts";
import { phone as phoneOf } from "../support/sandbox.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { OWNER_PIN, openEmptyTill, tested } from "./first-run.ts";
import { approve, expect, readQr, scan, test } from "./fixtures.ts";
import { PRESS_MS, person } from "./keystroke-model.ts";

/** Opening the phone, scanning, approving. */
const PHONE_PRESSES = 3;
/** Three minutes for a new user, less the time of an idle machine. */
const LIMIT_MS = 180_000;
/** Measured: 20 s on two free cores. The delay of a busy machine is irrelevant to the set-up. */
const MACHINE_MS = 20_000;

test("a new user takes the first payment within three minutes of the first start, through the wizard @thorough", async ({
  page: own,
  desktop,
}) => {
  const startedAt = performance.now();
  using folder = temporaryFolder();
  await using shop = await openEmptyTill(own, folder.path, desktop);
  const { counter: page } = shop;
  const stranger = person(page);
  const card = page.getByRole("main");
  await stranger.reads(page.getByTestId("welcome"));
  await stranger.presses(page.getByRole("button", { name: "Set up this till" }));
  await stranger.presses(page.getByText("Play money on this machine", { exact: true }));
  await stranger.reads(card);
  await stranger.presses(page.getByRole("button", { name: "Next", exact: true }));
  await stranger.reads(page.getByTestId("setup-till"));
  await stranger.presses(page.getByRole("button", { name: "Next", exact: true }));
  await stranger.reads(page.getByTestId("setup-owner"));
  await stranger.types(page.getByLabel("PIN", { exact: true }), OWNER_PIN);
  await stranger.types(page.getByLabel("Repeat PIN"), OWNER_PIN);
  await stranger.presses(page.getByRole("button", { name: "Next", exact: true }));
  await tested(page);
  for (const name of ["credentials", "clock", "pos", "shortlink", "callback"])
    await expect(page.getByTestId(`test-${name}`)).toHaveAttribute("data-state", "ok");
  // For a passed test the user reads its name and result; the sentence is for a failed one.
  await stranger.reads(page.getByTestId("setup-test").locator("header"));
  for (const row of await page.getByTestId("test-outcome").all()) await stranger.reads(row);
  await stranger.presses(page.getByRole("button", { name: "Finish", exact: true }));
  await expect(page.getByRole("heading", { name: /^Ready, / })).toBeVisible();
  await stranger.reads(page.getByTestId("setup-done"));
  await stranger.presses(page.getByRole("button", { name: "Take the first payment" }));
  await stranger.pressesAll([..."14900"].map((digit) => page.getByRole("button", { name: digit, exact: true })));
  await stranger.presses(page.getByRole("button", { name: /^Charge 149,00/ }));
  await expect(page.getByTestId("qr")).toBeVisible();
  await stranger.reads(page.getByRole("main"));
  // The customer is the same user, with the demo's phone: presses by these helpers are counted here.
  await scan(shop);
  await stranger.reads((await shop.phone()).locator("body"));
  await approve(shop);
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  const machineMs = performance.now() - startedAt;
  const peopleMs = stranger.tookMs() + PHONE_PRESSES * PRESS_MS;
  const summary = `${Math.round(peopleMs / 1000)} s of reading, thinking, typing; ${Math.round(machineMs / 1000)} s of machine`;
  test.info().annotations.push({ type: "first payment", description: summary });
  expect(peopleMs + MACHINE_MS, summary).toBeLessThan(LIMIT_MS);
});

/**
 * A user of a form reads its heading, the chosen option and the filled fields, and skips the rest. The service's
 * details are open next to the till and are copied from there. Time on the service's own page, where the user registers
 * the key, is not the till's and is not counted.
 */
test("a new user takes the first payment within three minutes with their own service, too @thorough", async ({
  page: own,
  desktop,
}) => {
  using folder = temporaryFolder();
  await using sandbox = await startSandboxProcess(join(folder.path, "service"));
  const startedAt = performance.now();
  await using shop = await openEmptyTill(own, join(folder.path, "till"), desktop);
  const { counter: page } = shop;
  const stranger = person(page);
  const press = (name: string | RegExp) => stranger.presses(page.getByRole("button", { name, exact: true }));
  const box = (name: string) => page.getByRole("textbox", { name, exact: true });
  /** A field with its label and hint. */
  const field = (name: string) =>
    page
      .locator("div")
      .filter({ has: box(name) })
      .last();
  const begins = async (step: string) => {
    const header = page.getByTestId(`setup-${step}`).locator("header");
    await stranger.reads(header.getByRole("heading"));
    const intro = header.locator(":scope > p");
    if ((await intro.count()) > 0) await stranger.reads(intro);
  };
  const pastes = async (name: string, text: string) => {
    await stranger.reads(field(name));
    await stranger.pastes(box(name), text);
  };
  const chooses = async (title: string) => {
    const choice = page.locator("label").filter({ hasText: title });
    await stranger.reads(choice);
    await stranger.presses(choice);
  };
  await stranger.reads(page.getByTestId("welcome").getByRole("heading"));
  await stranger.reads(page.getByRole("button", { name: /^Set up this till/ }));
  await press(/^Set up this till/);
  await begins("service");
  await chooses("Your payment service");
  await pastes("Service address", sandbox.url);
  await pastes("Merchant ID", sandbox.merchant);
  await stranger.reads(field("User"));
  await stranger.types(box("User"), "till-7");
  // The key lets the till verify notifications.
  await press(/^Advanced/);
  await pastes("The service's public key", sandbox.publicKey);
  await press("Next");
  await begins("credentials");
  const key = page.getByRole("region", { name: "With a key" });
  await stranger.reads(key.locator("p").first());
  await press("Create a key");
  await expect(page.getByTestId("public-key")).toBeVisible();
  await stranger.reads(key.locator("p").first());
  await press("Save as PEM");
  await sandbox.register("till-7", (await page.getByTestId("public-key").textContent()) ?? "");
  await press("Next");
  await begins("till");
  await press("Next");
  await begins("callbacks");
  await chooses("Push notifications");
  await stranger.reads(field("Listening address"));
  // A person would accept the suggested address; a test takes any free port.
  await box("Listening address").fill("127.0.0.1:0");
  await press("Send a test notification");
  await expect(page.getByTestId("test-callback")).toContainText("A genuine notification arrived");
  await stranger.reads(page.getByTestId("test-callback"));
  await press("Next");
  await begins("owner");
  for (const name of ["PIN", "Repeat PIN"]) {
    await stranger.reads(field(name));
    await stranger.types(box(name), OWNER_PIN);
  }
  await press("Next");
  await tested(page);
  for (const name of ["credentials", "clock", "pos", "shortlink", "callback"])
    await expect(page.getByTestId(`test-${name}`)).toHaveAttribute("data-state", "ok");
  await begins("test");
  for (const row of await page.getByTestId("test-outcome").all()) await stranger.reads(row);
  await press("Finish");
  await expect(page.getByRole("heading", { name: /^Ready, / })).toBeVisible();
  // A local http service moves no real money, and the till shows that.
  await expect(page.getByTestId("setup-done")).toContainText("No real money moves.");
  await stranger.reads(page.getByTestId("setup-done"));
  await press("Take the first payment");
  await expect(page.getByTestId("environment")).toContainText("Test – no real money moves");
  await stranger.pressesAll(
    ["1", "4", "9", "00"].map((digit) => page.getByRole("button", { name: digit, exact: true })),
  );
  await press(/^Charge 149,00/);
  await expect(page.getByTestId("qr")).toBeVisible();
  await stranger.reads(page.getByRole("main"));
  const hand = phoneOf(sandbox);
  await hand.scan(await readQr(page));
  const { tid } = await hand.request();
  await hand.approve(tid);
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect(await shop.till.call("terminal.get", {})).toMatchObject({ value: { environment: "test", setup: "done" } });
  const machineMs = performance.now() - startedAt;
  const peopleMs = stranger.tookMs() + PHONE_PRESSES * PRESS_MS;
  const summary = `${Math.round(peopleMs / 1000)} s of reading, thinking, typing; ${Math.round(machineMs / 1000)} s of machine`;
  test.info().annotations.push({ type: "first payment at a service of one's own", description: summary });
  expect(peopleMs + MACHINE_MS, summary).toBeLessThan(LIMIT_MS);
});
