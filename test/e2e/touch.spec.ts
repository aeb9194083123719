/** A till without a keyboard: everything is done by touch, on the smallest screen, without scrolling. */
import type { Locator, Page } from "@playwright/test";
import { openCafe } from "./cafe.ts";
import { expect, pay, type Shop, test } from "./fixtures.ts";
import { refuseRefund } from "./service-faults.ts";
import { still } from "./tour.ts";

test.use({ hasTouch: true, viewport: { width: 800, height: 600 } });

const OWNER_PIN = "274951";

async function tap(box: Locator, text: string): Promise<void> {
  for (const sign of text) await box.getByRole("button", { name: sign, exact: true }).tap();
}

/** Checks that every control of the open dialog can be touched without scrolling. */
async function expectVisible(dialog: Locator): Promise<void> {
  await still(dialog.page());
  const outOfSight = await dialog.evaluate((box) =>
    [...box.querySelectorAll("button, label:has(input), input:not(label input)")].flatMap((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isWhole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      const isReached = [top + 2, bottom - 2].every((y) => {
        const hit = document.elementFromPoint((left + right) / 2, y);
        return hit !== null && (control.contains(hit) || hit.contains(control));
      });
      const name = control.getAttribute("aria-label") ?? control.textContent ?? "";
      return isWhole && isReached ? [] : [`${name} (${Math.round(top)}-${Math.round(bottom)})`];
    }),
  );
  expect(outOfSight).toEqual([]);
}

/** Checks that nothing scrolls, not even by a pixel: content clipped at an edge looks complete. */
async function expectNoScroll(box: Locator): Promise<void> {
  await expectVisible(box);
  const scrolled = await box.evaluate((root) =>
    [root, ...root.querySelectorAll("*")].flatMap((part) => {
      const scrolls = ["auto", "scroll"].includes(getComputedStyle(part).overflowY);
      return scrolls && part.scrollHeight > part.clientHeight
        ? [`${part.className}: ${part.scrollHeight} in ${part.clientHeight}`]
        : [];
    }),
  );
  expect(scrolled).toEqual([]);
}

async function speak(counter: Page, language: "en" | "nb"): Promise<void> {
  if (language === "en") return;
  await counter.getByRole("button", { name: "This window" }).tap();
  await counter.getByText("Norsk bokmål").tap();
  await counter.keyboard.press("Escape");
}

for (const language of ["en", "nb"] as const) {
  test(`a locked sign-in shows everything at 800×600 (${language}) @browser @thorough`, async ({ shop }) => {
    const { counter, till } = shop;
    await speak(counter, language);
    await till.call("staff.signIn", { pin: OWNER_PIN });
    const kari = await till.call("staff.add", { name: "Kari Nordmann", role: "manager", pin: "702914" });
    if (!kari.ok) throw new Error(kari.error.message);
    await till.call("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
    await till.call("staff.signOut", {});
    for (let tries = 0; tries < 5; tries += 1)
      await till.call("staff.signIn", { pin: "000000", person: kari.value.id });
    const lock = counter.getByTestId("lock");
    await lock.getByRole("button", { name: /Kari Nordmann/ }).tap();
    await expectNoScroll(lock);
    await tap(lock, "702914");
    await expect(lock.getByText(/ 0:[0-5]\d/)).toBeVisible();
    await expectNoScroll(lock);
  });

  test(`a partial refund is keyed in with everything visible at 800×600 (${language}) @browser @thorough`, async ({
    shop,
  }) => {
    const { counter } = shop;
    await openLongAmount(shop, language, "Sale");
    await counter.getByRole("button", { name: /^Refund…|^Refunder…/ }).tap();
    const dialog = counter.getByRole("dialog");
    await expectNoScroll(dialog);
    await dialog.getByText(/^(Part of it|En del)$/).tap();
    await expectNoScroll(dialog);
    // An amount above the maximum has its own message.
    await tap(dialog, "499501");
    await expectNoScroll(dialog);
    await dialog.getByRole("button", { name: /^(Delete the last digit|Slett siste siffer)$/ }).tap();
    await expectNoScroll(dialog);
    await dialog.getByText(/^(Goods returned|Varer levert tilbake)$/).tap();
    await expectNoScroll(dialog);
    await dialog.getByText(/^(Other|Annet)$/).tap();
    await expectVisible(dialog);
  });
}

test("sets an export's dates with the on-screen keyboard @browser @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  await till.call("staff.signIn", { pin: OWNER_PIN });
  await counter.getByRole("navigation").getByRole("button", { name: "Reports" }).tap();
  await counter.getByRole("tab", { name: "Export" }).tap();
  const keyboard = counter.getByTestId("screen-keyboard");
  const from = counter.getByRole("group", { name: "From" });
  const [day, month, year] = ["day, ", "month, ", "year, "].map((name) => from.getByRole("spinbutton", { name }));
  if (!day || !month || !year) throw new Error("no parts");
  await day.tap();
  await expect(keyboard).toHaveAttribute("data-page", "digits");
  // A complete part moves the focus to the next, and the keys stay.
  await expect(day).toBeInViewport({ ratio: 1 });
  await tap(keyboard, "24");
  await expect(month).toBeFocused();
  await tap(keyboard, "12");
  await expect(year).toBeFocused();
  await tap(keyboard, "2025");
  await expect(day).toHaveAttribute("aria-valuenow", "24");
  await expect(month).toHaveAttribute("aria-valuenow", "12");
  await expect(year).toHaveAttribute("aria-valuenow", "2025");
  await year.tap();
  await keyboard.getByRole("button", { name: "Delete" }).tap();
  await tap(keyboard, "4");
  await expect(year).toHaveAttribute("aria-valuenow", "2024");
  await keyboard.getByRole("button", { name: "Hide the keyboard" }).tap();
  await expect(keyboard).toHaveCount(0);
});

/** Opens a payment with the longest possible amount: its texts must fit, too. */
async function openLongAmount(shop: Shop, language: "en" | "nb", kind: "Sale" | "Reserve"): Promise<void> {
  const { counter } = shop;
  await pay(shop, "499500", kind);
  await counter.bringToFront();
  await counter.getByRole("button", { name: "New sale" }).tap();
  await speak(counter, language);
  await counter.keyboard.press("F3");
  await counter
    .getByRole("row")
    .filter({ hasText: /4.995,00/ })
    .tap();
}

async function refundOf(shop: Shop): Promise<Locator> {
  const { counter } = shop;
  await pay(shop, "10000");
  await counter.bringToFront();
  await counter.getByRole("button", { name: "Open payment" }).tap();
  await counter.getByRole("button", { name: "Refund…" }).tap();
  return counter.getByRole("dialog");
}

for (const size of [
  { width: 800, height: 600 },
  { width: 1024, height: 600 },
]) {
  test(`a partial refund shows each step at ${size.width}×${size.height} @browser @thorough`, async ({ shop }) => {
    const { counter } = shop;
    await counter.setViewportSize(size);
    const dialog = await refundOf(shop);
    await expectVisible(dialog);
    await dialog.getByText("Part of it", { exact: true }).tap();
    await dialog.getByText("Goods returned").tap();
    // As at the counter: minor units first.
    await tap(dialog, "3050");
    await expect(dialog.getByLabel("Amount", { exact: true })).toHaveValue("30,50");
    await expectVisible(dialog);
    await dialog.getByRole("button", { name: "Continue" }).tap();
    await expectVisible(dialog);
    await tap(dialog, OWNER_PIN);
    await expectVisible(dialog);
    await dialog.getByRole("button", { name: "Use a button instead" }).tap();
    await dialog.getByRole("button", { name: "Yes, refund 30,50 kr" }).tap();
    await expect(dialog.getByText("Refunded 30,50 kr")).toBeVisible();
  });
}

for (const language of ["en", "nb"] as const) {
  test(`a partial capture and the release of the rest fit at 800×600 (${language}) @browser @thorough`, async ({
    shop,
  }) => {
    const { counter } = shop;
    const dialog = counter.getByRole("dialog");
    await openLongAmount(shop, language, "Reserve");
    await counter.getByRole("button", { name: /^(Capture|Trekk)…/ }).tap();
    await expectNoScroll(dialog);
    await dialog.getByRole("radio", { name: /^(Part of it|En del)$/ }).tap();
    await expectNoScroll(dialog);
    await tap(dialog, "499501");
    await expectNoScroll(dialog);
    await dialog.getByRole("button", { name: /^(Clear|Nullstill)$/ }).tap();
    await tap(dialog, "5000");
    await expectNoScroll(dialog);
    await dialog.getByRole("button", { name: /^(Capture|Trekk) 50,00/ }).tap();
    await expect(counter.getByTestId("payment").getByText(/^(of|av) 4.995,00/)).toBeVisible();
    await counter.getByRole("button", { name: /^(Release|Frigi)…/ }).tap();
    const confirm = counter.getByRole("alertdialog");
    await expectNoScroll(confirm);
    await confirm.getByRole("button", { name: /^(Release|Frigi) 4.945,00/ }).tap();
    await expect(confirm).toHaveCount(0);
  });
}

test("discards a stuck request with a listed reason, without typing @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  await refuseRefund(shop);
  await counter.getByRole("button", { name: "Discard…" }).first().tap();
  const dialog = counter.getByRole("dialog");
  await expectVisible(dialog);
  await dialog.getByText("Requested by mistake").tap();
  await dialog.getByRole("button", { name: "Discard" }).tap();
  await expectVisible(dialog);
  await tap(dialog, OWNER_PIN);
  await expect(dialog).toHaveCount(0);
  await expect(counter.getByTestId("payment")).toContainText("Requested by mistake");
});

test("adds a person with the on-screen keyboard, in letters and digits @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  await shop.till.call("staff.signIn", { pin: OWNER_PIN });
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).tap();
  await counter.getByRole("tab", { name: "People" }).tap();
  await counter.getByRole("button", { name: "Add person" }).tap();
  const dialog = counter.getByRole("dialog");
  await expectVisible(dialog);
  const keyboard = counter.getByTestId("screen-keyboard");
  await dialog.getByLabel("Name").tap();
  await tap(keyboard, "Kari");
  await keyboard.getByRole("button", { name: "Space" }).tap();
  await keyboard.getByRole("button", { name: "Shift" }).tap();
  await tap(keyboard, "Nx");
  await keyboard.getByRole("button", { name: "Delete" }).tap();
  await expect(dialog.getByLabel("Name")).toHaveValue("Kari N");
  await expect(dialog.getByLabel("Name")).toBeInViewport({ ratio: 1 });
  // Moving directly between fields keeps the keys, which now type into the new field.
  await dialog.getByLabel("PIN").tap();
  await expect(keyboard).toHaveAttribute("data-page", "digits");
  await expect(dialog.getByLabel("PIN")).toBeFocused();
  // A touch outside of the fields works, although the keys close.
  await dialog.getByRole("radio", { name: "Manager" }).tap();
  await expect(dialog.getByRole("radio", { name: "Manager" })).toBeChecked();
  await expect(keyboard).toHaveCount(0);
  await dialog.getByLabel("PIN").tap();
  await expect(dialog.getByLabel("PIN")).toBeInViewport({ ratio: 1 });
  await tap(keyboard, "702914");
  await keyboard.getByRole("button", { name: "Enter" }).tap();
  await expect(counter.getByRole("button", { name: "Edit Kari N" })).toBeVisible();
  await expect(keyboard).toHaveCount(0);
});

test("a real keyboard or a mouse shows no on-screen keyboard @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.getByRole("navigation").getByRole("button", { name: "Payments" }).tap();
  const search = counter.getByRole("searchbox", { name: "Search payments" });
  await search.click();
  await expect(counter.getByTestId("screen-keyboard")).toHaveCount(0);
  await search.tap();
  await expect(counter.getByTestId("screen-keyboard")).toBeVisible();
  await counter.keyboard.type("4");
  await expect(counter.getByTestId("screen-keyboard")).toHaveCount(0);
  await expect(search).toHaveValue("4");
});

test("disables the keys during a PIN lockout, and shows its remaining time @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  for (let tries = 0; tries < 5; tries += 1) await shop.till.call("staff.signIn", { pin: "000000" });
  await counter.getByRole("navigation").getByRole("button", { name: "Reports" }).tap();
  const gate = counter.getByTestId("settings-gate");
  const at = await gate.getByRole("button", { name: "5", exact: true }).boundingBox();
  await tap(gate, OWNER_PIN);
  await expect(gate.getByText(/Try again in 0:[0-5]\d/)).toBeVisible();
  await expect(gate.getByRole("button", { name: "5", exact: true })).toBeDisabled();
  expect(await gate.getByRole("button", { name: "5", exact: true }).boundingBox()).toEqual(at);
});

test("a field stays visible with its label and message above the on-screen keyboard @browser @thorough", async ({
  shop,
}) => {
  const { counter, till } = shop;
  await till.call("staff.signIn", { pin: OWNER_PIN });
  await counter.getByRole("button", { name: "Settings", exact: true }).tap();
  await counter.getByRole("tab", { name: "People" }).tap();
  await counter.getByRole("button", { name: "Add person" }).tap();
  const dialog = counter.getByRole("dialog", { name: "New person" });
  await dialog.getByLabel("Name").fill("Berit");
  await dialog.getByLabel("PIN").tap();
  const keys = counter.getByTestId("screen-keyboard");
  await expect(keys).toBeVisible();
  await expect(dialog.getByText("4-12 digits")).toBeInViewport({ ratio: 1 });
  await tap(keys, "1234");
  await keys.getByRole("button", { name: "Enter" }).tap();
  const refused = dialog.getByText(/^Too easy to guess: .*keypad/);
  await expect(refused).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText("PIN", { exact: true })).toBeInViewport({ ratio: 1 });
});

for (const { language, when } of [
  { language: "en", when: " @thorough" },
  { language: "nb", when: " @thorough" },
] as const) {
  test(`a basket's dialogs are fully visible at 800×600 (${language}) @browser${when}`, async ({ shop }) => {
    const { counter } = shop;
    const dialog = counter.getByRole("dialog");
    await openCafe(shop);
    await speak(counter, language);
    await counter.getByRole("radio", { name: /^(Products|Varer)$/ }).tap();
    await counter.getByRole("button", { name: /^Cappuccino / }).tap();
    await counter
      .getByRole("list", { name: /^(Lines|Linjer)$/ })
      .getByRole("button")
      .first()
      .tap();
    await expectVisible(dialog);
    for (const kind of [/^(Percent|Prosent)$/, /^(Amount|Beløp)$/]) {
      await dialog.getByRole("radio", { name: kind }).tap();
      await expectVisible(dialog);
    }
    await tap(dialog, "520");
    await dialog.getByRole("button", { name: /^(Done|Ferdig)$/ }).tap();
    await counter.getByRole("button", { name: /^(Discount and note|Rabatt og merknad)$/ }).tap();
    await dialog.getByRole("radio", { name: /^(Amount|Beløp)$/ }).tap();
    await expectVisible(dialog);
    await dialog.getByRole("button", { name: /^(Done|Ferdig)$/ }).tap();
    await counter.getByRole("button", { name: /^(Charge|Ta betalt) 46/ }).tap();
    await expectVisible(dialog);
    await dialog.getByRole("button", { name: /^(Another amount|Et annet beløp)$/ }).tap();
    await expectVisible(dialog);
    await dialog.getByRole("button", { name: /^(No tip|Ingen tips)$/ }).tap();
    await expect(dialog.getByTestId("pin-step")).toBeVisible();
    await expectVisible(dialog);
  });
}
