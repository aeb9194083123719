/** The steps of a refund before its approval. */
import type { Locator, Page } from "@playwright/test";

/**
 * Starts a full refund of a listed payment with a reason, up to the PIN. @param amount as shown in the list @returns
 * the dialog
 */
export async function beginRefund(counter: Page, amount: string): Promise<Locator> {
  await counter.keyboard.press("F3");
  await counter.getByRole("row").filter({ hasText: amount }).click();
  await counter.getByRole("button", { name: "Refund…" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByText("Goods returned").click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  return dialog;
}
