/** A service without codes for requests without a customer: the customer pays by phone number. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { temporaryFolder } from "../support/folder.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { type DesktopRuntime, expect, key, openWindow, test } from "./fixtures.ts";
import { begin, goods, MANAGER_PIN } from "./kiosk-shop.ts";
import { accessibilityViolations } from "./page-checks.ts";

/** Opens a till with a service that reports no scans, and returns null instead of a claim link. */
async function openTill(page: Page, desktop: DesktopRuntime | null, own: object) {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(temporaryFolder());
  const sandbox = cleanup.use(await startSandboxProcess(folder.path));
  const conditions = await fetch(new URL("/control/conditions", sandbox.url), {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ lastScan: 405, claimUri: null }),
  });
  expect(conditions.ok).toBe(true);
  const settings = JSON.parse(readFileSync(sandbox.provisioning, "utf8"));
  const provisioning = join(dirname(sandbox.provisioning), "no-code.json");
  const config = { ...settings, ...own, callbacks: undefined, staff: { managerPin: MANAGER_PIN } };
  writeFileSync(provisioning, JSON.stringify(config));
  const opened = cleanup.use(
    await openWindow(page, ["--data", join(folder.path, "till"), "--config", provisioning], desktop),
  );
  const resources = cleanup.move();
  return {
    ...opened,
    async payments() {
      const answer = await fetch(new URL("/control/payments", sandbox.url));
      return ((await answer.json()) as { payments: { status: string; statusCode: number }[] }).payments;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

test("the counter reports at once that there is no code, and charges the amount to a phone number @everywhere", async ({
  page,
  desktop,
}) => {
  await using till = await openTill(page, desktop, { locale: "en-GB" });
  const { counter } = till;
  await key(counter, "14900");
  await counter.getByRole("button", { name: /^Charge .*149/ }).click();
  await expect(counter.getByRole("heading", { name: "No code" })).toBeVisible();
  await expect(counter.getByText("Ask for the customer's phone number. Nothing was charged.")).toBeVisible();
  await expect(counter.getByText("Getting a code")).toHaveCount(0);
  expect(await accessibilityViolations(counter)).toEqual([]);
  await expect.poll(till.payments).toMatchObject([{ status: "fail", statusCode: 4019 }]);
  const enter = counter.getByRole("button", { name: "Enter a phone number" });
  await expect(enter).toBeFocused();
  await enter.click();
  await expect(counter.getByTestId("total")).toContainText("149.00");
  await counter.getByLabel("Phone number").fill("91234567");
  await counter.getByRole("button", { name: /^Charge .*149/ }).click();
  await expect(counter.getByRole("heading", { name: "Waiting for the customer to approve" })).toBeVisible();
  await expect.poll(till.payments).toHaveLength(2);
});

test("a kiosk without codes asks the customer for a phone number, and never shows a code @thorough", async ({
  page,
  desktop,
}) => {
  const { categories, products } = goods(6);
  await using till = await openTill(page, desktop, { mode: "kiosk", locale: "en-GB", categories, products });
  const { counter: screen } = till;
  await begin(screen);
  await screen.getByRole("button", { name: /^Cinnamon bun/ }).click();
  await screen.getByRole("button", { name: /^Basket/ }).click();
  await screen.getByRole("button", { name: /^Pay/ }).click();
  await expect(screen.getByText("There is no code for this payment. You can pay by phone number.")).toBeVisible();
  expect(await accessibilityViolations(screen)).toEqual([]);
  await screen.getByRole("button", { name: "Help" }).click();
  const help = screen.getByTestId("kiosk-help");
  await expect(help).toContainText("Enter your phone number, and approve on your phone.");
  await expect(help).not.toContainText("Scan the code");
  await help.getByRole("button", { name: "Close" }).click();
  const phone = screen.getByTestId("kiosk-phone");
  const problem = phone.getByRole("alert");
  for (const sentence of ["Check the number.", "Check the number.", "Try again later, or ask the staff."]) {
    await screen.keyboard.type("99999999");
    await phone.getByRole("button", { name: /^Send request/ }).click();
    await expect(problem).toContainText(sentence);
    await expect(problem).not.toContainText(/scan/i);
    for (const _ of "99999999") await screen.keyboard.press("Backspace");
  }
  await screen.keyboard.type("91234567");
  await screen.getByRole("button", { name: /^Send request/ }).click();
  await expect(screen.getByText("Approve on your phone")).toBeVisible();
  await expect.poll(till.payments).toHaveLength(2);
});
