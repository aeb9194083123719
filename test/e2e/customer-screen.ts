/** The customer's screen, for its own tests and for features shown on it. */
import type { Page } from "@playwright/test";
import { expect, type Shop } from "./fixtures.ts";

/** Opens the screen as an operator does. */
export async function openCustomerScreen({ counter }: Pick<Shop, "counter">): Promise<Page> {
  await counter.keyboard.press("F2");
  await counter.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "Customer screen" }).click();
  const opening = counter.context().waitForEvent("page");
  await counter.getByRole("button", { name: /^Open (in a browser|customer screen)$/ }).click();
  const customer = await opening;
  await shows(customer, "idle");
  return customer;
}

/** Waits for the screen to show a state. */
export function shows(customer: Page, state: string): Promise<void> {
  return expect(customer.getByTestId("customer")).toHaveAttribute("data-state", state);
}
