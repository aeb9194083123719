/** What is done with what a customer shared: the address on a label, on paper and in a PDF. */
import { type FakePrinter, fakePrinter } from "../support/fake-printer.ts";
import { enterPin, expect, readQr, type Shop, test } from "./fixtures.ts";
import { accessibilityViolations } from "./page-checks.ts";
import { onPaper } from "./readability.ts";

const OWNER_PIN = "274951";
/** The customer of the demo's phone. */
const ADDRESS = ["Kari Nordmann", "Markveien 35", "0554 Oslo"];

async function withPrinter(shop: Shop): Promise<FakePrinter> {
  const printer = await fakePrinter();
  await shop.till.call("staff.signIn", { pin: OWNER_PIN });
  const set = await shop.till.call("receipt.settings.set", { printer: printer.settings() });
  if (!set.ok) throw new Error(set.error.message);
  await shop.till.call("staff.signOut", {});
  return printer;
}

/** Asked for the address, and granted on the phone. */
async function addressShared(shop: Shop): Promise<void> {
  const { counter } = shop;
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  await counter.getByText("Send hjem", { exact: true }).click();
  await counter.getByRole("button", { name: "Show a code" }).click();
  const link = await readQr(counter);
  const phone = await shop.phone();
  await phone.getByLabel("Link from the QR code").fill(link);
  await phone.getByRole("button", { name: "Scan", exact: true }).click();
  await phone.getByRole("button", { name: "Grant", exact: true }).click();
  await counter.bringToFront();
  await expect(counter.getByRole("heading", { name: "The customer shared this" })).toBeVisible();
}

test("an address becomes a label: by a PIN, and not while the printer has no paper @browser", async ({ shop }) => {
  const { counter } = shop;
  await using printer = await withPrinter(shop);
  await addressShared(shop);
  printer.faults.paperOut = true;
  await counter.getByRole("button", { name: "Print label" }).click();
  const dialog = counter.getByRole("dialog");
  expect(await accessibilityViolations(counter)).toEqual([]);
  await dialog.getByRole("button", { name: "Print label" }).click();
  await enterPin(dialog, OWNER_PIN);
  await expect(dialog.getByTestId("label-problem")).toContainText("The paper is out.");
  expect(await accessibilityViolations(counter)).toEqual([]);
  printer.mend();
  await enterPin(dialog, OWNER_PIN);
  await expect(dialog.getByText("The label is printed.")).toBeVisible();
  const [paper] = await printer.printed(1);
  for (const line of ADDRESS) expect(paper?.text).toContain(line);
  expect(printer.papers).toHaveLength(1);
  expect(printer.problems).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(counter.getByTestId("permission")).not.toContainText("Markveien 35");
});

test("an address becomes a page of its own, to save as a PDF; afterwards the window has none of it @browser", async ({
  shop,
}) => {
  const { counter } = shop;
  await addressShared(shop);
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
  // Without a printer a print is refused, and says where to go on.
  await counter.getByRole("button", { name: "Print label" }).click();
  await dialog.getByRole("button", { name: "Print label" }).click();
  await enterPin(dialog, OWNER_PIN);
  await expect(dialog.getByTestId("label-problem")).toContainText("No receipt printer is set up");
});
