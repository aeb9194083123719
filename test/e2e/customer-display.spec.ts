/** The customer's screen: it follows the counter, shows only what it must, and cannot act. */
import { openCustomerScreen, shows } from "./customer-screen.ts";
import { approve, expect, key, readQr, scan, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";
import { startElsewhere } from "./service-faults.ts";
import { still } from "./tour.ts";

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 800, height: 1280 },
];

test("shows the customer the code, the approval and Paid, and is then cleared", async ({ shop }) => {
  const { counter } = shop;
  const customer = await openCustomerScreen(shop);
  await expect(customer.getByRole("heading", { name: "Kaffebaren Grünerløkka" })).toBeVisible();
  await expect(counter.getByText("The customer screen is open.")).toBeVisible();
  await counter.bringToFront();
  await counter.keyboard.press("F2");
  await key(counter, "34750");
  await counter.getByRole("button", { name: /^Charge 347/ }).click();
  await shows(customer, "pay");
  expect(await readQr(customer)).toBe(await readQr(counter));
  await expect(customer.getByTestId("amount")).toHaveText("347,50kr");
  // The shop is Norwegian, and so are its customers by default.
  await expect(customer.getByRole("listitem")).toHaveText(["Åpne appen", "Skann koden", "Godkjenn"]);
  await scan(shop);
  await shows(customer, "approve");
  await expect(customer.getByTestId("qr")).toHaveCount(0);
  await expect(customer.getByRole("timer")).toHaveText(/^\d:\d\d$/);
  await approve(shop);
  await shows(customer, "paid");
  await expect(customer.getByRole("heading", { name: "Betalt" })).toBeVisible();
  // The receipt on the customer's screen and on the till's is the same.
  await expect(counter.getByTestId("receipt-qr")).toBeVisible();
  await expect.poll(() => readQr(customer, "receipt-qr")).toMatch(/Salgskvittering \S+-R\d+\n/);
  expect(await readQr(customer, "receipt-qr")).toBe(await readQr(counter, "receipt-qr"));
  // The customer's screen lags behind the counter.
  await counter.getByRole("button", { name: "New sale" }).click();
  await shows(customer, "paid");
  await shows(customer, "idle");
  await expect(customer.locator("body")).not.toContainText("347");
});

test("uses the customer's language, regardless of the till's @thorough", async ({ shop }) => {
  const { counter } = shop;
  const customer = await openCustomerScreen(shop);
  await expect(customer.getByText("Betal her med telefonen.")).toBeVisible();
  await counter.bringToFront();
  // Only users who may change the settings see the shop's language.
  await expect(counter.getByRole("heading", { name: "Language for customers" })).toHaveCount(0);
  await shop.till.call("staff.signIn", { pin: "274951" });
  await counter.getByRole("button", { name: /Language for customers/ }).click();
  await counter.getByRole("option", { name: "English" }).click();
  await expect(customer.getByText("Pay here with your phone.")).toBeVisible();
  expect(await customer.locator("html").getAttribute("lang")).toBe("en");
  // One customer gets another language at the counter; the next one gets the shop's again.
  await counter.getByRole("button", { name: "Charge", exact: true }).first().click();
  await key(counter, "4900");
  await counter.getByRole("button", { name: /^Charge 49/ }).click();
  await counter.getByRole("button", { name: /Customer's language/ }).click();
  await counter.getByRole("option", { name: "Norsk" }).click();
  await expect(customer.locator("html")).toHaveAttribute("lang", "nb");
  await counter.getByRole("button", { name: "Next customer" }).click();
  await expect(customer.locator("html")).toHaveAttribute("lang", "en");
  expect(await shop.till.call("display.get", {})).toMatchObject({ value: { language: "en", usualLanguage: "en" } });
});

test("shows the items sold and the description from the customer's app @thorough", async ({ shop }) => {
  const customer = await openCustomerScreen(shop);
  // Only users with the right may give a discount.
  await shop.till.call("staff.signIn", { pin: "274951" });
  const started = await shop.till.call("payment.start", {
    action: "SALE",
    amount: 13_900,
    lines: [
      { name: "Flat white", quantity: 2, unitAmount: 4900, vatRate: 1500 },
      { name: "Kanelbolle", quantity: 1, unitAmount: 5100, vatRate: 1500, discount: 1000 },
    ],
  });
  expect(started.ok).toBe(true);
  await shows(customer, "pay");
  const lines = customer.getByTestId("customer-lines");
  await expect(lines.getByRole("listitem")).toHaveText([
    /2 × Flat white\s*98,00.kr/,
    /Kanelbolle\s*51,00.kr/,
    /Rabatt\s*.10,00.kr/,
  ]);
  await expect(lines).toContainText(/herav MVA 15.%: 18,13.kr/);
  const words = (await customer.getByTestId("match-words").textContent()) ?? "";
  const phone = await shop.phone();
  await phone.getByLabel("Link from the QR code").fill(await readQr(customer));
  await phone.getByRole("button", { name: "Scan", exact: true }).click();
  await expect(phone.getByText(words).first()).toBeVisible();
  await shows(customer, "approve");
  await expect(customer.getByTestId("match-words")).toHaveText(words);
});

test("removes the tip question when the window that asked it reloads @thorough", async ({ shop }) => {
  const customer = await openCustomerScreen(shop);
  await shop.till.call("display.offerTip", { amount: 14_900, kind: "percent", presets: [1000] });
  await shows(customer, "tip");
  await shop.counter.reload();
  await shows(customer, "idle");
});

test("the customer chooses a tip with no default selected, and the till receives it @thorough", async ({ shop }) => {
  const customer = await openCustomerScreen(shop);
  const offer = { amount: 14_900, kind: "percent" as const, presets: [500, 1000, 1500] };
  await shop.till.call("display.offerTip", offer);
  await shows(customer, "tip");
  await expect(customer.getByRole("button")).toHaveText([
    /5.%\s*7,45.kr/,
    /10.%\s*14,90.kr/,
    /15.%\s*22,35.kr/,
    "Ingen tips",
    "Et annet beløp",
  ]);
  for (const size of [...SIZES, { width: 1024, height: 600 }]) {
    await customer.setViewportSize(size);
    await still(customer);
    expect(await overflow(customer)).toEqual({ across: 0, down: 0, cut: [] });
    for (const button of await customer.getByRole("button").all()) await expect(button).toBeInViewport({ ratio: 1 });
  }
  expect(await accessibilityViolations(customer)).toEqual([]);
  await customer.getByRole("button", { name: "Et annet beløp" }).click();
  // Keyed in as at the till.
  const typed = customer.getByRole("status");
  await expect(typed).toHaveText(/^0,00.kr$/);
  await key(customer, "12");
  await expect(typed).toHaveText(/^0,12.kr$/);
  await customer.getByRole("button", { name: "Desimalskille" }).click();
  await key(customer, "5");
  await expect(typed).toHaveText(/^12,50.kr$/);
  await customer.getByRole("button", { name: "Nullstill" }).click();
  await key(customer, "20");
  await customer.getByRole("button", { name: "00", exact: true }).click();
  await expect(typed).toHaveText(/^20,00.kr$/);
  await customer.getByRole("button", { name: "Nullstill" }).click();
  await key(customer, "99999999");
  for (const size of [...SIZES, { width: 1024, height: 600 }, { width: 800, height: 600 }]) {
    await customer.setViewportSize(size);
    await still(customer);
    expect(await overflow(customer)).toEqual({ across: 0, down: 0, cut: [] });
    expect(await typed.evaluate((box) => box.scrollWidth - box.clientWidth), `${size.width}`).toBeLessThanOrEqual(0);
    for (const button of await customer.getByRole("button").all()) await expect(button).toBeInViewport({ ratio: 1 });
  }
  expect(await accessibilityViolations(customer)).toEqual([]);
  for (let digits = 8; digits > 0; digits -= 1)
    await customer.getByRole("button", { name: "Slett siste siffer" }).click();
  await key(customer, "2000");
  await expect(customer.getByText("169,00 kr å betale med tips")).toBeVisible();
  await customer.getByRole("button", { name: "Legg til 20,00 kr" }).click();
  await expect(customer.getByRole("heading", { name: "Takk!" })).toBeVisible();
  const display = await shop.till.call("display.get", {});
  expect(display).toMatchObject({ ok: true, value: { state: "tip", offer: { ...offer, chosen: 2000 } } });
  for (const [name, chosen] of [
    [/^10.%/, 1490],
    ["Ingen tips", 0],
  ] as const) {
    await shop.till.call("display.withdrawTip", {});
    await shows(customer, "idle");
    await shop.till.call("display.offerTip", offer);
    await customer.getByRole("button", { name }).click();
    await expect(customer.getByRole("heading", { name: "Takk!" })).toBeVisible();
    expect(await shop.till.call("display.get", {})).toMatchObject({ value: { offer: { chosen } } });
  }
  // The customer's screen uses the till's setting for whole units first.
  await shop.till.call("display.withdrawTip", {});
  await shop.till.call("display.offerTip", { ...offer, unitsFirst: "whole" });
  await customer.getByRole("button", { name: "Et annet beløp" }).click();
  await key(customer, "20");
  await expect(typed).toHaveText(/^20,00.kr$/);
});

test("shows the shop's colour and logo while idle, with readable text on any colour @thorough", async ({ shop }) => {
  const customer = await openCustomerScreen(shop);
  await shop.till.call("staff.signIn", { pin: "274951" });
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const added = await shop.till.call("catalogue.addPicture", { data: png });
  if (!added.ok) throw new Error(added.error.message);
  const now = await shop.till.call("counter.get", {});
  if (!now.ok) throw new Error(now.error.message);
  for (const accent of ["#ffd400", "#1b2a6b", "#7a7a7a"]) {
    const set = await shop.till.call("counter.set", { ...now.value, accent, logo: added.value.picture });
    expect(set.ok).toBe(true);
    await expect(customer.getByTestId("logo")).toHaveJSProperty("naturalWidth", 1);
    await expect(customer.getByTestId("attract")).toHaveCSS("background-color", rgbOf(accent));
    await still(customer);
    expect(await accessibilityViolations(customer), accent).toEqual([]);
  }
});

/** Converts a colour to the browser's notation. */
function rgbOf(colour: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(", ")})`;
}

test("never shows the payer's identity, and shows payments started by a register @thorough", async ({ shop }) => {
  const customer = await openCustomerScreen(shop);
  await startElsewhere(shop, 9900, "4791234567");
  await shows(customer, "approve");
  const text = (await customer.locator("body").textContent()) ?? "";
  expect(text).toContain("99,00");
  expect(text).not.toMatch(/4567|•••|\d{4}-\d{4}/);
});

test("the customer's screen removes the code when the cashier moves on @thorough", async ({ shop }) => {
  const { counter } = shop;
  const customer = await openCustomerScreen(shop);
  await counter.bringToFront();
  await counter.keyboard.press("F2");
  await key(counter, "1200");
  await counter.getByRole("button", { name: /^Charge 12/ }).click();
  await shows(customer, "pay");
  await counter.getByRole("button", { name: "Cancel payment" }).click();
  await shows(customer, "not_paid");
  await expect(customer.getByTestId("qr")).toHaveCount(0);
});

test("the screen is readable and accepts a tip, and allows no other action @thorough", {
  tag: "@browser",
}, async ({ shop }) => {
  const customer = await openCustomerScreen(shop);
  const till = (await shop.till.ready).origin;
  const tried = await customer.evaluate(async (origin) => {
    const authorization = `Bearer ${sessionStorage.getItem("till.session")}`;
    const headers = { "content-type": "application/json", authorization };
    const status = (url: string, how: RequestInit = {}) =>
      fetch(url, { method: "POST", credentials: "include", headers, ...how })
        .then((answer) => answer.status)
        .catch(() => "refused");
    return {
      own: await status("/bridge/display.get", { body: "{}" }),
      tip: await status("/bridge/display.chooseTip", { body: '{"amount":100,"of":100}' }),
      answer: await status("/bridge/display.answer", { body: '{"screenId":"none","answer":"yes"}' }),
      offer: await status("/bridge/display.offerTip", { body: '{"amount":100,"kind":"amount","presets":[100]}' }),
      start: await status("/bridge/payment.start", { body: '{"action":"SALE","amount":100}' }),
      terminal: await status("/bridge/terminal.get", { body: "{}" }),
      tills: await status(`${origin}/bridge/terminal.get`, { body: "{}" }),
      session: await status(`${origin}/session`),
      page: await status("/", { method: "GET" }),
      cookie: document.cookie,
      opener: window.opener === null,
    };
  }, till);
  expect(tried).toEqual({
    own: 200,
    tip: 200,
    answer: 200,
    offer: 403,
    start: 403,
    terminal: 403,
    // The page's own policy allows connections to its server only.
    tills: "refused",
    session: "refused",
    page: 404,
    cookie: "",
    opener: true,
  });
});

test("is readable and accessible at every size, in both themes @thorough", async ({ shop }) => {
  const customer = await openCustomerScreen(shop);
  const look = async (state: string) => {
    await shows(customer, state);
    for (const colorScheme of ["light", "dark"] as const) {
      await customer.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const size of SIZES) {
        const name = `${state} at ${size.width}×${size.height} ${colorScheme}`;
        await customer.setViewportSize(size);
        await still(customer);
        expect(await overflow(customer), name).toEqual({ across: 0, down: 0, cut: [] });
        if (state === "pay") expect(await readQr(customer), name).toBe(await readQr(shop.counter));
      }
      expect(await accessibilityViolations(customer), `${state} ${colorScheme}`).toEqual([]);
    }
    await shows(customer, state);
  };
  await look("idle");
  await shop.counter.bringToFront();
  await shop.counter.keyboard.press("F2");
  await key(shop.counter, "1234500");
  await shop.counter.getByRole("button", { name: /^Charge 12/ }).click();
  await look("pay");
  const phone = await scan(shop);
  await look("approve");
  await phone.getByRole("button", { name: "Reject", exact: true }).click();
  await shows(customer, "not_paid");
  expect(await accessibilityViolations(customer)).toEqual([]);
});

test("shows a data request at every size: the question and the answer, but no shared data @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  const customer = await openCustomerScreen(shop);
  await counter.bringToFront();
  const look = async () => {
    for (const size of SIZES) {
      await customer.setViewportSize(size);
      expect(await overflow(customer), String(size.width)).toEqual({ across: 0, down: 0, cut: [] });
    }
    expect(await accessibilityViolations(customer)).toEqual([]);
  };
  const asks = async (preset: string) => {
    const asked = await shop.till.call("permission.request", { preset });
    if (!asked.ok) throw new Error(asked.error.code);
    await expect(customer.getByTestId("customer")).toHaveAttribute("data-state", "ask");
    await expect(customer.getByText(asked.value.text ?? "?")).toBeVisible();
    expect(await readQr(customer)).toBe(asked.value.qr?.text);
    const phone = await shop.phone();
    await phone.getByLabel("Link from the QR code").fill(asked.value.qr?.text ?? "");
    await phone.getByRole("button", { name: "Scan", exact: true }).click();
    await expect(customer.getByRole("heading", { name: "Svar på telefonen" })).toBeVisible();
    return phone;
  };
  const granting = await asks("ship-to-home");
  await look();
  await granting.getByRole("button", { name: "Grant", exact: true }).click();
  await expect(customer.getByRole("heading", { name: "Takk!" })).toBeVisible();
  await expect(customer.locator("body")).not.toContainText(/Kari|Ola|Markveien/);
  await look();
  const declining = await asks("member");
  await declining.getByRole("button", { name: "Decline", exact: true }).click();
  await expect(customer.getByRole("heading", { name: "Ingenting er delt" })).toBeVisible();
  await shows(customer, "idle");
});
