/** Prints from the window contain only the print: complete, black on white, without the till's screen. */
import { temporaryFolder } from "../support/folder.ts";
import { choosePin, next, openEmptyTill, setUpDemo, tested } from "./first-run.ts";
import { approve, expect, key, pay, type Shop, scan, test } from "./fixtures.ts";
import { onPaper, type Readable, readable } from "./readability.ts";

const OWNER_PIN = "274951";
/** A PDF page without text has less than a thousand. */
const BYTES_OF_A_PAGE = 8000;
/** Words of the till's screens, which must not be on paper. */
const OF_THE_TILL = ["Charge", "Payments", "Settings", "Refresh", "Not printed yet", "PIN"];

async function expectOnlyPrint(paper: Readable, words: readonly string[]): Promise<void> {
  for (const word of words) expect(paper.text).toContain(word);
  for (const word of OF_THE_TILL) expect(paper.text).not.toContain(word);
  expect(paper.faint).toEqual([]);
  expect(paper.coloured).toEqual([]);
}

/** Checks that both themes give the same print, on the page and as a PDF. */
async function expectPrinted({ counter, pdf }: Shop, words: readonly string[]): Promise<void> {
  for (const theme of ["light", "dark"]) {
    await counter.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await expectOnlyPrint(await onPaper(counter), words);
  }
  expect((await pdf()).length).toBeGreaterThan(BYTES_OF_A_PAGE);
  await counter.emulateMedia({ media: "screen" });
}

async function openReports({ counter }: Shop): Promise<void> {
  await counter.bringToFront();
  await counter.getByRole("button", { name: "New sale" }).click();
  await counter.keyboard.press("F6");
  await counter.getByTestId("settings-gate").getByLabel(/PIN/).fill(OWNER_PIN);
  await counter.getByTestId("settings-gate").getByRole("button").last().click();
  await counter.getByRole("button", { name: "X report" }).click();
  await expect(counter.getByTestId("report")).toBeVisible();
}

test("prints X and Z with their figures, marked as play money in a demo @thorough", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "14900");
  await openReports(shop);
  await expectPrinted(shop, ["X report Counter 1", "149,00 kr", "Demo – play money", "the chain is intact"]);
  await counter.getByRole("tab", { name: "Close the day" }).click();
  await counter.getByRole("button", { name: "Reconcile now" }).click();
  await expect(counter.getByText("1 payment matches.")).toBeVisible();
  await counter.getByRole("button", { name: "Use a button instead" }).click();
  await counter.getByRole("button", { name: "Yes, close the day" }).click();
  await expect(counter.getByRole("heading", { name: "Day closed" })).toBeVisible();
  await expectPrinted(shop, ["Z 1", "149,00 kr", "Demo – play money"]);
  await counter.getByRole("button", { name: "Done", exact: true }).last().click();
  await counter.getByRole("tab", { name: "Closed days" }).click();
  await counter.getByTestId("z-1").click();
  await expectPrinted(shop, ["Z 1", "149,00 kr", "Demo – play money"]);
});

test("prints X and Z on one A4 page, with the shop, the till and room to sign @thorough", async ({ shop }) => {
  const { counter } = shop;
  const till = await shop.till.call("terminal.get", {});
  const number = till.ok ? till.value.pos.id : "";
  const details = { name: "Bakeri Ærlig", address: ["Storgata 1", "0155 Oslo"], organisationNumber: "999 888 777 MVA" };
  await shop.till.call("staff.signIn", { pin: OWNER_PIN });
  await shop.till.call("receipt.settings.set", { shop: Object.assign({ phone: null, footer: null }, details) });
  await pay(shop, "14900");
  await counter.bringToFront();
  await counter.getByRole("button", { name: "New sale" }).click();
  await counter.keyboard.press("F6");
  await counter.getByRole("button", { name: "X report" }).click();
  await expect(counter.getByTestId("paper-head")).toContainText("Bakeri Ærlig");
  const words = ["Bakeri Ærlig", "Storgata 1", "0155 Oslo", "Organisation number 999 888 777 MVA", `Number ${number}`];
  await expectPrinted(shop, [...words, "Place and date", "Signature"]);
  await counter.emulateMedia({ media: null });
  const pdf = (await shop.pdf()).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  // A4 in points, as requested by the page.
  expect(pdf.match(/MediaBox \[([^\]]*)\]/)?.[1]).toMatch(/^0 0 59\d[.\d]* 84\d[.\d]*$/);
});

test("prints the self-test with the result of each test @thorough", async ({ page, desktop }) => {
  using folder = temporaryFolder();
  await using shop = await openEmptyTill(page, folder.path, desktop);
  const { counter } = shop;
  await setUpDemo(counter);
  await next(counter, "till");
  await next(counter, "owner");
  await choosePin(counter);
  await next(counter, "test");
  await tested(counter);
  await expectPrinted(shop, ["Test results", "Clock", "play money"]);
});

/** Pays for two of one product and one of another: 149.00 in total. */
async function payTape(shop: Shop): Promise<void> {
  const { counter } = shop;
  await key(counter, "4900");
  await counter.getByRole("button", { name: "Quantity" }).click();
  await key(counter, "2");
  await counter.getByRole("button", { name: "Add a line" }).click();
  await key(counter, "5100");
  await counter.getByRole("button", { name: /^Charge 149/ }).click();
  await scan(shop);
  await approve(shop);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  await counter.bringToFront();
}

const TAPE = ["2 × 49,00 kr 98,00 kr", "51,00 kr", "149,00 kr"];

test("shows a receipt as on paper: amounts right-aligned, in both themes @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  const problems: string[] = [];
  counter.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await till.call("staff.signIn", { pin: OWNER_PIN });
  const settings = await till.call("receipt.settings.get", {});
  if (!settings.ok) throw new Error(settings.error.message);
  const name = "Bakeriet på hjørnet ved Åsveien & Sønners Etterfølgere";
  await till.call("receipt.settings.set", { shop: { ...settings.value.shop, name } });
  await till.call("staff.signOut", {});
  await payTape(shop);
  await counter.keyboard.press("F9");
  const paper = counter.getByTestId("paper");
  await expect(paper.getByText("Salgskvittering")).toBeVisible();
  for (const theme of ["light", "dark"] as const) {
    await counter.emulateMedia({ colorScheme: theme });
    const seen = await readable(paper);
    for (const word of [...TAPE, name]) expect(seen.text).toContain(word);
    expect(seen.faint).toEqual([]);
    expect(seen.coloured).toEqual([]);
  }
  const layout = await paper.evaluate((host) => {
    const root = host.shadowRoot;
    const receipt = root?.querySelector(".receipt");
    if (!root || !receipt) throw new Error("the receipt is not there");
    const { right } = receipt.getBoundingClientRect();
    const padding = Number.parseFloat(getComputedStyle(receipt).paddingRight);
    const amounts = [...root.querySelectorAll(".row > :last-child, .total > :last-child")];
    const [title, below] = [root.querySelector("h1"), root.querySelector("h1 + *")];
    return {
      rules: root.adoptedStyleSheets.reduce((count, sheet) => count + sheet.cssRules.length, 0),
      ground: getComputedStyle(receipt).backgroundColor,
      atTheEdge: amounts.every((amount) => Math.abs(amount.getBoundingClientRect().right - (right - padding)) < 1),
      nameLines: Math.round(
        (title?.getBoundingClientRect().height ?? 0) /
          Number.parseFloat(title ? getComputedStyle(title).lineHeight : "0"),
      ),
      overlaps: (title?.getBoundingClientRect().bottom ?? 0) > (below?.getBoundingClientRect().top ?? 0) + 0.5,
    };
  });
  expect(layout).toEqual({
    rules: expect.any(Number),
    ground: "rgb(255, 255, 255)",
    atTheEdge: true,
    nameLines: expect.any(Number),
    overlaps: false,
  });
  expect(layout.rules).toBeGreaterThan(10);
  expect(layout.nameLines).toBeGreaterThan(1);
  expect(problems).toEqual([]);
});

test("prints a receipt from the window with its lines, and nothing else @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await payTape(shop);
  await counter.keyboard.press("F9");
  await counter.getByRole("button", { name: "Print", exact: true }).click();
  await expect(counter.locator("body[data-printed]")).toHaveCount(1);
  await expectPrinted(shop, [...TAPE, "Salgskvittering", "DEMO – IKKE KVITTERING"]);
  await counter.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await counter.getByRole("button", { name: "Print", exact: true }).click();
  await expect(counter.locator("body > [data-testid=paper]").getByText("KOPI")).toHaveCount(1);
  await expectPrinted(shop, [...TAPE, "KOPI", "Original"]);
});
