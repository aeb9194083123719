/** What tests need from the machine: a browser, tools that are Debian packages, and memory for their data. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright";
import { findBrowser } from "../main/shells/browser/browsers.ts";

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

const SHARED_MEMORY = "/dev/shm";
const PREFIX = "till-tests-";
/** Space for all tests, including browser profiles, and a reserve. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Creates an in-memory folder for test data, and deletes those of killed runs. The till syncs every commit, which doubles
 * the tests' duration on a shared disk.
 * @param {string} parent where to create it; tests use another one
 * @returns {{ path: string, remove: () => void } | null} null if there is no such memory, too little, or a `noexec`
 * mount
 */
export function memoryFolder(parent = SHARED_MEMORY) {
  if (!existsSync(parent) || !mayExecute(parent)) return null;
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < NEEDED_BYTES) return null;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) erase(join(parent, name));
  }
  const path = join(parent, `${PREFIX}${process.pid}`);
  // Not listable by other users, but PostgreSQL, which runs as another user, has a folder in it.
  mkdirSync(path, { recursive: true, mode: 0o711 });
  return { path, remove: () => erase(path) };
}

/** A `noexec` file system loads no native modules. */
function mayExecute(parent) {
  const mounts = existsSync("/proc/mounts") ? readFileSync("/proc/mounts", "utf8").split("\n") : [];
  const mounted = mounts.map((line) => line.split(" ")).filter(([, place]) => place === parent);
  return !mounted.some(([, , , options]) => options.split(",").includes("noexec"));
}

function isRunning(pid) {
  return existsSync(`/proc/${pid}`);
}

function erase(path) {
  rmSync(path, { recursive: true, force: true, maxRetries: 10 });
}
