import { defineConfig } from "@playwright/test";
import { BROWSER_ARGUMENTS, installedBrowser } from "./scripts/browser.mjs";

const executablePath = installedBrowser() ?? undefined;

export default defineConfig({
  testDir: "test/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // scripts/test.mjs names the JSON file in PLAYWRIGHT_JSON_OUTPUT_FILE, and counts from it.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    trace: "retain-on-failure",
    launchOptions: { executablePath, args: BROWSER_ARGUMENTS },
  },
});
