/**
 * Counts of test results, and the summary of `npm test`. The default export is a reporter for Vitest and for Playwright:
 * their own JSON omits why a test was skipped, or needs as much code to read.
 */
import { writeFileSync } from "node:fs";

/**
 * @typedef {{ title: string, reason: string }} Named
 * @typedef {{ passed: number, failed: number, failures: Named[], repeated: Named[], skipped: Named[] }} Counts `failed`
 * is at least the number of `failures`, because a runner may fail without a failed test. `repeated` tests failed first,
 * passed on a retry (TILL_TEST_RETRIES), and count as passed.
 * @typedef {Counts & { name: string, ms: number }} Step
 */

export const NO_REASON = "no reason given";
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** @returns {Counts} the counts of a step without tests */
export function noCounts() {
  return { passed: 0, failed: 0, failures: [], repeated: [], skipped: [] };
}

/** Writes the counts of a run to the file in TILL_TEST_REPORT, and prints the table of fault cases. */
// biome-ignore lint/style/noDefaultExport: both runners take a reporter from the default export
export default class CountingReporter {
  #counts = noCounts();
  #suite;

  /** Vitest's end of a run */
  onTestRunEnd(modules, errors) {
    this.#failOutside(errors);
    const tests = modules.flatMap((module) => {
      // A file that cannot be loaded has no tests but counts as failed.
      for (const error of module.errors()) this.#add("failed", module.relativeModuleId, error);
      return [...module.children.allTests()];
    });
    for (const test of tests) {
      const { state, note, errors: [error] = [] } = test.result();
      const title = `${test.module.relativeModuleId} › ${test.fullName}`;
      if (state === "skipped") this.#skip(test.fullName, note);
      else this.#add(state === "passed" && test.diagnostic()?.flaky ? "flaky" : state, title, error);
    }
    const cases = tests.flatMap((test) => test.meta().faultCase ?? []);
    if (cases.length > 0) console.log(`\n${faultTable(cases)}`);
    this.#write();
  }

  /** Playwright's start of a run */
  onBegin(_config, suite) {
    this.#suite = suite;
  }

  /** Playwright's errors outside tests */
  onError(error) {
    this.#failOutside([error]);
  }

  /** Playwright's end of a run */
  onEnd() {
    for (const test of this.#suite?.allTests() ?? []) {
      const title = test.titlePath().slice(2).join(" › ");
      const annotations = [...test.annotations, ...test.results.flatMap((result) => result.annotations)];
      const outcome = { expected: "passed", unexpected: "failed" }[test.outcome()] ?? test.outcome();
      if (outcome === "skipped")
        this.#skip(title, annotations.find(({ type }) => /^(skip|fixme)$/.test(type))?.description);
      else this.#add(outcome, title, test.results.find(({ error }) => error)?.error);
    }
    this.#write();
  }

  /** Playwright prints its list as well. */
  printsToStdio() {
    return false;
  }

  #failOutside(errors) {
    for (const error of errors) this.#add("failed", "outside of any test", error);
  }

  #skip(title, reason) {
    this.#counts.skipped.push({ title, reason: reason ?? NO_REASON });
  }

  /** @param {string} outcome `passed` and `flaky` tests count as passed, all others as failed */
  #add(outcome, title, error) {
    const named = { title, reason: firstLine(error) };
    if (outcome === "passed" || outcome === "flaky") this.#counts.passed += 1;
    else this.#counts.failed += 1;
    if (outcome === "flaky") this.#counts.repeated.push(named);
    else if (outcome !== "passed") this.#counts.failures.push(named);
  }

  #write() {
    writeFileSync(process.env.TILL_TEST_REPORT, JSON.stringify(this.#counts));
  }
}

/** @returns {string} the first line of an error's message, without colours */
function firstLine(error) {
  const text = (error?.message ?? "").replace(COLOURS, "");
  return text.split("\n").find((line) => line.trim() !== "") ?? NO_REASON;
}

/** @param {{ case: string, runs: number, lost: number, duplicated: number, verdict: string, note?: string }[]} cases */
function faultTable(cases) {
  const titles = ["case", "runs", "lost", "duplicated", "verdict", ""];
  return table(
    titles,
    cases.map((one) => [one.case, one.runs, one.lost, one.duplicated, one.verdict, one.note ?? ""]),
  );
}

/** Returns lines with a left-aligned first column. */
function table(titles, rows) {
  const width = Math.max(...[titles, ...rows].map(([name]) => name.length));
  const line = ([name, ...cells]) => [name.padEnd(width), ...cells.map((cell) => String(cell).padStart(10))].join(" ");
  return [titles, ...rows].map((row) => line(row).trimEnd()).join("\n");
}

/** @param {Counts} counts @param {number} exitCode a runner that fails without a failed test counts as a failure */
export function withExitCode(counts, exitCode) {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** Runtime of the desktop's window, by Playwright project */
const RUNTIMES = { electron: "Electron", desktop: "stand-in" };

/**
 * Names a step by its runtime. If only the stand-in ran, Electron counts as skipped.
 * @param {Counts} counts
 * @param {string} name
 * @param {{ projects: string[], problem: string | null }} how `problem`: why Electron was not used; null if it was
 * @returns {Counts & { name: string }}
 */
export function namedByRuntime(counts, name, { projects, problem }) {
  const missing = problem === null ? [] : [{ title: "the same in Electron's own windows", reason: problem }];
  const runtimes = projects.map((project) => RUNTIMES[project]).join(", ");
  return { ...counts, name: `${name} (${runtimes})`, skipped: [...counts.skipped, ...missing] };
}

/**
 * Returns the end of the output: a table, each skipped, repeated and failed test with its reason, and the sums as the
 * last line.
 * @param {Step[]} steps
 * @param {number} ms total duration; steps run in parallel
 */
export function summary(steps, ms) {
  const seconds = (duration) => (duration / 1000).toFixed(1);
  const sum = (count) => steps.reduce((total, step) => total + count(step), 0);
  const named = (what, key) =>
    steps.flatMap((step) => step[key].map(({ title, reason }) => `${what} in ${step.name}: ${title} - ${reason}`));
  return [
    table(
      ["step", "passed", "failed", "skipped", "seconds"],
      [
        ...steps.map((step) => [step.name, step.passed, step.failed, step.skipped.length, seconds(step.ms)]),
        ["together", "", "", "", seconds(ms)],
      ],
    ),
    ...named("skipped", "skipped"),
    ...named("passed only when repeated", "repeated"),
    ...named("failed", "failures"),
    `${sum((step) => step.passed)} passed, ${sum((step) => step.failed)} failed, ${sum((step) => step.skipped.length)} skipped`,
  ].join("\n");
}
