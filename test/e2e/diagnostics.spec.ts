import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { unzip } from "../support/unzip.ts";
import { enterPin, expect, pay, type SavedFile, type Shop, test } from "./fixtures.ts";

async function openHealth({ counter }: Shop): Promise<void> {
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  await counter.getByRole("tab", { name: "Health" }).click();
}

async function ownerPin({ till }: Shop): Promise<string> {
  const terminal = await till.call("terminal.get", {});
  return (terminal.ok && terminal.value.demo?.managerPin) || "";
}

/** Returns the bundle: a browser downloads it, the desktop has a button for its folder. */
async function bundleOf(shop: Shop): Promise<SavedFile> {
  const made = shop.counter.getByTestId("support-made");
  if (shop.shell === "browser")
    return shop.saved(() => made.getByRole("button", { name: "Download", exact: true }).click());
  // Not pressed, because it would open the system's file manager over the tests.
  await expect(made.getByRole("button", { name: "Show in folder" })).toBeEnabled();
  const path = (await made.getByTestId("support-path").textContent()) ?? "";
  return { name: basename(path), path };
}

/** Why a till run from its sources has no updates. */
const NO_UPDATES = {
  browser: "This till does not run as the desktop app",
  electron: "This build of the till has no update address",
};

test("shows a cashier the till's health, and how payment notifications arrive @thorough", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "14900");
  await counter.getByRole("button", { name: "New sale" }).click();
  await openHealth(shop);
  await expect(counter.getByTestId("health")).toContainText("Everything is working");
  // What support asks for comes before the twelve rows, on the first screen.
  await expect(counter.getByRole("button", { name: "Create support file" })).toBeInViewport();
  const service = counter.getByTestId("health-service");
  await expect(service).toContainText("The payment service answers.");
  await service.locator("summary").press("Enter");
  await expect(service.getByText("Median response time")).toBeVisible();
  const callbacks = counter.getByTestId("health-callbacks");
  await callbacks.locator("summary").first().click();
  await callbacks.getByText("Show as table").click();
  const newest = callbacks.getByRole("row").last();
  await expect(newest.getByRole("cell")).toHaveCount(3);
  const news = await newest.getByRole("cell").allTextContents();
  expect(news.map(Number).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
});

test("makes a support bundle in one tap with a manager's PIN, ready to send @thorough", async ({ shop }) => {
  const { counter } = shop;
  const pin = await ownerPin(shop);
  await openHealth(shop);
  const support = counter.getByTestId("support");
  await support.getByRole("button", { name: "Create support file" }).click();
  await enterPin(counter.getByRole("dialog"), pin);
  await expect(counter.getByTestId("support-made")).toContainText("Support file ready");
  const { name, path } = await bundleOf(shop);
  expect(name).toMatch(/^till-support-.*\.zip$/);
  const files = unzip(readFileSync(path));
  expect(JSON.parse(files.get("health.json") ?? "")).toMatchObject({ display: { width: 1280, height: 800 } });
  expect([...files.values()].join("\n")).not.toContain(pin);
  // The PIN was for this one file: no user is signed in.
  expect(await shop.till.call("terminal.get", {})).toMatchObject({ value: { staff: null } });
});

test("unlocks the owner's settings with their PIN, and locks them on leaving @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  const pin = await ownerPin(shop);
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  await counter.getByRole("tab", { name: "Updates" }).click();
  await counter.getByLabel("Owner's PIN").fill("000000");
  await counter.keyboard.press("Enter");
  await expect(counter.getByText("Wrong PIN")).toBeVisible();
  await counter.getByLabel("Owner's PIN").fill(pin);
  await counter.getByRole("button", { name: "Open", exact: true }).click();
  await expect(counter.getByTestId("updates")).toContainText(NO_UPDATES[shop.shell]);
  expect(await till.call("terminal.get", {})).toMatchObject({ value: { staff: { role: "owner" } } });
  await counter.keyboard.press("F2");
  await expect
    .poll(async () => {
      const terminal = await till.call("terminal.get", {});
      return terminal.ok ? terminal.value.staff : "?";
    })
    .toBeNull();
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  await expect(counter.getByTestId("settings-gate")).toBeVisible();
});
