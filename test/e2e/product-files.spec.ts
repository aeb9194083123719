/** The product files that an owner imports in Settings. */
import { writeFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { temporaryFolder } from "../support/folder.ts";
import { expect, type Shop, test } from "./fixtures.ts";
import { accessibilityViolations } from "./page-checks.ts";
import { still } from "./tour.ts";

async function openProducts(shop: Shop): Promise<void> {
  await shop.till.call("staff.signIn", { pin: "274951" });
  await shop.counter.getByRole("button", { name: "Settings", exact: true }).click();
  await shop.counter.getByRole("tab", { name: "Products", exact: true }).click();
}

/** Chooses a file to import: its path, or its content. @returns the dialog with its preview */
async function chooseFile({ counter }: Shop, file: string | Buffer): Promise<Locator> {
  const choosing = counter.waitForEvent("filechooser");
  await counter.getByRole("button", { name: "Import a file" }).click();
  const content = typeof file === "string" ? file : { name: "varer.csv", mimeType: "text/csv", buffer: file };
  await (await choosing).setFiles(content);
  return counter.getByRole("dialog", { name: "Review import" });
}

test("previews a product file before it changes anything @thorough", async ({ shop }) => {
  const { counter } = shop;
  await openProducts(shop);
  const text = "navn;pris;mva;kategori\r\nKanelbolle;49,00;15;Mat\r\nGulrotkake;55;25 %;Kaker\r\nFeil;gratis;15;\r\n";
  // As Excel in Norway writes it.
  const sheet = await chooseFile(shop, Buffer.from(text, "latin1"));
  await expect(sheet.getByRole("alert")).toContainText("Row 4, price · Feil · gratis");
  await expect(sheet.getByRole("heading", { name: "1 new product" })).toBeVisible();
  await expect(sheet).toContainText("45,00 kr 49,00 kr");
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await sheet.getByRole("button", { name: "Import 2 products" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(
    counter.getByRole("region", { name: "Kaker" }).getByRole("button", { name: /Gulrotkake/ }),
  ).toBeVisible();
  await expect(counter.getByRole("button", { name: /Cinnamon bun.*49,00/ })).toBeVisible();
});

test("asks for the price column and the encoding of an ambiguous file, and reads it again @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await openProducts(shop);
  const rows = "Rømmegrøt;12,00;89,00;15;Mat;96385074;4\r\nBlåbær;20,00;45,00;3;Mat;;2\r\nMelk;30\r\n";
  const text = `Prisliste\r\n\r\nnavn;pris;utsalgspris;mva;kategori;strekkode;lager\r\n${rows}`;
  const sheet = await chooseFile(shop, Buffer.from(text, "latin1"));
  await expect(sheet.getByText("Choose the columns first. Nothing is changed yet.")).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Nothing to import" })).toBeDisabled();
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await sheet.getByLabel("Column for price").selectOption("utsalgspris");
  await expect(sheet.getByRole("heading", { name: "1 new product" })).toBeVisible();
  await expect(sheet).toContainText("Rømmegrøt 89,00 kr · 15 % VAT · Food · 96385074");
  await expect(sheet).toContainText("Columns that are not imported: pris, lager.");
  await expect(sheet.getByRole("alert")).toContainText("Row 5, VAT");
  await expect(sheet.getByRole("alert")).toContainText("Row 6");
  const encoding = sheet.getByLabel("Text encoding");
  await expect(encoding).toHaveValue("windows-1252");
  await encoding.selectOption("Cyrillic (Windows 1251)");
  await expect(sheet).toContainText("Rшmmegrшt");
  await encoding.selectOption("Western European (Windows 1252)");
  await expect(sheet).toContainText("Rømmegrøt");
  await sheet.getByRole("button", { name: "Import 1 product" }).click();
  await expect(counter.getByRole("button", { name: /Rømmegrøt.*89,00/ })).toBeVisible();
});

test("imports the chosen version of a file that is overwritten during its preview @thorough", async ({ shop }) => {
  const { counter } = shop;
  using folder = temporaryFolder();
  const path = `${folder.path}/varer.csv`;
  const text = "navn;pris;utsalgspris;plass\r\nRundstykke;12,00;20,00;A1\r\n";
  writeFileSync(path, text);
  await openProducts(shop);
  const sheet = await chooseFile(shop, path);
  const column = sheet.getByLabel("Column for price");
  await column.selectOption("pris");
  await expect(sheet).toContainText("Rundstykke 12,00 kr");
  await expect(sheet).toContainText("(the file has no VAT column)");
  writeFileSync(path, `${text}Loff;30,00;50,00;\r\n`);
  await column.selectOption("utsalgspris");
  await expect(sheet).toContainText("Rundstykke 20,00 kr");
  await expect(sheet).toContainText("Slot A1");
  await sheet.getByRole("button", { name: "Import 1 product" }).click();
  await expect(counter.getByRole("button", { name: /Rundstykke.*20,00/ })).toBeVisible();
});

test("keeps the preview when a file cannot be read again @browser @thorough", async ({ shop }) => {
  const { counter } = shop;
  await openProducts(shop);
  const text = "navn;pris;utsalgspris;plass\r\nRundstykke;12,00;20,00;A1\r\n";
  const sheet = await chooseFile(shop, Buffer.from(text));
  const column = sheet.getByLabel("Column for price");
  await column.selectOption("utsalgspris");
  await expect(sheet).toContainText("Rundstykke 20,00 kr");
  await counter.route("**/bridge/catalogue.readCsv", (route) => route.abort());
  await column.selectOption("pris");
  await expect(counter.getByTestId("failure")).toBeVisible();
  await counter.getByRole("button", { name: "OK", exact: true }).click();
  // The import waits for a successful read.
  await expect(sheet).toContainText("Rundstykke 20,00 kr");
  await expect(column).toHaveValue("1");
  await expect(sheet.getByRole("button", { name: "Import 1 product" })).toBeDisabled();
  await counter.unroute("**/bridge/catalogue.readCsv");
  await column.selectOption("pris");
  await expect(sheet).toContainText("Rundstykke 12,00 kr");
  await sheet.getByRole("button", { name: "Import 1 product" }).click();
  await expect(counter.getByRole("button", { name: /Rundstykke.*12,00/ })).toBeVisible();
});

test("explains a rejected file: a missing header, or its size @thorough", async ({ shop }) => {
  const { counter } = shop;
  await openProducts(shop);
  const sheet = await chooseFile(shop, Buffer.from("vare nummer;kostnad\r\n1;49,00\r\n"));
  await expect(sheet).toContainText("Nothing in this file can be imported.");
  await expect(sheet.getByRole("alert")).toContainText("a header row with at least name and price");
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await chooseFile(shop, Buffer.from(`navn;pris\r\n${"Kanelbolle;49,00\r\n".repeat(130_000)}`));
  await expect(counter.getByTestId("failure")).toContainText("a file of at most 2 MB");
});
