/** An operator resolves vends with an unknown drop: Health lists them with their actions. */
import type { Page } from "@playwright/test";
import { enterPin, expect, test } from "./fixtures.ts";
import { MANAGER_PIN, openKiosk } from "./kiosk-shop.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";
import { still } from "./tour.ts";
import { openVends } from "./vend-list.ts";

async function openHealth(counter: Page): Promise<void> {
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  await counter.getByRole("tab", { name: "Health" }).click();
}

test("a finished vend is listed with its cause, products and money, until it is reviewed @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openVends(page, desktop, { over: 1 });
  const { counter, till } = shop;
  await till.call("staff.signIn", { pin: MANAGER_PIN });
  await openHealth(counter);
  await expect(counter.getByTestId("health-dispenser")).toContainText("Each is listed below with its reason");
  const card = counter.getByTestId("vend");
  await expect(card).toContainText("The machine reports that it does not know what dropped.");
  await expect(card).toContainText("2 × Cinnamon bun (A1), 1 × Apple juice (A3)");
  await expect(card).toContainText("0.00 captured");
  await expect(card).toContainText("143.00 released");
  await expect(card).toContainText("Your rule: do not charge");
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await card.getByRole("button", { name: "Open payment" }).click();
  await expect(counter.getByTestId("payment")).toBeVisible();
  await counter.getByRole("button", { name: "Back" }).first().click();
  // By keys alone.
  await card.getByRole("button", { name: "Mark as checked" }).press("Enter");
  const dialog = counter.getByRole("dialog");
  await expect(dialog).toContainText("Nothing is refunded");
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  const confirm = dialog.getByRole("button", { name: "Mark as checked" });
  await expect(confirm).toBeEnabled();
  await confirm.press("Enter");
  await expect(counter.getByTestId("vends")).toContainText("is marked as checked.");
  await expect(counter.getByTestId("vends")).toContainText("No vends to check.");
  expect(await till.call("vend.list", {})).toMatchObject({ value: { items: [] } });
});

test.describe("the vend list by touch on the smallest screen", () => {
  test.use({ hasTouch: true, viewport: { width: 800, height: 600 } });

  test("lists a failed slot with its reason, and an operator puts it back on sale @browser @thorough", async ({
    page,
    desktop,
  }) => {
    await using shop = await openVends(page, desktop, { over: 1 });
    const { counter, till } = shop;
    await till.call("staff.signIn", { pin: MANAGER_PIN });
    const looked = await till.call("vend.list", {});
    // Only the slots keep the machine's row open.
    for (const { posTid } of looked.ok ? looked.value.items : []) await till.call("vend.acknowledge", { posTid });
    await openHealth(counter);
    const cards = counter.getByTestId("off-sale");
    await expect(cards).toHaveCount(2);
    await expect(cards.first()).toContainText("Slot A1");
    await expect(cards.first()).toContainText("Cinnamon bun");
    await expect(cards.first()).toContainText("The machine reports that it does not know what dropped.");
    await still(counter);
    expect(await overflow(counter)).toEqual({ across: 0, down: 0, cut: [] });
    expect(await accessibilityViolations(counter)).toEqual([]);
    await cards.first().getByRole("button", { name: "Unblock" }).tap();
    const dialog = counter.getByRole("dialog");
    await expect(dialog).toContainText("Check the slot in the machine first.");
    await still(counter);
    expect(await accessibilityViolations(counter)).toEqual([]);
    await dialog.getByRole("button", { name: "Unblock" }).tap();
    await expect(cards).toHaveCount(1);
    await expect(counter.getByTestId("vends")).toContainText("Slot A1 is on sale again.");
    expect(await till.call("vend.slots", {})).toMatchObject({
      value: { slots: expect.arrayContaining([expect.objectContaining({ slot: "A1", state: "on_sale" })]) },
    });
  });
});

test("an operator puts a machine without blocked slots back in service @thorough", async ({ page, desktop }) => {
  await using shop = await openVends(page, desktop, { isStopped: true });
  const { counter, till } = shop;
  await till.call("staff.signIn", { pin: MANAGER_PIN });
  expect(await till.call("terminal.get", {})).toMatchObject({ value: { outOfService: ["dispenser"] } });
  await openHealth(counter);
  const back = counter.getByRole("button", { name: "Put back in service" });
  await back.click();
  const dialog = counter.getByRole("dialog");
  await expect(dialog).toContainText("did not report what dropped in two vends in a row");
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await dialog.getByRole("button", { name: "Put back in service" }).click();
  await expect(back).toHaveCount(0);
  expect(await till.call("terminal.get", {})).toMatchObject({ value: { outOfService: [] } });
});

test("an operator records what a silent machine dropped, and reads the effect before confirming @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openVends(page, desktop, { over: 0, isSilent: true });
  const { counter, till } = shop;
  await openHealth(counter);
  // A cashier sees the number; the details are for users who may decide.
  await enterPin(counter.getByTestId("settings-gate"), MANAGER_PIN);
  const card = counter.getByTestId("vend");
  await expect(card).toContainText("143.00 still reserved");
  await card.getByRole("button", { name: "Enter what dropped" }).click();
  const dialog = counter.getByRole("dialog");
  const consequence = dialog.getByTestId("consequence");
  await expect(consequence).toHaveText(/Nothing dropped: the customer pays nothing and .*143\.00 is released\./);
  await dialog.getByRole("button", { name: "Add one Cinnamon bun" }).click();
  await expect(consequence).toHaveText(/The customer pays .*49\.00 for what dropped, and .*94\.00 is released\./);
  await dialog.getByRole("button", { name: "Add one Cinnamon bun" }).click();
  await expect(dialog.getByRole("button", { name: "Add one Cinnamon bun" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Add one Apple juice" }).click();
  await expect(consequence).toHaveText(/Everything dropped: the customer pays .*143\.00\./);
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  // The machine was polled a moment ago: it must answer first, and no money moves.
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByTestId("command-problem")).toContainText("Nothing was changed");
  expect(await till.call("vend.list", {})).toMatchObject({ value: { items: [{ isOpen: true }] } });
});

test("a kiosk's operator exits by PIN, and finds the vends in Health @thorough", async ({ page, desktop }) => {
  await using kiosk = await openKiosk(page, desktop);
  const { screen } = kiosk;
  await expect(screen.getByTestId("kiosk-attract")).toBeVisible();
  await screen.keyboard.press("Control+Shift+F12");
  await enterPin(screen.getByRole("dialog"), MANAGER_PIN);
  await expect(screen.getByTestId("kiosk-attract")).toHaveCount(0);
  await openHealth(screen);
  await expect(screen.getByTestId("health-dispenser")).toContainText("No vending machine is set up.");
  await expect(screen.getByTestId("vends")).toHaveCount(0);
});

test("the vend list and its messages are in natural Norwegian @thorough", async ({ page, desktop }) => {
  await using shop = await openVends(page, desktop, { over: 1 });
  const { counter, till } = shop;
  await till.call("staff.signIn", { pin: MANAGER_PIN });
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  await counter.getByRole("radio", { name: "Norsk" }).click();
  await counter.getByRole("tab", { name: "Helse" }).click();
  const card = counter.getByTestId("vend");
  await expect(card).toContainText("Automaten melder at den ikke vet hva som kom ut.");
  await expect(card).toContainText("2 × Kanelbolle (A1), 1 × Eplemost (A3)");
  await expect(card).toContainText("Din regel: ikke ta betalt");
  await card.getByRole("button", { name: "Marker som sjekket" }).click();
  await expect(counter.getByRole("dialog")).toContainText("Ingenting refunderes");
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
});

test("shows three vends, then 25 at a time, for any number and at every size @thorough", async ({ page, desktop }) => {
  await using shop = await openVends(page, desktop, { over: 500 });
  const { counter, till } = shop;
  await till.call("staff.signIn", { pin: MANAGER_PIN });
  await openHealth(counter);
  await expect(counter.getByTestId("vend")).toHaveCount(3);
  await expect(counter.getByRole("button", { name: "Show more" })).toHaveCount(0);
  await counter.getByRole("button", { name: "Show 22 more" }).click();
  await expect(counter.getByTestId("vend")).toHaveCount(25);
  await expect(counter.getByRole("button", { name: "Show 22 more" })).toHaveCount(0);
  for (const [width, height] of [
    [800, 600],
    [1080, 1920],
  ] as const) {
    await counter.setViewportSize({ width, height });
    await still(counter);
    expect(await overflow(counter)).toEqual({ across: 0, down: 0, cut: [] });
  }
  await counter.getByRole("button", { name: "Show more" }).click();
  await expect(counter.getByTestId("vend")).toHaveCount(50);
  await expect(counter.getByRole("button", { name: "Show more" })).toBeVisible();
});
