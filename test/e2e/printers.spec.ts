/** Finding a printer: search results, selection by touch and keyboard, and a test print. */
import type { FoundPrinter } from "../../contract/receipts/receipts.ts";
import { fakePrinter } from "../support/fake-printer.ts";
import { expect, type Shop, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";

const USB: FoundPrinter = {
  place: { kind: "escpos-usb", device: "/dev/usb/lp0" },
  name: "EPSON TM-T20II",
  fault: "no_permission",
};
const QUEUE: FoundPrinter = {
  place: { kind: "escpos-queue", queue: "POS-80C" },
  name: null,
  fault: null,
};

async function openPrinterSettings({ counter }: Shop): Promise<void> {
  await counter
    .getByRole("navigation")
    .getByRole("button", { name: /^(Settings|Innstillinger)$/ })
    .click();
  await counter.getByRole("tab", { name: /^(Printer|Skriver)$/ }).click();
  await counter.getByLabel(/PIN/).fill("274951");
  await counter.getByRole("button", { name: /^(Open|Åpne)$/ }).click();
}

/**
 * Answers searches in place of the real search, which would send packets into this machine's network. `start` waits for
 * `stop`, as in a search ended by the operator.
 */
async function answerSearches({ counter }: Shop, found: () => FoundPrinter[], { waits = false } = {}): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  await counter.route("**/bridge/printer.find", async (route) => {
    const { search } = route.request().postDataJSON() as { search: string };
    if (search === "stop") stopped.resolve();
    else if (waits) await stopped.promise;
    await route.fulfill({ json: { ok: true, value: { found: found() } } });
  });
}

test("a printer is found, chosen by name, and prints", { tag: "@browser" }, async ({ shop }) => {
  const { counter } = shop;
  await using printer = await fakePrinter();
  const network = { kind: "escpos-tcp", host: "127.0.0.1", port: printer.port } as const;
  await answerSearches(shop, () => [USB, QUEUE, { place: network, name: null, fault: null }]);
  await openPrinterSettings(shop);
  await counter.getByRole("button", { name: "Find printers" }).click();
  const list = counter.getByRole("radiogroup", { name: "Printers found" });
  await expect(list.getByRole("radio")).toHaveCount(3);
  await expect(list).toContainText("EPSON TM-T20II/dev/usb/lp0");
  await expect(list).toContainText("Add the till's user to the group lp");
  expect(await accessibilityViolations(counter)).toEqual([]);
  await list.getByText("EPSON TM-T20II").click();
  await expect(counter.getByLabel("Device or print queue")).toHaveValue("/dev/usb/lp0");
  await counter.keyboard.press("ArrowDown");
  await expect(counter.getByLabel("Device or print queue")).toHaveValue("POS-80C");
  await counter.keyboard.press("ArrowDown");
  await expect(counter.getByLabel("Port")).toHaveValue(String(printer.port));
  await expect(list.getByRole("radio", { name: "Network printer" })).toBeChecked();
  await counter.getByRole("button", { name: "Save" }).click();
  await expect(counter.getByTestId("printer-state")).toContainText("Ready");
  await counter.getByRole("button", { name: "Test print" }).click();
  await printer.printed(1);
});

test("a search shows its progress, can be stopped, and gives advice when it finds nothing @thorough", {
  tag: "@browser",
}, async ({ shop }) => {
  const { counter } = shop;
  await answerSearches(shop, () => [], { waits: true });
  await openPrinterSettings(shop);
  await counter.getByRole("button", { name: "Find printers" }).focus();
  await counter.keyboard.press("Enter");
  await expect(counter.getByText("Looking for printers.")).toBeVisible();
  const stop = counter.getByRole("button", { name: "Stop", exact: true });
  await expect(stop).toBeFocused();
  await counter.keyboard.press("Enter");
  await expect(counter.getByText("No printers found.")).toBeVisible();
  await expect(counter.getByRole("button", { name: "Find printers" })).toBeFocused();
});

for (const language of ["English", "Norsk bokmål"])
  test(`the found printers do not overlap at 800 by 600: ${language}`, { tag: "@browser" }, async ({ shop }) => {
    const { counter } = shop;
    const network = { kind: "escpos-tcp", host: "192.168.1.50", port: 9100 } as const;
    await counter.getByRole("button", { name: "This window" }).click();
    await counter.getByText(language, { exact: true }).click();
    await counter.keyboard.press("Escape");
    await counter.setViewportSize({ width: 800, height: 600 });
    await answerSearches(shop, () => [
      USB,
      { ...QUEUE, fault: "queue_stopped" },
      { place: network, name: null, fault: null },
    ]);
    await openPrinterSettings(shop);
    await counter.getByRole("button", { name: /^(Find printers|Finn skrivere)$/ }).click();
    const options = counter
      .getByRole("radiogroup", { name: /^(Printers found|Skrivere som ble funnet)$/ })
      .locator("label");
    await expect(options).toHaveCount(3);
    const edges = await options.evaluateAll((rows) =>
      rows.flatMap((row) => {
        const [box, text] = [row.getBoundingClientRect(), row.querySelector("div")?.getBoundingClientRect()];
        return [box.top, text?.top ?? 0, text?.bottom ?? 0, box.bottom];
      }),
    );
    expect(edges).toEqual(edges.toSorted((one, other) => one - other));
  });

test("the found printers fit from 800 to 1920 pixels @thorough", { tag: "@browser" }, async ({ shop }) => {
  const { counter } = shop;
  const long = { ...QUEUE, place: { kind: "escpos-queue", queue: "EPSON TM-T20II Receipt5 ".repeat(5) } } as const;
  await answerSearches(shop, () => [USB, QUEUE, long]);
  await openPrinterSettings(shop);
  await counter.getByRole("button", { name: "Find printers" }).click();
  await counter.getByText("/dev/usb/lp0", { exact: true }).click();
  for (const size of [
    { width: 800, height: 600 },
    { width: 1024, height: 768 },
    { width: 1920, height: 1080 },
  ]) {
    await counter.setViewportSize(size);
    const { across, cut } = await overflow(counter);
    expect({ across, cut }, `${size.width}`).toEqual({ across: 0, cut: [] });
    const options = counter.getByRole("radiogroup", { name: "Printers found" }).locator("label");
    for (const option of await options.all())
      expect((await option.boundingBox())?.height, `${size.width}`).toBeGreaterThanOrEqual(44);
  }
});
