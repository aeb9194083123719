import { approve, chargePhone, enterPin, expect, key, pay, readQr, scan, test, typeAsScanner } from "./fixtures.ts";

test("completes a sale: amount, code, scan, approval, Paid, next customer", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "14900");
  await expect(counter.getByTestId("total")).toContainText("149,00");
  await counter.getByRole("button", { name: "Charge 149,00 kr" }).click();
  const link = await readQr(counter);
  expect(link).toBe(await counter.getByTestId("qr-link").textContent());
  await scan(shop);
  await expect(counter.getByTestId("qr")).toBeHidden();
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
  await approve(shop);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(counter.getByText("149,00").first()).toBeVisible();
  await counter.getByRole("button", { name: "New sale" }).click();
  await expect(counter.getByTestId("total")).toContainText("0,00");
});

test("completes a sale by keyboard alone, and the next digit starts the next sale", async ({ shop }) => {
  const { counter } = shop;
  await counter.keyboard.type("149,", { delay: 60 });
  await expect(counter.getByTestId("total")).toContainText("149,00");
  await counter.keyboard.press("Enter");
  await scan(shop);
  await approve(shop);
  await counter.bringToFront();
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(counter.getByRole("button", { name: "New sale" })).toBeFocused();
  await counter.keyboard.press("7");
  await expect(counter.getByTestId("total")).toContainText("0,07");
});

test("shows a declined payment as not paid @thorough", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "5000");
  await counter.getByRole("button", { name: /^Charge 50/ }).click();
  const phone = await scan(shop);
  await phone.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(counter.getByRole("heading", { name: "Not paid" })).toBeVisible();
  await expect(counter.getByText("Nothing was charged")).toBeVisible();
});

test("includes the customer's tip in the amount paid @thorough", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "14900");
  await counter
    .getByRole("button", { name: "Tip on the phone" })
    .or(counter.getByRole("switch", { name: "Tip on the phone" }))
    .first()
    .click();
  await counter.getByRole("button", { name: /^Charge 149/ }).click();
  const phone = await scan(shop);
  await phone.getByLabel(/Tip/).first().fill("15");
  await approve(shop);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(counter.getByText("164,00").first()).toBeVisible();
  await expect(counter.getByText("149,00 kr + 15,00 kr tip")).toBeVisible();
});

test("sends a request to a phone number without showing a code", async ({ shop }) => {
  const { counter } = shop;
  await chargePhone(counter, "9900");
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
  await approve(shop);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
});

test("cancels a shown code, which can then no longer be paid @thorough", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "2500");
  await counter.getByRole("button", { name: /^Charge 25/ }).click();
  const link = await readQr(counter);
  await counter.getByRole("button", { name: "Cancel payment" }).click();
  await expect(counter.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  const phone = await shop.phone();
  await phone.getByLabel("Link from the QR code").fill(link);
  await phone.getByRole("button", { name: "Scan", exact: true }).click();
  await expect(phone.getByText("Denne koden er allerede brukt.")).toBeVisible();
});

test("sends a shown code to a phone number instead @thorough", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "2500");
  await counter.getByRole("button", { name: /^Charge 25/ }).click();
  await counter.getByRole("button", { name: "Send to a phone number" }).click();
  await counter.getByRole("dialog").getByLabel("Phone number").fill("91234567");
  await counter
    .getByRole("dialog")
    .getByRole("button", { name: /^Send to \+47/ })
    .click();
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
});

test("shows the open payment after the window is reloaded @thorough", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "3300");
  await counter.getByRole("button", { name: /^Charge 33/ }).click();
  const before = await readQr(counter);
  await counter.reload();
  expect(await readQr(counter)).toBe(before);
  await scan(shop);
  await counter.reload();
  const steps = counter.getByRole("list", { name: "Progress" });
  await expect(steps.getByText("Code scanned")).toBeVisible();
  await expect(steps.getByText("Request sent")).toHaveCount(0);
});

test("keeps the keyed amount after a reload, until it is charged or cleared @thorough", async ({ shop }) => {
  const { counter } = shop;
  const total = counter.getByTestId("total");
  const bun = counter.getByRole("button", { name: /Cinnamon bun.*kr$/ });
  await bun.click();
  await bun.click();
  await counter.getByRole("button", { name: "Discount and note" }).click();
  const sheet = counter.getByRole("dialog");
  await sheet.getByText("Percent", { exact: true }).click();
  await sheet.getByRole("button", { name: /^10/ }).click();
  await sheet.getByLabel("Note to the customer").fill("Table 4");
  await sheet.getByRole("button", { name: "Done" }).click();
  await key(counter, "1000");
  await counter.getByLabel("Phone number").fill("91234567");
  const [basket, sum] = [counter.getByRole("list", { name: "Lines" }), await total.textContent()];
  const lines = await basket.allTextContents();
  expect(lines.join(" ")).toMatch(/Cinnamon bun.*×.2.*Discount.*Table 4/);
  expect(await counter.evaluate(() => sessionStorage.getItem("till.draft"))).not.toContain("91234567");
  await counter.reload();
  await expect(total).toHaveText(sum ?? "");
  await expect(basket).toHaveText(lines);
  // The number of the next payer is asked again, and typing continues.
  await expect(counter.getByLabel("Phone number")).toHaveValue("");
  await counter.getByRole("button", { name: "Delete the last digit" }).click();
  await expect(total).not.toHaveText(sum ?? "");
  await key(counter, "0");
  await expect(total).toHaveText(sum ?? "");

  await counter.getByRole("button", { name: /^Charge / }).click();
  await enterPin(counter.getByRole("dialog"), "274951");
  await scan(shop);
  await counter.reload();
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
  await approve(shop);
  await counter.getByRole("button", { name: "New sale" }).click();
  await expect(total).toContainText("0,00");
  await counter.reload();
  await expect(total).toContainText("0,00");
  await key(counter, "500");
  await counter.getByRole("button", { name: "Clear", exact: true }).click();
  await counter.reload();
  await expect(total).toContainText("0,00");
});

test("adds up lines on the tape @thorough", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "4900");
  await counter.getByRole("button", { name: "Quantity" }).click();
  await key(counter, "2");
  await counter.getByRole("button", { name: "Add a line" }).click();
  await key(counter, "5100");
  await expect(counter.getByTestId("total")).toContainText("149,00");
  // Once for the keyed amount, once more for the whole tape.
  await counter.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(counter.getByTestId("total")).toContainText("98,00");
  await counter.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(counter.getByTestId("total")).toContainText("0,00");
});

test("never charges a scanned article number @thorough", async ({ shop }) => {
  const { counter } = shop;
  await typeAsScanner(counter, "7038010000065");
  await expect(counter.getByText(/Unknown code: 7038010000065/)).toBeVisible();
  await expect(counter.getByTestId("total")).toContainText("0,00");
  await expect(counter.getByTestId("qr")).toHaveCount(0);
  // Also with a slow scanner, and the keyed amount stays.
  await key(counter, "4900");
  for (const [code, gapMs] of [
    ["7038010000072", 45],
    ["7038010055720", 75],
  ] as const) {
    await typeAsScanner(counter, code, gapMs);
    await expect(counter.getByText(`Unknown code: ${code}`)).toBeVisible();
    await expect(counter.getByTestId("total")).toContainText("49,00");
    await expect(counter.getByTestId("qr")).toHaveCount(0);
  }
});

test("captures part of a reservation and releases the rest", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "30000", "Reserve");
  await counter.getByRole("button", { name: "New sale" }).click();
  await counter.keyboard.press("F4");
  await counter.getByRole("row").filter({ hasText: "300,00" }).click();
  await counter.getByRole("button", { name: "Capture…" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog
    .getByRole("radio", { name: "Part of it" })
    .or(dialog.getByRole("button", { name: "Part of it" }))
    .first()
    .click();
  await dialog.getByLabel("Amount", { exact: true }).fill("100,00");
  await dialog.getByRole("button", { name: "Capture 100,00 kr" }).click();
  await expect(counter.getByTestId("payment").getByText("Part captured")).toBeVisible();
  await counter.getByRole("button", { name: "Release…" }).click();
  await counter.getByRole("button", { name: "Release 200,00 kr" }).click();
  await expect(counter.getByTestId("payment").getByText("Paid").first()).toBeVisible();
  await expect(counter.getByTestId("payment").getByRole("definition").filter({ hasText: "200,00 kr" })).toBeVisible();
});

test("treats an amount typed into a capture or a refund as a partial amount @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  const dialog = counter.getByRole("dialog");
  const amount = dialog.getByLabel("Amount", { exact: true });
  await pay(shop, "30000", "Reserve");
  await counter.bringToFront();
  await counter.getByRole("button", { name: "Open payment" }).click();
  await counter.getByRole("button", { name: "Capture…" }).click();
  await expect(dialog.getByRole("radio", { name: "All of it" })).toBeChecked();
  await counter.keyboard.type("10000", { delay: 60 });
  await expect(dialog.getByRole("radio", { name: "Part of it" })).toBeChecked();
  await expect(amount).toHaveValue("100,00");
  await counter.keyboard.press("Enter");
  await expect(counter.getByTestId("payment").getByText("Part captured")).toBeVisible();
  await counter.getByRole("button", { name: "Refund…" }).click();
  // Typed text is kept, including digits.
  await dialog.getByText("Other", { exact: true }).click();
  await counter.keyboard.type("2 cups", { delay: 60 });
  await expect(dialog.getByLabel("Your reason")).toHaveValue("2 cups");
  await expect(dialog.getByRole("radio", { name: /^Refund all/ })).toBeChecked();
  await dialog.getByText("Goods returned").click();
  await counter.keyboard.type("2550", { delay: 60 });
  await expect(dialog.getByRole("radio", { name: "Part of it" })).toBeChecked();
  await expect(amount).toHaveValue("25,50");
  // Switching to a full refund and back by keyboard clears the amount.
  await dialog.getByRole("radio", { name: /^Refund all/ }).click();
  await counter.keyboard.type("7");
  await expect(amount).toHaveValue("0,07");
});

/** Presses and releases within one task of the page: between two messages to a busy browser, the bar may fill up. */
function pressShortly(button: Element): void {
  const of = {
    bubbles: true,
    cancelable: true,
    button: 0,
    pointerId: 1,
    pointerType: "mouse",
    isPrimary: true,
    detail: 1,
  };
  button.dispatchEvent(new PointerEvent("pointerdown", { ...of, buttons: 1 }));
  button.dispatchEvent(new PointerEvent("pointerup", of));
}

test("requires the manager's PIN and a long press for a refund, which then shows on the phone @everywhere", async ({
  shop,
}) => {
  const { counter } = shop;
  await pay(shop, "14900");
  await counter.getByRole("button", { name: "Open payment" }).click();
  await counter.getByRole("button", { name: "Refund…" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByText("Goods returned").click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  // The PIN is complete at its last digit: all PINs have six digits here.
  await dialog.getByLabel("Manager's PIN").pressSequentially("000000");
  await expect(dialog.getByTestId("refund-summary")).toHaveText("Refund 149,00 kr to the customer");
  await expect(dialog.getByText("Wrong PIN.")).toBeVisible();
  await dialog.getByLabel("Manager's PIN").pressSequentially("274951");
  // A double click is no hold, and no answer: nothing is refunded by it.
  await dialog.getByRole("button", { name: "Use a button instead" }).dblclick();
  await expect(dialog.getByRole("button", { name: "Use a button instead" })).toBeVisible();
  const hold = dialog.getByRole("button", { name: "Hold to refund" });
  await hold.evaluate(pressShortly);
  await expect(dialog.getByRole("status")).toHaveText("Hold until the bar is full");
  await hold.hover();
  await counter.mouse.down();
  await expect(dialog.getByText("Refunded 149,00 kr")).toBeVisible();
  await counter.mouse.up();
  await dialog
    .getByRole("button", { name: /Close|OK/ })
    .first()
    .click();
  await expect(counter.getByTestId("payment").getByText("Refunded").first()).toBeVisible();
  const phone = await shop.phone();
  await expect(phone.getByText("Refunded").first()).toBeVisible();
});

test("keeps the partial refund unchanged after a wrong PIN @thorough", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "10000");
  await counter.getByRole("button", { name: "Open payment" }).click();
  await counter.getByRole("button", { name: "Refund…" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog
    .getByRole("radio", { name: "Part of it" })
    .or(dialog.getByRole("button", { name: "Part of it" }))
    .first()
    .click();
  await expect(dialog.getByTestId("refund-missing")).toHaveText("Enter: the amount · the reason");
  await dialog.getByLabel("Amount", { exact: true }).fill("30,00");
  await dialog.getByText("Other", { exact: true }).click();
  await dialog.getByLabel("Your reason").fill("A cup was broken");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await enterPin(dialog, "000000");
  // In its own step: a wrong PIN is reported before the user holds the button.
  await expect(dialog.getByText("Wrong PIN.")).toBeVisible();
  await expect(dialog.getByTestId("refund-summary")).toHaveText("Refund 30,00 kr to the customer");
  await expect(dialog.getByLabel("Manager's PIN")).toHaveValue("");
  await expect(dialog.getByLabel("Manager's PIN")).toBeFocused();
  await counter.keyboard.type("274951");
  await expect(dialog.getByText("Reason: A cup was broken")).toBeVisible();
  // Another Enter closes nothing: the long press has the focus, and needs to be held.
  await counter.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Hold to refund" })).toBeFocused();
  await dialog.getByRole("button", { name: "Use a button instead" }).click();
  await dialog.getByRole("button", { name: "Yes, refund 30,00 kr" }).click();
  await expect(dialog.getByText("Refunded 30,00 kr")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await expect(counter.getByTestId("payment").getByText("Part refunded").first()).toBeVisible();
  await expect(counter.getByTestId("payment")).toContainText("A cup was broken");
});

test("Enter activates the focused control, and charges only from the keypad @thorough", async ({ shop }) => {
  const { counter } = shop;
  const total = counter.getByTestId("total");
  const settings = counter.getByRole("button", { name: "This window" });
  await key(counter, "14900");
  await settings.focus();
  await counter.keyboard.press("Enter");
  await expect(counter.getByRole("dialog", { name: "This window" })).toBeVisible();
  await counter.keyboard.press("Escape");
  await expect(settings).toBeFocused();
  await counter.getByRole("button", { name: "Reserved" }).click();
  await counter.getByRole("button", { name: "Charge", exact: true }).first().click();
  await expect(total).toContainText("149,00");
  await counter.keyboard.press("Enter");
  await expect(total).toContainText("149,00");
  await expect(counter.getByTestId("qr")).toHaveCount(0);
  // Typing moves on from that control, and a touched key is not pressed again.
  await counter.keyboard.press("0");
  await expect(total).toContainText("1 490,00");
  await key(counter, "5");
  await expect(total).toContainText("14 900,05");
  await counter.keyboard.press("Enter");
  await expect(counter.getByTestId("qr")).toBeVisible();
  await expect(counter.getByText("14 900,05").first()).toBeVisible();
  await counter.keyboard.press("Escape");
  await expect(counter.getByRole("button", { name: "Cancel payment" })).toBeFocused();
  await expect(counter.getByTestId("qr")).toBeVisible();
});

test("finds payments by number and by amount @thorough", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "12345");
  await counter.keyboard.press("F3");
  const search = counter.getByRole("searchbox", { name: "Search payments" });
  await search.fill("123,45");
  await expect(counter.getByRole("row").filter({ hasText: "123,45" })).toHaveCount(1);
  await search.fill("no such thing");
  await expect(counter.getByText("No results")).toBeVisible();
});

// In the desktop the window ends with its till.
test("reports a lost till, and recovers automatically when the till returns @thorough", { tag: "@browser" }, async ({
  shop,
}) => {
  const { counter, till } = shop;
  till.child.kill("SIGKILL");
  await till.exited;
  await expect(counter.getByRole("heading", { name: "The till does not respond" })).toBeVisible();
});

test("the counter is shown in Norwegian @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.getByRole("button", { name: "This window" }).click();
  await counter.getByText("Norsk bokmål").click();
  await counter.keyboard.press("Escape");
  await key(counter, "14900");
  await expect(counter.getByRole("button", { name: /149,00 kr/ })).toHaveText(/Ta betalt|Krev/);
});
