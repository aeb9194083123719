import { defineConfig } from "@playwright/test";
import { BROWSER_ARGUMENTS, installedBrowser } from "./scripts/tools.mjs";
import type { ShellOptions } from "./test/e2e/fixtures.ts";

const executablePath = installedBrowser() ?? undefined;
/** Electron's program, where scripts/test.mjs found one: a worker never looks for it, or downloads it, itself. */
const electron = process.env.TILL_TEST_ELECTRON;

const STAND_IN_ALONE = { grep: /@stand-in/ };
const BUT_BROWSER = { grepInvert: /@browser/ };

export default defineConfig<ShellOptions>({
  testDir: "test/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  // Tests mostly wait for pages and tills, so three workers suit two cores.
  workers: 3,
  // As in vitest.config.ts
  retries: Number(process.env.TILL_TEST_RETRIES ?? 0),
  // Only stops a test that hangs: a busy machine is no failure.
  timeout: 900_000,
  // When every test fails, the run stops after the first ones and does not reach its time limit.
  maxFailures: process.env.CI ? 10 : 0,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    // Shorter than a test's timeout, so that the report names the control.
    actionTimeout: 60_000,
    // Recording every step costs a third of the run: `npx playwright test --trace on` shows what a failure was.
    trace: "off",
    screenshot: "only-on-failure",
    // Graphics in the browser's process: copying pages to another process costs a sixth of a test's time.
    launchOptions: { executablePath, args: [...BROWSER_ARGUMENTS, "--in-process-gpu"] },
  },
  // `@browser` marks tests of a page in a browser. test/README.md lists them with the reason.
  // `@desktop` marks those about the desktop, and `@stand-in` those of them that need the stand-in for Electron.
  projects: [
    { name: "browser", grepInvert: /@desktop|@stand-in/ },
    // The same specs in the desktop shell: in Electron's own windows where its runtime is, else over the stand-in.
    ...(electron
      ? [{ name: "electron", use: { desktop: { program: electron } }, grepInvert: /@browser|@stand-in/ }]
      : []),
    // Next to Electron it keeps the tests that need the stand-in's machine.
    { name: "desktop", use: { desktop: "stand-in" as const }, ...(electron ? STAND_IN_ALONE : BUT_BROWSER) },
  ],
});
