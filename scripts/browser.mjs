/** Finds the browser for tests and pictures: Playwright's, an installed one, or Debian's package. */
import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { findBrowser } from "../main/shells/browser/browsers.ts";
import { installPackages } from "./debian.mjs";

const MISSING =
  'Tests need a browser: install Chromium or Google Chrome, or run "npx playwright install --with-deps chromium".';

/**
 * Chromium's popups below the address bar, which each window loads as two pages, and its spare process: together they
 * cost twice the computing time of the till's page.
 */
const UNUSED_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
];

/** Playwright disables these. Chromium reads only the last `--disable-features`, which is ours. */
const DISABLED_BY_PLAYWRIGHT = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "TcpPortRandomizationWin",
  "ThirdPartyStoragePartitioning",
  "msEdgeUpdateLaunchServicesPreferredVersion",
  "msForceBrowserSignIn",
];

/** Loopback only; on Linux, Chromium has no sandbox as root. */
export const BROWSER_ARGUMENTS = [
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...UNUSED_FEATURES].join(",")}`,
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-sync",
  "--no-pings",
  ...(process.platform === "linux" && process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

export function installedBrowser() {
  const configuredPath = process.env.TILL_TEST_BROWSER;
  if (configuredPath) return configuredPath;
  const playwrightPath = chromium.executablePath();
  return existsSync(playwrightPath) ? playwrightPath : findBrowser();
}

/**
 * Finds a browser; installs Debian's if possible.
 * @throws with one sentence that says what to install
 */
export function requireBrowser() {
  const found = installedBrowser();
  if (found !== null) return found;
  const installed = installPackages("chromium") ? installedBrowser() : null;
  if (installed !== null) return installed;
  throw new Error(MISSING);
}
