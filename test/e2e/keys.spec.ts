/** The owner replaces the till's key in the settings, with a service that must receive it. */

import { join } from "node:path";
import type { Page } from "@playwright/test";
import { temporaryFolder } from "../support/folder.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { expect, openWindow, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";
import { still } from "./tour.ts";

const SIZES = [
  { width: 800, height: 600 },
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
  { width: 1080, height: 1920 },
];

/** Checks that the page is accessible, and not clipped at any size. */
function checkPage(page: Page) {
  return async (name: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await still(page);
        expect(await overflow(page), `${name}, ${size.width}`).toEqual({ across: 0, down: 0, cut: [] });
      }
      expect(await accessibilityViolations(page), `${name}, ${colorScheme}`).toEqual([]);
    }
  };
}

async function openKeys(page: Page, ownerPin: string): Promise<void> {
  await page.getByRole("button", { name: "Settings", exact: true }).last().click();
  await page.getByRole("tab", { name: "API credentials" }).click();
  await page.getByLabel("Owner's PIN").fill(ownerPin);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByText("A key that signs every request")).toBeVisible();
}

test("registers the till's new key automatically, and shows the user's permissions @thorough", async ({
  page: own,
  desktop,
}) => {
  using folder = temporaryFolder();
  await using service = await startSandboxProcess(join(folder.path, "service"));
  const data = join(folder.path, "data");
  await using opened = await openWindow(own, ["--data", data, "--config", service.provisioning], desktop);
  const { counter: page } = opened;
  const look = checkPage(page);
  await openKeys(page, service.ownerPin);
  const user = page.getByTestId("key-user");
  await expect(user).toContainText("Any address");
  await expect(user).toContainText("The active key");

  await page.getByRole("button", { name: "Create a new key" }).click();
  await expect(page.getByTestId("next-public-key")).toHaveCount(0);
  await look("prepared");
  await page.getByRole("button", { name: "Register and activate" }).click();
  await expect(page.getByTestId("finding-registered_alone")).toContainText("no longer accepts the old one");
  await expect(page.getByTestId("finding-registered_alone")).toBeInViewport();
  await expect(page.getByRole("heading", { name: "Active" })).toBeFocused();
  await expect(page.getByTestId("key-steps")).toHaveCount(0);
  await expect(page.getByTestId("key-before")).toBeVisible();
  await expect(user).toContainText("The active key");
  await look("registered");
  await expect(page.getByText("Online", { exact: true })).toBeVisible();
});

test("has a key registered by hand, with the reason, when the service refuses registration @thorough", async ({
  page: own,
  desktop,
}) => {
  using folder = temporaryFolder();
  await using service = await startSandboxProcess(join(folder.path, "service"));
  const data = join(folder.path, "data");
  await using opened = await openWindow(own, ["--data", data, "--config", service.provisioning], desktop);
  const { counter: page } = opened;
  await openKeys(page, service.ownerPin);
  await page.getByRole("button", { name: "Create a new key" }).click();
  await fetch(`${service.url}/control/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ effect: "answer", kind: "USER", status: 405, times: 100 }),
  });
  await page.getByRole("button", { name: "Register and activate" }).click();
  await expect(page.getByTestId("finding-by_hand_unsupported")).toContainText("(405)");
  await expect(page.getByTestId("next-public-key")).toContainText("BEGIN PUBLIC KEY");
  await expect(page.getByTestId("key-user")).toContainText("does not show this user's permissions (405)");
  await checkPage(page)("by hand");
});

test("replaces a key in three steps, with the correct state at each @thorough", async ({ page: own, desktop }) => {
  using folder = temporaryFolder();
  await using service = await startSandboxProcess(join(folder.path, "service"));
  const data = join(folder.path, "data");
  await using opened = await openWindow(own, ["--data", data, "--config", service.provisioning], desktop);
  const { counter: page } = opened;
  const look = checkPage(page);
  await openKeys(page, service.ownerPin);
  await look("active");

  await page.getByRole("button", { name: "Create a new key" }).click();
  await page.getByRole("button", { name: "Register manually…" }).click();
  const publicKeyPem = `${await page.getByTestId("next-public-key").textContent()}\n`;
  expect(publicKeyPem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  await expect(page.getByRole("button", { name: "Activate", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Test now" }).click();
  await expect(page.getByTestId("finding-refused")).toContainText("Check that it is registered");
  await look("refused");

  await service.replaceKey(publicKeyPem);
  await page.getByRole("button", { name: "Test now" }).click();
  await expect(page.getByTestId("finding-accepted")).toBeVisible();
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await expect(page.getByTestId("key-before")).toContainText("The service no longer accepts it");
  await look("overlap");

  await page.getByRole("button", { name: "Delete now…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete now" }).click();
  await expect(page.getByTestId("key-before")).toHaveCount(0);
  await expect(page.getByText("Online", { exact: true })).toBeVisible();
});

test("warns on every screen about a key activated too early, until the service knows it @thorough", async ({
  page: own,
  desktop,
}) => {
  using folder = temporaryFolder();
  await using service = await startSandboxProcess(join(folder.path, "service"));
  const data = join(folder.path, "data");
  await using opened = await openWindow(own, ["--data", data, "--config", service.provisioning], desktop);
  const { counter: page, till } = opened;
  await till.call("staff.signIn", { pin: service.ownerPin });
  const prepared = await till.call("keys.prepare", { kind: "make" });
  const publicKeyPem = (prepared.ok && prepared.value.next?.publicKeyPem) || "";
  await till.call("keys.activate", { force: true, reason: "the portal is slow" });
  // The next request is still accepted under the previous key.
  await till.call("payment.start", { action: "SALE", amount: 4900, customer: { kind: "phone", value: "4791234567" } });
  await expect(page.getByTestId("banner-key")).toContainText("does not accept this till's new key yet");
  await service.replaceKey(publicKeyPem);
  await till.call("payment.start", { action: "SALE", amount: 5900, customer: { kind: "phone", value: "4791234567" } });
  await expect(page.getByTestId("banner-key")).toHaveCount(0);
});
