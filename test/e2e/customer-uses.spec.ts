/** Uses of shared data: the address on a label, on paper and in a PDF; the receipt by e-mail. */
import { type FakePrinter, fakePrinter } from "../support/fake-printer.ts";
import { type MailServer, mailServer } from "../support/mail-server.ts";
import { enterPin, expect, pay, readQr, type Shop, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";
import { onPaper } from "./readability.ts";

const OWNER_PIN = "274951";
/** The customer of the demo's phone. */
const ADDRESS = ["Kari Nordmann", "Markveien 35", "0554 Oslo"];

/** Checks that nothing is clipped or overflows, at the sizes of common screens, including portrait ones. */
async function expectNoOverflow({ counter }: Shop): Promise<void> {
  const viewport = counter.viewportSize();
  for (const [width, height] of [
    [800, 600],
    [1024, 600],
    [1280, 800],
    [800, 1280],
  ] as const) {
    await counter.setViewportSize({ width, height });
    expect(await overflow(counter), `${width}×${height}`).toEqual({ across: 0, down: 0, cut: [] });
  }
  if (viewport !== null) await counter.setViewportSize(viewport);
}

async function withPrinter(shop: Shop): Promise<FakePrinter> {
  const printer = await fakePrinter();
  await shop.till.call("staff.signIn", { pin: OWNER_PIN });
  const set = await shop.till.call("receipt.settings.set", { printer: printer.settings() });
  if (!set.ok) throw new Error(set.error.message);
  await shop.till.call("staff.signOut", {});
  return printer;
}

/** Requests a preset, and grants it on the phone. */
async function shared(shop: Shop, preset: string): Promise<void> {
  const { counter } = shop;
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  await counter.getByText(preset, { exact: true }).click();
  await counter.getByRole("button", { name: "Show code" }).click();
  const link = await readQr(counter);
  const phone = await shop.phone();
  await phone.getByLabel("Link from the QR code").fill(link);
  await phone.getByRole("button", { name: "Scan", exact: true }).click();
  await phone.getByRole("button", { name: "Grant", exact: true }).click();
  await counter.bringToFront();
  await expect(counter.getByRole("heading", { name: "The customer shared this" })).toBeVisible();
}

test("prints an address label after a PIN, but not while the printer has no paper @browser @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await using printer = await withPrinter(shop);
  await shared(shop, "Send hjem");
  printer.faults.paperOut = true;
  await expectNoOverflow(shop);
  await counter.getByRole("button", { name: "Print label" }).click();
  const dialog = counter.getByRole("dialog");
  expect(await accessibilityViolations(counter)).toEqual([]);
  await dialog.getByRole("button", { name: "Print label" }).click();
  await enterPin(dialog, OWNER_PIN);
  await expect(dialog.getByTestId("label-problem")).toContainText("The printer is out of paper.");
  expect(await accessibilityViolations(counter)).toEqual([]);
  printer.clearFaults();
  await enterPin(dialog, OWNER_PIN);
  await expect(dialog.getByText("Label printed.")).toBeVisible();
  const [paper] = await printer.printed(1);
  for (const line of ADDRESS) expect(paper?.text).toContain(line);
  expect(printer.papers).toHaveLength(1);
  expect(printer.problems).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(counter.getByTestId("permission")).not.toContainText("Markveien 35");
});

test("opens an address as a page to save as a PDF, and then clears it from the window @browser @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await shared(shop, "Send hjem");
  await counter.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await counter.getByRole("button", { name: "Save as PDF" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save as PDF" }).click();
  await enterPin(dialog, OWNER_PIN);
  await expect(counter.locator("body[data-printed=yes]")).toBeAttached();
  await expect(dialog).toHaveCount(0);
  const paper = await onPaper(counter);
  for (const line of ["Adresselapp", ...ADDRESS]) expect(paper.text).toContain(line);
  expect(paper.text).not.toContain("Save as PDF");
  expect((await shop.pdf()).length).toBeGreaterThan(8000);
  await counter.emulateMedia({ media: "screen" });
  await counter.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(counter.getByTestId("paper")).toHaveCount(0);
  // Without a printer a print is refused, with advice.
  await counter.getByRole("button", { name: "Print label" }).click();
  await dialog.getByRole("button", { name: "Print label" }).click();
  await enterPin(dialog, OWNER_PIN);
  await expect(dialog.getByTestId("label-problem")).toContainText("No receipt printer is set up");
});

/** Sets up and tests the mail server in the settings as the owner. */
async function setUpMail(shop: Shop, server: MailServer): Promise<void> {
  const { counter } = shop;
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "E-mail" }).click();
  await enterPin(counter.getByTestId("settings-gate"), OWNER_PIN);
  await counter.getByText("Send receipts", { exact: true }).click();
  await counter.getByRole("textbox", { name: "Server" }).fill("mail.example.com");
  await counter.getByRole("radio", { name: "None" }).click({ force: true });
  await counter.getByRole("textbox", { name: "From address" }).fill("shop@example.com");
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.getByRole("button", { name: "Save", exact: true }).click();
  await expect(counter.getByText("Unencrypted mail is allowed only to a server on this machine")).toBeVisible();
  await counter.getByRole("textbox", { name: "Server" }).fill("localhost");
  await counter.getByRole("textbox", { name: "Port" }).fill(String(server.port));
  await counter.getByRole("button", { name: "Save", exact: true }).click();
  await expect(counter.getByText("Saved. Waiting receipts are being sent.")).toBeVisible();
  await counter.getByRole("textbox", { name: "Send test to" }).fill("owner@example.com");
  await counter.getByRole("button", { name: "Send test" }).click();
  await expect(counter.getByText("The mail server accepted the test.")).toBeVisible();
  await expectNoOverflow(shop);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.getByRole("navigation").getByRole("button", { name: "Charge" }).click();
}

test("emails a receipt to the shared address through the owner's mail server @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  await using server = await mailServer();
  await setUpMail(shop, server);
  await pay(shop, "14900");
  await counter.bringToFront();
  await counter.getByRole("button", { name: "New sale" }).click();
  await shared(shop, "Kvittering på e-post");
  await counter.getByRole("button", { name: /^Send receipt .* \(149,00 kr\) by e.mail$/ }).click();
  await expect(counter.getByTestId("receipt-mail")).toContainText("Receipt sent to k•••@e•••");
  expect(await accessibilityViolations(counter)).toEqual([]);
  const [, mail] = await server.received(2);
  expect(mail?.to).toEqual(["kari.nordmann@example.com"]);
  expect(mail?.text).toContain("149,00 kr");
  await expect(counter.getByTestId("permission")).not.toContainText("kari.nordmann");
});

test("sends a receipt requested with the sale automatically, and reports a rejected one @browser @thorough", async ({
  shop,
}) => {
  const { counter, till } = shop;
  await using server = await mailServer();
  await till.call("staff.signIn", { pin: OWNER_PIN });
  await till.call("mail.set", { mail: server.settings() });
  await till.call("staff.signOut", {});
  const mailed = async () => {
    const sale = await till.call("payment.start", { action: "SALE", amount: 4900, preset: "receipt-by-mail" });
    if (!sale.ok) throw new Error(sale.error.message);
    const phone = await shop.phone();
    await phone.getByLabel("Link from the QR code").fill(sale.value.qr?.text ?? "");
    await phone.getByRole("button", { name: "Scan", exact: true }).click();
    await phone.getByRole("button", { name: "Approve", exact: true }).click();
    await counter.bringToFront();
    await counter.getByRole("navigation").getByRole("button", { name: "Payments" }).click();
    await counter.getByRole("button", { name: "Customers' data" }).click();
    await counter
      .getByRole("button", { name: /Kvittering på e-post/ })
      .first()
      .click();
  };
  await mailed();
  await expect(counter.getByTestId("receipt-mail")).toContainText("Receipt sent to k•••@e•••");
  const [mail] = await server.received(1);
  expect(mail?.to).toEqual(["kari.nordmann@example.com"]);
  expect(mail?.text).toContain("49,00 kr");
  await counter.getByRole("button", { name: "Open payment" }).click();
  await counter.getByRole("button", { name: "Receipt", exact: true }).click();
  await expect(counter.getByTestId("receipt-whereabouts")).toContainText("Receipt sent to k•••@e•••");
  await counter.keyboard.press("Escape");
  server.faults.recipient = 550;
  await mailed();
  const line = counter.getByTestId("receipt-mail");
  await expect(line).toContainText("could not be sent to k•••@e•••. The payment is not affected.");
  await expect(line).toContainText("The address may not exist");
  await expectNoOverflow(shop);
});
