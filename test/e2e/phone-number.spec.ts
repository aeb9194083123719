/** The phone number field: content, messages, clearing, and when it is no longer shown. */
import type { Locator, Page } from "@playwright/test";
import { approve, chargePhone, expect, key, readQr, type Shop, test } from "./fixtures.ts";

const OWNER_PIN = "274951";
const OLA_PIN = "702914";
const NUMBERING_RULES = "**/assets/phones-*.js";

for (const size of [
  { width: 800, height: 600 },
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
]) {
  test(`the longest number is fully visible while it is typed at ${size.width}×${size.height} @thorough`, async ({
    shop,
  }) => {
    const { counter } = shop;
    await counter.setViewportSize(size);
    const phone = counter.getByLabel("Phone number");
    for (const number of ["91234567", "+4791234567", "+4915112345678", "+491511234567890"]) {
      await phone.fill(number);
      expect(await phone.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0);
    }
    await phone.fill("+4915112345678");
    const destination = counter.getByRole("status").filter({ hasText: "Sends to +49 1511 2345678 · Germany" });
    const lines = await destination.evaluate((element) => {
      const text = element.lastChild as Text;
      const topOf = (at: number) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().top;
      };
      return [topOf(text.data.indexOf("·")), topOf(text.data.indexOf("Germany"))];
    });
    expect(lines[0]).toBe(lines[1]);
  });
}

test("Enter in the number moves to the amount, when the amount is empty @thorough", async ({ shop }) => {
  const { counter } = shop;
  const phone = counter.getByLabel("Phone number");
  await counter.keyboard.press("F10");
  await expect(phone).toBeFocused();
  await counter.keyboard.type("91234567", { delay: 60 });
  await counter.keyboard.press("Enter");
  await expect(phone).not.toBeFocused();
  await counter.keyboard.type("4900", { delay: 60 });
  await expect(counter.getByTestId("total")).toContainText("49,00");
  await expect(phone).toHaveValue("91234567");
});

test("closes the phone number question only when the customer scans the code @thorough", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "2500");
  await counter.getByRole("button", { name: /^Charge 25/ }).click();
  const link = await readQr(counter);
  await counter.getByRole("button", { name: "Send to a phone number" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByLabel("Phone number").fill("9123");
  const phone = await shop.phone();
  await expect(dialog).toBeVisible();
  await phone.getByLabel("Link from the QR code").fill(link);
  await phone.getByRole("button", { name: "Scan", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
  await approve(shop);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
});

/** Reloads the window, and delays its numbering rules until the returned function is called. */
async function delayRules(counter: Page): Promise<() => void> {
  const arrival = Promise.withResolvers<void>();
  await counter.route(NUMBERING_RULES, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  const requested = counter.waitForRequest(NUMBERING_RULES);
  await counter.reload();
  await requested;
  return arrival.resolve;
}

async function openPhoneDialog({ counter }: Shop): Promise<Locator> {
  await key(counter, "2500");
  await counter.getByRole("button", { name: /^Charge 25/ }).click();
  await counter.getByRole("button", { name: "Send to a phone number" }).click();
  return counter.getByRole("dialog");
}

test("sends a code to a number that was submitted before the numbering rules loaded @thorough", async ({ shop }) => {
  const { counter } = shop;
  const loadRules = await delayRules(counter);
  const dialog = await openPhoneDialog(shop);
  await dialog.getByLabel("Phone number").fill("91234567");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
  await expect(dialog.getByLabel("Phone number")).not.toHaveAttribute("aria-invalid", "true");
  loadRules();
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
});

test("asks once for data at a number that was submitted before the numbering rules loaded @thorough", async ({
  shop,
}) => {
  const { counter, till } = shop;
  const loadRules = await delayRules(counter);
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  const ask = counter.getByTestId("ask-customer");
  const phone = ask.getByRole("textbox", { name: "Phone number" });
  await phone.fill("+47 912 34 567");
  await ask.getByRole("button", { name: "Send request" }).click();
  await expect(ask.getByRole("button", { name: "Sending…" })).toBeDisabled();
  await phone.press("Enter");
  await expect(phone).not.toHaveAttribute("aria-invalid", "true");
  loadRules();
  await expect(counter.getByRole("heading", { name: "Waiting for the customer" })).toBeVisible();
  const listed = await till.call("permission.list", {});
  expect(listed.ok && listed.value.items).toHaveLength(1);
});

test("sends nothing to a number that was changed before the numbering rules loaded @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  const loadRules = await delayRules(counter);
  const dialog = await openPhoneDialog(shop);
  const phone = dialog.getByLabel("Phone number");
  await phone.fill("91234567");
  await phone.press("Enter");
  await phone.fill("9123456");
  await phone.fill("91234567");
  loadRules();
  await expect(dialog.getByRole("button", { name: /^Send to \+47/ })).toBeEnabled();
  expect(await till.call("payment.list", {})).toMatchObject({ ok: true, value: { items: [{ customer: null }] } });
});

test("sends nothing to a number when its dialog closed before the numbering rules loaded @thorough", async ({
  shop,
}) => {
  const { counter, till } = shop;
  const loadRules = await delayRules(counter);
  const dialog = await openPhoneDialog(shop);
  await dialog.getByLabel("Phone number").fill("91234567");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await counter.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  loadRules();
  // The second dialog knows the rules, so the first one's number would have been sent by then.
  await counter.getByRole("button", { name: "Send to a phone number" }).click();
  await dialog.getByLabel("Phone number").fill("91234567");
  await expect(dialog.getByRole("button", { name: /^Send to \+47/ })).toBeVisible();
  expect(await till.call("payment.list", {})).toMatchObject({ ok: true, value: { items: [{ customer: null }] } });
});

test("asks for nothing when another user signs in before the numbering rules load @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  await till.call("staff.signIn", { pin: OWNER_PIN });
  await till.call("staff.add", { name: "Ola Hansen", role: "cashier", pin: OLA_PIN });
  await till.call("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
  const loadRules = await delayRules(counter);
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  const ask = counter.getByTestId("ask-customer");
  const phone = ask.getByRole("textbox", { name: "Phone number" });
  await phone.fill("+47 912 34 567");
  await phone.press("Enter");
  await expect(ask.getByRole("button", { name: "Sending…" })).toBeDisabled();
  await till.call("staff.signIn", { pin: OLA_PIN });
  await expect(counter.getByRole("button", { name: /Signed in: Ola Hansen/ })).toBeVisible();
  loadRules();
  await expect(ask.getByRole("button", { name: "Send request" })).toBeEnabled();
  expect(await till.call("permission.list", {})).toMatchObject({ ok: true, value: { items: [] } });
});

test("offers to reload when the numbering rules cannot be loaded @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  await counter.route(NUMBERING_RULES, (route) => route.abort());
  await counter.reload();
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  const ask = counter.getByTestId("ask-customer");
  const phone = ask.getByRole("textbox", { name: "Phone number" });
  await phone.fill("+47 912 34 567");
  await phone.press("Enter");
  await expect(phone).toHaveAccessibleDescription(/could not be checked, so nothing was sent or charged/);
  expect(await till.call("permission.list", {})).toMatchObject({ ok: true, value: { items: [] } });
  await counter.unroute(NUMBERING_RULES);
  await ask.getByRole("button", { name: "Reload" }).click();
  const dialog = await openPhoneDialog(shop);
  await dialog.getByLabel("Phone number").fill("91234567");
  await expect(dialog.getByRole("button", { name: /^Send to \+47/ })).toBeVisible();
});

test("reports an invalid number without moving the amount @thorough", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "14900");
  const before = await counter.getByTestId("total").boundingBox();
  await counter.getByLabel("Phone number").fill("12");
  await counter.getByRole("button", { name: /^Charge 149/ }).click();
  await expect(counter.getByText("Not a phone number.")).toBeVisible();
  expect(await counter.getByTestId("total").boundingBox()).toEqual(before);
  await expect(counter.getByLabel("Phone number")).toHaveAccessibleDescription(/Not a phone number/);
});

test("reports a number that the service does not know as unknown @thorough", async ({ shop }) => {
  const { counter } = shop;
  await chargePhone(counter, "5900", "+47 900 00 000");
  await expect(counter.getByRole("heading", { name: "Not paid" })).toBeVisible();
  await expect(
    counter.getByText(
      "This number is not registered with the payment service. No request was sent, and nothing was charged.",
    ),
  ).toBeVisible();
  await expect(counter.getByText("Do not hand over the items")).toHaveCount(0);
  await counter.getByRole("button", { name: "Try another number" }).click();
  await expect(counter.getByTestId("total")).toContainText("59,00");
  const phone = counter.getByLabel("Phone number");
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue("+47 900 00 000");
  await phone.fill("912 34 567");
  await counter.keyboard.press("Enter");
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
  const { value } = (await shop.till.call("payment.list", {})) as { value: { items: { phase: string }[] } };
  expect(value.items.map(({ phase }) => phase)).toEqual(["waiting", "aborted"]);
});

test("Escape restores the amount it cleared, and Enter charges from a made choice @thorough", async ({ shop }) => {
  const { counter } = shop;
  const total = counter.getByTestId("total");
  await key(counter, "4900");
  await counter.keyboard.press("Escape");
  await expect(total).toContainText("0,00");
  await counter.getByRole("button", { name: "Undo" }).click();
  await expect(total).toContainText("49,00");
  await counter.keyboard.press("Escape");
  await counter.keyboard.press("Control+z");
  await expect(total).toContainText("49,00");
  await counter.keyboard.press("F10");
  await expect(counter.getByLabel("Phone number")).toBeFocused();
  await counter.keyboard.press("Escape");
  await expect(counter.getByLabel("Phone number")).not.toBeFocused();
  await counter.getByLabel("Phone number").fill("9123");
  await counter.keyboard.press("Escape");
  await expect(counter.getByText("Not a phone number.")).toBeVisible();
  await counter.keyboard.press("Escape");
  await expect(total).toContainText("0,00");
  await expect(counter.getByLabel("Phone number")).toHaveValue("");
  await expect(counter.getByText("Not a phone number.")).toHaveCount(0);
  await counter.keyboard.press("Control+z");
  await expect(total).toContainText("49,00");
  await expect(counter.getByLabel("Phone number")).toHaveValue("9123");
  await counter.getByLabel("Phone number").fill("");
  await counter.getByRole("radio", { name: "Reserve" }).focus();
  await counter.keyboard.press("Enter");
  await expect(counter.getByRole("radio", { name: "Reserve" })).toBeChecked();
  await counter.keyboard.press("Enter");
  await expect(counter.getByTestId("qr")).toBeVisible();
});
