/** Programs that tests need from the machine: a browser, and tools that are Debian packages. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { findBrowser } from "../main/shells/browser/browsers.ts";

/** Loopback only; on Linux, Chromium has no sandbox as root. */
export const BROWSER_ARGUMENTS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-sync",
  "--no-pings",
  ...(process.platform === "linux" && process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/** Returns the path of a browser: the configured one, Playwright's, or an installed one. */
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
  const found = installedBrowser() ?? (installPackages("chromium") ? installedBrowser() : null);
  if (found !== null) return found;
  throw new Error(
    'Tests need a browser: install Chromium or Google Chrome, or run "npx playwright install --with-deps chromium".',
  );
}

/** Programs and their Debian packages. Tests without theirs are skipped with a reason, except those with openssl. */
const TOOLS = {
  // Test certificates come from a different implementation than the one under test.
  openssl: "openssl",
  // Virtual serial cables
  socat: "socat",
  // For the ledger's tests; without it they run on PGlite, which has no roles, and say so.
  pg_ctlcluster: "postgresql",
  strace: "strace",
  faketime: "faketime",
  "fiu-run": "fiu-utils",
};

/** Installs the missing tools of Vitest's tests if possible. */
export function requireTools() {
  installTools(...Object.keys(TOOLS));
  if (!isInstalled("openssl")) console.error("Some tests need the openssl command: install it.");
}

/** Installs missing ones of the named tools if possible. @param {(keyof typeof TOOLS)[]} names */
export function installTools(...names) {
  const missing = names.filter((name) => !isInstalled(name)).map((name) => TOOLS[name]);
  if (missing.length > 0) installPackages(...missing);
}

function isInstalled(program) {
  return spawnSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" }).status === 0;
}

/** Installs packages with a message on stderr. @returns {boolean} false if not Debian, not root, or not possible */
function installPackages(...packages) {
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) return false;
  process.stderr.write(`installing ${packages.join(", ")} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => spawnSync("apt-get", args, { env, stdio: ["ignore", 2, 2] }).status === 0;
  const install = ["install", "-y", "--no-install-recommends", ...packages];
  return apt(...install) || (apt("update") && apt(...install));
}
