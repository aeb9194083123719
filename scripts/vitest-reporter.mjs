/** Writes a run's counts to the file in TILL_TEST_REPORT. Vitest's own JSON omits why a test was skipped. */
import { writeFileSync } from "node:fs";
import { firstLine, NO_REASON } from "./test-summary.mjs";

// biome-ignore lint/style/noDefaultExport: vitest takes a reporter from the default export
export default class CountingReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, failures: [], repeated: [], skipped: [] };
    const fail = (title, error) => {
      counts.failed += 1;
      counts.failures.push({ title, reason: firstLine(error) });
    };
    for (const error of unhandledErrors) fail("outside of any test", error);
    for (const module of modules) {
      // A file that cannot be loaded has no tests but counts as failed.
      for (const error of module.errors()) fail(module.relativeModuleId, error);
      for (const test of module.children.allTests()) count(test, counts, fail);
    }
    writeFileSync(process.env.TILL_TEST_REPORT, JSON.stringify(counts));
  }
}

function count(test, counts, fail) {
  const { state, note, errors } = test.result();
  const title = `${test.module.relativeModuleId} › ${test.fullName}`;
  if (test.diagnostic()?.flaky) counts.repeated.push({ title, reason: firstLine(errors?.[0]) });
  if (state === "passed") counts.passed += 1;
  else if (state === "skipped") counts.skipped.push({ title: test.fullName, reason: note ?? NO_REASON });
  else fail(title, errors?.[0]);
}
