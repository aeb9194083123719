/** The phone page in a real browser: scan, tip, approve, reject, grant, decline; and axe on each of its screens. */
import { existsSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callbackReceiver, KARI } from "../../support/sandbox.ts";
import { createTestSandbox, type TestSandbox } from "./test-sandbox.ts";

const INSTALLED = [
  process.env.TILL_TEST_BROWSER ?? "",
  chromium.executablePath(),
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/chromium-browser",
];
const QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

let browser: Browser;
beforeAll(async () => {
  const executablePath = INSTALLED.find((path) => existsSync(path));
  if (!executablePath) throw new Error("No browser: install Chromium (apt-get install -y chromium).");
  browser = await chromium.launch({ executablePath, args: QUIET });
});
afterAll(() => browser?.close());

/** The page of a phone; a logged error fails the test at the end. */
async function open(w: TestSandbox, path = "", colorScheme: "light" | "dark" = "light", locale = "en-GB") {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme, locale });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    // A refusal is shown by the page, and is no error of the page.
    const own = message.type() === "error" && !message.text().startsWith("Failed to load resource");
    if (own) errors.push(message.text());
  });
  await page.goto(path.startsWith("http") ? path : `${w.sandbox.phoneUrl}${path}`);
  await page.locator("#history > *").first().waitFor();
  return {
    page,
    async [Symbol.asyncDispose]() {
      await context.close();
      expect(errors).toEqual([]);
    },
  };
}

/** Returns axe's violations. The dark theme differs in colours only, so only those are checked. */
async function violations(page: Page, theme: "light" | "dark" = "light"): Promise<string[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  const axe = new AxeBuilder({ page });
  if (theme === "dark") axe.withRules(["color-contrast"]);
  return (await axe.analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

it.each([
  ["nn-NO", "nb", "Skann"],
  ["uk-UA", "uk", "Сканувати"],
  ["nl-NL", "en", "Scan"],
])("shows the browser's language when supported: %s", async (locale, language, scan) => {
  await using w = await createTestSandbox();
  await using phone = await open(w, "", "light", locale);
  await button(phone.page, scan).waitFor();
  expect(await phone.page.locator("html").getAttribute("lang")).toBe(language);
});

describe.each(["light", "dark"] as const)("the phone page, %s", (theme) => {
  it("scans a till's code, changes the tip and approves", async () => {
    await using w = await createTestSandbox();
    const { body } = await w.client.post("/shortlink/", {});
    const link = `${w.sandbox.url}/s/${body.id}/T-1`;
    await using phone = await open(w, link, theme);
    const { page } = phone;
    expect(await page.getByLabel("Link from the QR code").inputValue()).toBe(link);
    expect(await violations(page, theme)).toEqual([]);
    await button(page, "Scan").click();
    await page.getByText("Waiting for the till").waitFor();
    expect(await violations(page, theme)).toEqual([]);
    const scan = (await w.client.get(`/shortlink/${body.id}/last_scan/?ttl=60`)).body;
    const changes = { pos_tid: "T-1", additional_edit: true, text: "Two coffees", required_scope: "openid email" };
    const tid = await w.asked({ customer: scan.id, ...changes });
    await page.getByRole("heading", { name: "Kaffebaren Grünerløkka" }).waitFor();
    for (const text of ["Counter 1", "Wants to reserve", "Two coffees", "Your e-mail address"])
      await page.getByText(text, { exact: true }).waitFor();
    await page.getByLabel("Tip").fill("15,50");
    expect(await page.locator(".amount").textContent()).toBe("kr\u00a0115.50");
    expect(await violations(page, theme)).toEqual([]);
    await button(page, "Approve").click();
    await page.getByText("Approved", { exact: true }).waitFor();
    expect(await w.outcome(tid)).toMatchObject({ status: "auth", additional_amount: 1_550 });
    await page.getByText("Reserved", { exact: true }).waitFor();
    expect(await violations(page, theme)).toEqual([]);
  });
});

describe("the phone page", () => {
  it("rejects a tip that is no amount, and keeps typed text while other data changes", async () => {
    await using w = await createTestSandbox();
    const tid = await w.asked({ additional_edit: true });
    await using phone = await open(w);
    const { page } = phone;
    await page.getByLabel("Tip").fill("1.234");
    await page.getByText("This is not an amount.").waitFor();
    await button(page, "Approve").click();
    await w.asked({ text: "Another one" });
    await page.getByText("Another one").waitFor();
    expect(await page.getByLabel("Tip").inputValue()).toBe("1.234");
    expect(w.sandbox.payment(tid)?.status).toBe("pending");
    expect(await violations(page)).toEqual([]);
  });

  it("keeps a link that was typed before the first service response", async () => {
    await using w = await createTestSandbox();
    const page = await browser.newPage();
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await page.route("**/phone/api/customers", (route) => mayAnswer.then(() => route.continue()));
    await page.goto(w.sandbox.phoneUrl);
    await page.getByLabel("Link from the QR code").fill("https://example.com/");
    await button(page, "Scan").click();
    answer();
    await page.getByText("expected a link from a QR code").waitFor();
    expect(await page.getByLabel("Link from the QR code").inputValue()).toBe("https://example.com/");
    await page.close();
  });

  it("shows requests to the chosen customer as they arrive, and rejects", async () => {
    await using w = await createTestSandbox();
    await using phone = await open(w);
    const { page } = phone;
    await page.getByLabel("You are").selectOption({ label: "Ola Hansen" });
    await page.getByText("Pays by credit").waitFor();
    await w.asked({ text: "For Kari" });
    const tid = await w.asked({ customer: "4798765432", text: "For Ola" });
    await page.getByText("For Ola").waitFor();
    expect(await page.getByText("For Kari").count()).toBe(0);
    await button(page, "Reject").click();
    await page.getByText("Rejected", { exact: true }).waitFor();
    expect((await w.outcome(tid)).status_code).toBe(5006);
  });

  it("selects a code that a till shows, and removes it when it is gone", async () => {
    await using w = await createTestSandbox();
    const { body } = await w.client.post("/payment_request/", { ...anyone, pos_tid: "claim-1" });
    await using phone = await open(w);
    const { page } = phone;
    w.sandbox.showCode(body.uri, "Counter 1 · kr 149.00");
    await page.getByRole("button", { name: "Counter 1 · kr 149.00" }).click();
    expect(await page.getByLabel("Link from the QR code").inputValue()).toBe(body.uri);
    await button(page, "Scan").click();
    await button(page, "Approve").click();
    await page.getByText("Approved", { exact: true }).waitFor();
    w.sandbox.hideCode(body.uri);
    await page.getByText("No till shows a code right now.").waitFor();
    expect(w.sandbox.payment(body.id)).toMatchObject({ status: "auth", customer: KARI });
  });

  it.each([
    ["Grant", "Granted", true],
    ["Decline", "Declined", false],
  ])("requests data in plain language: %s", async (name, word, granted) => {
    await using w = await createTestSandbox();
    const request = { customer: KARI, scope: "profile shipping_address", pos_id: "counter-1", pos_tid: "p" };
    const { body } = await w.client.post("/permission_request/", { ...request, text: "To send your beans" });
    await using phone = await open(w);
    const { page } = phone;
    for (const text of ["Your name", "Your delivery address", "To send your beans"])
      await page.getByText(text).waitFor();
    expect(await violations(page)).toEqual([]);
    await button(page, name).click();
    await page.getByText(word, { exact: true }).waitFor();
    const outcome = (await w.client.get(`/permission_request/${body.id}/outcome/`)).body;
    expect([outcome.status, outcome.access_token !== null]).toEqual(["ok", granted]);
  });

  it("shares the ticked part of the requested data, also with a payment", async () => {
    await using w = await createTestSandbox();
    const ids = { pos_id: "counter-1", pos_tid: "r-part" };
    const scope = "openid email profile";
    const { body } = await w.client.post("/permission_request/", { customer: KARI, scope, ...ids });
    await using phone = await open(w);
    const { page } = phone;
    const tick = (name: string) => page.getByRole("checkbox", { name });
    await tick("Log you in with this app").uncheck();
    expect(await tick("Your e-mail address").isChecked()).toBe(false);
    await tick("Your name").uncheck();
    expect(await button(page, "Grant").isDisabled()).toBe(true);
    await tick("Your e-mail address").check();
    await button(page, "Grant").click();
    await page.getByText("Granted", { exact: true }).waitFor();
    expect((await w.client.get(`/permission_request/${body.id}/outcome/`)).body.scope).toBe("openid email");
    const tid = await w.asked({ required_scope: "shipping_address profile" });
    await tick("Your name").uncheck();
    await button(page, "Approve").click();
    await page.getByText("Approved", { exact: true }).waitFor();
    expect((await w.outcome(tid)).permissions.scope).toBe("shipping_address");
  });

  it("asks for an application that redirected the browser here, and redirects it back with the response", async () => {
    await using w = await createTestSandbox();
    await using app = await callbackReceiver(w.sandbox);
    const redirect_uri = app.url.replace("/hook", "/signed-in");
    const { client_id } = w.sandbox.registerApplication({ name: "Till of the café", redirect_uris: [redirect_uri] });
    const challenge = { code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256" };
    const asked = {
      client_id,
      redirect_uri,
      response_type: "code",
      scope: "openid profile",
      state: "s-7",
      ...challenge,
    };
    await using phone = await open(w, `${w.sandbox.url}/oauth2/v1/authorize?${new URLSearchParams(asked)}`);
    const { page } = phone;
    await page.getByText("Till of the café").waitFor();
    await page.getByText(`Afterwards you are sent back to ${new URL(redirect_uri).host}.`).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("checkbox", { name: "Your name" }).uncheck();
    await page.route(`${redirect_uri}?*`, (route) => route.fulfill({ body: "Signed in" }));
    await button(page, "Grant").click();
    await page.getByText("Signed in").waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("state"), searchParams.get("code")]).toEqual([
      "s-7",
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
  });

  it("explains an invalid link and a payment's outcome", async () => {
    await using w = await createTestSandbox();
    await w.authorised({ amount: 2_000_000 });
    const authorised = await w.authorised();
    await w.update(authorised, { action: "CAPTURE" });
    await w.update(authorised, { action: "REFUND", currency: "NOK", refund_id: "r", amount: 2_500, text: "Cold" });
    await using phone = await open(w);
    const { page } = phone;
    await page.getByText("Over your limit for one payment").waitFor();
    await page.getByText("kr 25.00 back: Cold").waitFor();
    await button(page, "Scan").click();
    await page.getByText("Paste a link, or pick one").waitFor();
    await page.getByLabel("Link from the QR code").fill("https://example.com/");
    await button(page, "Scan").click();
    await page.getByText("expected a link from a QR code").waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("shows a merchant's text as plain text", async () => {
    await using w = await createTestSandbox();
    await w.asked({ text: "<img src=x onerror=alert(1)>" });
    await using phone = await open(w);
    await phone.page.getByText("<img src=x onerror=alert(1)>").waitFor();
    const { headers } = await fetch(w.sandbox.phoneUrl);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
  });
});

const anyone = {
  action: "SALE",
  allow_credit: true,
  amount: 14_900,
  currency: "NOK",
  customer: null,
  pos_id: "counter-1",
};
