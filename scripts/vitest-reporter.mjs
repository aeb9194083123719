/**
 * Writes a run's counts to the file in TILL_TEST_REPORT. Vitest's own JSON leaves out why a test was skipped, and
 * everything skipped is to be named with its reason.
 */
import { writeFileSync } from "node:fs";
import { NO_REASON } from "./test-summary.mjs";

// biome-ignore lint/style/noDefaultExport: vitest takes a reporter from the default export
export default class CountingReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: [] };
    for (const module of modules) {
      // A file that cannot be loaded has no tests of its own, and has failed all the same.
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) count(test, counts);
    }
    writeFileSync(process.env.TILL_TEST_REPORT, JSON.stringify(counts));
  }
}

function count(test, counts) {
  const { state, note } = test.result();
  if (state === "passed") counts.passed += 1;
  else if (state === "skipped") counts.skipped.push({ title: test.fullName, reason: note ?? NO_REASON });
  else counts.failed += 1;
}
