/** A tour of every screen of the till, for accessibility checks and the README's pictures. */
import type { Locator, Page } from "@playwright/test";
import { openCafe, readEnglish } from "./cafe.ts";
import { approve, chargePhone, enterPin, expect, key, pay, type Shop, scan } from "./fixtures.ts";
import {
  approveUnseen,
  CUSTOMER,
  goOffline,
  heal,
  loseAnswers,
  refuseCreate,
  retryQueueNow,
  startElsewhere,
} from "./service-faults.ts";

/** Called at each stop, with the screen complete and at rest. */
export type Visit = (name: string) => Promise<void>;

/** Resolves when the whole screen is drawn, and nothing moves. */
export async function still(page: Page): Promise<void> {
  await expect(page.locator("[data-late]")).toHaveCount(0);
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled([document.fonts.ready, ...finite.map((animation) => animation.finished)]);
  });
}

/** Visits the screens as a cashier and a manager do. */
export async function tour(shop: Shop, look: Visit): Promise<void> {
  const visit = settled(shop, look);
  // Customer texts are English like the rest, so that a picture has one language.
  await readEnglish(shop);
  await charging(shop, visit);
  await selling(shop, visit);
  await reserving(shop, visit);
  await refusing(shop, visit);
  await visitPayments(shop, visit);
  await managing(shop, visit);
  await visitProblemScreens(shop, look);
}

/** Visits the screens for problems: no connection, no response, late money, and work for a manager. */
export async function visitProblemScreens(shop: Shop, look: Visit): Promise<void> {
  const visit = settled(shop, look);
  await withoutConnection(shop, visit);
  await withoutAnswers(shop, visit);
  await stuck(shop, visit);
}

function settled(shop: Shop, look: Visit): Visit {
  return async (name) => {
    await shop.counter.bringToFront();
    await still(shop.counter);
    await look(name);
  };
}

async function charging(shop: Shop, visit: Visit): Promise<void> {
  const { counter } = shop;
  await visit("charge-empty");
  await key(counter, "4900");
  await counter.getByRole("button", { name: "Quantity" }).click();
  await key(counter, "2");
  await counter.getByRole("button", { name: "Add a line" }).click();
  await key(counter, "5100");
  await visit("charge");
  await counter.keyboard.press("Escape");
  await expect(counter.getByRole("button", { name: "Undo" })).toBeVisible();
  await visit("charge-cleared");
  await counter.getByRole("button", { name: "Undo" }).click();
  await counter.getByLabel("Phone number").click();
  await visit("charge-number");
  await counter.getByRole("button", { name: /^Charge \d/ }).click();
  await expect(counter.getByTestId("qr")).toBeVisible();
  await visit("present");
  await counter.getByRole("button", { name: "Send to a phone number" }).click();
  await visit("present-phone");
  await counter.keyboard.press("Escape");
  await scan(shop);
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
  await visit("approving");
  await approve(shop);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  await visit("paid");
  await counter.getByRole("button", { name: "New sale" }).click();
}

/** Visits a counter with products, and two open sales. */
async function selling(shop: Shop, visit: Visit): Promise<void> {
  const { counter } = shop;
  const dialog = counter.getByRole("dialog");
  const close = await openCafe(shop);
  await choose(counter, "Cappuccino", "Cappuccino", "Croissant");
  await visit("basket");
  await counter
    .getByRole("list", { name: "Lines" })
    .getByRole("button", { name: /^Cappuccino/ })
    .click();
  await visit("basket-line");
  await dialog.getByRole("radio", { name: "Percent" }).click();
  await visit("basket-discount");
  await dialog.getByRole("button", { name: "Done" }).click();
  await counter.getByRole("button", { name: "Discount and note" }).click();
  await visit("basket-sale");
  await dialog.getByRole("button", { name: "Done" }).click();
  await counter.getByRole("button", { name: /^Charge 146/ }).click();
  await visit("tip");
  await dialog.getByRole("button", { name: "Another amount" }).click();
  await visit("tip-own");
  await dialog.getByRole("button", { name: "No tip" }).click();
  await expect(counter.getByTestId("qr")).toBeVisible();
  await counter.getByRole("button", { name: "Next customer" }).click();
  await choose(counter, "Tea");
  await visit("open-sales");
  await counter.getByRole("button", { name: /^Charge 36/ }).click();
  await dialog.getByRole("button", { name: "No tip" }).click();
  await expect(counter.getByTestId("qr")).toBeVisible();
  await visit("open-sales-code");
  await counter.getByRole("button", { name: "Cancel payment" }).click();
  await counter.getByRole("button", { name: "New sale" }).click();
  await counter.getByTestId("open-sales").getByRole("button").click();
  await counter.getByRole("button", { name: "Cancel payment" }).click();
  await counter.getByRole("button", { name: "New sale" }).click();
  await close();
  const keypad = counter.getByRole("radio", { name: "Keypad" });
  if (await keypad.isVisible()) await keypad.click();
}

/** Presses products, which a small window shows behind a switch. */
async function choose(counter: Page, ...names: string[]): Promise<void> {
  const shelf = counter.getByRole("region", { name: "Products" });
  const products = counter.getByRole("radio", { name: "Products" });
  await expect(shelf.or(products).filter({ visible: true }).first()).toBeVisible();
  if (await products.isVisible()) await products.click();
  for (const name of names) await shelf.getByRole("button", { name: new RegExp(`^${name} `) }).click();
}

async function reserving(shop: Shop, visit: Visit): Promise<void> {
  const { counter } = shop;
  await pay(shop, "120000", "Reserve");
  await visit("result-reserved");
  await counter.getByRole("button", { name: "New sale" }).click();
  await counter.keyboard.press("F4");
  await expect(counter.getByRole("row").filter({ hasText: "1 200,00" })).toBeVisible();
  await visit("reserved");
  await counter.getByRole("row").filter({ hasText: "1 200,00" }).click();
  await counter.getByRole("button", { name: "Capture…" }).click();
  await visit("capture");
  await counter.keyboard.press("Escape");
  await counter.getByRole("button", { name: "Release…" }).click();
  await visit("release");
  await counter.keyboard.press("Escape");
  await counter.keyboard.press("F2");
}

async function refusing(shop: Shop, visit: Visit): Promise<void> {
  const { counter } = shop;
  await counter
    .getByRole("radio", { name: "Sale" })
    .or(counter.getByRole("button", { name: "Sale", exact: true }))
    .first()
    .click();
  await key(counter, "8900");
  await counter.getByRole("button", { name: /^Charge 89/ }).click();
  const phone = await scan(shop);
  await phone.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(counter.getByRole("heading", { name: "Not paid" })).toBeVisible();
  await visit("not-paid");
  await counter.getByRole("button", { name: "New sale" }).click();
  await chargePhone(counter, "5900", "+47 900 00 000");
  await expect(counter.getByRole("button", { name: "Try another number" })).toBeVisible();
  await visit("number-not-known");
  await counter.getByRole("button", { name: "New sale" }).click();
}

async function visitPayments(shop: Shop, visit: Visit): Promise<void> {
  const { counter } = shop;
  await counter.keyboard.press("F3");
  await counter.getByRole("row").filter({ hasText: "149,00" }).click();
  await expect(counter.getByTestId("story")).toContainText("Paid 149,00 kr");
  await visit("payments");
  await counter.getByTestId("payment").getByRole("button", { name: "More" }).click();
  await counter.getByTestId("payment").getByText("Request sent", { exact: true }).click();
  await scrollDown(counter.getByTestId("payment"));
  await visit("payment-proof");
  await startElsewhere(shop, 1200, CUSTOMER);
  await approveUnseen(shop, 1200);
  await counter.getByTestId("news").click();
  await expect(counter.getByTestId("banner-ended")).toBeVisible();
  await visit("payment-ended");
  await counter.getByText("Dismiss", { exact: true }).click();
  await counter.getByRole("button", { name: "Refund…" }).click();
  await visit("refund");
  await counter.keyboard.press("Escape");
  // In a narrow window the payment covers the list.
  const back = counter.getByRole("button", { name: "Back to list" });
  if (await back.isVisible()) await back.click();
  await counter.getByRole("searchbox", { name: "Search payments" }).fill("nothing like it");
  await expect(counter.getByText("No results")).toBeVisible();
  await visit("payments-none");
  await counter.getByRole("searchbox", { name: "Search payments" }).fill("");
  await counter.keyboard.press("F1");
  await visit("keys");
  await counter.keyboard.press("Escape");
  await counter.getByRole("button", { name: "This window" }).click();
  await visit("window");
  await counter.getByRole("button", { name: "All settings" }).click();
  await visit("settings");
  await counter.getByRole("tab", { name: "Health" }).click();
  await expect(counter.getByTestId("health")).toBeVisible();
  await visit("health");
  await counter.getByTestId("health-callbacks").locator("summary").first().click();
  await counter.getByText("Show as table").click();
  await visit("health-callbacks");
  await counter.getByRole("button", { name: "Payments" }).click();
}

/** Scrolls to the end: no row is half hidden under the fixed buttons. */
export async function scrollDown(box: Locator): Promise<void> {
  await box.evaluate((root) => {
    for (const part of [root, ...root.querySelectorAll("*")]) part.scrollTop = part.scrollHeight;
  });
}

/** Visits a manager's screens, from the current day to its Z, and the staff. */
async function managing(shop: Shop, visit: Visit): Promise<void> {
  const { counter } = shop;
  await counter.keyboard.press("F6");
  await expect(counter.getByTestId("settings-gate")).toBeVisible();
  await visit("reports-gate");
  await enterPin(counter, "274951");
  // The chart is loaded with the day, which is slow on a busy machine.
  await expect(counter.getByRole("img", { name: "Sales by hour" })).toBeVisible();
  await visit("today");
  await counter.getByRole("tab", { name: "Close the day" }).click();
  await counter.getByRole("button", { name: "Reconcile now" }).click();
  await expect(counter.getByText(/payments match/)).toHaveText(/match/);
  // In a low window, completed steps collapse.
  const carryOver = counter.getByRole("button", { name: "Carry over" });
  const folded = counter.getByRole("button", { name: "Show", exact: true });
  await expect(carryOver.or(folded.last()).filter({ visible: true }).first()).toBeVisible();
  if (await carryOver.isVisible()) await carryOver.click();
  await visit("close-day");
  await counter.getByRole("button", { name: "Use a button instead" }).click();
  await counter.getByRole("button", { name: "Yes, close the day" }).click();
  await expect(counter.getByTestId("day-closed")).toBeVisible();
  await visit("day-closed");
  await counter.getByRole("button", { name: "Show report" }).click();
  await expect(counter.getByRole("heading", { name: /^Z 1/ })).toBeVisible();
  await visit("z");
  await counter.getByRole("button", { name: "Back", exact: true }).click();
  await expect(counter.getByTestId("z-1")).toBeVisible();
  await visit("closed-days");
  await counter.getByRole("tab", { name: "Payouts" }).click();
  await visit("settlement");
  await sellAsOwner(shop);
  await counter.getByRole("tab", { name: "Hand over" }).click();
  await counter.getByRole("button", { name: /^Hand over \d/ }).click();
  await expect(counter.getByText("Not accepted yet")).toBeVisible();
  await visit("shift");
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "People" }).click();
  await expect(counter.getByRole("button", { name: "Edit Owner" })).toBeVisible();
  await visit("people");
  await counter.getByRole("button", { name: "Add person" }).click();
  await visit("person");
  await counter.keyboard.press("Escape");
  await stickers(counter, visit);
  await counter.getByRole("tab", { name: "Reservations" }).click();
  await counter.getByText("Act before a reservation expires").click();
  await visit("reservation-rule");
  await counter.keyboard.press("F2");
  await counter.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
}

/** Visits the printed codes, and a printed sticker. */
async function stickers(counter: Page, visit: Visit): Promise<void> {
  await counter.getByRole("tab", { name: "Stickers" }).click();
  for (const name of ["Beside the coffee machine", "Table 4"]) {
    await counter.getByRole("button", { name: "New sticker" }).click();
    await counter.getByRole("dialog").getByLabel("Name").fill(name);
    await counter.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await expect(counter.getByRole("button", { name: `Print ${name}`, exact: true })).toBeVisible();
  }
  await visit("stickers");
  await counter.getByRole("button", { name: "Print Table 4", exact: true }).click();
  await visit("sticker-print");
  await counter.keyboard.press("Escape");
}

/** Makes a sale as the signed-in user and reads its message, so that there is money to hand over. */
async function sellAsOwner(shop: Shop): Promise<void> {
  const { counter } = shop;
  await startElsewhere(shop, 24_900, CUSTOMER);
  await approveUnseen(shop, 24_900);
  await counter.getByTestId("news").click();
  await counter.getByRole("dialog").getByRole("button", { name: "Dismiss" }).click();
}

async function withoutConnection(shop: Shop, visit: Visit): Promise<void> {
  const { counter } = shop;
  await counter.keyboard.press("F2");
  await goOffline(shop);
  await key(counter, "14900");
  await counter.getByRole("button", { name: /^Charge 149/ }).click();
  await expect(counter.getByRole("heading", { name: "Not paid – request not sent yet" })).toBeVisible();
  await visit("not-asked");
  await counter.getByRole("button", { name: "Cancel payment" }).click();
  await expect(counter.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  await visit("result-offline");
  await counter.getByRole("button", { name: "New sale" }).click();
  await startElsewhere(shop, 19_900, null);
  await expect(counter.getByTestId("banner-line")).toContainText(/2 requests are waiting.*199,00/);
  await visit("charge-offline");
  await key(counter, "200000");
  await counter.getByRole("button", { name: /^Charge 2/ }).click();
  await expect(counter.getByTestId("failure")).toContainText("At most 1 000,00 kr per payment");
  await visit("limit");
  await counter.getByRole("button", { name: "OK" }).click();
  await counter.getByRole("button", { name: /\d waiting/ }).click();
  await expect(counter.getByTestId("queue").getByRole("row")).not.toHaveCount(0);
  await visit("queue-offline");
  await heal(shop);
  await retryQueueNow(shop);
  await expect(counter.getByText("Everything has been sent")).toBeVisible();
  await visit("queue-empty");
  await counter.keyboard.press("F2");
  await counter.getByRole("button", { name: "Clear", exact: true }).click();
}

async function withoutAnswers(shop: Shop, visit: Visit): Promise<void> {
  const { counter } = shop;
  await loseAnswers(shop);
  await chargePhone(counter, "7900");
  // The request has to time out first, which takes longer than the pictures' default of 5 s.
  await expect(counter.getByRole("heading", { name: "Checking" })).toBeVisible({ timeout: 60_000 });
  await visit("checking");
  await counter.getByRole("button", { name: "Move on" }).click();
  await expect(counter.getByTestId("total")).toContainText("0,00");
  await heal(shop);
  await approveUnseen(shop, 7900);
  await counter.getByTestId("news").click();
  await expect(counter.getByTestId("banner-late")).toBeVisible();
  await visit("late-news");
  await counter.getByRole("button", { name: "Open inbox" }).click();
  await expect(counter.getByTestId("late")).toBeVisible();
  await visit("inbox");
  await counter.getByRole("button", { name: "Keep payment" }).click();
  await visit("attach");
  await counter.getByRole("button", { name: /^Keep 79/ }).click();
  await expect(counter.getByText("Nothing to decide")).toBeVisible();
  // The stored payment is applied and reported.
  await counter.getByTestId("news").click();
  await counter.getByText("Dismiss", { exact: true }).click();
  await visit("inbox-empty");
  await counter.keyboard.press("F2");
}

async function stuck(shop: Shop, visit: Visit): Promise<void> {
  const { counter } = shop;
  await refuseCreate(shop);
  await chargePhone(counter, "3900");
  await expect(counter.getByRole("heading", { name: "Needs a manager" })).toBeVisible();
  await visit("attention-parked");
  await counter.getByRole("button", { name: "Open payment" }).click();
  await expect(counter.getByTestId("payment").getByTestId("parked")).toBeVisible();
  await visit("payment-parked");
  await counter.getByRole("button", { name: "1 needs a manager" }).click();
  await expect(counter.getByTestId("queue").getByTestId("parked")).toBeVisible();
  await visit("queue");
  await counter.getByRole("button", { name: "Cancel payment…" }).click();
  await visit("cancel-unsent");
  await counter.keyboard.press("Escape");
}
