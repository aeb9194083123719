/** A walk through every screen of the till, for those who look at each: accessibility checks and the README's pictures. */
import type { Page } from "@playwright/test";
import { approve, expect, key, pay, type Shop, scan } from "./shop.ts";

/** Called at each stop, with the screen still and complete. */
export type Visit = (name: string) => Promise<void>;

/** Resolves when nothing on the screen moves any more. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled([document.fonts.ready, ...finite.map((animation) => animation.finished)]);
  });
}

/** Goes from screen to screen as a cashier and a manager do. */
export async function tour(shop: Shop, look: Visit): Promise<void> {
  const visit: Visit = async (name) => {
    await shop.counter.bringToFront();
    await still(shop.counter);
    await look(name);
  };
  await charging(shop, visit);
  await reserving(shop, visit);
  await refusing(shop, visit);
  await lookingBack(shop, visit);
}

async function charging(shop: Shop, visit: Visit): Promise<void> {
  const { counter } = shop;
  await visit("charge-empty");
  await key(counter, "4900");
  await counter.getByRole("button", { name: "Multiply" }).click();
  await key(counter, "2");
  await counter.getByRole("button", { name: "Add a line" }).click();
  await key(counter, "5100");
  await visit("charge");
  await counter.getByRole("button", { name: /^Charge \d/ }).click();
  await expect(counter.getByTestId("qr")).toBeVisible();
  await visit("present");
  await counter.getByRole("button", { name: "Send to a phone number" }).click();
  await visit("present-phone");
  await counter.keyboard.press("Escape");
  await scan(shop);
  await expect(counter.getByRole("heading", { name: "Approve on your phone" })).toBeVisible();
  await visit("approving");
  await approve(shop);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  await visit("paid");
  await counter.getByRole("button", { name: "New sale" }).click();
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
  await counter.getByRole("button", { name: "Take the amount…" }).click();
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
  await key(counter, "5900");
  await counter.getByLabel("Phone number").fill("+47 900 00 000");
  await counter.getByRole("button", { name: /^Charge 59/ }).click();
  await expect(counter.getByRole("heading", { name: "Check" })).toBeVisible();
  await visit("attention");
  await counter.getByRole("button", { name: "New sale" }).click();
}

async function lookingBack(shop: Shop, visit: Visit): Promise<void> {
  const { counter } = shop;
  await counter.keyboard.press("F3");
  await counter.getByRole("row").filter({ hasText: "149,00" }).click();
  await expect(counter.getByTestId("payment")).toContainText("What happened");
  await visit("payments");
  await counter.getByRole("button", { name: "Refund…" }).click();
  await visit("refund");
  await counter.keyboard.press("Escape");
  await counter.getByRole("searchbox", { name: "Search payments" }).fill("nothing like it");
  await expect(counter.getByText("Nothing found")).toBeVisible();
  await visit("payments-none");
  await counter.getByRole("searchbox", { name: "Search payments" }).fill("");
  await counter.keyboard.press("F1");
  await visit("keys");
  await counter.keyboard.press("Escape");
  await counter.getByRole("button", { name: "Settings" }).click();
  await visit("settings");
  await counter.keyboard.press("Escape");
}
