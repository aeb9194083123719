/** The lock screen: shop and time, people and keys, and sign-in by one touch and the digits. */
import type { Page } from "@playwright/test";
import { enterPin, expect, type Shop, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";

test.use({ hasTouch: true });

const OWNER_PIN = "274951";
const OLA_PIN = "702914";
/** The staff of a large shop, in addition to Ola and the owner. */
const OTHERS = [
  "815306 391748 604815 917362 528470 163958 749205 830471 461730 857093 318642 974160",
  "640287 502749 186395 739528 860714 493817 608243 371950 925084 147396 295186",
].flatMap((pins) => pins.split(" "));

async function lockUp({ till }: Shop, pins: readonly string[]): Promise<void> {
  await till.call("staff.signIn", { pin: OWNER_PIN });
  await till.call("staff.add", { name: "Ola Hansen", role: "cashier", pin: OLA_PIN });
  for (const pin of pins) await till.call("staff.add", { name: `Anne-Marie ${pin}`, role: "cashier", pin });
  await till.call("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
  await till.call("staff.signOut", {});
}

async function tapPin(counter: Page, pin: string): Promise<void> {
  const lock = counter.getByTestId("lock");
  for (const digit of pin) await lock.getByRole("button", { name: digit, exact: true }).tap();
}

test("shows the time, the shop and the connection, and signs Ola in with one touch and six digits @browser", async ({
  shop,
}) => {
  const { counter } = shop;
  await lockUp(shop, []);
  const lock = counter.getByTestId("lock");
  await expect(lock.getByText(/^\d\d:\d\d$/)).toBeVisible();
  await expect(lock.getByText("Kaffebaren Grünerløkka")).toBeVisible();
  await expect(lock.getByText("Counter 1")).toBeVisible();
  await expect(lock.getByRole("status").getByText("Online")).toBeVisible();
  // The name is chosen first: before that the PIN field and keys are disabled.
  await expect(lock.getByRole("heading", { name: "Tap your name" })).toBeVisible();
  await expect(lock.getByLabel("PIN", { exact: true })).toBeDisabled();
  await expect(lock.getByRole("button", { name: "1", exact: true })).toBeDisabled();
  expect(await accessibilityViolations(counter)).toEqual([]);
  await lock.getByRole("button", { name: /Ola Hansen/ }).tap();
  await tapPin(counter, OLA_PIN);
  await expect(lock).toHaveCount(0);
  await expect(counter.getByRole("button", { name: /Signed in: Ola Hansen/ })).toBeVisible();
});

test("the lock screen clears one person's wrong PIN when another person is touched @browser @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await lockUp(shop, []);
  const lock = counter.getByTestId("lock");
  await lock.getByRole("button", { name: /Ola Hansen/ }).tap();
  await tapPin(counter, "815306");
  await expect(lock.getByText("Wrong PIN. 4 tries left.")).toBeVisible();
  await lock.getByRole("button", { name: /^Owner/ }).tap();
  await expect(lock.getByText("Wrong PIN")).toHaveCount(0);
  await tapPin(counter, OWNER_PIN);
  await expect(lock).toHaveCount(0);
});

for (const [width, height] of [
  [800, 600],
  [1024, 600],
  [1080, 1920],
  [800, 1280],
] as const) {
  test(`shows every key with 25 people at ${width}×${height} @browser @thorough`, async ({ shop }) => {
    const { counter } = shop;
    await counter.setViewportSize({ width, height });
    await lockUp(shop, OTHERS);
    const lock = counter.getByTestId("lock");
    await expect(lock.getByRole("listitem")).toHaveCount(25);
    for (const key of ["1", "9", "0", "Sign in"])
      await expect(lock.getByRole("button", { name: key, exact: true })).toBeInViewport({ ratio: 1 });
    expect(await overflow(counter)).toMatchObject({ across: 0, down: 0 });
    // In portrait, the keys are within reach of a thumb.
    const nought = await lock.getByRole("button", { name: "0", exact: true }).boundingBox();
    if (height > width) expect(nought?.y).toBeGreaterThan(height * 0.7);
    await lock.getByRole("button", { name: /925084/ }).tap();
    await tapPin(counter, "925084");
    await expect(lock).toHaveCount(0);
  });
}

test("signs out a user who unlocked the settings when the window closes @browser @thorough", async ({
  shop,
  browser,
}) => {
  const { counter, till } = shop;
  await counter.keyboard.press("F6");
  await enterPin(counter.getByTestId("settings-gate"), OWNER_PIN);
  await expect(counter.getByTestId("opened-by").getByText("Owner").first()).toBeVisible();
  const isSignedOut = async () => {
    const terminal = await till.call("terminal.get", {});
    return terminal.ok && terminal.value.staff === null;
  };
  expect(await isSignedOut()).toBe(false);
  await counter.close({ runBeforeUnload: true });
  await expect.poll(isSignedOut).toBe(true);
  const again = await browser.newPage();
  await again.goto((await till.ready).href);
  await expect(again.getByTestId("total")).toBeVisible();
  await again.keyboard.press("F6");
  await expect(again.getByTestId("settings-gate")).toBeVisible();
});

test("arrows move between people, and the chosen one types their PIN @thorough", async ({ shop }) => {
  const { counter } = shop;
  await lockUp(shop, []);
  const lock = counter.getByTestId("lock");
  const people = lock.getByRole("listitem").getByRole("button");
  await expect(people).toHaveCount(2);
  // Codes scanned at a locked till choose no person, and do not count as a PIN.
  for (let scans = 0; scans < 2; scans += 1) {
    await counter.keyboard.type("7038010055720");
    await counter.keyboard.press("Enter");
  }
  await expect(lock.getByRole("button", { pressed: true })).toHaveCount(0);
  await expect(lock.getByText(/Wrong PIN/)).toHaveCount(0);
  await people.first().focus();
  await counter.keyboard.press("ArrowDown");
  await expect(people.last()).toBeFocused();
  await counter.keyboard.press("ArrowUp");
  await expect(people.first()).toBeFocused();
  const ola = lock.getByRole("button", { name: /Ola Hansen/ });
  // Pressing the same name again opens the PIN as the first press does.
  for (let presses = 0; presses < 2; presses += 1) {
    await ola.focus();
    await counter.keyboard.press("Enter");
    await expect(lock.getByLabel(/PIN/)).toBeFocused();
  }
  await counter.keyboard.type(OLA_PIN);
  await expect(counter.getByRole("button", { name: /Signed in: Ola Hansen/ })).toBeVisible();
});
