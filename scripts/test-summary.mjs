/** Counts test results from the JSON of the runners. */

/**
 * @typedef {{ title: string, reason: string }} Named
 * @typedef {{ passed: number, failed: number, failures: Named[], repeated: Named[], skipped: Named[] }} Counts a runner
 * may
 * fail without a failed test: `failed` is at least the number of `failures`. `repeated` tests failed first and passed
 * on a
 * retry, and count as passed. Retries need TILL_TEST_RETRIES, which is off by default.
 * @typedef {Counts & { name: string, ms: number }} Step
 */

export const NO_REASON = "no reason given";

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** @type {Counts} a step without tests */
export const NONE = { passed: 0, failed: 0, failures: [], repeated: [], skipped: [] };

/**
 * Counts Playwright's JSON report.
 * @returns {Counts}
 */
export function playwrightCounts(report) {
  const counts = { passed: 0, failed: 0, failures: [], repeated: [], skipped: [] };
  const fail = (title, error) => {
    counts.failed += 1;
    counts.failures.push({ title, reason: firstLine(error) });
  };
  for (const error of report.errors ?? []) fail("outside of any test", error);
  const visit = (suite, parents) => {
    const path = [...parents, suite.title];
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const title = [...path, spec.title].filter((part) => part !== "").join(" › ");
        const error = test.results?.find((result) => result.error)?.error;
        if (test.status === "expected" || test.status === "flaky") counts.passed += 1;
        if (test.status === "flaky") counts.repeated.push({ title, reason: firstLine(error) });
        if (test.status === "skipped") {
          const why = test.annotations.find(({ type }) => type === "skip" || type === "fixme")?.description;
          counts.skipped.push({ title, reason: why ?? NO_REASON });
        }
        if (test.status === "unexpected") fail(title, error);
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, path);
  };
  for (const suite of report.suites) visit(suite, []);
  return counts;
}

/** @param {{ message?: string } | undefined} error @returns {string} the message's first line, without colours */
export function firstLine(error) {
  const text = (error?.message ?? "").replace(COLOURS, "");
  return text.split("\n").find((line) => line.trim() !== "") ?? NO_REASON;
}

/** @param {Counts} counts @param {number} exitCode a runner that fails without a failed test counts as a failure */
export function withExitCode(counts, exitCode) {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** Runtime of the desktop's window, by Playwright project */
const OVER = { electron: "Electron", desktop: "stand-in" };

/**
 * Names a step by its runtime. If only the stand-in ran, Electron counts as skipped.
 * @param {Counts} counts
 * @param {string} name
 * @param {{ projects: string[], problem: string | null }} how `problem`: why Electron was not used; null if it was
 * @returns {Counts & {name: string}}
 */
export function overRuntime(counts, name, { projects, problem }) {
  const missing = problem === null ? [] : [{ title: "the same in Electron's own windows", reason: problem }];
  const over = projects.map((project) => OVER[project]).join(", ");
  return { ...counts, name: `${name} (${over})`, skipped: [...counts.skipped, ...missing] };
}

/**
 * Returns the end of the output: a table, each skipped, repeated and failed test with its reason, and the sums as the
 * last line.
 * @param {Step[]} steps
 * @param {number} ms total duration; steps run in parallel
 */
export function summary(steps, ms) {
  const width = Math.max("together".length, ...steps.map(({ name }) => name.length));
  const row = (name, ...cells) => [name.padEnd(width), ...cells.map((cell) => String(cell).padStart(8))].join(" ");
  const sum = (count) => steps.reduce((total, step) => total + count(step), 0);
  const named = (what, tests) =>
    steps.flatMap((step) => tests(step).map(({ title, reason }) => `${what} in ${step.name}: ${title} - ${reason}`));
  return [
    row("step", "passed", "failed", "skipped", "seconds"),
    ...steps.map(({ name, passed, failed, skipped, ms }) =>
      row(name, passed, failed, skipped.length, (ms / 1000).toFixed(1)),
    ),
    row("together", "", "", "", (ms / 1000).toFixed(1)),
    ...named("skipped", (step) => step.skipped),
    ...named("passed only when repeated", (step) => step.repeated),
    ...named("failed", (step) => step.failures),
    `${sum((step) => step.passed)} passed, ${sum((step) => step.failed)} failed, ${sum((step) => step.skipped.length)} skipped`,
  ].join("\n");
}
