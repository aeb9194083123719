/** A manager's day, from the first name at the till to the journal that proves it. */
import type { Locator, Page } from "@playwright/test";
import { approve, enterPin, expect, key, pay, type Shop, scan, test } from "./fixtures.ts";
import { beginRefund } from "./refund-steps.ts";

const OWNER_PIN = "274951";
const KARI = { name: "Kari", pin: "702914" };
const OLA = { name: "Ola", pin: "4821" };

/** Enters the PIN that opens a section of the settings or the reports. */
async function pass(counter: Page, pin: string): Promise<void> {
  const gate = counter.getByTestId("settings-gate");
  await enterPin(gate, pin);
  await expect(gate).toHaveCount(0);
}

async function addPerson(counter: Page, name: string, role: string, pin: string): Promise<void> {
  await counter.getByRole("button", { name: "Add person" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog
    .getByRole("radio", { name: role })
    .or(dialog.getByRole("button", { name: role }))
    .first()
    .click();
  await dialog.getByLabel("PIN").fill(pin);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(counter.getByRole("button", { name: `Edit ${name}` })).toBeVisible();
}

/** Adds the staff as the owner, and requires sign-in. */
async function staffTheShop({ counter }: Shop, cashierLimit: string | null = null): Promise<void> {
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "People" }).click();
  await pass(counter, OWNER_PIN);
  await addPerson(counter, KARI.name, "Manager", KARI.pin);
  await addPerson(counter, OLA.name, "Cashier", OLA.pin);
  await expect(counter.getByRole("button", { name: "Save rules" })).toBeDisabled();
  await counter.getByText("Require sign-in before taking payments").click();
  await counter.getByRole("button", { name: "Save rules" }).click();
  await expect(counter.getByText("The rules are active.")).toBeVisible();
  // The unsaved text is not active.
  await counter.getByLabel("Auto-lock after (minutes)").fill("7");
  await expect(counter.getByText("The rules are active.")).toHaveCount(0);
  await counter.getByRole("button", { name: "Save rules" }).click();
  await expect(counter.getByText("The rules are active.")).toBeVisible();
  if (cashierLimit !== null) await limitCashiers(counter, cashierLimit);
  await counter.keyboard.press("F2");
}

/** Sets the cashiers' refund limit per payment as the owner. */
async function limitCashiers(counter: Page, limit: string): Promise<void> {
  await counter.getByRole("button", { name: "Edit Cashier" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByText("Up to…").click();
  await dialog.getByLabel("Refund limit per payment").fill(limit);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
}

async function signIn(counter: Page, { name, pin }: { name: string; pin: string }): Promise<void> {
  const lock = counter.getByTestId("lock");
  await lock.getByRole("button", { name: new RegExp(name) }).click();
  await key(counter, pin);
  await lock.getByRole("button", { name: "Sign in" }).click();
  await expect(lock).toHaveCount(0);
}

async function sale(shop: Shop, digits: string, kind: "Sale" | "Reserve" = "Sale"): Promise<void> {
  await pay(shop, digits, kind);
  await shop.counter.bringToFront();
  await shop.counter.getByRole("button", { name: "New sale" }).click();
}

async function openReport({ counter }: Shop, name: string): Promise<void> {
  await counter.keyboard.press("F6");
  await counter.getByRole("tab", { name, exact: true }).click();
}

/** Returns a figure of the shown report. */
function figure(counter: Page, label: string) {
  return counter.getByTestId("report").locator("dt", { hasText: label }).first().locator("xpath=following-sibling::dd");
}

test("a manager's day: names, sales, a reservation, a refund, X, reconciliation, Z and a valid journal @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await staffTheShop(shop);
  await signIn(counter, OLA);
  for (const digits of ["14900", "8900", "25000"]) await sale(shop, digits);
  await sale(shop, "120000", "Reserve");

  await test.step("a reservation is renewed by a manager's PIN, and captured", async () => {
    await counter.keyboard.press("F4");
    await counter.getByRole("row").nth(1).getByRole("checkbox").click({ force: true });
    await counter.getByRole("button", { name: "Renew…" }).click();
    const dialog = counter.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Renew" }).click();
    await enterPin(dialog, KARI.pin);
    await expect(dialog).toHaveCount(0);
    await counter.getByRole("row").nth(1).getByText("1 200,00 kr").click();
    await counter.getByRole("button", { name: /^Capture/ }).click();
    await counter
      .getByRole("dialog")
      .getByRole("button", { name: /^Capture/ })
      .last()
      .click();
    await expect(counter.getByTestId("payment").getByText("Paid").first()).toBeVisible();
  });

  await test.step("a refund is approved in place: Ola stays signed in", async () => {
    const dialog = await beginRefund(counter, "149,00");
    await enterPin(dialog, KARI.pin);
    await dialog.getByRole("button", { name: "Use a button instead" }).click();
    await dialog.getByRole("button", { name: "Yes, refund 149,00 kr" }).click();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(counter.getByRole("button", { name: /Signed in: Ola/ })).toBeVisible();
  });

  await test.step("the X contains every figure", async () => {
    await openReport(shop, "Today");
    await expect(counter.getByTestId("settings-gate")).toContainText("This signs Ola out.");
    await pass(counter, KARI.pin);
    await expect(counter.getByTestId("opened-by")).toContainText("Kari");
    await expect(counter.getByTestId("headline")).toContainText("1 539,00");
    await counter.getByRole("button", { name: "X report" }).click();
    await expect(figure(counter, "Sales")).toHaveText("1 688,00 kr4 sales");
    await expect(figure(counter, "Refunded")).toHaveText("149,00 kr1 refund");
    await expect(figure(counter, "Net")).toHaveText("1 539,00 kr");
    await expect(counter.getByTestId("report").getByRole("row", { name: /Ola/ })).toContainText("1 688,00 kr");
  });

  await test.step("the day is compared with the service and closed as Z 1", async () => {
    await openReport(shop, "Close the day");
    await counter.getByRole("button", { name: "Reconcile now" }).click();
    await expect(counter.getByText("All 4 payments match.")).toBeVisible();
    await counter.getByRole("button", { name: "Use a button instead" }).click();
    await counter.getByRole("button", { name: "Yes, close the day" }).click();
    const ending = counter.getByTestId("day-closed");
    await expect(ending.getByRole("status")).toContainText("1 539,00");
    await expect(ending.getByText("All 4 payments match.")).toBeVisible();
    await ending.getByRole("button", { name: "Show report" }).click();
    await expect(counter.getByRole("heading", { name: /^Z 1/ })).toBeVisible();
    await expect(figure(counter, "Net")).toHaveText("1 539,00 kr");
    await expect(counter.getByTestId("report")).toContainText("the chain is intact");
    await expect(counter.getByTestId("report")).toContainText("closed by Kari");
    await counter.getByRole("button", { name: "Back", exact: true }).click();
    await expect(counter.getByTestId("z-1")).toBeVisible();
  });

  await test.step("the books are exported, and the journal is valid", async () => {
    await openReport(shop, "Export");
    await counter.getByRole("button", { name: "Today", exact: true }).click();
    await counter.getByRole("button", { name: "Create export" }).click();
    await expect(counter.getByText("The export is ready.")).toBeVisible();
    await openReport(shop, "Journal");
    await counter.getByRole("button", { name: "Verify chain" }).click();
    await expect(counter.getByTestId("chain").getByRole("status")).toContainText("The chain is intact");
  });

  await test.step("leaving signs Kari out and asks for Ola, the previous user; Ctrl+L locks for every user", async () => {
    await counter.keyboard.press("F2");
    await expect(counter.getByTestId("lock").getByLabel("Ola's PIN")).toBeFocused();
    await counter.keyboard.type(OLA.pin);
    await counter.keyboard.press("Enter");
    await expect(counter.getByRole("button", { name: /Signed in: Ola/ })).toBeVisible();
    await counter.keyboard.press("Control+l");
    await signIn(counter, KARI);
    await expect(counter.getByRole("button", { name: /Signed in: Kari/ })).toBeVisible();
  });
});

test("the lock never hides a payment in progress, and reports a wrong PIN @thorough", async ({ shop }) => {
  const { counter } = shop;
  await staffTheShop(shop);
  const lock = counter.getByTestId("lock");
  await lock.getByRole("button", { name: /Ola/ }).click();
  await counter.keyboard.type("9999");
  await counter.keyboard.press("Enter");
  await expect(lock.getByText("Wrong PIN. 4 tries left.")).toBeVisible();
  await counter.keyboard.type(OLA.pin);
  await counter.keyboard.press("Enter");
  await expect(lock).toHaveCount(0);
  await key(counter, "4900");
  await counter.getByRole("button", { name: /^Charge \d/ }).click();
  await expect(counter.getByTestId("qr")).toBeVisible();
  await counter.keyboard.press("Control+l");
  await expect(counter.getByTestId("locked-counter")).toContainText("The till is locked. This payment continues.");
  await expect(counter.getByTestId("qr")).toBeVisible();
  // A locked till gives access to no screen, list or link.
  for (const screen of ["F3", "F4", "F6", "/"]) {
    await counter.keyboard.press(screen);
    await expect(counter.getByTestId("qr")).toBeVisible();
  }
  await expect(counter.getByRole("navigation")).toHaveCount(0);
  await expect(counter.getByRole("searchbox")).toHaveCount(0);
  await scan(shop);
  await approve(shop);
  await counter.bringToFront();
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(counter.getByTestId("locked-counter")).toContainText("The till is locked.");
  await expect(counter.getByTestId("locked-counter")).not.toContainText("continues");
  await counter.getByRole("button", { name: "New sale" }).click();
  await expect(lock).toBeVisible();
});

test("the lock closes a refund dialog, and the next user starts afresh @thorough", async ({ shop }) => {
  const { counter } = shop;
  await staffTheShop(shop);
  await signIn(counter, OLA);
  await sale(shop, "29000");
  await counter.keyboard.press("F3");
  await counter.getByRole("row").filter({ hasText: "290,00" }).click();
  await counter.getByRole("button", { name: "Refund…" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByText("Part of it", { exact: true }).click();
  await dialog.getByLabel("Amount", { exact: true }).fill("33");
  await dialog.getByText("Charged twice").click();
  await counter.keyboard.press("Control+l");
  await expect(dialog).toHaveCount(0);
  await signIn(counter, KARI);
  await expect(counter.getByRole("dialog")).toHaveCount(0);
  await expect(counter.getByTestId("total")).toContainText("0,00");
  await counter.keyboard.press("F3");
  await expect(counter.getByTestId("payment")).toHaveCount(0);
});

test("F3 moves to the search of Payments, and Tab reaches Refund @thorough", async ({ shop }) => {
  const { counter } = shop;
  await sale(shop, "14900");
  await counter.keyboard.press("F3");
  const search = counter.getByRole("searchbox", { name: "Search payments" });
  await expect(search).toBeFocused();
  await counter.keyboard.press("Escape");
  await expect(counter.getByTestId("total")).toBeVisible();
  await counter.keyboard.press("F3");
  // At the speed of a user who knows the search term.
  await counter.keyboard.type("14900", { delay: 60 });
  await expect(search).toHaveValue("14900");
  await expect(search).toBeFocused();
  await search.fill("");
  const refund = counter.getByRole("button", { name: "Refund…" });
  for (let tabs = 0; tabs < 4; tabs += 1) await counter.keyboard.press("Tab");
  await counter.keyboard.press("Enter");
  await expect(refund).toBeVisible();
  await counter.keyboard.press("Tab");
  await counter.keyboard.press("Tab");
  await expect(refund).toBeFocused();
});

test("tells a cashier that their limit is used up, and continues with a manager's PIN @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  await staffTheShop(shop, "50");
  await signIn(counter, OLA);
  await sale(shop, "10000");
  await counter.keyboard.press("F3");
  await counter.getByRole("row").filter({ hasText: "100,00" }).click();
  const dialog = counter.getByRole("dialog");
  const refund = async (amount: string) => {
    await counter.getByRole("button", { name: "Refund…" }).click();
    await dialog.getByText("Part of it", { exact: true }).click();
    await dialog.getByLabel("Amount", { exact: true }).fill(amount);
    await expect(dialog.getByTestId("refund-missing")).toContainText("the reason");
    await dialog.getByText("Goods returned").click();
  };
  const press = async () => {
    await dialog.getByRole("button", { name: "Use a button instead" }).click();
    await dialog.getByRole("button", { name: /^Yes, refund/ }).click();
  };
  await refund("40");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByLabel(/PIN/)).toHaveCount(0);
  await press();
  await expect(dialog.getByText("Refunded 40,00 kr")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await refund("20");
  await expect(dialog.getByTestId("refund-missing")).toHaveText("");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await enterPin(dialog, KARI.pin);
  await press();
  await expect(dialog.getByText("Refunded 20,00 kr")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  expect(await till.call("terminal.get", {})).toMatchObject({ value: { staff: { name: "Ola" } } });
});

test("tells a manager who needs no PIN about errors, and asks for one when main requires it @thorough", {
  tag: "@browser",
}, async ({ shop }) => {
  const { counter } = shop;
  await staffTheShop(shop);
  await signIn(counter, KARI);
  await sale(shop, "120000", "Reserve");
  await counter.keyboard.press("F4");
  await counter.getByRole("row").nth(1).getByRole("checkbox").click({ force: true });
  await counter.getByRole("button", { name: "Release…" }).click();
  const dialog = counter.getByRole("alertdialog");
  const answer = async (code: string) => {
    // Two people at two tills of one shop act within milliseconds: here the test simulates main's response to that.
    const error = { code, message: code, retryable: false, details: {} };
    const once = { times: 1 };
    await counter.route("**/bridge/reservation.bulk", (route) => route.fulfill({ json: { ok: false, error } }), once);
    await dialog.getByRole("button", { name: /^Release/ }).click();
  };
  await expect(dialog.getByLabel(/PIN/)).toHaveCount(0);
  await answer("conflict");
  const problem = dialog.getByTestId("command-problem");
  await expect(problem).toContainText("Something else changed this at the same time. No money moved by this attempt.");
  await expect(problem).toContainText("Check the current state, then decide again.");
  await expect(dialog.getByLabel(/PIN/)).toHaveCount(0);
  await answer("not_allowed");
  await expect(problem).toContainText("This needs a manager. No money moved.");
  await enterPin(dialog, OWNER_PIN);
  await expect(dialog).toHaveCount(0);
  await expect(counter.getByText("Nothing is reserved")).toBeVisible();
});

test("Escape loses no changes to a person, a role or the rules behind them @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  await till.call("staff.signIn", { pin: OWNER_PIN });
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  await counter.getByRole("tab", { name: "People" }).click();
  await counter.getByLabel("Auto-lock after (minutes)").fill("7");
  const dialog = counter.getByRole("dialog");
  const asks = counter.getByRole("alertdialog", { name: "Discard your changes?" });
  for (const [open, change] of [
    ["Add person", () => dialog.getByLabel("Name").fill("Kari")],
    ["Edit Owner", () => dialog.getByLabel(/PIN/).fill("1")],
    ["New role", () => dialog.getByLabel("Name").fill("Runner")],
    ["Edit Cashier", () => dialog.getByText("Up to…").click()],
  ] as const) {
    await counter.getByRole("button", { name: open }).click();
    await counter.keyboard.press("Escape");
    await expect(dialog, open).toHaveCount(0);
    await counter.getByRole("button", { name: open }).click();
    await change();
    await counter.keyboard.press("Escape");
    await asks.getByRole("button", { name: "Keep editing" }).click();
    await dialog.getByRole("button", { name: "Close" }).click();
    await asks.getByRole("button", { name: "Discard" }).click();
    await expect(dialog, open).toHaveCount(0);
  }
  await counter.keyboard.press("F2");
  await asks.getByRole("button", { name: "Keep editing" }).click();
  // Leaving both forms asks once.
  await counter.getByRole("button", { name: "Add person" }).click();
  await dialog.getByLabel("Name").fill("Kari");
  await counter.keyboard.press("F2");
  await asks.getByRole("button", { name: "Discard" }).click();
  await expect(counter.getByTestId("total")).toBeVisible();
});

test.describe("a manager by touch only", () => {
  test.use({ hasTouch: true });

  test("opens a section and makes a partial refund with the on-screen keyboard @thorough", { tag: "@browser" }, async ({
    shop,
  }) => {
    const { counter } = shop;
    await sale(shop, "10000");
    await counter.getByRole("navigation").getByRole("button", { name: "Reports" }).tap();
    const tap = async (box: Locator, text: string) => {
      for (const sign of text) await box.getByRole("button", { name: sign, exact: true }).tap();
    };
    const gate = counter.getByTestId("settings-gate");
    await tap(gate, "27497");
    await gate.getByRole("button", { name: "Delete" }).tap();
    // All PINs have six digits here: the sixth opens it.
    await tap(gate, "51");
    await expect(counter.getByTestId("opened-by")).toContainText("Owner");
    await counter.getByRole("button", { name: "Sign out", exact: true }).tap();
    await expect(counter.getByRole("button", { name: "Sign in or switch user" })).toBeVisible();
    await counter.getByRole("navigation").getByRole("button", { name: "Payments" }).tap();
    await counter.getByRole("row").filter({ hasText: "100,00" }).tap();
    await counter.getByRole("button", { name: "Refund…" }).tap();
    const dialog = counter.getByRole("dialog");
    await dialog.getByText("Part of it", { exact: true }).tap();
    // As at the counter: minor units first.
    await tap(dialog, "3050");
    await expect(dialog.getByLabel("Amount", { exact: true })).toHaveValue("30,50");
    await dialog.getByText("Goods returned").tap();
    await dialog.getByRole("button", { name: "Continue" }).tap();
    await expect(dialog.getByTestId("refund-summary")).toContainText("30,50 kr");
    await tap(dialog, OWNER_PIN);
    await dialog.getByRole("button", { name: "Use a button instead" }).tap();
    await dialog.getByRole("button", { name: "Yes, refund 30,50 kr" }).tap();
    await expect(dialog.getByText("Refunded 30,50 kr")).toBeVisible();
  });
});
