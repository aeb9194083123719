/** An owner sets up an unattended till: the machine and its test, the rule, the deposit, the restart. */
import { startFakeDispenser } from "../support/fake-dispenser.ts";
import { expect, type Shop, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";
import { still } from "./tour.ts";

async function openKioskSettings({ counter, till }: Shop): Promise<void> {
  await till.call("staff.signIn", { pin: "274951" });
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  await counter.getByRole("tab", { name: "Kiosk", exact: true }).click();
}

test("the owner tests a machine, saves it with its rule and a deposit, and it sells @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  await using machine = await startFakeDispenser();
  await openKioskSettings(shop);
  await expect(counter.getByText("This till is for staff.")).toBeVisible();
  await counter.getByRole("radio", { name: "Network" }).click();
  const address = counter.getByLabel("Address");
  await address.fill("http://shop.example/");
  await counter.getByRole("button", { name: "Test the machine" }).click();
  await expect(counter.getByText(/an http:\/\/ address on this machine or its local network/)).toBeVisible();
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await address.fill(machine.url);
  machine.faults.healthStatus = 503;
  await counter.getByRole("button", { name: "Test the machine" }).click();
  const outcome = counter.getByTestId("machine-test");
  await expect(outcome).toContainText("The vending machine reports that it cannot sell now");
  machine.faults.healthStatus = 204;
  await counter.getByRole("button", { name: "Test the machine" }).click();
  await expect(outcome).toContainText("The machine is ready to sell. Remember to save these settings.");
  await counter.getByLabel("Slot to test").fill("A1");
  await counter.getByRole("button", { name: "Test vend" }).click();
  await expect(outcome).toContainText(
    "One item dropped from slot A1. Nothing was charged. Remember to save these settings.",
  );
  machine.faults.reportBody = '{"state":"DONE"}';
  await counter.getByRole("button", { name: "Test vend" }).click();
  await expect(outcome).toContainText('The machine\'s report cannot be read: state (“"DONE"”).');
  machine.faults.reportBody = null;
  // The test result of one address does not apply to another.
  await address.press("End");
  await address.press("x");
  await expect(outcome).toHaveCount(0);
  await address.press("Backspace");
  await counter.getByRole("radio", { name: "Charge in full" }).click();
  await expect(counter.getByText("The customer pays for the whole order, even if items are missing.")).toBeVisible();
  await counter.getByText("Customers approve a deposit before they choose").click();
  await counter.getByRole("button", { name: "Save" }).click();
  await expect(counter.getByText("Enter an amount.")).toBeVisible();
  await counter.getByLabel("Deposit", { exact: true }).pressSequentially("20000");
  await counter.getByText("Stop selling when receipts cannot be printed").click();
  await counter.getByText("Restart every night").click();
  await counter.getByLabel("From").fill("25:00");
  await counter.getByRole("button", { name: "Save" }).click();
  await expect(counter.getByText("a time of day, like 02:00")).toBeVisible();
  await counter.getByLabel("From").fill("03:30");
  await counter.getByRole("button", { name: "Save" }).click();
  await expect(counter.getByText("Saved", { exact: true })).toBeVisible();
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  expect(await till.call("kiosk.get", {})).toMatchObject({
    value: {
      dispenser: { driver: "http", url: machine.url },
      unknownDrop: "capture",
      deposit: 20_000,
      receiptRequired: true,
      restartAt: "03:30",
    },
  });
  expect(await till.call("terminal.get", {})).toMatchObject({ value: { vending: { deposit: 20_000 } } });
  expect(machine.motor.size).toBe(2);
});

test("a changed form asks before it is left, and a cashier needs the owner's PIN @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  await counter.getByRole("tab", { name: "Kiosk", exact: true }).click();
  await expect(counter.getByTestId("settings-gate")).toBeVisible();
  await expect(counter.getByRole("button", { name: "Save" })).toHaveCount(0);
  await shop.till.call("staff.signIn", { pin: "274951" });
  await counter.getByRole("radio", { name: "Serial port" }).click();
  await counter.getByLabel("Baud rate").selectOption("19200");
  await counter.getByRole("tab", { name: "Products", exact: true }).click();
  await expect(counter.getByRole("alertdialog").or(counter.getByRole("dialog"))).toBeVisible();
});

const WORDS = {
  English: { serial: "Serial port", deposit: "Customers approve a deposit before they choose", save: "Save" },
  Norsk: { serial: "Seriell port", deposit: "Kundene godkjenner et depositum før de velger", save: "Lagre" },
} as const;

for (const [width, height, language] of [
  [800, 600, "English"],
  [800, 600, "Norsk"],
  [1024, 600, "English"],
  [1080, 1920, "Norsk"],
] as const) {
  test(`every control can be reached at ${width}x${height} (${language}) @thorough`, async ({ shop }) => {
    const { counter, till } = shop;
    const { serial, deposit, save } = WORDS[language];
    await counter.setViewportSize({ width, height });
    await till.call("staff.signIn", { pin: "274951" });
    await counter.getByRole("button", { name: "Settings", exact: true }).click();
    await counter.getByRole("radio", { name: language }).click();
    await counter.getByRole("tab", { name: "Kiosk", exact: true }).click();
    await counter.getByRole("radio", { name: serial }).click();
    await counter.getByText(deposit).click();
    await still(counter);
    expect(await overflow(counter)).toEqual({ across: 0, down: 0, cut: [] });
    expect(await accessibilityViolations(counter)).toEqual([]);
    const button = counter.getByRole("button", { name: save, exact: true });
    await button.scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport();
  });
}
