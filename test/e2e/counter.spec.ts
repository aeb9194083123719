/** Problems that new users met with the app in hand: each fix must hold. */

import { openCafe } from "./cafe.ts";
import { approve, chargePhone, expect, key, pay, readQr, type Shop, test } from "./fixtures.ts";
import { FOCUS_RING, roomAround } from "./page-checks.ts";
import { approveUnseen, CUSTOMER, goOffline, heal, startElsewhere } from "./service-faults.ts";
import { still } from "./tour.ts";

const SMALL = { width: 800, height: 600 };

/** Returns elements of the screen that need scrolling to be seen. */
async function hidden(shop: Shop) {
  await still(shop.counter);
  return shop.counter.evaluate(() =>
    [...document.querySelectorAll("main, main *")]
      .filter((element) => {
        const { overflowY } = getComputedStyle(element);
        return (overflowY === "auto" || overflowY === "scroll") && element.scrollHeight > element.clientHeight + 1;
      })
      .map((element) => element.className),
  );
}

async function asked(shop: Shop): Promise<void> {
  await expect(shop.counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
}

test("a sale on a small screen needs no scrolling @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.setViewportSize(SMALL);
  await key(counter, "14900");
  expect(await hidden(shop)).toEqual([]);
  await counter.getByRole("button", { name: "Charge 149,00 kr" }).click();
  await readQr(counter);
  expect(await hidden(shop)).toEqual([]);
  const cancel = counter.getByRole("button", { name: "Cancel payment" });
  await expect(cancel).toBeInViewport({ ratio: 1 });
  expect(await roomAround(cancel)).toBeGreaterThanOrEqual(FOCUS_RING);
  await counter.getByRole("button", { name: "Send to a phone number" }).click();
  await counter.getByRole("dialog").getByLabel("Phone number").fill("91234567");
  await counter.keyboard.press("Enter");
  await asked(shop);
  expect(await hidden(shop)).toEqual([]);
  await approve(shop);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect(await hidden(shop)).toEqual([]);
  await expect(counter.getByRole("button", { name: "New sale" })).toBeInViewport({ ratio: 1 });
});

test("every section can be reached on a small screen, and the open one is visible @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.setViewportSize(SMALL);
  await counter.keyboard.press("F6");
  for (const name of ["Today", "Close the day", "Payouts", "Journal"]) {
    await expect(counter.getByRole("tab", { name })).toBeInViewport({ ratio: 1 });
  }
  await counter.getByRole("button", { name: "Settings" }).click();
  const last = counter.getByRole("tab", { name: "About" });
  await last.click();
  await counter.keyboard.press("F2");
  await counter.getByRole("button", { name: "Settings" }).click();
  await expect(last).toHaveAttribute("aria-selected", "true");
  await expect(last).toBeInViewport({ ratio: 1 });
});

test("section names fit their list on a small screen, including in Norwegian @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.setViewportSize(SMALL);
  await counter.getByRole("button", { name: "This window" }).click();
  await counter.getByText("Norsk bokmål").click();
  await counter.keyboard.press("Escape");
  await counter.getByRole("button", { name: "Innstillinger" }).click();
  const side = counter.getByRole("tablist").locator("..");
  await expect(counter.getByRole("tab").first()).toBeVisible();
  expect(await side.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test("the on-screen keyboard types into the focused field: a phone number never changes the amount @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  const total = counter.getByTestId("total");
  const phone = counter.getByLabel("Phone number");
  await key(counter, "12300");
  await phone.click();
  await key(counter, "91234567");
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue("91234567");
  await expect(total).toContainText("123,00");
  await counter.getByRole("button", { name: "Done" }).click();
  await key(counter, "5");
  await expect(total).toContainText("1 230,05");
  await counter.getByRole("button", { name: "Delete the last digit" }).click();
  await phone.click();
  await counter.keyboard.press("Enter");
  await asked(shop);
  await expect(counter.getByText("•••4567 has been asked to pay 123,00 kr.")).toBeVisible();
});

test.describe("the counter by touch only", () => {
  test.use({ hasTouch: true });

  test("sends a code to a phone number, and captures part of a reservation @browser @thorough", async ({ shop }) => {
    const { counter } = shop;
    await counter.getByRole("radio", { name: "Reserve" }).tap();
    await key(counter, "12300");
    await counter.getByRole("button", { name: /^Reserve 123/ }).tap();
    await counter.getByRole("button", { name: "Send to a phone number" }).tap();
    const dialog = counter.getByRole("dialog");
    for (const digit of "91234567") await dialog.getByRole("button", { name: digit, exact: true }).tap();
    await expect(dialog.getByLabel("Phone number")).toHaveValue("91234567");
    await dialog.getByRole("button", { name: /^Send to \+47/ }).tap();
    await asked(shop);
    await approve(shop);
    await counter.getByRole("button", { name: "Open payment" }).tap();
    await counter.getByRole("button", { name: "Capture…" }).tap();
    await dialog.getByRole("radio", { name: "Part of it" }).tap();
    for (const digit of "5000") await dialog.getByRole("button", { name: digit, exact: true }).tap();
    await dialog.getByRole("button", { name: "Capture 50,00 kr" }).tap();
    await expect(counter.getByTestId("payment").getByText("of 123,00 kr reserved")).toBeVisible();
  });
});

test("reports a payment that ends on another screen until the message is opened or dismissed @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  const waiting = counter.getByTestId("news");
  const news = counter.getByTestId("banner-ended");
  await chargePhone(counter, "12300", "91234567");
  await asked(shop);
  await counter.keyboard.press("F4");
  await approveUnseen(shop, 12_300);
  await expect(waiting).toHaveText("Results 1");
  await counter.keyboard.press("F3");
  await waiting.click();
  await expect(news).toHaveText(/^Paid 123,00.kr \w{4}-0001 /);
  await counter.getByText("Dismiss", { exact: true }).click();
  await expect(news).toHaveCount(0);
  await expect(waiting).toHaveCount(0);
  // A second payment, started by a register while a code is shown: it neither covers nor moves the code.
  await counter.keyboard.press("F2");
  await startElsewhere(shop, 5000, CUSTOMER);
  await key(counter, "2500");
  await counter.getByRole("button", { name: /^Charge 25/ }).click();
  await readQr(counter);
  const place = await counter.getByTestId("qr").boundingBox();
  await approveUnseen(shop, 5000);
  await expect(waiting).toHaveText("Results 1");
  expect(await counter.getByTestId("qr").boundingBox()).toEqual(place);
  expect(await readQr(counter)).toBe(await counter.getByTestId("qr-link").textContent());
  await waiting.click();
  await expect(news).toContainText("Paid 50,00 kr");
  await news.click();
  await expect(counter.getByTestId("payment")).toContainText("50,00");
  await expect(news).toHaveCount(0);
});

test("says that nothing was reserved when a reservation is refused @thorough", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "5000");
  await counter.keyboard.press("F7");
  await counter.keyboard.press("F10");
  await counter.keyboard.type("91234567", { delay: 60 });
  await counter.keyboard.press("Enter");
  const phone = await shop.phone();
  await phone.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(counter.getByRole("heading", { name: "Not reserved" })).toBeVisible();
  await expect(counter.getByText("Declined – nothing was charged. Ask for another payment method.")).toBeVisible();
  await expect(counter.getByRole("button", { name: "Show code", exact: true })).toBeVisible();
  // The number key opens another request for the same reservation, once the result was shown long enough.
  await expect(async () => {
    await counter.keyboard.press("F10");
    await expect(counter.getByLabel("Phone number")).toBeFocused({ timeout: 100 });
  }).toPass();
  await expect(counter.getByTestId("total")).toContainText("50,00");
  await expect(counter.getByRole("radio", { name: "Reserve" })).toBeChecked();
});

test("the proof of a history line never covers the available actions @thorough", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "14900");
  await counter.getByRole("button", { name: "Open payment" }).click();
  const payment = counter.getByTestId("payment");
  await payment.getByRole("button", { name: "More" }).click();
  const history = payment.getByRole("list", { name: "Full history" });
  for (const words of ["Customer approved", "Request sent"]) await history.getByText(words, { exact: true }).click();
  const records = payment.getByText("Technical details").filter({ visible: true });
  await records.last().click();
  await records.first().click();
  for (const top of [0, 150, 300, 450, 600]) {
    await payment.evaluate((panel, at) => panel.scrollTo({ top: at }), top);
    const covered = await payment.getByRole("button", { name: "Refund…" }).evaluate((button) => {
      const { left, top: y, width, height } = button.getBoundingClientRect();
      return !button.contains(document.elementFromPoint(left + width / 2, y + height / 2));
    });
    expect(covered, `scrolled by ${top}`).toBe(false);
  }
});

test("moves from the search to its results by keyboard alone @thorough", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "5900");
  await counter.keyboard.press("Enter");
  await counter.keyboard.press("/");
  const search = counter.getByRole("searchbox", { name: "Search payments" });
  await expect(search).toBeFocused();
  await counter.keyboard.type("17", { delay: 60 });
  await counter.keyboard.press("/");
  await counter.keyboard.type("59,00", { delay: 60 });
  await expect(search).toHaveValue("59,00");
  const found = counter.getByRole("row").filter({ hasText: "59,00" });
  await expect(found).toBeVisible();
  await counter.keyboard.press("ArrowDown");
  await expect(found).toBeFocused();
  await counter.keyboard.press("/");
  await expect(search).toBeFocused();
  await counter.keyboard.press("Enter");
  await expect(counter.getByTestId("payment")).toContainText("59,00");
});

test("lets the cashier retry the connection without waiting for the till to notice @thorough", async ({ shop }) => {
  const { counter } = shop;
  await goOffline(shop);
  await startElsewhere(shop, 2500, CUSTOMER);
  await counter.getByRole("button", { name: /^2 waiting/ }).click();
  await expect(counter.getByRole("row").filter({ hasText: "25,00" })).toContainText("Not sent yet");
  await expect(counter.getByRole("row").filter({ hasText: "25,00" })).toContainText("When the connection is back");
  await heal(shop);
  // `force`: presses before the till's own check, without waiting for a stable position.
  await counter.getByTestId("banner-line").getByRole("button", { name: "Try now" }).click({ force: true });
  // Much sooner than the till's own check.
  await expect(counter.getByTestId("banner-line")).toHaveCount(0, { timeout: 3000 });
});

test("one setting changes the amount format at the counter and in the dialogs @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByText(/^149 is 149,00/).click();
  await counter.keyboard.press("F1");
  await expect(counter.getByRole("dialog")).toContainText("Amount: 149 is 149,00");
  await counter.keyboard.press("Escape");
  await counter.keyboard.press("F2");
  await pay(shop, "100");
  await expect(counter.getByText("100,00").first()).toBeVisible();
  await counter.bringToFront();
  await counter.getByRole("button", { name: "Open payment" }).click();
  await counter.getByRole("button", { name: "Refund…" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByText("Part of it", { exact: true }).click();
  for (const sign of "30") await dialog.getByRole("button", { name: sign, exact: true }).click();
  await expect(dialog.getByLabel("Amount", { exact: true })).toHaveValue("30,00");
  await counter.keyboard.type(",5");
  await expect(dialog.getByLabel("Amount", { exact: true })).toHaveValue("30,50");
  // The setting belongs to this window, and survives a reload.
  await counter.reload();
  await key(counter, "7");
  await expect(counter.getByTestId("total")).toContainText("7,00");
});

/** Places of the largest possible code: next to its text in a landscape window, else above it. */
const CODE_PLACES = [
  { width: 800, height: 600, place: "above" },
  { width: 1024, height: 600, place: "left" },
  { width: 1280, height: 800, place: "left" },
  { width: 1920, height: 1080, place: "left" },
  { width: 800, height: 1280, place: "above" },
  { width: 1080, height: 1920, place: "above" },
];

test("the code fills the available space at every size, with whole pixels per module @thorough", async ({ shop }) => {
  const { counter } = shop;
  await key(counter, "14900");
  await counter.getByRole("button", { name: "Charge 149,00 kr" }).click();
  for (const { width, height, place } of CODE_PLACES) {
    const size = `${width}×${height}`;
    await counter.setViewportSize({ width, height });
    const link = await readQr(counter);
    expect(link, size).toBe(await counter.getByTestId("qr-link").textContent());
    const qr = counter.getByTestId("qr");
    const code = await qr.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const card = element.closest("section")?.getBoundingClientRect();
      const room = element.closest("figure")?.parentElement?.getBoundingClientRect();
      const units = Number(element.getAttribute("viewBox")?.split(" ").at(-1));
      return {
        right: box.right,
        bottom: box.bottom,
        side: box.width,
        module: (box.width * window.devicePixelRatio) / units,
        room: Math.min(room?.width ?? 0, room?.height ?? 0),
        card: Math.min(card?.width ?? 0, card?.height ?? 0),
      };
    });
    expect(Number.isInteger(code.module), `${size}: ${code.module} pixels a module`).toBe(true);
    expect(code.side / code.room, size).toBeGreaterThanOrEqual(0.85);
    // Text and margins leave the code most of its card.
    expect(code.side / code.card, size).toBeGreaterThanOrEqual(0.6);
    const amount = await counter
      .getByRole("main")
      .getByText("149,00", { exact: true })
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(amount, size).toBeGreaterThanOrEqual(width < 1024 ? 36 : width < 1280 ? 42 : 60);
    const words = await counter.getByTestId("match-words").boundingBox();
    if (place === "left") expect(words?.x, size).toBeGreaterThanOrEqual(code.right);
    else expect(words?.y, size).toBeGreaterThanOrEqual(code.bottom);
    await expect(counter.getByTestId("match-words"), size).toBeInViewport({ ratio: 1 });
    expect(await hidden(shop), size).toEqual([]);
  }
});

test("serves several customers by keyboard: a digit goes to the next sale, and Shift returns @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  const chips = counter.getByTestId("open-sales").getByRole("button");
  for (const amount of ["1100", "2200"]) {
    await counter.keyboard.type(amount, { delay: 60 });
    await counter.keyboard.press("Enter");
    await expect(counter.getByTestId("qr")).toBeVisible();
    await counter.keyboard.press("F2");
    await expect(counter.getByTestId("total")).toBeVisible();
  }
  await counter.keyboard.type("3300", { delay: 60 });
  await expect(chips).toHaveText([/11,00.kr.*Waiting/, /22,00.kr.*Waiting/]);
  await counter.keyboard.press("Shift+F2");
  await expect(chips).toHaveText([/11,00/, /22,00/, /Next customer/]);
  await expect(chips.nth(1)).toHaveAttribute("aria-current", "true");
  await counter.keyboard.press("Shift+F1");
  await expect(counter.getByTestId("qr")).toBeVisible();
  await expect(chips.first()).toHaveAttribute("aria-current", "true");
  await counter.getByRole("button", { name: "Cancel payment" }).click();
  await counter.getByRole("button", { name: "Back to the sale" }).click();
  await expect(counter.getByTestId("total")).toContainText("33,00");
  await expect(chips).toHaveText([/22,00/]);
  // Another screen does not hide them: the menu shows that a payment is open.
  await counter.keyboard.press("F4");
  await expect(counter.getByRole("button", { name: "Charge", exact: true })).toHaveAccessibleDescription(
    "A payment is open",
  );
  await counter.keyboard.press("Shift+F9");
  await expect(counter.getByTestId("qr")).toBeVisible();
});

test("finds a product and adds it to the basket by keyboard alone @thorough", async ({ shop }) => {
  const { counter } = shop;
  await openCafe(shop);
  await expect(counter.getByRole("region", { name: "Products" })).toBeVisible();
  await counter.keyboard.press("Control+f");
  await counter.keyboard.type("carr", { delay: 60 });
  await counter.keyboard.press("Enter");
  await expect(counter.getByTestId("total")).toContainText("65,00");
  await counter.keyboard.press("Escape");
  await counter.keyboard.type("*2", { delay: 60 });
  await expect(counter.getByTestId("total")).toContainText("130,00");
  await counter.keyboard.press("Enter");
  // Enter selects No tip once the Enter that charged has been released.
  const none = counter.getByRole("button", { name: "No tip" });
  await expect(none).toBeFocused();
  await expect(none).toBeEnabled();
  await counter.keyboard.press("Enter");
  await expect(counter.getByTestId("qr")).toBeVisible();
});

test("a button keeps the focus while its screen is being fetched @thorough", async ({ shop }) => {
  const { counter } = shop;
  const fetched = Promise.withResolvers<void>();
  await counter.route("**/assets/screens-*.js", async (route) => {
    await fetched.promise;
    await route.continue();
  });
  await counter.reload();
  const settings = counter.getByRole("button", { name: "This window" });
  await settings.focus();
  await counter.keyboard.press("Enter");
  fetched.resolve();
  await expect(counter.getByRole("dialog", { name: "This window" })).toBeVisible();
  await counter.keyboard.press("Escape");
  await expect(settings).toBeFocused();
});
