/**
 * `npm test [-- step …]`: checks, build, unit, integration and e2e tests, then what ran in numbers. Whatever fails,
 * the rest still runs, so that one look shows everything. Of the browser tests it runs those of a shop's ordinary day;
 * `npm test -- build thorough` runs the others (`@thorough`: the less travelled ways, every size, both themes) and the
 * whole desktop, and continuous integration runs both. `npm test -- desktop` runs the desktop alone: every browser test
 * but `@browser` in its window, in Electron where its runtime is found, else over the stand-in for it; `@stand-in` is over
 * that everywhere. `npm test -- dialects` runs what a till says to its service and hears of it at services of each dialect.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryFolder } from "./memory-folder.mjs";
import { onProjectNode, projectEnvironment, ROOT, runChild } from "./node.mjs";
import { NONE, overRuntime, playwrightCounts, summary, withExitCode } from "./test-summary.mjs";

const REPORTS = join(ROOT, "out", "reports");

/** Tests of what a till and its service say to each other, beyond the client's own: they hold in whatever dialect it speaks. */
const IN_EVERY_DIALECT = [
  ...["payments", "payment-links", "lost-answers", "confirming", "creation-conflicts", "refused-requests", "codes"],
  ...["out-of-order", "unknown-outcomes", "reservations", "receipts-electronic", "reports-reconciliation"],
  ...["permissions.test", "permissions-presets", "permissions-identity", "permissions-tokens"],
  ...["permissions-callbacks", "permissions-fees", "permissions-queue"],
  ...["returning-customer", "phone-approval", "stickers", "sticker-messages", "keys-registration"],
  // Wizards are tried at services of each dialect by their own tests.
  "vending.test",
].map((name) => join("test", "integration", "main", name));

const STEPS = {
  format: () => check(["@biomejs", "biome", "bin", "biome"], ["check"]),
  types: () => check(["typescript", "bin", "tsc"], ["-b"]),
  unused: () => check(["knip", "bin", "knip.js"], []),
  structure: () => run([join("scripts", "structure.mjs")]),
  build,
  unit: () => withTools(() => vitest("unit", {}, ["--maxWorkers=3"])),
  // Some of these look at pages, too.
  integration: () =>
    withTools(() =>
      withBrowser((browser) => vitest("integration", { TILL_TEST_BROWSER: browser }, ["--maxWorkers=6"])),
    ),
  strict: () => inDialect("strict"),
  family: () => inDialect("family"),
  // Another seed is another service.
  hostile: () => inDialect("hostile", "1"),
  faults,
  e2e: (done) => playwright("e2e", done, ["--project=browser", "--grep-invert", "@thorough"]),
  // A sale, a refund and a set-up in the desktop's window.
  smoke: (done) => desktop("smoke", done, { inElectron: ["electron"], which: ["--grep", "@everywhere"] }),
  thorough: (done) => playwright("thorough", done, ["--project=browser", "--grep", "@thorough"]),
  desktop: (done) => desktop("desktop", done, { inElectron: ["electron", "desktop"], which: [] }),
};
/** They are about the disk: what the others write is in memory. */
const ON_DISK = new Set(["faults"]);
/** Run when they are asked for by name. */
const ON_REQUEST = new Set(["strict", "family", "hostile", "thorough", "desktop"]);
const GROUPS = {
  checks: ["format", "types", "unused", "structure"],
  e2e: ["build", "e2e"],
  smoke: ["build", "smoke"],
  dialects: ["strict", "family", "hostile"],
  thorough: ["build", "strict", "family", "hostile", "thorough", "desktop"],
  desktop: ["build", "desktop"],
};

await onProjectNode(import.meta.url, async () => {
  const asked = process.argv.slice(2).flatMap((word) => GROUPS[word] ?? [word]);
  const unknown = asked.filter((name) => !Object.hasOwn(STEPS, name));
  if (unknown.length > 0) {
    const known = new Set([...Object.keys(GROUPS), ...Object.keys(STEPS)]);
    console.error(`No such step: ${unknown.join(", ")}. Steps: ${[...known].join(", ")}.`);
    return 2;
  }
  const chosen =
    asked.length > 0
      ? Object.keys(STEPS).filter((name) => asked.includes(name))
      : Object.keys(STEPS).filter((name) => !ON_REQUEST.has(name));
  mkdirSync(REPORTS, { recursive: true });
  const done = await runSteps(chosen);
  console.log(`\n${summary(done)}`);
  return done.some(({ failed }) => failed > 0) ? 1 : 0;
});

/** @param {string[]} names @returns {Promise<import("./test-summary.mjs").Step[]>} */
async function runSteps(names) {
  const memory = memoryFolder();
  const disk = tmpdir();
  const done = [];
  for (const name of names) {
    console.log(`\n== ${name} ==`);
    const startedAt = performance.now();
    process.env.TMPDIR = memory === null || ON_DISK.has(name) ? disk : memory.path;
    const counts = await STEPS[name](done);
    if (counts !== null) done.push({ name, ...counts, ms: performance.now() - startedAt });
  }
  memory?.remove();
  return done;
}

function check(program, args) {
  return run([join("node_modules", ...program), ...args]);
}

async function run([program, ...args]) {
  const code = await runChild(process.execPath, [join(ROOT, program), ...args], {
    env: projectEnvironment(),
    cwd: ROOT,
  });
  return code === 0 ? { ...NONE, passed: 1 } : { ...NONE, failed: 1 };
}

async function build() {
  const { ensureBuilt } = await import("./build.mjs");
  try {
    console.log((await ensureBuilt()) ? "built" : "nothing to build");
    return { ...NONE, passed: 1 };
  } catch (error) {
    console.error(error.message);
    return { ...NONE, failed: 1 };
  }
}

/** Certificates for the tests are made by another implementation than the one they test. */
async function withTools(run) {
  const { has, installPackages } = await import("./debian.mjs");
  if (!has("openssl") && !installPackages("openssl")) console.error("Some tests need the openssl command: install it.");
  // Serial cables without hardware: a test that lacks it says so, and is counted as skipped.
  if (!has("socat")) installPackages("socat");
  return run();
}

async function withBrowser(run) {
  let browser;
  try {
    browser = (await import("./browser.mjs")).requireBrowser();
  } catch (error) {
    console.error(error.message);
    return { ...NONE, failed: 1 };
  }
  return run(browser);
}

/** The same tests as ever, with a service that speaks a dialect. */
function inDialect(dialect, seed = null) {
  const TILL_TEST_DIALECT = seed === null ? dialect : `${dialect}:${seed}`;
  return vitest(dialect, { TILL_TEST_DIALECT }, ["--maxWorkers=6"], IN_EVERY_DIALECT);
}

/**
 * @param {string[]} more further arguments: tests that mostly wait for answers may run more at a time than there are cores
 * @param {string[]} which which tests: those of a kind
 */
async function vitest(kind, environment = {}, more = [], which = [`test/${kind}`]) {
  const report = freshReport(kind);
  const code = await runChild(
    process.execPath,
    [
      join(ROOT, "node_modules", "vitest", "vitest.mjs"),
      "run",
      ...which,
      ...more,
      "--reporter=default",
      `--reporter=${join(ROOT, "scripts", "vitest-reporter.mjs")}`,
    ],
    { env: projectEnvironment({ ...environment, TILL_TEST_REPORT: report }), cwd: ROOT },
  );
  return withExitCode(existsSync(report) ? readReport(report) : NONE, code);
}

async function faults() {
  const { runFaults } = await import("./faults.mjs");
  return await runFaults();
}

async function playwright(name, done, which, environment = {}) {
  if (done.some((step) => step.name === "build" && step.failed > 0)) {
    return { ...NONE, skipped: [{ title: "all of it", reason: "the build failed" }] };
  }
  return withBrowser(async (browser) => {
    const report = freshReport(name);
    const program = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
    const own = { TILL_TEST_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const code = await runChild(process.execPath, [program, "test", ...which], {
      env: projectEnvironment({ ...own, ...environment }),
      cwd: ROOT,
    });
    return withExitCode(existsSync(report) ? playwrightCounts(readReport(report)) : NONE, code);
  });
}

/**
 * In Electron's own windows where its runtime and a display are, else over the stand-in: the step's name says which.
 * @param {object} how
 * @param {string[]} how.inElectron the projects where Electron is: `desktop` has there what needs the stand-in alone
 * @param {string[]} how.which further arguments
 */
async function desktop(name, done, { inElectron, which }) {
  const electron = await electronForTests();
  const projects = electron.path ? inElectron : ["desktop"];
  const environment = { TILL_TEST_ELECTRON: electron.path ?? "" };
  const counts = await playwright(
    name,
    done,
    [...projects.map((project) => `--project=${project}`), ...which],
    environment,
  );
  return overRuntime(counts, name, { projects, problem: electron.problem ?? null });
}

/**
 * Looked for, and downloaded where it is missing, before any worker could.
 * @returns {Promise<{path?: string, problem?: string}>} Electron's program, or why its windows cannot be tested here
 */
async function electronForTests() {
  const { hasDisplay } = await import("../main/shells/browser/browsers.ts");
  const { electronRuntime } = await import("./electron-runtime.mjs");
  const runtime = await electronRuntime();
  if ("problem" in runtime || hasDisplay(process.platform, process.env)) return runtime;
  return { problem: "Electron's runtime is installed, and this machine has no display (try xvfb-run)" };
}

function freshReport(name) {
  const file = join(REPORTS, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

function readReport(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
