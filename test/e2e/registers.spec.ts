/** Cash registers at a till: sales at the counter, refunds that await approval, and keys in the settings. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { temporaryFolder } from "../support/folder.ts";
import { keyOf, REGISTERS, type Register, registerAt } from "../support/register-client.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { startWebhookReceiver } from "../support/webhook-receiver.ts";
import { openCustomerScreen, shows } from "./customer-screen.ts";
import { enterPin, expect, key, openWindow, test } from "./fixtures.ts";
import { customerOf } from "./kiosk-shop.ts";
import { accessibilityViolations, clippedTexts, overflow } from "./page-checks.ts";
import { still } from "./tour.ts";

const NONE = { across: 0, down: 0, cut: [] };
const SALE = { action: "SALE", amount: 14_900 };

interface World extends AsyncDisposable {
  counter: Page;
  register(key: string): Register;
  customer: ReturnType<typeof customerOf>;
  ownerPin: string;
}

/** Opens a till with registers, its window, and its customer's phone. */
async function openTill(page: Page, desktop: Parameters<typeof openWindow>[2], listen = "127.0.0.1:0"): Promise<World> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(temporaryFolder());
  const sandbox = cleanup.use(await startSandboxProcess(folder.path));
  const config = join(folder.path, "registers.json");
  const provisioning = JSON.parse(readFileSync(sandbox.provisioning, "utf8"));
  const registers = { listen, clients: REGISTERS };
  writeFileSync(config, JSON.stringify({ ...provisioning, registers }));
  const args = ["--data", join(folder.path, "till"), "--config", config];
  const opened = cleanup.use(await openWindow(page, args, desktop));
  await expect(opened.counter.getByRole("button", { name: "Charge", exact: true }).last()).toBeVisible();
  const url = /^registers ready (\S+)$/m.exec(opened.till.stdout())?.[1] ?? null;
  const resources = cleanup.move();
  return {
    counter: opened.counter,
    register: (own) => registerAt({ till: { registersUrl: () => url } }, own),
    customer: customerOf(sandbox.url),
    ownerPin: sandbox.ownerPin,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

test("a register's sale opens at the counter with its source, but never over a keyed amount @thorough", async ({
  page,
  desktop,
}) => {
  await using world = await openTill(page, desktop);
  const { counter } = world;
  const register = world.register(keyOf("a"));
  await register.post("/payments", { ...SALE, reference: "r1" });
  await expect(counter.getByTestId("qr")).toBeVisible();
  await expect(counter.getByText("Started by Register A")).toBeVisible();
  expect(await accessibilityViolations(counter)).toEqual([]);
  expect(await overflow(counter)).toEqual(NONE);
  await register.post("/payments/r1/abort");
  await counter.getByRole("button", { name: "New sale" }).click();
  await key(counter, "500");
  await expect
    .poll(async () => (await register.post("/payments", { ...SALE, reference: "r2", whenBusy: "refuse" })).status)
    .toBe(423);
  await register.post("/payments", { ...SALE, amount: 4200, reference: "r3" });
  await expect(counter.getByTestId("open-sales")).toContainText("42,00");
  await expect(counter.getByRole("button", { name: /^Charge 5/ })).toBeVisible();
  await key(counter, "0");
  await expect(counter.getByRole("button", { name: /^Charge 50/ })).toBeVisible();
  for (let digit = 0; digit < 4; digit += 1) await counter.keyboard.press("Backspace");
  await expect(counter.getByText("Started by Register A")).toBeVisible();
});

test("the customer's screen answers a register's question, which closes when a payment starts @thorough", async ({
  page,
  desktop,
}) => {
  await using world = await openTill(page, desktop);
  const register = world.register(keyOf("a"));
  const question = { kind: "question", text: "Vil du ha en pose?" };
  expect(await register.post("/screen", question)).toMatchObject({ status: 409 });
  const customer = await openCustomerScreen(world);
  const asked = await register.post("/screen", question);
  await shows(customer, "message");
  await expect(customer.getByRole("heading", { name: question.text })).toBeVisible();
  const yes = customer.getByRole("group", { name: question.text }).getByRole("button", { name: "Ja" });
  // A press meant for the previous control is ignored, so it is repeated until it works.
  await expect(async () => {
    await yes.click({ timeout: 1000 });
    await expect(customer.getByRole("heading", { name: "Takk!" })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(customer.getByText("Du svarte: Ja")).toBeVisible();
  expect(await register.get(`/screen/${asked.body.screenId}`)).toMatchObject({
    body: { state: "answered", answer: "yes" },
  });
  await shows(customer, "idle");
  await register.post("/screen", question);
  await shows(customer, "message");
  await register.post("/payments", { ...SALE, reference: "r1" });
  await shows(customer, "pay");
  await expect(customer.getByText(question.text)).toHaveCount(0);
});

test("register messages are readable and accessible at every size, in both themes @thorough", async ({
  page,
  desktop,
}) => {
  await using world = await openTill(page, desktop);
  const register = world.register(keyOf("a"));
  const customer = await openCustomerScreen(world);
  const long = "Bli medlem og få bonus på alt du handler hos oss i hele oktober, også på nett ";
  const title = "Velkommen tilbake, her er bonusen din";
  const messages = [
    { kind: "text", text: "Bord 7 er klart" },
    { kind: "text", title, text: long.repeat(3).slice(0, 200) },
    { kind: "question", text: "Vil du ha en pose?" },
    { kind: "question", title, text: long.repeat(3).slice(0, 160) },
    { kind: "question", title: "W".repeat(60), text: "W".repeat(160) },
    { kind: "code", title: "Bli medlem i kundeklubben", text: "https://shop.example/club" },
    { kind: "code", text: "https://shop.example/club?".padEnd(300, "x") },
  ];
  for (const [index, message] of messages.entries()) {
    await register.post("/screen", { ...message, seconds: 300 });
    if (message.kind === "code") await expect(customer.getByTestId("qr")).toHaveAttribute("data-qr-text", message.text);
    else await expect(customer.getByText(message.text.trim(), { exact: true })).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await customer.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const size of [
        { width: 800, height: 600 },
        { width: 1280, height: 800 },
        { width: 1080, height: 1920 },
      ]) {
        await customer.setViewportSize(size);
        await still(customer);
        const where = `${index} at ${size.width}×${size.height} ${colorScheme}`;
        expect.soft(await overflow(customer), where).toEqual(NONE);
        expect.soft(await clippedTexts(customer), where).toEqual([]);
        for (const button of await customer.getByRole("button").all())
          await expect.soft(button, where).toBeInViewport({ ratio: 1 });
      }
      expect.soft(await accessibilityViolations(customer), `${index} ${colorScheme}`).toEqual([]);
    }
  }
});

test("a manager's PIN at the till approves or declines a refund above a register's limit @thorough", async ({
  page,
  desktop,
}) => {
  await using world = await openTill(page, desktop);
  const { counter } = world;
  const register = world.register(keyOf("b"));
  const customer = { kind: "phone", value: "4791234567" };
  await register.post("/payments", { ...SALE, reference: "r1", customer });
  const payment = async () => (await register.get("/payments/r1")).body;
  await expect.poll(async () => (await payment()).phase).toBe("waiting");
  await world.customer.approve();
  await expect.poll(async () => (await payment()).phase).toBe("captured");
  const ask = (amount: number, reason: string) => register.post("/payments/r1/refund", { amount, reason });
  expect((await ask(9900, "Broken")).status).toBe(202);
  await counter.getByRole("button", { name: "New sale" }).click();
  const banner = counter.getByTestId("banner-refund-asked");
  await expect(banner).toContainText("Register B wants to refund 99,00");
  await banner.getByRole("button", { name: "Review" }).click();
  const asked = counter.getByTestId("refund-asked");
  await expect(asked).toContainText("Broken");
  expect(await accessibilityViolations(counter)).toEqual([]);
  await asked.getByRole("button", { name: "Approve…" }).click();
  const dialog = counter.getByRole("dialog");
  await enterPin(dialog, world.ownerPin);
  await expect(dialog.getByTestId("refund-summary")).toContainText("99,00");
  await dialog.getByRole("button", { name: "Use a button instead" }).click();
  await dialog.getByRole("button", { name: "Yes, refund 99,00 kr" }).click();
  await expect.poll(async () => (await payment()).refundedTotal).toBe(9900);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(banner).toHaveCount(0);
  expect((await ask(5000, "Twice")).status).toBe(202);
  await expect(asked).toContainText("Twice");
  await asked.getByRole("button", { name: "Decline" }).click();
  await expect(asked).toHaveCount(0);
  expect((await payment()).refundRequests.map(({ state }: { state: string }) => state)).toEqual([
    "approved",
    "declined",
  ]);
});

test("a till in the network shows the certificate that registers use to identify it @thorough", async ({
  page,
  desktop,
}) => {
  await using world = await openTill(page, desktop, "0.0.0.0:0");
  const { counter } = world;
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "Registers" }).click();
  await enterPin(counter.getByTestId("settings-gate"), world.ownerPin);
  const certificate = counter.getByTestId("certificate");
  await expect(certificate).toContainText(/([0-9A-F]{2}:){31}[0-9A-F]{2}/);
  await expect(certificate).toContainText(/https:\/\/(?!0\.0\.0\.0)[^/:]+:\d+\/api\/v1\/certificate\.pem/);
  for (const size of [
    { width: 800, height: 600 },
    { width: 1280, height: 800 },
  ]) {
    await counter.setViewportSize(size);
    await still(counter);
    expect(await overflow(counter)).toEqual(NONE);
  }
  expect(await accessibilityViolations(counter)).toEqual([]);
});

test("the owner makes a register's key, shown once, and revokes it @thorough", async ({ page, desktop }) => {
  await using world = await openTill(page, desktop);
  const { counter } = world;
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "Registers" }).click();
  const gate = counter.getByTestId("settings-gate");
  await enterPin(gate, world.ownerPin);
  await expect(counter.getByTestId("register")).toHaveCount(REGISTERS.length);
  await expect(counter.getByText(/^Registers connect to this till at http:/)).toBeVisible();
  expect(await accessibilityViolations(counter)).toEqual([]);
  expect(await overflow(counter)).toEqual(NONE);
  await counter.getByRole("button", { name: "New register" }).click();
  await counter.getByRole("dialog").getByLabel("Name").fill("register a");
  await counter.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await expect(counter.getByText("a name that no other register uses")).toBeVisible();
  await counter.getByRole("dialog").getByLabel("Name").fill("Web shop");
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  const made = (await counter.getByTestId("register-key").textContent()) ?? "";
  const register = world.register(made.trim());
  expect((await register.post("/payments", { ...SALE, reference: "r1" })).status).toBe(201);
  await counter.getByRole("button", { name: "Done" }).click();
  await expect(counter.getByText(made)).toHaveCount(0);
  await expect(counter.getByTestId("register").filter({ hasText: "Web shop" })).toBeVisible();
  await counter.getByRole("button", { name: "Revoke Web shop" }).click();
  await counter.getByRole("alertdialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(counter.getByTestId("register")).toHaveCount(REGISTERS.length);
  expect((await register.get("/payments/r1")).status).toBe(401);
});

test("the owner makes a webhook, whose secret is shown once, tests it and removes it @thorough", async ({
  page,
  desktop,
}) => {
  await using receiver = await startWebhookReceiver();
  await using world = await openTill(page, desktop);
  const { counter } = world;
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "Registers" }).click();
  await enterPin(counter.getByTestId("settings-gate"), world.ownerPin);
  await counter.getByRole("button", { name: "New webhook" }).click();
  const sheet = counter.getByRole("dialog");
  await sheet.getByLabel("Address").fill("http://shop.example/");
  await sheet.getByRole("button", { name: "Create secret" }).click();
  await expect(counter.getByText("an address that begins with https:// (http:// only on this machine)")).toBeVisible();
  expect(await accessibilityViolations(counter)).toEqual([]);
  await sheet.getByLabel("Address").fill(receiver.url);
  await sheet.getByLabel("Payments").selectOption("Register A");
  await sheet.getByRole("button", { name: "Create secret" }).click();
  await expect(counter.getByTestId("register-key")).toContainText(/^whsec_/);
  await counter.getByRole("button", { name: "Done" }).click();
  const { host } = new URL(receiver.url);
  await expect(counter.getByTestId("webhook")).toContainText("Up to date");
  await counter.getByRole("button", { name: `Test ${host}` }).click();
  await expect(counter.getByText(`${host} accepted the test.`)).toBeVisible();
  receiver.answer = () => ({ status: 500 });
  await counter.getByRole("button", { name: `Test ${host}` }).click();
  await expect(counter.getByText(`${host} rejected the test: 500.`)).toBeVisible();
  expect(await accessibilityViolations(counter)).toEqual([]);
  expect(await overflow(counter)).toEqual(NONE);
  await counter.getByRole("button", { name: `Delete ${host}` }).click();
  await counter.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(counter.getByTestId("webhook")).toHaveCount(0);
});
