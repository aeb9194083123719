/**
 * `npm test [-- step …]`: runs the steps, which are projects of Vitest and Playwright, checks and the build, and prints a
 * summary. A failure does not stop the other steps. Steps run in two parallel lanes; the second lane's output is shown
 * when its step ends. docs/contributing.md explains the steps.
 *
 * Options: `--only NAME` runs only tests whose name contains NAME; `--nightly` makes fault cases run for hours.
 * TILL_TEST_LATEST_START: no step starts after this time, in seconds since 1970, because continuous integration has a
 * time limit.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { onProjectNode, projectEnvironment, ROOT, runChild } from "./node.mjs";
import { NO_REASON, namedByRuntime, noCounts, summary, withExitCode } from "./test-report.mjs";

const REPORTS = join(ROOT, "out", "reports");
/** Playwright's compile cache, kept between runs. */
const COMPILED_SPECS = join(ROOT, "node_modules", ".cache", "playwright");
const LATEST_START = Number(process.env.TILL_TEST_LATEST_START ?? Number.POSITIVE_INFINITY);
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

const BIOME = "node_modules/@biomejs/biome/bin/biome";
const NOT_THOROUGH = "--grep-invert=@thorough";
const ALL_RUNS = { TILL_TEST_RUNS: "all" };
const { values: OPTIONS, positionals: WORDS } = readArguments();

/**
 * Functions that run a step and return its counts, by name. They take the step's {@link Lane}. Longest first: the lanes
 * share the steps that remain at the end.
 * @typedef {{ name: string, node: (args: string[], env?: object) => Promise<number>, print: (text: string) => void }} Lane
 */
const STEPS = {
  build,
  unit: vitest(["unit"]),
  integration: vitest(["integration"]),
  // Includes all draws of the random unit tests.
  "more-integration": vitest(["more-integration", "unit"], { files: randomAndThorough, env: ALL_RUNS }),
  strict: inDialect("strict"),
  family: inDialect("family"),
  // Another seed gives another service.
  hostile: inDialect("hostile:1"),
  e2e: playwright(["--project=browser", NOT_THOROUGH]),
  faults: vitest(["faults"]),
  // The kills, which `npm test` draws less often, run again with all draws.
  "more-faults": vitest(["more-faults", "faults"], {
    files: [".thorough.", "test/faults/kill.test.ts"],
    env: ALL_RUNS,
  }),
  "all-faults": vitest(["faults", "more-faults", "nightly"], {
    files: ["test/faults"],
    env: { ...ALL_RUNS, TILL_FAULTS: OPTIONS.nightly ? "nightly" : "" },
  }),
  types,
  smoke: desktop(["electron"], ["--grep=@everywhere"]),
  format: check(BIOME, ["check"]),
  // Cached in node_modules/.cache.
  unused: check("node_modules/knip/bin/knip.js", ["--cache"]),
  structure: check("scripts/structure.mjs"),
  dependencies: check("scripts/dependencies.mjs"),
  gallery: playwright(["--config=gallery/playwright.config.ts", "--project=coverage"]),
  nightly: vitest(["nightly"], { env: { TILL_FAULTS: "nightly" } }),
  ...inParts("thorough", 8, (part) => playwright(["--project=browser", "--grep=@thorough", ...part])),
  ...inParts("desktop", 6, (part) => desktop(["electron", "desktop"], part)),
};
/** CPU-bound steps. The second lane has the others, which wait for pages, processes and networks. */
const COMPUTE = /^(tests|unit|integration|more-integration|strict|family|hostile)$/;
/** Tests of the disk; the others write to memory. */
const ON_DISK = /faults$/;
const NEEDS_BUILD = /faults$|^(e2e|smoke|thorough-\d|desktop-\d)$/;
const CHECKS = ["format", "types", "unused", "structure", "dependencies"];
const DIALECTS = ["strict", "family", "hostile"];
/** Without words */
const ORDINARY = ["build", "unit", "integration", "e2e", "faults", "smoke", ...CHECKS];
const GROUPS = {
  checks: CHECKS,
  dialects: DIALECTS,
  thorough: ["more-integration", ...DIALECTS, "more-faults", "gallery", ...partsOf("thorough")],
  desktop: partsOf("desktop"),
  /** See {@link addChangeSteps}. */
  mine: [],
};

await onProjectNode(import.meta.url, async () => {
  if (WORDS.includes("mine")) await addChangeSteps();
  const requested = WORDS.flatMap((word) => GROUPS[word] ?? [word]);
  const unknown = requested.filter((name) => !Object.hasOwn(STEPS, name));
  if (unknown.length > 0) {
    const known = new Set([...Object.keys(GROUPS), ...Object.keys(STEPS)]);
    console.error(`No such step: ${unknown.join(", ")}. Steps: ${[...known].join(", ")}.`);
    return 2;
  }
  const isFullRun = requested.length === 0 && OPTIONS.only === undefined;
  const wanted = new Set(requested.length === 0 ? ORDINARY : requested);
  if ([...wanted].some((name) => NEEDS_BUILD.test(name))) wanted.add("build");
  mkdirSync(REPORTS, { recursive: true });
  const startedAt = new Date();
  const done = await runSteps(Object.keys(STEPS).filter((name) => wanted.has(name)));
  const ms = Date.now() - startedAt.getTime();
  console.log(`\n${summary(done, ms)}`);
  if (isFullRun) keepSummary(done, { startedAt, ms });
  return done.some(({ failed }) => failed > 0) ? 1 : 0;
});

/** @param {string[]} names @returns {Promise<import("./test-report.mjs").Step[]>} in the order of STEPS */
async function runSteps(names) {
  const { memoryFolder } = await import("./tools.mjs");
  const memory = memoryFolder();
  const lanes = [names.filter((name) => COMPUTE.test(name)), names.filter((name) => !COMPUTE.test(name))];
  const used = lanes.filter((lane) => lane.length > 0);
  const done = new Map();
  await Promise.all(used.map((lane, index) => runLane({ lane, lanes: used, done, memory, isBackground: index > 0 })));
  memory?.remove();
  return names.map((name) => done.get(name));
}

/**
 * Runs a lane's steps in order, then the last unstarted steps of the other lane.
 * @param {object} options
 * @param {string[]} options.lane remaining steps
 * @param {string[][]} options.lanes all lanes
 * @param {Map<string, import("./test-report.mjs").Step>} options.done receives the results
 * @param {{ path: string } | null} options.memory
 * @param {boolean} options.isBackground another lane uses the screen
 */
async function runLane({ lane, lanes, done, memory, isBackground }) {
  for (;;) {
    const name = lane.shift() ?? takeOver(lanes, done);
    if (name === undefined) return;
    const buffered = [];
    const onOutput = isBackground ? (text) => buffered.push(text) : undefined;
    const TMPDIR = memory === null || ON_DISK.test(name) ? tmpdir() : memory.path;
    const node = (args, env = {}) =>
      runChild(process.execPath, args, { env: projectEnvironment({ TMPDIR, ...env }), cwd: ROOT, onOutput });
    if (!isBackground) console.log(`\n== ${name} ==`);
    const startedAt = performance.now();
    const reason = reasonNotToRun(name, done);
    const failure = (error) => {
      (onOutput ?? console.error)(`${error.message}\n`);
      return { ...noCounts(), failed: 1 };
    };
    const counts = reason
      ? { ...noCounts(), skipped: [{ title: "all tests", reason }] }
      : await STEPS[name]({ name, node }).catch(failure);
    if (isBackground) console.log(`\n== ${name}, meanwhile ==\n${buffered.join("")}== end of ${name} ==`);
    done.set(name, { name, ...counts, ms: performance.now() - startedAt });
  }
}

/** @returns a waiting step of the other lane, unless it may need the build in progress */
function takeOver(lanes, done) {
  return done.has("build") ? lanes.find((lane) => lane.length > 0)?.pop() : undefined;
}

function reasonNotToRun(name, done) {
  if (Date.now() / 1000 > LATEST_START) return "not run: the time limit was reached";
  return NEEDS_BUILD.test(name) && done.get("build")?.failed > 0 ? "the build failed" : null;
}

/** Keeps the duration of a full run for `npm run bench -- tests`. */
function keepSummary(done, { startedAt, ms }) {
  const inSeconds = (one) => Math.round(one / 100) / 10;
  const steps = done.map(({ name, passed, failed, ms: own }) => ({ name, passed, failed, seconds: inSeconds(own) }));
  const machine = { cores: availableParallelism(), loadBefore: LOAD_BEFORE };
  const text = JSON.stringify({ startedAt, seconds: inSeconds(ms), ...machine, steps }, null, 2);
  writeFileSync(join(REPORTS, "summary.json"), text);
}

/**
 * Splits a long step into shards, so that two lanes can share it and late parts can be left out.
 * @param {string} name
 * @param {number} count
 * @param {(part: string[]) => (lane: Lane) => Promise<object>} step `part` are arguments of Playwright
 */
function inParts(name, count, step) {
  // Two workers, because both lanes may run a part at once, and more workers than cores slow each test down.
  const part = (index) => [`${name}-${index}`, step([`--shard=${index}/${count}`, "--workers=2"])];
  return Object.fromEntries(Array.from({ length: count }, (_, index) => part(index + 1)));
}

/** @param {string} name of a split step @returns {string[]} the names of its parts */
function partsOf(name) {
  return Object.keys(STEPS).filter((step) => step.startsWith(`${name}-`));
}

/** Returns a step that runs a program and counts as one test. */
function check(program, args = [], env = {}) {
  return async ({ node }) => {
    const code = await node([join(ROOT, program), ...args], env);
    return code === 0 ? { ...noCounts(), passed: 1 } : { ...noCounts(), failed: 1 };
  };
}

/** Declares the classes of stylesheets (`npm run css-types`), and checks all types. */
async function types(lane) {
  const program = "node_modules/vite-css-modules/dist/cli/index.mjs";
  const classes = await check(program, ["--config", "css-types.config.ts", "--silent"])(lane);
  if (classes.failed > 0) return classes;
  // A single thread needs half the total computing time, because each checker would read the same libraries.
  return await check("node_modules/typescript/bin/tsc", ["-b", "--singleThreaded"], { GOGC: "400" })(lane);
}

async function build() {
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
  return { ...noCounts(), passed: 1 };
}

/** Returns a step that runs projects of Vitest. `files` are parts of paths, or a function that returns them. */
function vitest(projects, { files = [], env = {} } = {}) {
  return async ({ name, node }) => {
    const { requireBrowser, requireTools } = await import("./tools.mjs");
    requireTools();
    if (projects.some((project) => project.endsWith("integration"))) requireBrowser();
    const only = OPTIONS.only === undefined ? [] : ["--testNamePattern", RegExp.escape(OPTIONS.only)];
    const which = [...projects.map((project) => `--project=${project}`), ...only];
    const paths = typeof files === "function" ? await files() : files;
    const reporters = ["--reporter=default", "--reporter=scripts/test-report.mjs"];
    const counts = await runReported(name, node, ["vitest/vitest.mjs", "run", ...paths, ...which, ...reporters], env);
    // Tests that `--only` leaves out have no reason and do not count as skipped.
    const skipped = counts.skipped.filter(({ reason }) => only.length === 0 || reason !== NO_REASON);
    return { ...counts, skipped };
  };
}

/** Adds the group `mine`: the nearest tests of the changed files, with the types and the files' format. */
async function addChangeSteps() {
  const { selectTests } = await import("./mine.mjs");
  const { changed, tests, specs, left } = selectTests();
  const others = left > 0 ? `; npm test runs ${left} more` : "";
  console.log(`Changed files: ${changed.length}. Nearest test files: ${tests.length + specs.length}${others}.`);
  const ownSpecs = specs.filter((spec) => changed.includes(spec));
  const steps = {
    tests: tests.length > 0 && vitest([], { files: tests }),
    e2e:
      specs.length > 0 && playwright(ownSpecs.length > 0 ? ownSpecs : [...specs, NOT_THOROUGH, "--pass-with-no-tests"]),
    types: STEPS.types,
    format:
      changed.length > 0 &&
      check(BIOME, ["check", "--no-errors-on-unmatched", "--files-ignore-unknown=true", ...changed]),
  };
  GROUPS.mine = Object.keys(steps).filter((name) => steps[name]);
  Object.assign(STEPS, steps);
}

/** Returns the thorough tests, and the random unit tests, which `npm test` runs with a fifth of the draws. */
async function randomAndThorough() {
  const { globSync } = await import("node:fs");
  const files = globSync("test/unit/**/*.test.{ts,tsx}", { cwd: ROOT });
  const isRandom = (file) => readFileSync(join(ROOT, file), "utf8").includes("support/random-runs.ts");
  return [".thorough.", ...files.filter(isRandom)];
}

/** Returns a step that runs the service's tests with one of its dialects. */
function inDialect(TILL_TEST_DIALECT) {
  return vitest(["integration", "more-integration"], { files: IN_EVERY_DIALECT, env: { TILL_TEST_DIALECT } });
}

/** Returns a step that runs Playwright. */
function playwright(args, env = {}) {
  return async ({ name, node }) => {
    const { requireBrowser } = await import("./tools.mjs");
    requireBrowser();
    // Separate outputs, because two runs may overlap and each empties its folder.
    const own = [`--output=${join("test-results", name)}`, "--reporter=list,./scripts/test-report.mjs"];
    const environment = { PLAYWRIGHT_TRANSFORM_CACHE_DIR: COMPILED_SPECS, ...env };
    return await runReported(name, node, ["@playwright/test/cli.js", "test", ...own, ...onlyIn(args)], environment);
  };
}

/** Returns Playwright's arguments, with `--only` in their `--grep`. A step may have no such test. */
function onlyIn(args) {
  if (OPTIONS.only === undefined) return args;
  const own = args.find((argument) => argument.startsWith("--grep="))?.slice("--grep=".length) ?? "";
  const others = args.filter((argument) => !argument.startsWith("--grep="));
  return [...others, `--grep=(?=.*${own})(?=.*${RegExp.escape(OPTIONS.only)})`, "--pass-with-no-tests"];
}

/**
 * Returns a step that runs in Electron if its runtime and a display are available, otherwise over the stand-in.
 * @param {string[]} inElectron the projects for Electron; `desktop` then covers only what needs the stand-in
 * @param {string[]} args of Playwright
 */
function desktop(inElectron, args) {
  return async (lane) => {
    const { path = "", problem = null } = await electronForTests();
    const projects = path === "" ? ["desktop"] : inElectron;
    const run = playwright([...projects.map((project) => `--project=${project}`), ...args], {
      TILL_TEST_ELECTRON: path,
    });
    return namedByRuntime(await run(lane), lane.name, { projects, problem });
  };
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

/** Runs a program of node_modules with the counting reporter. */
async function runReported(name, node, [program, ...args], env) {
  const { installedBrowser } = await import("./tools.mjs");
  const report = join(REPORTS, `${name}.json`);
  rmSync(report, { force: true });
  const own = { TILL_TEST_BROWSER: installedBrowser() ?? "", TILL_TEST_REPORT: report };
  const code = await node([join(ROOT, "node_modules", program), ...args], { ...own, ...env });
  return withExitCode(existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : noCounts(), code);
}

function readArguments() {
  try {
    const options = { only: { type: "string" }, nightly: { type: "boolean" } };
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}
