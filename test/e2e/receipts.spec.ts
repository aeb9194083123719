import type { Page } from "@playwright/test";
import { type FakePrinter, fakePrinter } from "../support/fake-printer.ts";
import { expect, pay, readQr, type Shop, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";
import { still } from "./tour.ts";

async function withPrinter(shop: Shop, print: "ask" | "always"): Promise<FakePrinter> {
  const printer = await fakePrinter();
  await shop.till.call("staff.signIn", { pin: "274951" });
  const set = await shop.till.call("receipt.settings.set", {
    printer: printer.settings(),
    receipt: { print, electronic: true },
  });
  if (!set.ok) throw new Error(set.error.message);
  await shop.till.call("staff.signOut", {});
  return printer;
}

test("completes a sale with the printer off, says so, and prints once when it is back @thorough", async ({ shop }) => {
  const { counter } = shop;
  await using printer = await withPrinter(shop, "always");
  await printer.switchOff();
  await pay(shop, "14900");
  await counter.bringToFront();
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(counter.getByTestId("result-receipt")).toContainText("the printer could not be reached");
  await counter.getByRole("button", { name: "New sale" }).click();
  await counter.getByTestId("printer-chip").click();
  const dialog = counter.getByRole("dialog");
  await expect(dialog.getByTestId("printer-state")).toContainText("Not reachable");
  await expect(dialog.getByTestId("printer-state")).toContainText("Payments are not affected.");
  await expect(dialog.getByTestId("print-job")).toHaveCount(1);
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await printer.switchOn();
  await printer.printed(1);
  await expect(dialog.getByTestId("printer-state")).toContainText("Nothing to print.");
  await counter.keyboard.press("Escape");
  await expect(counter.getByTestId("printer-chip")).toHaveCount(0);
  expect(printer.papers).toHaveLength(1);
  expect(printer.papers[0]?.text).toContain("149,00 kr");
  expect(printer.papers[0]?.text.replace(/\s+/g, " ")).toContain("DEMO - IKKE KVITTERING");
  expect(printer.papers[0]?.text).not.toContain("KOPI");
});

test("F9 shows the receipt as on paper, and the second print is a copy", async ({ shop }) => {
  const { counter } = shop;
  await using printer = await withPrinter(shop, "ask");
  await pay(shop, "14900");
  await counter.bringToFront();
  await counter.keyboard.press("F9");
  const dialog = counter.getByRole("dialog");
  const paper = dialog.getByTestId("paper");
  for (const text of ["DEMO – IKKE KVITTERING", "Salgskvittering", "149,00", "Sum betalt"])
    await expect(paper.getByText(text).first()).toBeVisible();
  await expect(paper.getByText("KOPI")).toHaveCount(0);
  const where = dialog.getByTestId("receipt-whereabouts");
  await expect(where).toContainText("Not printed yet");
  await expect(where).toContainText("Sent to the customer's app");
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await expectPrintAtFoot(counter);
  await dialog.getByRole("button", { name: "Print", exact: true }).click();
  await printer.printed(1);
  await expect(where).toContainText("Printed once");
  await expect(where).toContainText("The next print is marked COPY.");
  await expect(paper.getByText("KOPI")).toBeVisible();
  await dialog.getByRole("button", { name: "Print a copy" }).click();
  await printer.printed(2);
  await expect(where).toContainText("Printed 2 times");
  expect(printer.papers.map(({ text }) => text.includes("KOPI"))).toEqual([false, true]);
  expect(printer.problems).toEqual([]);
});

/** Checks that the purpose is shown next to the paper's head, and the print button at its foot, at every size. */
async function expectPrintAtFoot(counter: Page): Promise<void> {
  const dialog = counter.getByRole("dialog");
  const about = dialog.getByTestId("receipt-about");
  const viewport = counter.viewportSize();
  for (const size of RESULT_SIZES) {
    await counter.setViewportSize(size);
    await still(counter);
    await expect(about).toContainText("149,00");
    await expect(about).toBeInViewport({ ratio: 1 });
    const print = await dialog
      .getByRole("button", { name: /^Print/ })
      .last()
      .boundingBox();
    const table = await dialog.getByTestId("receipt-table").boundingBox();
    const foot = (box: typeof print) => (box?.y ?? 0) + (box?.height ?? 0);
    expect(Math.abs(foot(print) - foot(table)), `${size.width}×${size.height}`).toBeLessThanOrEqual(1);
  }
  if (viewport) await counter.setViewportSize(viewport);
}

const RESULT_SIZES = [
  { width: 800, height: 600 },
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 800, height: 1280 },
  { width: 1080, height: 1920 },
];

test("the result shows the receipt as a code readable at every size, with its buttons visible @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await pay(shop, "14900");
  await counter.bringToFront();
  for (const size of RESULT_SIZES) {
    const name = `${size.width}×${size.height}`;
    await counter.setViewportSize(size);
    await still(counter);
    const text = await readQr(counter, "receipt-qr");
    for (const said of ["DEMO – IKKE KVITTERING", "Kaffebaren Grünerløkka", "Salgskvittering", "Sum betalt 149,00 kr"])
      expect(text, name).toContain(said);
    const module = Number(await counter.getByTestId("receipt-qr").getAttribute("data-module-pixels"));
    expect(module, name).toBeGreaterThanOrEqual(3);
    for (const button of ["Receipt", "New sale"])
      await expect(counter.getByRole("button", { name: button, exact: true }), name).toBeInViewport({ ratio: 1 });
    if (size.height > size.width) {
      const place = await counter.getByRole("button", { name: "New sale", exact: true }).boundingBox();
      expect(place?.y, `${name}: in the thumb's reach`).toBeGreaterThan(size.height * 0.7);
    }
    expect(await overflow(counter), name).toEqual({ across: 0, down: 0, cut: [] });
  }
  expect(await accessibilityViolations(counter)).toEqual([]);
});

test("a receipt in the customer's app is reported as such, and not shown as a code @thorough", async ({ shop }) => {
  const { counter } = shop;
  await using _printer = await withPrinter(shop, "ask");
  await pay(shop, "14900");
  await counter.bringToFront();
  await expect(counter.getByTestId("take-away")).toHaveText("The receipt is in the customer's app.");
  await expect(counter.getByTestId("receipt-qr")).toHaveCount(0);
});

test("an interrupted print waits for an operator @thorough", async ({ shop }) => {
  const { counter } = shop;
  await using printer = await withPrinter(shop, "always");
  printer.faults.cutAfter = 120;
  await pay(shop, "14900");
  await counter.bringToFront();
  await expect(counter.getByTestId("result-receipt")).toContainText("Did the receipt print?");
  printer.faults.cutAfter = null;
  await counter.getByRole("button", { name: "Receipt", exact: true }).click();
  const dialog = counter.getByRole("dialog");
  await expect(dialog.getByText("Did it print?")).toBeVisible();
  await dialog.getByRole("button", { name: "Print a copy" }).click();
  await expect(dialog.getByTestId("receipt-whereabouts")).toContainText("Printed 2 times");
  await expect(dialog.getByText("Did it print?")).toHaveCount(0);
  expect(printer.papers.at(-1)?.text).toContain("KOPI");
});

test("prints the receipt alone from the window when there is no printer @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await pay(shop, "14900");
  await counter.bringToFront();
  await counter.getByRole("button", { name: "Receipt", exact: true }).click();
  await counter.getByRole("button", { name: "Print", exact: true }).click();
  await expect(counter.locator("body[data-printed]")).toHaveCount(1);
  await counter.emulateMedia({ media: "print" });
  const page = counter.locator("body > [data-testid=paper]");
  await expect(page.getByText("Sum betalt")).toBeVisible();
  await expect(page.getByText("KOPI")).toHaveCount(0);
  await expect(counter.locator("#root")).toBeHidden();
  await expect(counter.getByRole("dialog")).toHaveCount(0);
  await counter.emulateMedia({ media: "screen" });
  await expect(page).toBeHidden();
  await counter.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(page).toHaveCount(0);
  await expect(counter.getByTestId("receipt-whereabouts")).toContainText("Printed once");
});

test("the owner sets up the printer, tests it, and enters the receipt texts @thorough", async ({ shop }) => {
  const { counter } = shop;
  await using printer = await fakePrinter();
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "Receipts" }).click();
  await counter.getByLabel(/PIN/).fill("274951");
  await counter.getByRole("button", { name: "Open" }).click();
  await counter.getByRole("radio", { name: "Always" }).click();
  await expect(counter.getByText("Set up a printer under Printer first.")).toBeVisible();
  await counter.getByRole("tab", { name: "Printer" }).click();
  await counter.getByRole("button", { name: "Discard" }).click();
  await counter.getByRole("radio", { name: "On the network" }).click();
  await counter.getByLabel("Address").fill("127.0.0.1");
  await counter.getByLabel("Port").fill(String(printer.port));
  await counter.getByRole("radio", { name: "As an image" }).click();
  await counter.getByRole("button", { name: "Save" }).click();
  await expect(counter.getByText("Saved")).toBeVisible();
  await expect(counter.getByTestId("printer-state")).toContainText("Ready");
  await counter.getByRole("button", { name: "Test print" }).click();
  const [paper] = await printer.printed(1);
  expect(paper?.text).toContain("æøå ÆØÅ é ü €");
  expect(paper?.codes).toHaveLength(2);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.getByRole("tab", { name: "Receipts" }).click();
  await counter.getByRole("radio", { name: "Always" }).click();
  await expect(counter.getByText("Every payment and refund prints a receipt automatically.")).toBeVisible();
  await counter.getByRole("radio", { name: "On request" }).click();
  await counter.getByLabel("Shop name").fill("Bakeri Ærlig");
  await counter.getByLabel("Address").fill("Åsveien 12\n0650 Oslo");
  await counter.getByRole("button", { name: "Save" }).focus();
  await counter.keyboard.press("Enter");
  await expect(counter.getByText(/^Saved/)).toBeVisible();
  await expect(counter.getByRole("button", { name: "Save" })).toBeFocused();
  await counter.keyboard.press("F2");
  await pay(shop, "5000");
  await counter.bringToFront();
  await counter.keyboard.press("F9");
  await expect(counter.getByTestId("paper").getByText("Bakeri Ærlig")).toBeVisible();
  await expect(counter.getByTestId("paper").getByText("0650 Oslo")).toBeVisible();
  await counter.getByRole("dialog").getByRole("button", { name: "Print", exact: true }).click();
  const [, receipt] = await printer.printed(2);
  expect(receipt?.codes).toHaveLength(1);
  expect(receipt?.codeDots).toHaveLength(1);
  expect(printer.problems).toEqual([]);
});
