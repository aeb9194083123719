/** Settings from head office: shown where they apply, with the effect of a local change. */
import { generateKeyPairSync, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type CentreView, configurationTextToSign } from "../../contract/head-office/centre.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { startProcess } from "../support/till-process.ts";
import { enterPin, expect, test } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";

const NONE = { across: 0, down: 0, cut: [] };
const SETTINGS = {
  staff: { requireSignIn: false, idleLockMinutes: 7 },
  roles: [
    { id: "manager", name: null, rights: ["sale", "abort", "capture", "release", "refund"], refundLimit: 50_000 },
    { id: "cashier", name: null, rights: ["sale", "abort"], refundLimit: 0 },
  ],
  updates: { enabled: true, quietHours: { from: "02:00", to: "05:00" } },
};

/** Opens a till that takes its settings from head office's address. */
async function openTill(page: Page) {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(temporaryFolder());
  const sandbox = cleanup.use(await startSandboxProcess(folder.path));
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const text = JSON.stringify({ version: 3, for: "all", settings: SETTINGS });
  const signature = sign(null, Buffer.from(configurationTextToSign(text)), privateKey).toString("base64");
  const office = createServer((_request, response) => response.end(JSON.stringify([{ text, signature }])));
  await new Promise<void>((resolve) => office.listen(0, "127.0.0.1", resolve));
  cleanup.defer(() => new Promise<void>((resolve) => void office.close(() => resolve())));
  const centre = {
    publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
    url: `http://127.0.0.1:${(office.address() as AddressInfo).port}/`,
  };
  const config = join(folder.path, "chain.json");
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(sandbox.provisioning, "utf8")), centre }));
  const args = ["--shell", "none", "--data", join(folder.path, "till"), "--config", config];
  const till = cleanup.use(startProcess(args));
  const url = await till.ready;
  // It checks ten seconds after its start, and while idle.
  await expect.poll(() => settingsOf(url)).toHaveLength(3);
  await page.goto(url.href);
  const resources = cleanup.move();
  return { ownerPin: sandbox.ownerPin, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

async function settingsOf(url: URL): Promise<unknown[]> {
  const token = new URLSearchParams(url.hash.slice(1)).get("token");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(new URL("/bridge/centre.get", url), { method: "POST", headers, body: "{}" });
  return ((await answer.json()) as { value: CentreView }).value.settings;
}

test("marks settings from head office, their date, and local changes @thorough", async ({ page: counter }) => {
  await using world = await openTill(counter);
  const note = counter.getByRole("complementary", { name: "From head office" });
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "People" }).click();
  await enterPin(counter.getByTestId("settings-gate"), world.ownerPin);
  await expect(note).toContainText(
    /roles and refund limits · refund limit of Manager 500,00\skrVersion 3 for all tills, active since/,
  );
  await expect(note).toContainText("apply until head office publishes new settings");
  await expect(note).not.toContainText("have since been changed on this till");
  expect(await accessibilityViolations(counter)).toEqual([]);
  await counter.setViewportSize({ width: 800, height: 600 });
  expect(await overflow(counter)).toEqual(NONE);

  await counter.getByLabel("Auto-lock after (minutes)").fill("8");
  await counter.getByRole("button", { name: "Save rules" }).click();
  await expect(note.getByText("These settings have since been changed on this till")).toHaveCount(1);

  await counter.getByRole("tab", { name: "Receipts" }).click();
  await expect(counter.getByRole("heading", { name: "The shop" })).toBeVisible();
  await expect(note).toHaveCount(0);
});
