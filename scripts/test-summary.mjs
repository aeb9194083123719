/** What ran, in numbers: pure, from the JSON that the runners write. */

/**
 * @typedef {{ title: string, reason: string }} Skipped
 * @typedef {{ passed: number, failed: number, skipped: Skipped[] }} Counts
 * @typedef {Counts & { name: string, ms: number }} Step
 */

export const NO_REASON = "no reason given";

/**
 * Counts Playwright's JSON report. A flaky test has failed once: it counts as failed.
 * @returns {Counts}
 */
export function playwrightCounts(report) {
  const counts = { passed: 0, failed: report.errors?.length ?? 0, skipped: [] };
  const visit = (suite, parents) => {
    const path = [...parents, suite.title];
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status === "expected") counts.passed += 1;
        else if (test.status !== "skipped") counts.failed += 1;
        else {
          const why = test.annotations.find(({ type }) => type === "skip" || type === "fixme")?.description;
          counts.skipped.push({ title: [...path, spec.title].join(" › "), reason: why ?? NO_REASON });
        }
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, path);
  };
  for (const suite of report.suites) visit(suite, []);
  return counts;
}

/** @param {Counts} counts @param {number} exitCode a runner may fail without a failed test: that is a failure too */
export function withExitCode(counts, exitCode) {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/**
 * What a run without the project "electron" counts: its specs were skipped together, for one reason.
 * @param {Counts} counts @param {string | null} problem why Electron's windows were not tested; null: they were
 */
export function withoutElectron(counts, problem) {
  if (problem === null) return counts;
  return { ...counts, skipped: [...counts.skipped, { title: "the same specs in Electron", reason: problem }] };
}

/**
 * The end of the output: a table, each skipped test with its reason, and the sums as the very last line.
 * @param {Step[]} steps
 */
export function summary(steps) {
  const width = Math.max(4, ...steps.map(({ name }) => name.length));
  const row = (name, ...cells) => [name.padEnd(width), ...cells.map((cell) => String(cell).padStart(8))].join(" ");
  const sum = (count) => steps.reduce((total, step) => total + count(step), 0);
  const skipped = steps.flatMap((step) =>
    step.skipped.map((test) => `skipped in ${step.name}: ${test.title} - ${test.reason}`),
  );
  return [
    row("step", "passed", "failed", "skipped", "seconds"),
    ...steps.map(({ name, passed, failed, skipped, ms }) =>
      row(name, passed, failed, skipped.length, (ms / 1000).toFixed(1)),
    ),
    ...skipped,
    `${sum((step) => step.passed)} passed, ${sum((step) => step.failed)} failed, ${sum((step) => step.skipped.length)} skipped`,
  ].join("\n");
}
