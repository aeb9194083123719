/**
 * `npm test [-- step …]`: runs checks, build, unit, integration and e2e tests, and prints a summary. A failure does not
 * stop the other steps. Steps run in two parallel lanes; the second lane's output is shown when its step ends. By
 * default only the browser tests of an ordinary day run; `npm test -- thorough` runs the others (`@thorough`: rare
 * paths, every size, both themes). `npm test -- dialects`, part of it, tests the till with services of each dialect.
 * `npm test -- nightly` runs random sequences for many minutes. `npm test -- desktop` runs every browser test but
 * `@browser` in the desktop's window, in Electron if available, otherwise over the stand-in; `@stand-in` always uses
 * the stand-in. Continuous integration runs all but `nightly`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { memoryFolder } from "./memory-folder.mjs";
import { onProjectNode, projectEnvironment, ROOT, runChild } from "./node.mjs";
import { NONE, overRuntime, playwrightCounts, summary, withExitCode } from "./test-summary.mjs";

const REPORTS = join(ROOT, "out", "reports");
/** Playwright's compile cache, kept between runs. */
const COMPILED_SPECS = join(ROOT, "node_modules", ".cache", "playwright");
/** No step starts after this time, in seconds since 1970, because continuous integration has a time limit. */
const LATEST_START = Number(process.env.TILL_TEST_LATEST_START ?? Number.POSITIVE_INFINITY);
const NOT_RUN = { ...NONE, skipped: [{ title: "all tests", reason: "not run: the time limit was reached" }] };
/** Load of the machine before the run */
const LOAD_BEFORE = loadavg()[0];

/** Tests of the communication with the service and of the contract; they must pass in every dialect. */
const IN_EVERY_DIALECT = [
  ...["payments", "payment-links", "lost-responses", "confirming", "creation-conflicts", "refused-requests", "codes"],
  ...["out-of-order", "unknown-outcomes", "reservations", "receipts-electronic", "reports-reconciliation"],
  ...["permissions.test", "permissions-presets", "permissions-identity", "permissions-tokens"],
  ...["permissions-callbacks", "permissions-fees", "permissions-queue"],
  ...["returning-customer", "phone-approval", "stickers", "sticker-messages", "keys-registration"],
  // The wizards have their own dialect tests.
  "vending.",
]
  .map((name) => join("test", "integration", "main", name))
  .concat(join("test", "integration", "contract"));

/** Suffix of the slowest tests, which only `npm test -- thorough` runs. */
const THOROUGH = ".thorough.test.ts";
/** Suffix of tests that run for many minutes, only in `npm test -- nightly`. */
const NIGHTLY = ".nightly.test.ts";
const ORDINARY = ["--exclude", `**/*${THOROUGH}`];

/** Declares the classes of stylesheets for the type check; `npm run css-types`. */
const CSS_TYPES = ["vite-css-modules", "dist", "cli", "index.mjs"];

/** Duration of the last full run, for `npm run bench -- tests`. */
const SUMMARY = join(REPORTS, "summary.json");

/** Each step gets a lane, see {@link runLane}. Longest first: the lanes share the steps that remain at the end. */
const STEPS = {
  build,
  unit: (lane) => withTools(() => vitest(lane, "unit", {}, ["--maxWorkers=2", ...ORDINARY])),
  integration: (lane) => integration(lane, "integration", ORDINARY),
  // Includes unit tests with that suffix, and all draws of the random ones.
  "more-integration": (lane) =>
    integration(lane, "more-integration", ["--exclude", "test/faults/**"], [THOROUGH, ...randomTests()]),
  strict: (lane) => inDialect(lane, "strict"),
  family: (lane) => inDialect(lane, "family"),
  // Another seed gives another service.
  hostile: (lane) => inDialect(lane, "hostile", "1"),
  e2e: (lane) => playwright(lane, "e2e", ["--project=browser", "--grep-invert", "@thorough"]),
  faults: (lane) => faults(lane, "ordinary"),
  "more-faults": (lane) => faults(lane, "thorough"),
  // A single thread needs half the total computing time, because each checker would read the same libraries.
  types: async (lane) => {
    const classes = await check(lane, CSS_TYPES, ["--config", "css-types.config.ts", "--silent"]);
    if (classes.failed > 0) return classes;
    return check(lane, ["typescript", "bin", "tsc"], ["-b", "--singleThreaded"], { GOGC: "400" });
  },
  smoke: (lane) => desktop(lane, "smoke", { inElectron: ["electron"], which: ["--grep", "@everywhere"] }),
  format: (lane) => check(lane, ["@biomejs", "biome", "bin", "biome"], ["check"]),
  // Cached in node_modules/.cache.
  unused: (lane) => check(lane, ["knip", "bin", "knip.js"], ["--cache"]),
  structure: (lane) => run(lane, [join("scripts", "structure.mjs")]),
  dependencies: (lane) => run(lane, [join("scripts", "dependencies.mjs")]),
  gallery: (lane) => playwright(lane, "gallery", ["-c", join("gallery", "playwright.config.ts"), "--project=coverage"]),
  nightly: (lane) => vitest(lane, "nightly", { TILL_FAULTS: "nightly" }, [], [NIGHTLY]),
  ...inParts("thorough", 8, (lane, name, which) =>
    playwright(lane, name, ["--project=browser", "--grep", "@thorough", ...which]),
  ),
  ...inParts("desktop", 6, (lane, name, which) => desktop(lane, name, { inElectron: ["electron", "desktop"], which })),
};
/** CPU-bound steps. The second lane has the others, which wait for pages, processes and networks. */
const COMPUTE = new Set(["unit", "integration", "more-integration", "strict", "family", "hostile"]);
/** Tests of the disk; the others write to memory. */
const ON_DISK = new Set(["faults", "more-faults"]);
/** Steps that run only when named. */
const ON_REQUEST = new Set([
  ...["nightly", "gallery", "more-integration", "strict", "family", "hostile", "more-faults"],
  ...partsOf("thorough"),
  ...partsOf("desktop"),
]);
const GROUPS = {
  checks: ["format", "types", "unused", "structure", "dependencies"],
  e2e: ["build", "e2e"],
  smoke: ["build", "smoke"],
  dialects: ["strict", "family", "hostile"],
  thorough: [
    "build",
    "more-integration",
    "strict",
    "family",
    "hostile",
    "more-faults",
    "gallery",
    ...partsOf("thorough"),
  ],
  desktop: ["build", ...partsOf("desktop")],
};

await onProjectNode(import.meta.url, async () => {
  const requested = process.argv.slice(2).flatMap((word) => GROUPS[word] ?? [word]);
  const unknown = requested.filter((name) => !Object.hasOwn(STEPS, name));
  if (unknown.length > 0) {
    const known = new Set([...Object.keys(GROUPS), ...Object.keys(STEPS)]);
    console.error(`No such step: ${unknown.join(", ")}. Steps: ${[...known].join(", ")}.`);
    return 2;
  }
  const chosen =
    requested.length > 0
      ? Object.keys(STEPS).filter((name) => requested.includes(name))
      : Object.keys(STEPS).filter((name) => !ON_REQUEST.has(name));
  mkdirSync(REPORTS, { recursive: true });
  const startedAt = new Date();
  const { done, ms } = await runSteps(chosen);
  console.log(`\n${summary(done, ms)}`);
  if (requested.length === 0) keepSummary(done, { startedAt, ms });
  return done.some(({ failed }) => failed > 0) ? 1 : 0;
});

/**
 * Splits a long step, so that two lanes can share it and late parts can be left out.
 * @param {string} name
 * @param {number} count
 * @param {(lane: object, name: string, which: string[]) => Promise<object>} step `which` are the runner's arguments
 */
function inParts(name, count, step) {
  const parts = Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);
  // Two workers, because both lanes may run a part at once, and more workers than cores slow each test down.
  const which = (index) => [`--shard=${index + 1}/${count}`, "--workers=2"];
  return Object.fromEntries(parts.map((part, index) => [part, (lane) => step(lane, part, which(index))]));
}

/** @param {string} name of a split step @returns {string[]} the names of its parts */
function partsOf(name) {
  return Object.keys(STEPS).filter((step) => step.startsWith(`${name}-`));
}

/** @param {string[]} names @returns {Promise<{ done: import("./test-summary.mjs").Step[], ms: number }>} in the order of STEPS */
async function runSteps(names) {
  const startedAt = performance.now();
  const memory = memoryFolder();
  const first = names.filter((name) => COMPUTE.has(name));
  const second = names.filter((name) => !COMPUTE.has(name));
  const lanes = [first, second].filter((lane) => lane.length > 0);
  const done = [];
  await Promise.all(lanes.map((lane, index) => runLane({ lane, lanes, done, memory, isBackgroundLane: index > 0 })));
  memory?.remove();
  const positionOf = (step) => names.indexOf(step.of);
  return { done: done.sort((left, right) => positionOf(left) - positionOf(right)), ms: performance.now() - startedAt };
}

/**
 * Runs a lane's steps in order, then the last unstarted steps of the other lane.
 * @param {object} options
 * @param {string[]} options.lane remaining steps
 * @param {string[][]} options.lanes all lanes
 * @param {import("./test-summary.mjs").Step[]} options.done receives the results
 * @param {{ path: string } | null} options.memory
 * @param {boolean} options.isBackgroundLane another lane uses the screen
 */
async function runLane({ lane, lanes, done, memory, isBackgroundLane }) {
  for (;;) {
    const name = lane.shift() ?? takeOver(lanes, done);
    if (name === undefined) return;
    const buffered = [];
    const print = isBackgroundLane ? (text) => buffered.push(text) : (text) => process.stdout.write(text);
    const TMPDIR = memory === null || ON_DISK.has(name) ? tmpdir() : memory.path;
    const node = (args, environment = {}) =>
      runChild(process.execPath, args, {
        env: projectEnvironment({ TMPDIR, ...environment }),
        cwd: ROOT,
        onOutput: isBackgroundLane ? print : undefined,
      });
    if (!isBackgroundLane) console.log(`\n== ${name} ==`);
    const startedAt = performance.now();
    const isLate = Date.now() / 1000 > LATEST_START;
    const counts = isLate ? NOT_RUN : await STEPS[name]({ done, node, print: (text) => print(`${text}\n`) });
    if (isBackgroundLane) console.log(`\n== ${name}, meanwhile ==\n${buffered.join("")}== end of ${name} ==`);
    done.push({ name, ...counts, of: name, ms: performance.now() - startedAt });
  }
}

/** @returns a waiting step of the other lane, unless it may need the build in progress */
function takeOver(lanes, done) {
  return done.some(({ of }) => of === "build") ? lanes.find((lane) => lane.length > 0)?.pop() : undefined;
}

/** @param {import("./test-summary.mjs").Step[]} done */
function keepSummary(done, { startedAt, ms }) {
  const inSeconds = (one) => Math.round(one / 100) / 10;
  const steps = done.map(({ name, passed, failed, ms: own }) => ({ name, passed, failed, seconds: inSeconds(own) }));
  const machine = { cores: availableParallelism(), loadBefore: LOAD_BEFORE };
  writeFileSync(SUMMARY, JSON.stringify({ startedAt, seconds: inSeconds(ms), ...machine, steps }, null, 2));
}

function check(lane, program, args, environment = {}) {
  return run(lane, [join("node_modules", ...program), ...args], environment);
}

async function run({ node }, [program, ...args], environment = {}) {
  const code = await node([join(ROOT, program), ...args], environment);
  return code === 0 ? { ...NONE, passed: 1 } : { ...NONE, failed: 1 };
}

async function build({ print }) {
  const { ensureBuilt } = await import("./build.mjs");
  try {
    print((await ensureBuilt()) ? "built" : "nothing to build");
    return { ...NONE, passed: 1 };
  } catch (error) {
    print(error.message);
    return { ...NONE, failed: 1 };
  }
}

/** Test certificates come from a different implementation than the one under test. */
async function withTools(run) {
  const { has, installPackages } = await import("./debian.mjs");
  if (!has("openssl") && !installPackages("openssl")) console.error("Some tests need the openssl command: install it.");
  // Virtual serial cables; tests without socat are skipped with a reason.
  if (!has("socat")) installPackages("socat");
  // For the ledger's tests; without it they run on PGlite, which has no roles, and say so.
  if (!existsSync("/usr/lib/postgresql")) installPackages("postgresql");
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

/** Runs integration tests; some need built pages. */
function integration(lane, kind, more, which = ["test/integration"]) {
  const environment = (browser) => ({
    TILL_TEST_BROWSER: browser,
    TILL_TEST_RUNS: kind === "integration" ? "" : "all",
  });
  return withTools(() =>
    withBrowser((browser) => vitest(lane, kind, environment(browser), ["--maxWorkers=4", ...more], which)),
  );
}

/** Random unit tests, with a fifth of the draws in `npm test`. */
function randomTests() {
  const files = readdirSync(join(ROOT, "test", "unit"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.includes(".test."))
    .map(({ parentPath, name }) => join(parentPath, name));
  return files.filter((file) => readFileSync(file, "utf8").includes("support/random-runs.ts"));
}

function inDialect(lane, dialect, seed = null) {
  const TILL_TEST_DIALECT = seed === null ? dialect : `${dialect}:${seed}`;
  return vitest(lane, dialect, { TILL_TEST_DIALECT }, ["--maxWorkers=4"], IN_EVERY_DIALECT);
}

/**
 * @param {string[]} more additional arguments: tests that mostly wait may use more workers than cores
 * @param {string[]} which the tests to run
 */
async function vitest({ node }, kind, environment = {}, more = [], which = [`test/${kind}`]) {
  const report = freshReport(kind);
  const code = await node(
    [
      join(ROOT, "node_modules", "vitest", "vitest.mjs"),
      "run",
      ...which,
      ...more,
      "--reporter=default",
      `--reporter=${join(ROOT, "scripts", "vitest-reporter.mjs")}`,
    ],
    { ...environment, TILL_TEST_REPORT: report },
  );
  return withExitCode(existsSync(report) ? readReport(report) : NONE, code);
}

async function faults({ node, print }, which) {
  const { runFaults } = await import("./faults.mjs");
  return await runFaults({ node, print, which });
}

async function playwright({ done, node }, name, which, environment = {}) {
  if (done.some((step) => step.name === "build" && step.failed > 0)) {
    return { ...NONE, skipped: [{ title: "all tests", reason: "the build failed" }] };
  }
  return withBrowser(async (browser) => {
    const report = freshReport(name);
    const program = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
    const own = {
      TILL_TEST_BROWSER: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      PLAYWRIGHT_TRANSFORM_CACHE_DIR: COMPILED_SPECS,
    };
    // Separate outputs, because two runs may overlap and each empties its folder.
    const output = `--output=${join("test-results", name)}`;
    const code = await node([program, "test", output, ...which], { ...own, ...environment });
    return withExitCode(existsSync(report) ? playwrightCounts(readReport(report)) : NONE, code);
  });
}

/**
 * Runs in Electron if its runtime and a display are available, otherwise over the stand-in. The step's name says which.
 * @param {object} options
 * @param {string[]} options.inElectron the projects for Electron; `desktop` then covers only what needs the stand-in
 * @param {string[]} options.which additional arguments
 */
async function desktop(lane, name, { inElectron, which }) {
  const electron = await electronForTests();
  const projects = electron.path ? inElectron : ["desktop"];
  const environment = { TILL_TEST_ELECTRON: electron.path ?? "" };
  const counts = await playwright(
    lane,
    name,
    [...projects.map((project) => `--project=${project}`), ...which],
    environment,
  );
  return overRuntime(counts, name, { projects, problem: electron.problem ?? null });
}

/**
 * Finds or downloads the runtime before any worker starts.
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
