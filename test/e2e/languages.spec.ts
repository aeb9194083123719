/** The customer's screen in each customer language: all text is readable, on the smallest and on a tall screen. */
import type { Page } from "@playwright/test";
import { DEMO_PIN } from "../../contract/calls/pins.ts";
import { matchWords } from "../../contract/payments/match-words.ts";
import type { DisplayText, DisplayView } from "../../contract/receipts/display.ts";
import {
  CUSTOMER_LANGUAGES,
  type CustomerLanguage,
  customerLocale,
  LANGUAGE_NAMES,
} from "../../contract/values/customer-language.ts";
import type { PaymentLine } from "../../contract/values/lines.ts";
import { expect, key, type Shop, test } from "./fixtures.ts";
import { accessibilityViolations, clippedTexts, overflow } from "./page-checks.ts";
import { CUSTOMER } from "./service-faults.ts";
import { still } from "./tour.ts";

const SIZES = [
  { width: 800, height: 600 },
  { width: 1080, height: 1920 },
];
const LINES: PaymentLine[] = [
  { name: "Flat white", quantity: 2, unitAmount: 4900, vatRate: 1500 },
  { name: "Kanelbolle med perlesukker og kardemomme", quantity: 12, unitAmount: 5100, vatRate: 1500, discount: 1000 },
  ...Array.from({ length: 6 }, () => ({ name: null, quantity: 1, unitAmount: 990, vatRate: 2500 })),
];
const OFFER = { kind: "percent" as const, presets: [500, 1000, 1500], amount: 1_234_500, chosen: null };
const MESSAGE = { screenId: "A", kind: "question" as const, title: null, text: "Bag?", answer: null };
const WAITS: DisplayText[] = [
  "moment",
  "queued",
  "sending",
  "choose",
  "chooseByOrder",
  "dispensing",
  "dispensingByOrder",
  "finishing",
  "cancelling",
  "undoing",
  "staff",
];
const ENDINGS: DisplayText[] = ["declined", "cancelled", "expired"];

/**
 * Returns views with the longest content: large amounts, many lines, the longest words. @param usual the till's own
 * view
 */
function views(language: CustomerLanguage, usual: DisplayView): [name: string, view: DisplayView][] {
  const base: DisplayView = { ...usual, language, locale: customerLocale(language, usual.locale) };
  const paid: DisplayView = { ...base, amount: 1_234_500, until: new Date(Date.now() + 3_600_000).toISOString() };
  const said: DisplayView = { ...base, state: "message", text: "message" };
  const words = longestWords(language);
  const pay: DisplayView = {
    ...paid,
    state: "pay",
    text: "scan",
    code: "https://qr.example/s/1/A-1",
    words,
    tip: true,
  };
  const named: DisplayView = { ...pay, lines: LINES, additionalAmount: 4500, tip: false };
  const unheard: DisplayView = { ...paid, state: "approve", text: "unheard", words };
  const wait = (text: DisplayText): [string, DisplayView] => [text, { ...paid, state: "wait", text, until: null }];
  return [
    ["idle", base],
    ["tip", { ...base, state: "tip", text: "tip", amount: OFFER.amount, offer: OFFER }],
    ["tip-chosen", { ...base, state: "tip", text: "tip", amount: 1_244_500, offer: { ...OFFER, chosen: 10_000 } }],
    ["message", { ...said, message: MESSAGE }],
    ["message-answered", { ...said, message: { ...MESSAGE, answer: "yes" } }],
    ["pay", pay],
    ["pay-lines", named],
    ["pay-over", { ...pay, until: new Date(0).toISOString() }],
    ["approve", { ...paid, state: "approve", text: "approve", words, tip: true }],
    ["unheard", unheard],
    ...WAITS.map(wait),
    ["paid", { ...paid, state: "paid", text: "paid", takeAway: { way: "code", text: "x".repeat(500) } }],
    ["paid-app", { ...paid, state: "paid", text: "paid", takeAway: { way: "coming" } }],
    ["reserved", { ...paid, state: "reserved", text: "reserved" }],
    ...ENDINGS.map((text): [string, DisplayView] => [text, { ...paid, state: "not_paid", text }]),
  ];
}

function longestWords(language: CustomerLanguage): string {
  const all = Array.from({ length: 2000 }, (_, index) => matchWords(`A-${index}`, language));
  return all.reduce((longest, each) => (each.length > longest.length ? each : longest));
}

/** Opens the customer's page, with a function that shows any view on it. */
async function openDisplay(shop: Shop) {
  const opened = await shop.till.call("display.open", {});
  const usual = await shop.till.call("display.get", {});
  if (!opened.ok || !usual.ok) throw new Error("the customer's screen does not open");
  const shown = { view: usual.value };
  const page = await shop.counter.context().newPage();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.route("**/bridge/display.get", (route) => route.fulfill({ json: { ok: true, value: shown.view } }));
  await page.goto((opened.value as { url: string }).url);
  // The ticket in the address works once: the page has its session before it is reloaded.
  await expect(page.getByTestId("customer")).toHaveAttribute("data-state", "idle");
  return {
    page,
    usual: usual.value,
    async show(view: DisplayView) {
      shown.view = view;
      await page.reload();
      await expect(page.getByTestId("customer")).toHaveAttribute("data-state", view.state);
      await expect(page.locator("html")).toHaveAttribute("lang", view.language);
    },
  };
}

async function readWhole(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await still(page);
    const where = `${name} at ${size.width}×${size.height}`;
    expect.soft(await overflow(page), where).toEqual({ across: 0, down: 0, cut: [] });
    expect.soft(await clippedTexts(page), where).toEqual([]);
  }
}

for (const language of CUSTOMER_LANGUAGES) {
  test(`all customer text is readable: ${LANGUAGE_NAMES[language]} @browser @thorough`, async ({ shop }) => {
    const { page, usual, show } = await openDisplay(shop);
    for (const [name, view] of views(language, usual)) {
      await show(view);
      await readWhole(page, name);
    }
    await show({ ...usual, language, state: "tip", text: "tip", amount: OFFER.amount, offer: OFFER });
    await page.locator("button").last().click();
    await expect(page.getByRole("button", { name: "00" })).toBeVisible();
    await readWhole(page, "tip-own");
  });
}

test("the customer's phone is readable and accessible in every language @browser @thorough", async ({ shop }) => {
  await shop.till.call("staff.signIn", { pin: DEMO_PIN });
  await shop.till.call("payment.start", {
    action: "AUTH",
    amount: 1_234_500,
    additionalEdit: true,
    text: "Bord 4",
    customer: { kind: "phone", value: CUSTOMER },
  });
  const phone = await shop.phone();
  // The narrowest common phone, with full height: a phone scrolls vertically only.
  await phone.setViewportSize({ width: 360, height: 2400 });
  const main = phone.getByRole("main");
  await expect(main.getByRole("button", { name: "Approve", exact: true })).toBeVisible();
  for (const language of CUSTOMER_LANGUAGES) {
    await phone.locator("#language").selectOption(language);
    await expect(phone.locator("html")).toHaveAttribute("lang", language);
    await expect(main.locator("article .primary")).toBeVisible();
    await still(phone);
    expect.soft(await overflow(phone), language).toMatchObject({ across: 0, down: 0 });
    expect.soft(await clippedTexts(phone), language).toEqual([]);
    expect.soft(await accessibilityViolations(phone), language).toEqual([]);
  }
  await main.locator("article .primary").click();
  // More than this customer's limit per payment.
  await expect(phone.getByText("Понад ваш ліміт на один платіж").first()).toBeVisible();
  await phone.reload();
  await expect(phone.locator("html")).toHaveAttribute("lang", "uk");
});

test("the customer's page loads only its own language, and no operator texts @browser @thorough", async ({ shop }) => {
  const { page, usual, show } = await openDisplay(shop);
  await show({ ...usual, language: "fi", locale: "fi-FI" });
  await expect(page.getByText("Maksa tässä puhelimella.")).toBeVisible();
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => /\/assets\/(\w+)-[^/]+\.js$/.exec(name)?.[1])
      .filter((name) => name !== undefined),
  );
  const machines = await page.evaluate(() => navigator.language.slice(0, 2));
  const languages = scripts.filter((name) => CUSTOMER_LANGUAGES.some((language) => language === name));
  expect(languages.filter((name) => name !== machines)).toEqual(["fi"]);
  expect(scripts).not.toContain("index");
});

test("the counter offers ten customer languages, by touch on the smallest screen @browser @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await counter.setViewportSize({ width: 800, height: 600 });
  await key(counter, "4900");
  await counter.getByRole("button", { name: /^Charge 49/ }).click();
  await counter.getByRole("button", { name: /Customer's language/ }).click();
  const list = counter.getByRole("listbox");
  await expect(list.getByRole("option")).toHaveText(Object.values(LANGUAGE_NAMES));
  const ukrainian = list.getByRole("option", { name: "Українська" });
  await ukrainian.scrollIntoViewIfNeeded();
  expect((await ukrainian.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await ukrainian.click();
  await expect(counter.getByText("Відскануйте код")).toBeVisible();
  await expect(counter.getByTestId("match-words")).toHaveText(/^[А-ЯІЇЄҐ][а-яіїєґ]+ [а-яіїєґ]+$/);
  expect(await clippedTexts(counter)).toEqual([]);
});

test("customer text on the till is readable in every language @browser @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  await counter.emulateMedia({ reducedMotion: "reduce" });
  await till.call("staff.signIn", { pin: DEMO_PIN });
  await key(counter, "1234500");
  await counter.getByRole("button", { name: /^Charge 12/ }).click();
  await expect(counter.getByTestId("match-words")).toBeVisible();
  const [payment] = await till.call("payment.list", {}).then((list) => (list.ok ? list.value.items : []));
  for (const language of CUSTOMER_LANGUAGES) {
    await till.call("display.setLanguage", { language, posTid: payment?.posTid ?? null });
    await expect(counter.getByTestId("match-words")).toHaveText(matchWords(payment?.posTid ?? "", language));
    for (const size of [
      { width: 800, height: 600 },
      { width: 1024, height: 600 },
      { width: 1280, height: 800 },
    ]) {
      await counter.setViewportSize(size);
      await still(counter);
      const where = `${language} at ${size.width}×${size.height}`;
      expect.soft(await overflow(counter), where).toEqual({ across: 0, down: 0, cut: [] });
      expect.soft(await clippedTexts(counter), where).toEqual([]);
    }
  }
});

test("a product has a name in a language added by the shop, and customers read it @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  await counter.setViewportSize({ width: 800, height: 600 });
  await till.call("staff.signIn", { pin: DEMO_PIN });
  await counter.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "Products" }).click();
  await counter.getByRole("button", { name: /^Espresso/ }).click();
  const sheet = counter.getByRole("dialog");
  await sheet.getByLabel("Add a language").selectOption({ label: "Ukrainian" });
  await expect(sheet.getByLabel("Name in Ukrainian")).toBeFocused();
  await counter.keyboard.type("Еспресо");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet).toHaveCount(0);
  const catalogue = await till.call("catalogue.get", {});
  const product = catalogue.ok && catalogue.value.products.find(({ name }) => name === "Espresso");
  if (!product) throw new Error("there is no espresso");
  expect(product.names).toMatchObject({ uk: "Еспресо" });
  const lines = [{ name: "Espresso", productId: product.id, quantity: 1, unitAmount: product.amount }];
  const started = await till.call("payment.start", { action: "SALE", amount: product.amount, lines, language: "uk" });
  expect(started.ok).toBe(true);
  expect(await till.call("display.get", {})).toMatchObject({ value: { lines: [{ name: "Еспресо" }] } });
  // Every other product may have one now, because the language belongs to the shop.
  await counter.getByRole("tab", { name: "Products" }).click();
  await counter.getByRole("button", { name: "Categories" }).click();
  await expect(sheet.getByLabel("Name in Ukrainian")).not.toHaveCount(0);
});
