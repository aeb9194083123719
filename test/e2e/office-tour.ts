/** A tour of head office's page, for accessibility checks and pictures of each section. */
import type { Page } from "@playwright/test";
import { type ChainSize, startChain, type TestChain } from "../support/chain.ts";
import { expect } from "./fixtures.ts";
import { still } from "./tour.ts";

/** Starts a chain of this size, and opens head office's page on it. */
export async function openOffice(page: Page, size: ChainSize): Promise<TestChain> {
  const chain = await startChain(size);
  await page.goto(chain.url);
  await expect(page.getByRole("heading", { name: "Head office" })).toBeVisible();
  return chain;
}

/** Returns the tab of a section. */
export const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

/** Chooses the month of the Zs, which were closed a week ago, possibly in the previous month. */
export async function chooseMonthOfZs(page: Page, { ledger }: TestChain, section: string): Promise<void> {
  const [row] = await ledger<{ month: string }>`SELECT to_char(min(to_at), 'YYYY-MM') AS month FROM z_report`;
  await tab(page, section).click();
  await page.getByLabel("Month").selectOption(row?.month ?? "");
}

/** Visits every section with the chain's data. */
export async function officeTour(page: Page, chain: TestChain, look: (name: string) => Promise<void>): Promise<void> {
  const see = async (name: string) => {
    await still(page);
    await look(name);
  };
  await expect(page.getByTestId("day")).toBeVisible();
  await see("today");
  await tab(page, "Tills").click();
  await expect(page.getByText(/No tills yet|Queued/).first()).toBeVisible();
  await see("tills");
  await tab(page, "Find a payment").click();
  await page.getByLabel("Number, reference or amount").fill("149");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByTestId("found").or(page.getByText("No payment found"))).toBeVisible();
  await see("found");
  const first = page.getByTestId("found").getByRole("button").first();
  if (await first.isVisible()) {
    await first.click();
    await expect(page.getByTestId("story")).toBeVisible();
    await see("payment");
  }
  if ((await chain.ledger`SELECT 1 FROM z_report LIMIT 1`).length > 0)
    await chooseMonthOfZs(page, chain, "Differences");
  else await tab(page, "Differences").click();
  await expect(
    page.getByTestId("differences").or(page.getByText(/All Z reports match|No Z reports this month/)),
  ).toBeVisible();
  await see("differences");
  await tab(page, "Z reports").click();
  await expect(page.getByTestId("reports").or(page.getByText("No Z reports this month"))).toBeVisible();
  await see("reports");
}
