/** Early scans: a sticker before there is a sale, and a product next to a customer's code. */
import { expect, key, readQr, type Shop, test, typeAsScanner } from "./fixtures.ts";
import { expectAccessibleAndVisible, onScreen } from "./kiosk-checks.ts";
import { type KioskShop, MANAGER_PIN, openKiosk } from "./kiosk-shop.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";

const OWNER_PIN = "274951";
const CUSTOMER = "4791234567";

/** Makes a sticker as the owner. @returns the content of its code */
async function makeSticker({ till }: Pick<Shop, "till">, pin: string): Promise<string> {
  await till.call("staff.signIn", { pin });
  const made = await till.call("sticker.create", { name: "Counter" });
  const id = made.ok ? made.value.id : "";
  let link: string | null = null;
  await expect
    .poll(async () => {
      const listed = await till.call("sticker.list", {});
      link = listed.ok ? (listed.value.items.find((each) => each.id === id)?.link ?? null) : null;
      return link;
    })
    .not.toBeNull();
  await till.call("staff.signOut", {});
  return link ?? "";
}

/** @returns the phone's message */
async function scanSticker({ sandboxUrl }: Pick<Shop, "sandboxUrl">, link: string): Promise<string> {
  const answer = await fetch(new URL("/phone/api/scan", sandboxUrl), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ customer: CUSTOMER, link }),
  });
  return ((await answer.json()) as { text: string | null }).text ?? "";
}

test("a customer who scanned first gets the sale without another scan, with the same text for both @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  const link = await makeSticker(shop, OWNER_PIN);
  const chip = counter.getByTestId("customer-ready");
  const before = await counter.getByRole("button", { name: "7", exact: true }).boundingBox();
  await key(counter, "14900");
  await expect(async () => {
    // Scans in the till's first second, or next to another sale, do not count.
    await scanSticker(shop, link);
    await expect(chip).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(chip).toContainText("Customer ready");
  expect(await counter.getByRole("button", { name: "7", exact: true }).boundingBox()).toEqual(before);
  const words = (await counter.getByTestId("ready-words").textContent()) ?? "";
  expect(words).not.toBe("");
  expect(await accessibilityViolations(counter)).toEqual([]);
  for (const [width, height] of [
    [800, 600],
    [1024, 600],
    [1280, 800],
    [1080, 1920],
  ] as const) {
    await counter.setViewportSize({ width, height });
    await expect(chip).toBeInViewport({ ratio: 1 });
    expect(await overflow(counter)).toEqual({ across: 0, down: 0, cut: [] });
  }
  await counter.getByRole("button", { name: /^Charge 149/ }).click();
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
  await expect(counter.getByTestId("qr")).toHaveCount(0);
  await expect(counter.getByTestId("match-words")).toHaveText(words);
  const phone = await shop.phone();
  await expect(phone.getByText(words)).toBeVisible();
  await phone.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
});

test("a key drops the customer who scanned, and the next sale shows its code @thorough", async ({ shop }) => {
  const { counter } = shop;
  const link = await makeSticker(shop, OWNER_PIN);
  const chip = counter.getByTestId("customer-ready");
  await expect(async () => {
    await scanSticker(shop, link);
    await expect(chip).toBeVisible({ timeout: 3000 });
  }).toPass();
  await chip.getByRole("button", { name: "Dismiss this customer" }).click();
  await expect(chip).toHaveCount(0);
  await key(counter, "14900");
  await counter.getByRole("button", { name: /^Charge 149/ }).click();
  await expect(counter.getByTestId("qr")).toBeVisible();
  // The sticker works for the open sale, too.
  expect(await scanSticker(shop, link)).toMatch(/Kaffebaren/);
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
});

async function connect(shop: KioskShop, link: string): Promise<void> {
  await expect(async () => {
    await scanSticker(shop, link);
    await expect(shop.screen.getByTestId("kiosk-connected")).toBeVisible({ timeout: 3000 });
  }).toPass();
}

test("a kiosk scan opens the products, and the request arrives without a code @thorough", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  await expect(onScreen(screen, "attract")).toBeVisible();
  const link = await makeSticker(shop, MANAGER_PIN);
  await connect(shop, link);
  const words = (await screen.getByTestId("match-words").textContent()) ?? "";
  await expectAccessibleAndVisible(screen, "products");
  for (const [width, height] of [
    [800, 600],
    [1080, 1920],
  ] as const) {
    await screen.setViewportSize({ width, height });
    await expectAccessibleAndVisible(screen, "products");
  }
  await onScreen(screen, "products")
    .getByRole("button", { name: /^Cinnamon bun,/ })
    .click();
  await screen.getByRole("button", { name: /^Basket 1/ }).click();
  await expect(screen.getByTestId("kiosk-connected")).toBeVisible();
  await screen.getByRole("button", { name: /^Pay / }).click();
  await expect(onScreen(screen, "approve")).toBeVisible();
  await expect(screen.getByTestId("match-words")).toHaveText(words);
  await shop.approve();
  await expect(onScreen(screen, "result")).toHaveAttribute("data-outcome", "paid");
});

test("a kiosk drops a customer who walks away, and another phone @thorough", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  await expect(onScreen(screen, "attract")).toBeVisible();
  const link = await makeSticker(shop, MANAGER_PIN);
  await connect(shop, link);
  await screen.getByRole("button", { name: "Not my phone" }).click();
  await expect(screen.getByTestId("kiosk-connected")).toHaveCount(0);
  await expect(onScreen(screen, "products")).toBeVisible();
  await screen.keyboard.press("Escape");
  await screen.keyboard.press("Escape");
  await expect(onScreen(screen, "attract")).toBeVisible();
  await connect(shop, link);
  await screen.keyboard.press("Escape");
  await screen.keyboard.press("Escape");
  await expect(onScreen(screen, "attract")).toBeVisible();
  await expect
    .poll(async () => {
      const terminal = await shop.till.call("terminal.get", {});
      return terminal.ok ? terminal.value.scanFirst.ready : undefined;
    })
    .toBeNull();
});

test("a kiosk drops the scan when the page is reloaded @thorough", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  await expect(onScreen(screen, "attract")).toBeVisible();
  const link = await makeSticker(shop, MANAGER_PIN);
  await connect(shop, link);
  await screen.reload();
  await expect(onScreen(screen, "attract")).toBeVisible();
  await expect
    .poll(async () => {
      const terminal = await shop.till.call("terminal.get", {});
      return terminal.ok && terminal.value.scanFirst.ready;
    })
    .toBeNull();
  await connect(shop, link);
});

test("an unknown product code next to a customer's code is shown in full, in every window @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await key(counter, "7700");
  await counter.getByRole("button", { name: /^Charge 77/ }).click();
  await readQr(counter);
  await typeAsScanner(counter, "7038010000065");
  const notice = counter.getByRole("alert").filter({ hasText: "Unknown code" });
  for (const [width, height] of [
    [1280, 800],
    [800, 600],
    [1024, 600],
  ] as const) {
    await counter.setViewportSize({ width, height });
    await expect(notice).toBeInViewport({ ratio: 1 });
    await expect(counter.getByRole("button", { name: "Next customer" })).toBeInViewport({ ratio: 1 });
  }
});
