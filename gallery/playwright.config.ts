/** Pictures of the gallery, and its recordings: see `npm run gallery`. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { BROWSER_ARGUMENTS, requireBrowser } from "../scripts/tools.mjs";

const executablePath = requireBrowser();
const PICTURES = join(import.meta.dirname, "pictures");
const isUpdate = process.argv.includes("--update-snapshots");

/** Major version of the browser, such as `150` */
const major = /\d+/.exec(execFileSync(executablePath, ["--version"], { stdio: "pipe" }).toString())?.[0] ?? "unknown";
const kept = existsSync(PICTURES) ? readdirSync(PICTURES).sort((a, b) => Number(a) - Number(b)) : [];
/** Version of the pictures to compare with. Playwright's workers read it from the environment. */
const version = process.env.TILL_GALLERY_VERSION ?? (isUpdate || kept.includes(major) ? major : (kept.at(-1) ?? major));
if (version !== major && process.env.TILL_GALLERY_VERSION === undefined)
  console.log(`No pictures of Chromium ${major}: compares with those of ${version}, at a tolerance.`);
process.env.TILL_GALLERY_VERSION = version;
/**
 * Rare colours of kept pictures are rounded (`scripts/gallery.mjs`), which 0.05 allows. Another version draws texts
 * and edges a little differently.
 */
const tolerance =
  version === major ? { maxDiffPixels: 0, threshold: 0.05 } : { maxDiffPixelRatio: 0.02, threshold: 0.3 };

export default defineConfig({
  testDir: ".",
  // A recording reads real tills.
  ...(!process.argv.includes("--project=record") && { globalSetup: "./build.ts" }),
  projects: [
    { name: "pictures", testMatch: "gallery.spec.ts" },
    { name: "coverage", testMatch: "coverage.spec.ts", dependencies: ["pictures"] },
    { name: "record", testMatch: "record.spec.ts" },
  ],
  outputDir: "../test-results/gallery",
  snapshotPathTemplate: join(PICTURES, version, "{arg}{ext}"),
  fullyParallel: true,
  workers: 2,
  timeout: 600_000,
  expect: {
    timeout: 60_000,
    toHaveScreenshot: { animations: "disabled", caret: "hide", scale: "device", ...tolerance },
  },
  reporter: "line",
  retries: Number(process.env.TILL_TEST_RETRIES ?? 0),
  use: {
    locale: "en-GB",
    timezoneId: "Europe/Oslo",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath,
      // The same text on every machine: no subpixel rendering, and no font settings of the desktop.
      args: [...BROWSER_ARGUMENTS, "--disable-lcd-text", "--font-render-hinting=none", "--force-color-profile=srgb"],
    },
  },
});
