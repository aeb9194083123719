/** Each total on the manager's screens names its period: today's totals differ from those since the last Z. */
import { enterPin, expect, pay, type Shop, test } from "./fixtures.ts";

const TIME = String.raw`\d{1,2} \w{3,4} \d{2}:\d{2}`;
const FROM_TO = new RegExp(`${TIME} to ${TIME}`);

async function sell(shop: Shop, digits: string): Promise<void> {
  await pay(shop, digits);
  await shop.counter.bringToFront();
  await shop.counter.getByRole("button", { name: "New sale" }).click();
}

async function openReports({ counter }: Shop): Promise<void> {
  await counter.keyboard.press("F6");
  const gate = counter.getByTestId("settings-gate");
  await enterPin(gate, "274951");
  await expect(gate).toHaveCount(0);
}

test("Today, X, Close, Z and the payments list name the period of their totals", async ({ shop }) => {
  const { counter } = shop;
  const report = async (name: string) => {
    await counter.keyboard.press("F6");
    await counter.getByRole("tab", { name, exact: true }).click();
  };
  await sell(shop, "10000");
  await openReports(shop);
  await report("Close the day");
  await expect(counter.getByTestId("closing-period")).toHaveText(new RegExp(`^Since the till was set up, ${TIME}$`));
  await counter.getByRole("button", { name: "Reconcile now" }).click();
  await expect(counter.getByText(/^(?:1 payment matches|All \d+ payments match)\.$/)).toBeVisible();
  await counter.getByRole("button", { name: "Use a button instead" }).click();
  await counter.getByRole("button", { name: "Yes, close the day" }).click();
  await expect(counter.getByTestId("day-closed")).toContainText(FROM_TO);
  await counter.getByRole("button", { name: "Show report" }).click();
  await expect(counter.getByTestId("report")).toContainText(FROM_TO);
  await counter.getByRole("button", { name: "Back", exact: true }).click();
  await expect(counter.getByTestId("z-1")).toContainText(FROM_TO);

  await counter.keyboard.press("F2");
  await sell(shop, "2500");
  await openReports(shop);
  await report("Close the day");
  await expect(counter.getByTestId("closing-period")).toHaveText(new RegExp(`^Since the last Z, ${TIME}$`));
  await expect(counter.getByRole("region", { name: "Close the day", exact: true })).toContainText("25,00");
  await report("Today");
  const headline = counter.getByTestId("headline");
  await expect(headline).toContainText("125,00");
  await expect(headline).toContainText(/Net today · \d{1,2} \w+ \d{4}, since \d{2}:\d{2}/);
  await counter.getByRole("button", { name: "X report" }).click();
  await expect(counter.getByTestId("report")).toContainText(new RegExp(`Since the last Z: ${TIME} to ${TIME}`));
  await counter.keyboard.press("F3");
  await expect(counter.getByTestId("totals")).toContainText(/Today, \d{1,2} \w{3,4}/);
});
